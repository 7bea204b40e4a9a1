// Data movement: every output element is some input element.
include "GraphBase.td"

class Graph_Movement<string mnemonic, Graph_Category category_ = Injective>
    : Graph_Op<mnemonic, category_> {
  let widen = 0;
}
/// The operand's elements in their order under another shape.
class Graph_Reshaped<string mnemonic> : Graph_Movement<mnemonic> {
  let eval = "Reshaped";
  let ownsResults = 1;
}

//===--------------------------------------------------------------------------------------------===//
// Shapes
//===--------------------------------------------------------------------------------------------===//

def Graph_IdentityOp : Graph_Op<"identity", Injective> {
  let summary = "The operand itself; tensors, sequences and optionals alike.";
  let arguments = (ins Graph_AnyValue:$x);
  let results = (outs Graph_AnyValue:$y);
  let onnx = [Onnx<"Identity">];
  let infer = "Identity";
  let ownsResults = 1;
  let widen = 0;
}

def Graph_ShapeOp : Graph_Movement<"shape", Opaque> {
  let summary = "The dimensions [start, end) of a tensor.";
  let description = [{
    Negative bounds count from the end, and both are clamped to the rank; without `end`, all
    dimensions from `start` on.
  }];
  let arguments = (ins Graph_AnyTensor:$x, DefaultValuedAttr<I64Attr, "0">:$start,
                       OptionalAttr<I64Attr>:$end);
  let results = (outs Graph_TensorOf<[I64], "i64">:$y);
  let onnx = [Onnx<"Shape">];
}

def Graph_SizeOp : Graph_Movement<"size", Opaque> {
  let summary = "The number of elements of a tensor.";
  let arguments = (ins Graph_AnyTensor:$x);
  let results = (outs Graph_TensorOf<[I64], "i64">:$y);
  let onnx = [Onnx<"Size">];
}

def Graph_ReshapeOp : Graph_Reshaped<"reshape"> {
  let summary = "The same elements under another shape.";
  let description = [{
    A dimension of -1 is what the others leave over. A dimension of 0 is that of the operand at the
    same axis, or with `allowzero` really 0.
  }];
  let arguments = (ins Graph_AnyTensor:$x, Graph_IndexTensor:$shape,
                       DefaultValuedAttr<BoolAttr, "false">:$allowzero);
  let results = (outs Graph_AnyTensor:$y);
  let onnx = [OnnxRule<"Reshape">];
  let constraints = [Rule<1, "shape has rank 1 and at most 64 entries">,
                     Rule<2, "entries of shape are -1 or more, and at most one is -1">,
                     Rule<3, "an entry 0 has an axis of the operand to copy">,
                     Rule<4, "with allowzero, shape does not have both 0 and -1">,
                     Rule<5, "the number of elements stays the same">];
}

def Graph_FlattenOp : Graph_Reshaped<"flatten"> {
  let summary = "A matrix: the axes before `axis` as rows, the others as columns.";
  let arguments = (ins Graph_AnyTensor:$x, I64Attr:$axis);
  let results = (outs Graph_AnyTensor:$y);
  let onnx = [OnnxRule<"Flatten">];
  let constraints = [Rule<1, "axis is within the rank, or equal to it">];
}

def Graph_SqueezeOp : Graph_Reshaped<"squeeze"> {
  let summary = "Drops axes of size 1: these, or all of them.";
  let description = "Axes that are none or empty mean every axis of size 1.";
  let arguments = (ins Graph_AnyTensor:$x, Graph_Maybe<Graph_IndexTensor>:$axes);
  let results = (outs Graph_AnyTensor:$y);
  let onnx = [OnnxRule<"Squeeze">];
  let constraints = [Rule<1, "axes are distinct and within the rank of the operand">,
                     Rule<2, "the dropped axes have size 1">];
}

def Graph_UnsqueezeOp : Graph_Reshaped<"unsqueeze"> {
  let summary = "Inserts axes of size 1; the axes are positions in the result.";
  let arguments = (ins Graph_AnyTensor:$x, Graph_IndexTensor:$axes);
  let results = (outs Graph_AnyTensor:$y);
  let onnx = [OnnxRule<"Unsqueeze">, MicrosoftRule<"ExpandDims">];
  let constraints = [Rule<1, "axes are distinct and within the rank of the result">];
}

def Graph_TransposeOp : Graph_Movement<"transpose"> {
  let summary = "Reorders the axes: axis i of the result is axis perm[i] of the operand.";
  let description = "An empty perm turns the order of the axes around, however many there are.";
  let arguments = (ins Graph_AnyTensor:$x, DenseI64ArrayAttr:$perm);
  let results = (outs Graph_AnyTensor:$y);
  let onnx = [OnnxRule<"Transpose">];
  let constraints = [Rule<1, "perm is empty or a permutation of the operand's axes">];
}

//===--------------------------------------------------------------------------------------------===//
// Parts and repetition
//===--------------------------------------------------------------------------------------------===//

def Graph_ExpandOp : Graph_Movement<"expand"> {
  let summary = "Repeats the operand until it has the shape that it and `shape` broadcast to.";
  let arguments = (ins Graph_AnyTensor:$x, Graph_IndexTensor:$shape);
  let results = (outs Graph_AnyTensor:$y);
  let onnx = [Onnx<"Expand">, OnnxRule<"ConstantOfShape">];
  let constraints = [Rule<1, "shape has rank 1 and at most 64 entries">,
                     Rule<2, "entries of shape are not negative">,
                     Rule<3, "the operand's shape broadcasts with shape">];
}

def Graph_ConcatOp : Graph_Movement<"concat"> {
  let dataOperands = -1;
  let summary = "The operands one after the other along an axis.";
  let arguments = (ins I64Attr:$axis, Variadic<Graph_AnyTensor>:$xs);
  let results = (outs Graph_AnyTensor:$y);
  let onnx = [OnnxRule<"Concat">];
  let constraints = [Rule<1, "operands have the same element type">,
                     Rule<2, "operands have the same rank">,
                     Rule<3, "axis is within the rank">,
                     Rule<4, "dimensions other than that of the axis are equal">,
                     Rule<5, "the sum of the sizes is representable">];
}

def Graph_SplitOp : Graph_Movement<"split"> {
  let summary = "Cuts the operand along an axis into `parts` results.";
  let description = [{
    Result i has size sizes[i] along the axis. Without sizes they are all ceil(dimension / parts), as
    long as there are elements left.
  }];
  let arguments = (ins Graph_AnyTensor:$x, Graph_Maybe<Graph_IndexTensor>:$sizes, I64Attr:$axis,
                       I64Attr:$parts);
  let results = (outs Variadic<Graph_AnyTensor>:$ys);
  let onnx = [OnnxRule<"Split">];
  let constraints = [Rule<1, "parts is between 1 and 65536">,
                     Rule<2, "axis is within the rank">,
                     Rule<3, "sizes has one entry for each part, none negative">,
                     Rule<4, "sizes add up to the dimension of the axis">];
}

def Graph_SliceOp : Graph_Movement<"slice"> {
  let summary = "Every steps[i]-th element from starts[i] to before ends[i] along axes[i].";
  let description = [{
    Negative bounds count from the end of their axis; then they are clamped to it. With a negative step
    the elements come in reverse, from `start` down to before `end`. Without axes they are 0, 1, …;
    without steps they are 1.
  }];
  let arguments = (ins Graph_AnyTensor:$x, Graph_IndexTensor:$starts, Graph_IndexTensor:$ends,
                       Graph_Maybe<Graph_IndexTensor>:$axes, Graph_Maybe<Graph_IndexTensor>:$steps);
  let results = (outs Graph_AnyTensor:$y);
  let onnx = [OnnxRule<"Slice">];
  let constraints = [Rule<1, "starts, ends, axes and steps have rank 1 and the same length">,
                     Rule<2, "axes are distinct and within the rank">,
                     Rule<3, "steps are not 0">];
}

def Graph_TileOp : Graph_Movement<"tile"> {
  let summary = "The operand repeats[i] times along each axis i.";
  let arguments = (ins Graph_AnyTensor:$x, Graph_IndexTensor:$repeats);
  let results = (outs Graph_AnyTensor:$y);
  let onnx = [OnnxRule<"Tile">];
  let constraints = [Rule<1, "repeats is a vector with one entry for each axis">,
                     Rule<2, "entries of repeats are not negative">,
                     Rule<3, "the sizes of the result are representable">];
}

def Graph_PadOp : Graph_Movement<"pad"> {
  let range = "Pad";
  let summary = "Adds elements before and after each axis, or removes them where a pad is negative.";
  let description = [{
    pads has the number of elements to add before each of the axes, then those to add after each.
    Removing comes first. What is added is `value` (zero or the empty string when not given) in mode
    "constant", the nearest element in mode "edge", the mirror image without repeating the edge in mode
    "reflect", and the other end in mode "wrap". Without axes, all of them.
  }];
  let arguments = (ins Graph_AnyTensor:$x, Graph_IndexTensor:$pads,
                       Graph_Maybe<Graph_AnyTensor>:$value, Graph_Maybe<Graph_IndexTensor>:$axes,
                       DefaultValuedAttr<StrAttr, "\"constant\"">:$mode);
  let results = (outs Graph_AnyTensor:$y);
  let onnx = [OnnxRule<"Pad">, MicrosoftRule<"Pad">, OnnxRule<"CenterCropPad">];
  let constraints = [Rule<1, "pads is a vector with two entries for each axis">,
                     Rule<2, "axes are distinct and within the rank">,
                     Rule<3, "mode is constant, edge, reflect or wrap">,
                     Rule<4, "value has one element, of the operand's element type">,
                     Rule<5, "no more is removed than there is, and sizes are representable">,
                     Rule<6, "only in mode constant, an axis without elements is extended">];
}

def Graph_DepthToSpaceOp : Graph_Movement<"depth_to_space"> {
  let summary = "Moves blocks of channels into height and width.";
  let description = [{
    A channel number is (row, column, depth) in mode "DCR" and (depth, row, column) in mode "CRD", most
    significant first.
  }];
  let arguments = (ins Graph_AnyTensor:$x, I64Attr:$blocksize,
                       DefaultValuedAttr<StrAttr, "\"DCR\"">:$mode);
  let results = (outs Graph_AnyTensor:$y);
  let onnx = [Onnx<"DepthToSpace">];
  let constraints = [Rule<1, "the operand has rank 4">,
                     Rule<2, "blocksize is positive">,
                     Rule<3, "the channels are a multiple of blocksize squared">,
                     Rule<4, "mode is DCR or CRD">,
                     Rule<5, "the sizes of the result are representable">];
}

def Graph_ChannelShuffleOp : Graph_Movement<"channel_shuffle"> {
  let summary = "Deals the elements of an axis out to its groups: [groups, n] becomes [n, groups].";
  let description = [{
    Element g * n + i of the axis, of n in each group, becomes element i * groups + g. Networks with
    grouped convolutions mix their groups so; they write it as reshape, transpose, reshape.
  }];
  let arguments = (ins Graph_AnyTensor:$x, I64Attr:$axis, I64Attr:$groups);
  let results = (outs Graph_AnyTensor:$y);
  let constraints = [Rule<1, "axis is one of the operand, from the front">,
                     Rule<2, "groups is positive">,
                     Rule<3, "the axis is a multiple of groups">];
}

def Graph_SpaceToDepthOp : Graph_Movement<"space_to_depth"> {
  let summary = "Moves blocks of height and width into channels: the inverse of depth_to_space.";
  let arguments = (ins Graph_AnyTensor:$x, I64Attr:$blocksize,
                       DefaultValuedAttr<StrAttr, "\"DCR\"">:$mode);
  let results = (outs Graph_AnyTensor:$y);
  let onnx = [Onnx<"SpaceToDepth">];
  let constraints = [Rule<1, "the operand has rank 4">,
                     Rule<2, "blocksize is positive">,
                     Rule<3, "height and width are multiples of blocksize">,
                     Rule<4, "mode is DCR or CRD">,
                     Rule<5, "the sizes of the result are representable">];
}

def Graph_ReverseSequenceOp : Graph_Movement<"reverse_sequence"> {
  let summary = "Reverses the first lengths[b] elements along the time axis, for each b of the batch axis.";
  let arguments = (ins Graph_AnyTensor:$x, Graph_IndexTensor:$lengths, I64Attr:$batch_axis,
                       I64Attr:$time_axis);
  let results = (outs Graph_AnyTensor:$y);
  let onnx = [OnnxRule<"ReverseSequence">];
  let constraints = [Rule<1, "of batch_axis and time_axis one is 0 and one is 1">,
                     Rule<2, "the operand has rank 2 or more">,
                     Rule<3, "lengths is a vector with one entry for each of the batch">];
}

def Graph_Col2imOp : Graph_Op<"col2im", Reduction> {
  let summary = "Sums blocks, given as columns, into the image that they were taken from.";
  let description = [{
    x is [N, C * product(block_shape), L]: for each of the L places of a block in the padded image, in
    row-major order, the elements of the block. Elements in the padding are dropped.
  }];
  let arguments = (ins Graph_NumberTensor:$x, Graph_IndexTensor:$image_shape,
                       Graph_IndexTensor:$block_shape, DenseI64ArrayAttr:$strides,
                       DenseI64ArrayAttr:$dilations, DenseI64ArrayAttr:$pads);
  let results = (outs Graph_NumberTensor:$y);
  let onnx = [OnnxRule<"Col2Im">];
  let constraints = [Rule<1, "x has rank 3">,
                     Rule<2, "image_shape and block_shape are vectors of the same length, of positive entries">,
                     Rule<3, "strides and dilations have one positive entry for each axis of the image, pads two that are not negative">,
                     Rule<4, "the channels are a multiple of the elements of a block">,
                     Rule<5, "blocks fit into the image at as many places as x has columns">];
}

//===--------------------------------------------------------------------------------------------===//
// Indexing
//===--------------------------------------------------------------------------------------------===//

def Graph_GatherOp : Graph_Movement<"gather"> {
  let summary = "Takes slices of the operand along an axis, by index; negative indices count from the end.";
  let arguments = (ins Graph_AnyTensor:$x, Graph_IndexTensor:$indices, I64Attr:$axis);
  let results = (outs Graph_AnyTensor:$y);
  let onnx = [OnnxRule<"Gather">];
  let constraints = [Rule<1, "axis is within the rank">];
}

def Graph_GatherElementsOp : Graph_Movement<"gather_elements"> {
  let summary = "One element for each index: at the index's own place, but for the axis at the index.";
  let arguments = (ins Graph_AnyTensor:$x, Graph_IndexTensor:$indices, I64Attr:$axis);
  let results = (outs Graph_AnyTensor:$y);
  let onnx = [OnnxRule<"GatherElements">];
  let constraints = [Rule<1, "axis is within the rank">,
                     Rule<2, "x and indices have the same rank">,
                     Rule<3, "but for the axis, indices is not larger than x">];
}

def Graph_GatherNdOp : Graph_Movement<"gather_nd"> {
  let summary = "Takes slices by index tuples, the last axis of indices, after batch_dims shared axes.";
  let arguments = (ins Graph_AnyTensor:$x, Graph_IndexTensor:$indices,
                       DefaultValuedAttr<I64Attr, "0">:$batch_dims);
  let results = (outs Graph_AnyTensor:$y);
  let onnx = [Onnx<"GatherND">, MicrosoftRule<"GatherND">];
  let constraints = [Rule<1, "batch_dims is not negative and less than both ranks">,
                     Rule<2, "the first batch_dims dimensions of x and indices are equal">,
                     Rule<3, "index tuples are not longer than the remaining rank of x">];
}

def Graph_ScatterElementsOp : Graph_Movement<"scatter_elements", Opaque> {
  let summary = "x with one element replaced, or combined, for each index: the inverse of gather_elements.";
  let arguments = (ins Graph_AnyTensor:$x, Graph_IndexTensor:$indices, Graph_AnyTensor:$updates,
                       I64Attr:$axis, DefaultValuedAttr<StrAttr, "\"none\"">:$reduction);
  let results = (outs Graph_AnyTensor:$y);
  let onnx = [OnnxRule<"Scatter">, OnnxRule<"ScatterElements">];
  let constraints = [Rule<1, "axis is within the rank">,
                     Rule<2, "x and indices have the same rank, updates the shape of indices">,
                     Rule<3, "but for the axis, indices is not larger than x">,
                     Rule<4, "x and updates have the same element type">,
                     Rule<5, "reduction is none, add, mul, max or min">];
}

def Graph_ScatterNdOp : Graph_Movement<"scatter_nd", Opaque> {
  let summary = "x with slices replaced, or combined, by index tuples: the inverse of gather_nd.";
  let arguments = (ins Graph_AnyTensor:$x, Graph_IndexTensor:$indices, Graph_AnyTensor:$updates,
                       DefaultValuedAttr<StrAttr, "\"none\"">:$reduction);
  let results = (outs Graph_AnyTensor:$y);
  let onnx = [OnnxRule<"ScatterND">];
  let constraints = [Rule<1, "indices has an axis, not longer than the rank of x">,
                     Rule<2, "updates has the shape that gathering with indices would give">,
                     Rule<3, "x and updates have the same element type">,
                     Rule<4, "reduction is none, add, mul, max or min">];
}

def Graph_TensorScatterOp : Graph_Movement<"tensor_scatter", Opaque> {
  let summary = "x with `updates` written along an axis, from positions[b] on for batch b.";
  let description = [{
    Axis 0 is the batch. In mode "circular" positions continue at the start of the axis. Without
    positions they are 0.
  }];
  let arguments = (ins Graph_AnyTensor:$x, Graph_AnyTensor:$updates,
                       Graph_Maybe<Graph_IndexTensor>:$positions, I64Attr:$axis,
                       DefaultValuedAttr<StrAttr, "\"linear\"">:$mode);
  let results = (outs Graph_AnyTensor:$y);
  let onnx = [OnnxRule<"TensorScatter">];
  let constraints = [Rule<1, "mode is linear or circular">,
                     Rule<2, "axis is within the rank and not 0">,
                     Rule<3, "updates has the shape of x, but may be shorter along the axis">,
                     Rule<4, "x and updates have the same element type">,
                     Rule<5, "positions is a vector with one entry for each of the batch">];
}

def Graph_CompressOp : Graph_Movement<"compress"> {
  let summary = "The slices along an axis, or without axis the elements, whose condition is true.";
  let arguments = (ins Graph_AnyTensor:$x, Graph_BoolTensor:$condition, OptionalAttr<I64Attr>:$axis);
  let results = (outs Graph_AnyTensor:$y);
  let onnx = [Onnx<"Compress">];
  let constraints = [Rule<1, "condition is a vector of booleans">,
                     Rule<2, "axis is within the rank">,
                     Rule<3, "beyond the last slice no condition is true">];
}

//===--------------------------------------------------------------------------------------------===//
// Order
//===--------------------------------------------------------------------------------------------===//

def Graph_TopKOp : Graph_Movement<"top_k", Opaque> {
  let summary = "The k largest or smallest elements along an axis, in order, and their indices.";
  let description = [{
    NaN counts as larger than every number; of equal elements the one with the lower index comes first.
  }];
  let arguments = (ins Graph_NumberTensor:$x, Graph_IndexTensor:$k, I64Attr:$axis,
                       DefaultValuedAttr<BoolAttr, "true">:$largest);
  let results = (outs Graph_NumberTensor:$values, Graph_TensorOf<[I64], "i64">:$indices);
  let onnx = [OnnxRule<"TopK">];
  let constraints = [Rule<1, "k has one element">,
                     Rule<2, "axis is within the rank">,
                     Rule<3, "k is not negative, and not over the size of the axis">];
}

def Graph_UniqueOp : Graph_Movement<"unique", Opaque> {
  let summary = "The distinct slices along an axis, or without axis the distinct elements.";
  let description = [{
    In ascending order, or else in the order of their first occurrence. Further results: the position
    of each first occurrence, for each slice of the operand which of the distinct ones it is, and how
    often each occurs. NaN is equal to itself and larger than every number.
  }];
  let arguments = (ins Graph_AnyTensor:$x, OptionalAttr<I64Attr>:$axis,
                       DefaultValuedAttr<BoolAttr, "true">:$sorted);
  let results = (outs Graph_AnyTensor:$y, Graph_TensorOf<[I64], "i64">:$indices,
                      Graph_TensorOf<[I64], "i64">:$inverse, Graph_TensorOf<[I64], "i64">:$counts);
  let onnx = [Onnx<"Unique">, MicrosoftRule<"Unique">];
  let constraints = [Rule<1, "axis is within the rank">];
  let ownsResults = 1;
}

def Graph_NonZeroOp : Graph_Movement<"non_zero", Opaque> {
  let summary = "The places of all elements that are not zero: one row for each axis.";
  let arguments = (ins Graph_AnyTensor:$x);
  let results = (outs Graph_TensorOf<[I64], "i64">:$y);
  let onnx = [Onnx<"NonZero">];
  let ownsResults = 1;
}

//===--------------------------------------------------------------------------------------------===//
// Sizes that depend on data
//===--------------------------------------------------------------------------------------------===//
// Operators whose results have room for all that can be, and say how much of it is there. The
// operators above are written with them (BoundSizes).

def Graph_PrefixOp : Graph_Movement<"prefix", Opaque> {
  let summary = "The first slices along an axis, as many as `count` says.";
  let arguments = (ins Graph_AnyTensor:$x, Graph_TensorOf<[I64], "i64">:$count, I64Attr:$axis);
  let results = (outs Graph_AnyTensor:$y);
  let constraints = [Rule<1, "count has one element">,
                     Rule<2, "axis is within the rank">,
                     Rule<3, "count is not negative, and not over the size of the axis">];
}

def Graph_TruePlacesOp : Graph_Movement<"true_places", Opaque> {
  let summary = "The places of the elements that are true, in their order, and how many they are.";
  let description = [{ There are as many places as elements; behind those that count all are 0. }];
  let arguments = (ins Graph_BoolTensor:$condition);
  let results = (outs Graph_TensorOf<[I64], "i64">:$places, Graph_TensorOf<[I64], "i64">:$count);
  let constraints = [Rule<1, "condition is a vector of booleans">];
}

def Graph_DistinctOp : Graph_Movement<"distinct", Opaque> {
  let summary = "Where the distinct slices along an axis, or elements, first occur, and how many they are.";
  let description = [{
    In the order that `unique` gives them. Further results: for each slice of the operand which of
    the distinct ones it is, and how often each of those occurs. All but the last result have as many
    elements as there are slices; of the first and the third those behind the distinct ones are 0.
  }];
  let arguments = (ins Graph_AnyTensor:$x, OptionalAttr<I64Attr>:$axis,
                       DefaultValuedAttr<BoolAttr, "true">:$sorted);
  let results = (outs Graph_TensorOf<[I64], "i64">:$firsts, Graph_TensorOf<[I64], "i64">:$inverse,
                      Graph_TensorOf<[I64], "i64">:$counts, Graph_TensorOf<[I64], "i64">:$count);
  let constraints = [Rule<1, "axis is within the rank">];
}

class Graph_Cumulative<string mnemonic, string text> : Graph_Op<mnemonic, Opaque> {
  let summary = text;
  let description = [{
    `exclusive` leaves out the element itself; `reverse` goes from the end to the start.
  }];
  let arguments = (ins Graph_NumberTensor:$x, Graph_IndexTensor:$axis,
                       DefaultValuedAttr<BoolAttr, "false">:$exclusive,
                       DefaultValuedAttr<BoolAttr, "false">:$reverse);
  let results = (outs Graph_NumberTensor:$y);
  let infer = "Cumulative";
  let constraints = [Rule<1, "axis has one element">,
                     Rule<2, "axis is within the rank">];
}
def Graph_CumSumOp : Graph_Cumulative<"cum_sum", "The sum of all elements up to each, along an axis."> {
  let onnx = [Onnx<"CumSum">];
}
def Graph_CumProdOp : Graph_Cumulative<"cum_prod", "The product of all elements up to each, along an axis."> {
  let onnx = [Onnx<"CumProd">];
}

//===--------------------------------------------------------------------------------------------===//
// Generated
//===--------------------------------------------------------------------------------------------===//

def Graph_RangeOp : Graph_Movement<"range", Opaque> {
  let summary = "start, start + delta, … up to before limit.";
  let arguments = (ins Graph_NumberTensor:$start, Graph_NumberTensor:$limit, Graph_NumberTensor:$delta);
  let results = (outs Graph_NumberTensor:$y);
  let onnx = [Onnx<"Range">, MicrosoftRule<"Range">];
  let constraints = [Rule<1, "operands have the same element type">,
                     Rule<2, "operands have one element">,
                     Rule<3, "delta is not 0 and all three are finite">,
                     Rule<4, "the number of elements is representable">];
}

def Graph_EyeLikeOp : Graph_Movement<"eye_like", Opaque> {
  let summary = "Ones on diagonal k of a matrix as large as the operand, zeros elsewhere.";
  let arguments = (ins Graph_AnyTensor:$x, TypeAttr:$to, DefaultValuedAttr<I64Attr, "0">:$k);
  let results = (outs Graph_NumberOrBoolTensor:$y);
  let onnx = [OnnxRule<"EyeLike">];
  let constraints = [Rule<1, "the operand has rank 2">];
}

def Graph_TriluOp : Graph_Movement<"trilu", Opaque> {
  let summary = "The upper or lower triangle, from diagonal k on, of each matrix; zero elsewhere.";
  let arguments = (ins Graph_AnyTensor:$x, Graph_Maybe<Graph_IndexTensor>:$k,
                       DefaultValuedAttr<BoolAttr, "true">:$upper);
  let results = (outs Graph_AnyTensor:$y);
  let onnx = [OnnxRule<"Trilu">, MicrosoftRule<"Trilu">];
  let constraints = [Rule<1, "the operand has rank 2 or more">,
                     Rule<2, "k has one element">];
}

def Graph_OneHotOp : Graph_Movement<"one_hot", Opaque> {
  let summary = "A new axis of size depth, values[1] at the index and values[0] elsewhere.";
  let description = [{
    Indices of other types are truncated to integers. One that is out of range selects nothing; with
    `wrap`, -depth … -1 count from the end.
  }];
  let arguments = (ins Graph_NumberTensor:$indices, Graph_NumberTensor:$depth,
                       Graph_AnyTensor:$values, I64Attr:$axis,
                       DefaultValuedAttr<BoolAttr, "true">:$wrap);
  let results = (outs Graph_AnyTensor:$y);
  let onnx = [OnnxRule<"OneHot">];
  let constraints = [Rule<1, "depth has one element, which is positive">,
                     Rule<2, "values has two elements">,
                     Rule<3, "axis is within the rank of the result">];
}
