// Matrix products in f16 with both sides packed: y[i] = epilogue(a[i] · b[i]) for every batch
// entry.
//
//   a  [batches][tiles][factors, [depth][8 rows]], entries `aBatch` halves apart, as packLeft packs
//   b  [batches][panels][depth][panel columns], as packRight packs
//   y  [batches][rows, columns], rows `yPitch` apart
//
// The epilogue sees sums of f32, and what gemm.h says of its rows. A tile takes the whole depth at
// once: a step of it takes so long that what it reads may come from the second-level cache, and no
// sums wait.
#pragma once

#include "kernels/contraction/blocking.h"
#include "kernels/contraction/gemv.h"
#include "kernels/contraction/half_tile.h"

namespace ingot::kernels::contraction {

/// Units [begin, end) with tiles of at most 8 rows and panels of V vectors of f32.
template <int V>
INGOT_INLINE void halfGemm(const F16 *a, const F16 *b, void *y, const void *context,
                           const ProductSizes &s, int64_t begin, int64_t end) {
  constexpr int64_t panelColumns = V * lanes;
  // Caches hold twice as many halves.
  const Blocking blocking(s.rows, s.columns, s.depth, 1, halfRows, panelColumns,
                          {2 * s.firstCache, 2 * s.secondCache});
  forEachRun(blocking, begin, end, [&](const TileRun &run) INGOT_INLINED {
    const F16 *left = a + run.entry * s.aBatch;
    const F16 *right = b + run.entry * s.bBatch + run.panel * s.depth * panelColumns;
    forEachTile<halfRows>(
        blocking.split, run.begin, run.end,
        [=](auto height, int64_t tile, int64_t row) INGOT_INLINED {
          constexpr int rows = decltype(height)::rows;
          Vector totals[rows * V];
          sumHalves<1, rows, V>(totals, left + tile * packedHalfTile(s.depth), right, 0, s.depth);
          finishTotals<rows, V>(totals, destinationOf(y, context, s, panelColumns, run.entry, row,
                                                      run.panel * panelColumns));
        });
  });
}

/// P panels of one batch entry from panel `panel` on.
template <int R, int V, int P>
INGOT_INLINE void halfGemvPanels(const F16 *a, const F16 *b, void *y, const void *context,
                                 const ProductSizes &s, int64_t entry, int64_t panel) {
  constexpr int64_t panelColumns = V * lanes;
  const int64_t panelSize = s.depth * panelColumns;
  Vector totals[P * R * V];
  sumHalves<P, R, V>(totals, a + entry * s.aBatch, b + entry * s.bBatch + panel * panelSize,
                     panelSize, s.depth);
  INGOT_ROLLED
  for (int64_t p = 0; p < P; ++p)
    finishTotals<R, V>(totals + p * R * V, destinationOf(y, context, s, panelColumns, entry, 0,
                                                         (panel + p) * panelColumns));
}

/// Units [begin, end) of a product of at most 4 rows, which are one tile.
template <int V>
INGOT_INLINE void halfGemv(const F16 *a, const F16 *b, void *y, const void *context,
                           const ProductSizes &s, int64_t begin, int64_t end) {
  forEachPanels<4, V / 2>(
      s, V * lanes, begin, end,
      [=](auto height, auto together, int64_t entry, int64_t panel) INGOT_INLINED {
        halfGemvPanels<decltype(height)::rows, V, decltype(together)::panels>(a, b, y, context, s,
                                                                              entry, panel);
      });
}

} // namespace ingot::kernels::contraction
