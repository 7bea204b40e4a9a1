// Sine, cosine, tangent and their inverses, of one float: see fast_math.h.
#pragma once

#include "kernels/elementwise/fast_exponential.h"

#pragma clang attribute push(__attribute__((always_inline)), apply_to = function)
#pragma float_control(push)
#pragma clang fp contract(off)

namespace ingot::kernels::math {

namespace fast {

/// An angle as quadrant * pi/2 + rest, with |rest| not above pi/4 but for rounding.
struct Angle {
  double rest;
  uint32_t quadrant; ///< 0 to 3
};

/// 2 / pi in pieces of 29 bits: a float times a piece is exact in double.
inline constexpr double piecesOfTwoOverPi[] = {0x145f306dp-29,  0x19391054p-58,  0x14fe13abp-87,
                                               0x1d1f534dp-116, 0x1b81b6c5p-145, 0x5664f10p-174,
                                               0x1c820ff2p-203};

inline double nearest(double x) { return __builtin_roundeven(x); }

/// The angle of x >= 0, below infinity.
///
/// The quadrant is the whole part of x * 2/pi, of which only the last two bits count. The products
/// of x with the first pieces are multiples of 4 where x is large; the window of four pieces begins
/// behind those. The first two products lose their whole parts, after which the sum is small enough
/// to have all the bits that count, and so on with the third; the fourth is below 2^-29.
inline Angle reduceAngle(float x) {
  double wide = static_cast<double>(x);
  auto product = [&](int k) {
    double low = x < 0x1p57f ? piecesOfTwoOverPi[k] : piecesOfTwoOverPi[k + 1];
    double high = x < 0x1p115f ? piecesOfTwoOverPi[k + 2] : piecesOfTwoOverPi[k + 3];
    return wide * (x < 0x1p86f ? low : high);
  };
  double first = product(0), second = product(1);
  double whole = nearest(first), wholeOfSecond = nearest(second);
  double sum = (first - whole) + (second - wholeOfSecond);
  double wholeOfSum = nearest(sum);
  double more = (sum - wholeOfSum) + product(2);
  double wholeOfMore = nearest(more);
  double rest = (more - wholeOfMore) + product(3);
  double small = (whole - 4 * nearest(0.25 * whole)) + wholeOfSecond + wholeOfSum + wholeOfMore;
  uint64_t quadrant = __builtin_bit_cast(uint64_t, small + 0x1.8p52) & 3;
  return {rest * 0x1.921fb54442d18p0, static_cast<uint32_t>(quadrant)};
}

inline double sinNearZero(double x) {
  double square = x * x;
  return fma(x * square,
             polynomial(square, -0.1666666666663032, 0.0083333333250719087, -0.0001984126372527803,
                        2.7555338919723179e-06, -2.4760399773460916e-08),
             x);
}
inline double cosNearZero(double x) {
  double square = x * x;
  return fma(square * square,
             polynomial(square, 0.041666666619453799, -0.0013888883496859276,
                        2.4799459309171894e-05, -2.7205684519058978e-07),
             fma(square, -0.5, 1.0));
}

/// pi / 2 in two floats.
inline constexpr float quarterTurn = 0x1.921fb6p0f, quarterTurnLow = -0x1.777a5cp-25f;

/// asin(s) / s - 1 for z = s^2 not above 1/4.
inline float asinTail(float z) {
  return z * polynomial(z, 0.166666597f, 0.0750052184f, 0.0445133746f, 0.0318391062f, 0.0143146431f,
                        0.0376974419f);
}

} // namespace fast

inline float sin(float x) {
  fast::Angle angle = fast::reduceAngle(fast::magnitude(x));
  float result = static_cast<float>(angle.quadrant & 1 ? fast::cosNearZero(angle.rest)
                                                       : fast::sinNearZero(angle.rest));
  uint32_t sign = (fast::bitsOf(x) & 0x80000000u) ^ (angle.quadrant << 30 & 0x80000000u);
  float turned = fast::floatOf(fast::bitsOf(result) ^ sign);
  return x - x == 0 ? turned : __builtin_nanf("");
}

inline float cos(float x) {
  fast::Angle angle = fast::reduceAngle(fast::magnitude(x));
  float result = static_cast<float>(angle.quadrant & 1 ? fast::sinNearZero(angle.rest)
                                                       : fast::cosNearZero(angle.rest));
  uint32_t sign = (angle.quadrant + 1) << 30 & 0x80000000u; // below 0 in quadrants 1 and 2
  float turned = fast::floatOf(fast::bitsOf(result) ^ sign);
  return x - x == 0 ? turned : __builtin_nanf("");
}

inline float tan(float x) {
  fast::Angle angle = fast::reduceAngle(fast::magnitude(x));
  double sine = fast::sinNearZero(angle.rest), cosine = fast::cosNearZero(angle.rest);
  bool odd = angle.quadrant & 1;
  float result = static_cast<float>((odd ? -cosine : sine) / (odd ? sine : cosine));
  float turned = fast::floatOf(fast::bitsOf(result) ^ (fast::bitsOf(x) & 0x80000000u));
  return x - x == 0 ? turned : __builtin_nanf("");
}

/// Above 1/2: pi/2 - 2 asin(sqrt((1 - x) / 2)).
inline float asin(float x) {
  float a = fast::magnitude(x);
  bool far = a > 0.5f;
  float z = far ? fast::fma(-0.5f, a, 0.5f) : a * a;
  float s = far ? __builtin_sqrtf(z) : a;
  float tail = s * fast::asinTail(z);
  float folded = fast::fma(-2, s, fast::quarterTurn) + fast::fma(-2, tail, fast::quarterTurnLow);
  return fast::withSign(far ? folded : s + tail, x);
}

/// With s as above: 2 asin(s) above 1/2, pi minus that below -1/2, and pi/2 - asin(x) between.
inline float acos(float x) {
  float a = fast::magnitude(x);
  bool far = a > 0.5f;
  float z = far ? fast::fma(-0.5f, a, 0.5f) : a * a;
  float s = far ? __builtin_sqrtf(z) : x;
  float tail = s * fast::asinTail(z);
  float folded = fast::quarterTurn - (s - (fast::quarterTurnLow - tail));
  float straight = x < 0 ? folded : s + tail;
  return far ? 2 * straight : folded;
}

/// Above 1: pi/2 - atan(1/x).
inline float atan(float x) {
  float a = fast::magnitude(x);
  bool far = a > 1;
  float t = far ? 1 / a : a, square = t * t;
  float tail =
      t * square *
      fast::polynomial(square, -0.333332986f, 0.199985296f, -0.142640159f, 0.109508805f,
                       -0.0839930624f, 0.0578813776f, -0.031096939f, 0.0108686239f, -0.0017827946f);
  float folded = (fast::quarterTurn - t) + (fast::quarterTurnLow - tail);
  return fast::withSign(far ? folded : t + tail, x);
}

} // namespace ingot::kernels::math

#pragma float_control(pop)
#pragma clang attribute pop
