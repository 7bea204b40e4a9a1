// Softmax and normalizations: every element divided by a measure of its neighbours.
include "GraphBase.td"

//===--------------------------------------------------------------------------------------------===//
// Softmax
//===--------------------------------------------------------------------------------------------===//

/// Works on vectors along an axis, or along several neighbouring axes that count as one.
class Graph_AlongAxis<string mnemonic> : Graph_Op<mnemonic, Reduction> {
  let arguments = (ins Graph_FloatTensor:$x, I64Attr:$axis,
                       DefaultValuedAttr<I64Attr, "1">:$count);
  let results = (outs Graph_FloatTensor:$y);
  let description = [{
    The `count` axes from `axis` on are one vector; 0 means all up to the last one.
  }];
  let constraints = [Rule<1, "axis is within the operand's rank">,
                     Rule<2, "count is not negative and stays within the operand's rank">];
  let infer = "AlongAxis";
}
def Graph_SoftmaxOp : Graph_AlongAxis<"softmax"> {
  let keepsShape = 1;
  let range = "Unit";
  let summary = "exp(x) / sum(exp(x)) along an axis, without overflow.";
  let onnx = [OnnxRule<"Softmax">];
}
def Graph_LogSoftmaxOp : Graph_AlongAxis<"log_softmax"> {
  let keepsShape = 1;
  let summary = "x - log(sum(exp(x))) along an axis, without overflow.";
  let onnx = [OnnxRule<"LogSoftmax">];
}
def Graph_HardmaxOp : Graph_AlongAxis<"hardmax"> {
  let range = "Unit";
  let summary = "1 at the first largest element along an axis, 0 elsewhere.";
  let onnx = [OnnxRule<"Hardmax">];
}

//===--------------------------------------------------------------------------------------------===//
// Normalizations without learned parameters
//===--------------------------------------------------------------------------------------------===//

def Graph_LpNormOp : Graph_Op<"lp_norm", Reduction> {
  let summary = "x divided by its norm of order p along an axis; 0 where the norm is 0.";
  let arguments = (ins Graph_FloatTensor:$x, I64Attr:$axis, DefaultValuedAttr<I64Attr, "2">:$p);
  let results = (outs Graph_FloatTensor:$y);
  let onnx = [OnnxRule<"LpNormalization">];
  let constraints = [Rule<1, "axis is within the operand's rank">, Rule<2, "p is 1 or 2">];
}

def Graph_MeanVarianceNormOp : Graph_Op<"mean_variance_norm", Reduction> {
  let summary = "(x - mean) / (deviation + 1e-9), both along `axes`.";
  let arguments = (ins Graph_FloatTensor:$x, DenseI64ArrayAttr:$axes);
  let results = (outs Graph_FloatTensor:$y);
  let onnx = [OnnxRule<"MeanVarianceNormalization">];
  let constraints = [Rule<1, "axes are distinct and within the operand's rank">];
}

def Graph_LocalResponseNormOp : Graph_Op<"local_response_norm", Reduction> {
  let summary = "x / (bias + alpha / size * s)^beta, s the sum of squares over `size` channels around.";
  let description = [{
    Axis 1 is the channels. Of the `size` channels, floor((size - 1) / 2) come before the element's
    own; those outside the tensor count as 0.
  }];
  let arguments = (ins Graph_FloatTensor:$x, I64Attr:$size,
                       DefaultValuedAttr<F32Attr, "0.0001f">:$alpha,
                       DefaultValuedAttr<F32Attr, "0.75f">:$beta,
                       DefaultValuedAttr<F32Attr, "1.0f">:$bias);
  let results = (outs Graph_FloatTensor:$y);
  let onnx = [Onnx<"LRN">];
  let constraints = [Rule<1, "the operand has a channel axis: rank 2 or more">,
                     Rule<2, "size is positive">];
}

//===--------------------------------------------------------------------------------------------===//
// Normalizations with learned parameters
//===--------------------------------------------------------------------------------------------===//

def Graph_BatchNormOp : Graph_Op<"batch_norm", Elementwise_> {
  let summary = "(x - mean) / sqrt(variance + epsilon) * scale + bias, with given statistics.";
  let description = [{
    Axis 1 is the channels; a tensor of rank 1 has one channel. The four parameters have one element
    per channel, or all of them one per element of a sample, which is the shape of x from axis 1 on.
  }];
  let arguments = (ins Graph_FloatTensor:$x, Graph_FloatTensor:$scale, Graph_FloatTensor:$bias,
                       Graph_FloatTensor:$mean, Graph_FloatTensor:$variance,
                       DefaultValuedAttr<F32Attr, "0.00001f">:$epsilon);
  let results = (outs Graph_FloatTensor:$y);
  let onnx = [OnnxRule<"BatchNormalization">];
  let constraints = [Rule<1, "the operand has rank 1 or more">,
                     Rule<2, "parameters have the shape of the channels or of a sample">];
}

def Graph_BatchNormTrainingOp : Graph_Op<"batch_norm_training", Reduction> {
  let summary = "batch_norm with the statistics of x itself; updates the running ones.";
  let description = [{
    The running statistics become momentum * old + (1 - momentum) * those of x. The variance is that
    of the population.
  }];
  let arguments = (ins Graph_FloatTensor:$x, Graph_FloatTensor:$scale, Graph_FloatTensor:$bias,
                       Graph_FloatTensor:$mean, Graph_FloatTensor:$variance,
                       DefaultValuedAttr<F32Attr, "0.00001f">:$epsilon,
                       DefaultValuedAttr<F32Attr, "0.9f">:$momentum);
  let results = (outs Graph_FloatTensor:$y, Graph_FloatTensor:$running_mean,
                      Graph_FloatTensor:$running_variance, Graph_FloatTensor:$batch_mean,
                      Graph_FloatTensor:$batch_variance);
  let constraints = [Rule<1, "the operand has rank 1 or more">,
                     Rule<2, "parameters have the shape of the channels or of a sample">];
}

def Graph_InstanceNormOp : Graph_Op<"instance_norm", Reduction> {
  let summary = "(x - mean) / sqrt(variance + epsilon) * scale + bias, statistics per sample and channel.";
  let arguments = (ins Graph_FloatTensor:$x, Graph_FloatTensor:$scale, Graph_FloatTensor:$bias,
                       DefaultValuedAttr<F32Attr, "0.00001f">:$epsilon);
  let results = (outs Graph_FloatTensor:$y);
  let onnx = [Onnx<"InstanceNormalization">];
  let constraints = [Rule<1, "the operand has a channel axis: rank 2 or more">,
                     Rule<2, "scale and bias have one element per channel">];
}

def Graph_GroupNormOp : Graph_Op<"group_norm", Reduction> {
  let summary = "(x - mean) / sqrt(variance + epsilon) * scale + bias, statistics per sample and group of channels.";
  let arguments = (ins Graph_FloatTensor:$x, Graph_FloatTensor:$scale, Graph_FloatTensor:$bias,
                       I64Attr:$groups, DefaultValuedAttr<F32Attr, "0.00001f">:$epsilon);
  let results = (outs Graph_FloatTensor:$y);
  let onnx = [OnnxRule<"GroupNormalization">];
  let constraints = [Rule<1, "the operand has a channel axis: rank 2 or more">,
                     Rule<2, "groups is positive and divides the channels">,
                     Rule<3, "scale and bias both have one element per channel, or per group">];
}

def Graph_LayerNormOp : Graph_Op<"layer_norm", Reduction> {
  let keepsShape = 1;
  let summary = "(x - mean) / sqrt(variance + epsilon) * scale + bias, statistics over the axes from `axis` on.";
  let description = [{
    Also gives the mean and the inverse deviation, as elements of `stash_type`, with size 1 in the
    axes they were taken over.
  }];
  let arguments = (ins Graph_FloatTensor:$x, Graph_FloatTensor:$scale,
                       Graph_Maybe<Graph_FloatTensor>:$bias, I64Attr:$axis, TypeAttr:$stash_type,
                       DefaultValuedAttr<F32Attr, "0.00001f">:$epsilon);
  let results = (outs Graph_FloatTensor:$y, Graph_FloatTensor:$mean,
                      Graph_FloatTensor:$inverse_deviation);
  let onnx = [OnnxRule<"LayerNormalization">];
  let constraints = [Rule<1, "axis is within the operand's rank">,
                     Rule<2, "scale and bias broadcast to the operand">,
                     Rule<3, "stash_type is a float type">];
}

def Graph_RmsNormOp : Graph_Op<"rms_norm", Reduction> {
  let keepsShape = 1;
  let summary = "x / sqrt(mean(x^2) + epsilon) * scale, the mean over the axes from `axis` on.";
  let description = [{
    Also gives the inverse of the root, as elements of `stash_type`, with size 1 in the axes it was
    taken over. The result has the element type of scale.
  }];
  let arguments = (ins Graph_FloatTensor:$x, Graph_FloatTensor:$scale, I64Attr:$axis,
                       TypeAttr:$stash_type, DefaultValuedAttr<F32Attr, "0.00001f">:$epsilon);
  let results = (outs Graph_FloatTensor:$y, Graph_FloatTensor:$inverse_root);
  let onnx = [OnnxRule<"RMSNormalization">, OnnxRule<"SimplifiedLayerNormalization">,
              MicrosoftRule<"SimplifiedLayerNormalization">];
  let constraints = [Rule<1, "axis is within the operand's rank">,
                     Rule<2, "scale broadcasts to the operand">,
                     Rule<3, "stash_type is a float type">];
}

def Normalization_Composites : Graph_Composites {
  let onnx = [Widened<MicrosoftRule<"SkipLayerNormalization">, /*mean, inverse deviation*/ [1, 2]>,
              Widened<MicrosoftRule<"SkipSimplifiedLayerNormalization">, [1, 2]>,
              Widened<MicrosoftRule<"EmbedLayerNormalization">>,
              MicrosoftRule<"QEmbedLayerNormalization">,
              Widened<MicrosoftRule<"BiasSoftmax">>, Widened<MicrosoftRule<"GroupNorm">>];
}
