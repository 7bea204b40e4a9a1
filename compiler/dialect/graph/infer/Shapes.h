// Shape arithmetic shared by the shape functions. Dimensions may be unknown (unknownDim).
#pragma once

#include "compiler/dialect/graph/infer/InferContext.h"

namespace ingot::graph {

/// The dimension that two broadcast together give; nothing when they do not.
std::optional<int64_t> broadcastDim(int64_t a, int64_t b);
/// The shape that two broadcast together give (aligned at the last axis).
std::optional<Shape> broadcastShapes(const Shape &a, const Shape &b);
/// Shape of operands [first, last) broadcast together; nothing if one is unranked.
Expected<std::optional<Shape>> broadcastOperands(InferContext &c, int constraint, size_t first,
                                                 size_t last);

inline bool isKnown(int64_t dim) { return dim >= 0; }
/// Equal, or at least one unknown.
inline bool compatible(int64_t a, int64_t b) { return a < 0 || b < 0 || a == b; }
/// Two statements about one dimension, merged: the known one.
inline int64_t mergeDim(int64_t a, int64_t b) { return a < 0 ? b : a; }
/// As many dims, and compatible ones.
bool compatibleDims(const Shape &a, const Shape &b);
/// `from` may be repeated along its axes of size 1, and along new leading axes, to become `to`.
bool broadcastsTo(const Shape &from, const Shape &to);
/// Product of dims [from, to); unknown when one of them is or the product overflows.
int64_t productOf(const Shape &dims, size_t from, size_t to);
/// -rank … rank-1 to 0 … rank-1; nothing when out of range.
std::optional<int64_t> normalizeAxis(int64_t axis, int64_t rank);
/// Each axis normalized; nothing when one is out of range or doubled.
std::optional<std::vector<int64_t>> normalizeAxes(const std::vector<int64_t> &axes, int64_t rank);
bool isPermutation(const std::vector<int64_t> &perm, int64_t rank);
/// Row-major strides of a dense tensor, in elements.
std::vector<int64_t> denseStrides(const Shape &dims);

/// The narrowest type that values of both types have; nothing when they are of different kinds or
/// element types. A none makes the other optional; an optional swallows what it is made of; a
/// sequence of none is one without items.
std::optional<ValueType> commonType(const ValueType &a, const ValueType &b);
/// The same type with no statement about the shapes of tensors.
ValueType withoutShape(const ValueType &type);

/// What is known of operand `i`, a shape: rank 1 and at most `maxRank` entries, or constraint
/// `number` is violated. Nothing when not even its length is known.
Expected<std::optional<PartialIntegers>> shapeOperand(InferContext &c, size_t i, int number);
/// A dimension that an element of a shape operand gives.
inline int64_t dimOf(const std::optional<int64_t> &element) { return element.value_or(unknownDim); }

/// A type with the element of `like` and these dims.
inline ValueType tensorLike(const ValueType &like, Shape dims) {
  return ValueType::tensor(like.element, std::move(dims));
}

} // namespace ingot::graph
