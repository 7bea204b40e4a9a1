// Elementwise operators: one output element from the input elements at the same (broadcast) place.
include "GraphBase.td"

//===--------------------------------------------------------------------------------------------===//
// One operand
//===--------------------------------------------------------------------------------------------===//

def Graph_AbsOp : Graph_Unary<"abs", "fiu", "abs(x)", Graph_NumberTensor> {
  let summary = "Absolute value; the most negative integer stays as it is.";
  let onnx = [Onnx<"Abs">];
}
def Graph_NegOp : Graph_Unary<"neg", "fi", "neg(x)", Graph_NumberTensor> {
  let summary = "-x; the most negative integer stays as it is.";
  let onnx = [Onnx<"Neg">];
}
def Graph_ReluOp : Graph_Unary<"relu", "fi", "max(x, C(0))", Graph_NumberTensor> {
  let summary = "max(x, 0); NaN stays NaN.";
  let onnx = [Onnx<"Relu">];
}
def Graph_LeakyReluOp
    : Graph_Unary<"leaky_relu", "f", "x < 0 ? alpha * x : x", Graph_FloatTensor,
                  (ins DefaultValuedAttr<F32Attr, "0.01f">:$alpha)> {
  let summary = "x for x >= 0, alpha * x below.";
  let onnx = [Onnx<"LeakyRelu">];
}

//===--------------------------------------------------------------------------------------------===//
// Two operands
//===--------------------------------------------------------------------------------------------===//

def Graph_AddOp : Graph_Binary<"add", "fiu", "add(x, y)"> {
  let summary = "x + y; integers wrap.";
  let onnx = [Onnx<"Add">];
}
def Graph_MulOp : Graph_Binary<"mul", "fiu", "mul(x, y)"> {
  let summary = "x * y; integers wrap.";
  let onnx = [Onnx<"Mul">];
}
def Graph_LessOp : Graph_Compare<"less", "fiu", "x < y", Graph_NumberTensor> {
  let summary = "x < y; false where either is NaN.";
  let onnx = [Onnx<"Less">];
}

//===--------------------------------------------------------------------------------------------===//
// Conversion
//===--------------------------------------------------------------------------------------------===//

def Graph_CastOp : Graph_Op<"cast", Elementwise_> {
  let summary = "Converts every element to another type.";
  let description = [{
    Float to integer truncates towards zero; float to a smaller float rounds to nearest even; to a type
    without infinity, what is out of range saturates or becomes NaN as `saturate` says; number to
    string prints it, string to number parses it.
  }];
  let arguments = (ins Graph_AnyTensor:$x, TypeAttr:$to, DefaultValuedAttr<BoolAttr, "true">:$saturate,
                       DefaultValuedAttr<StrAttr, "\"up\"">:$round_mode);
  let results = (outs Graph_AnyTensor:$y);
  let onnx = [OnnxRule<"Cast">, OnnxRule<"CastLike">];
  let constraints = [Rule<1, "round_mode is up, down or nearest">];
  let widen = 0;
}
