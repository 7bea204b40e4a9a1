// Helpers of the evaluators that move data.
#pragma once

#include "compiler/interp/EvalContext.h"

namespace ingot::interp {

/// Runs `move(in, out)` on result 0. Strings do not move as bytes: for them the movement is done on
/// the numbers of the elements, and the strings follow.
///
///   return moveElements(c, 0, [&](const Tensor &in, Tensor &out) { … bytes of in to out … });
Status moveElements(EvalContext &c, size_t operand,
                    const std::function<void(const Tensor &in, Tensor &out)> &move);

/// 16 bytes that move together.
struct Wide {
  uint64_t halves[2];
};

/// Calls `f.template operator()<T>()` with a type that moves like `type`: an unsigned integer of
/// its width, Wide, or std::string. The tensors are then read with `moving<T>`.
template <typename F> void dispatchMoving(ElementType type, F &&f) {
  if (type == ElementType::String)
    return f.template operator()<std::string>();
  switch (elementBytes(type)) {
  case 1:
    return f.template operator()<uint8_t>();
  case 2:
    return f.template operator()<uint16_t>();
  case 4:
    return f.template operator()<uint32_t>();
  case 8:
    return f.template operator()<uint64_t>();
  default:
    return f.template operator()<Wide>();
  }
}
template <typename T> const T *moving(const Tensor &tensor) {
  return static_cast<const T *>(tensor.bytes());
}
template <typename T> T *moving(Tensor &tensor) { return static_cast<T *>(tensor.mutableBytes()); }

/// A tensor seen around one of its axes: [outer, dim, inner].
struct AxisView {
  int64_t outer = 1, dim = 1, inner = 1;
  /// `axis` is within the rank, possibly negative. Without elements, all sizes are 0.
  AxisView(const Shape &shape, int64_t axis);
};

/// Index operand `i` as i64, negative ones counted from the end of a dimension of size `dim`; an
/// error when one is out of range.
Expected<Tensor> indexOperand(const EvalContext &c, size_t i, int64_t dim);

/// out[o, k, i] = x[o, indices[k], i], x seen as `view`; the indices are in range.
void gatherAlong(const Tensor &x, const AxisView &view, const int64_t *indices, int64_t count,
                 Tensor &out);

/// The operator's shape inference with the exact operands, for what it computes beside types. Uses
/// `c` as long as it lives.
graph::InferContext inferenceOf(const EvalContext &c);

/// All elements of one tensor into another of the same type and size.
void copyAll(const Tensor &in, Tensor &out);

/// `out` from a strided view of `in` that starts at `offset`; strides are in elements,
/// one for each of `dims`, whose product is the number of elements of the result.
void copyView(const Tensor &in, int64_t offset, const Shape &dims,
              const std::vector<int64_t> &strides, Tensor &out);

} // namespace ingot::interp
