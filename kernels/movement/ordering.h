// The k largest elements, and running sums.
//
// The k best elements so far are a heap in the results themselves, the worst of them at its root.
// Most elements are worse than that, which is asked of a block of them at once.
#pragma once

#include "kernels/base/vector.h"
#include "kernels/elementwise/math.h"
#include "kernels/movement/gather.h"
#include "kernels/movement/sorting.h"

namespace ingot::kernels::movement {

/// The best elements of one lane; neighbours lie `pitch` apart.
template <typename T> struct Heap {
  T *values;
  int64_t *indices;
  int64_t pitch;
  bool largest;

  /// The larger the better.
  INGOT_INLINE uint64_t keyOf(T x) const { return largest ? orderKey(x) : ~orderKey(x); }
  INGOT_INLINE uint64_t key(int64_t i) const { return keyOf(values[i * pitch]); }
  INGOT_INLINE void set(int64_t i, T value, int64_t index) const {
    values[i * pitch] = value;
    indices[i * pitch] = index;
  }
  /// Of equal elements the later one is worse.
  INGOT_INLINE bool isWorse(int64_t a, int64_t b) const {
    uint64_t left = key(a), right = key(b);
    return left < right || (left == right && indices[a * pitch] > indices[b * pitch]);
  }
  INGOT_INLINE void swap(int64_t a, int64_t b) const {
    T value = values[a * pitch];
    int64_t index = indices[a * pitch];
    set(a, values[b * pitch], indices[b * pitch]);
    set(b, value, index);
  }

  /// Element i of the first `count` goes down to where it is worse than both below it.
  INGOT_INLINE void sink(int64_t i, int64_t count) const {
    INGOT_ROLLED
    for (;;) {
      int64_t worst = i;
      for (int64_t below = 2 * i + 1; below < least(2 * i + 3, count); ++below)
        worst = isWorse(below, worst) ? below : worst;
      if (worst == i)
        return;
      swap(i, worst);
      i = worst;
    }
  }
};

/// How many elements are compared with the worst of the best at once.
inline constexpr int64_t comparedAtOnce = 32;

/// The k best of the n elements of x, which lie as far apart as those of the heap.
template <typename T>
INGOT_INLINE void selectBest(const T *x, int64_t n, int64_t k, const Heap<T> &heap) {
  INGOT_ROLLED
  for (int64_t i = 0; i < k; ++i)
    heap.set(i, x[i * heap.pitch], i);
  INGOT_ROLLED
  for (int64_t i = k / 2; i-- > 0;)
    heap.sink(i, k);
  INGOT_ROLLED
  for (int64_t from = k; from < n; from += comparedAtOnce) {
    int64_t to = least(from + comparedAtOnce, n);
    uint64_t worst = heap.key(0);
    uint32_t any = 0;
    INGOT_VECTORIZED
    for (int64_t i = from; i < to; ++i)
      any |= heap.keyOf(x[i * heap.pitch]) > worst ? 1u : 0u;
    INGOT_ROLLED
    for (int64_t i = any ? from : to; i < to; ++i)
      if (heap.keyOf(x[i * heap.pitch]) > heap.key(0)) {
        heap.set(0, x[i * heap.pitch], i);
        heap.sink(0, k);
      }
  }
  // The worst goes to the end, again and again.
  INGOT_ROLLED
  for (int64_t count = k; count-- > 1;) {
    heap.swap(0, count);
    heap.sink(0, count);
  }
}

/// Units [begin, end).
template <typename T>
INGOT_INLINE void topK(const T *x, T *values, int64_t *indices, const void *, const TopKSizes &s,
                       int64_t begin, int64_t end) {
  INGOT_ROLLED
  for (int64_t unit = begin; unit < end; ++unit) {
    int64_t outer = unit / s.inner, i = unit - outer * s.inner, to = outer * s.k * s.inner + i;
    selectBest(x + outer * s.n * s.inner + i, s.n, s.k,
               Heap<T>{values + to, indices + to, s.inner, s.largest != 0});
  }
}

/// At most cumulatedColumns columns.
template <typename T, typename F>
INGOT_INLINE void cumulateColumns(const T *x, T *y, const CumulateSizes &s, int64_t columns,
                                  F combine) {
  Compute<T> totals[cumulatedColumns];
  for (int64_t j = 0; j < columns; ++j)
    totals[j] = static_cast<Compute<T>>(s.product);
  INGOT_ROLLED
  for (int64_t step = 0; step < s.n; ++step) {
    int64_t row = (s.reverse ? s.n - 1 - step : step) * s.inner;
    INGOT_VECTORIZED
    for (int64_t j = 0; j < columns; ++j) {
      Compute<T> next = combine(totals[j], load(x[row + j]));
      y[row + j] = store<T>(s.exclusive ? totals[j] : next);
      totals[j] = next;
    }
  }
}

/// Units [begin, end).
template <typename T>
INGOT_INLINE void cumulate(const T *x, T *y, const void *, const CumulateSizes &s, int64_t begin,
                           int64_t end) {
  const int64_t blocks = ceilDiv(s.inner, cumulatedColumns);
  INGOT_ROLLED
  for (int64_t unit = begin; unit < end; ++unit) {
    int64_t outer = unit / blocks, column = (unit - outer * blocks) * cumulatedColumns;
    int64_t at = outer * s.n * s.inner + column;
    int64_t columns = least(cumulatedColumns, s.inner - column);
    if (s.product)
      cumulateColumns(x + at, y + at, s, columns, [](auto a, auto b) { return math::mul(a, b); });
    else
      cumulateColumns(x + at, y + at, s, columns, [](auto a, auto b) { return math::add(a, b); });
  }
}

/// The unit.
template <typename T>
INGOT_INLINE Fault cumulateAlong(const T *x, const void *axis, T *y, const void *,
                                 const CumulateAlongSizes &s, int64_t, int64_t) {
  int64_t at = fromStart(indexAt(axis, 0, s.indexBytes), s.rank);
  if (!isInside(at, s.rank))
    return 1;
  at += copyAxes - s.rank;
  CumulateSizes around = {.outer = 1,
                          .n = s.dims[at],
                          .inner = 1,
                          .exclusive = s.exclusive,
                          .reverse = s.reverse,
                          .product = s.product};
  for (int64_t i = 0; i < copyAxes; ++i) {
    around.outer *= i < at ? s.dims[i] : 1;
    around.inner *= i > at ? s.dims[i] : 1;
  }
  cumulate(x, y, nullptr, around, 0, Cumulate<sizeof(T)>::units(around, {}));
  return 0;
}

} // namespace ingot::kernels::movement
