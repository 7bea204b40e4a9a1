// What callers of the tuned kernels of data movement must know: see base/contract.h.
#pragma once

#include "kernels/base/contract.h"

namespace ingot::kernels::movement {

inline constexpr int copyAxes = 8;
inline constexpr int64_t unitColumns = 4096;

/// A cache line of elements.
INGOT_INLINE constexpr int64_t unitRows(int64_t elementBytes) { return 64 / elementBytes; }

/// Sizes of 8 axes and their strides, in elements, as planCopy gives them.
struct CopySizes {
  int64_t dims[copyAxes], inStrides[copyAxes], outStrides[copyAxes];
  static constexpr const char *names[] = {
      "dim0",       "dim1",       "dim2",       "dim3",       "dim4",       "dim5",
      "dim6",       "dim7",       "inStride0",  "inStride1",  "inStride2",  "inStride3",
      "inStride4",  "inStride5",  "inStride6",  "inStride7",  "outStride0", "outStride1",
      "outStride2", "outStride3", "outStride4", "outStride5", "outStride6", "outStride7"};

  INGOT_INLINE constexpr int64_t units(int64_t elementBytes) const {
    int64_t units = ceilDiv(dims[6], unitRows(elementBytes)) * ceilDiv(dims[7], unitColumns);
    for (int axis = 0; axis < 6; ++axis)
      units *= dims[axis];
    return units;
  }
  /// Elements from the one with the lowest address to the highest, relative to the first.
  constexpr Extent span(const int64_t (&strides)[copyAxes], int64_t elementBytes) const {
    Extent extent = {0, elementBytes};
    for (int axis = 0; axis < copyAxes; ++axis) {
      int64_t reach = (dims[axis] - 1) * strides[axis] * elementBytes;
      (reach < 0 ? extent.begin : extent.end) += reach;
    }
    return extent;
  }
};

/// Elements of `Bytes`. Unit: a piece of the last two axes. There is at least one element.
template <int Bytes> struct Copy {
  using Sizes = CopySizes;
  static constexpr Operand operands[] = {{"in", Role::In}, {"out", Role::Out}};

  static constexpr int64_t units(const Sizes &s, Tile) { return s.units(Bytes); }
  static constexpr void footprint(const Sizes &s, Tile, int64_t, int64_t, Extent *extents) {
    extents[0] = s.span(s.inStrides, Bytes);
    extents[1] = s.span(s.outStrides, Bytes);
  }
};

#define INGOT_GATHER_SIZES(X)                                                                      \
  X(outer)                                                                                         \
  X(size)                                                                                          \
  X(count)                                                                                         \
  X(inner)                                                                                         \
  X(indexBytes)

/// y[o, k] = x[o, indices[k]]: x [outer, size, inner], y [outer, count, inner]. An index has 4 or 8
/// bytes and is from -size to size - 1.
struct GatherSizes {
  INGOT_SIZES(INGOT_GATHER_SIZES)
};

/// Elements of `Bytes`. Unit: a row of `inner` elements. Faults at an index out of range.
template <int Bytes> struct Gather {
  using Sizes = GatherSizes;
  static constexpr Operand operands[] = {{"x", Role::In}, {"indices", Role::In}, {"y", Role::Out}};

  static constexpr int64_t units(const Sizes &s, Tile) { return s.outer * s.count; }
  static constexpr void footprint(const Sizes &s, Tile, int64_t begin, int64_t end,
                                  Extent *extents) {
    extents[0] = {0, s.outer * s.size * s.inner * Bytes};
    extents[1] = {0, s.count * s.indexBytes};
    extents[2] = {begin * s.inner * Bytes, end * s.inner * Bytes};
  }
};

} // namespace ingot::kernels::movement
