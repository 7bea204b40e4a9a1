// Constants, control flow, sequences and optionals: what holds a model together.
include "GraphBase.td"

def Graph_NoneOp : Graph_Op<"none", Structural, [Pure]> {
  let summary = "An operand that is not there.";
  let arguments = (ins);
  let results = (outs NoneType:$none);
  let ownsResults = 1;
}

def Graph_ConstantOp : Graph_Op<"constant", Structural, [Pure, ConstantLike]> {
  let summary = "A tensor known at compile time.";
  let description = [{
    Large values are resource blobs over the mapped model file and are never copied. Elements of fewer
    than 8 bits take one byte each.
  }];
  let arguments = (ins ElementsAttr:$value);
  let results = (outs Graph_AnyTensor:$result);
  let assemblyFormat = "attr-dict `:` type($result)";
  let onnx = [OnnxRule<"Constant">];
  let constraints = [Rule<1, "the value's type is the result's type">,
                     Rule<2, "a resource blob has exactly the bytes of its type">];
  let hasFolder = 1;
  let extraClassDefinition = [{
    ::llvm::LogicalResult $cppClass::verify() { return ::ingot::graph::verifyConstant(getOperation()); }
  }];
  let ownsResults = 1;
  let widen = 0;
  let foldable = 0;
}

def Graph_YieldOp : Graph_Op<"yield", Structural, [Pure, Terminator, ReturnLike]> {
  let summary = "Ends a region and gives its results.";
  let arguments = (ins Variadic<AnyType>:$values);
  let assemblyFormat = "attr-dict ($values^ `:` type($values))?";
  let hasVerifier = 0;
  let extraClassDefinition = "";
  let infer = "None";
  let eval = "None";
  let foldable = 0;
}

def Graph_GroupOp : Graph_Op<"group", Structural, [Pure, IsolatedFromAbove]> {
  let summary = "Operators that run as one.";
  let description = [{
    What the region computes from the operands. Elementwise operators are one loop; with one that is
    not among them, the root, it runs as the kernel of that one, which applies the others to what it
    reads and to what it is about to store.
  }];
  let arguments = (ins Variadic<AnyType>:$operands);
  let results = (outs Variadic<AnyType>:$results);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = "operands attr-dict `:` functional-type(operands, results) $body";
  let constraints = [Rule<1, "the region takes values of the operands' types">];
  let ownsResults = 1;
  let widen = 0;
  let foldable = 0;
}

def Graph_InvalidOp : Graph_Op<"invalid", Structural, []> {
  let summary = "Fails when it runs.";
  let description = [{
    Takes the place of an operator that violates one of its constraints on the types its operands turn
    out to have, as `message` says. It may stand in a branch that is never taken; so it is an error
    when it runs, and not before.
  }];
  let arguments = (ins Variadic<AnyType>:$operands, StrAttr:$message);
  let results = (outs Variadic<AnyType>:$results);
  let hasVerifier = 0;
  let extraClassDefinition = "";
  let ownsResults = 1;
  let widen = 0;
  let foldable = 0;
}

//===--------------------------------------------------------------------------------------------===//
// Control flow. Regions see the values around them; each is one block that ends in graph.yield.
//===--------------------------------------------------------------------------------------------===//

def Graph_IfOp : Graph_Op<"if", Structural, [RecursiveMemoryEffects]> {
  let summary = "Runs the first region when the condition holds, else the second.";
  let arguments = (ins Graph_BoolTensor:$condition);
  let results = (outs Variadic<AnyType>:$results);
  let regions = (region SizedRegion<1>:$then_region, SizedRegion<1>:$else_region);
  let assemblyFormat = [{
    operands attr-dict `:` functional-type(operands, results) $then_region `else` $else_region
  }];
  let onnx = [OnnxRule<"If">];
  let constraints = [Rule<1, "the condition is one truth value">,
                     Rule<2, "the regions take no arguments">,
                     Rule<3, "the regions yield as many values">,
                     Rule<4, "what the regions yield at one position has a common type">];
  let ownsResults = 1;
  let widen = 0;
  let foldable = 0;
}

def Graph_LoopOp : Graph_Op<"loop", Structural, [RecursiveMemoryEffects]> {
  let summary = "Repeats a region while a count lasts and a condition holds.";
  let description = [{
    The region takes the number of the trip, the condition, and the carried values; it yields the
    condition of the next trip, the carried values, and one item for each scan result. A count or
    condition that is none does not end the loop; the condition that the region yields always does.
    The results are the carried values after the last trip, then the items of each scan result
    stacked along a new first axis. Without trips an unknown dimension of an item is 0.
  }];
  let arguments = (ins Graph_Maybe<Graph_TensorOf<[I64], "64-bit integer">>:$trip_count,
                       Graph_Maybe<Graph_BoolTensor>:$condition, Variadic<AnyType>:$initial);
  let results = (outs Variadic<AnyType>:$results);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = "operands attr-dict `:` functional-type(operands, results) $body";
  let onnx = [OnnxRule<"Loop">];
  let constraints = [Rule<1, "count and condition are single values or none">,
                     Rule<2, "the region takes the trip, the condition and the carried values">,
                     Rule<3, "the region yields a condition and every carried value">,
                     Rule<4, "a carried value keeps its kind and element type">,
                     Rule<5, "scan items are tensors">];
  let ownsResults = 1;
  let widen = 0;
  let foldable = 0;
}

def Graph_ScanOp : Graph_Op<"scan", Structural, [RecursiveMemoryEffects]> {
  let summary = "Runs a region over slices of tensors, carrying a state.";
  let description = [{
    The last `scan_inputs` values are cut along their axis of `input_axes`, the values before them are
    the initial state. The region takes the state and a slice of each; it yields the state and an item
    for each scan result. The results are the last state and the items stacked along `output_axes`.
    Where `input_reversed` or `output_reversed` is 1, slices are taken or items are put from the end.
    When `batched`, every value has a batch as its first axis, each of which is scanned on its own,
    along the second axis and as far as `lengths` says; what is left of a scan result is zero.
  }];
  let arguments = (ins Graph_Maybe<Graph_IndexTensor>:$lengths, Variadic<AnyType>:$values,
                       I64Attr:$scan_inputs, DenseI64ArrayAttr:$input_axes,
                       DenseI64ArrayAttr:$input_reversed, DenseI64ArrayAttr:$output_axes,
                       DenseI64ArrayAttr:$output_reversed,
                       DefaultValuedAttr<BoolAttr, "false">:$batched);
  let results = (outs Variadic<AnyType>:$results);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = "operands attr-dict `:` functional-type(operands, results) $body";
  let onnx = [OnnxRule<"Scan">];
  let constraints = [Rule<1, "scan_inputs counts some or all of the values">,
                     Rule<2, "the region takes the state and the slices, and yields the state">,
                     Rule<3, "there is an axis and a direction for each scan input and result">,
                     Rule<4, "axes are within the rank">,
                     Rule<5, "scan inputs are tensors of one length">,
                     Rule<6, "the state keeps its kind and element type">,
                     Rule<7, "scan items are tensors">,
                     Rule<8, "batched values are tensors of one batch, and lengths has its size">];
  let ownsResults = 1;
  let widen = 0;
  let foldable = 0;
}

//===--------------------------------------------------------------------------------------------===//
// Sequences and optionals
//===--------------------------------------------------------------------------------------------===//

/// Operators that hand values on as they are.
class Graph_Handing<string mnemonic, list<Trait> traits = [Pure]>
    : Graph_Op<mnemonic, Structural, traits> {
  let ownsResults = 1;
  let widen = 0;
}

def Graph_SequenceConstructOp : Graph_Handing<"sequence_construct"> {
  let summary = "A sequence of the operands.";
  let arguments = (ins Variadic<Graph_AnyTensor>:$items);
  let results = (outs Graph_Sequence:$sequence);
  let onnx = [Onnx<"SequenceConstruct">];
  let constraints = [Rule<1, "there is an item">,
                     Rule<2, "items have the same element type">];
}

def Graph_SequenceEmptyOp : Graph_Handing<"sequence_empty"> {
  let summary = "A sequence without items, to be filled with tensors of an element type.";
  let arguments = (ins TypeAttr:$element);
  let results = (outs Graph_Sequence:$sequence);
  let onnx = [OnnxRule<"SequenceEmpty">];
}

def Graph_SequenceAtOp : Graph_Handing<"sequence_at"> {
  let summary = "The item at a position; negative ones count from the end.";
  let arguments = (ins Graph_Sequence:$sequence, Graph_IndexTensor:$position);
  let results = (outs Graph_AnyValue:$item);
  let onnx = [Onnx<"SequenceAt">];
  let constraints = [Rule<1, "the first operand is a sequence">,
                     Rule<2, "the position is one integer">];
}

def Graph_SequenceInsertOp : Graph_Handing<"sequence_insert"> {
  let summary = "The sequence with an item inserted before a position, or at the end.";
  let arguments = (ins Graph_Sequence:$sequence, Graph_AnyTensor:$item,
                       Graph_Maybe<Graph_IndexTensor>:$position);
  let results = (outs Graph_Sequence:$result);
  let onnx = [OnnxRule<"SequenceInsert">];
  let constraints = [Rule<1, "the first operand is a sequence">,
                     Rule<2, "the position is one integer or none">,
                     Rule<3, "the item has the element type of the sequence">];
}

def Graph_SequenceEraseOp : Graph_Handing<"sequence_erase"> {
  let summary = "The sequence without the item at a position, or without the last.";
  let arguments = (ins Graph_Sequence:$sequence, Graph_Maybe<Graph_IndexTensor>:$position);
  let results = (outs Graph_Sequence:$result);
  let onnx = [OnnxRule<"SequenceErase">];
  let constraints = [Rule<1, "the first operand is a sequence">,
                     Rule<2, "the position is one integer or none">];
}

def Graph_SequenceLengthOp : Graph_Op<"sequence_length", Structural> {
  let summary = "The number of items.";
  let arguments = (ins Graph_Sequence:$sequence);
  let results = (outs Graph_TensorOf<[I64], "64-bit integer">:$length);
  let onnx = [Onnx<"SequenceLength">];
  let constraints = [Rule<1, "the operand is a sequence">];
}

def Graph_SplitToSequenceOp : Graph_Handing<"split_to_sequence"> {
  let summary = "Cuts a tensor along an axis into a sequence.";
  let description = [{
    A scalar `split` is the size of every part but perhaps the last, a vector has the size of each
    part. Without it every part has size 1, and loses the axis unless `keepdims`.
  }];
  let arguments = (ins Graph_AnyTensor:$x, Graph_Maybe<Graph_IndexTensor>:$split, I64Attr:$axis,
                       DefaultValuedAttr<BoolAttr, "true">:$keepdims);
  let results = (outs Graph_Sequence:$parts);
  let onnx = [OnnxRule<"SplitToSequence">];
  let constraints = [Rule<1, "axis is within the rank">,
                     Rule<2, "split is a scalar or a vector">];
}

def Graph_ConcatFromSequenceOp : Graph_Handing<"concat_from_sequence"> {
  let summary = "Joins the items of a sequence along an axis, a new one if `new_axis`.";
  let arguments = (ins Graph_Sequence:$sequence, I64Attr:$axis,
                       DefaultValuedAttr<BoolAttr, "false">:$new_axis);
  let results = (outs Graph_AnyTensor:$result);
  let onnx = [Onnx<"ConcatFromSequence">];
  let constraints = [Rule<1, "the operand is a sequence of tensors">,
                     Rule<2, "axis is within the rank of the result">];
}

def Graph_SequenceMapOp : Graph_Op<"sequence_map", Structural, [RecursiveMemoryEffects]> {
  let summary = "Runs a region for each item of a sequence.";
  let description = [{
    The region takes an item of each operand that is a sequence and every other operand as it is; what
    it yields becomes an item of each result.
  }];
  let arguments = (ins Graph_Sequence:$sequence, Variadic<Graph_AnyValue>:$values);
  let results = (outs Variadic<Graph_Sequence>:$results);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = "operands attr-dict `:` functional-type(operands, results) $body";
  let onnx = [OnnxRule<"SequenceMap">];
  let constraints = [Rule<1, "the first operand is a sequence">,
                     Rule<2, "the region takes one value for each operand">,
                     Rule<3, "the region yields tensors">];
  let ownsResults = 1;
  let widen = 0;
  let foldable = 0;
}

def Graph_OptionalOp : Graph_Handing<"optional"> {
  let summary = "An optional that holds the operand, or nothing.";
  let description = [{
    Without an operand the attributes say what it could hold: a tensor of this element type, or a
    sequence of them.
  }];
  let arguments = (ins Graph_Maybe<Graph_AnyValue>:$content, OptionalAttr<TypeAttr>:$element,
                       DefaultValuedAttr<BoolAttr, "false">:$sequence);
  let results = (outs Graph_Optional:$optional);
  let onnx = [OnnxRule<"Optional">];
  let constraints = [Rule<1, "the operand is a tensor or a sequence, or there is an element type">];
}

def Graph_OptionalGetElementOp : Graph_Handing<"optional_get_element"> {
  let summary = "What an optional holds; an error when it holds nothing.";
  let arguments = (ins Graph_AnyValue:$optional);
  let results = (outs Graph_AnyValue:$content);
  let onnx = [OnnxRule<"OptionalGetElement">];
  let constraints = [Rule<1, "the optional holds something">];
}

def Graph_OptionalHasElementOp : Graph_Op<"optional_has_element", Structural> {
  let summary = "Whether an optional holds something.";
  let arguments = (ins Graph_Maybe<Graph_AnyValue>:$optional);
  let results = (outs Graph_BoolTensor:$answer);
  let onnx = [OnnxRule<"OptionalHasElement">];
}
