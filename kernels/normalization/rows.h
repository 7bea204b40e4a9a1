// Softmax and normalizations of f32 over the last axis: x [rows, n], rows `pitch` elements apart,
// y likewise. Rows are independent units of work. Sums have a fixed order (see reduction/rows.h).
// The epilogue sees each element of y once, when it is final; softmax keeps unfinished ones in y
// before. A prologue, too, is applied once: what it gives is kept in y, as the rows are read more
// often.
#pragma once

#include "kernels/reduction/rows.h"

namespace ingot::kernels::normalization {

struct RowShape {
  int64_t n, xPitch, yPitch;
  bool prepares; ///< whether there is a prologue
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

/// Reduces a row that is read as it lies.
template <typename Op> INGOT_INLINE float reduceRow(const float *x, int64_t n) {
  return reduction::reduceRow<Op>(n, [&](int64_t i, int64_t count)
                                         INGOT_INLINED { return loadPart(x + i, count); });
}

/// A row as the prologue gives it, and the reduction that every kernel begins with.
struct Row {
  const float *x;
  float reduced;
};

/// Row `to.row` of x.
template <typename Op>
INGOT_INLINE Row firstOf(const float *x, const Output &to, const RowShape &s) {
  const Input from = {x + to.row * s.xPitch, to.row, 0, to.context};
  if (!s.prepares)
    return {from.x, reduceRow<Op>(from.x, s.n)};
  auto prepare = [&](int64_t i, int64_t count) INGOT_INLINED {
    Vector value = from.get(i, count);
    storePart(to.y + i, value, count);
    return value;
  };
  return {to.y, reduction::reduceRow<Op>(s.n, prepare)};
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
  for (int64_t k = begin; k < end; ++k) {
    const Output to = {y + k * s.yPitch, k, 0, context};
    const Row row = firstOf<reduction::MaxOp>(x, to, s);
    float sum = exponentials(row.x, to.y, s.n, row.reduced);
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
  for (int64_t k = begin; k < end; ++k) {
    const Output to = {y + k * s.yPitch, k, 0, context};
    const Row row = firstOf<reduction::SumOp>(x, to, s);
    float mean = row.reduced / count;
    float squares = reduction::reduceRow<reduction::SumSquareOp>(
        s.n, [&](int64_t i, int64_t part)
                 INGOT_INLINED { return loadPart(row.x + i, part) - Vector(mean); });
    float inverse = 1 / __builtin_sqrtf(squares / count + epsilon);
    normalizeRow(row.x, to, s.n, mean, inverse, scale, bias);
  }
}

/// The same with the root of the mean square in place of the deviation, and no mean.
INGOT_INLINE void rmsNormRows(const float *x, const float *scale, float *y, const void *context,
                              const RowShape &s, float epsilon, int64_t begin, int64_t end) {
  const float count = static_cast<float>(s.n);
  INGOT_ROLLED
  for (int64_t k = begin; k < end; ++k) {
    const Output to = {y + k * s.yPitch, k, 0, context};
    const Row row = firstOf<reduction::SumSquareOp>(x, to, s);
    float inverse = 1 / __builtin_sqrtf(row.reduced / count + epsilon);
    normalizeRow(row.x, to, s.n, 0, inverse, scale, nullptr);
  }
}

} // namespace ingot::kernels::normalization
