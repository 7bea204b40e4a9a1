// Reference kernels of softmax and log softmax over the columns of [outer, n, inner].
#pragma once

#include "kernels/base/scalar.h"
#include "kernels/elementwise/math.h"

namespace ingot::kernels::normalization {

/// How many neighbouring columns are worked on together.
inline constexpr int64_t blockColumns = 64;

/// Calls f(base, width) for every block of columns of [outer, n, inner]: element i of column j of
/// the block is at base + i * inner + j.
template <typename F> void forEachColumnBlock(int64_t outer, int64_t n, int64_t inner, F &&f) {
  for (int64_t o = 0; o < outer; ++o)
    for (int64_t j = 0; j < inner; j += blockColumns)
      f(o * n * inner + j, inner - j < blockColumns ? inner - j : blockColumns);
}

/// The maximum of each column of a block and the sum of exp(x - maximum).
template <typename T>
void columnStatistics(const T *in, int64_t n, int64_t inner, int64_t width, double *top,
                      double *sum) {
  for (int64_t j = 0; j < width; ++j) {
    top[j] = -math::infinity();
    sum[j] = 0;
  }
  for (int64_t i = 0; i < n; ++i)
    for (int64_t j = 0; j < width; ++j)
      top[j] = math::max<double>(top[j], load(in[i * inner + j]));
  for (int64_t i = 0; i < n; ++i)
    for (int64_t j = 0; j < width; ++j)
      sum[j] += __builtin_exp(load(in[i * inner + j]) - top[j]);
}

template <typename T> void softmax(const T *in, int64_t outer, int64_t n, int64_t inner, T *out) {
  forEachColumnBlock(outer, n, inner, [&](int64_t base, int64_t width) {
    double top[blockColumns], sum[blockColumns];
    columnStatistics(in + base, n, inner, width, top, sum);
    for (int64_t i = 0; i < n; ++i)
      for (int64_t j = 0; j < width; ++j) {
        int64_t at = base + i * inner + j;
        out[at] = store<T>(__builtin_exp(load(in[at]) - top[j]) / sum[j]);
      }
  });
}

template <typename T>
void logSoftmax(const T *in, int64_t outer, int64_t n, int64_t inner, T *out) {
  forEachColumnBlock(outer, n, inner, [&](int64_t base, int64_t width) {
    double top[blockColumns], sum[blockColumns];
    columnStatistics(in + base, n, inner, width, top, sum);
    for (int64_t j = 0; j < width; ++j)
      sum[j] = __builtin_log(sum[j]);
    for (int64_t i = 0; i < n; ++i)
      for (int64_t j = 0; j < width; ++j) {
        int64_t at = base + i * inner + j;
        out[at] = store<T>(load(in[at]) - top[j] - sum[j]);
      }
  });
}

} // namespace ingot::kernels::normalization
