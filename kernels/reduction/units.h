// How many units of work the tuned reduction kernels have: see kernels.inc.
#pragma once

#include "kernels/reduction/rows.h"

namespace ingot::kernels::reduction {

#define INGOT_REDUCTION_UNITS(NAME)                                                                \
  inline constexpr int64_t reduce_rows_##NAME##_f32_units(int64_t rows, int64_t, int64_t) {        \
    return rows;                                                                                   \
  }                                                                                                \
  inline constexpr int64_t reduce_columns_##NAME##_f32_units(int64_t outer, int64_t,               \
                                                             int64_t inner, int64_t) {             \
    return outer * ceilDiv(inner, columnBlock);                                                    \
  }
INGOT_REDUCTION_UNITS(sum)
INGOT_REDUCTION_UNITS(mean)
INGOT_REDUCTION_UNITS(sumsquare)
INGOT_REDUCTION_UNITS(l1)
INGOT_REDUCTION_UNITS(l2)
INGOT_REDUCTION_UNITS(prod)
INGOT_REDUCTION_UNITS(max)
INGOT_REDUCTION_UNITS(min)
#undef INGOT_REDUCTION_UNITS

} // namespace ingot::kernels::reduction
