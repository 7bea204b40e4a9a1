// What the rules of classifiers and regressors share: matrices, labels, scores.
#pragma once

#include "compiler/import/onnx/Node.h"

namespace ingot::onnx {

/// The input as a matrix: a vector counts as one row.
Expected<Handle> rowsOf(const Node &n, Handle x);

/// The class labels, from the attribute of integers or the one of texts.
Expected<Tensor> classLabels(const Node &n, const char *integers, const char *texts);

/// Applies attribute 'post_transform' (by name) along the last axis.
Expected<Handle> transformed(const Node &n, Handle scores, const std::string &mode);

/// How one score becomes the scores of two classes.
enum class Second {
  Complement, ///< 1 - s, s
  Negation,   ///< -s, s
};
/// Sets both outputs of a classifier from its scores, [N, classes]: the label of the largest score,
/// and the scores transformed.
Status classify(Node &n, Handle scores, const Tensor &labels);
/// The same for one score, [N, 1], and two classes: the second where it is above `threshold`.
/// SOFTMAX is that of -s and s.
Status classifyBinary(Node &n, Handle score, const Tensor &labels, float threshold, Second second);
/// Labels by position.
Expected<Handle> labelsAt(const Node &n, const Tensor &labels, Handle positions);

} // namespace ingot::onnx
