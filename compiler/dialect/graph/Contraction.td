// Contractions: sums of products. Matrix products and convolutions.
include "GraphBase.td"

//===--------------------------------------------------------------------------------------------===//
// Matrix products
//===--------------------------------------------------------------------------------------------===//

def Graph_MatmulOp : Graph_Op<"matmul", Contraction> {
  let summary = "Matrix product over the last two axes; the axes before them broadcast.";
  let description = [{
    A vector on the left counts as one row, on the right as one column; that axis is not in the
    result. `transpose_a` and `transpose_b` swap the last two axes of an operand first. Integers wrap.
  }];
  let arguments = (ins Graph_NumberTensor:$a, Graph_NumberTensor:$b,
                       DefaultValuedAttr<BoolAttr, "false">:$transpose_a,
                       DefaultValuedAttr<BoolAttr, "false">:$transpose_b);
  let results = (outs Graph_NumberTensor:$y);
  let onnx = [OnnxRule<"MatMul">];
  let macs = "Matmul";
  let constraints = [Rule<1, "operands have the same element type">,
                     Rule<2, "operands have at least one axis, two where transposed">,
                     Rule<3, "columns of a are rows of b">,
                     Rule<4, "the axes before the last two broadcast">];
}

def Graph_MatmulIntegerOp : Graph_Op<"matmul_integer", Contraction> {
  let summary = "Matrix product of 8-bit integers less their zero points, in 32 bits that wrap.";
  let description = [{
    Shapes as for matmul. A zero point that was left out is 0; otherwise it broadcasts to its operand.
  }];
  let arguments = (ins Graph_IntTensor:$a, Graph_IntTensor:$b, Graph_Maybe<Graph_IntTensor>:$a_zero_point,
                       Graph_Maybe<Graph_IntTensor>:$b_zero_point);
  let results = (outs Graph_IntTensor:$y);
  let onnx = [OnnxRule<"MatMulInteger">];
  let macs = "Matmul";
  let constraints = [Rule<1, "operands are i8 or ui8, zero points of their operand's type">,
                     Rule<2, "operands have at least one axis">,
                     Rule<3, "columns of a are rows of b">,
                     Rule<4, "the axes before the last two broadcast">,
                     Rule<5, "a zero point broadcasts to its operand's shape">];
}

def Graph_MatmulCodesOp : Graph_Op<"matmul_codes", Contraction> {
  let summary = "Matrix product of floats with a matrix of a few bits, which scales make floats of.";
  let description = [{
    Row j of b holds column j of the right side as unsigned numbers of `bits` bits, packed from the low
    bits up. (number - zero_point) * scale is an element; `block_size` neighbours of a row have one
    scale and one zero point. A zero point that was left out is 0. Elements are computed in f32.
  }];
  let arguments = (ins Graph_FloatTensor:$a, Graph_UnsignedTensor:$b, Graph_FloatTensor:$scale,
                       Graph_Maybe<Graph_FloatTensor>:$zero_point, I64Attr:$bits, I64Attr:$block_size);
  let results = (outs Graph_FloatTensor:$y);
  let macs = "Matmul";
  let constraints = [Rule<1, "floats have one type other than f64, and b is ui8">,
                     Rule<2, "bits is 2, 4 or 8, and block_size positive">,
                     Rule<3, "a has an axis, b two, whose rows hold as many numbers as a has columns">,
                     Rule<4, "scale has a number for each block of each row of b">,
                     Rule<5, "zero_point has the shape of scale, or one element">];
}

def Graph_EinsumOp : Graph_Op<"einsum", Contraction> {
  let summary = "Sum of products of elements by named axes: 'ij,jk->ik'.";
  let description = [{
    One term of letters per operand, one letter per axis; `...` stands for axes that broadcast from the
    last one back. A letter twice in a term takes the diagonal; letters that are not in the result are
    summed. Without `->` the result has the axes of `...` and then the letters that occur once, in
    order. An axis of size 1 broadcasts. Spaces mean nothing. Integers wrap.
  }];
  let arguments = (ins Variadic<Graph_NumberTensor>:$operands, StrAttr:$equation);
  let results = (outs Graph_NumberTensor:$y);
  let onnx = [OnnxRule<"Einsum">];
  let macs = "Einsum";
  let constraints = [Rule<1, "operands have the same element type">,
                     Rule<2, "the equation is well formed, with one term per operand">,
                     Rule<3, "each term has as many letters as its operand has axes">,
                     Rule<4, "axes of one letter have one size, or 1">];
}

def Graph_DetOp : Graph_Op<"det", Contraction> {
  let summary = "Determinant of the matrices in the last two axes.";
  let arguments = (ins Graph_FloatTensor:$x);
  let results = (outs Graph_FloatTensor:$y);
  let onnx = [Onnx<"Det">];
  let constraints = [Rule<1, "the last two axes are there and of the same size">];
}

//===--------------------------------------------------------------------------------------------===//
// Convolutions
//===--------------------------------------------------------------------------------------------===//

/// x [N, C, spatial…], w [M, C / group, kernel…] to y [N, M, spatial…]. Per spatial axis:
///   y[o] = sum over k of x[o * stride + k * dilation - pad] * w[k]
/// and 0 outside of x. `pads` has all begins, then all ends. Empty vectors mean 1, 1 and 0.
/// With auto_pad same_upper or same_lower the pads are those that give ceil(size / stride), the odd
/// one at the end or at the beginning.
class Graph_ConvolutionOp<string mnemonic> : Graph_Op<mnemonic, Contraction> {
  let macs = "Conv";
  dag window = (ins DefaultValuedAttr<DenseI64ArrayAttr, "{}">:$strides,
                    DefaultValuedAttr<DenseI64ArrayAttr, "{}">:$pads,
                    DefaultValuedAttr<DenseI64ArrayAttr, "{}">:$dilations,
                    DefaultValuedAttr<I64Attr, "1">:$group);
  list<Rule> shared = [
    Rule<2, "x and w have the same rank, 3 to 8">,
    Rule<3, "strides and dilations are positive, pads are not negative, auto_pad is explicit, same_upper or same_lower">,
    Rule<4, "the channels of x and w fit the number of groups">];
}

def Graph_ConvOp : Graph_ConvolutionOp<"conv"> {
  let summary = "Convolution over any number of spatial axes, with groups, plus a bias per channel.";
  let arguments = !con((ins Graph_FloatTensor:$x, Graph_FloatTensor:$w,
                            Graph_Maybe<Graph_FloatTensor>:$bias), window,
                       (ins DefaultValuedAttr<StrAttr, "\"explicit\"">:$auto_pad));
  let results = (outs Graph_FloatTensor:$y);
  let onnx = [OnnxRule<"Conv">];
  let constraints = [Rule<1, "operands have the same element type">, shared[0], shared[1], shared[2],
                     Rule<5, "the kernel is not empty and fits into the padded x">,
                     Rule<6, "bias has one element per channel of the result">];
}

def Graph_ConvIntegerOp : Graph_ConvolutionOp<"conv_integer"> {
  let summary = "Convolution of 8-bit integers less their zero points, in 32 bits that wrap.";
  let description = [{
    Padding counts as x's zero point. A zero point that was left out is 0; w's may be one per channel.
  }];
  let arguments = !con((ins Graph_IntTensor:$x, Graph_IntTensor:$w, Graph_Maybe<Graph_IntTensor>:$x_zero_point,
                            Graph_Maybe<Graph_IntTensor>:$w_zero_point), window,
                       (ins DefaultValuedAttr<StrAttr, "\"explicit\"">:$auto_pad));
  let results = (outs Graph_IntTensor:$y);
  let onnx = [OnnxRule<"ConvInteger">];
  let constraints = [Rule<1, "operands are i8 or ui8, zero points of their operand's type">, shared[0],
                     shared[1], shared[2],
                     Rule<5, "the kernel is not empty and fits into the padded x">,
                     Rule<6, "x_zero_point has one element, w_zero_point one or one per channel of the result">];
}

def Graph_ConvTransposeOp : Graph_ConvolutionOp<"conv_transpose"> {
  let summary = "The transpose of a convolution: spreads every element of x with the kernel.";
  let description = [{
    x [N, C, spatial…], w [C, M / group, kernel…] to y [N, M, spatial…]. Per spatial axis
      y[i * stride + k * dilation - pad] += x[i] * w[k]
    with size stride * (size - 1) + output_padding + dilated kernel - pads. `output_shape` (spatial
    axes only), or auto_pad with size * stride, set the size instead; the pads are then what makes up
    for it, the odd one at the end for same_upper, else at the beginning.
  }];
  let arguments = !con((ins Graph_FloatTensor:$x, Graph_FloatTensor:$w,
                            Graph_Maybe<Graph_FloatTensor>:$bias), window,
                       (ins DefaultValuedAttr<DenseI64ArrayAttr, "{}">:$output_padding,
                            DefaultValuedAttr<DenseI64ArrayAttr, "{}">:$output_shape,
                            DefaultValuedAttr<StrAttr, "\"explicit\"">:$auto_pad));
  let results = (outs Graph_FloatTensor:$y);
  let onnx = [OnnxRule<"ConvTranspose">];
  let macs = "ConvTranspose";
  let constraints = [Rule<1, "operands have the same element type">, shared[0], shared[1], shared[2],
                     Rule<5, "output_padding and output_shape have one size per spatial axis, and no size becomes negative">,
                     Rule<6, "bias has one element per channel of the result">];
}

def Graph_DeformConvOp : Graph_ConvolutionOp<"deform_conv"> {
  let summary = "Convolution that samples x at offset places, with linear interpolation and a mask.";
  let description = [{
    offset is [N, offset_group * kernel elements * spatial axes, spatial of y…], mask
    [N, offset_group * kernel elements, spatial of y…]. Outside of x there are zeros.
  }];
  let arguments = !con((ins Graph_FloatTensor:$x, Graph_FloatTensor:$w, Graph_FloatTensor:$offset,
                            Graph_Maybe<Graph_FloatTensor>:$bias, Graph_Maybe<Graph_FloatTensor>:$mask),
                       window, (ins DefaultValuedAttr<I64Attr, "1">:$offset_group));
  let results = (outs Graph_FloatTensor:$y);
  let onnx = [OnnxRule<"DeformConv">];
  let constraints = [Rule<1, "operands have the same element type">, shared[0], shared[1], shared[2],
                     Rule<5, "the kernel is not empty and fits into the padded x">,
                     Rule<6, "bias has one element per channel of the result">,
                     Rule<7, "offset_group divides the channels of x">,
                     Rule<8, "offset and mask have the shapes that x, w and the window say">];
}

//===--------------------------------------------------------------------------------------------===//
// ONNX operators that these express
//===--------------------------------------------------------------------------------------------===//

def Contraction_Composites : Graph_Composites {
  let onnx = [Widened<OnnxRule<"Gemm">>, Widened<OnnxRule<"CausalConvWithState">>,
              Widened<MicrosoftRule<"FusedMatMul">>, Widened<MicrosoftRule<"TransposeMatMul">>,
              Widened<MicrosoftRule<"FusedGemm">>, Widened<MicrosoftRule<"FusedConv">>];
}
