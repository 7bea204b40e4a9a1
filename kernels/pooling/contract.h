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

} // namespace ingot::kernels::pooling
