// The register tile of products in f16: up to 8 rows by V vectors of f32, in half as many of
// halves.
//
//   a  [factors, [depth][8]]: a tile of a left side, packed by packLeft
//   b  [depth][panel columns]: a panel of a right side in f16
//
// A step of the depth loads one vector of the left side, a lane of which is the factor of each row,
// and V / 2 of the right side: 24 multiplications for 4 loads.
//
// An f16 has 11 bits, so that sums are kept short. `longestHalfSum` products are summed in
// registers; their sum is added to one of f16 in memory, which takes `mostHalfSums` of them before
// it is added to one of f32, times the factor of the row, which takes back what packing multiplied
// the row with. The way through memory costs one rounding for many products, and the conversion,
// which is slow, comes once for all of them.
#pragma once

#include "kernels/contraction/half_pack.h"
#include "kernels/contraction/tile.h"

namespace ingot::kernels::contraction {

/// Numbers of f16 that are computed with, in a register as wide as a Vector.
typedef _Float16 Halves __attribute__((ext_vector_type(2 * lanes)));
typedef Halves HalvesInMemory __attribute__((aligned(2), may_alias));

/// A vector's worth of the lanes, from lane `First` on.
template <int First, int... I> INGOT_INLINE Vector widened(Halves x, detail::Indices<int, I...>) {
  return __builtin_convertvector(__builtin_shufflevector(x, x, (First + I)...), Vector);
}

/// One step of the depth: the first R lanes at a times the H vectors at b.
template <bool IsFirst, int R, int H>
INGOT_INLINE void addHalfStep(Halves (&sums)[R][H], const F16 *a, const F16 *b) {
  const HalfRows left = *reinterpret_cast<const HalfRowsInMemory *>(a);
  Halves right[H];
  INGOT_UNROLL
  for (int h = 0; h < H; ++h)
    right[h] = *reinterpret_cast<const HalvesInMemory *>(b + h * 2 * lanes);
  INGOT_UNROLL
  for (int i = 0; i < R * H; ++i) {
    Halves &sum = sums[i / H][i % H], factor = Halves(left[i / H]);
    sum = IsFirst ? factor * right[i % H] : __builtin_elementwise_fma(right[i % H], factor, sum);
  }
}

/// sums[i] to those in memory.
template <int P, int R, int H>
INGOT_INLINE void addToHalves(const Halves (&sums)[P][R][H], Halves *halves) {
  INGOT_UNROLL
  for (int i = 0; i < P * R * H; ++i)
    halves[i] += sums[i / (R * H)][i / H % R][i % H];
}

/// totals[p][r] += factors[r] * halves[p][r], a vector of halves becoming two of f32; halves begin
/// anew. A loop, since all of them have no room in registers.
template <int P, int R, int V>
INGOT_INLINE void addToTotals(Halves *halves, const float *factors, Vector *totals) {
  INGOT_ROLLED
  for (int64_t row = 0; row < P * R; ++row) {
    const Vector factor = Vector(factors[P == 1 ? row : row % R]);
    INGOT_UNROLL
    for (int h = 0; h < V / 2; ++h) {
      Halves &sum = halves[row * (V / 2) + h];
      Vector *to = totals + row * V + 2 * h;
      to[0] = multiplyAdd(factor, widened<0>(sum, detail::IndicesTo<lanes>()), to[0]);
      to[1] = multiplyAdd(factor, widened<lanes>(sum, detail::IndicesTo<lanes>()), to[1]);
      sum = Halves(0);
    }
  }
}

/// The sums of P panels, `panelSize` apart, as [P][R][V].
template <int P, int R, int V>
INGOT_INLINE void sumHalves(Vector *totals, const F16 *a, const F16 *b, int64_t panelSize,
                            int64_t depth) {
  const auto *factors = reinterpret_cast<const float *>(a);
  a += halfFactors;
  Halves halves[P * R * V / 2];
  INGOT_ROLLED
  for (int64_t i = 0; i < P * R * V / 2; ++i) {
    totals[2 * i] = totals[2 * i + 1] = Vector(0);
    halves[i] = Halves(0);
  }
  INGOT_ROLLED
  for (int64_t k = 0, end = 0; k < depth; k = end) {
    end = least(depth, k + longestHalfSum);
    Halves sums[P][R][V / 2];
    INGOT_UNROLL
    for (int p = 0; p < P; ++p)
      addHalfStep<true>(sums[p], a + k * halfRows, b + p * panelSize + k * V * lanes);
    INGOT_ROLLED
    for (int64_t i = k + 1; i < end; ++i) {
      INGOT_UNROLL
      for (int p = 0; p < P; ++p)
        addHalfStep<false>(sums[p], a + i * halfRows, b + p * panelSize + i * V * lanes);
    }
    addToHalves(sums, halves);
    if (end % (longestHalfSum * mostHalfSums) == 0 || end == depth)
      addToTotals<P, R, V>(halves, factors, totals);
  }
}

/// Stores R rows of V sums.
template <int R, int V> INGOT_INLINE void finishTotals(const Vector *totals, const Destination &d) {
  if (d.isWhole && d.to.holdsSums())
    finishEach<V>(totals, R, d, V * lanes);
  else
    finishVectors<V>(totals, R, d);
}

} // namespace ingot::kernels::contraction
