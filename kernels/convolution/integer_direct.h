// Convolution of images of 8-bit integers less their zero points, with 32-bit sums that wrap,
// without copying them: a product whose left rows are found by pointers; see direct.h.
//
//   x      [batch, height, width, groups * channels], pixels `xPitch` elements apart
//   w      [groups][panels][1 + taps * channels / 4][panel columns] words: packed by
//          packIntegerWeights, in the order that `Dot` wants
//   xZero  the zero points of x and
//   wZero  of w before it was packed, one element each
//   y      [batch, outHeight, outWidth, groups * columns], pixels `yPitch` elements apart
//
// Padding counts as x's zero point: a pointer into it leads to a row of them. A tile takes all taps
// at once, see integer_gemm.h; where the pointers of a tile are too many for the table, it takes
// one part of the taps after the other.
#pragma once

#include "kernels/contraction/blocking.h"
#include "kernels/contraction/integer_tile.h"
#include "kernels/convolution/direct.h"

namespace ingot::kernels::convolution {

/// How the pointers of tiles are kept.
struct IntegerTable {
  int64_t taps;       ///< of the convolution, merged where they are
  int64_t channels;   ///< of such a tap
  int64_t tapBlock;   ///< taps that the table has room for
  int64_t groupTiles; ///< tiles in a row group, for which it has all taps

  INGOT_INLINE constexpr IntegerTable(const IntegerConvSizes &s, int64_t tileRows)
      : taps(s.taps()), channels(s.tapChannels()), tapBlock(taps), groupTiles(1) {
    int64_t room = roomForTaps(s.isMerged(), channels, tileRows);
    if (tapBlock > room)
      tapBlock = room;
    groupTiles = room / (tapBlock > 0 ? tapBlock : 1);
  }
  INGOT_INLINE constexpr bool isWhole() const { return tapBlock == taps; }
};

/// Fills the table for the rows of tiles [begin, end) and taps [firstTap, lastTap); `x` points to
/// the first channel of the group.
template <int R>
INGOT_INLINE void fillIntegerTable(const uint8_t **table, uint8_t *patches, const uint8_t *zeros,
                                   int32_t zero, const uint8_t *x, const IntegerConvSizes &s,
                                   const IntegerTable &t, const contraction::RowSplit &split,
                                   int64_t begin, int64_t end, int64_t firstTap, int64_t lastTap) {
  const bool merged = s.isMerged();
  int64_t row = split.start(begin), line = row / s.outWidth;
  int64_t outX = row - line * s.outWidth, image = line / s.outHeight;
  int64_t outY = line - image * s.outHeight;
  INGOT_ROLLED
  for (int64_t tile = begin; tile < end; ++tile) {
    const uint8_t **rows = table + (tile - begin) * t.tapBlock * R;
    uint8_t *patch = patches + (tile - begin) * t.tapBlock * R * t.channels;
    int64_t height = split.height + (tile < split.taller);
    INGOT_ROLLED
    for (int64_t r = 0; r < height; ++r) {
      int64_t top = outY * s.strideHeight - s.padTop, left = outX * s.strideWidth - s.padLeft;
      int64_t kernelX = merged ? 0 : firstTap % s.kernelWidth;
      int64_t kernelY = merged ? firstTap : firstTap / s.kernelWidth;
      INGOT_ROLLED
      for (int64_t tap = 0; tap < lastTap - firstTap; ++tap) {
        int64_t inY = top + kernelY * s.dilationHeight, inX = left + kernelX * s.dilationWidth;
        const uint8_t *from = zeros;
        if (inY >= 0 && inY < s.height) {
          const uint8_t *inLine = x + (image * s.height + inY) * s.width * s.xPitch;
          if (merged)
            from = mergedTap(s, inLine, inX, patch + (tap * R + r) * t.channels,
                             static_cast<uint8_t>(zero));
          else if (inX >= 0 && inX < s.width)
            from = inLine + inX * s.xPitch;
        }
        rows[tap * R + r] = from;
        bool nextLine = merged || ++kernelX == s.kernelWidth;
        kernelX = nextLine ? 0 : kernelX;
        kernelY += nextLine;
      }
      if (++outX == s.outWidth) {
        outX = 0;
        if (++outY == s.outHeight)
          outY = 0, ++image;
      }
    }
  }
}

/// Units [begin, end) with tiles of at most R pixels and panels of V vectors. There are at most
/// `mostZeroPoints` channels in a group.
template <typename Dot, int R, int V>
INGOT_INLINE void integerConv(const uint8_t *x, const int32_t *w, const uint8_t *xZero,
                              const uint8_t *wZero, void *y, const void *context,
                              const IntegerConvSizes &s, int64_t begin, int64_t end) {
  using namespace contraction;
  constexpr int64_t panelColumns = V * lanes;
  const IntegerTable t(s, R);
  const int64_t words = t.taps * s.tapWords(), panelSize = (1 + words) * panelColumns;
  const ZeroPoints zero = zeroPoints<Dot>(xZero, wZero, s.wSigned != 0, s.rowSums != 0);
  Blocking blocking(s.pixels(), s.columns, words, 1, R, panelColumns, s.caches());
  blocking.limitGroup(t.groupTiles);
  const uint8_t *tableRoom[mostPointers];
  uint8_t patchRoom[mostPatches], zeroRoom[mostZeroPoints];
  const uint8_t **const table = tableRoom;
  uint8_t *const patches = patchRoom, *const zeros = zeroRoom;
  INGOT_ROLLED
  for (int64_t c = 0; c < t.channels; ++c)
    zeros[c] = static_cast<uint8_t>(zero.left);
  forEachRun(blocking, begin, end, [&](const TileRun &run) INGOT_INLINED {
    const uint8_t *image = x + run.entry * s.channels;
    if (t.isWhole() && run.newGroup)
      fillIntegerTable<R>(table, patches, zeros, zero.left, image, s, t, blocking.split,
                          run.groupBegin, run.groupEnd, 0, t.taps);
    int64_t column = run.panel * panelColumns, columns = s.columns - column;
    const int32_t *panel = w + (run.entry * blocking.panels + run.panel) * panelSize;
    bool isWhole = isWholeTile(s.columns, panelColumns, columns);
    column += run.entry * s.columns;
    forEachTile<R>(
        blocking.split, run.begin, run.end,
        [=](auto height, int64_t tile, int64_t row) INGOT_INLINED {
          constexpr int rows = decltype(height)::rows;
          Output to = {at(y, row * s.yPitch + column, s.yBytes), s.yBytes, row, column, context};
          int32_t rowTerms[rows];
          INGOT_ROLLED
          for (int64_t r = 0; r < rows && s.rowSums; ++r)
            rowTerms[r] = 0;
          IntVector sums[Dot::rowsOfSums(rows)][V][Dot::parts], terms[V];
          clear(sums);
          INGOT_ROLLED
          for (int64_t first = 0; first < t.taps; first += t.tapBlock) {
            int64_t last = least(first + t.tapBlock, t.taps);
            if (!t.isWhole())
              fillIntegerTable<R>(table, patches, zeros, zero.left, image, s, t, blocking.split,
                                  tile, tile + 1, first, last);
            const uint8_t *const *pointers =
                table + (t.isWhole() ? tile - run.groupBegin : 0) * t.tapBlock * R;
            INGOT_ROLLED
            for (int64_t tap = first; tap < last; ++tap, pointers += R) {
              const uint8_t *rowAt[rows];
              INGOT_UNROLL
              for (int r = 0; r < rows; ++r)
                rowAt[r] = pointers[r];
              addProducts<Dot>(sums, rowAt, panel + (1 + tap * s.tapWords()) * panelColumns,
                               t.channels);
              INGOT_ROLLED
              for (int64_t r = 0; r < rows && s.rowSums; ++r)
                rowTerms[r] -= zero.right * sumOfRow<Dot>(pointers[r], t.channels);
            }
            if (t.isWhole()) // said so that no loop is left
              break;
          }
          columnTerms(terms, panel, zero, t.taps * t.channels);
          finish<Dot, rows>(
              sums, terms,
              IntegerDestination{to, s.yPitch, columns, isWhole, s.rowSums ? rowTerms : nullptr});
        });
  });
}

} // namespace ingot::kernels::convolution
