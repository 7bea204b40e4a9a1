// Softmax and normalizations of f32 over the last axis: x [rows, n], rows `pitch` elements apart,
// y likewise. Rows are independent units of work. Sums have a fixed order (see reduction/rows.h).
// The epilogue sees each element of y once, when it is final; softmax keeps unfinished ones in y
// before.
#pragma once

#include "kernels/reduction/rows.h"

namespace ingot::kernels::normalization {

struct RowShape {
  int64_t n, xPitch, yPitch;
};

/// Calls f(offset, count) for every vector of a row; only the last may have less than all lanes.
template <typename F> INGOT_INLINE void forEachVector(int64_t n, F &&f) {
  int64_t i = 0;
  INGOT_ROLLED
  for (; i + lanes <= n; i += lanes)
    f(i, int64_t{lanes});
  if (i < n)
    f(i, n - i);
}

/// The greatest of a row; NaN if there is one.
INGOT_INLINE float rowMaximum(const float *x, int64_t n) {
  return reduction::reduceRow<reduction::MaxOp>(x, n, [](Vector v) INGOT_INLINED { return v; });
}

/// y = exp(x - top) for x <= top, and the sum of it: four vectors at a time, then one, then what is
/// left.
INGOT_INLINE float exponentials(const float *x, float *y, int64_t n, float top) {
  constexpr int together = 4;
  Vector sums[together];
  INGOT_UNROLL
  for (int v = 0; v < together; ++v)
    sums[v] = Vector(0);
  int64_t i = 0;
  INGOT_ROLLED
  for (; i + together * lanes <= n; i += together * lanes) {
    INGOT_UNROLL
    for (int v = 0; v < together; ++v) {
      Vector e = exponentialOfNegative(load(x + i + v * lanes) - Vector(top));
      store(y + i + v * lanes, e);
      sums[v] += e;
    }
  }
  INGOT_ROLLED
  for (; i < n; i += lanes) {
    Vector e = exponentialOfNegative(loadPart(x + i, n - i) - Vector(top));
    storePart(y + i, e, n - i);
    sums[0] += replaceRest(e, n - i, Vector(0));
  }
  return acrossLanes((sums[0] + sums[1]) + (sums[2] + sums[3]),
                     [](Vector a, Vector b) INGOT_INLINED { return a + b; });
}

INGOT_INLINE void scaleRow(const Output &to, int64_t n, float factor) {
  forEachVector(n, [&](int64_t i, int64_t count) INGOT_INLINED {
    to.put(i, loadPart(to.y + i, count) * Vector(factor), count);
  });
}

/// y = exp(x - max) / sum(exp(x - max)), rows [begin, end).
INGOT_INLINE void softmaxRows(const float *x, float *y, const void *context, const RowShape &s,
                              int64_t begin, int64_t end) {
  INGOT_ROLLED
  for (int64_t row = begin; row < end; ++row) {
    const float *from = x + row * s.xPitch;
    const Output to = {y + row * s.yPitch, row, 0, context};
    float sum = exponentials(from, to.y, s.n, rowMaximum(from, s.n));
    scaleRow(to, s.n, 1 / sum);
  }
}

/// y = (x - mean) / deviation [* scale] [+ bias]; `scale` and `bias` of n elements, or null.
INGOT_INLINE void normalizeRow(const float *x, const Output &to, int64_t n, float mean,
                               float inverse, const float *scale, const float *bias) {
  forEachVector(n, [&](int64_t i, int64_t count) INGOT_INLINED {
    Vector value = (loadPart(x + i, count) - Vector(mean)) * Vector(inverse);
    if (scale)
      value *= loadPart(scale + i, count);
    if (bias)
      value += loadPart(bias + i, count);
    to.put(i, value, count);
  });
}

/// Layer normalization of rows [begin, end): mean first, then the variance around it.
INGOT_INLINE void layerNormRows(const float *x, const float *scale, const float *bias, float *y,
                                const void *context, const RowShape &s, float epsilon,
                                int64_t begin, int64_t end) {
  const float count = static_cast<float>(s.n);
  INGOT_ROLLED
  for (int64_t row = begin; row < end; ++row) {
    const float *from = x + row * s.xPitch;
    float sum =
        reduction::reduceRow<reduction::SumOp>(from, s.n, [](Vector v) INGOT_INLINED { return v; });
    float mean = sum / count;
    float squares = reduction::reduceRow<reduction::SumSquareOp>(
        from, s.n, [&](Vector v) INGOT_INLINED { return v - Vector(mean); });
    float inverse = 1 / __builtin_sqrtf(squares / count + epsilon);
    normalizeRow(from, {y + row * s.yPitch, row, 0, context}, s.n, mean, inverse, scale, bias);
  }
}

/// The same with the root of the mean square in place of the deviation, and no mean.
INGOT_INLINE void rmsNormRows(const float *x, const float *scale, float *y, const void *context,
                              const RowShape &s, float epsilon, int64_t begin, int64_t end) {
  const float count = static_cast<float>(s.n);
  INGOT_ROLLED
  for (int64_t row = begin; row < end; ++row) {
    const float *from = x + row * s.xPitch;
    float squares = reduction::reduceRow<reduction::SumSquareOp>(
        from, s.n, [](Vector v) INGOT_INLINED { return v; });
    float inverse = 1 / __builtin_sqrtf(squares / count + epsilon);
    normalizeRow(from, {y + row * s.yPitch, row, 0, context}, s.n, 0, inverse, scale, nullptr);
  }
}

} // namespace ingot::kernels::normalization
