// Matrix products of f32 with a packed right side: y[i] = epilogue(a[i] · b[i]) for every batch
// entry.
//
//   a  [batches][rows, depth], rows `aPitch` elements apart, entries `aBatch` (0: the same for all)
//   b  [batches][panels][depth][panel columns]: packed by packRight, the last panel filled with 0,
//      of f32, or of 16 bits where that loses nothing
//   y  [batches][rows, columns], rows `yPitch` apart
//
// The row that the epilogue sees is entry * rows + row. Where the depth is longer than `longestSum`
// unfinished sums wait in y, so that the epilogue must not read what y held before. Elements of y
// have `yBytes` bytes; where that are fewer than those of a sum, a tile takes all blocks of the
// depth one after the other, and its sums wait on the stack.
#pragma once

#include "kernels/contraction/copy_left.h"

namespace ingot::kernels::contraction {

/// The right side of products as it is packed by packRight.
template <typename Number, int V> struct Panels {
  const Number *b;
  int64_t bBatch, depth;

  static constexpr bool isReadInPlace = true;
  INGOT_INLINE static constexpr CacheSizes caches(CacheSizes caches) { return caches; }
  /// Rows from `k` on of a panel: [rows][panel columns].
  INGOT_INLINE const Number *rows(int64_t entry, int64_t panel, int64_t k, int64_t) const {
    return b + entry * bBatch + (panel * depth + k) * V * lanes;
  }
};

/// The same where many tiles read a panel: a block of its rows becomes f32 once for all of them.
template <typename Number, int V> struct WidenedPanels {
  Panels<Number, V> from;
  float *widened; ///< [longestSum, panel columns]

  static constexpr bool isReadInPlace = false;
  /// Row groups are as high as the second-level cache allows, whatever the first one has room for:
  /// the more tiles share a block, the less it costs.
  INGOT_INLINE static constexpr CacheSizes caches(CacheSizes caches) {
    return {caches.second / 2, caches.second};
  }
  INGOT_INLINE const float *rows(int64_t entry, int64_t panel, int64_t k, int64_t count) const {
    const Number *b = from.rows(entry, panel, k, count);
    INGOT_ROLLED
    for (int64_t i = 0; i < count * V * lanes; i += V * lanes) {
      INGOT_UNROLL
      for (int v = 0; v < V; ++v)
        store(widened + i + v * lanes, load(b + i + v * lanes));
    }
    return widened;
  }
};

/// Tiles from which on they are enough to share a block.
inline constexpr int64_t manyTiles = 3;

/// Units [begin, end) with tiles of at most R rows and panels of V vectors, whose rows `right`
/// gives. `Copies`: tiles of the left side are copied, so that unfinished sums must wait in y.
template <bool Copies, int R, int V, typename Right, typename Sizes>
INGOT_INLINE void multiplyTiles(const float *a, Right &right, void *y, const void *context,
                                const Sizes &s, int64_t begin, int64_t end) {
  constexpr int64_t panelColumns = V * lanes;
  const int64_t block = depthBlock(s.depth), blocks = block ? ceilDiv(s.depth, block) : 1;
  // Where unfinished sums cannot wait in y, a tile takes all blocks of the depth at once.
  const bool waits = Copies || s.yBytes == 4;
  const int64_t together = waits ? 1 : blocks;
  Blocking blocking(s.rows, s.columns, waits ? block : s.depth, waits ? blocks : 1, R, panelColumns,
                    right.caches(s.caches()));
  const TileCopies<R> tiles(blocking.split);
  float copies[Copies ? TileCopies<R>::elements : 1];
  if constexpr (Copies)
    blocking.limitGroup(longestSum / block);
  forEachRun(blocking, begin, end, [&](const TileRun &run) INGOT_INLINED {
    const float *left = a + run.entry * s.aBatch;
    auto stepsFrom = [=](int64_t k) INGOT_INLINED { return least(block, s.depth - k); };
    auto rowsFrom = [=](int64_t k)
                        INGOT_INLINED { return right.rows(run.entry, run.panel, k, stepsFrom(k)); };
    const int64_t firstStep = run.depthBlock * block;
    if (Copies && run.newGroup)
      tiles.copyTiles(left + firstStep, s.aPitch, stepsFrom(firstStep), blocking.split,
                      run.groupBegin, run.groupEnd, copies);
    const float *copied = copies;
    const auto *once = waits ? rowsFrom(firstStep) : nullptr;
    forEachTile<R>(
        blocking.split, run.begin, run.end,
        [=](auto height, int64_t tile, int64_t row) INGOT_INLINED {
          constexpr int rows = decltype(height)::rows;
          Destination to =
              destinationOf(y, context, s, panelColumns, run.entry, row, run.panel * panelColumns);
          float waiting[rows * panelColumns];
          if (!waits)
            to.waiting = waiting, to.waitingPitch = panelColumns;
          INGOT_ROLLED
          for (int64_t i = 0; i < together; ++i) {
            int64_t k = (waits ? run.depthBlock : i) * block;
            Vector sums[rows][V];
            clear(sums);
            const auto *panel = waits ? once : rowsFrom(k);
            if constexpr (Copies) {
              int64_t place = (tile - run.groupBegin) * tiles.pitch * stepsFrom(k);
              addProducts(sums, RowsBySteps{copied + place, tiles.pitch}, panel, stepsFrom(k));
            } else {
              const float *rowAt[rows];
              INGOT_UNROLL
              for (int r = 0; r < rows; ++r)
                rowAt[r] = left + (row + r) * s.aPitch + k;
              addProducts(sums, rowAt, panel, stepsFrom(k));
            }
            to.first = waits ? run.first : i == 0;
            to.last = waits ? run.last : i == blocks - 1;
            finish(sums, to);
            if (together == 1) // said so that no loop is left
              break;
          }
        });
  });
}

/// The same, with copies of the left side where that pays: beside a right side that is made ready
/// for the multipliers, too, they have no room in the first-level cache.
template <int R, int V, typename Right, typename Sizes>
INGOT_INLINE void multiply(const float *a, Right &right, void *y, const void *context,
                           const Sizes &s, int64_t begin, int64_t end) {
  if constexpr (copiesLeft<R> && Right::isReadInPlace) {
    if (s.columns >= panelsOfCopies * V * lanes && RowSplit(s.rows, R).tiles >= tilesOfCopies &&
        s.depth > 0 && s.yBytes == 4)
      return multiplyTiles<true, R, V>(a, right, y, context, s, begin, end);
  }
  multiplyTiles<false, R, V>(a, right, y, context, s, begin, end);
}

/// Units [begin, end) with tiles of at most R rows and panels of V vectors of `Number`.
template <typename Number, int R, int V>
INGOT_INLINE void gemm(const float *a, const Number *b, void *y, const void *context,
                       const ProductSizes &s, int64_t begin, int64_t end) {
  Panels<Number, V> right{b, s.bBatch, s.depth};
  if constexpr (sizeof(Number) < sizeof(float)) {
    if (RowSplit(s.rows, R).tiles >= manyTiles && s.yBytes == 4) {
      float widened[longestSum * V * lanes];
      WidenedPanels<Number, V> wide{right, widened};
      return multiply<R, V>(a, wide, y, context, s, begin, end);
    }
  }
  multiply<R, V>(a, right, y, context, s, begin, end);
}

} // namespace ingot::kernels::contraction
