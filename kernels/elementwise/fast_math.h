// The functions of math.h for the compute type float, for loops that are vectorized.
#pragma once

#include "kernels/elementwise/fast_exponential.h"
#include "kernels/elementwise/fast_power.h"
#include "kernels/elementwise/fast_trigonometric.h"

#pragma clang attribute push(__attribute__((always_inline)), apply_to = function)
#pragma float_control(push)
#pragma clang fp contract(off)

namespace ingot::kernels::math {

inline float abs(float x) { return __builtin_fabsf(x); }
inline float sqrt(float x) { return __builtin_sqrtf(x); }
inline float ceil(float x) { return __builtin_ceilf(x); }
inline float floor(float x) { return __builtin_floorf(x); }
inline float round(float x) { return __builtin_roundevenf(x); }
inline float multiplyAdd(float x, float y, float z) { return __builtin_fmaf(x, y, z); }

/// (x + 3) / 6 rather than x / 6 + 1/2: nothing is lost where the two cancel.
inline float hardSwish(float x) { return x * max(0.0f, min(1.0f, (x + 3) * (1.0f / 6))); }
inline float shrink(float x, float lambda, float bias) {
  return x < -lambda ? x + bias : x > lambda ? x - bias : 0;
}

} // namespace ingot::kernels::math

#pragma float_control(pop)
#pragma clang attribute pop
