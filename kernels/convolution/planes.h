// Convolution of f32 images as models are given them: their channels are planes, few of them, and
// so are not worth the copy that puts them side by side.
//
//   x  [batch, channels, height, width], without gaps
//   w  [panels][channels * kernelHeight][kernelWidth][panel columns]: packed by packWeights
//   y  [batch, outHeight, outWidth, columns], pixels `yPitch` elements apart
//
// The numbers that a kernel row sees lie side by side, and those of the next output `strideWidth`
// further on: a tile of outputs of one row needs one address for each plane and kernel row, and no
// table. Tiles at the ends of a row read a copy with zeros where the padding is. A unit of work is
// an output row.
#pragma once

#include "kernels/convolution/direct.h"

namespace ingot::kernels::convolution {

/// What a tile reads: kernel row `ky` of plane `c` begins at first + c * plane + ky * line.
struct PlaneLines {
  const float *first;
  int64_t plane, line;
};

/// A copy of `span` columns from `left` on of kernel rows [firstTap, lastTap) of all planes.
INGOT_INLINE PlaneLines paddedLines(const PlanesSizes &s, const PlaneLines &from, int64_t firstTap,
                                    int64_t lastTap, int64_t left, int64_t span, float *patch) {
  const PlaneLines to = {patch, s.kernelHeight * span, span};
  INGOT_ROLLED
  for (int64_t c = 0; c < s.channels; ++c) {
    INGOT_ROLLED
    for (int64_t ky = firstTap; ky < lastTap; ++ky) {
      const float *line = from.first + c * from.plane + ky * from.line;
      INGOT_ROLLED
      for (int64_t i = 0; i < span; ++i)
        patch[c * to.plane + ky * to.line + i] =
            left + i >= 0 && left + i < s.width ? line[i] : 0.0f;
    }
  }
  return to;
}

/// R outputs of one row, and a panel of their channels.
template <int R, int V>
INGOT_INLINE void planesTile(const PlaneLines &lines, const float *panel, const Output &to,
                             const PlanesSizes &s, int64_t firstTap, int64_t lastTap) {
  constexpr int64_t panelColumns = V * lanes;
  Vector sums[R][V];
  contraction::clear(sums);
  INGOT_ROLLED
  for (int64_t c = 0; c < s.channels; ++c) {
    INGOT_ROLLED
    for (int64_t ky = firstTap; ky < lastTap; ++ky) {
      const float *rows[R];
      INGOT_UNROLL
      for (int r = 0; r < R; ++r)
        rows[r] = lines.first + c * lines.plane + ky * lines.line + r * s.strideWidth;
      int64_t tap = c * s.kernelHeight + ky;
      contraction::addProducts(sums, rows, panel + tap * s.kernelWidth * panelColumns,
                               s.kernelWidth);
    }
  }
  int64_t columns = s.columns - to.column;
  bool isWhole = s.columns % panelColumns == 0 || columns >= panelColumns;
  contraction::finish(sums,
                      contraction::Destination{to, s.yPitch, columns, s.columns % panelColumns,
                                               isWhole, true, true, to.sums(), s.yPitch});
}

/// Units [begin, end) with tiles of at most R outputs and panels of V vectors.
template <int R, int V>
INGOT_INLINE void convPlanes(const float *x, const float *w, void *y, const void *context,
                             const PlanesSizes &s, int64_t begin, int64_t end) {
  constexpr int64_t panelColumns = V * lanes;
  const contraction::RowSplit split(s.outWidth, R);
  const int64_t panels = ceilDiv(s.columns, panelColumns), taps = s.channels * s.kernelHeight;
  float patchRoom[mostPatches];
  float *const patch = patchRoom;
  INGOT_ROLLED
  for (int64_t unit = begin; unit < end; ++unit) {
    int64_t image = unit / s.outHeight, outY = unit - image * s.outHeight;
    int64_t top = outY * s.strideHeight - s.padTop;
    int64_t firstTap = top >= 0 ? 0 : ceilDiv(-top, s.dilationHeight);
    int64_t lastTap =
        top >= s.height ? 0 : least(s.kernelHeight, ceilDiv(s.height - top, s.dilationHeight));
    contraction::forEachTile<R>(
        split, 0, split.tiles, [=](auto height, int64_t, int64_t outX) INGOT_INLINED {
          constexpr int rows = decltype(height)::rows;
          int64_t left = outX * s.strideWidth - s.padLeft;
          int64_t span = (rows - 1) * s.strideWidth + s.kernelWidth;
          int64_t plane = s.height * s.width;
          PlaneLines lines = {x + image * s.channels * plane + top * s.width + left, plane,
                              s.dilationHeight * s.width};
          if (left < 0 || left + span > s.width)
            lines = paddedLines(s, lines, firstTap, lastTap, left, span, patch);
          int64_t row = unit * s.outWidth + outX;
          INGOT_ROLLED
          for (int64_t panel = 0; panel < panels; ++panel) {
            int64_t column = panel * panelColumns;
            Output to = {at(y, row * s.yPitch + column, s.yBytes), s.yBytes, row, column, context};
            planesTile<rows, V>(lines, w + panel * taps * s.kernelWidth * panelColumns, to, s,
                                firstTap, lastTap);
          }
        });
  }
}

} // namespace ingot::kernels::convolution
