// Functions of whole vectors: maximum and minimum with NaN, sums over lanes, the exponential.
#pragma once

#include "kernels/base/transpose.h"

namespace ingot::kernels {

/// NaN where either is.
INGOT_INLINE Vector maximum(Vector a, Vector b) { return __builtin_elementwise_maximum(a, b); }
/// The greater of two numbers, b where either is NaN: a single instruction where the other takes
/// four.
INGOT_INLINE Vector greater(Vector a, Vector b) { return a > b ? a : b; }
INGOT_INLINE Vector minimum(Vector a, Vector b) { return __builtin_elementwise_minimum(a, b); }

namespace detail {
/// Lane i gets lane i + Step, around the end.
template <int Step, int... I> INGOT_INLINE Vector rotate(Vector x, Indices<int, I...>) {
  return __builtin_shufflevector(x, x, ((I + Step) % lanes)...);
}
} // namespace detail

/// Combines all lanes, halves with halves: f(f(x0, x2), f(x1, x3)) for four of them.
template <int Step = lanes / 2, typename F> INGOT_INLINE float acrossLanes(Vector x, F &&f) {
  x = f(x, detail::rotate<Step>(x, detail::IndicesTo<lanes>()));
  if constexpr (Step > 1)
    return acrossLanes<Step / 2>(x, f);
  else
    return x[0];
}

/// Lanes from `count` on become those of `other`.
INGOT_INLINE Vector replaceRest(Vector x, int64_t count, Vector other) {
  IntVector lane;
  INGOT_UNROLL
  for (int i = 0; i < lanes; ++i)
    lane[i] = i;
  return lane < IntVector(static_cast<int32_t>(count < lanes ? count : lanes)) ? x : other;
}

namespace detail {
/// x = n ln 2 + r with |r| < 0.3467.
struct Reduced {
  IntVector n;  ///< in the low bits, with others above
  Vector power; ///< e^r
};

INGOT_INLINE Reduced reduceExponent(Vector x) {
  // Adding 1.5 * 2^23 rounds to an integer, which is then in the low bits.
  const Vector shift = Vector(0x1.8p23f);
  Vector shifted = multiplyAdd(x, Vector(0x1.715476p0f), shift);
  Vector n = shifted - shift;
  Vector r = multiplyAdd(n, Vector(-0x1.62e4p-1f), x);
  r = multiplyAdd(n, Vector(-0x1.7f7d1cp-20f), r);
  // e^r = 1 + r + r^2 q(r), q the best of degree 4: to 3e-9.
  Vector q = Vector(0x1.6a23f4p-10f);
  q = multiplyAdd(q, r, Vector(0x1.123a0cp-7f));
  q = multiplyAdd(q, r, Vector(0x1.5558f2p-5f));
  q = multiplyAdd(q, r, Vector(0x1.555492p-3f));
  q = multiplyAdd(q, r, Vector(0x1.fffffcp-2f));
  return {__builtin_bit_cast(IntVector, shifted), multiplyAdd(q, r * r, r) + Vector(1)};
}
} // namespace detail

/// e^x to 1 ULP; infinity above 88.72, denormal numbers below -87.33, 0 below -104, NaN for NaN.
INGOT_INLINE Vector exponential(Vector x) {
  x = x < Vector(-104.5f) ? Vector(-104.5f) : x;
  x = x > Vector(89.5f) ? Vector(89.5f) : x;
  detail::Reduced reduced = detail::reduceExponent(x);
  IntVector n = reduced.n - __builtin_bit_cast(IntVector, Vector(0x1.8p23f));
  // Times 2^n in two steps, since the power alone may be beyond the exponents.
  IntVector half = n >> 1;
  Vector low = __builtin_bit_cast(Vector, (half + 127) << 23);
  Vector high = __builtin_bit_cast(Vector, (n - half + 127) << 23);
  return reduced.power * low * high;
}

/// The same for x <= 0 in less time; 0 below -87, where the sum of a softmax, which is at least 1,
/// has no place for it, and a denormal number takes a hundred times as long.
INGOT_INLINE Vector exponentialOfNegative(Vector x) {
  const Vector zeroBelow = Vector(-87.0f);
  detail::Reduced reduced = detail::reduceExponent(x < zeroBelow ? zeroBelow : x); // NaN stays
  IntVector bits = __builtin_bit_cast(IntVector, reduced.power) + (reduced.n << 23);
  return x < zeroBelow ? Vector(0) : __builtin_bit_cast(Vector, bits);
}

} // namespace ingot::kernels
