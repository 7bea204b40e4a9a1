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

/// How many exponentials to compute at a time, so that none waits for the steps of another, as far
/// as there are registers.
inline constexpr int exponentialsTogether = INGOT_VECTOR_BYTES == 64 ? 8 : 4;

namespace detail {
/// Adding it rounds to an integer, which is then in the low bits, the bias of exponents included:
/// moved to where a float has its exponent they are a power of two.
inline constexpr float exponentShift = 0x1.8p23f + 127;

/// x = n ln 2 + r with |r| < 0.3467, of each.
template <int N> struct Reduced {
  IntVector n[N];  ///< n + 127 in the low bits, with others above
  Vector power[N]; ///< e^r
};

template <int N> INGOT_INLINE Reduced<N> reduceExponents(const Vector (&x)[N]) {
  // Step by step, each of all numbers.
  Vector n[N], r[N], q[N];
  Reduced<N> result;
  auto each = [](auto &&step) INGOT_INLINED {
    INGOT_UNROLL
    for (int i = 0; i < N; ++i)
      step(i);
  };
  const Vector shift = Vector(exponentShift);
  each([&](int i) INGOT_INLINED { n[i] = multiplyAdd(x[i], Vector(0x1.715476p0f), shift); });
  each([&](int i) INGOT_INLINED {
    result.n[i] = __builtin_bit_cast(IntVector, n[i]);
    n[i] -= shift;
  });
  each([&](int i) INGOT_INLINED { r[i] = multiplyAdd(n[i], Vector(-0x1.62e4p-1f), x[i]); });
  each([&](int i) INGOT_INLINED { r[i] = multiplyAdd(n[i], Vector(-0x1.7f7d1cp-20f), r[i]); });
  // e^r = 1 + r + r^2 q(r), q the best of degree 4: to 3e-9.
  each([&](int i) INGOT_INLINED {
    q[i] = multiplyAdd(Vector(0x1.6a23f4p-10f), r[i], Vector(0x1.123a0cp-7f));
  });
  each([&](int i) INGOT_INLINED { q[i] = multiplyAdd(q[i], r[i], Vector(0x1.5558f2p-5f)); });
  each([&](int i) INGOT_INLINED { q[i] = multiplyAdd(q[i], r[i], Vector(0x1.555492p-3f)); });
  each([&](int i) INGOT_INLINED { q[i] = multiplyAdd(q[i], r[i], Vector(0x1.fffffcp-2f)); });
  each([&](int i) INGOT_INLINED { q[i] = multiplyAdd(q[i], r[i], Vector(1)); });
  each([&](int i) INGOT_INLINED { result.power[i] = multiplyAdd(q[i], r[i], Vector(1)); });
  return result;
}
} // namespace detail

/// e^x to 1 ULP; infinity above 88.72, denormal numbers below -87.33, 0 below -104, NaN for NaN.
INGOT_INLINE Vector exponential(Vector x) {
  x = x < Vector(-104.5f) ? Vector(-104.5f) : x;
  x = x > Vector(89.5f) ? Vector(89.5f) : x;
  const Vector one[1] = {x};
  detail::Reduced<1> reduced = detail::reduceExponents(one);
  IntVector n = reduced.n[0] - __builtin_bit_cast(IntVector, Vector(detail::exponentShift));
  // Times 2^n in two steps, since the power alone may be beyond the exponents.
  IntVector half = n >> 1;
  Vector low = __builtin_bit_cast(Vector, (half + 127) << 23);
  Vector high = __builtin_bit_cast(Vector, (n - half + 127) << 23);
  return reduced.power[0] * low * high;
}

/// x = e^x for x <= 0 in less time; 0 below -87, where the sum of a softmax, which is at least 1,
/// has no place for it, and a denormal number takes a hundred times as long.
template <int N> INGOT_INLINE void exponentialsOfNegative(Vector (&x)[N]) {
  const Vector zeroBelow = Vector(-87.0f);
  IntVector isZero[N];
  INGOT_UNROLL
  for (int i = 0; i < N; ++i) {
    isZero[i] = x[i] < zeroBelow;
    x[i] = x[i] < zeroBelow ? zeroBelow : x[i]; // NaN stays
  }
  detail::Reduced<N> reduced = detail::reduceExponents(x);
  INGOT_UNROLL
  for (int i = 0; i < N; ++i) {
    Vector result = reduced.power[i] * __builtin_bit_cast(Vector, reduced.n[i] << 23);
    x[i] = isZero[i] ? Vector(0) : result;
  }
}

/// The same of one vector.
INGOT_INLINE Vector exponentialOfNegative(Vector x) {
  Vector one[1] = {x};
  exponentialsOfNegative(one);
  return one[0];
}

} // namespace ingot::kernels
