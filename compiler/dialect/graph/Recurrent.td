// Recurrent layers, whole.
include "GraphBase.td"

/// A recurrent layer: sequences in, the hidden state after every step and after the last one out.
/// `gatesText` is what one step concatenates along the rows of w and r.
class Graph_Recurrent<string mnemonic, string gatesText, string activationsText, dag moreOperands = (ins),
                      dag moreAttributes = (ins), dag moreResults = (outs)>
    : Graph_Op<mnemonic, Opaque> {
  let macs = "Recurrent";
  let arguments = !con((ins Graph_FloatTensor:$x, Graph_FloatTensor:$w, Graph_FloatTensor:$r,
                            Graph_Maybe<Graph_FloatTensor>:$b, Graph_Maybe<Graph_IndexTensor>:$lengths,
                            Graph_Maybe<Graph_FloatTensor>:$initial_h),
                       moreOperands,
                       (ins DefaultValuedAttr<StrAttr, "\"forward\"">:$direction,
                            StrArrayAttr:$activations, DenseF32ArrayAttr:$alpha,
                            DenseF32ArrayAttr:$beta, OptionalAttr<F32Attr>:$clip),
                       moreAttributes);
  let results = !con((outs Graph_FloatTensor:$y, Graph_FloatTensor:$last_h), moreResults);
  string shared = [{
    Shapes: x [steps, batch, input], w [directions, gates * hidden, input], r [directions,
    gates * hidden, hidden], b [directions, 2 * gates * hidden] (the bias of w, then that of r),
    initial states [directions, batch, hidden]; y [steps, directions, batch, hidden], last states
    [directions, batch, hidden]. `lengths` says how many steps of each sequence count: y is 0 beyond,
    and a sequence of length 0 ends in state 0. Running in reverse starts at the last step that counts.
    Each activation has an entry in alpha and in beta. `clip` bounds what goes into the activations
    of gates, but not the cell state, to [-clip, clip].
  }];
  list<Rule> sharedConstraints = [
    Rule<1, "x has rank 3">,
    Rule<2, "w is [directions, " # gatesText # ", input]">,
    Rule<3, "r is [directions, " # gatesText # ", hidden]">,
    Rule<4, "b is [directions, 2 * " # gatesText # "]">,
    Rule<5, "lengths are integers, one per batch entry, from 0 to the number of steps">,
    Rule<6, "initial states are [directions, batch, hidden]">,
    Rule<7, "direction is forward, reverse or bidirectional">,
    Rule<8, "activations are known names, " # activationsText # " per direction, with as many entries in alpha and beta">,
    Rule<9, "float operands have the same element type">];
}

def Graph_RnnOp : Graph_Recurrent<"rnn", "hidden", "one"> {
  let summary = "The simple recurrent layer: h' = f(w x + r h + b).";
  let description = shared;
  let constraints = sharedConstraints;
  let onnx = [OnnxRule<"RNN">];
}

def Graph_GruOp : Graph_Recurrent<"gru", "3 * hidden", "two", (ins),
                                  (ins DefaultValuedAttr<BoolAttr, "false">:$linear_before_reset)> {
  let summary = "Gated recurrent units.";
  let description = [{
    Gates are update z, reset s and candidate n, in this order:
      z = f(Wz x + Rz h + b),  s = f(Ws x + Rs h + b)
      n = g(Wn x + wbn + Rn (s * h) + rbn)      or, linear before reset,
      n = g(Wn x + wbn + s * (Rn h + rbn))
      h' = (1 - z) * n + z * h
  }] # shared;
  let constraints = sharedConstraints;
  let onnx = [OnnxRule<"GRU">];
}

def Graph_LstmOp
    : Graph_Recurrent<"lstm", "4 * hidden", "three",
                      (ins Graph_Maybe<Graph_FloatTensor>:$initial_c,
                           Graph_Maybe<Graph_FloatTensor>:$peepholes),
                      (ins DefaultValuedAttr<BoolAttr, "false">:$input_forget,
                           DefaultValuedAttr<BoolAttr, "false">:$quantize_state),
                      (outs Graph_FloatTensor:$last_c)> {
  let summary = "Long short-term memory.";
  let description = [{
    Gates are input i, output o, forget k and cell n, in this order; peepholes p are [directions,
    3 * hidden] for i, o and k:
      i = f(Wi x + Ri h + pi * c + b),  k = f(Wk x + Rk h + pk * c + b)   (1 - i with input_forget)
      n = g(Wn x + Rn h + b),           c' = k * c + i * n
      o = f(Wo x + Ro h + po * c' + b), h' = o * h(c')
    With `quantize_state`, each step multiplies R with what remains of the state h after a quantization
    to 8 bits fitted to it; every sequence has its own, so that a result does not depend on the batch.
  }] # shared;
  let constraints = !listconcat(sharedConstraints, [Rule<10, "peepholes are [directions, 3 * hidden]">]);
  let onnx = [OnnxRule<"LSTM">, MicrosoftRule<"DynamicQuantizeLSTM">];
}
