// What callers of the tuned reduction kernels must know: see base/contract.h.
#pragma once

#include "kernels/base/contract.h"

namespace ingot::kernels::reduction {

/// Columns that make one unit of work.
inline constexpr int64_t columnBlock = 64;

#define INGOT_ROW_REDUCTION_SIZES(X)                                                               \
  X(rows)                                                                                          \
  X(n)                                                                                             \
  X(pitch)                                                                                         \
  X(xBytes)                                                                                        \
  X(yBytes)

/// x [rows, n], rows `pitch` elements apart → y [rows].
struct RowReductionSizes {
  INGOT_SIZES(INGOT_ROW_REDUCTION_SIZES)
};

/// Unit: a row.
struct ReduceRows {
  using Sizes = RowReductionSizes;
  static constexpr Operand operands[] = {{"x", Role::In}, {"y", Role::Out}};

  static constexpr int64_t units(const Sizes &s, Tile) { return s.rows; }
  static constexpr void footprint(const Sizes &s, Tile, int64_t begin, int64_t end,
                                  Extent *extents) {
    extents[0] = rowsExtent(begin, end - begin, s.n, s.pitch, s.xBytes);
    extents[1] = {begin * s.yBytes, end * s.yBytes};
  }
};

#define INGOT_COLUMN_REDUCTION_SIZES(X)                                                            \
  X(outer)                                                                                         \
  X(n)                                                                                             \
  X(inner)                                                                                         \
  X(pitch)                                                                                         \
  X(xBytes)                                                                                        \
  X(yBytes)

/// x [outer, n, inner], n `pitch` elements apart → y [outer, inner].
struct ColumnReductionSizes {
  INGOT_SIZES(INGOT_COLUMN_REDUCTION_SIZES)
};

/// Unit: a block of columns.
struct ReduceColumns {
  using Sizes = ColumnReductionSizes;
  static constexpr Operand operands[] = {{"x", Role::In}, {"y", Role::Out}};

  static constexpr int64_t units(const Sizes &s, Tile) {
    return s.outer * ceilDiv(s.inner, columnBlock);
  }
  static constexpr void footprint(const Sizes &s, Tile, int64_t begin, int64_t end,
                                  Extent *extents) {
    int64_t blocks = ceilDiv(s.inner, columnBlock);
    int64_t first = begin / blocks, count = (end - 1) / blocks + 1 - first;
    extents[0] = rowsExtent(first * s.n, count * s.n, s.inner, s.pitch, s.xBytes);
    extents[1] = rowsExtent(first, count, s.inner, s.inner, s.yBytes);
  }
};

#define INGOT_ARG_EXTREME_SIZES(X)                                                                 \
  X(outer)                                                                                         \
  X(n)                                                                                             \
  X(inner)                                                                                         \
  X(last)

/// x [outer, n, inner] → y [outer, inner]: where along n the extreme element is, the last of equal
/// ones if `last`.
struct ArgExtremeSizes {
  INGOT_SIZES(INGOT_ARG_EXTREME_SIZES)
};

/// Elements of `Bytes`. Unit: a block of columns.
template <int Bytes> struct ArgExtreme {
  using Sizes = ArgExtremeSizes;
  static constexpr Operand operands[] = {{"x", Role::In}, {"y", Role::Out}};

  static constexpr int64_t units(const Sizes &s, Tile) {
    return s.outer * ceilDiv(s.inner, columnBlock);
  }
  static constexpr void footprint(const Sizes &s, Tile, int64_t begin, int64_t end,
                                  Extent *extents) {
    int64_t blocks = ceilDiv(s.inner, columnBlock);
    int64_t first = begin / blocks, count = (end - 1) / blocks + 1 - first;
    extents[0] = rowsExtent(first, count, s.n * s.inner, s.n * s.inner, Bytes);
    extents[1] = rowsExtent(first, count, s.inner, s.inner, sizeof(int64_t));
  }
};

} // namespace ingot::kernels::reduction
