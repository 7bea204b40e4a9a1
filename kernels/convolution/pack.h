// Packing the weights of a convolution: [groups][columns][channels][taps] in any order of strides →
// [groups][panels][taps][channels][panel columns], the last panel of each group filled with 0.
#pragma once

#include "kernels/base/vector.h"

namespace ingot::kernels::convolution {

/// Weights as they lie in memory; strides are in elements. ONNX has columnStride channels * taps,
/// channelStride taps, tapStride 1.
struct WeightShape {
  int64_t columns, channels; ///< of one group
  int64_t taps, groups;
  int64_t columnStride, channelStride, tapStride;
  int64_t panel; ///< columns of a panel
};

/// Elements of packed weights.
INGOT_INLINE constexpr int64_t packedWeights(int64_t columns, int64_t channels, int64_t taps,
                                             int64_t groups, int64_t panel) {
  return ceilDiv(columns, panel) * panel * channels * taps * groups;
}

/// Panels [begin, end), counted over all groups.
INGOT_INLINE void packWeights(const float *w, float *packed, const WeightShape &s, int64_t begin,
                              int64_t end) {
  int64_t panels = ceilDiv(s.columns, s.panel);
  INGOT_ROLLED
  for (int64_t unit = begin; unit < end; ++unit) {
    int64_t group = unit / panels, first = (unit - group * panels) * s.panel;
    const float *from = w + (group * s.columns + first) * s.columnStride;
    float *out = packed + unit * s.taps * s.channels * s.panel;
    INGOT_ROLLED
    for (int64_t tap = 0; tap < s.taps; ++tap) {
      INGOT_ROLLED
      for (int64_t c = 0; c < s.channels; ++c) {
        const float *at = from + tap * s.tapStride + c * s.channelStride;
        INGOT_ROLLED
        for (int64_t i = 0; i < s.panel; ++i)
          *out++ = first + i < s.columns ? at[i * s.columnStride] : 0;
      }
    }
  }
}

} // namespace ingot::kernels::convolution
