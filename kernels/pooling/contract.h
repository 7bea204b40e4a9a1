// What callers of the tuned pooling kernels must know: see base/contract.h.
#pragma once

#include "kernels/base/contract.h"

namespace ingot::kernels::pooling {

#define INGOT_POOL_SIZES(X)                                                                        \
  X(batch)                                                                                         \
  X(height)                                                                                        \
  X(width)                                                                                         \
  X(channels)                                                                                      \
  X(outHeight)                                                                                     \
  X(outWidth)                                                                                      \
  X(kernelHeight)                                                                                  \
  X(kernelWidth)                                                                                   \
  X(strideHeight)                                                                                  \
  X(strideWidth)                                                                                   \
  X(dilationHeight)                                                                                \
  X(dilationWidth)                                                                                 \
  X(padTop)                                                                                        \
  X(padLeft)                                                                                       \
  X(padBottom)                                                                                     \
  X(padRight)                                                                                      \
  X(xPitch)                                                                                        \
  X(yPitch)                                                                                        \
  X(yBytes)                                                                                        \
  X(countPadding)

/// `countPadding`: whether an average counts the padding; a maximum does not care.
struct PoolSizes {
  INGOT_SIZES(INGOT_POOL_SIZES)
};

/// Unit: an output row.
struct Pool {
  using Sizes = PoolSizes;
  static constexpr Operand operands[] = {{"x", Role::In}, {"y", Role::Out}};

  static constexpr int64_t units(const Sizes &s, Tile) { return s.batch * s.outHeight; }
  static constexpr void footprint(const Sizes &s, Tile, int64_t begin, int64_t end,
                                  Extent *extents) {
    int64_t first = begin / s.outHeight, images = (end - 1) / s.outHeight + 1 - first;
    int64_t in = s.height * s.width;
    extents[0] = rowsExtent(first * in, images * in, s.channels, s.xPitch, 4);
    extents[1] =
        rowsExtent(begin * s.outWidth, (end - begin) * s.outWidth, s.channels, s.yPitch, s.yBytes);
  }
};

/// x [count] to the places that indices name in an array of shape `from`, which lies in the first
/// corner of y, of shape `to`; all else of y is 0. Axes that are not there come first and have
/// size 1.
struct MaxUnpoolSizes {
  int64_t from[8], to[8];
  int64_t count, slabs, slab; ///< y has `slabs` times `slab` elements
  static constexpr const char *names[] = {
      "from0", "from1", "from2", "from3", "from4", "from5", "from6", "from7", "to0", "to1",
      "to2",   "to3",   "to4",   "to5",   "to6",   "to7",   "count", "slabs", "slab"};
};

/// Elements of `Bytes`. Unit: a slab. Faults at an index out of range.
template <int Bytes> struct MaxUnpool {
  using Sizes = MaxUnpoolSizes;
  static constexpr Operand operands[] = {{"x", Role::In}, {"indices", Role::In}, {"y", Role::Out}};

  static constexpr int64_t units(const Sizes &s, Tile) { return s.slabs; }
  static constexpr void footprint(const Sizes &s, Tile, int64_t begin, int64_t end,
                                  Extent *extents) {
    extents[0] = {0, s.count * Bytes};
    extents[1] = {0, s.count * 8};
    extents[2] = {begin * s.slab * Bytes, end * s.slab * Bytes};
  }
};

} // namespace ingot::kernels::pooling
