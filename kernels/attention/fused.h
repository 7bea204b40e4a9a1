// Scaled dot-product attention of f32 in one pass: y = softmax(q · kᵀ * scale + mask) · v.
//
//   q  [batch, heads, queries, size], strides of all but the last axis, as of all others
//   k  [batch, keyHeads, keys, size]
//   v  [batch, keyHeads, keys, valueSize]
//   mask  added to the scores, if there is one; its last stride is 1
//   y  [batch, heads, queries, valueSize]
//
// A unit of work is a panel of queries of one head, and each lane is a query: scores lie as
// [keys][panel of queries], so that a softmax goes along no register, and keys and values are left
// sides of products, which are read where they lie. A unit takes the keys in blocks: scores of a
// block are computed, their exponentials against the greatest score so far are multiplied with the
// values, and what was summed before is scaled down when a greater score turns up. Scores are in no
// operand: those of a block stay in the caches of the core. A query that sees no key gives 0. A key
// that is not seen (a mask of minus infinity, or one that causal attention hides) counts nothing,
// whatever it is; its value must be finite.
//
// The epilogue sees y as a matrix of batch * queries rows and heads * valueSize columns.
#pragma once

#include "kernels/attention/contract.h"
#include "kernels/base/vector_math.h"
#include "kernels/contraction/blocking.h"

namespace ingot::kernels::attention {

/// Keys of a block at most, of which the scores are kept.
inline constexpr int64_t keyBlock = 128;
/// Numbers of a query that are multiplied at a time, and columns of values that are.
inline constexpr int64_t sizeBlock = 256;

/// A panel of queries of a head, whose pointers are those of its first query.
template <int V> struct Panel {
  const float *q, *k, *v, *mask; ///< the mask may be null
  Output out;
  int64_t row, rows; ///< the first query, and how many there are

  static constexpr int64_t width = V * lanes;
};

/// The steps [0, count) of rows `pitch` apart, as [steps][panel] and scaled. Lanes without a row
/// have the last one.
template <int V>
INGOT_INLINE void layAcross(const float *from, int64_t pitch, int64_t rows, int64_t count,
                            float scale, float *to) {
  INGOT_ROLLED
  for (int64_t first = 0; first < V * lanes; first += lanes) {
    INGOT_ROLLED
    for (int64_t i = 0; i < count; i += lanes) {
      Vector block[lanes];
      INGOT_UNROLL
      for (int r = 0; r < lanes; ++r)
        block[r] =
            loadPart(from + least(first + r, rows - 1) * pitch + i, count - i) * Vector(scale);
      transpose(block);
      INGOT_UNROLL
      for (int r = 0; r < lanes; ++r)
        store(to + (i + r) * V * lanes + first, block[r]);
    }
  }
}

/// What is known of the queries of a panel.
template <int V> struct Progress {
  Vector top[V], sum[V], factor[V];
};

/// How the scores of a tile of keys become those that are weighed.
struct ScoreTile {
  float *scores;     ///< of the first key: [keys][panel]
  const float *mask; ///< of the first key where it is the same for all queries, or null
  bool adds;         ///< to what is there already: masks, or scores of the sizes before
  int64_t seenFirst; ///< how many of the keys the first query sees, if `causal`
  bool causal;       ///< whether queries see the keys up to themselves only
  bool last;         ///< the last block of the size
};

/// A score plus what masks it.
INGOT_INLINE Vector masked(Vector score, Vector mask) {
  const Vector hidden = Vector(-__builtin_inff());
  return mask == hidden ? hidden : score + mask;
}

/// Scores of R keys against `steps` numbers of the queries; the greatest are added to `top`.
template <int R, int V>
INGOT_INLINE void scoreKeys(const float *k, int64_t kRow, const float *queries, int64_t steps,
                            const ScoreTile &tile, Vector *top) {
  constexpr int64_t width = V * lanes;
  const float *rows[R];
  INGOT_UNROLL
  for (int r = 0; r < R; ++r)
    rows[r] = k + r * kRow;
  Vector sums[R][V];
  contraction::clear(sums);
  contraction::addProductsNear(sums, rows, queries, steps);
  if (tile.adds) {
    INGOT_UNROLL
    for (int i = 0; i < R * V; ++i)
      sums[i / V][i % V] = masked(sums[i / V][i % V], load(tile.scores + i * lanes));
  }
  if (tile.mask && tile.last) {
    INGOT_UNROLL
    for (int i = 0; i < R * V; ++i)
      sums[i / V][i % V] = masked(sums[i / V][i % V], Vector(tile.mask[i / V]));
  }
  if (tile.causal && tile.last && tile.seenFirst < R) {
    IntVector query;
    INGOT_UNROLL
    for (int i = 0; i < lanes; ++i)
      query[i] = i;
    INGOT_UNROLL
    for (int i = 0; i < R * V; ++i) {
      // Query number n of the panel sees the first seenFirst + n keys.
      IntVector hidden = query + IntVector(static_cast<int32_t>(i % V * lanes)) <=
                         IntVector(static_cast<int32_t>(i / V - greatest(tile.seenFirst, -width)));
      sums[i / V][i % V] = hidden ? Vector(-__builtin_inff()) : sums[i / V][i % V];
    }
  }
  // One that is NaN need not be the greatest: its exponential and their sum are.
  if (tile.last) {
    INGOT_UNROLL
    for (int v = 0; v < V; ++v) {
      Vector greatestOf = top[v];
      INGOT_UNROLL
      for (int r = 0; r < R; ++r)
        greatestOf = greater(sums[r][v], greatestOf);
      top[v] = greatestOf;
    }
  }
  INGOT_UNROLL
  for (int i = 0; i < R * V; ++i)
    store(tile.scores + i * lanes, sums[i / V][i % V]);
}

/// The softmax of a block of scores against the greatest score so far.
template <int V>
INGOT_INLINE void weighScores(float *scores, int64_t keys, const Vector (&top)[V],
                              Progress<V> &progress) {
  constexpr int together = exponentialsTogether < V ? V : exponentialsTogether;
  static_assert(together % V == 0, "whole keys are weighed together");
  Vector shift[V], sums[together];
  INGOT_UNROLL
  for (int v = 0; v < V; ++v) {
    // Without any key seen there is nothing to shift by: exp(-inf - 0) is 0 by itself.
    shift[v] = top[v] == Vector(-__builtin_inff()) ? Vector(0) : top[v];
    Vector factor[1] = {progress.top[v] - shift[v]};
    exponentialsOfNegative(factor);
    progress.factor[v] = factor[0];
    progress.top[v] = top[v];
  }
  INGOT_UNROLL
  for (int i = 0; i < together; ++i)
    sums[i] = Vector(0);
  auto weigh = [&]<int N>(float *at, Vector(&e)[N]) INGOT_INLINED {
    INGOT_UNROLL
    for (int i = 0; i < N; ++i)
      e[i] = load(at + i * lanes) - shift[i % V];
    exponentialsOfNegative(e);
    INGOT_UNROLL
    for (int i = 0; i < N; ++i) {
      store(at + i * lanes, e[i]);
      sums[i] += e[i];
    }
  };
  const int64_t vectors = keys * V;
  int64_t i = 0;
  INGOT_ROLLED
  for (; i + together <= vectors; i += together) {
    Vector e[together];
    weigh(scores + i * lanes, e);
  }
  INGOT_ROLLED
  for (; i < vectors; i += V) {
    Vector e[V];
    weigh(scores + i * lanes, e);
  }
  INGOT_UNROLL
  for (int v = 0; v < V; ++v) {
    Vector sum = sums[v];
    INGOT_UNROLL
    for (int i = v + V; i < together; i += V)
      sum += sums[i];
    progress.sum[v] = progress.sum[v] * progress.factor[v] + sum;
  }
}

/// Asks for the numbers that R columns of values have some keys further on. Rows of values lie
/// apart, and few of their neighbours are read.
template <int R> INGOT_INLINE void fetchAhead(const float *v, int64_t vRow) {
  if constexpr (INGOT_VECTOR_BYTES == 64) {
    __builtin_prefetch(v + 6 * vRow, 0, 3);
    __builtin_prefetch(v + 6 * vRow + R - 1, 0, 3);
  }
}

/// weighted[column] = weighted[column] * factor + v[.][column] · scores for R columns of values.
template <int R, int V>
INGOT_INLINE void addValues(const float *v, int64_t vRow, const float *scores, int64_t keys,
                            const Vector *factor, bool first, float *weighted) {
  Vector sums[R][V];
  contraction::clear(sums);
  if (!first) {
    INGOT_UNROLL
    for (int i = 0; i < R * V; ++i)
      sums[i / V][i % V] = load(weighted + i * lanes) * factor[i % V];
  }
  const contraction::RowsBySteps rows = {v, vRow};
  INGOT_ROLLED
  for (int64_t k = 0; k < keys; ++k) {
    fetchAhead<R>(v + k * vRow, vRow);
    contraction::addStep(sums, rows, k, scores + k * V * lanes);
  }
  INGOT_UNROLL
  for (int i = 0; i < R * V; ++i)
    store(weighted + i * lanes, sums[i / V][i % V]);
}

/// What is weighted, [columns][panel], as rows of y from `column` on, divided by the sums.
template <int V>
INGOT_INLINE void finishPanel(const Panel<V> &panel, const float *weighted, int64_t column,
                              int64_t columns, int64_t yRow, const Progress<V> &progress) {
  INGOT_ROLLED
  for (int64_t first = 0; first < least(panel.width, panel.rows); first += lanes) {
    Vector sum = progress.sum[first / lanes];
    Vector inverse = sum == Vector(0) ? Vector(0) : Vector(1) / sum;
    INGOT_ROLLED
    for (int64_t i = 0; i < columns; i += lanes) {
      Vector block[lanes];
      INGOT_UNROLL
      for (int r = 0; r < lanes; ++r)
        block[r] = load(weighted + (i + r) * panel.width + first) * inverse;
      transpose(block);
      INGOT_ROLLED
      for (int64_t r = 0; r < least(lanes, panel.rows - first); ++r) {
        const Output &out = panel.out;
        const Output to = {out.sums() + (first + r) * yRow, 4, out.row + first + r, out.column,
                           out.context};
        to.put(column + i, block[r], columns - i);
      }
    }
  }
}

/// Columns [column, column + columns) of what a panel of queries gives.
template <int R, int V>
INGOT_INLINE void attendPanel(const Panel<V> &panel, const AttentionSizes &s, int64_t column,
                              int64_t columns) {
  constexpr int64_t width = V * lanes, tilesOfBlock = greatest(keyBlock / R, 1);
  float queries[sizeBlock * width], scores[(tilesOfBlock * R + lanes) * width],
      weighted[sizeBlock * width];
  Progress<V> progress;
  INGOT_UNROLL
  for (int v = 0; v < V; ++v) {
    progress.top[v] = Vector(-__builtin_inff());
    progress.sum[v] = Vector(0);
  }
  const contraction::RowSplit split(s.keys, R), values(columns, R);
  // Keys that no query of the panel sees are left out.
  const int64_t tiles =
      s.causal ? split.tileOf(greatest(0, least(s.keys, panel.row + width + s.past) - 1)) + 1
               : split.tiles;
  const float scale = s.scale();
  if (s.size <= sizeBlock)
    layAcross<V>(panel.q, s.qRow, panel.rows, s.size, scale, queries);
  INGOT_ROLLED
  for (int64_t begin = 0; begin < tiles; begin += tilesOfBlock) {
    const int64_t to = least(begin + tilesOfBlock, tiles);
    const int64_t key = split.start(begin), keys = split.start(to) - key;
    Vector top[V];
    INGOT_UNROLL
    for (int v = 0; v < V; ++v)
      top[v] = progress.top[v];
    const bool ownMasks = panel.mask && s.maskRow != 0;
    if (ownMasks)
      layAcross<V>(panel.mask + key, s.maskRow, panel.rows, keys, 1, scores);
    INGOT_ROLLED
    for (int64_t step = 0; step == 0 || step < s.size; step += sizeBlock) {
      const int64_t steps = least(sizeBlock, s.size - step);
      if (s.size > sizeBlock)
        layAcross<V>(panel.q + step, s.qRow, panel.rows, steps, scale, queries);
      contraction::forEachTile<R>(
          split, begin, to,
          [=, &s, k = panel.k + step, mask = s.maskRow == 0 ? panel.mask : nullptr,
           queries = static_cast<const float *>(queries), scores = static_cast<float *>(scores),
           top = static_cast<Vector *>(top), row = panel.row](auto height, int64_t, int64_t at)
              INGOT_INLINED {
                const ScoreTile tile = {scores + (at - key) * width,
                                        mask ? mask + at : nullptr,
                                        ownMasks || step > 0,
                                        row + s.past + 1 - at,
                                        s.causal != 0,
                                        step + sizeBlock >= s.size};
                scoreKeys<decltype(height)::rows, V>(k + at * s.kRow, s.kRow, queries, steps, tile,
                                                     top);
              });
    }
    weighScores(scores, keys, top, progress);
    contraction::forEachTile<R>(
        values, 0, values.tiles,
        [=, v = panel.v + key * s.vRow + column, vRow = s.vRow, factor = progress.factor,
         first = key == 0, scores = static_cast<const float *>(scores),
         weighted = static_cast<float *>(weighted)](auto height, int64_t, int64_t at)
            INGOT_INLINED {
              addValues<decltype(height)::rows, V>(v + at, vRow, scores, keys, factor, first,
                                                   weighted + at * width);
            });
  }
  finishPanel(panel, weighted, column, columns, s.yRow, progress);
}

/// Units [begin, end) with tiles of at most R keys and panels of V vectors. There is a key.
template <int R, int V>
INGOT_INLINE void attend(const float *q, const float *k, const float *v, const float *mask,
                         float *y, const void *context, const AttentionSizes &s, int64_t begin,
                         int64_t end) {
  const int64_t panels = ceilDiv(s.queries, V * lanes), headsPerKey = s.heads / s.keyHeads;
  INGOT_ROLLED
  for (int64_t unit = begin; unit < end; ++unit) {
    int64_t at = unit / panels, row = (unit - at * panels) * V * lanes;
    int64_t entry = at / s.heads, head = at - entry * s.heads, keyHead = head / headsPerKey;
    const Panel<V> panel = {
        q + entry * s.qBatch + head * s.qHead + row * s.qRow,
        k + entry * s.kBatch + keyHead * s.kHead,
        v + entry * s.vBatch + keyHead * s.vHead,
        s.hasMask != 0 ? mask + entry * s.maskBatch + head * s.maskHead + row * s.maskRow : nullptr,
        {y + entry * s.yBatch + head * s.yHead + row * s.yRow, 4, entry * s.queries + row,
         head * s.valueSize, context},
        row,
        s.queries - row};
    INGOT_ROLLED
    for (int64_t column = 0; column < s.valueSize; column += sizeBlock)
      attendPanel<R>(panel, s, column, least(sizeBlock, s.valueSize - column));
  }
}

} // namespace ingot::kernels::attention
