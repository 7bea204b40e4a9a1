// Exponentials, logarithms and what is made of them, of one float: see fast_math.h.
#pragma once

#include "kernels/elementwise/math.h"

#pragma clang attribute push(__attribute__((always_inline)), apply_to = function)
#pragma float_control(push)
#pragma clang fp contract(off)

namespace ingot::kernels::math {

namespace fast {

inline uint32_t bitsOf(float x) { return __builtin_bit_cast(uint32_t, x); }
inline float floatOf(uint32_t bits) { return __builtin_bit_cast(float, bits); }
inline float fma(float x, float y, float z) { return __builtin_fmaf(x, y, z); }
inline double fma(double x, double y, double z) { return __builtin_fma(x, y, z); }
inline float magnitude(float x) { return __builtin_fabsf(x); }
/// x with the sign of y.
inline float withSign(float x, float y) { return __builtin_copysignf(x, y); }
/// x, but not above y; NaN stays NaN.
inline float atMost(float y, float x) { return x > y ? y : x; }

/// c0 + c1 x + c2 x^2 + …
template <typename C> C polynomial(C, C c0) { return c0; }
template <typename C, typename... Rest> C polynomial(C x, C c0, Rest... rest) {
  return fma(x, polynomial(x, rest...), c0);
}

/// e^x as (1 + excess) * 2^power, where 1 + excess is between sqrt(1/2) and sqrt(2).
struct Exponential {
  float excess;
  int32_t power;
};

/// e^(x + low) for |x| < 2^20 and low far smaller, as e^rest * 2^power. Where x is NaN so is the
/// rest, and the power is any number.
inline float splitPower(float x, float low, int32_t &power) {
  // Adding 1.5 * 2^23 leaves the integer in the last bits.
  constexpr float shift = 0x1.8p23f;
  float shifted = fma(x, 0x1.715476p0f, shift);
  float n = shifted - shift;
  power = static_cast<int32_t>(bitsOf(shifted) - bitsOf(shift));
  return fma(n, 0x1.05c61p-29f, fma(n, -0x1.62e43p-1f, x) + low);
}
inline Exponential exponential(float x, float low = 0) {
  Exponential e;
  float r = splitPower(x, low, e.power);
  e.excess = fma(
      r * r,
      polynomial(r, 0.49999994f, 0.166665211f, 0.0416682884f, 0.00836870354f, 0.00138189388f), r);
  return e;
}

/// 2^n for n from -126 to 127.
inline float twoTo(int32_t n) { return floatOf((static_cast<uint32_t>(n) + 127) << 23); }

/// x * 2^n for n from -252 to 254, rounded once where x is not far from 1.
inline float scale(float x, int32_t n) {
  int32_t half = n >> 1;
  return x * twoTo(half) * twoTo(n - half);
}

/// The value of an exponential that is in range, and of any.
inline float valueWithin(Exponential e) { return (1 + e.excess) * twoTo(e.power); }
inline float value(Exponential e) { return scale(1 + e.excess, e.power); }
/// The value of an exponential not above 1, but not below 2^-126: enough to be added to 1.
inline float addend(Exponential e) {
  return (1 + e.excess) * twoTo(e.power < -126 ? -126 : e.power);
}
/// x times an exponential, rounded once more only.
inline float times(float x, Exponential e) { return fma(x, e.excess, x); }

/// To this an integer n is added, and its last bits are the exponent of 2^n.
inline constexpr float exponents = 0x1.8p23f + 127;
/// 2^(r + n), where |r| is at most 1/2 and `shifted` is exponents + n.
inline float powerOfTwo(float r, float shifted) {
  float power = polynomial(r, 1.0f, 0.693147182f, 0.240226477f, 0.0555035993f, 0.00961850584f,
                           0.00133908063f, 0.000153264627f);
  return power * floatOf(bitsOf(shifted) << 23);
}
/// 2^(x + base - exponents) for -125 <= x <= 0.
inline float powerOfTwoFrom(float base, float x) {
  float shifted = x + base;
  return powerOfTwo(x - (shifted - base), shifted);
}

/// e^-x for x >= 0, and 0 above 87: a denormal number takes a hundred times as long as another one.
inline float expMinus(float x) {
  constexpr float last = 87, log2e = 0x1.715476p0f, log2eLow = 0x1.4ae0cp-26f;
  float bounded = atMost(last, x);
  float shifted = fma(bounded, -log2e, exponents);
  float r = fma(bounded, -log2e, exponents - shifted);
  float power = powerOfTwo(fma(bounded, -log2eLow, r), shifted);
  return x > last ? 0 : power;
}

/// e^x / 2 for x >= 0: finite somewhat longer than e^x.
inline float halfExp(float x) {
  Exponential e = exponential(atMost(95, x));
  return scale(1 + e.excess, e.power - 1);
}

} // namespace fast

inline float exp(float x) {
  // 0 and infinity are reached at these ends.
  return fast::value(fast::exponential(fast::atMost(89, x < -104 ? -104 : x)));
}

/// 2^n (e^r - 1) + (2^n - 1), halved until the end, so that 2^n is finite.
inline float expm1(float x) {
  int32_t power;
  float r = fast::splitPower(fast::atMost(89, x < -30 ? -30 : x), 0, power);
  float excess = fast::fma(r * r,
                           fast::polynomial(r, 0.5f, 0.166666657f, 0.0416664928f, 0.00833354332f,
                                            0.00139323645f, 0.000197643312f),
                           r);
  float half = fast::twoTo(power - 1);
  return fast::withSign(2 * fast::fma(half, excess, half - 0.5f), x);
}

/// log(2^k (1 + f)) = k log 2 + f - f^2/2 + f^3 P(f), where 1 + f is between sqrt(1/2) and sqrt(2).
inline float log(float x) {
  bool subnormal = x < 0x1p-126f;
  uint32_t bits = fast::bitsOf(subnormal ? x * 0x1p23f : x);
  int32_t power = static_cast<int32_t>(bits - 0x3f3504f3u) >> 23;
  float f = fast::floatOf(bits - (static_cast<uint32_t>(power) << 23)) - 1;
  float k = static_cast<float>(power - (subnormal ? 23 : 0));
  float tail = fast::polynomial(f, 0.333333313f, -0.250008196f, 0.200012416f, -0.166234091f,
                                0.142015815f, -0.131596133f, 0.127621993f, -0.0763639957f);
  float square = f * f;
  float small = fast::fma(square, -0.5f, fast::fma(k, -0x1.05c61p-29f, square * f * tail));
  float result = fast::fma(k, 0x1.62e43p-1f, f + small);
  float infinite = __builtin_inff();
  float unusual = x > 0 ? x : x == 0 ? -infinite : __builtin_nanf("");
  return x > 0 && x < infinite ? result : unusual;
}

/// e / (1 + e) or 1 / (1 + e) with e = exp(-|x|): no overflow, and small results keep their bits.
inline float sigmoid(float x) {
  float e = fast::expMinus(fast::magnitude(x));
  return (x < 0 ? e : 1) / (1 + e);
}

/// max(x, 0) + log(1 + e) with e = exp(-|x|); log(1 + e) = t + t^3 P(t^2) with t = e / (1 + e/2).
inline float softplus(float x) {
  float e = fast::expMinus(fast::magnitude(x));
  float sum = fast::fma(0.5f, e, 1), lost = fast::fma(0.5f, e, 1 - sum);
  float t = e / sum;
  float square = t * t;
  float tail = fast::polynomial(square, 0.666666746f / 8, 0.399989486f / 32, 0.286152184f / 128,
                                0.214437187f / 512, 0.24246344f / 2048);
  return max(x, 0.0f) + (t + fast::fma(t * square, tail, -t * lost));
}

/// x n / (n + 2) where (1 + e^x)^2 = 1 + n. With e = exp(-|x|) that is x (1 - 2e^2 / (1 + 2e +
/// 2e^2)), and below 0 x e (1 - (e + e^2) / (2 + 2e + e^2)). There it is scaled by the power of e
/// at the end, since x e can be normal where e is not.
inline float mish(float x) {
  fast::Exponential exponential = fast::exponential(-fast::atMost(110, fast::magnitude(x)));
  float e = fast::addend(exponential), square = e * e, twice = 2 * e;
  float numerator = x < 0 ? square + e : 2 * square;
  float denominator = x < 0 ? square + (twice + 2) : fast::fma(2, square, twice + 1);
  float base = x < 0 ? fast::times(x, exponential) : x;
  float product = base * (1 - numerator / denominator);
  float result = fast::scale(product, x < 0 ? exponential.power : 0);
  return x < -110 ? x * 0 : result;
}

//===--------------------------------------------------------------------------------------------===//
// Hyperbolic functions
//===--------------------------------------------------------------------------------------------===//

/// 1 - 2 / (e^2x + 1), and near 0 an odd polynomial.
inline float tanh(float x) {
  float a = fast::magnitude(x), square = a * a;
  float near = fast::fma(a * square,
                         fast::polynomial(square, -0.333332807f, 0.133314058f, -0.0537365153f,
                                          0.0206281673f, -0.0056922962f),
                         a);
  float far = 1 - 2 / (fast::valueWithin(fast::exponential(2 * fast::atMost(10, a))) + 1);
  return fast::withSign(a < 0.625f ? near : far, x);
}

inline float sinh(float x) {
  float a = fast::magnitude(x), square = a * a;
  float near = fast::fma(
      a * square,
      fast::polynomial(square, 0.166666672f, 0.00833331048f, 0.000198428956f, 2.78221319e-06f), a);
  float half = fast::halfExp(a);
  return fast::withSign(a < 1 ? near : half - 0.25f / half, x);
}

inline float cosh(float x) {
  float half = fast::halfExp(fast::magnitude(x));
  return half + 0.25f / half;
}

//===--------------------------------------------------------------------------------------------===//
// The error function and what contains it
//===--------------------------------------------------------------------------------------------===//

/// Below 0.92 an odd polynomial, above it 1 - exp(-P(x)).
inline float erf(float x) {
  float a = fast::magnitude(x), square = a * a;
  float near =
      fast::fma(a,
                fast::polynomial(square, 0.128379166f, -0.376126289f, 0.112836257f, -0.0268557277f,
                                 0.00519237667f, -0.000804914627f, 7.99249465e-05f),
                a);
  float b = fast::atMost(3.93f, a); // 1 from there on
  float exponent =
      fast::polynomial(b, -0.000171977314f, 1.12950182f, 0.633373618f, 0.108250432f, -0.0251000598f,
                       0.00416362891f, -0.000432910718f, 2.09592399e-05f);
  float far = 1 - fast::valueWithin(fast::exponential(-exponent));
  return fast::withSign(a < 0.92f ? near : far, x);
}

/// x times the probability of less than x. That of less than -a, where a = |x|, is 2^(P(a) - 1): no
/// division, and no range in which another formula holds. The error is a part of x: where the
/// result is small beside x, so are the bits that it has.
inline float gelu(float x) {
  constexpr float last = 8; // x times what is left of the probability is below 1e-14
  float a = fast::atMost(last, fast::magnitude(x));
  float exponent =
      a * fast::polynomial(a, -1.15110409f, -0.459224284f, -0.0524195135f, 0.00689214887f,
                           6.96310672e-05f, -0.0003293193f, 9.71947447e-05f, -1.60348864e-05f,
                           1.54338545e-06f, -7.1802198e-08f, 6.46867893e-10f);
  float below = fast::powerOfTwoFrom(fast::exponents - 1, exponent);
  float result = x * (x < 0 ? below : 1 - below);
  return x < -last ? x * 0 : result;
}

/// x * sigmoid(v) with v = 2 sqrt(2/pi) (x + 0.044715 x^3), computed as a power of two. The error
/// is a part of x, as that of gelu.
inline float geluTanh(float x) {
  constexpr float last = 9;                                   // x times the sigmoid is below 1e-27
  constexpr float linear = 2.30220819f, cubic = 0.102943242f; // 2 sqrt(2/pi) / log 2 …
  float a = fast::atMost(last, fast::magnitude(x));
  float e = fast::powerOfTwoFrom(fast::exponents, -a * fast::fma(cubic, a * a, linear));
  float result = x * ((x < 0 ? e : 1) / (1 + e));
  return x < -last ? x * 0 : result;
}

} // namespace ingot::kernels::math

#pragma float_control(pop)
#pragma clang attribute pop
