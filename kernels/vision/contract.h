// What callers of the kernels of regions of interest and deformed windows must know: see
// base/contract.h.
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

#define INGOT_SELECT_BOXES_SIZES(X)                                                                \
  X(batch)                                                                                         \
  X(classes)                                                                                       \
  X(boxes)                                                                                         \
  X(limit)                                                                                         \
  X(centred)                                                                                       \
  X(hasLeast)                                                                                      \
  X(hasCount)

/// Of boxes [batch, boxes, 4] with scores [batch, classes, boxes] those that are selected [batch,
/// classes, limit], at most most [1], then -1. They overlap by no more than `overlap` [1] and score
/// more than least [1], if there is one; only the first count [1] boxes are there, if that is said.
/// The scratch is [batch, classes, boxes] of 32 bits.
struct SelectBoxesSizes {
  INGOT_SIZES(INGOT_SELECT_BOXES_SIZES)
};

/// Elements of `Bytes`. Unit: a class of an image. Faults at a count that is not within the boxes.
template <int Bytes> struct SelectBoxes {
  using Sizes = SelectBoxesSizes;
  static constexpr Operand operands[] = {
      {"boxes", Role::In}, {"scores", Role::In}, {"most", Role::In},     {"overlap", Role::In},
      {"least", Role::In}, {"count", Role::In},  {"scratch", Role::Out}, {"selected", Role::Out}};

  static constexpr int64_t units(const Sizes &s, Tile) { return s.batch * s.classes; }
  static constexpr void footprint(const Sizes &s, Tile, int64_t begin, int64_t end,
                                  Extent *extents) {
    extents[0] = {begin / s.classes * s.boxes * 4 * Bytes,
                  ceilDiv(end, s.classes) * s.boxes * 4 * Bytes};
    extents[1] = {begin * s.boxes * Bytes, end * s.boxes * Bytes};
    extents[2] = {0, 8};
    extents[3] = {0, Bytes};
    extents[4] = {0, s.hasLeast ? Bytes : 0};
    extents[5] = {0, s.hasCount ? 8 : 0};
    extents[6] = {begin * s.boxes * 4, end * s.boxes * 4};
    extents[7] = {begin * s.limit * 8, end * s.limit * 8};
  }
};

inline constexpr int deformAxes = 3;

/// A convolution that samples x [batch, groups * channels, in…] at places with offsets [batch,
/// offset groups, taps…, axes, out…], times a mask [batch, offset groups, taps…, out…] if there is
/// one. w is [groups * maps, channels, taps…], y [batch, groups * maps, out…]. Only the first
/// `axes` of the sizes count.
struct DeformSizes {
  int64_t batch, groups, channels, maps, offsetGroups, axes, hasBias, hasMask;
  int64_t in[deformAxes], out[deformAxes], taps[deformAxes], stride[deformAxes];
  int64_t dilation[deformAxes], pad[deformAxes];
  static constexpr const char *names[] = {
      "batch",     "groups",    "channels", "maps",    "offsetGroups", "axes",    "hasBias",
      "hasMask",   "in0",       "in1",      "in2",     "out0",         "out1",    "out2",
      "taps0",     "taps1",     "taps2",    "stride0", "stride1",      "stride2", "dilation0",
      "dilation1", "dilation2", "pad0",     "pad1",    "pad2"};

  INGOT_INLINE constexpr int64_t product(const int64_t (&sizes)[deformAxes]) const {
    return sizes[0] * (axes > 1 ? sizes[1] : 1) * (axes > 2 ? sizes[2] : 1);
  }
  /// Positions of the result in blocks of eight.
  INGOT_INLINE constexpr int64_t blocks() const { return ceilDiv(product(out), 8); }
};

/// Elements of `Bytes`. Unit: eight positions of a group of an image, whose sums are in the
/// scratch.
template <int Bytes> struct DeformConv {
  using Sizes = DeformSizes;
  static constexpr Operand operands[] = {
      {"x", Role::In},    {"w", Role::In},        {"offset", Role::In}, {"bias", Role::In},
      {"mask", Role::In}, {"scratch", Role::Out}, {"y", Role::Out}};

  static constexpr int64_t units(const Sizes &s, Tile) { return s.batch * s.groups * s.blocks(); }
  static constexpr void footprint(const Sizes &s, Tile, int64_t begin, int64_t end,
                                  Extent *extents) {
    int64_t all = s.groups * s.maps, places = s.product(s.taps) * s.product(s.out) * Bytes;
    extents[0] = {0, s.batch * s.groups * s.channels * s.product(s.in) * Bytes};
    extents[1] = {0, all * s.channels * s.product(s.taps) * Bytes};
    extents[2] = {0, s.batch * s.offsetGroups * s.axes * places};
    extents[3] = {0, s.hasBias != 0 ? all * Bytes : 0};
    extents[4] = {0, s.hasMask != 0 ? s.batch * s.offsetGroups * places : 0};
    extents[5] = {begin * s.maps * 64, end * s.maps * 64};
    extents[6] = {0, s.batch * all * s.product(s.out) * Bytes};
  }
};

} // namespace ingot::kernels::vision
