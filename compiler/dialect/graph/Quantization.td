// Quantization: conversions between numbers and quantized integers, and what works on integers.
include "GraphBase.td"

/// How scales belong to x, and zero points, unless there is one for all:
///   one element         to the whole tensor
///   a vector            one to each index of `axis`
///   as x but for axis   one to each block of `block_size` elements along `axis` (block_size > 0)
class Graph_LinearOp<string mnemonic> : Graph_Op<mnemonic, Elementwise_> {
  dag granularity = (ins DefaultValuedAttr<I64Attr, "0">:$axis,
                         DefaultValuedAttr<I64Attr, "0">:$block_size);
  list<Rule> shared = [
    Rule<2, "axis is within the rank of x, block_size is not negative">,
    Rule<3, "scale has one element, one per index of axis, or one per block">,
    Rule<4, "zero_point has the shape of scale, or one element">];
  let widen = 0;
}

def Graph_QuantizeLinearOp : Graph_LinearOp<"quantize_linear"> {
  let keepsPrecision = 1;
  let summary = "x / scale + zero_point in a smaller type.";
  let description = [{
    The quotient is computed and rounded in type `precision`; to an integer type it is then rounded to
    the nearest even integer, and the sum saturates (NaN gives the least value). To a float type of 8
    bits, `saturate` says what becomes of values beyond its range.
  }];
  let arguments = !con((ins Graph_NumberTensor:$x, Graph_NumberTensor:$scale,
                            Graph_Maybe<Graph_NumberTensor>:$zero_point, TypeAttr:$to), granularity,
                       (ins DefaultValuedAttr<BoolAttr, "true">:$saturate, OptionalAttr<TypeAttr>:$precision));
  let results = (outs Graph_NumberTensor:$y);
  let onnx = [OnnxRule<"QuantizeLinear">, MicrosoftRule<"QuantizeLinear">];
  let constraints = [Rule<1, "the result has at most 16 bits, zero_point its type, and precision is f16, bf16, f32 or f64">,
                     shared[0], shared[1], shared[2]];
}

def Graph_DequantizeLinearOp : Graph_LinearOp<"dequantize_linear"> {
  let growsConstants = 1;
  let keepsPrecision = 1;
  let summary = "(x - zero_point) * scale.";
  let description = [{
    The difference is exact, the product is computed in f32 (f64 for an f64 result) and rounded to the
    result's type.
  }];
  let arguments = !con((ins Graph_NumberTensor:$x, Graph_FloatTensor:$scale,
                            Graph_Maybe<Graph_NumberTensor>:$zero_point, TypeAttr:$to), granularity);
  let results = (outs Graph_FloatTensor:$y);
  let onnx = [OnnxRule<"DequantizeLinear">, MicrosoftRule<"DequantizeLinear">];
  let constraints = [Rule<1, "x has at most 32 bits, zero_point its type, and the result is f16, bf16, f32 or f64">,
                     shared[0], shared[1], shared[2]];
}

def Graph_DynamicQuantizeLinearOp : Graph_Op<"dynamic_quantize_linear", Reduction> {
  let summary = "Quantizes to ui8 with the scale and zero point that fit the tensor's own range.";
  let description = [{
    The range is from min(x, 0) to max(x, 0); scale is its length / 255, or 1 when it is empty;
    zero_point is -min / scale, rounded and saturated. NaN counts for nothing.
  }];
  let arguments = (ins Graph_FloatTensor:$x);
  let results = (outs Graph_UnsignedTensor:$y, Graph_FloatTensor:$scale, Graph_UnsignedTensor:$zero_point);
  let onnx = [Onnx<"DynamicQuantizeLinear">];
  let constraints = [Rule<1, "x is f32">];
}

def Graph_UnpackBitsOp : Graph_Op<"unpack_bits", Opaque> {
  let summary = "The unsigned numbers of `bits` bits that are packed into bytes, from the low bits up.";
  let description = "The last axis becomes longer: each byte holds 8 / bits numbers.";
  let arguments = (ins Graph_UnsignedTensor:$x, I64Attr:$bits);
  let results = (outs Graph_UnsignedTensor:$y);
  let constraints = [Rule<1, "x is ui8 and has an axis; bits is 2 or 4">];
}

//===--------------------------------------------------------------------------------------------===//
// ONNX operators that these and others express
//===--------------------------------------------------------------------------------------------===//

def Quantization_Composites : Graph_Composites {
  let onnx = [OnnxRule<"QLinearConv">, OnnxRule<"QLinearMatMul">, MicrosoftRule<"QGemm">,
              MicrosoftRule<"MatMulIntegerToFloat">, MicrosoftRule<"DynamicQuantizeMatMul">,
              MicrosoftRule<"MatMulNBits">, MicrosoftRule<"QLinearAdd">,
              MicrosoftRule<"QLinearMul">, MicrosoftRule<"QLinearSigmoid">,
              MicrosoftRule<"QLinearLeakyRelu">, MicrosoftRule<"QLinearSoftmax">,
              MicrosoftRule<"QLinearReduceMean">, MicrosoftRule<"QLinearAveragePool">,
              MicrosoftRule<"QLinearGlobalAveragePool">, MicrosoftRule<"QLinearConcat">,
              MicrosoftRule<"QLinearWhere">, MicrosoftRule<"GatherBlockQuantized">];
}
