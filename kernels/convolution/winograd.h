// Convolutions of 3 by 3 taps with fewer multiplications, after Winograd: 16 for a square of 2 by 2
// outputs and a channel, where the sum of products takes 36.
//
//   parts = B' x B          of each square of 4 by 4 inputs; neighbours share two columns or rows
//   sums = parts · weights  one product [squares, channels] · [channels, columns] for each of 16
//   y = A' sums A
//
// with weights = G w G', made when the model is compiled. All numbers in A, B and G are 0, 1, -1 or
// a half: the result differs from a direct sum by a few roundings.
#pragma once

#include "kernels/base/vector.h"
#include "kernels/convolution/contract.h"

namespace ingot::kernels::convolution {

/// The elements 0 to 3 of a row or column of inputs, `step` apart, become those of the parts.
INGOT_INLINE void transformInput(Vector *x, int step) {
  Vector a = x[0], b = x[step], c = x[2 * step], d = x[3 * step];
  x[0] = a - c;
  x[step] = b + c;
  x[2 * step] = c - b;
  x[3 * step] = b - d;
}

/// Where the inputs of a square lie: null where they are in the padding.
struct SquareInputs {
  const float *at[16];

  INGOT_INLINE SquareInputs(const WinogradSizes &s, const float *x, int64_t unit, int64_t square) {
    int64_t perImage = ceilDiv(s.outHeight, 2), image = unit / perImage;
    int64_t top = (unit - image * perImage) * 2 - s.padTop, left = square * 2 - s.padLeft;
    INGOT_UNROLL
    for (int i = 0; i < 16; ++i) {
      int64_t y = top + i / 4, column = left + i % 4;
      bool isInside = y >= 0 && y < s.height && column >= 0 && column < s.width;
      at[i] = isInside ? x + ((image * s.height + y) * s.width + column) * s.xPitch : nullptr;
    }
  }
  INGOT_INLINE bool isWhole() const {
    bool whole = true;
    INGOT_UNROLL
    for (int i = 0; i < 16; ++i)
      whole = whole && at[i];
    return whole;
  }
};

/// The channels from `c` on of a square, `count` of them at most.
template <bool IsWhole>
INGOT_INLINE void inputParts(const SquareInputs &inputs, int64_t c, int64_t count, float *parts,
                             int64_t pitch) {
  Vector square[16];
  INGOT_UNROLL
  for (int i = 0; i < 16; ++i)
    square[i] = IsWhole || inputs.at[i] ? loadPart(inputs.at[i] + c, count) : Vector(0);
  INGOT_UNROLL
  for (int i = 0; i < 4; ++i)
    transformInput(square + i, 4);
  INGOT_UNROLL
  for (int i = 0; i < 4; ++i)
    transformInput(square + 4 * i, 1);
  INGOT_UNROLL
  for (int i = 0; i < 16; ++i)
    storePart(parts + i * pitch + c, square[i], count);
}

/// Units [begin, end).
INGOT_INLINE void winogradInput(const float *x, float *parts, const void *, const WinogradSizes &s,
                                int64_t begin, int64_t end) {
  const int64_t pitch = s.squares() * s.channels, whole = s.channels / lanes * lanes;
  INGOT_ROLLED
  for (int64_t unit = begin; unit < end; ++unit) {
    INGOT_ROLLED
    for (int64_t square = 0; square < s.perRow(); ++square) {
      const SquareInputs inputs(s, x, unit, square);
      float *to = parts + (unit * s.perRow() + square) * s.channels;
      if (inputs.isWhole()) {
        INGOT_ROLLED
        for (int64_t c = 0; c < whole; c += lanes)
          inputParts<true>(inputs, c, lanes, to, pitch);
      } else {
        INGOT_ROLLED
        for (int64_t c = 0; c < whole; c += lanes)
          inputParts<false>(inputs, c, lanes, to, pitch);
      }
      if (whole < s.channels)
        inputParts<false>(inputs, whole, s.channels - whole, to, pitch);
    }
  }
}

/// Four sums of a row or column, `step` apart, become two outputs in the place of the first ones.
INGOT_INLINE void transformOutput(Vector *x, int step) {
  Vector b = x[step], c = x[2 * step];
  x[0] = x[0] + b + c;
  x[step] = b - c - x[3 * step];
}

/// Units [begin, end).
INGOT_INLINE void winogradOutput(const float *sums, void *y, const void *context,
                                 const WinogradSizes &s, int64_t begin, int64_t end) {
  const int64_t pitch = s.squares() * s.columns, perImage = ceilDiv(s.outHeight, 2);
  INGOT_ROLLED
  for (int64_t unit = begin; unit < end; ++unit) {
    int64_t image = unit / perImage, top = (unit - image * perImage) * 2;
    INGOT_ROLLED
    for (int64_t square = 0; square < s.perRow(); ++square) {
      const float *from = sums + (unit * s.perRow() + square) * s.columns;
      int64_t first = (image * s.outHeight + top) * s.outWidth + square * 2;
      bool hasBelow = top + 1 < s.outHeight, hasRight = square * 2 + 1 < s.outWidth;
      INGOT_ROLLED
      for (int64_t column = 0; column < s.columns; column += lanes) {
        int64_t count = s.columns - column;
        Vector square4[16];
        INGOT_UNROLL
        for (int i = 0; i < 16; ++i)
          square4[i] = loadPart(from + i * pitch + column, count);
        INGOT_UNROLL
        for (int i = 0; i < 4; ++i)
          transformOutput(square4 + i, 4);
        INGOT_UNROLL
        for (int i = 0; i < 2; ++i)
          transformOutput(square4 + 4 * i, 1);
        INGOT_ROLLED
        for (int64_t i = 0; i < 4; ++i) {
          if ((i >= 2 && !hasBelow) || (i % 2 && !hasRight))
            continue;
          int64_t row = first + i / 2 * s.outWidth + i % 2;
          Output to = {at(y, row * s.yPitch, s.yBytes), s.yBytes, row, 0, context};
          to.put(column, square4[i / 2 * 4 + i % 2], count);
        }
      }
    }
  }
}

} // namespace ingot::kernels::convolution
