// How many units of work the tuned contraction kernels have: see kernels.inc.
#pragma once

#include "kernels/contraction/gemm.h"

namespace ingot::kernels::contraction {

#define INGOT_GEMM_UNITS(R, C)                                                                     \
  inline constexpr int64_t gemm_f32_##R##x##C##_units(int64_t rows, int64_t columns, int64_t,      \
                                                      int64_t batches, int64_t, int64_t, int64_t,  \
                                                      int64_t, int64_t) {                          \
    return gemmUnits(rows, columns, batches, R, C);                                                \
  }
#define INGOT_GEMV_UNITS(R, C)                                                                     \
  inline constexpr int64_t gemv_f32_##R##x##C##_units(int64_t, int64_t columns, int64_t,           \
                                                      int64_t batches, int64_t, int64_t, int64_t,  \
                                                      int64_t, int64_t) {                          \
    return ceilDiv(columns, C) * batches;                                                          \
  }
INGOT_GEMM_UNITS(12, 8)
INGOT_GEMM_UNITS(8, 12)
INGOT_GEMM_UNITS(6, 8)
INGOT_GEMM_UNITS(6, 16)
INGOT_GEMM_UNITS(14, 32)
INGOT_GEMM_UNITS(6, 64)
INGOT_GEMV_UNITS(4, 8)
INGOT_GEMV_UNITS(4, 12)
INGOT_GEMV_UNITS(4, 16)
INGOT_GEMV_UNITS(4, 32)
INGOT_GEMV_UNITS(4, 64)
#undef INGOT_GEMM_UNITS
#undef INGOT_GEMV_UNITS

inline constexpr int64_t pack_b_f32_units(int64_t, int64_t columns, int64_t, int64_t,
                                          int64_t batches, int64_t, int64_t panel) {
  return ceilDiv(columns, panel) * batches;
}

} // namespace ingot::kernels::contraction
