// Classical machine learning (ai.onnx.ml): trees, support vectors, encoders.
include "GraphBase.td"

def Graph_LookupOp : Graph_Op<"lookup", Elementwise_> {
  let summary = "Replaces each element by the value of its key.";
  let description = [{
    Of equal keys the last counts; a NaN is the key of every NaN. What is no key becomes `otherwise`;
    without one it is an error.
  }];
  let arguments = (ins Graph_AnyTensor:$x, ElementsAttr:$keys, ElementsAttr:$values,
                       OptionalAttr<ElementsAttr>:$otherwise);
  let results = (outs Graph_AnyTensor:$y);
  let onnx = [MlRule<"LabelEncoder">];
  let constraints = [Rule<1, "keys have the operand's element type">,
                     Rule<2, "keys and values are vectors of one length">,
                     Rule<3, "otherwise is one value of the type of the values">];
  let widen = 0;
  let foldable = 0;
}

def Graph_ScoreTransformOp : Graph_Op<"score_transform", Opaque> {
  let summary = "What classifiers do to the scores along the last axis.";
  let description = [{
    SOFTMAX; SOFTMAX_ZERO, the same without the scores that are 0, which stay; LOGISTIC; PROBIT, the
    inverse of the normal distribution function, by the approximation that is usual here.
  }];
  let arguments = (ins Graph_TensorOf<[F64, F32, F16], "float">:$x, StrAttr:$mode);
  let results = (outs Graph_TensorOf<[F64, F32, F16], "float">:$y);
  let constraints = [Rule<1, "mode is SOFTMAX, SOFTMAX_ZERO, LOGISTIC or PROBIT">,
                     Rule<2, "the operand has an axis">];
}

def Graph_TreeEnsembleOp : Graph_Op<"tree_ensemble", Opaque> {
  let summary = "Sends each row down decision trees and combines the votes of the leaves it reaches.";
  let description = [{
    Node i compares `x[features[i]]` with `splits[i]` by `modes[i]` (0 <=, 1 <, 2 >=, 3 >, 4 ==, 5 !=,
    6 is a member) and goes on to `true_next[i]` or `false_next[i]`; a NaN goes to the true side where
    `missing_true[i]` is 1. What is negative is a leaf: -1 is leaf 0, -2 leaf 1. The members of a node
    stand in `members` from `member_starts[i]` up to a NaN. Leaf k votes `vote_targets[j]` with
    `vote_weights[j]` for j from `leaf_starts[k]` to before `leaf_starts[k+1]`. The votes for a target
    are combined by `aggregate`, then its base value is added.
  }];
  let arguments = (ins Graph_TensorOf<[F64, F32, F16, I64, I32], "number">:$x,
                       DenseI64ArrayAttr:$roots, DenseI64ArrayAttr:$features,
                       DenseI64ArrayAttr:$modes, ElementsAttr:$splits,
                       DenseI64ArrayAttr:$true_next, DenseI64ArrayAttr:$false_next,
                       DenseI64ArrayAttr:$missing_true, DenseI64ArrayAttr:$member_starts,
                       ElementsAttr:$members, DenseI64ArrayAttr:$leaf_starts,
                       DenseI64ArrayAttr:$vote_targets, ElementsAttr:$vote_weights,
                       ElementsAttr:$base, I64Attr:$targets, StrAttr:$aggregate, TypeAttr:$element);
  let results = (outs Graph_TensorOf<[F64, F32, F16], "float">:$y);
  let onnx = [MlRule<"TreeEnsemble">, MlRule<"TreeEnsembleClassifier">,
              MlRule<"TreeEnsembleRegressor">];
  let constraints = [Rule<1, "the operand is a matrix">,
                     Rule<2, "what describes nodes, or votes, has one length">,
                     Rule<3, "a node goes on to later nodes or to leaves">,
                     Rule<4, "features are columns of the operand">,
                     Rule<5, "the members of a node end with a NaN">,
                     Rule<6, "leaf_starts grows from 0 to the number of votes">,
                     Rule<7, "votes are for targets, of which there are 1 or more">,
                     Rule<8, "aggregate is SUM, AVERAGE, MIN or MAX">,
                     Rule<9, "there is no base value, or one for each target">,
                     Rule<10, "numbers are of type f64">];
  let foldable = 0;
}

def Graph_SvmKernelOp : Graph_Op<"svm_kernel", Contraction> {
  let macs = "RowPairs";
  let summary = "The kernel function of each row of x and each support vector.";
  let description = [{
    LINEAR x·v, POLY (gamma x·v + coef0)^degree, RBF exp(-gamma |x - v|²), SIGMOID tanh(gamma x·v + coef0).
  }];
  let arguments = (ins Graph_TensorOf<[F64, F32, I64, I32], "number">:$x, Graph_TensorOf<[F32], "f32">:$vectors,
                       StrAttr:$kernel, F32Attr:$gamma, F32Attr:$coef0, F32Attr:$degree);
  let results = (outs Graph_TensorOf<[F64], "f64">:$y);
  let constraints = [Rule<1, "operands are matrices of as many columns">,
                     Rule<2, "kernel is LINEAR, POLY, RBF or SIGMOID">];
  let onnx = [MlRule<"SVMRegressor">, MlRule<"SVMClassifier">];
  let foldable = 0;
}

def Graph_PairwiseDistanceOp : Graph_Op<"pairwise_distance", Contraction> {
  let macs = "RowPairs";
  let summary = "How far each row of a is from each row of b.";
  let description = "euclidean |a - b|, sqeuclidean |a - b|².";
  let arguments = (ins Graph_FloatTensor:$a, Graph_FloatTensor:$b,
                       DefaultValuedAttr<StrAttr, "\"sqeuclidean\"">:$metric);
  let results = (outs Graph_FloatTensor:$y);
  let constraints = [Rule<1, "operands are matrices of as many columns">,
                     Rule<2, "operands have the same element type">,
                     Rule<3, "metric is euclidean or sqeuclidean">];
  let onnx = [Onnx<"CDist", "com.microsoft">];
}

def Graph_SvmClassifyOp : Graph_Op<"svm_classify", Opaque> {
  let summary = "The class that wins most comparisons of two classes, and the scores.";
  let description = [{
    Support vectors are ordered by class, `vectors_per_class` of each. The decision for classes i < j sums
    kernel values times row j-1 of the coefficients over the vectors of i, and times row i over those
    of j, and adds rho. The scores are the decisions, or probabilities of the classes when there are
    `prob_a` and `prob_b`: pairwise by a sigmoid, joined so that they agree best with all pairs.
  }];
  let arguments = (ins Graph_TensorOf<[F64], "f64">:$kernels, DenseI64ArrayAttr:$vectors_per_class,
                       DenseF32ArrayAttr:$coefficients, DenseF32ArrayAttr:$rho,
                       DenseF32ArrayAttr:$prob_a, DenseF32ArrayAttr:$prob_b);
  let results = (outs Graph_TensorOf<[I64], "64-bit integer">:$winner, Graph_TensorOf<[F32], "f32">:$scores);
  let constraints = [Rule<1, "the operand is a matrix with a column for each support vector">,
                     Rule<2, "there are two classes or more, with 0 or more vectors each">,
                     Rule<3, "there are classes - 1 rows of coefficients">,
                     Rule<4, "there is a rho, and a prob_a and prob_b or neither, for each pair">];
  let foldable = 0;
}

def Classical_Composites : Graph_Composites {
  let onnx = [MlRule<"ArrayFeatureExtractor">, MlRule<"Binarizer">, MlRule<"CategoryMapper">,
              MlRule<"FeatureVectorizer">, MlRule<"Imputer">, MlRule<"LinearClassifier">,
              MlRule<"LinearRegressor">, MlRule<"Normalizer">, MlRule<"OneHotEncoder">,
              MlRule<"Scaler">, MlRule<"ZipMap">, MlRule<"CastMap">, MlRule<"DictVectorizer">];
}
