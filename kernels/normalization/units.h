// How many units of work the tuned normalization kernels have: see kernels.inc.
#pragma once

#include <stdint.h>

namespace ingot::kernels::normalization {

inline constexpr int64_t softmax_rows_f32_units(int64_t rows, int64_t, int64_t, int64_t, int64_t) {
  return rows;
}
inline constexpr int64_t log_softmax_rows_f32_units(int64_t rows, int64_t, int64_t, int64_t,
                                                    int64_t) {
  return rows;
}
inline constexpr int64_t layer_norm_rows_f32_units(int64_t rows, int64_t, int64_t, int64_t, int64_t,
                                                   int64_t) {
  return rows;
}
inline constexpr int64_t rms_norm_rows_f32_units(int64_t rows, int64_t, int64_t, int64_t, int64_t,
                                                 int64_t) {
  return rows;
}

} // namespace ingot::kernels::normalization
