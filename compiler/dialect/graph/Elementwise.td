// Elementwise operators: one output element from the input elements at the same (broadcast) place.
include "GraphBase.td"

class Graph_Activation<string mnemonic, string expression, dag attributes = (ins)>
    : Graph_Unary<mnemonic, "f", expression, Graph_FloatTensor, attributes>;

/// One operand, a truth value for each element.
class Graph_Predicate<string mnemonic, string expression, Type type, dag attributes = (ins)>
    : Graph_Unary<mnemonic, "f", expression, type, attributes> {
  let results = (outs Graph_BoolTensor:$y);
  let infer = "SameShapeBool";
  let formulaIsBool = 1;
}

//===--------------------------------------------------------------------------------------------===//
// Arithmetic of one operand
//===--------------------------------------------------------------------------------------------===//

def Graph_AbsOp : Graph_Unary<"abs", "fiu", "abs(x)", Graph_NumberTensor> {
  let range = "NotNegative";
  let summary = "Absolute value; the most negative integer stays as it is.";
  let onnx = [Onnx<"Abs">];
}
def Graph_NegOp : Graph_Unary<"neg", "fi", "neg(x)", Graph_NumberTensor> {
  let summary = "-x; the most negative integer stays as it is.";
  let onnx = [Onnx<"Neg">];
}
def Graph_SignOp : Graph_Unary<"sign", "fiu", "sign(x)", Graph_NumberTensor> {
  let summary = "1, 0 or -1 for x above, at or below 0; NaN stays NaN.";
  let onnx = [Onnx<"Sign">];
}
def Graph_ReciprocalOp : Graph_Unary<"reciprocal", "f", "1 / x"> {
  let summary = "1 / x.";
  let onnx = [Onnx<"Reciprocal">];
}
def Graph_CeilOp : Graph_Unary<"ceil", "f", "ceil(x)"> {
  let summary = "The smallest whole number not below x.";
  let onnx = [Onnx<"Ceil">];
}
def Graph_FloorOp : Graph_Unary<"floor", "f", "floor(x)"> {
  let summary = "The largest whole number not above x.";
  let onnx = [Onnx<"Floor">];
}
def Graph_RoundOp : Graph_Unary<"round", "f", "round(x)"> {
  let summary = "The nearest whole number, ties to the even one.";
  let onnx = [Onnx<"Round">];
}
def Graph_SqrtOp : Graph_Unary<"sqrt", "f", "sqrt(x)"> {
  let range = "Root";
  let summary = "Square root; NaN below 0.";
  let onnx = [Onnx<"Sqrt">];
}
def Graph_ExpOp : Graph_Unary<"exp", "f", "exp(x)"> {
  let range = "NotNegative";
  let summary = "e to the power of x.";
  let onnx = [Onnx<"Exp">];
}
def Graph_LogOp : Graph_Unary<"log", "f", "log(x)"> {
  let summary = "Natural logarithm; NaN below 0.";
  let onnx = [Onnx<"Log">];
}
def Graph_ErfOp : Graph_Unary<"erf", "fiu", "erf(x)", Graph_NumberTensor> {
  let range = "UpToOne";
  let summary = "The error function; for integers, truncated.";
  let onnx = [Onnx<"Erf">];
}

//===--------------------------------------------------------------------------------------------===//
// Trigonometry
//===--------------------------------------------------------------------------------------------===//

def Graph_SinOp : Graph_Unary<"sin", "f", "sin(x)"> {
  let range = "UpToOne";
  let summary = "Sine.";
  let onnx = [Onnx<"Sin">];
}
def Graph_CosOp : Graph_Unary<"cos", "f", "cos(x)"> {
  let range = "UpToOne";
  let summary = "Cosine.";
  let onnx = [Onnx<"Cos">];
}
def Graph_TanOp : Graph_Unary<"tan", "f", "tan(x)"> {
  let summary = "Tangent.";
  let onnx = [Onnx<"Tan">];
}
def Graph_AsinOp : Graph_Unary<"asin", "f", "asin(x)"> {
  let summary = "Inverse sine; NaN outside of -1 to 1.";
  let onnx = [Onnx<"Asin">];
}
def Graph_AcosOp : Graph_Unary<"acos", "f", "acos(x)"> {
  let summary = "Inverse cosine; NaN outside of -1 to 1.";
  let onnx = [Onnx<"Acos">];
}
def Graph_AtanOp : Graph_Unary<"atan", "f", "atan(x)"> {
  let summary = "Inverse tangent.";
  let onnx = [Onnx<"Atan">];
}
def Graph_SinhOp : Graph_Unary<"sinh", "f", "sinh(x)"> {
  let summary = "Hyperbolic sine.";
  let onnx = [Onnx<"Sinh">];
}
def Graph_CoshOp : Graph_Unary<"cosh", "f", "cosh(x)"> {
  let summary = "Hyperbolic cosine.";
  let onnx = [Onnx<"Cosh">];
}
def Graph_TanhOp : Graph_Unary<"tanh", "f", "tanh(x)"> {
  let range = "UpToOne";
  let summary = "Hyperbolic tangent.";
  let onnx = [Onnx<"Tanh">];
}
def Graph_AsinhOp : Graph_Unary<"asinh", "f", "asinh(x)"> {
  let summary = "Inverse hyperbolic sine.";
  let onnx = [Onnx<"Asinh">];
}
def Graph_AcoshOp : Graph_Unary<"acosh", "f", "acosh(x)"> {
  let summary = "Inverse hyperbolic cosine; NaN below 1.";
  let onnx = [Onnx<"Acosh">];
}
def Graph_AtanhOp : Graph_Unary<"atanh", "f", "atanh(x)"> {
  let summary = "Inverse hyperbolic tangent; NaN outside of -1 to 1.";
  let onnx = [Onnx<"Atanh">];
}

//===--------------------------------------------------------------------------------------------===//
// Activations
//===--------------------------------------------------------------------------------------------===//

def Graph_ReluOp : Graph_Unary<"relu", "fi", "max(x, C(0))", Graph_NumberTensor> {
  let range = "Relu";
  let summary = "max(x, 0); NaN stays NaN.";
  let onnx = [Onnx<"Relu">];
}
def Graph_LeakyReluOp
    : Graph_Activation<"leaky_relu", "x < 0 ? alpha * x : x",
                       (ins DefaultValuedAttr<F32Attr, "0.01f">:$alpha)> {
  let summary = "x for x >= 0, alpha * x below.";
  let onnx = [Onnx<"LeakyRelu">];
}
def Graph_ThresholdedReluOp
    : Graph_Activation<"thresholded_relu", "x > alpha ? x : C(0)",
                       (ins DefaultValuedAttr<F32Attr, "1.0f">:$alpha)> {
  let summary = "x above alpha, 0 elsewhere.";
  let onnx = [Onnx<"ThresholdedRelu">];
}
def Graph_SigmoidOp : Graph_Activation<"sigmoid", "sigmoid(x)"> {
  let range = "Unit";
  let summary = "1 / (1 + exp(-x)).";
  let onnx = [Onnx<"Sigmoid">];
}
def Graph_HardSigmoidOp
    : Graph_Activation<"hard_sigmoid", "max(C(0), min(C(1), multiplyAdd(alpha, x, beta)))",
                       (ins DefaultValuedAttr<F32Attr, "0.2f">:$alpha,
                            DefaultValuedAttr<F32Attr, "0.5f">:$beta)> {
  let range = "Unit";
  let summary = "alpha * x + beta within 0 and 1.";
  let onnx = [Onnx<"HardSigmoid">];
}
def Graph_HardSwishOp : Graph_Activation<"hard_swish", "hardSwish(x)"> {
  let summary = "x times (x / 6 + 1/2 within 0 and 1).";
  let onnx = [Onnx<"HardSwish">];
}
def Graph_SwishOp : Graph_Activation<"swish", "x * sigmoid(alpha * x)",
                                     (ins DefaultValuedAttr<F32Attr, "1.0f">:$alpha)> {
  let summary = "x * sigmoid(alpha * x).";
  let onnx = [Onnx<"Swish">, MicrosoftRule<"QuickGelu">];
}
def Graph_SoftplusOp : Graph_Activation<"softplus", "softplus(x)"> {
  let range = "NotNegative";
  let summary = "log(1 + exp(x)).";
  let onnx = [Onnx<"Softplus">];
}
def Graph_SoftsignOp : Graph_Activation<"softsign", "x / (1 + abs(x))"> {
  let range = "UpToOne";
  let summary = "x / (1 + |x|).";
  let onnx = [Onnx<"Softsign">];
}
def Graph_EluOp : Graph_Activation<"elu", "x < 0 ? alpha * expm1(x) : x",
                                   (ins DefaultValuedAttr<F32Attr, "1.0f">:$alpha)> {
  let summary = "x for x >= 0, alpha * (exp(x) - 1) below.";
  let onnx = [Onnx<"Elu">];
}
def Graph_SeluOp
    : Graph_Activation<"selu", "gamma * (x > 0 ? x : alpha * expm1(x))",
                       (ins DefaultValuedAttr<F32Attr, "1.67326319217681884765625f">:$alpha,
                            DefaultValuedAttr<F32Attr, "1.05070102214813232421875f">:$gamma)> {
  let summary = "gamma * x above 0, gamma * alpha * (exp(x) - 1) elsewhere.";
  let onnx = [OnnxRule<"Selu">];
}
def Graph_CeluOp
    : Graph_Activation<"celu", "max(C(0), x) + min(C(0), alpha * expm1(x / alpha))",
                       (ins DefaultValuedAttr<F32Attr, "1.0f">:$alpha)> {
  let summary = "max(0, x) + min(0, alpha * (exp(x / alpha) - 1)).";
  let onnx = [Onnx<"Celu">];
}
def Graph_GeluOp : Graph_Activation<"gelu", "approximate != 0 ? geluTanh(x) : gelu(x)",
                                    (ins DefaultValuedAttr<BoolAttr, "false">:$approximate)> {
  let summary = "x times the normal distribution's probability of less than x, or its tanh approximation.";
  let onnx = [OnnxRule<"Gelu">, MicrosoftRule<"Gelu">, Widened<MicrosoftRule<"BiasGelu">>,
              Widened<MicrosoftRule<"FastGelu">>];
}
def Graph_MishOp : Graph_Activation<"mish", "mish(x)"> {
  let summary = "x * tanh(softplus(x)).";
  let onnx = [Onnx<"Mish">];
}
def Graph_ShrinkOp
    : Graph_Unary<"shrink", "fiu", "shrink(x, lambd, bias)", Graph_NumberTensor,
                  (ins DefaultValuedAttr<F32Attr, "0.0f">:$bias,
                       DefaultValuedAttr<F32Attr, "0.5f">:$lambd)> {
  let summary = "x + bias below -lambd, x - bias above lambd, 0 between.";
  let onnx = [Onnx<"Shrink">];
}
def Graph_PreluOp : Graph_Binary<"prelu", "fiu", "x < 0 ? mul(x, slope) : x"> {
  let summary = "x for x >= 0, slope * x below.";
  let arguments = (ins Graph_NumberTensor:$x, Graph_NumberTensor:$slope);
  let onnx = [OnnxRule<"PRelu">];
  let infer = "BroadcastToFirst";
  let constraints = [Rule<1, "operands have the same element type">,
                     Rule<2, "the slope broadcasts to the shape of x">];
}
def Graph_SwigluOp : Graph_Binary<"swiglu", "f", "x * sigmoid(alpha * x) * y", Graph_FloatTensor,
                                  (ins DefaultValuedAttr<F32Attr, "1.0f">:$alpha)> {
  let summary = "swish(x) * y: y, gated by x.";
  let onnx = [Onnx<"SwiGLU">];
}

//===--------------------------------------------------------------------------------------------===//
// Arithmetic of two operands
//===--------------------------------------------------------------------------------------------===//

def Graph_AddOp : Graph_Binary<"add", "fiu", "add(x, y)"> {
  let range = "Sum";
  let summary = "x + y; integers wrap.";
  let onnx = [Onnx<"Add">];
}
def Graph_SubOp : Graph_Binary<"sub", "fiu", "sub(x, y)"> {
  let summary = "x - y; integers wrap.";
  let onnx = [Onnx<"Sub">];
}
def Graph_MulOp : Graph_Binary<"mul", "fiu", "mul(x, y)"> {
  let range = "Product";
  let summary = "x * y; integers wrap.";
  let onnx = [Onnx<"Mul">];
}
def Graph_DivOp : Graph_Binary<"div", "fiu", "div(x, y)"> {
  let summary = "x / y; integers truncate towards zero, wrap, and give 0 when divided by 0.";
  let onnx = [Onnx<"Div">];
}
def Graph_ModOp : Graph_Binary<"mod", "fiu", "mod(x, y)"> {
  let summary = "x - floor(x / y) * y, with the sign of y; integers modulo 0 give 0.";
  let onnx = [OnnxRule<"Mod">];
}
def Graph_FmodOp : Graph_Binary<"fmod", "fiu", "fmod(x, y)"> {
  let summary = "x - trunc(x / y) * y, with the sign of x; integers modulo 0 give 0.";
}
def Graph_PowOp : Graph_Op<"pow", Elementwise_> {
  let summary = "x to the power of y, in the element type of x.";
  let description = [{
    Where either is a float, the power is computed in floats and for an integer x truncated. Between
    integers it wraps, and a negative exponent gives the whole part of the fraction, 0 for x = 0.
  }];
  let arguments = (ins Graph_NumberTensor:$x, Graph_NumberTensor:$y);
  let results = (outs Graph_NumberTensor:$z);
  let formula = "pow(x, y)"; // where both are floats, or both integers of one type
  let formulaTypes = "fiu";
  let onnx = [Onnx<"Pow">];
  let broadcasts = 1;
  let constraints = [Rule<1, "operand shapes broadcast to one shape">];
  let widen = 0;
}
def Graph_MaxOp : Graph_Binary<"max", "fiu", "max(x, y)"> {
  let range = "Max";
  let summary = "The larger one; NaN where either is.";
  let onnx = [OnnxRule<"Max">];
}
def Graph_MinOp : Graph_Binary<"min", "fiu", "min(x, y)"> {
  let range = "Min";
  let summary = "The smaller one; NaN where either is.";
  let onnx = [OnnxRule<"Min">];
}

//===--------------------------------------------------------------------------------------------===//
// Comparison
//===--------------------------------------------------------------------------------------------===//

def Graph_EqualOp : Graph_Compare<"equal", "fiub", "x == y",
                                  Graph_TensorOf<[Graph_Float, Graph_Signed, Graph_Unsigned, I1,
                                                  Graph_String], "number, boolean or string">> {
  let summary = "x == y; false where either is NaN.";
  let onnx = [Onnx<"Equal">];
  let eval = "Equal";
}
def Graph_GreaterOp : Graph_Compare<"greater", "fiu", "x > y", Graph_NumberTensor> {
  let summary = "x > y; false where either is NaN.";
  let onnx = [Onnx<"Greater">];
}
def Graph_GreaterOrEqualOp : Graph_Compare<"greater_or_equal", "fiu", "x >= y", Graph_NumberTensor> {
  let summary = "x >= y; false where either is NaN.";
  let onnx = [Onnx<"GreaterOrEqual">];
}
def Graph_LessOp : Graph_Compare<"less", "fiu", "x < y", Graph_NumberTensor> {
  let summary = "x < y; false where either is NaN.";
  let onnx = [Onnx<"Less">];
}
def Graph_LessOrEqualOp : Graph_Compare<"less_or_equal", "fiu", "x <= y", Graph_NumberTensor> {
  let summary = "x <= y; false where either is NaN.";
  let onnx = [Onnx<"LessOrEqual">];
}
def Graph_IsNanOp : Graph_Predicate<"is_nan", "isNan(x)", Graph_FloatTensor> {
  let summary = "Whether x is NaN.";
  let onnx = [Onnx<"IsNaN">];
}
def Graph_IsInfOp
    : Graph_Predicate<"is_inf", "isInfinite(x, detect_positive != 0, detect_negative != 0)",
                      Graph_FloatTensor, (ins DefaultValuedAttr<BoolAttr, "true">:$detect_negative,
                                              DefaultValuedAttr<BoolAttr, "true">:$detect_positive)> {
  let summary = "Whether x is an infinity of a sign that is looked for.";
  let onnx = [Onnx<"IsInf">];
}
def Graph_IsFiniteOp
    : Graph_Predicate<"is_finite", "!isNan(x) && !isInfinite(x, true, true)", Graph_FloatTensor> {
  let summary = "Whether x is a number, neither an infinity nor NaN.";
  let onnx = [Onnx<"IsFinite", "com.microsoft">];
}

//===--------------------------------------------------------------------------------------------===//
// Truth values and bits
//===--------------------------------------------------------------------------------------------===//

def Graph_IntOrBoolTensor
    : Graph_TensorOf<[Graph_Signed, Graph_Unsigned, I1], "integer or boolean">;

def Graph_LogicalNotOp : Graph_Unary<"logical_not", "b", "x == 0", Graph_BoolTensor> {
  let summary = "True where x is false.";
  let onnx = [Onnx<"Not">];
}
def Graph_BitNotOp : Graph_Unary<"bit_not", "iu", "~x", Graph_IntTensor> {
  let summary = "Every bit inverted.";
  let onnx = [Onnx<"BitwiseNot">];
}
def Graph_BitAndOp : Graph_Binary<"bit_and", "iub", "x & y", Graph_IntOrBoolTensor> {
  let summary = "The bits set in both; for booleans, whether both are true.";
  let onnx = [Onnx<"And">, Onnx<"BitwiseAnd">];
}
def Graph_BitOrOp : Graph_Binary<"bit_or", "iub", "x | y", Graph_IntOrBoolTensor> {
  let summary = "The bits set in either; for booleans, whether one is true.";
  let onnx = [Onnx<"Or">, Onnx<"BitwiseOr">];
}
def Graph_BitXorOp : Graph_Binary<"bit_xor", "iub", "x ^ y", Graph_IntOrBoolTensor> {
  let summary = "The bits that differ; for booleans, whether just one is true.";
  let onnx = [Onnx<"Xor">, Onnx<"BitwiseXor">];
}
def Graph_ShiftLeftOp : Graph_Binary<"shift_left", "iu", "shiftLeft(x, y)", Graph_IntTensor> {
  let summary = "x * 2^y without the bits that fall off; 0 for an amount below 0 or not below the width.";
  let onnx = [OnnxRule<"BitShift">];
}
def Graph_ShiftRightOp : Graph_Binary<"shift_right", "iu", "shiftRight(x, y)", Graph_IntTensor> {
  let summary = "x / 2^y rounded down; an amount below 0 or not below the width leaves only the sign.";
}

def Graph_WhereOp : Graph_Op<"where", Elementwise_> {
  let range = "Where";
  let summary = "x where the condition is true, y elsewhere.";
  let arguments = (ins Graph_BoolTensor:$condition, Graph_AnyTensor:$x, Graph_AnyTensor:$y);
  let results = (outs Graph_AnyTensor:$z);
  let onnx = [Onnx<"Where">];
  let broadcasts = 1;
  let constraints = [Rule<1, "the condition is boolean">,
                     Rule<2, "x and y have the same element type">,
                     Rule<3, "operand shapes broadcast to one shape">];
  let widen = 0;
}

//===--------------------------------------------------------------------------------------------===//
// Conversion
//===--------------------------------------------------------------------------------------------===//

def Graph_CastOp : Graph_Op<"cast", Elementwise_> {
  let range = "KeepsSign";
  let summary = "Converts every element to another type.";
  let description = [{
    - Integer to integer discards high bits. Any number but 0 is the boolean true.
    - Float to integer truncates to 64 bits and then discards high bits; NaN is 0, and what is beyond
      64 bits the nearest of those integers.
    - Number to float rounds to nearest even. What is beyond the range of f8 becomes the largest
      value when `saturate`, else infinity, or NaN where there is none. f6 and f4, which have neither,
      saturate, and NaN becomes 0.
    - To f8E8M0FNU, `round_mode` says to which power of two; `saturate` is for both ends of its range.
    - Number to string prints the shortest text that reads back the same; string to number reads
      decimal and scientific notation, infinities and NaN in any case.
    - A complex number converts by its real part.
  }];
  let arguments = (ins Graph_AnyTensor:$x, TypeAttr:$to, DefaultValuedAttr<BoolAttr, "true">:$saturate,
                       DefaultValuedAttr<StrAttr, "\"up\"">:$round_mode);
  let results = (outs Graph_AnyTensor:$y);
  let onnx = [OnnxRule<"Cast">, OnnxRule<"CastLike">];
  let constraints = [Rule<1, "round_mode is up, down or nearest">];
  let ownsResults = 1;
  let widen = 0;
}

def Graph_BitCastOp : Graph_Op<"bit_cast", Elementwise_> {
  let keepsPrecision = 1;
  let summary = "The bits of every element, read as another type.";
  let arguments = (ins Graph_AnyTensor:$x, TypeAttr:$to);
  let results = (outs Graph_AnyTensor:$y);
  let onnx = [Onnx<"BitCast">];
  let constraints = [Rule<1, "both types have the same number of bits, booleans having 8">,
                     Rule<2, "neither type is string">];
  let widen = 0;
}

//===--------------------------------------------------------------------------------------------===//
// Composites
//===--------------------------------------------------------------------------------------------===//

def Elementwise_Composites : Graph_Composites {
  let onnx = [OnnxRule<"Clip">, Widened<OnnxRule<"Sum">>, Widened<OnnxRule<"Mean">>,
              Widened<OnnxRule<"Affine">>, Widened<OnnxRule<"ImageScaler">>,
              Widened<OnnxRule<"ParametricSoftplus">>, Widened<OnnxRule<"Scale">>,
              Widened<OnnxRule<"ScaledTanh">>, Widened<MicrosoftRule<"BiasAdd">>];
}
