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
