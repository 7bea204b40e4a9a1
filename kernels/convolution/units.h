// How many units of work the tuned convolution kernels have: see kernels.inc.
#pragma once

#include "kernels/convolution/depthwise.h"
#include "kernels/convolution/direct.h"

namespace ingot::kernels::convolution {

#define INGOT_CONV_UNITS(R, C)                                                                     \
  inline constexpr int64_t conv_f32_##R##x##C##_units(                                             \
      int64_t batch, int64_t, int64_t, int64_t, int64_t outHeight, int64_t outWidth,               \
      int64_t columns, int64_t groups, int64_t, int64_t, int64_t, int64_t, int64_t, int64_t,       \
      int64_t, int64_t, int64_t, int64_t) {                                                        \
    return contraction::RowSplit(batch * outHeight * outWidth, R).tiles * ceilDiv(columns, C) *    \
           groups;                                                                                 \
  }
INGOT_CONV_UNITS(12, 8)
INGOT_CONV_UNITS(8, 12)
INGOT_CONV_UNITS(6, 8)
INGOT_CONV_UNITS(6, 16)
INGOT_CONV_UNITS(14, 32)
INGOT_CONV_UNITS(6, 64)
#undef INGOT_CONV_UNITS

#define INGOT_DEPTHWISE_UNITS(NAME)                                                                \
  inline constexpr int64_t NAME##_units(                                                           \
      int64_t batch, int64_t height, int64_t width, int64_t channels, int64_t outHeight,           \
      int64_t outWidth, int64_t multiplier, int64_t, int64_t, int64_t, int64_t, int64_t, int64_t,  \
      int64_t, int64_t, int64_t xPitch, int64_t yPitch, int64_t) {                                 \
    DepthwiseShape s = {};                                                                         \
    s.batch = batch, s.height = height, s.width = width, s.channels = channels;                    \
    s.outHeight = outHeight, s.outWidth = outWidth, s.multiplier = multiplier;                     \
    s.xPitch = xPitch, s.yPitch = yPitch;                                                          \
    return depthwiseUnits(s);                                                                      \
  }
INGOT_DEPTHWISE_UNITS(depthwise_f32_k3s1)
INGOT_DEPTHWISE_UNITS(depthwise_f32_k3s2)
INGOT_DEPTHWISE_UNITS(depthwise_f32_k5s1)
INGOT_DEPTHWISE_UNITS(depthwise_f32_k5s2)
INGOT_DEPTHWISE_UNITS(depthwise_f32)
#undef INGOT_DEPTHWISE_UNITS

inline constexpr int64_t pack_conv_f32_units(int64_t columns, int64_t, int64_t, int64_t groups,
                                             int64_t, int64_t, int64_t, int64_t panel) {
  return ceilDiv(columns, panel) * groups;
}

} // namespace ingot::kernels::convolution
