// Packing the weights of a convolution: [groups][columns][channels][taps] in any order of strides →
// [groups][panels][taps][channels][panel columns] of f32 or of 16 bits, the last panel of each
// group filled with 0.
#pragma once

#include "kernels/base/halves.h"
#include "kernels/convolution/contract.h"

namespace ingot::kernels::convolution {

/// Panels [begin, end), counted over all groups.
template <typename Number>
INGOT_INLINE void packWeights(const float *w, Number *packed, const void *, const WeightSizes &s,
                              int64_t begin, int64_t end) {
  int64_t panels = ceilDiv(s.columns, s.panel);
  INGOT_ROLLED
  for (int64_t unit = begin; unit < end; ++unit) {
    int64_t group = unit / panels, first = (unit - group * panels) * s.panel;
    const float *from = w + (group * s.columns + first) * s.columnStride;
    Number *out = packed + unit * s.taps * s.channels * s.panel;
    INGOT_ROLLED
    for (int64_t tap = 0; tap < s.taps; ++tap) {
      INGOT_ROLLED
      for (int64_t c = 0; c < s.channels; ++c) {
        const float *at = from + tap * s.tapStride + c * s.channelStride;
        INGOT_ROLLED
        for (int64_t i = 0; i < s.panel; ++i)
          storeOne(out++, first + i < s.columns ? at[i * s.columnStride] : 0);
      }
    }
  }
}

} // namespace ingot::kernels::convolution
