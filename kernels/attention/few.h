// Attention of few queries, as when text is made token by token: keys and values are read where
// they lie, each once for a query. In a panel of queries, as fused.h has them, most lanes would be
// empty.
//
//   q  [batch, heads, queries, size], strides of all but the last axis, as of all others
//   k  [batch, keyHeads, keys, size]
//   v  [batch, keyHeads, keys, valueSize]
//   mask  added to the scores, if there is one; its last stride is 1
//   y  [batch, heads, queries, valueSize]
//
// A unit of work is one query of one head. It takes the keys in blocks, see fused.h. Unfinished
// sums wait in y, so that the epilogue must not read what y held before.
#pragma once

#include "kernels/attention/fused.h"
#include "kernels/contraction/tile.h"
#include "kernels/normalization/rows.h"

namespace ingot::kernels::attention {

/// Keys of a block, of which the scores are kept.
inline constexpr int64_t fewKeyBlock = 256;

/// What is known of a query so far.
struct QueryProgress {
  float top, sum, factor;
};

/// Scales and masks the scores of one query, of which the first `seen` are seen, and gives the
/// greatest. One that is NaN need not be: its exponential and their sum are.
INGOT_INLINE float maskScores(float *scores, int64_t keys, int64_t seen, const float *mask,
                              float scale) {
  const Vector hidden = Vector(-__builtin_inff());
  Vector top = hidden;
  int64_t i = 0;
  INGOT_ROLLED
  for (int64_t whole = least(keys, seen); i + lanes <= whole; i += lanes) {
    Vector value = load(scores + i) * Vector(scale);
    if (mask)
      value = masked(value, load(mask + i));
    store(scores + i, value);
    top = greater(value, top);
  }
  INGOT_ROLLED
  for (; i < keys; i += lanes) {
    Vector value = load(scores + i) * Vector(scale);
    if (mask)
      value = masked(value, loadPart(mask + i, keys - i));
    value = replaceRest(value, greatest(0, least(keys, seen) - i), hidden);
    store(scores + i, value);
    top = greater(value, top);
  }
  return acrossLanes(top, [](Vector a, Vector b) INGOT_INLINED { return greater(a, b); });
}

/// The softmax of a block of scores against the greatest score so far.
INGOT_INLINE void addBlock(float *scores, int64_t keys, float blockTop, float &top, float &sum,
                           float &factor) {
  float newTop = blockTop > top ? blockTop : top;
  // Without any key seen there is nothing to shift by: exp(-inf - 0) is 0 by itself.
  float shift = newTop == -__builtin_inff() ? 0 : newTop;
  factor = exponential(Vector(top - shift))[0];
  sum = sum * factor + normalization::exponentials(scores, scores, keys, shift);
  top = newTop;
}

/// scores[j] = q · k[j] for K keys.
template <int K>
INGOT_INLINE void scoreKeys(const float *q, const float *k, int64_t row, int64_t size,
                            float *scores) {
  Vector sums[K];
  INGOT_UNROLL
  for (int j = 0; j < K; ++j)
    sums[j] = Vector(0);
  const int64_t whole = size / lanes * lanes;
  INGOT_ROLLED
  for (int64_t i = 0; i < whole; i += lanes) {
    Vector left = load(q + i);
    INGOT_UNROLL
    for (int j = 0; j < K; ++j)
      sums[j] = multiplyAdd(left, load(k + j * row + i), sums[j]);
  }
  if (whole < size) {
    Vector left = loadPart(q + whole, size - whole);
    INGOT_UNROLL
    for (int j = 0; j < K; ++j)
      sums[j] = multiplyAdd(left, loadPart(k + j * row + whole, size - whole), sums[j]);
  }
  INGOT_UNROLL
  for (int j = 0; j < K; ++j)
    scores[j] = acrossLanes(sums[j], [](Vector a, Vector b) INGOT_INLINED { return a + b; });
}

/// V vectors of the sum of scores[j] * v[j] over the keys; of a single one only `count` columns may
/// be there.
template <int V>
INGOT_INLINE void weighValues(Vector (&sums)[V], const float *scores, const float *v, int64_t row,
                              int64_t keys, int64_t count) {
  contraction::clear(reinterpret_cast<Vector(&)[1][V]>(sums));
  INGOT_ROLLED
  for (int64_t j = 0; j < keys; ++j, v += row) {
    Vector score = Vector(scores[j]);
    INGOT_UNROLL
    for (int i = 0; i < V; ++i)
      sums[i] = multiplyAdd(score, V > 1 ? load(v + i * lanes) : loadPart(v, count), sums[i]);
  }
}

/// y = y * factor + scores · v from column `from` on, and divided by the sum in the end.
template <int V>
INGOT_INLINE void addColumns(const float *scores, const float *v, const Output &out, int64_t from,
                             const AttentionSizes &s, const QueryProgress &progress, int64_t keys,
                             bool first, bool last) {
  Vector sums[V];
  weighValues(sums, scores, v + from, s.vRow, keys, s.valueSize - from);
  Vector inverse = Vector(progress.sum == 0 ? 0 : 1 / progress.sum);
  INGOT_UNROLL
  for (int i = 0; i < V; ++i) {
    int64_t at = from + i * lanes, count = s.valueSize - at;
    Vector value = sums[i];
    if (!first)
      value += loadPart(out.sums() + at, count) * Vector(progress.factor);
    if (last)
      out.put(at, value * inverse, count);
    else
      storePart(out.sums() + at, value, count);
  }
}

/// One query; all pointers are those of its head.
INGOT_INLINE void attendQuery(const float *q, const float *k, const float *v, const float *mask,
                              const Output &out, const AttentionSizes &s, int64_t query) {
  float scores[fewKeyBlock];
  QueryProgress progress = {-__builtin_inff(), 0, 0};
  const int64_t end = s.causal ? greatest(1, least(s.keys, query + 1 + s.past)) : s.keys;
  INGOT_ROLLED
  for (int64_t key = 0; key < end; key += fewKeyBlock) {
    const int64_t keys = least(fewKeyBlock, end - key), fours = keys / 4 * 4;
    const float *block = k + key * s.kRow;
    INGOT_ROLLED
    for (int64_t j = 0; j < fours; j += 4)
      scoreKeys<4>(q, block + j * s.kRow, s.kRow, s.size, scores + j);
    INGOT_ROLLED
    for (int64_t j = fours; j < keys; ++j)
      scoreKeys<1>(q, block + j * s.kRow, s.kRow, s.size, scores + j);
    int64_t seen = s.causal ? query + s.past + 1 - key : keys;
    float top = maskScores(scores, keys, seen, mask ? mask + key : nullptr, s.scale());
    addBlock(scores, keys, top, progress.top, progress.sum, progress.factor);
    const bool first = key == 0, last = key + keys == end;
    const float *values = v + key * s.vRow;
    const int64_t fourVectors = s.valueSize / (4 * lanes) * 4 * lanes;
    INGOT_ROLLED
    for (int64_t from = 0; from < fourVectors; from += 4 * lanes)
      addColumns<4>(scores, values, out, from, s, progress, keys, first, last);
    INGOT_ROLLED
    for (int64_t from = fourVectors; from < s.valueSize; from += lanes)
      addColumns<1>(scores, values, out, from, s, progress, keys, first, last);
  }
}

/// Units [begin, end). There is a key.
INGOT_INLINE void attendFew(const float *q, const float *k, const float *v, const float *mask,
                            float *y, const void *context, const AttentionSizes &s, int64_t begin,
                            int64_t end) {
  const int64_t headsPerKey = s.heads / s.keyHeads;
  INGOT_ROLLED
  for (int64_t unit = begin; unit < end; ++unit) {
    int64_t at = unit / s.queries, query = unit - at * s.queries;
    int64_t entry = at / s.heads, head = at - entry * s.heads, keyHead = head / headsPerKey;
    const Output out = {y + entry * s.yBatch + head * s.yHead + query * s.yRow, 4,
                        entry * s.queries + query, head * s.valueSize, context};
    attendQuery(q + entry * s.qBatch + head * s.qHead + query * s.qRow,
                k + entry * s.kBatch + keyHead * s.kHead, v + entry * s.vBatch + keyHead * s.vHead,
                s.hasMask != 0 ? mask + entry * s.maskBatch + head * s.maskHead + query * s.maskRow
                               : nullptr,
                out, s, query);
  }
}

} // namespace ingot::kernels::attention
