// Arrays as the plain kernels want them: without gaps, the last axis innermost.
#pragma once

#include "compiler/dialect/graph/infer/Shapes.h"
#include "compiler/lower/LowerContext.h"

#include <algorithm>

namespace ingot::lower {

inline bool hasElements(const ValueType &type) { return elementCount(type.dims).value_or(0) > 0; }

inline Memory rowMajorIn(LowerContext &c, size_t i) {
  return c.in(i, rowMajor(c.operands[i].dims.size()));
}
inline Memory rowMajorOut(LowerContext &c, size_t i = 0) {
  return c.out(i, rowMajor(c.results[i].dims.size()));
}

/// The axis that an operator's attribute names, counted from the front.
inline size_t axisOf(const LowerContext &c) {
  return static_cast<size_t>(*graph::normalizeAxis(
      c.attributes.integer("axis"), static_cast<int64_t>(c.operands[0].dims.size())));
}

/// An array as [outer, n, inner] around an axis.
struct Around {
  int64_t outer, n, inner;

  Around(const Shape &dims, size_t axis)
      : outer(graph::productOf(dims, 0, axis)), n(dims[axis]),
        inner(graph::productOf(dims, axis + 1, dims.size())) {}
};

/// Elements as kernels move them: those of 16 bytes are two of 8.
struct Moved {
  int64_t bytes, parts;

  explicit Moved(ElementType type) {
    auto whole = static_cast<int64_t>(elementBytes(type));
    bytes = std::min<int64_t>(whole, 8);
    parts = whole / bytes;
  }
  /// Null when there is none for elements of this size.
  const library::Kernel *kernel(std::string_view operation) const {
    return library::findKernel(str(operation, "_", 8 * bytes));
  }
};

/// Whether an axis of this look at memory goes backwards. Views and loops cannot do that.
bool isReversed(const Memory &memory);
/// Copies elements of one type, which may be reversed, to others of the same size.
bool canCopyReversed(const Memory &from);
void copyReversed(LowerContext &c, const Memory &from, const Memory &to);

inline bool isIndex(ElementType type) {
  return type == ElementType::I64 || type == ElementType::I32;
}

/// What shape functions compute beside types, for an operator whose sizes are known.
inline graph::InferContext inferenceOf(const LowerContext &c) {
  graph::InferContext infer(c.op.name, c.attributes, c.operands);
  infer.valueOf = [&c](size_t i) { return c.constant(i); };
  return infer;
}

} // namespace ingot::lower
