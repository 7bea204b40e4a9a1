// Scaled dot-product attention of f32 in one pass: y = softmax(q · kᵀ * scale + mask) · v.
//
//   q  [batch, heads, queries, size], strides of all but the last axis
//   k  [batch * keyHeads] packed right sides [size, keys] (pack_b_f32 of the transposed keys)
//   v  [batch * keyHeads] packed right sides [keys, valueSize] (pack_b_f32)
//   mask  added to the scores, or null; its last stride is 1
//   y  [batch, heads, queries, valueSize], strides as q
//
// A unit of work is one tile of queries of one head. It takes the keys in blocks: scores of a block
// are computed, their exponentials against the greatest score so far are multiplied with the
// values, and what was summed before is scaled down when a greater score turns up. No score ever
// leaves the first-level cache. A query that sees no key gives 0. A key that is not seen (a mask of
// minus infinity, or one that causal attention hides) counts nothing; its value must be finite.
//
// The epilogue sees y as a matrix of batch * queries rows and heads * valueSize columns. Unfinished
// sums wait in y, so that it must not read what y held before.
#pragma once

#include "kernels/attention/contract.h"
#include "kernels/contraction/blocking.h"
#include "kernels/normalization/rows.h"

namespace ingot::kernels::attention {

/// Keys of a block.
inline constexpr int64_t keyBlock = contraction::longestSum;

/// What is known of the R queries of a tile so far.
template <int R> struct Progress {
  float top[R], sum[R], factor[R];
};

/// scores[r] = rows[r] · k for the keys of panels [0, panels).
template <int R, int V>
INGOT_INLINE void computeScores(const float *const (&rows)[R], const float *k, int64_t size,
                                int64_t panels, float *scores) {
  INGOT_ROLLED
  for (int64_t panel = 0; panel < panels; ++panel) {
    Vector sums[R][V];
    contraction::clear(sums);
    contraction::addProducts(sums, rows, k + panel * size * V * lanes, size);
    INGOT_UNROLL
    for (int i = 0; i < R * V; ++i)
      store(scores + i / V * keyBlock + panel * V * lanes + i % V * lanes, sums[i / V][i % V]);
  }
}

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
      value += load(mask + i);
    store(scores + i, value);
    top = greater(value, top);
  }
  INGOT_ROLLED
  for (; i < keys; i += lanes) {
    Vector value = load(scores + i) * Vector(scale);
    if (mask)
      value += loadPart(mask + i, keys - i);
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

/// A block of scores of neighbouring queries: what masks them, and which of them are seen.
struct ScoreBlock {
  float *scores;     ///< [queries, keyBlock]
  const float *mask; ///< of the first query and key, or null
  int64_t maskRow;
  int64_t keys, seen; ///< of the block, and of those the ones that the first query sees
  int64_t more;       ///< that each further query sees
  float scale;
};

/// What becomes of the scores of `rows` queries, with what is known of each.
INGOT_CALLED inline void weighScores(const ScoreBlock &block, int64_t rows, float *top, float *sum,
                                     float *factor) {
  INGOT_ROLLED
  for (int64_t r = 0; r < rows; ++r) {
    float *at = block.scores + r * keyBlock;
    const float *mask = block.mask ? block.mask + r * block.maskRow : nullptr;
    float blockTop = maskScores(at, block.keys, block.seen + r * block.more, mask, block.scale);
    addBlock(at, block.keys, blockTop, top[r], sum[r], factor[r]);
  }
}

/// y[r] = y[r] * factor + scores[r] · v for the queries from `row` on, and divided by the sum in
/// the end.
template <int R, int V>
INGOT_INLINE void addValues(const float *scores, const float *v, int64_t panelSize,
                            const Output &out, int64_t row, const AttentionSizes &s,
                            const Progress<R> &progress, int64_t keys, bool first, bool last) {
  const float *rows[R];
  INGOT_UNROLL
  for (int r = 0; r < R; ++r)
    rows[r] = scores + r * keyBlock;
  INGOT_ROLLED
  for (int64_t column = 0; column < s.valueSize; column += V * lanes, v += panelSize) {
    Vector sums[R][V], buffer[R * V];
    contraction::clear(sums);
    contraction::addProducts(sums, rows, v, keys);
    INGOT_UNROLL
    for (int i = 0; i < R * V; ++i)
      buffer[i] = sums[i / V][i % V];
    INGOT_ROLLED
    for (int64_t r = 0; r < R; ++r) {
      Vector factor = Vector(progress.factor[r]);
      Vector inverse = Vector(progress.sum[r] == 0 ? 0 : 1 / progress.sum[r]);
      INGOT_ROLLED
      for (int64_t i = 0; i < V && column + i * lanes < s.valueSize; ++i) {
        const Output to = {out.sums() + (row + r) * s.yRow, 4, out.row + row + r, out.column,
                           out.context};
        int64_t at = column + i * lanes, count = s.valueSize - at;
        Vector value = buffer[r * V + i];
        if (!first)
          value += loadPart(to.sums() + at, count) * factor;
        if (last)
          to.put(at, value * inverse, count);
        else
          storePart(to.sums() + at, value, count);
      }
    }
  }
}

/// R queries of one head from query `row` on; all pointers are those of the head.
template <int R, int V>
INGOT_INLINE void attendTile(const float *q, const float *k, const float *v, const float *mask,
                             const Output &out, const AttentionSizes &s, int64_t row) {
  constexpr int64_t panelColumns = V * lanes;
  float scores[R * keyBlock];
  Progress<R> progress;
  const float *rows[R];
  INGOT_UNROLL
  for (int r = 0; r < R; ++r) {
    rows[r] = q + (row + r) * s.qRow;
    progress.top[r] = -__builtin_inff();
    progress.sum[r] = 0;
  }
  // Keys that no query of the tile sees are left out.
  int64_t end = s.causal ? greatest(1, least(s.keys, row + R + s.past)) : s.keys;
  INGOT_ROLLED
  for (int64_t key = 0; key < end; key += keyBlock) {
    int64_t keys = least(keyBlock, end - key);
    computeScores<R, V>(rows, k + key * s.size, s.size, ceilDiv(keys, panelColumns), scores);
    const ScoreBlock block = {
        scores,   mask ? mask + row * s.maskRow + key : nullptr, s.maskRow,
        keys,     s.causal ? row + s.past + 1 - key : keys,      s.causal ? 1 : 0,
        s.scale()};
    weighScores(block, R, progress.top, progress.sum, progress.factor);
    addValues<R, V>(scores, v + key * panelColumns, s.keys * panelColumns, out, row, s, progress,
                    keys, key == 0, key + keys == end);
  }
}

/// Units [begin, end) with tiles of at most R queries and panels of V vectors. There is a key.
template <int R, int V>
INGOT_INLINE void attend(const float *q, const float *k, const float *v, const float *mask,
                         float *y, const void *context, const AttentionSizes &s, int64_t begin,
                         int64_t end) {
  constexpr int64_t panelColumns = V * lanes;
  static_assert(keyBlock % panelColumns == 0, "a block of keys is whole panels");
  const contraction::RowSplit split(s.queries, R);
  const int64_t kSize = ceilDiv(s.keys, panelColumns) * panelColumns * s.size;
  const int64_t vSize = ceilDiv(s.valueSize, panelColumns) * panelColumns * s.keys;
  const int64_t headsPerKey = s.heads / s.keyHeads;
  INGOT_ROLLED
  for (int64_t unit = begin; unit < end; ++unit) {
    int64_t at = unit / split.tiles, tile = unit - at * split.tiles;
    int64_t entry = at / s.heads, head = at - entry * s.heads;
    int64_t keyHead = entry * s.keyHeads + head / headsPerKey;
    const float *maskAt = mask ? mask + entry * s.maskBatch + head * s.maskHead : nullptr;
    const Output out = {y + entry * s.yBatch + head * s.yHead, 4, entry * s.queries,
                        head * s.valueSize, context};
    contraction::forEachTile<R>(
        split, tile, tile + 1, [=](auto height, int64_t, int64_t row) INGOT_INLINED {
          attendTile<decltype(height)::rows, V>(q + entry * s.qBatch + head * s.qHead,
                                                k + keyHead * kSize, v + keyHead * vSize, maskAt,
                                                out, s, row);
        });
  }
}

} // namespace ingot::kernels::attention
