// Softmax and normalizations: every element divided by a measure of its neighbours.
include "GraphBase.td"

//===--------------------------------------------------------------------------------------------===//
// Softmax
//===--------------------------------------------------------------------------------------------===//

/// Works on vectors along an axis, or along several neighbouring axes that count as one.
class Graph_AlongAxis<string mnemonic> : Graph_Op<mnemonic, Reduction> {
  let arguments = (ins Graph_FloatTensor:$x, I64Attr:$axis,
                       DefaultValuedAttr<I64Attr, "1">:$count);
  let results = (outs Graph_FloatTensor:$y);
  let description = [{
    The `count` axes from `axis` on are one vector; 0 means all up to the last one.
  }];
  let constraints = [Rule<1, "axis is within the operand's rank">,
                     Rule<2, "count is not negative and stays within the operand's rank">];
  let infer = "AlongAxis";
}
def Graph_SoftmaxOp : Graph_AlongAxis<"softmax"> {
  let summary = "exp(x) / sum(exp(x)) along an axis, without overflow.";
  let onnx = [OnnxRule<"Softmax">];
}
def Graph_LogSoftmaxOp : Graph_AlongAxis<"log_softmax"> {
  let summary = "x - log(sum(exp(x))) along an axis, without overflow.";
  let onnx = [OnnxRule<"LogSoftmax">];
}
def Graph_HardmaxOp : Graph_AlongAxis<"hardmax"> {
  let summary = "1 at the first largest element along an axis, 0 elsewhere.";
  let onnx = [OnnxRule<"Hardmax">];
}
