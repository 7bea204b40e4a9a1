// How many units of work the tuned convolution kernels have: see kernels.inc.
#pragma once

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
INGOT_CONV_UNITS(6, 16)
INGOT_CONV_UNITS(14, 32)
INGOT_CONV_UNITS(6, 64)
#undef INGOT_CONV_UNITS

inline constexpr int64_t pack_conv_f32_units(int64_t columns, int64_t, int64_t, int64_t groups,
                                             int64_t, int64_t, int64_t, int64_t panel) {
  return ceilDiv(columns, panel) * groups;
}

} // namespace ingot::kernels::convolution
