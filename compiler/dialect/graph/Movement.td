// Data movement: every output element is some input element.
include "GraphBase.td"

def Graph_IdentityOp : Graph_Op<"identity", Injective> {
  let summary = "The operand itself; tensors, sequences and optionals alike.";
  let arguments = (ins Graph_AnyValue:$x);
  let results = (outs Graph_AnyValue:$y);
  let onnx = [Onnx<"Identity">];
  let infer = "Identity";
  let ownsResults = 1;
  let widen = 0;
}

def Graph_TransposeOp : Graph_Op<"transpose", Injective> {
  let summary = "Reorders the axes: axis i of the result is axis perm[i] of the operand.";
  let arguments = (ins Graph_AnyTensor:$x, DenseI64ArrayAttr:$perm);
  let results = (outs Graph_AnyTensor:$y);
  let onnx = [OnnxRule<"Transpose">];
  let constraints = [Rule<1, "perm is a permutation of the operand's axes">];
  let widen = 0;
}

def Graph_UnsqueezeOp : Graph_Op<"unsqueeze", Injective> {
  let summary = "Inserts axes of size 1; the axes are positions in the result.";
  let arguments = (ins Graph_AnyTensor:$x, Graph_IndexTensor:$axes);
  let results = (outs Graph_AnyTensor:$y);
  let onnx = [OnnxRule<"Unsqueeze">];
  let constraints = [Rule<1, "axes are distinct and within the rank of the result">];
  let eval = "Reshaped";
  let ownsResults = 1;
  let widen = 0;
}
