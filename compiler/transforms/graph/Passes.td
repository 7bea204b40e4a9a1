// The graph passes: one record and one file each.
#ifndef INGOT_GRAPH_PASSES
#define INGOT_GRAPH_PASSES

include "mlir/Pass/PassBase.td"

def DropIdentity : Pass<"graph-drop-identity"> {
  let summary = "Replaces identity(x) by x";
  let description = [{
    Exporters leave Identity nodes where a value has two names. They cost a step in the interpreter and
    hide neighbours from every pattern that looks one operator far.
  }];
}

//===--------------------------------------------------------------------------------------------===//
// Folding into weights
//===--------------------------------------------------------------------------------------------===//

def FoldBatchNorm : Pass<"graph-fold-batch-norm"> {
  let summary = "Folds batch_norm into the weights before it, or writes it out as x * scale + shift";
  let description = [{
    With constant parameters a batch norm is one factor and one shift per channel. Behind conv,
    conv_transpose or matmul with constant weights they become weights and bias, computed in double and
    rounded once. Elsewhere mul and add are left, which fuse with other elementwise operators.
  }];
}
def FoldAffine : Pass<"graph-fold-affine"> {
  let summary = "Folds factors and shifts of channels into the weights of contractions";
  let description = [{
    Behind conv and conv_transpose mul, div, add, sub and neg by constants of each channel go into weights
    and bias; behind matmul factors do, while an addition stays. Before a contraction factors do, and
    shifts where a convolution has no padding.
  }];
}
def FoldPad : Pass<"graph-fold-pad"> {
  let summary = "Makes pad part of the convolution or pool behind it";
  let description = [{
    A pad of its own copies the whole tensor. Zeros go into conv, lp_pool, and average_pool when all its
    padding counts; minus infinity into max_pool.
  }];
}
def DropDeadChannels : Pass<"graph-drop-dead-channels"> {
  let summary = "Drops channels that are the same number everywhere, or that nobody reads";
  let description = [{
    Training leaves output channels whose weights are all 0. They are followed through activations, pools
    and depthwise convolutions to the next contraction and dropped on the way; what they add to it becomes
    its bias. Where padding makes a constant count less at borders, only zeros are dropped. An infinite or
    NaN input of such a channel no longer makes NaN of its output.
  }];
}

//===--------------------------------------------------------------------------------------------===//
// Raising: what exporters took apart becomes the operator that it was
//
// A kernel for the whole operator reads and writes its data once, and can be exact where the parts
// round or overflow. The results differ from those of the parts in the last bits.
//===--------------------------------------------------------------------------------------------===//

def RaiseGelu : Pass<"graph-raise-gelu"> {
  let summary = "Finds gelu in its parts";
  let description = [{
    0.5 * x * (1 + erf(x / sqrt(2))) and the approximation with tanh, however they are written: constants
    on either side, 0.5 at either place, products for powers.
  }];
}
def RaiseSwish : Pass<"graph-raise-swish"> {
  let summary = "Finds sigmoid and swish in their parts";
  let description = "1 / (1 + exp(-x)), x * sigmoid(a * x) and x / (1 + exp(-a * x)).";
}
def RaiseHardSwish : Pass<"graph-raise-hard-swish"> {
  let summary = "Finds hard_sigmoid and hard_swish in their parts";
  let description = [{
    x + 3 within 0 and 6, divided by 6, alone or times x; the division may stand anywhere.
  }];
}
def RaiseMish : Pass<"graph-raise-mish"> {
  let summary = "Finds softplus and mish in their parts";
  let description = "log(1 + exp(x)) and x * tanh(softplus(x)).";
}
def RaiseLeakyRelu : Pass<"graph-raise-leaky-relu"> {
  let summary = "Finds leaky_relu in its parts";
  let description = "max(x, a * x) for 0 < a < 1, a choice by the sign of x, prelu with one slope.";
}
def RaiseSoftmax : Pass<"graph-raise-softmax"> {
  let summary = "Finds softmax and log_softmax in their parts";
  let description = [{
    exp(x) over its sum, with or without the maximum subtracted first, and logarithms of it. Where the
    parts overflow or underflow (to NaN or minus infinity) the operator has the right number.
  }];
}
def RaiseLayerNorm : Pass<"graph-raise-layer-norm"> {
  let summary = "Finds layer_norm in its parts";
  let description = [{
    The mean subtracted, then divided by the root of the mean square, over one or several trailing axes,
    with scale and bias or without; also in the factored form x * s + (bias - mean * s).
  }];
}
def RaiseRmsNorm : Pass<"graph-raise-rms-norm"> {
  let summary = "Finds rms_norm in its parts";
  let description = "x over the root of its mean square along trailing axes, with a scale or without.";
}
def RaiseAttention : Pass<"graph-raise-attention"> {
  let summary = "Finds attention in its parts";
  let description = [{
    Two products around a softmax. The scale may stand at q, at k, at the scores or at several of them; a
    mask is added, or chooses minus infinity. The score matrix, the largest tensor of a transformer, then
    needs no memory. Run graph-raise-softmax before. A query that sees no key gives 0, where the parts
    give NaN unless they guard against it.
  }];
}

//===--------------------------------------------------------------------------------------------===//
// For a target
//===--------------------------------------------------------------------------------------------===//

def DecomposeComposites : Pass<"graph-decompose-composites"> {
  let summary = "Writes composite operators with simpler ones, but for those that a target takes";
  let description = [{
    Activations, softmax, norms, attention and einsum (where it is one matrix product). The results differ
    in the last bits. A use that has no simpler form, such as an attention with lengths, stays.
  }];
  let options = [ListOption<"keep", "keep", "std::string", "Operators that stay whole">];
}
def ConvertPrecision : Pass<"graph-convert-precision"> {
  let summary = "Computes in f16 or bf16 what was f32";
  let description = [{
    Only where it is asked for: results change in the third or second digit. Inputs, outputs and what
    enters and leaves control flow stay f32, with casts at the edges. Constants are converted once; finite
    ones beyond the range become the largest number. Operators whose f32 operands are parameters
    (resize), that draw random numbers, convert to integers or scale wide ones stay, and those named in
    `keep`.
  }];
  let options = [
    Option<"type", "type", "std::string", "\"f16\"", "f16 or bf16">,
    ListOption<"keep", "keep", "std::string", "Names of operators or of nodes that stay in f32">];
}

#endif
