// Random numbers, and what uses them.
//
// Draws depend only on the seed and the position of the element: the same seed gives the same
// numbers. Without a seed of its own an operator takes the run's.
include "GraphBase.td"

/// Two draws are two draws: a result counts as newly made, so that equal operators are not merged
/// while unused ones still go.
class Graph_Drawn<Type type> : Res<type, "", [MemAlloc]>;

class Graph_Random<string mnemonic, Graph_Category category = Opaque>
    : Graph_Op<mnemonic, category, [AlwaysSpeculatable]> {
  let foldable = 0;
  let random = 1;
}

def Graph_RandomUniformOp : Graph_Random<"random_uniform"> {
  let summary = "Numbers drawn evenly from low (included) to high (excluded).";
  let arguments = (ins Graph_IndexTensor:$shape, TypeAttr:$to,
                       DefaultValuedAttr<F32Attr, "0.0f">:$low,
                       DefaultValuedAttr<F32Attr, "1.0f">:$high, OptionalAttr<I64Attr>:$seed);
  let results = (outs Graph_Drawn<Graph_FloatTensor>:$y);
  let onnx = [OnnxRule<"RandomUniform">, OnnxRule<"RandomUniformLike">];
  let infer = "RandomFill";
  let constraints = [Rule<1, "shape is a vector of at most 64 entries, none of them negative">,
                     Rule<2, "the result's element type is a float">];
}

def Graph_RandomNormalOp : Graph_Random<"random_normal"> {
  let summary = "Numbers drawn from the normal distribution of this mean and standard deviation.";
  let arguments = (ins Graph_IndexTensor:$shape, TypeAttr:$to,
                       DefaultValuedAttr<F32Attr, "0.0f">:$mean,
                       DefaultValuedAttr<F32Attr, "1.0f">:$scale, OptionalAttr<I64Attr>:$seed);
  let results = (outs Graph_Drawn<Graph_FloatTensor>:$y);
  let onnx = [OnnxRule<"RandomNormal">, OnnxRule<"RandomNormalLike">];
  let infer = "RandomFill";
  let constraints = [Rule<1, "shape is a vector of at most 64 entries, none of them negative">,
                     Rule<2, "the result's element type is a float">];
}

def Graph_BernoulliOp : Graph_Random<"bernoulli", Elementwise_> {
  let summary = "1 with the probability x, else 0.";
  let arguments = (ins Graph_FloatTensor:$x, TypeAttr:$to, OptionalAttr<I64Attr>:$seed);
  let results = (outs Graph_Drawn<Graph_NumberOrBoolTensor>:$y);
  let onnx = [OnnxRule<"Bernoulli">];
  let constraints = [Rule<1, "the result's element type is a number or boolean">];
}

def Graph_MultinomialOp : Graph_Random<"multinomial"> {
  let summary = "For each row of unnormalized log-probabilities, classes drawn with replacement.";
  let arguments = (ins Graph_FloatTensor:$x, DefaultValuedAttr<I64Attr, "1">:$sample_size,
                       TypeAttr:$to, OptionalAttr<I64Attr>:$seed);
  let results = (outs Graph_Drawn<Graph_IndexTensor>:$y);
  let onnx = [OnnxRule<"Multinomial">];
  let constraints = [Rule<1, "x has rank 2 and at least one class">,
                     Rule<2, "sample_size is at least 1">,
                     Rule<3, "the result's element type is i32 or i64">];
}

def Graph_DropoutOp : Graph_Random<"dropout", Elementwise_> {
  let summary = "In training, zeroes each element with the probability `ratio` and scales the others.";
  let description = [{
    The others are divided by 1 - ratio, so that the sum stays the same on average; the mask is true
    where an element was kept. When `training` is false or left out, x passes and the mask is all
    true. `ratio` is 0.5 when left out.
  }];
  let arguments = (ins Graph_FloatTensor:$x, Graph_Maybe<Graph_FloatTensor>:$ratio,
                       Graph_Maybe<Graph_BoolTensor>:$training, OptionalAttr<I64Attr>:$seed);
  let results = (outs Graph_Drawn<Graph_FloatTensor>:$y, Graph_Drawn<Graph_BoolTensor>:$mask);
  let onnx = [OnnxRule<"Dropout">];
  let constraints = [Rule<1, "ratio and training have one element">,
                     Rule<2, "ratio is a float and training a boolean">];
}
