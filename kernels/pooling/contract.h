// What callers of the tuned pooling kernels must know: see base/contract.h.
#pragma once

#include "kernels/base/contract.h"

namespace ingot::kernels::pooling {

#define INGOT_POOL_SIZES(X)                                                                        \
  X(batch)                                                                                         \
  X(depth)                                                                                         \
  X(height)                                                                                        \
  X(width)                                                                                         \
  X(channels)                                                                                      \
  X(outDepth)                                                                                      \
  X(outHeight)                                                                                     \
  X(outWidth)                                                                                      \
  X(kernelDepth)                                                                                   \
  X(kernelHeight)                                                                                  \
  X(kernelWidth)                                                                                   \
  X(strideDepth)                                                                                   \
  X(strideHeight)                                                                                  \
  X(strideWidth)                                                                                   \
  X(dilationDepth)                                                                                 \
  X(dilationHeight)                                                                                \
  X(dilationWidth)                                                                                 \
  X(padFront)                                                                                      \
  X(padTop)                                                                                        \
  X(padLeft)                                                                                       \
  X(padBack)                                                                                       \
  X(padBottom)                                                                                     \
  X(padRight)                                                                                      \
  X(xPitch)                                                                                        \
  X(yPitch)                                                                                        \
  X(yBytes)                                                                                        \
  X(countPadding)

/// An image is a volume of depth 1. `countPadding`: whether an average counts the padding; a
/// maximum does not care.
struct PoolSizes {
  INGOT_SIZES(INGOT_POOL_SIZES)
};

/// Unit: an output row.
struct Pool {
  using Sizes = PoolSizes;
  static constexpr Operand operands[] = {{"x", Role::In}, {"y", Role::Out}};
  static constexpr Pitch pitches[] = {{"x", "xPitch"}, {"y", "yPitch"}};

  static constexpr int64_t units(const Sizes &s, Tile) {
    return s.batch * s.outDepth * s.outHeight;
  }
  static constexpr void footprint(const Sizes &s, Tile, int64_t begin, int64_t end,
                                  Extent *extents) {
    int64_t perImage = s.outDepth * s.outHeight;
    int64_t first = begin / perImage, images = (end - 1) / perImage + 1 - first;
    int64_t in = s.depth * s.height * s.width;
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

inline constexpr int plainAxes = 3;

/// Windows over [planes, in…], whose axes are 1 where there are fewer. The bytes are those of an
/// element. `byColumn`: whether indices count with the first axis fastest. `order` are the bits of
/// the f64 that a norm is of.
struct PlainPoolSizes {
  int64_t planes, bytes, countPadding, byColumn, order;
  int64_t in[plainAxes], out[plainAxes], taps[plainAxes], stride[plainAxes], dilation[plainAxes];
  int64_t before[plainAxes], after[plainAxes];
  static constexpr const char *names[] = {
      "planes",  "bytes",   "countPadding", "byColumn",  "order",     "in0",       "in1",
      "in2",     "out0",    "out1",         "out2",      "taps0",     "taps1",     "taps2",
      "stride0", "stride1", "stride2",      "dilation0", "dilation1", "dilation2", "before0",
      "before1", "before2", "after0",       "after1",    "after2"};

  static constexpr int64_t product(const int64_t (&sizes)[plainAxes]) {
    return sizes[0] * sizes[1] * sizes[2];
  }
};

/// Unit: a plane.
struct PlainPool {
  using Sizes = PlainPoolSizes;
  static constexpr Operand operands[] = {{"x", Role::In}, {"y", Role::Out}};

  static constexpr int64_t units(const Sizes &s, Tile) { return s.planes; }
  static constexpr void footprint(const Sizes &s, Tile, int64_t begin, int64_t end,
                                  Extent *extents) {
    int64_t in = Sizes::product(s.in), out = Sizes::product(s.out);
    extents[0] = {begin * in * s.bytes, end * in * s.bytes};
    extents[1] = {begin * out * s.bytes, end * out * s.bytes};
  }
};

/// The same with the places of the maxima.
struct PlainPoolIndices {
  using Sizes = PlainPoolSizes;
  static constexpr Operand operands[] = {{"x", Role::In}, {"y", Role::Out}, {"indices", Role::Out}};

  static constexpr int64_t units(const Sizes &s, Tile) { return s.planes; }
  static constexpr void footprint(const Sizes &s, Tile tile, int64_t begin, int64_t end,
                                  Extent *extents) {
    PlainPool::footprint(s, tile, begin, end, extents);
    int64_t out = Sizes::product(s.out);
    extents[2] = {begin * out * 8, end * out * 8};
  }
};

} // namespace ingot::kernels::pooling
