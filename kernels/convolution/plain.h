// Convolutions of up to three axes with the channels innermost, of the forms that have no tuned
// kernel: volumes, and f64.
//
// A tile is 4 neighbouring output pixels and 16 output channels, whose sums stay in registers.
// Pixels beyond the end of a row repeat the last; taps outside of x add 0.
#pragma once

#include "kernels/base/element.h"
#include "kernels/convolution/contract.h"

namespace ingot::kernels::convolution {

inline constexpr int plainPixels = 4, plainVectors = 2, plainColumns = 8 * plainVectors;

/// The sums of a tile of f32 or f64.
template <typename T> struct PlainTile {
  Eight<T> sums[plainPixels][plainVectors];

  INGOT_INLINE PlainTile(const T *bias, int64_t columns) {
    INGOT_UNROLL
    for (int v = 0; v < plainVectors; ++v) {
      Eight<T> first = loadEight<T>(bias + 8 * v, columns - 8 * v, 1);
      INGOT_UNROLL
      for (int p = 0; p < plainPixels; ++p)
        sums[p][v] = first;
    }
  }

  /// Adds one tap: `pixels` are null where it is outside of x.
  INGOT_INLINE void add(const T *const (&pixels)[plainPixels], const T *w, const PlainConvSizes &s,
                        int64_t columns) {
    INGOT_ROLLED
    for (int64_t c = 0; c < s.channels; ++c)
      INGOT_UNROLL
    for (int v = 0; v < plainVectors; ++v) {
      Eight<T> weights = loadEight<T>(w + c * s.columns + 8 * v, columns - 8 * v, 1);
      INGOT_UNROLL
      for (int p = 0; p < plainPixels; ++p)
        sums[p][v] += Eight<T>(pixels[p] ? pixels[p][c] : T(0)) * weights;
    }
  }

  INGOT_INLINE void store(T *y, int64_t pixels, int64_t pitch, int64_t columns) const {
    INGOT_UNROLL
    for (int p = 0; p < plainPixels; ++p)
      INGOT_UNROLL
    for (int v = 0; v < plainVectors; ++v)
      if (p < pixels)
        storeEight(y + p * pitch + 8 * v, sums[p][v], columns - 8 * v);
  }
};

/// Where a tap is along an axis; -1 outside of x.
INGOT_INLINE int64_t tapAt(const PlainConvSizes &s, int axis, int64_t out, int64_t tap) {
  int64_t place = out * s.stride[axis] + tap * s.dilation[axis] - s.pad[axis];
  return place >= 0 && place < s.in[axis] ? place : -1;
}

/// Adds the taps of one row of the kernel: `line` is the row of x that it is on.
template <typename T>
INGOT_INLINE void addTapRow(PlainTile<T> &tile, const T *line, const T *w, const PlainConvSizes &s,
                            int64_t pixel, int64_t columns) {
  INGOT_ROLLED
  for (int64_t k = 0; k < s.taps[2]; ++k) {
    const T *pixels[plainPixels];
    INGOT_UNROLL
    for (int p = 0; p < plainPixels; ++p) {
      int64_t place = tapAt(s, 2, least(pixel + p, s.out[2] - 1), k);
      pixels[p] = place < 0 ? nullptr : line + place * s.groups * s.channels;
    }
    tile.add(pixels, w + k * s.channels * s.columns, s, columns);
  }
}

/// A tile of the row (at0, at1) of one image and group, from `pixel` on.
template <typename T>
INGOT_INLINE void plainConvTile(const T *x, const T *w, const T *bias, T *y,
                                const PlainConvSizes &s, const int64_t (&at)[2], int64_t pixel,
                                int64_t columns) {
  PlainTile<T> tile(bias, columns);
  INGOT_ROLLED
  for (int64_t k0 = 0; k0 < s.taps[0]; ++k0)
    INGOT_ROLLED
  for (int64_t k1 = 0; k1 < s.taps[1]; ++k1) {
    int64_t plane = tapAt(s, 0, at[0], k0), row = tapAt(s, 1, at[1], k1);
    if (plane < 0 || row < 0)
      continue;
    const T *line = x + (plane * s.in[1] + row) * s.in[2] * s.groups * s.channels;
    int64_t tap = (k0 * s.taps[1] + k1) * s.taps[2];
    addTapRow(tile, line, w + tap * s.channels * s.columns, s, pixel, columns);
  }
  tile.store(y, least(plainPixels, s.out[2] - pixel), s.groups * s.columns, columns);
}

/// Units [begin, end).
template <typename T>
INGOT_INLINE void plainConv(const T *x, const T *w, const T *bias, T *y, const void *,
                            const PlainConvSizes &s, int64_t begin, int64_t end) {
  int64_t rows = s.out[0] * s.out[1], pitch = s.groups * s.columns;
  int64_t image = PlainConvSizes::product(s.in) * s.groups * s.channels;
  int64_t weights = PlainConvSizes::product(s.taps) * s.channels * s.columns;
  INGOT_ROLLED
  for (int64_t unit = begin; unit < end; ++unit) {
    int64_t line = unit / s.groups, group = unit - line * s.groups;
    int64_t batch = line / rows, row = line - batch * rows;
    int64_t at[2] = {row / s.out[1], row % s.out[1]};
    INGOT_ROLLED
    for (int64_t column = 0; column < s.columns; column += plainColumns)
      INGOT_ROLLED
    for (int64_t pixel = 0; pixel < s.out[2]; pixel += plainPixels)
      plainConvTile(x + batch * image + group * s.channels, w + group * weights + column,
                    bias + group * s.columns + column,
                    y + (line * s.out[2] + pixel) * pitch + group * s.columns + column, s, at,
                    pixel, least(plainColumns, s.columns - column));
  }
}

} // namespace ingot::kernels::convolution
