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

def FoldConstants : Pass<"graph-fold-constants", "::mlir::func::FuncOp"> {
  let summary = "Replaces operators on constants by their values";
  let description = [{
    What does not depend on inputs need not be computed in each run. The values come from the reference
    evaluators, so that a folded model and its source agree to the bit. Shapes of tensors whose types
    are static count as constants; the arithmetic on shapes that exporters leave behind goes this way.
  }];
  let options = [
    Option<"maxElements", "max-elements", "int64_t", "1 << 26",
           "Operators with larger operands or results stay">,
    Option<"seconds", "seconds", "double", "30", "Time for all evaluations together">];
}

def RefineTypes : Pass<"graph-refine-types", "::mlir::func::FuncOp"> {
  let summary = "Gives values the types that follow from their operands' types";
  let description = [{
    Rewrites and specialization make some types more precise; every pattern that asks for a static
    shape wants to know of it. Values that a loop carries get a type only if every trip keeps it.
  }];
}

def BoundSizes : Pass<"graph-bound-sizes"> {
  let summary = "Gives values whose sizes depend on data memory for all that they can be";
  let description = [{
    How many boxes a suppression selects, or elements are not zero, is only known when the model runs;
    how many they can be is known before. The operators are written with others that fill as much and
    say how many count, and what follows is computed on all of it. What the data says is cut off at the
    results of the model.
  }];
}

def SpecializeInputs : Pass<"graph-specialize-inputs", "::mlir::func::FuncOp"> {
  let summary = "Fixes the shapes of inputs";
  let description = [{
    A model for any batch and any image compiles to better code once both are known. The shapes of all
    values and the arithmetic on them follow.
  }];
  let options = [ListOption<"shapes", "shapes", "std::string",
                            "One for each input from the first on, like 2x?x3">];
}

def SimplifyArithmetic : Pass<"graph-simplify-arithmetic"> {
  let summary = "Applies identities of arithmetic: x + 0, x * 1, -(-x)";
  let description = [{
    Exporters and other passes leave operators that compute nothing. Only what gives the same bits is
    rewritten: floats are neither reordered nor do they lose the sign of a zero.
  }];
}

def MergeBounds : Pass<"graph-merge-bounds"> {
  let summary = "Merges and drops relu, max and min with constants";
  let description = [{
    A clip after a relu, a relu after a sigmoid: each costs a pass over the data, or keeps an activation
    from being fused into the operator before. NaN passes as before.
  }];
}

def SimplifyTransposes : Pass<"graph-simplify-transposes"> {
  let summary = "Merges transposes, or lets a reshape or matmul do them";
  let description = [{
    A transpose reads and writes the whole tensor for nothing. Two in a row are one or none, one that
    moves axes of size 1 is a reshape, and matmul reads matrices either way.
  }];
}

def SinkTransposes : Pass<"graph-sink-transposes"> {
  let summary = "Moves transposes down, through operators that do not mind";
  let description = [{
    Models converted from another layout have a transpose before and after each convolution, with
    activations, sums and concatenations between. Moved down, pairs meet and cancel.
  }];
}

def SimplifyReshapes : Pass<"graph-simplify-reshapes"> {
  let summary = "Makes every change of shape one reshape to a constant target";
  let description = [{
    squeeze, unsqueeze, flatten and reshape say the same in four ways, and exporters compute targets at
    run time. With one form and constant targets, neighbours merge and the arithmetic on shapes is dead.
  }];
}

def SinkReshapes : Pass<"graph-sink-reshapes"> {
  let summary = "Moves reshapes down, through elementwise operators";
  let description = [{
    A reshape between an operator and its activation hides one from the other; two that meet merge.
  }];
}

def AbsorbExpand : Pass<"graph-absorb-expand"> {
  let summary = "Drops expands before operators that broadcast anyway";
  let description = [{
    An expand writes copies that the next operator reads; broadcasting reads the original instead.
  }];
}

def SimplifySlices : Pass<"graph-simplify-slices"> {
  let summary = "Merges slices, and makes slices of gathers and splits that are";
  let description = [{
    A slice is a view, a gather a copy by index; what a slice does not take of a concat or pad need not
    be made.
  }];
}

def SimplifyConcats : Pass<"graph-simplify-concats"> {
  let summary = "Merges concats, and joins what was cut apart";
  let description = [{
    Exporters cut tensors apart and put them together again; every concat copies all of its operands.
  }];
}

def SimplifyPads : Pass<"graph-simplify-pads"> {
  let summary = "Merges and drops pads";
  let description = [{
    A pad copies the whole tensor. Frameworks emit one before each window, often of nothing.
  }];
}

def SimplifyCasts : Pass<"graph-simplify-casts"> {
  let summary = "Drops casts that change nothing and merges those that lose nothing";
  let description = [{
    Exporters cast to be sure. A cast to f32 and back to f16 is nothing; one to f16 and back to f32 is
    not, and stays.
  }];
}

def MoveConversions : Pass<"graph-move-conversions"> {
  let summary = "Moves data on the side of casts and quantization where it is narrower";
  let description = [{
    A transpose of 8-bit integers moves a quarter of the bytes. And with data movement out of the way,
    the conversion is next to the operator that it belongs to.
  }];
}

def SimplifyQuantization : Pass<"graph-simplify-quantization"> {
  let summary = "Drops quantization of what was just dequantized, and clips that saturation does";
  let description = [{
    Quantized models have a pair of conversions on every edge; after data movement there are two pairs
    with the same parameters. An activation before a quantization whose least integer is the zero point
    does nothing that saturation does not.
  }];
}

def ContractIntegers : Pass<"graph-contract-integers"> {
  let summary = "Computes products and convolutions of dequantized integers in integers";
  let description = [{
    Quantized models dequantize both sides of a product. The product of the integers is exact, four times
    as fast where the machine has instructions for it, and one multiplication makes of it what the model
    wants.
  }];
}

def ContractCodes : Pass<"graph-contract-codes"> {
  let summary = "Computes products with dequantized weights from the weights as they are";
  let description = [{
    Weights of 4 or 8 bits are an eighth or a quarter of what they are in f32. A product that makes floats
    of them in registers reads no more, and the model keeps its size.
  }];
}

def MergeMatmuls : Pass<"graph-merge-matmuls"> {
  let summary = "Merges products of one value with several constant matrices";
  let description = [{
    Queries, keys and values of attention are three products of the same input. One product reads it
    once and fills larger tiles.
  }];
}

def DropNoOps : Pass<"graph-drop-no-ops"> {
  let summary = "Drops operators that do nothing with the parameters they have";
  let description = [{
    Resizing to the same size, tiling once, dropout in inference: exporters emit what the model's code
    says, whatever the numbers are.
  }];
}

def SimplifyControlFlow : Pass<"graph-simplify-control-flow"> {
  let summary = "Inlines branches whose condition is known and drops loops without trips";
  let description = [{
    Conditions on shapes are constants once shapes are known; inside a region, operators are hidden from
    all patterns around it.
  }];
}

def FuseGroups : Pass<"graph-fuse-groups", "::mlir::func::FuncOp"> {
  let summary = "Groups operators that run as one";
  let description = [{
    An operator whose kernel has an epilogue (products, convolutions, pools, reductions, softmax, norms,
    attention) takes the elementwise operators behind it as long as each is the only one to read what
    comes before: they are applied to its results before those are stored. One whose kernel has a
    prologue (reductions, softmax, norms) takes those that make its first operand, too: they are applied
    as it reads. What remains of elementwise operators of one shape becomes one loop. Only static
    shapes. The lowerings of the machine that this runs on say which kernels have what.
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
def RaiseChannelShuffle : Pass<"graph-raise-channel-shuffle"> {
  let summary = "Finds channel_shuffle in its parts, and drops one that undoes another";
  let description = [{
    A reshape that splits an axis, a transpose that exchanges the halves, a reshape to the shape before.
    Other axes may be split or joined on the way. Where a target does not take it, it is written out
    again.
  }];
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
def WidenFloats : Pass<"graph-widen-floats"> {
  let summary = "Computes in f32 what is f16 or bf16, where a target takes only that";
  let description = [{
    cast(op(cast(x) to f32)) to f16, for operators that the reference computes so as well: results are
    the same. The casts meet those of neighbours, or become part of their loops and kernels.
  }];
  let options = [ListOption<"keep", "keep", "std::string", "Operators that stay as they are">];
}
def WidenWeights : Pass<"graph-widen-weights"> {
  let summary = "Makes constants of f32 from weights of f16 and bf16 that are widened";
  let description = [{
    Last before groups are formed, for a target whose kernels pack weights of f32: folding leaves a cast
    that makes a constant larger, and it would be computed in every run.
  }];
}
def RoundWeights : Pass<"graph-round-weights"> {
  let summary = "Rounds weights of f32 to f16 or bf16";
  let description = [{
    Only where it is asked for: results change in the third or second digit. Known operands, with two axes
    or more, of what multiplies and accumulates, and tables of lookups; what is computed with them stays
    f32. A weight that f16 has no room for is an error.
  }];
  let options = [Option<"type", "type", "std::string", "\"f16\"", "f16 or bf16">];
}
def ConvertPrecision : Pass<"graph-convert-precision"> {
  let summary = "Computes in f16 or bf16 what was f32, or in f32 what was either";
  let description = [{
    Only where it is asked for: results change in the third or second digit. Inputs, outputs and what
    enters and leaves control flow keep their types, with casts at the edges. Constants are converted once; finite
    ones beyond the range become the largest number. Operators whose f32 operands are parameters
    (resize), that draw random numbers, convert to integers or scale wide ones stay, and those named in
    `keep`. To f32 nothing is lost: what was rounded to 16 bits between operators is so no more.
  }];
  let options = [
    Option<"type", "type", "std::string", "\"f16\"", "f16, bf16 or f32">,
    ListOption<"keep", "keep", "std::string", "Names of operators or of nodes that stay as they are">];
}

#endif
