// Vision: pooling, resampling, regions of interest, image decoding.
include "GraphBase.td"

//===--------------------------------------------------------------------------------------------===//
// Pooling
//===--------------------------------------------------------------------------------------------===//

/// A reduction over sliding windows of the spatial axes of (batch, channels, spatial axes…).
class Graph_Pool<string mnemonic, Type type, dag attributes> : Graph_Op<mnemonic, Reduction> {
  let description = [{
    Window o of an axis covers the positions o * stride - pad_begin + k * dilation for k below the
    kernel's size; padding is not part of the data. With ceil_mode the last window may reach beyond
    the padded end, but may not start behind the data. `auto_pad` replaces the pads where the sizes
    were not known at import: as many windows as there are strides in the axis, the padding split
    evenly, an odd one going to the end (same_upper) or to the beginning (same_lower).
  }];
  let arguments = !con((ins type:$x, DenseI64ArrayAttr:$kernel_shape, DenseI64ArrayAttr:$strides,
                            DenseI64ArrayAttr:$pads, DenseI64ArrayAttr:$dilations,
                            DefaultValuedAttr<BoolAttr, "false">:$ceil_mode,
                            DefaultValuedAttr<StrAttr, "\"explicit\"">:$auto_pad), attributes);
  let results = (outs type:$y);
  list<Rule> poolConstraints = [
    Rule<1, "the operand has a batch axis, a channel axis and one axis per entry of kernel_shape">,
    Rule<2, "strides and dilations have one entry per spatial axis, pads two">,
    Rule<3, "kernel_shape, strides and dilations are positive, pads are not negative">,
    Rule<4, "auto_pad is explicit, same_upper or same_lower">,
    Rule<5, "every spatial axis has room for a window">];
  let constraints = poolConstraints;
}

def Graph_MaxPoolOp
    : Graph_Pool<"max_pool", Graph_NumberTensor,
                 (ins DefaultValuedAttr<StrAttr, "\"none\"">:$indices)> {
  let summary = "The largest element of each window; NaN if there is one.";
  let results = (outs Graph_NumberTensor:$y, Graph_Maybe<Graph_IndexTensor>:$where);
  let onnx = [OnnxRule<"MaxPool">];
  let constraints = !listconcat(poolConstraints,
                                [Rule<6, "indices is none, row_major or column_major">]);
}

def Graph_AveragePoolOp
    : Graph_Pool<"average_pool", Graph_FloatTensor,
                 (ins DefaultValuedAttr<BoolAttr, "false">:$count_include_pad)> {
  let summary = "The mean of each window, over its elements or over its padding as well.";
  let onnx = [OnnxRule<"AveragePool">];
}

def Graph_LpPoolOp
    : Graph_Pool<"lp_pool", Graph_FloatTensor, (ins DefaultValuedAttr<F32Attr, "2.0f">:$p)> {
  let summary = "The p-norm of each window: (sum of |x|^p)^(1/p).";
  let onnx = [OnnxRule<"LpPool">];
  let constraints = !listconcat(poolConstraints, [Rule<6, "p is positive and finite">]);
}

def Graph_MaxUnpoolOp : Graph_Op<"max_unpool", Opaque> {
  let summary = "Puts each element where max_pool found it; all else is zero.";
  let description = [{
    The indices count in a tensor of the least shape whose pooling gives x. A larger output_shape adds
    zeros behind each axis of that tensor.
  }];
  let arguments = (ins Graph_NumberTensor:$x, Graph_TensorOf<[I64], "index">:$indices,
                       Graph_Maybe<Graph_IndexTensor>:$output_shape,
                       DenseI64ArrayAttr:$kernel_shape, DenseI64ArrayAttr:$strides,
                       DenseI64ArrayAttr:$pads);
  let results = (outs Graph_NumberTensor:$y);
  let onnx = [OnnxRule<"MaxUnpool">];
  let constraints = [
    Rule<1, "the operand has a batch axis, a channel axis and one axis per entry of kernel_shape">,
    Rule<2, "strides have one entry per spatial axis, pads two; only pads may be 0">,
    Rule<3, "indices are i64 and as many as there are elements, in the same shape">,
    Rule<4, "the pooled shape has an unpooled one">,
    Rule<5, "output_shape is no smaller than the unpooled shape">];
}
