// Reductions: many elements become one.
include "GraphBase.td"

/// Combines the elements along some axes. The axes are an operand because a model may compute them.
class Graph_Reduce<string mnemonic, Type type = Graph_NumberTensor>
    : Graph_Op<mnemonic, Reduction> {
  let description = [{
    Reduces along `axes`; none means all axes. When `axes` is there but has no elements nothing is
    combined, and each element is reduced alone, unless `all_if_empty` says that this too means all
    axes. Reduced axes stay with size 1 if `keepdims`, else they go.
  }];
  let arguments = (ins type:$x, Graph_Maybe<Graph_IndexTensor>:$axes,
                       DefaultValuedAttr<BoolAttr, "true">:$keepdims,
                       DefaultValuedAttr<BoolAttr, "false">:$all_if_empty);
  let results = (outs type:$y);
  let constraints = [Rule<1, "axes are distinct and within the operand's rank">,
                     Rule<2, "axes have rank 0 or 1">];
  let infer = "Reduce";
}

def Graph_ReduceSumOp : Graph_Reduce<"reduce_sum"> {
  let range = "KeepsSign";
  let summary = "Sum; 0 for no elements. Integers wrap.";
  let onnx = [OnnxRule<"ReduceSum">];
}
def Graph_ReduceMeanOp : Graph_Reduce<"reduce_mean"> {
  let range = "KeepsSign";
  let summary = "Arithmetic mean; NaN (integers: 0) for no elements. Integers truncate.";
  let onnx = [OnnxRule<"ReduceMean">];
}
def Graph_ReduceProdOp : Graph_Reduce<"reduce_prod"> {
  let range = "KeepsSign";
  let summary = "Product; 1 for no elements. Integers wrap.";
  let onnx = [OnnxRule<"ReduceProd">];
}
def Graph_ReduceMaxOp : Graph_Reduce<"reduce_max", Graph_NumberOrBoolTensor> {
  let summary = "Largest element; NaN if one is, the least value of the type for no elements.";
  let onnx = [OnnxRule<"ReduceMax">];
}
def Graph_ReduceMinOp : Graph_Reduce<"reduce_min", Graph_NumberOrBoolTensor> {
  let summary = "Smallest element; NaN if one is, the greatest value of the type for no elements.";
  let onnx = [OnnxRule<"ReduceMin">];
}
def Graph_ReduceL1Op : Graph_Reduce<"reduce_l1"> {
  let range = "NotNegative";
  let summary = "Sum of absolute values. Integers wrap.";
  let onnx = [OnnxRule<"ReduceL1">];
}
def Graph_ReduceL2Op : Graph_Reduce<"reduce_l2"> {
  let range = "NotNegative";
  let summary = "Square root of the sum of squares. Integers truncate.";
  let onnx = [OnnxRule<"ReduceL2">];
}
def Graph_ReduceLogSumOp : Graph_Reduce<"reduce_log_sum"> {
  let summary = "Logarithm of the sum; -infinity for no elements. Integers truncate.";
  let onnx = [OnnxRule<"ReduceLogSum">];
}
def Graph_ReduceLogSumExpOp : Graph_Reduce<"reduce_log_sum_exp"> {
  let summary = "Logarithm of the sum of exponentials, without overflow; -infinity for no elements.";
  let onnx = [OnnxRule<"ReduceLogSumExp">];
}
def Graph_ReduceSumSquareOp : Graph_Reduce<"reduce_sum_square"> {
  let range = "NotNegative";
  let summary = "Sum of squares. Integers wrap.";
  let onnx = [OnnxRule<"ReduceSumSquare">];
}

/// Where along one axis the extreme element is.
class Graph_ArgReduce<string mnemonic> : Graph_Op<mnemonic, Reduction> {
  let description = [{
    Of several equal elements the first, or the last if `select_last_index`. A NaN beats every number.
  }];
  let arguments = (ins Graph_NumberOrBoolTensor:$x, I64Attr:$axis,
                       DefaultValuedAttr<BoolAttr, "true">:$keepdims,
                       DefaultValuedAttr<BoolAttr, "false">:$select_last_index);
  let results = (outs Graph_TensorOf<[I64], "i64">:$y);
  let constraints = [Rule<1, "axis is within the operand's rank">,
                     Rule<2, "the axis is not empty">];
  let infer = "ArgReduce";
}
def Graph_ArgMaxOp : Graph_ArgReduce<"arg_max"> {
  let summary = "Index of the largest element along an axis.";
  let onnx = [OnnxRule<"ArgMax">];
}
def Graph_ArgMinOp : Graph_ArgReduce<"arg_min"> {
  let summary = "Index of the smallest element along an axis.";
  let onnx = [OnnxRule<"ArgMin">];
}
