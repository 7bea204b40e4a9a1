// What callers of the tuned kernels of resampling must know: see base/contract.h.
#pragma once

#include "kernels/base/contract.h"

namespace ingot::kernels::resampling {

inline constexpr int pickAxes = 8;

/// y [dims…, inner]: the `inner` elements at [j0, j1, …] begin where the table says for each axis:
/// at table[0][j0] + table[1][j1] + … of x, or are `fill` where one of these is negative. The table
/// has the offsets of all axes one after the other.
struct PickSizes {
  int64_t dims[pickAxes];
  int64_t inner, size; ///< `size`: the elements of x
  int64_t fills;       ///< whether any offset is negative
  static constexpr const char *names[] = {"dim0", "dim1", "dim2",  "dim3", "dim4", "dim5",
                                          "dim6", "dim7", "inner", "size", "fills"};

  INGOT_INLINE constexpr int64_t rows() const {
    int64_t rows = 1;
    for (int axis = 0; axis < pickAxes - 1; ++axis)
      rows *= dims[axis];
    return rows;
  }
};

/// Elements of `Bytes`. Unit: the elements along the last axis.
template <int Bytes> struct Pick {
  using Sizes = PickSizes;
  static constexpr Operand operands[] = {
      {"x", Role::In}, {"table", Role::In}, {"fill", Role::In}, {"y", Role::Out}};

  static constexpr int64_t units(const Sizes &s, Tile) { return s.rows(); }
  static constexpr void footprint(const Sizes &s, Tile, int64_t begin, int64_t end,
                                  Extent *extents) {
    int64_t entries = 0, row = s.dims[pickAxes - 1] * s.inner * Bytes;
    for (int64_t dim : s.dims)
      entries += dim;
    extents[0] = {0, s.size * Bytes};
    extents[1] = {0, entries * 8};
    extents[2] = {0, Bytes};
    extents[3] = {begin * row, end * row};
  }
};

#define INGOT_RESIZE_AXIS_SIZES(X)                                                                 \
  X(outer)                                                                                         \
  X(in)                                                                                            \
  X(out)                                                                                           \
  X(inner)                                                                                         \
  X(taps)                                                                                          \
  X(fills)

/// x [outer, in, inner] → y [outer, out, inner], where
///   y[o, j, i] = sum over t of weights[t, j] * x[o, places[t, j], i]
/// or, if `fills`, the fill where places[0, j] is negative.
struct ResizeAxisSizes {
  INGOT_SIZES(INGOT_RESIZE_AXIS_SIZES)
};

/// Elements of so many bytes; weights and fill of the type that is computed in. Unit: `inner`
/// elements, or `out` of them where `inner` is 1.
template <int InBytes, int ComputeBytes, int OutBytes> struct ResizeAxis {
  using Sizes = ResizeAxisSizes;
  static constexpr Operand operands[] = {{"x", Role::In},
                                         {"places", Role::In},
                                         {"weights", Role::In},
                                         {"fill", Role::In},
                                         {"y", Role::Out}};

  static constexpr int64_t units(const Sizes &s, Tile) {
    return s.outer * (s.inner == 1 ? 1 : s.out);
  }
  static constexpr void footprint(const Sizes &s, Tile, int64_t begin, int64_t end,
                                  Extent *extents) {
    int64_t perSlab = s.inner == 1 ? 1 : s.out, entries = s.taps * s.out;
    int64_t first = begin / perSlab, last = ceilDiv(end, perSlab);
    extents[0] = {first * s.in * s.inner * InBytes, last * s.in * s.inner * InBytes};
    extents[1] = {0, entries * 8};
    extents[2] = {0, entries * ComputeBytes};
    extents[3] = {0, ComputeBytes};
    extents[4] = {first * s.out * s.inner * OutBytes, last * s.out * s.inner * OutBytes};
  }
};

/// All in one type; the first of several axes of integers; the last of them.
template <int Bytes> using ResizeAxisIn = ResizeAxis<Bytes, Bytes, Bytes>;
template <int Bytes> using ResizeAxisFrom = ResizeAxis<Bytes, 8, 8>;
template <int Bytes> using ResizeAxisTo = ResizeAxis<8, 8, Bytes>;

#define INGOT_GRID_SAMPLE_SIZES(X)                                                                 \
  X(batch)                                                                                         \
  X(channels)                                                                                      \
  X(points)                                                                                        \
  X(rank)                                                                                          \
  X(dim0)                                                                                          \
  X(dim1)                                                                                          \
  X(dim2)                                                                                          \
  X(dim3)                                                                                          \
  X(dim4)                                                                                          \
  X(dim5)                                                                                          \
  X(filter)                                                                                        \
  X(padding)                                                                                       \
  X(alignCorners)

/// x [batch, channels, dim0, …] sampled at the positions of grid [batch, points, rank] to y
/// [batch, channels, points]; filter and padding are a Filter and a Padding of reference.h.
struct GridSampleSizes {
  INGOT_SIZES(INGOT_GRID_SAMPLE_SIZES)

  constexpr int64_t size() const {
    const int64_t all[] = {dim0, dim1, dim2, dim3, dim4, dim5};
    int64_t size = 1;
    for (int64_t axis = 0; axis < rank; ++axis)
      size *= all[axis];
    return size;
  }
};

/// Elements of `Bytes`, those of the grid, too. Unit: a point.
template <int Bytes> struct GridSample {
  using Sizes = GridSampleSizes;
  static constexpr Operand operands[] = {{"x", Role::In}, {"grid", Role::In}, {"y", Role::Out}};

  static constexpr int64_t units(const Sizes &s, Tile) { return s.batch * s.points; }
  static constexpr void footprint(const Sizes &s, Tile, int64_t begin, int64_t end,
                                  Extent *extents) {
    extents[0] = {0, s.batch * s.channels * s.size() * Bytes};
    extents[1] = {begin * s.rank * Bytes, end * s.rank * Bytes};
    extents[2] = {0, s.batch * s.channels * s.points * Bytes};
  }
};

} // namespace ingot::kernels::resampling
