// The functions that formulas in the operator records use, for the compute types double, int64_t
// and uint64_t. Integers wrap; nothing here is undefined for any value. The templates also take
// float; the functions of floats have overloads for it in fast_math.h.
#pragma once

#include "kernels/base/scalar.h"

namespace ingot::kernels::math {

template <typename C>
inline constexpr bool isFloating = __is_same(C, double) || __is_same(C, float);

/// The type in which a formula computing in C takes an attribute.
template <typename C> struct ParameterType {
  using type = double;
};
template <> struct ParameterType<float> {
  using type = float;
};
template <typename C> using Parameter = typename ParameterType<C>::type;

template <typename C> bool isNan(C x) { return x != x; }
inline double infinity() { return __builtin_inf(); }
inline double nan() { return __builtin_nan(""); }

/// A computed double as the formula's result: integers truncate.
template <typename C> C narrow(double x) {
  if constexpr (isFloating<C>)
    return static_cast<C>(x);
  else
    return truncateTo<C>(x);
}

//===--------------------------------------------------------------------------------------------===//
// Arithmetic
//===--------------------------------------------------------------------------------------------===//

template <typename C> C add(C x, C y) {
  if constexpr (isFloating<C>)
    return x + y;
  else
    return static_cast<C>(static_cast<uint64_t>(x) + static_cast<uint64_t>(y));
}
template <typename C> C sub(C x, C y) {
  if constexpr (isFloating<C>)
    return x - y;
  else
    return static_cast<C>(static_cast<uint64_t>(x) - static_cast<uint64_t>(y));
}
template <typename C> C mul(C x, C y) {
  if constexpr (isFloating<C>)
    return x * y;
  else
    return static_cast<C>(static_cast<uint64_t>(x) * static_cast<uint64_t>(y));
}
template <typename C> C neg(C x) {
  if constexpr (isFloating<C>)
    return -x;
  else
    return sub(C(0), x);
}
template <typename C> C abs(C x) {
  if constexpr (isFloating<C>)
    return static_cast<C>(__builtin_fabs(x));
  else
    return x < C(0) ? neg(x) : x;
}
/// x / y; integers truncate towards zero, and by 0 give 0.
template <typename C> C div(C x, C y) {
  if constexpr (isFloating<C>)
    return x / y;
  else if (y == C(0))
    return 0;
  else if (__is_same(C, int64_t) && y == static_cast<C>(-1))
    return neg(x); // the quotient of the most negative number does not fit
  else
    return x / y;
}
/// The remainder with the sign of x; integers by 0 give 0.
template <typename C> C fmod(C x, C y) {
  if constexpr (isFloating<C>)
    return static_cast<C>(__builtin_fmod(x, y));
  else
    return y == C(0) ? C(0) : sub(x, mul(div(x, y), y));
}
/// The remainder with the sign of y; integers by 0 give 0.
template <typename C> C mod(C x, C y) {
  C rest = fmod(x, y);
  if constexpr (isFloating<C>) {
    if (rest == 0)
      return static_cast<C>(__builtin_copysign(0.0, y));
    return (rest < 0) != (y < 0) && !isNan(rest) ? rest + y : rest;
  } else {
    return rest != C(0) && (rest < C(0)) != (y < C(0)) ? add(rest, y) : rest;
  }
}
/// The larger one; NaN if either is.
template <typename C> C max(C x, C y) {
  if constexpr (isFloating<C>)
    return isNan(x) ? x : x >= y ? x : y;
  else
    return x < y ? y : x;
}
template <typename C> C min(C x, C y) {
  if constexpr (isFloating<C>)
    return isNan(x) ? x : x <= y ? x : y;
  else
    return y < x ? y : x;
}
template <typename C> C sign(C x) {
  if constexpr (isFloating<C>)
    if (isNan(x))
      return x;
  return static_cast<C>((x > C(0)) - (x < C(0)));
}

/// x^y modulo 2^64. A negative exponent gives the integer part of 1 / x^-y, and 0 for x = 0.
template <typename Exponent> uint64_t integerPower(uint64_t x, bool xIsSigned, Exponent y) {
  if (y < Exponent(0)) {
    bool minusOne = xIsSigned && x == ~uint64_t{0};
    return x == 1 ? 1 : minusOne ? ((y & 1) ? x : 1) : 0;
  }
  uint64_t power = 1;
  for (uint64_t rest = static_cast<uint64_t>(y); rest; rest >>= 1, x *= x)
    if (rest & 1)
      power *= x;
  return power;
}

//===--------------------------------------------------------------------------------------------===//
// Bits
//===--------------------------------------------------------------------------------------------===//

/// x * 2^y; by a negative amount or by 64 and more, no bit is left.
template <typename C> C shiftLeft(C x, C y) {
  return y < C(0) || y >= C(64) ? C(0) : static_cast<C>(static_cast<uint64_t>(x) << y);
}
/// x / 2^y rounded down; by a negative amount or by 64 and more, only the sign is left.
template <typename C> C shiftRight(C x, C y) {
  return y < C(0) || y >= C(64) ? (x < C(0) ? static_cast<C>(-1) : C(0)) : x >> y;
}

//===--------------------------------------------------------------------------------------------===//
// Functions of floats
//===--------------------------------------------------------------------------------------------===//

inline double exp(double x) { return __builtin_exp(x); }
inline double expm1(double x) { return __builtin_expm1(x); }
inline double log(double x) { return __builtin_log(x); }
inline double sqrt(double x) { return __builtin_sqrt(x); }
inline double pow(double x, double y) { return __builtin_pow(x, y); }
/// integerPower() without a loop that depends on its operands: 64 steps, for lanes of vectors.
template <typename C> C powerOfInteger(C x, C y) {
  uint64_t base = static_cast<uint64_t>(x), rest = static_cast<uint64_t>(y), power = 1;
#pragma clang loop unroll(full)
  for (int bit = 0; bit < 64; ++bit, base *= base)
    power *= (rest >> bit & 1) != 0 ? base : 1;
  C fraction = x == C(1) ? C(1) : x == static_cast<C>(-1) ? ((rest & 1) != 0 ? x : C(1)) : C(0);
  return y < C(0) ? fraction : static_cast<C>(power);
}
inline int64_t pow(int64_t x, int64_t y) { return powerOfInteger(x, y); }
inline uint64_t pow(uint64_t x, uint64_t y) { return powerOfInteger(x, y); }
inline double sin(double x) { return __builtin_sin(x); }
inline double cos(double x) { return __builtin_cos(x); }
inline double tan(double x) { return __builtin_tan(x); }
inline double asin(double x) { return __builtin_asin(x); }
inline double acos(double x) { return __builtin_acos(x); }
inline double atan(double x) { return __builtin_atan(x); }
inline double sinh(double x) { return __builtin_sinh(x); }
inline double cosh(double x) { return __builtin_cosh(x); }
inline double tanh(double x) { return __builtin_tanh(x); }
inline double asinh(double x) { return __builtin_asinh(x); }
inline double acosh(double x) { return __builtin_acosh(x); }
inline double atanh(double x) { return __builtin_atanh(x); }
inline double ceil(double x) { return __builtin_ceil(x); }
inline double floor(double x) { return __builtin_floor(x); }
/// To the nearest integer, ties to even.
inline double round(double x) { return __builtin_roundeven(x); }
template <typename C> C erf(C x) { return narrow<C>(__builtin_erf(static_cast<double>(x))); }

inline double multiplyAdd(double x, double y, double z) { return x * y + z; }
inline double sigmoid(double x) { return 1 / (1 + exp(-x)); }
/// log(1 + e^x) without overflow for large x.
inline double softplus(double x) { return max(x, 0.0) + __builtin_log1p(exp(-abs(x))); }
inline double mish(double x) { return x * tanh(softplus(x)); }
/// x times the part of the way from -3 to 3 that x has gone.
inline double hardSwish(double x) { return x * max(0.0, min(1.0, x / 6 + 0.5)); }
/// x times the normal distribution's probability of less than x.
inline double gelu(double x) { return 0.5 * x * (1 + __builtin_erf(x * 0.70710678118654752440)); }
/// The approximation of gelu by tanh.
inline double geluTanh(double x) {
  return 0.5 * x * (1 + tanh(0.79788456080286535588 * (x + 0.044715 * x * x * x)));
}
/// Moves x by `bias` towards 0 where |x| > lambda; 0 elsewhere.
template <typename C> C shrink(C x, double lambda, double bias) {
  double value = static_cast<double>(x);
  return value < -lambda  ? narrow<C>(value + bias)
         : value > lambda ? narrow<C>(value - bias)
                          : C(0);
}
template <typename C> bool isInfinite(C x, bool positive, bool negative) {
  constexpr C infinite = static_cast<C>(__builtin_inf());
  return (positive && x == infinite) || (negative && x == -infinite);
}

} // namespace ingot::kernels::math
