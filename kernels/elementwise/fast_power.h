// Powers, inverse hyperbolic functions and remainders of floats, all by way of double: see
// fast_math.h.
#pragma once

#include "kernels/elementwise/fast_exponential.h"

#pragma clang attribute push(__attribute__((always_inline)), apply_to = function)
#pragma float_control(push)
#pragma clang fp contract(off)

namespace ingot::kernels::math {

namespace fast {

inline uint64_t bitsOf(double x) { return __builtin_bit_cast(uint64_t, x); }
inline double doubleOf(uint64_t bits) { return __builtin_bit_cast(double, bits); }

/// A positive normal double as 2^power * (1 + s) / (1 - s), |s| < 0.172, and log((1 + s) / (1 -
/// s)).
struct Logarithm {
  double power, rest;
};
inline Logarithm splitLogarithm(double x) {
  constexpr uint64_t rootOfHalf = 0x3fe6a09e667f3bcdull, one = 0x3ff0000000000000ull;
  uint64_t biased = (bitsOf(x) - rootOfHalf + one) >> 52; // power + 1023
  double m = doubleOf(bitsOf(x) - (biased << 52) + one);
  double s = (m - 1) / (m + 1), square = s * s;
  double rest = fma(s * square,
                    polynomial(square, 0.66666666666668051, 0.39999999998928626,
                               0.28571428852607894, 0.22222187155522224, 0.18184159809359043,
                               0.15298819193131438, 0.1494791281374114),
                    2 * s);
  // As the last bits of 2^52 an integer is a double.
  return {doubleOf(0x4330000000000000ull | biased) - (0x1p52 + 1023), rest};
}

inline double log(double x) {
  Logarithm l = splitLogarithm(x);
  return fma(l.power, 0x1.62e42fefa39efp-1, l.rest);
}
inline double log2(double x) {
  Logarithm l = splitLogarithm(x);
  return fma(l.rest, 0x1.71547652b82fep0, l.power);
}

/// 2^x for |x| <= 1000, or NaN.
inline double exp2(double x) {
  constexpr double shift = 0x1.8p52;
  double shifted = x + shift;
  double r = (x - (shifted - shift)) * 0x1.62e42fefa39efp-1;
  double fraction =
      fma(r * r,
          polynomial(r, 0.50000000004336742, 0.16666666785856393, 0.041666664377798895,
                     0.0083332813959365107, 0.0013889199609267377, 0.00019909209328920882,
                     2.4707911356802056e-05),
          r) +
      1;
  return fraction * doubleOf((bitsOf(shifted) + 1023) << 52);
}

/// One step of a remainder: x modulo y * 2^n, where x is below 2^48 times that. The quotient is off
/// by one at most, and the product is not rounded.
inline double reduce(double x, double y, double inverse, double power) {
  double modulus = y * power;
  double quotient = __builtin_trunc(x * (inverse / power));
  double rest = fma(-quotient, modulus, x);
  rest = rest < 0 ? rest + modulus : rest;
  return rest >= modulus ? rest - modulus : rest;
}

} // namespace fast

/// 2^(y log2 |x|), with the sign and the special cases of C's pow.
inline float pow(float x, float y) {
  float a = fast::magnitude(x), infinite = __builtin_inff();
  double logarithm = fast::log2(static_cast<double>(a));
  logarithm = a == 0 ? -__builtin_inf() : a < infinite ? logarithm : a;
  double exponent = static_cast<double>(y) * logarithm;
  exponent = exponent > 160 ? 160 : exponent < -160 ? -160 : exponent;
  float power = static_cast<float>(fast::exp2(exponent));
  bool whole = __builtin_floorf(y) == y;
  bool odd = whole && __builtin_floorf(y * 0.5f) * 2 != y;
  float result = odd ? fast::withSign(power, x) : power;
  bool one = y == 0 || x == 1 || (x == -1 && fast::magnitude(y) == infinite);
  bool undefined = x < 0 && a < infinite && !whole;
  return one ? 1 : undefined ? __builtin_nanf("") : result;
}

/// log(1 + u) with u = a + a^2 / (1 + sqrt(1 + a^2)), which has no cancellation.
inline float asinh(float x) {
  double a = static_cast<double>(fast::magnitude(x)), square = a * a;
  double u = a + square / (1 + __builtin_sqrt(1 + square));
  double near = a - a * square * (1.0 / 6);
  double result = a < 0x1p-10 ? near : fast::log(1 + u);
  float finite = fast::withSign(static_cast<float>(result), x);
  return x - x == 0 ? finite : x;
}

/// log(x + sqrt(x^2 - 1)); near 1, x^2 - 1 is exact.
inline float acosh(float x) {
  double wide = static_cast<double>(x);
  double result = fast::log(wide + __builtin_sqrt((wide - 1) * (wide + 1)));
  float finite = static_cast<float>(result);
  float unusual = x > 1 ? x : __builtin_nanf("");
  return x >= 1 && x < __builtin_inff() ? finite : unusual;
}

/// log((1 + x) / (1 - x)) / 2.
inline float atanh(float x) {
  double a = static_cast<double>(fast::magnitude(x));
  double near = a + a * a * a * (1.0 / 3);
  double result = a < 0x1p-10 ? near : 0.5 * fast::log((1 + a) / (1 - a));
  float unusual = a == 1 ? __builtin_inff() : __builtin_nanf("");
  return fast::withSign(a < 1 ? static_cast<float>(result) : unusual, x);
}

/// The remainder with the sign of x, exactly: in six steps of 48 bits of the quotient, which has at
/// most 277.
inline float fmod(float x, float y) {
  double a = static_cast<double>(fast::magnitude(x)), b = static_cast<double>(fast::magnitude(y));
  double inverse = 1 / b, rest = a;
  rest = fast::reduce(rest, b, inverse, 0x1p240);
  rest = fast::reduce(rest, b, inverse, 0x1p192);
  rest = fast::reduce(rest, b, inverse, 0x1p144);
  rest = fast::reduce(rest, b, inverse, 0x1p96);
  rest = fast::reduce(rest, b, inverse, 0x1p48);
  rest = fast::reduce(rest, b, inverse, 1);
  double infinite = __builtin_inf();
  float result = fast::withSign(static_cast<float>(rest), x);
  bool defined = a < infinite && b > 0; // neither is NaN
  return !defined ? __builtin_nanf("") : b == infinite ? x : result;
}

/// The remainder with the sign of y.
inline float mod(float x, float y) {
  float rest = fmod(x, y);
  float moved = (rest < 0) != (y < 0) ? rest + y : rest;
  return rest == 0 ? fast::withSign(0, y) : moved;
}

} // namespace ingot::kernels::math

#pragma float_control(pop)
#pragma clang attribute pop
