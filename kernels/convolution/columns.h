// Sums of blocks, given as columns, in the image that they were taken from (col2im):
//
//   y[p] = sum of x[k, l] over taps k and places l with l * stride + k * dilation - pad = p
//
// on every axis. Floats are summed in f64, integers in 64 bits, a row of the image at a time.
#pragma once

#include "kernels/base/element.h"
#include "kernels/convolution/contract.h"

namespace ingot::kernels::convolution {

/// The place whose tap k covers a pixel along an axis; -1 for none.
INGOT_INLINE int64_t placeOf(const ColumnSizes &s, int axis, int64_t pixel, int64_t k) {
  int64_t from = pixel + s.pad[axis] - k * s.dilation[axis];
  int64_t place = from / s.stride[axis];
  return from >= 0 && place * s.stride[axis] == from && place < s.places[axis] ? place : -1;
}

/// The sum of all that covers one pixel; `x` are the columns of its channel, from element 0 on.
template <typename C>
INGOT_INLINE C sumAt(const void *x, int64_t first, const ColumnSizes &s,
                     const int64_t (&pixel)[plainAxes]) {
  C sum = 0;
  int64_t places = ColumnSizes::product(s.places);
  INGOT_ROLLED
  for (int64_t k0 = 0; k0 < s.taps[0]; ++k0) {
    int64_t l0 = placeOf(s, 0, pixel[0], k0);
    INGOT_ROLLED
    for (int64_t k1 = 0; l0 >= 0 && k1 < s.taps[1]; ++k1) {
      int64_t l1 = placeOf(s, 1, pixel[1], k1);
      INGOT_ROLLED
      for (int64_t k2 = 0; l1 >= 0 && k2 < s.taps[2]; ++k2) {
        int64_t l2 = placeOf(s, 2, pixel[2], k2);
        int64_t tap = (k0 * s.taps[1] + k1) * s.taps[2] + k2;
        int64_t at = first + tap * places + (l0 * s.places[1] + l1) * s.places[2] + l2;
        if (l2 >= 0)
          sum += elementAt<C>(x, at, s.bytes);
      }
    }
  }
  return sum;
}

/// Units [begin, end).
template <typename C>
INGOT_INLINE void sumColumns(const void *x, void *y, const void *, const ColumnSizes &s,
                             int64_t begin, int64_t end) {
  int64_t column = ColumnSizes::product(s.taps) * ColumnSizes::product(s.places);
  int64_t rows = s.image[0] * s.image[1];
  INGOT_ROLLED
  for (int64_t unit = begin; unit < end; ++unit) {
    int64_t channel = unit / rows, row = unit - channel * rows;
    INGOT_ROLLED
    for (int64_t p = 0; p < s.image[2]; ++p)
      setElement<C>(y, unit * s.image[2] + p, s.bytes,
                    sumAt<C>(x, channel * column, s, {row / s.image[1], row % s.image[1], p}));
  }
}

} // namespace ingot::kernels::convolution
