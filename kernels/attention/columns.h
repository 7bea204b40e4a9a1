// Linear attention, eight columns of the state of a head at a time, after the reference: the state
// is kept in double. Every column has its own values, writes and results, so that columns share
// nothing but what they read.
#pragma once

#include "kernels/attention/contract.h"
#include "kernels/base/element.h"
#include "kernels/base/vector_math.h"

namespace ingot::kernels::attention {

/// exp of `count` numbers.
INGOT_INLINE void decayFactors(const float *decay, int64_t count, double *factors) {
  INGOT_ROLLED
  for (int64_t i = 0; i < count; i += lanes) {
    Vector powers = exponential(loadPart(decay + i, count - i));
    INGOT_ROLLED
    for (int64_t lane = 0; lane < least(lanes, count - i); ++lane)
      factors[i + lane] = static_cast<double>(powers[lane]);
  }
}
INGOT_INLINE void decayFactors(const double *decay, int64_t count, double *factors) {
  INGOT_ROLLED
  for (int64_t i = 0; i < count; ++i)
    factors[i] = __builtin_exp(decay[i]);
}

/// Columns [8 * block, 8 * block + columns) of the state of one head of one entry of the batch.
template <typename T> struct StateColumns {
  using StateRow = EightOf<double>::InMemory;
  const LinearAttentionSizes &s;
  StateRow *state;
  double *factors; ///< of each row
  int64_t columns;

  /// Adds the product of k and v to the decayed state; with beta what k finds there is replaced.
  INGOT_INLINE void write(const T *k, Eight<double> v, const T *decay, const T *beta) const {
    if (s.decaySize != 0)
      decayFactors(decay, s.decaySize, factors);
    Eight<double> found = Eight<double>(0);
    INGOT_ROLLED
    for (int64_t d = 0; d < s.size; ++d) {
      if (s.decaySize != 0)
        state[d] *= Eight<double>(factors[s.decaySize == 1 ? 0 : d]);
      found += state[d] * Eight<double>(static_cast<double>(k[d]));
    }
    if (s.betaHeads != 0)
      v = (v - found) * Eight<double>(static_cast<double>(*beta));
    INGOT_ROLLED
    for (int64_t d = 0; d < s.size; ++d)
      state[d] += Eight<double>(static_cast<double>(k[d])) * v;
  }

  /// y = scale * state^T q.
  INGOT_INLINE void read(const T *q, T *y) const {
    Eight<double> sums = Eight<double>(0);
    INGOT_ROLLED
    for (int64_t d = 0; d < s.size; ++d)
      sums += state[d] * Eight<double>(static_cast<double>(q[d]));
    storeEight(y, sums * Eight<double>(__builtin_bit_cast(double, s.scaleBits)), columns);
  }
};

/// Units [begin, end).
template <typename T>
INGOT_INLINE void linearColumns(const T *q, const T *k, const T *v, const T *past, const T *decay,
                                const T *beta, double *scratch, T *y, T *last, const void *,
                                const LinearAttentionSizes &s, int64_t begin, int64_t end) {
  const int64_t group = s.queryHeads / s.keyHeads;
  INGOT_ROLLED
  for (int64_t unit = begin; unit < end; ++unit) {
    int64_t headOfAll = unit / s.blocks(), column = (unit - headOfAll * s.blocks()) * 8;
    int64_t entry = headOfAll / s.keyHeads, head = headOfAll - entry * s.keyHeads;
    double *own = scratch + unit * s.scratch();
    StateColumns<T> part = {s, reinterpret_cast<typename StateColumns<T>::StateRow *>(own),
                            own + s.size * 8, least(8, s.valueSize - column)};
    INGOT_ROLLED
    for (int64_t d = 0; d < s.size; ++d) {
      int64_t at = (headOfAll * s.size + d) * s.valueSize + column;
      part.state[d] =
          s.hasPast != 0 ? loadEight<double>(past + at, part.columns, 1) : Eight<double>(0);
    }
    INGOT_ROLLED
    for (int64_t i = 0; i < s.rows; ++i) {
      int64_t row = entry * s.rows + i, rowHead = row * s.keyHeads + head;
      part.write(k + rowHead * s.size,
                 loadEight<double>(v + rowHead * s.valueSize + column, part.columns, 1),
                 decay + rowHead * s.decaySize, beta + (s.betaHeads == 1 ? row : rowHead));
      INGOT_ROLLED
      for (int64_t g = 0; g < group; ++g) {
        int64_t queryHead = row * s.queryHeads + head * group + g;
        part.read(q + queryHead * s.size, y + queryHead * s.valueSize + column);
      }
    }
    INGOT_ROLLED
    for (int64_t d = 0; d < s.size; ++d)
      storeEight(last + (headOfAll * s.size + d) * s.valueSize + column, part.state[d],
                 part.columns);
  }
}

} // namespace ingot::kernels::attention
