// How many units of work the tuned pooling kernels have: see kernels.inc.
#pragma once

#include <stdint.h>

namespace ingot::kernels::pooling {

inline constexpr int64_t max_pool_f32_units(int64_t batch, int64_t, int64_t, int64_t,
                                            int64_t outHeight, int64_t, int64_t, int64_t, int64_t,
                                            int64_t, int64_t, int64_t, int64_t, int64_t, int64_t,
                                            int64_t, int64_t, int64_t) {
  return batch * outHeight;
}
inline constexpr int64_t average_pool_f32_units(int64_t batch, int64_t, int64_t, int64_t,
                                                int64_t outHeight, int64_t, int64_t, int64_t,
                                                int64_t, int64_t, int64_t, int64_t, int64_t,
                                                int64_t, int64_t, int64_t, int64_t, int64_t,
                                                int64_t) {
  return batch * outHeight;
}

} // namespace ingot::kernels::pooling
