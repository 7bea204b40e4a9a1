// The functions of math.h for the compute type float, for loops that are vectorized.
//
// Each is straight-line code over selects: no branch, table or library call, so that clang -O2
// vectorizes a loop around it once it is inlined. Vector and scalar code give the same bits,
// whatever the instruction set: a fused multiply-add is one only where fma is written, and all else
// is IEEE arithmetic. The instruction set must have fma and rounding to integers (AVX2 with FMA,
// AVX-512, NEON); elsewhere these become calls.
//
// Infinities, NaN, signed zeros, overflow and subnormal results are those of C, but for sigmoid and
// softplus, which are 0 below -87; gelu, geluTanh and mish of -infinity are NaN, as in double. The
// largest errors, in units of the last place of the exact result (0.5 is correctly rounded), and
// the cost, the cycles for 16 floats that llvm-mca predicts for 512-bit code on Sapphire Rapids:
//
//   function        error  cycles      function        error  cycles      function   error  cycles
//   exp              1.01      18      tanh             1.33      23      asin        1.97      14
//   expm1            1.43      15      sinh             1.62      24      acos        1.06      14
//   log              0.85      17      cosh             1.46      19      atan        1.25      15
//   sigmoid          2.30      16      erf              1.09      28      asinh  d    0.50      65
//   softplus         2.03      26      gelu        x    1.38      22      acosh  d    0.50      47
//   mish             3.36      27      geluTanh    x    1.91      17      atanh  d    0.50      49
//   hardSwish        2.48       3      sin, cos    d    0.50      77      tan    d    0.50      80
//   pow         d    0.50     104      fmod        d       0     115      mod    d    0.50     129
//
// Measured with the program all_floats over all floats for exp, log, tanh and erf; over every 61st
// for sigmoid, softplus, gelu, geluTanh, sin, cos, acosh and atanh, every 17th for the other
// functions of one float, and over the sample of the test for those of two. Errors of functions
// marked x are in units of the last place of x: a network adds the result to values of that size.
// Functions marked d compute in double, half as many lanes at a time: sines because the reduction
// of large angles needs the bits, the others because it is the simplest way to be right.
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
