// Reference kernel of scaled dot-product attention. Scores and sums are kept in double.
#pragma once

#include "kernels/base/scalar.h"

namespace ingot::kernels::attention {

/// Rows of heads in memory, packed or not: the elements of a row are dense.
template <typename T> struct Heads {
  const T *data;
  int64_t batchStride, headStride, rowStride;
  const T *row(int64_t entry, int64_t head, int64_t i) const {
    return data + entry * batchStride + head * headStride + i * rowStride;
  }
};

/// To which type scores and probabilities are rounded around the softmax.
enum class Rounding { None, Float, Half, BFloat };

inline double rounded(double x, Rounding to) {
  switch (to) {
  case Rounding::Float:
    return static_cast<double>(static_cast<float>(x));
  case Rounding::Half:
    return decode(encode<f16>(x));
  case Rounding::BFloat:
    return decode(encode<bf16>(x));
  case Rounding::None:
    break;
  }
  return x;
}

/// Which scores are kept.
enum class Keep { None, Raw, Capped, Masked, Probabilities };

/// Everything about one attention. Pointers may be null where an operand was not given.
template <typename T> struct Problem {
  int64_t batch, queryHeads, keyHeads, queries, past, keys, size, valueSize;
  Heads<T> q, k, v, pastKey, pastValue;
  const T *bias;       ///< added to the scores, or
  const bool *allowed; ///< which keys are seen; both broadcast with maskStrides
  int64_t maskStrides[4];
  int64_t maskKeys; ///< keys from here on are not seen; all when the mask broadcasts over keys
  const int64_t *lengths;
  const int64_t *starts; ///< position of query 0 of every batch entry
  const T *sink;
  double scale, softcap;
  int64_t leftWindow, rightWindow;
  Rounding rounding;
  Keep keep;

  int64_t totalKeys() const { return past + keys; }
  const T *key(int64_t entry, int64_t head, int64_t j) const {
    return j < past ? pastKey.row(entry, head, j) : k.row(entry, head, j - past);
  }
  const T *value(int64_t entry, int64_t head, int64_t j) const {
    return j < past ? pastValue.row(entry, head, j) : v.row(entry, head, j - past);
  }
  /// What is added to the score of key j: minus infinity when it is not seen.
  double maskAt(int64_t entry, int64_t head, int64_t i, int64_t j) const {
    double hidden = -__builtin_inf();
    int64_t ahead = j - (starts[entry] + i);
    if ((lengths && j >= lengths[entry]) || (leftWindow >= 0 && -ahead > leftWindow) ||
        (rightWindow >= 0 && ahead > rightWindow))
      return hidden;
    if (!bias && !allowed)
      return 0;
    if (j >= maskKeys)
      return hidden;
    int64_t at =
        entry * maskStrides[0] + head * maskStrides[1] + i * maskStrides[2] + j * maskStrides[3];
    if (bias)
      return static_cast<double>(bias[at]);
    return allowed[at] ? 0 : hidden;
  }
};

/// The softmax of `scores`, in place, with `sink` as a further score when there is one. All zero
/// when every score is minus infinity.
inline void softmaxRow(double *scores, int64_t count, const double *sink, Rounding rounding) {
  double largest = -__builtin_inf();
  for (int64_t j = 0; j < count; ++j) {
    scores[j] = rounded(scores[j], rounding);
    largest = scores[j] > largest ? scores[j] : largest;
  }
  if (sink && *sink > largest)
    largest = *sink;
  double sum = sink ? __builtin_exp(*sink - largest) : 0;
  for (int64_t j = 0; j < count; ++j) {
    // Hidden keys count nothing, even where all are hidden and the difference would be NaN.
    scores[j] = scores[j] == -__builtin_inf() ? 0 : __builtin_exp(scores[j] - largest);
    sum += scores[j];
  }
  for (int64_t j = 0; j < count; ++j)
    scores[j] = sum == 0 ? 0 : rounded(scores[j] / sum, rounding);
}

template <typename T> void keepRow(const double *scores, int64_t count, T *out) {
  for (int64_t j = 0; j < count; ++j)
    out[j] = static_cast<T>(scores[j]);
}

/// One query: `scores` is scratch for the total number of keys, `sums` for valueSize entries.
/// `kept` receives the scores that are kept, `y` the result row.
template <typename T>
void attendRow(const Problem<T> &p, int64_t entry, int64_t head, int64_t i, double *scores,
               double *sums, T *kept, T *y) {
  int64_t keyHead = head / (p.queryHeads / p.keyHeads), total = p.totalKeys();
  const T *q = p.q.row(entry, head, i);
  for (int64_t j = 0; j < total; ++j) {
    const T *k = p.key(entry, keyHead, j);
    double dot = 0;
    for (int64_t e = 0; e < p.size; ++e)
      dot += static_cast<double>(q[e]) * static_cast<double>(k[e]);
    scores[j] = dot * p.scale;
  }
  if (p.keep == Keep::Raw)
    keepRow(scores, total, kept);
  if (p.softcap > 0)
    for (int64_t j = 0; j < total; ++j)
      scores[j] = p.softcap * __builtin_tanh(scores[j] / p.softcap);
  if (p.keep == Keep::Capped)
    keepRow(scores, total, kept);
  for (int64_t j = 0; j < total; ++j) {
    double mask = p.maskAt(entry, head, i, j);
    scores[j] = mask == -__builtin_inf() ? mask : scores[j] + mask;
  }
  if (p.keep == Keep::Masked)
    keepRow(scores, total, kept);
  double sink = p.sink ? static_cast<double>(p.sink[head]) : 0;
  softmaxRow(scores, total, p.sink ? &sink : nullptr, p.rounding);
  if (p.keep == Keep::Probabilities)
    keepRow(scores, total, kept);
  for (int64_t e = 0; e < p.valueSize; ++e)
    sums[e] = 0;
  for (int64_t j = 0; j < total; ++j) {
    if (scores[j] == 0)
      continue; // a key that is not seen has no say, not even with NaN
    const T *v = p.value(entry, keyHead, j);
    for (int64_t e = 0; e < p.valueSize; ++e)
      sums[e] += scores[j] * static_cast<double>(v[e]);
  }
  for (int64_t e = 0; e < p.valueSize; ++e)
    y[e] = static_cast<T>(sums[e]);
}

/// All queries. `kept` is [batch, query heads, queries, total keys] or null, `y` has the strides of
/// a Heads with rows of valueSize elements. Stops when `goOn`, asked before each query, says so.
template <typename T, typename GoOn>
void attend(const Problem<T> &p, double *scores, double *sums, T *kept, T *y,
            const Heads<T> &layout, GoOn &&goOn) {
  int64_t total = p.totalKeys();
  if (p.valueSize == 0 && (p.keep == Keep::None || total == 0))
    return; // nothing to compute, however many queries there are
  for (int64_t entry = 0; entry < p.batch; ++entry)
    for (int64_t head = 0; head < p.queryHeads; ++head)
      for (int64_t i = 0; i < p.queries; ++i) {
        if (!goOn())
          return;
        T *out = y + entry * layout.batchStride + head * layout.headStride + i * layout.rowStride;
        T *keptRow =
            kept ? kept + ((entry * p.queryHeads + head) * p.queries + i) * total : nullptr;
        attendRow(p, entry, head, i, scores, sums, keptRow, out);
      }
}

/// Past and new rows together: out [batch, heads, past + rows, size].
template <typename T>
void joinRows(const Heads<T> &past, const Heads<T> &rows, int64_t batch, int64_t heads,
              int64_t pastRows, int64_t newRows, int64_t size, T *out) {
  if (size == 0)
    return;
  for (int64_t entry = 0; entry < batch; ++entry)
    for (int64_t head = 0; head < heads; ++head)
      for (int64_t i = 0; i < pastRows + newRows; ++i) {
        const T *from =
            i < pastRows ? past.row(entry, head, i) : rows.row(entry, head, i - pastRows);
        for (int64_t e = 0; e < size; ++e)
          *out++ = from[e];
      }
}

} // namespace ingot::kernels::attention
