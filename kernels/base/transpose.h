// Transposition of square blocks in registers, for vectors of any element and power-of-two length.
#pragma once

#include "kernels/base/vector.h"

namespace ingot::kernels {
namespace detail {

template <typename T, T... I> struct Indices {};
template <int N> using IndicesTo = __make_integer_seq<Indices, int, N>;

/// a0 b0 a1 b1 …: the lower halves of two vectors of N elements.
template <int N, typename V, int... I> INGOT_INLINE V zipLow(V a, V b, Indices<int, I...>) {
  return __builtin_shufflevector(a, b, (I / 2 + I % 2 * N)...);
}
/// The same of the upper halves.
template <int N, typename V, int... I> INGOT_INLINE V zipHigh(V a, V b, Indices<int, I...>) {
  return __builtin_shufflevector(a, b, (N / 2 + I / 2 + I % 2 * N)...);
}

} // namespace detail

/// block[i][j] ↔ block[j][i], i, j < N. To zip the first half of the rows with the second moves
/// the top bit of the row number to the bottom of the column number; doing so log2(N) times swaps
/// the two.
template <int N, typename V> INGOT_INLINE void transpose(V (&block)[N]) {
  INGOT_UNROLL
  for (int stage = 1; stage < N; stage *= 2) {
    V next[N];
    INGOT_UNROLL
    for (int i = 0; i < N / 2; ++i) {
      next[2 * i] = detail::zipLow<N>(block[i], block[i + N / 2], detail::IndicesTo<N>());
      next[2 * i + 1] = detail::zipHigh<N>(block[i], block[i + N / 2], detail::IndicesTo<N>());
    }
    INGOT_UNROLL
    for (int i = 0; i < N; ++i)
      block[i] = next[i];
  }
}

} // namespace ingot::kernels
