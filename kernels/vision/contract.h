// What callers of the kernels of regions of interest must know: see base/contract.h.
#pragma once

#include "kernels/base/contract.h"

namespace ingot::kernels::vision {

#define INGOT_ROI_ALIGN_SIZES(X)                                                                   \
  X(batch)                                                                                         \
  X(channels)                                                                                      \
  X(height)                                                                                        \
  X(width)                                                                                         \
  X(regions)                                                                                       \
  X(outHeight)                                                                                     \
  X(outWidth)                                                                                      \
  X(samplingRatio)                                                                                 \
  X(scaleBits)                                                                                     \
  X(halfPixel)                                                                                     \
  X(isMax)                                                                                         \
  X(indexBytes)

/// Regions rois [regions, 4] of images x [batch, channels, height, width] to y [regions, channels,
/// outHeight, outWidth]; images [regions] says of which. `scaleBits` are those of an f64.
struct RoiAlignSizes {
  INGOT_SIZES(INGOT_ROI_ALIGN_SIZES)
};

/// Elements of `Bytes`. Unit: a bin of a channel. Faults at a region of an image that is none.
template <int Bytes> struct RoiAlign {
  using Sizes = RoiAlignSizes;
  static constexpr Operand operands[] = {
      {"x", Role::In}, {"rois", Role::In}, {"images", Role::In}, {"y", Role::Out}};

  static constexpr int64_t units(const Sizes &s, Tile) {
    return s.regions * s.channels * s.outHeight * s.outWidth;
  }
  static constexpr void footprint(const Sizes &s, Tile, int64_t begin, int64_t end,
                                  Extent *extents) {
    extents[0] = {0, s.batch * s.channels * s.height * s.width * Bytes};
    extents[1] = {0, s.regions * 4 * Bytes};
    extents[2] = {0, s.regions * s.indexBytes};
    extents[3] = {begin * Bytes, end * Bytes};
  }
};

} // namespace ingot::kernels::vision
