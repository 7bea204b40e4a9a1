// Convolutions of 3 by 3 taps with fewer multiplications, after Winograd, in squares of M by M
// outputs: of 2 by 2, 16 for a square and a channel, where the sum of products takes 36; of 4 by 4,
// 36 where that takes 144.
//
//   parts = B' x B          of each square of M + 2 inputs; neighbours share two columns or rows
//   sums = parts · weights  one product [squares, channels] · [channels, columns] for each part
//   y = A' sums A
//
// with weights = G w G', made when the model is compiled. For M = 2 all numbers in A, B and G are
// 0, 1, -1 or a half, and the result differs from a direct sum by a few roundings. For M = 4 they
// reach from a 24th to 8, and with products of f32 the result is off by some 1.6e-6 of its norm,
// not by 2.6e-7.
#pragma once

#include "kernels/base/vector.h"
#include "kernels/convolution/contract.h"

namespace ingot::kernels::convolution {

/// G for squares of M outputs.
template <int M> inline constexpr double winogradWeights[M + 2][3] = {};
template <>
inline constexpr double winogradWeights<2>[4][3] = {
    {1, 0, 0}, {0.5, 0.5, 0.5}, {0.5, -0.5, 0.5}, {0, 0, 1}};
template <>
inline constexpr double winogradWeights<4>[6][3] = {{1.0 / 4, 0, 0},
                                                    {-1.0 / 6, -1.0 / 6, -1.0 / 6},
                                                    {-1.0 / 6, 1.0 / 6, -1.0 / 6},
                                                    {1.0 / 24, 1.0 / 12, 1.0 / 6},
                                                    {1.0 / 24, -1.0 / 12, 1.0 / 6},
                                                    {0, 0, 1}};

/// Part `i` of G w G' for taps w.
template <int M> INGOT_INLINE double winogradWeight(const float *w, int64_t i) {
  const double *down = winogradWeights<M>[i / (M + 2)], *along = winogradWeights<M>[i % (M + 2)];
  double sum = 0;
  INGOT_UNROLL
  for (int k = 0; k < 9; ++k)
    sum += down[k / 3] * along[k % 3] * static_cast<double>(w[k]);
  return sum;
}

/// The elements 0 to M + 1 of a row or column of inputs, `step` apart, become those of the parts:
/// B'.
template <int M> INGOT_INLINE void transformInput(Vector *x, int step) {
  Vector a = x[0], b = x[step], c = x[2 * step], d = x[3 * step];
  if constexpr (M == 2) {
    x[0] = a - c;
    x[step] = b + c;
    x[2 * step] = c - b;
    x[3 * step] = b - d;
  } else {
    Vector e = x[4 * step], f = x[5 * step];
    Vector even = multiplyAdd(Vector(-4), c, e), odd = multiplyAdd(Vector(-4), b, d);
    Vector evenToo = e - c, oddToo = d - b;
    x[0] = multiplyAdd(Vector(4), a, multiplyAdd(Vector(-5), c, e));
    x[step] = even + odd;
    x[2 * step] = even - odd;
    x[3 * step] = multiplyAdd(Vector(2), oddToo, evenToo);
    x[4 * step] = multiplyAdd(Vector(-2), oddToo, evenToo);
    x[5 * step] = multiplyAdd(Vector(4), b, multiplyAdd(Vector(-5), d, f));
  }
}

/// M + 2 sums of a row or column, `step` apart, become M outputs in the place of the first ones:
/// A'.
template <int M> INGOT_INLINE void transformOutput(Vector *x, int step) {
  Vector a = x[0], b = x[step], c = x[2 * step], d = x[3 * step];
  if constexpr (M == 2) {
    x[0] = a + b + c;
    x[step] = b - c - d;
  } else {
    Vector e = x[4 * step], f = x[5 * step];
    Vector sum = b + c, difference = b - c, sumToo = d + e, differenceToo = d - e;
    x[0] = a + sum + sumToo;
    x[step] = multiplyAdd(Vector(2), differenceToo, difference);
    x[2 * step] = multiplyAdd(Vector(4), sumToo, sum);
    x[3 * step] = multiplyAdd(Vector(8), differenceToo, difference) + f;
  }
}

/// Where the inputs of a square lie, and which of them are in the padding.
template <int M> struct SquareInputs {
  static constexpr int side = M + 2;
  const float *corner;
  int64_t rowPitch, pitch;
  bool hasRow[side], hasColumn[side];

  INGOT_INLINE SquareInputs(const WinogradSizes &s, const float *x, int64_t unit, int64_t square)
      : rowPitch(s.width * s.xPitch), pitch(s.xPitch) {
    int64_t perImage = s.rowsPerImage(M), image = unit / perImage;
    int64_t top = (unit - image * perImage) * M - s.padTop, left = square * M - s.padLeft;
    corner = x + image * s.height * rowPitch + top * rowPitch + left * pitch;
    INGOT_UNROLL
    for (int i = 0; i < side; ++i) {
      hasRow[i] = top + i >= 0 && top + i < s.height;
      hasColumn[i] = left + i >= 0 && left + i < s.width;
    }
  }
  INGOT_INLINE bool isWhole() const {
    return hasRow[0] && hasRow[side - 1] && hasColumn[0] && hasColumn[side - 1];
  }
  template <bool IsWhole>
  INGOT_INLINE Vector get(int row, int column, int64_t c, int64_t count) const {
    if (IsWhole || (hasRow[row] && hasColumn[column]))
      return loadPart(corner + row * rowPitch + column * pitch + c, count);
    return Vector(0);
  }
};

/// The channels from `c` on of a square, `count` of them at most.
template <bool IsWhole, int M>
INGOT_INLINE void inputParts(const SquareInputs<M> &inputs, int64_t c, int64_t count, float *parts,
                             int64_t pitch) {
  constexpr int side = M + 2;
  Vector square[side * side];
  INGOT_UNROLL
  for (int column = 0; column < side; ++column) {
    INGOT_UNROLL
    for (int row = 0; row < side; ++row)
      square[row * side + column] = inputs.template get<IsWhole>(row, column, c, count);
    transformInput<M>(square + column, side);
  }
  INGOT_UNROLL
  for (int row = 0; row < side; ++row) {
    transformInput<M>(square + row * side, 1);
    INGOT_UNROLL
    for (int column = 0; column < side; ++column)
      storePart(parts + (row * side + column) * pitch + c, square[row * side + column], count);
  }
}

/// Units [begin, end).
template <int M>
INGOT_INLINE void winogradInput(const float *x, float *parts, const void *, const WinogradSizes &s,
                                int64_t begin, int64_t end) {
  const int64_t pitch = s.squares(M) * s.channels, whole = s.channels / lanes * lanes;
  INGOT_ROLLED
  for (int64_t unit = begin; unit < end; ++unit) {
    INGOT_ROLLED
    for (int64_t square = 0; square < s.perRow(M); ++square) {
      const SquareInputs<M> inputs(s, x, unit, square);
      float *to = parts + (unit * s.perRow(M) + square) * s.channels;
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

/// The outputs of a square from its sums at `from`, `count` columns at most.
template <int M>
INGOT_INLINE void outputSquare(const float *from, int64_t pitch, int64_t count,
                               Vector (&outputs)[M * M]) {
  constexpr int side = M + 2;
  Vector square[side * side];
  INGOT_UNROLL
  for (int column = 0; column < side; ++column) {
    INGOT_UNROLL
    for (int row = 0; row < side; ++row)
      square[row * side + column] = loadPart(from + (row * side + column) * pitch, count);
    transformOutput<M>(square + column, side);
  }
  INGOT_UNROLL
  for (int row = 0; row < M; ++row) {
    transformOutput<M>(square + row * side, 1);
    INGOT_UNROLL
    for (int column = 0; column < M; ++column)
      outputs[row * M + column] = square[row * side + column];
  }
}

/// Units [begin, end).
template <int M>
INGOT_INLINE void winogradOutput(const float *sums, void *y, const void *context,
                                 const WinogradSizes &s, int64_t begin, int64_t end) {
  const int64_t pitch = s.squares(M) * s.columns, perImage = s.rowsPerImage(M);
  INGOT_ROLLED
  for (int64_t unit = begin; unit < end; ++unit) {
    int64_t image = unit / perImage, top = (unit - image * perImage) * M;
    INGOT_ROLLED
    for (int64_t square = 0; square < s.perRow(M); ++square) {
      const float *from = sums + (unit * s.perRow(M) + square) * s.columns;
      int64_t first = (image * s.outHeight + top) * s.outWidth + square * M;
      int64_t below = least(M, s.outHeight - top), right = least(M, s.outWidth - square * M);
      INGOT_ROLLED
      for (int64_t column = 0; column < s.columns; column += lanes) {
        Vector outputs[M * M];
        outputSquare<M>(from + column, pitch, s.columns - column, outputs);
        INGOT_ROLLED
        for (int64_t i = 0; i < M * M; ++i) {
          if (i / M >= below || i % M >= right)
            continue;
          int64_t row = first + i / M * s.outWidth + i % M;
          Output to = {at(y, row * s.yPitch, s.yBytes), s.yBytes, row, 0, context};
          to.put(column, outputs[i], s.columns - column);
        }
      }
    }
  }
}

} // namespace ingot::kernels::convolution
