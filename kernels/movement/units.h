// How many units of work the tuned kernels of data movement have: see kernels.inc.
#pragma once

#include "kernels/movement/copy.h"

namespace ingot::kernels::movement {

#define INGOT_COPY_UNITS(BITS)                                                                     \
  inline constexpr int64_t copy_strided_##BITS##_units(                                            \
      int64_t dim0, int64_t dim1, int64_t dim2, int64_t dim3, int64_t dim4, int64_t dim5,          \
      int64_t dim6, int64_t dim7, int64_t, int64_t, int64_t, int64_t, int64_t, int64_t, int64_t,   \
      int64_t, int64_t, int64_t, int64_t, int64_t, int64_t, int64_t, int64_t, int64_t) {           \
    return copyUnits<uint##BITS##_t>({{dim0, dim1, dim2, dim3, dim4, dim5, dim6, dim7}, {}, {}});  \
  }
INGOT_COPY_UNITS(8)
INGOT_COPY_UNITS(16)
INGOT_COPY_UNITS(32)
INGOT_COPY_UNITS(64)
#undef INGOT_COPY_UNITS

} // namespace ingot::kernels::movement
