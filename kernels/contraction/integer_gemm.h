// Matrix products of 8-bit integers less their zero points, with 32-bit sums that wrap and a packed
// right side: y[i] = epilogue((a[i] - za) · (b[i] - zb)) for every batch entry.
//
//   a      [batches][rows, depth], rows `aPitch` elements apart, entries `aBatch`
//   b      [batches][panels][1 + depth / 4][panel columns] words: packed by packRightInteger, in
//          the order that `Dot` wants
//   aZero  za and
//   bZero  zb, one element each, of the types of a and of b before it was packed
//   y      [batches][rows, columns], rows `yPitch` apart, of `yBytes` each
//
// A tile takes the whole depth at once: integer sums have no rounding that blocks would help, and a
// panel is read from the second-level cache as fast as it is multiplied.
#pragma once

#include "kernels/contraction/blocking.h"
#include "kernels/contraction/gemv.h"
#include "kernels/contraction/integer_tile.h"

namespace ingot::kernels::contraction {

/// Has what tiles read and write stay in the first-level cache from panel to panel, where the right
/// side does so: its panels are then visited again and again for few rows.
INGOT_INLINE void keepOutputNear(Blocking &blocking, const IntegerProductSizes &s, int64_t words,
                                 int64_t tileRows) {
  int64_t right = words * 4 * s.columns, row = s.depth + s.columns * s.yBytes;
  int64_t tiles = s.firstCache / 2 / (tileRows * (row > 0 ? row : 1));
  if (right <= s.firstCache / 4)
    blocking.limitGroup(greatest(tiles, 1));
}

/// Units [begin, end) with tiles of at most R rows and panels of V vectors.
template <typename Dot, int R, int V>
INGOT_INLINE void integerGemm(const uint8_t *a, const int32_t *b, const uint8_t *aZero,
                              const uint8_t *bZero, void *y, const void *context,
                              const IntegerProductSizes &s, int64_t begin, int64_t end) {
  constexpr int64_t panelColumns = V * lanes;
  const int64_t words = ceilDiv(s.depth, 4), panelSize = (1 + words) * panelColumns;
  const ZeroPoints zero = zeroPoints<Dot>(aZero, bZero, s.bSigned != 0, s.rowSums != 0);
  Blocking blocking(s.rows, s.columns, words, 1, R, panelColumns, s.caches());
  keepOutputNear(blocking, s, words, R);
  forEachRun(blocking, begin, end, [&](const TileRun &run) INGOT_INLINED {
    int64_t column = run.panel * panelColumns, columns = s.columns - column;
    const uint8_t *left = a + run.entry * s.aBatch;
    const int32_t *panel = b + run.entry * s.bBatch + run.panel * panelSize;
    bool isWhole = isWholeTile(s.columns, panelColumns, columns);
    forEachTile<R>(
        blocking.split, run.begin, run.end, [=](auto height, int64_t, int64_t row) INGOT_INLINED {
          constexpr int rows = decltype(height)::rows;
          Output to = {at(y, run.entry * s.yBatch + row * s.yPitch + column, s.yBytes), s.yBytes,
                       run.entry * s.rows + row, column, context};
          int32_t rowTerms[rows];
          INGOT_ROLLED
          for (int64_t r = 0; r < rows && s.rowSums; ++r)
            rowTerms[r] = -zero.right * sumOfRow<Dot>(left + (row + r) * s.aPitch, s.depth);
          const uint8_t *rowAt[rows];
          INGOT_UNROLL
          for (int r = 0; r < rows; ++r)
            rowAt[r] = left + (row + r) * s.aPitch;
          IntVector sums[Dot::rowsOfSums(rows)][V][Dot::parts], terms[V];
          clear(sums);
          addProducts<Dot>(sums, rowAt, panel + panelColumns, s.depth);
          columnTerms(terms, panel, zero, s.depth);
          finish<Dot, rows>(
              sums, terms,
              IntegerDestination{to, s.yPitch, columns, isWhole, s.rowSums ? rowTerms : nullptr});
        });
  });
}

/// P panels of one batch entry from panel `panel` on.
template <typename Dot, int R, int V, int P>
INGOT_INLINE void integerGemvPanels(const uint8_t *a, const int32_t *b, ZeroPoints zero, void *y,
                                    const void *context, const IntegerProductSizes &s,
                                    int64_t entry, int64_t panel) {
  constexpr int64_t panelColumns = V * lanes;
  const int64_t panelSize = (1 + ceilDiv(s.depth, 4)) * panelColumns;
  const int64_t whole = s.depth / 4 * 4;
  const uint8_t *rows[R];
  INGOT_UNROLL
  for (int r = 0; r < R; ++r)
    rows[r] = a + entry * s.aBatch + r * s.aPitch;
  int32_t rowTerms[R];
  INGOT_ROLLED
  for (int64_t r = 0; r < R && s.rowSums; ++r)
    rowTerms[r] = -zero.right * sumOfRow<Dot>(a + entry * s.aBatch + r * s.aPitch, s.depth);
  const int32_t *from = b + entry * s.bBatch + panel * panelSize;
  IntVector sums[P][R][V][Dot::parts];
  INGOT_UNROLL
  for (int p = 0; p < P; ++p)
    clear(sums[p]);
  INGOT_ROLLED
  for (int64_t k = 0; k < whole; k += 4) {
    INGOT_UNROLL
    for (int p = 0; p < P; ++p)
      addStep<Dot>(sums[p], rows, k, from + p * panelSize + (1 + k / 4) * panelColumns,
                   WholeWord());
  }
  if (whole < s.depth) {
    INGOT_UNROLL
    for (int p = 0; p < P; ++p)
      addStep<Dot>(sums[p], rows, whole, from + p * panelSize + (1 + whole / 4) * panelColumns,
                   LastWord(s.depth - whole));
  }
  INGOT_UNROLL
  for (int p = 0; p < P; ++p) {
    int64_t column = (panel + p) * panelColumns, columns = s.columns - column;
    Output to = {at(y, entry * s.yBatch + column, s.yBytes), s.yBytes, entry * s.rows, column,
                 context};
    IntVector terms[V];
    columnTerms(terms, from + p * panelSize, zero, s.depth);
    bool isWhole = isWholeTile(s.columns, panelColumns, columns);
    finish<Dot, R>(
        sums[p], terms,
        IntegerDestination{to, s.yPitch, columns, isWhole, s.rowSums ? rowTerms : nullptr});
  }
}

/// Units [begin, end) of a product of at most R rows: the time is that of reading the right side.
template <typename Dot, int R, int V>
INGOT_INLINE void integerGemv(const uint8_t *a, const int32_t *b, const uint8_t *aZero,
                              const uint8_t *bZero, void *y, const void *context,
                              const IntegerProductSizes &s, int64_t begin, int64_t end) {
  const ZeroPoints zero = zeroPoints<Dot>(aZero, bZero, s.bSigned != 0, s.rowSums != 0);
  forEachPanels<R, V * Dot::parts>(
      s, V * lanes, begin, end,
      [=](auto height, auto together, int64_t entry, int64_t panel) INGOT_INLINED {
        integerGemvPanels<Dot, decltype(height)::rows, V, decltype(together)::panels>(
            a, b, zero, y, context, s, entry, panel);
      });
}

} // namespace ingot::kernels::contraction
