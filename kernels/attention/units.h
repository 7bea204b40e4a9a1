// How many units of work the tuned attention kernels have: see kernels.inc.
#pragma once

#include "kernels/attention/fused.h"

namespace ingot::kernels::attention {

#define INGOT_ATTENTION_UNITS(R, C)                                                                \
  inline constexpr int64_t attention_f32_##R##x##C##_units(                                        \
      int64_t batch, int64_t heads, int64_t, int64_t queries, int64_t, int64_t, int64_t, int64_t,  \
      int64_t, int64_t, int64_t, int64_t, int64_t, int64_t, int64_t, int64_t, int64_t, int64_t,    \
      int64_t) {                                                                                   \
    return attentionUnits(batch, heads, queries, R);                                               \
  }
INGOT_ATTENTION_UNITS(12, 8)
INGOT_ATTENTION_UNITS(6, 16)
INGOT_ATTENTION_UNITS(14, 32)
#undef INGOT_ATTENTION_UNITS

} // namespace ingot::kernels::attention
