// Losses, and the optimizer steps of ai.onnx.preview.training.
include "GraphBase.td"

def Graph_NegativeLogLikelihoodOp : Graph_Op<"negative_log_likelihood", Reduction> {
  let summary = "The loss of log-probabilities against target classes.";
  let description = [{
    x has shape [batch, classes, …], target [batch, …]. The loss of a sample is minus its entry for
    the target class, times the class's weight; a sample whose target is `ignore_index` has loss and
    weight 0. `reduction`: `none` gives all losses, `sum` their sum, `mean` the sum divided by the
    sum of the samples' weights.
  }];
  let arguments = (ins Graph_FloatTensor:$x, Graph_IndexTensor:$target,
                       Graph_Maybe<Graph_FloatTensor>:$weight,
                       DefaultValuedAttr<StrAttr, "\"mean\"">:$reduction,
                       OptionalAttr<I64Attr>:$ignore_index);
  let results = (outs Graph_FloatTensor:$loss);
  let onnx = [OnnxRule<"NegativeLogLikelihoodLoss">];
  let constraints = [Rule<1, "x has rank 2 or more">,
                     Rule<2, "target has the shape of x without axis 1">,
                     Rule<3, "weight has one element per class">,
                     Rule<4, "reduction is none, sum or mean">];
}

/// A step of an optimizer on several tensors at once: the tensors, then their gradients, then each
/// kind of state; the results are the new tensors and the new states in the same order.
class Graph_Optimizer<string mnemonic, dag attributes> : Graph_Op<mnemonic, Opaque> {
  let arguments = !con((ins Graph_FloatTensor:$rate, Graph_IndexTensor:$step),
                       attributes, (ins Variadic<Graph_FloatTensor>:$tensors));
  let results = (outs Variadic<Graph_FloatTensor>:$updated);
  let constraints = [Rule<1, "rate and step have one element each">,
                     Rule<2, "every tensor has a gradient and its states">,
                     Rule<3, "a tensor, its gradient and its states have one type">];
}
def Graph_AdagradOp
    : Graph_Optimizer<"adagrad", (ins DefaultValuedAttr<F32Attr, "0.0f">:$decay_factor,
                                      DefaultValuedAttr<F32Attr, "1e-6f">:$epsilon,
                                      DefaultValuedAttr<F32Attr, "0.0f">:$norm_coefficient)> {
  let summary = "One step of Adagrad; the state is the sum of squared gradients.";
  let onnx = [Onnx<"Adagrad", "ai.onnx.preview.training">];
}
def Graph_AdamOp
    : Graph_Optimizer<"adam", (ins DefaultValuedAttr<F32Attr, "0.9f">:$alpha,
                                   DefaultValuedAttr<F32Attr, "0.999f">:$beta,
                                   DefaultValuedAttr<F32Attr, "1e-6f">:$epsilon,
                                   DefaultValuedAttr<F32Attr, "0.0f">:$norm_coefficient,
                                   DefaultValuedAttr<F32Attr, "0.0f">:$norm_coefficient_post)> {
  let summary = "One step of Adam; the states are the running averages of gradients and of their squares.";
  let onnx = [Onnx<"Adam", "ai.onnx.preview.training">];
}
def Graph_MomentumOp
    : Graph_Optimizer<"momentum", (ins F32Attr:$alpha, F32Attr:$beta, StrAttr:$mode,
                                       F32Attr:$norm_coefficient)> {
  let summary = "One step of gradient descent with momentum; the state is the momentum.";
  let onnx = [Onnx<"Momentum", "ai.onnx.preview.training">];
  let constraints = [Rule<1, "rate and step have one element each">,
                     Rule<2, "every tensor has a gradient and its states">,
                     Rule<3, "a tensor, its gradient and its states have one type">,
                     Rule<4, "mode is standard or nesterov">];
}

def Training_Composites : Graph_Composites {
  let onnx = [Widened<OnnxRule<"SoftmaxCrossEntropyLoss">>,
              OnnxRule<"Gradient", "ai.onnx.preview.training">];
}
