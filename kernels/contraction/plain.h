// Matrix products of the types that have no tuned kernel: f64, and integers, whose sums wrap.
//
//   y[i] = a[i] · b[i]
//
// A unit is a tile of 4 rows and 16 columns, whose sums stay in registers; nothing is packed.
#pragma once

#include "kernels/base/element.h"
#include "kernels/contraction/contract.h"
#include "kernels/contraction/reference.h"

namespace ingot::kernels::contraction {

inline constexpr int plainRows = 4, plainVectors = 2, plainColumns = 8 * plainVectors;

/// A tile of which only `rows` and `columns` are inside of the product. Rows beyond them repeat the
/// last.
template <typename T>
INGOT_INLINE void plainTile(const T *a, const T *b, T *y, const PlainProductSizes &s, int64_t rows,
                            int64_t columns) {
  using Acc = Sum<T>;
  Eight<Acc> sums[plainRows][plainVectors];
  const T *lines[plainRows];
  INGOT_UNROLL
  for (int r = 0; r < plainRows; ++r) {
    lines[r] = a + kernels::least(r, rows - 1) * s.aPitch;
    INGOT_UNROLL
    for (int v = 0; v < plainVectors; ++v)
      sums[r][v] = Eight<Acc>(0);
  }
  INGOT_ROLLED
  for (int64_t k = 0; k < s.depth; ++k) {
    INGOT_UNROLL
    for (int v = 0; v < plainVectors; ++v) {
      const T *from = b + k * s.bRow + 8 * v * s.bColumn;
      Eight<Acc> right = loadEight<Acc>(from, columns - 8 * v, s.bColumn);
      INGOT_UNROLL
      for (int r = 0; r < plainRows; ++r)
        sums[r][v] += Eight<Acc>(static_cast<Acc>(lines[r][k])) * right;
    }
  }
  INGOT_UNROLL
  for (int r = 0; r < plainRows; ++r)
    INGOT_UNROLL
  for (int v = 0; v < plainVectors; ++v)
    if (r < rows)
      storeEight(y + r * s.columns + 8 * v, sums[r][v], columns - 8 * v);
}

/// Units [begin, end).
template <typename T>
INGOT_INLINE void plainProduct(const T *a, const T *b, T *y, const void *,
                               const PlainProductSizes &s, int64_t begin, int64_t end) {
  int64_t across = ceilDiv(s.columns, plainColumns), down = ceilDiv(s.rows, plainRows);
  INGOT_ROLLED
  for (int64_t unit = begin; unit < end; ++unit) {
    int64_t line = unit / across, column = (unit - line * across) * plainColumns;
    int64_t batch = line / down, row = (line - batch * down) * plainRows;
    plainTile(a + batch * s.aBatch + row * s.aPitch, b + batch * s.bBatch + column * s.bColumn,
              y + (batch * s.rows + row) * s.columns + column, s,
              kernels::least(plainRows, s.rows - row),
              kernels::least(plainColumns, s.columns - column));
  }
}

/// Units [begin, end) of determinants.
INGOT_INLINE void determinants(const void *x, double *scratch, void *y, const void *,
                               const DeterminantSizes &s, int64_t begin, int64_t end) {
  int64_t size = s.n * s.n;
  INGOT_ROLLED
  for (int64_t unit = begin; unit < end; ++unit) {
    double *matrix = scratch + unit * size;
    INGOT_ROLLED
    for (int64_t i = 0; i < size; ++i)
      matrix[i] = elementAt<double>(x, unit * size + i, s.bytes);
    setElement<double>(y, unit, s.bytes, determinant(matrix, s.n));
  }
}

} // namespace ingot::kernels::contraction
