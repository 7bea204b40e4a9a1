// Matrix products of f32 with a packed right side: y[i] = epilogue(a[i] · b[i]) for every batch
// entry.
//
//   a  [batches][rows, depth], rows `aPitch` elements apart, entries `aBatch` (0: the same for all)
//   b  [batches][panels][depth][panel columns]: packed by packRight, the last panel filled with 0
//   y  [batches][rows, columns], rows `yPitch` apart
//
// The row that the epilogue sees is entry * rows + row. Where the depth is longer than `longestSum`
// unfinished sums wait in y, so that the epilogue must not read what y held before.
#pragma once

#include "kernels/contraction/blocking.h"

namespace ingot::kernels::contraction {

struct GemmShape {
  int64_t rows, columns, depth, batches, aPitch, yPitch, aBatch, bBatch, yBatch;
};

INGOT_INLINE constexpr Blocking gemmBlocking(int64_t rows, int64_t columns, int64_t depth,
                                             int64_t tileRows, int64_t panelColumns) {
  int64_t block = depthBlock(depth), blocks = block ? ceilDiv(depth, block) : 1;
  return Blocking(rows, columns, block, blocks, tileRows, panelColumns);
}

/// Units of work of a product with tiles of this size: tiles times panels times batch entries.
INGOT_INLINE constexpr int64_t gemmUnits(int64_t rows, int64_t columns, int64_t batches,
                                         int64_t tileRows, int64_t panelColumns) {
  return RowSplit(rows, tileRows).tiles * ceilDiv(columns, panelColumns) * batches;
}

/// Units [begin, end) with tiles of at most R rows and panels of V vectors.
template <int R, int V>
INGOT_INLINE void gemm(const float *a, const float *b, float *y, const void *context,
                       const GemmShape &s, int64_t begin, int64_t end) {
  constexpr int64_t panelColumns = V * lanes;
  const int64_t block = depthBlock(s.depth);
  const Blocking blocking = gemmBlocking(s.rows, s.columns, s.depth, R, panelColumns);
  forEachRun(blocking, begin, end, [&](const TileRun &run) INGOT_INLINED {
    int64_t k = run.depthBlock * block, depth = least(block, s.depth - k);
    int64_t column = run.panel * panelColumns, columns = s.columns - column;
    const float *left = a + run.entry * s.aBatch + k;
    const float *right = b + run.entry * s.bBatch + (run.panel * s.depth + k) * panelColumns;
    float *out = y + run.entry * s.yBatch + column;
    bool isWhole = s.columns % panelColumns == 0 || columns >= panelColumns;
    forEachTile<R>(
        blocking.split, run.begin, run.end, [&](auto height, int64_t, int64_t row) INGOT_INLINED {
          constexpr int rows = decltype(height)::rows;
          const float *rowAt[rows];
          INGOT_UNROLL
          for (int r = 0; r < rows; ++r)
            rowAt[r] = left + (row + r) * s.aPitch;
          Vector sums[rows][V];
          clear(sums);
          addProducts(sums, rowAt, right, depth);
          finish(sums, Destination{out + row * s.yPitch, s.yPitch, columns, isWhole, run.first,
                                   run.last, run.entry * s.rows + row, column, context});
        });
  });
}

} // namespace ingot::kernels::contraction
