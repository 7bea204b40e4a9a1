// Reference kernel of linear attention. The state is kept in double.
#pragma once

#include <stdint.h>

namespace ingot::kernels::attention {

/// Everything about one linear attention. q, k, v, decay and beta are [batch, rows, heads * …].
template <typename T> struct Linear {
  int64_t batch, rows, queryHeads, keyHeads, size, valueSize;
  const T *q, *k, *v;
  const T *pastState, *decay, *beta; ///< null when not given
  int64_t decaySize;                 ///< entries of decay per row and head: 1 or size
  int64_t betaHeads;                 ///< entries of beta per row: 1 or keyHeads
  double scale;
};

/// One row of one head: decays the state, writes k and v to it.
template <typename T>
void updateState(const Linear<T> &l, int64_t row, int64_t head, double *state, double *written) {
  const T *k = l.k + (row * l.keyHeads + head) * l.size;
  const T *v = l.v + (row * l.keyHeads + head) * l.valueSize;
  if (l.decay) {
    const T *decay = l.decay + (row * l.keyHeads + head) * l.decaySize;
    for (int64_t d = 0; d < l.size; ++d) {
      double factor = __builtin_exp(static_cast<double>(decay[l.decaySize == 1 ? 0 : d]));
      for (int64_t m = 0; m < l.valueSize; ++m)
        state[d * l.valueSize + m] *= factor;
    }
  }
  for (int64_t m = 0; m < l.valueSize; ++m)
    written[m] = static_cast<double>(v[m]);
  if (l.beta) {
    for (int64_t d = 0; d < l.size; ++d)
      for (int64_t m = 0; m < l.valueSize; ++m)
        written[m] -= state[d * l.valueSize + m] * static_cast<double>(k[d]);
    auto beta = static_cast<double>(l.beta[row * l.betaHeads + (l.betaHeads == 1 ? 0 : head)]);
    for (int64_t m = 0; m < l.valueSize; ++m)
      written[m] *= beta;
  }
  for (int64_t d = 0; d < l.size; ++d)
    for (int64_t m = 0; m < l.valueSize; ++m)
      state[d * l.valueSize + m] += static_cast<double>(k[d]) * written[m];
}

/// One row of one query head: y = scale * state^T q.
template <typename T>
void readState(const Linear<T> &l, const double *state, const T *q, double *sums, T *y) {
  for (int64_t m = 0; m < l.valueSize; ++m)
    sums[m] = 0;
  for (int64_t d = 0; d < l.size; ++d)
    for (int64_t m = 0; m < l.valueSize; ++m)
      sums[m] += state[d * l.valueSize + m] * static_cast<double>(q[d]);
  for (int64_t m = 0; m < l.valueSize; ++m)
    y[m] = static_cast<T>(l.scale * sums[m]);
}

/// y [batch, rows, queryHeads * valueSize] and the last states [batch, keyHeads, size, valueSize].
/// `state` is scratch of size * valueSize entries, `scratch` of valueSize entries.
template <typename T>
void linearAttention(const Linear<T> &l, double *state, double *scratch, T *y, T *last) {
  if (l.valueSize == 0 || (l.rows == 0 && l.size == 0))
    return; // nothing to compute, however many rows or heads there are
  int64_t group = l.queryHeads / l.keyHeads, entries = l.size * l.valueSize;
  for (int64_t entry = 0; entry < l.batch; ++entry)
    for (int64_t head = 0; head < l.keyHeads; ++head) {
      int64_t at = (entry * l.keyHeads + head) * entries;
      for (int64_t e = 0; e < entries; ++e)
        state[e] = l.pastState ? static_cast<double>(l.pastState[at + e]) : 0;
      for (int64_t i = 0; i < l.rows; ++i) {
        int64_t row = entry * l.rows + i;
        updateState(l, row, head, state, scratch);
        for (int64_t g = 0; g < group; ++g) {
          int64_t queryHead = row * l.queryHeads + head * group + g;
          readState(l, state, l.q + queryHead * l.size, scratch, y + queryHead * l.valueSize);
        }
      }
      for (int64_t e = 0; e < entries; ++e)
        last[at + e] = static_cast<T>(state[e]);
    }
}

} // namespace ingot::kernels::attention
