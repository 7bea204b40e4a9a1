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
  let arguments = (ins Graph_AnyTensor:$x, DenseI64ArrayAttr:$perm);
  let results = (outs Graph_AnyTensor:$y);
  let onnx = [OnnxRule<"Transpose">];
  let constraints = [Rule<1, "perm is a permutation of the operand's axes">];
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
