// Softmax and normalizations of f32 over the last axis: x [rows, n], rows `pitch` elements apart,
// y likewise. Rows are independent units of work. Sums have a fixed order (see reduction/rows.h).
// The epilogue sees each element of y once, when it is final; softmax keeps unfinished ones in y
// before. A prologue, too, is applied once: what it gives is kept in y, as the rows are read more
// often. Where elements of y have fewer bytes than an f32, nothing is kept, and both are computed
// again at each look.
#pragma once

#include "kernels/normalization/contract.h"
#include "kernels/reduction/rows.h"

namespace ingot::kernels::normalization {

/// Calls f(offset, count) for every vector of a row; only the last may have less than all lanes.
template <typename F> INGOT_INLINE void forEachVector(int64_t n, F &&f) {
  int64_t i = 0;
  INGOT_ROLLED
  for (; i + lanes <= n; i += lanes)
    f(i, int64_t{lanes});
  if (i < n)
    f(i, n - i);
}

/// A row as the prologue gives it, and the reduction that every kernel begins with.
struct Row {
  Input from;
  const float *kept; ///< what the prologue gives
  bool isKept;
  float reduced;

  INGOT_INLINE Vector get(int64_t i, int64_t count) const {
    return isKept ? loadPart(kept + i, count) : from.get(i, count);
  }
};

/// Row `to.row` of x.
template <typename Op>
INGOT_INLINE Row firstOf(const void *x, const Output &to, const NormSizes &s) {
  Row row;
  row.from = {at(x, to.row * s.xPitch, s.xBytes), s.xBytes, to.row, 0, to.context};
  const bool keeps = s.prepares && to.holdsSums();
  row.isKept = !s.prepares || keeps;
  row.kept = keeps ? to.sums() : static_cast<const float *>(row.from.x);
  row.reduced = reduction::reduceRow<Op>(s.n, [&](int64_t i, int64_t count) INGOT_INLINED {
    if (!s.prepares)
      return loadPart(row.kept + i, count);
    Vector value = row.from.get(i, count);
    if (keeps)
      storePart(to.sums() + i, value, count);
    return value;
  });
  return row;
}

/// Row k of y.
INGOT_INLINE Output outputRow(void *y, int64_t k, const NormSizes &s, const void *context) {
  return {at(y, k * s.yPitch, s.yBytes), s.yBytes, k, 0, context};
}

/// y = exp(x - top) for x <= top, and the sum of it: several vectors at a time, then one, then what
/// is left.
INGOT_INLINE float exponentials(const float *x, float *y, int64_t n, float top) {
  constexpr int together = exponentialsTogether;
  Vector sums[together];
  INGOT_UNROLL
  for (int v = 0; v < together; ++v)
    sums[v] = Vector(0);
  int64_t i = 0;
  INGOT_ROLLED
  for (; i + together * lanes <= n; i += together * lanes) {
    Vector e[together];
    INGOT_UNROLL
    for (int v = 0; v < together; ++v)
      e[v] = load(x + i + v * lanes) - Vector(top);
    exponentialsOfNegative(e);
    INGOT_UNROLL
    for (int v = 0; v < together; ++v) {
      store(y + i + v * lanes, e[v]);
      sums[v] += e[v];
    }
  }
  INGOT_ROLLED
  for (; i < n; i += lanes) {
    Vector e = exponentialOfNegative(loadPart(x + i, n - i) - Vector(top));
    storePart(y + i, e, n - i);
    sums[0] += replaceRest(e, n - i, Vector(0));
  }
  INGOT_UNROLL
  for (int v = 1; v < together; ++v)
    sums[0] += sums[v];
  return acrossLanes(sums[0], [](Vector a, Vector b) INGOT_INLINED { return a + b; });
}

/// The sum of exp(x - top) over a row.
INGOT_INLINE float sumOfExponentials(const Row &row, int64_t n, float top) {
  return reduction::reduceRow<reduction::SumOp>(n, [&](int64_t i, int64_t count) INGOT_INLINED {
    return exponentialOfNegative(row.get(i, count) - Vector(top));
  });
}

/// y = exp(x - max) / sum(exp(x - max)), rows [begin, end).
INGOT_INLINE void softmaxRows(const void *x, void *y, const void *context, const NormSizes &s,
                              int64_t begin, int64_t end) {
  INGOT_ROLLED
  for (int64_t k = begin; k < end; ++k) {
    const Output to = outputRow(y, k, s, context);
    const Row row = firstOf<reduction::MaxOp>(x, to, s);
    const bool keeps = to.holdsSums();
    float top = row.reduced;
    float sum =
        keeps ? exponentials(row.kept, to.sums(), s.n, top) : sumOfExponentials(row, s.n, top);
    forEachVector(s.n, [&](int64_t i, int64_t count) INGOT_INLINED {
      Vector value = keeps ? loadPart(to.sums() + i, count)
                           : exponentialOfNegative(row.get(i, count) - Vector(top));
      to.put(i, value * Vector(1 / sum), count);
    });
  }
}

/// y = (x - mean) / deviation [* scale] [+ bias]; `scale` and `bias` of n elements, or null.
INGOT_INLINE void normalizeRow(const Row &row, const Output &to, int64_t n, float mean,
                               float inverse, const float *scale, const float *bias) {
  forEachVector(n, [&](int64_t i, int64_t count) INGOT_INLINED {
    Vector value = (row.get(i, count) - Vector(mean)) * Vector(inverse);
    if (scale)
      value *= loadPart(scale + i, count);
    if (bias)
      value += loadPart(bias + i, count);
    to.put(i, value, count);
  });
}

/// Layer normalization of rows [begin, end): mean first, then the variance around it.
INGOT_INLINE void layerNormRows(const void *x, const float *scale, const float *bias, void *y,
                                const void *context, const NormSizes &s, int64_t begin,
                                int64_t end) {
  const float count = static_cast<float>(s.n);
  INGOT_ROLLED
  for (int64_t k = begin; k < end; ++k) {
    const Output to = outputRow(y, k, s, context);
    const Row row = firstOf<reduction::SumOp>(x, to, s);
    float mean = row.reduced / count;
    float squares = reduction::reduceRow<reduction::SumSquareOp>(
        s.n,
        [&](int64_t i, int64_t part) INGOT_INLINED { return row.get(i, part) - Vector(mean); });
    float inverse = 1 / __builtin_sqrtf(squares / count + s.epsilon());
    normalizeRow(row, to, s.n, mean, inverse, scale, bias);
  }
}

/// The same with the root of the mean square in place of the deviation, and no mean.
INGOT_INLINE void rmsNormRows(const void *x, const float *scale, void *y, const void *context,
                              const NormSizes &s, int64_t begin, int64_t end) {
  const float count = static_cast<float>(s.n);
  INGOT_ROLLED
  for (int64_t k = begin; k < end; ++k) {
    const Output to = outputRow(y, k, s, context);
    const Row row = firstOf<reduction::SumSquareOp>(x, to, s);
    float inverse = 1 / __builtin_sqrtf(row.reduced / count + s.epsilon());
    normalizeRow(row, to, s.n, 0, inverse, scale, nullptr);
  }
}

} // namespace ingot::kernels::normalization
