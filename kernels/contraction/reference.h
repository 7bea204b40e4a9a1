// Reference kernels of contractions: one blocked engine for all sums of products, and determinants.
//
// contract() computes out[r, c] = sum over k of left(r, k) * right(k, c). Where the elements come
// from is up to two packers, where the sums go is up to a sink, so that matrix products,
// convolutions and einsums differ in those only:
//
//   left.packLeft(row, rows, k, depth, out)
//     out[j * rows + i] = left(row + i, k + j)
//   right.packRight(k, depth, column, columns, out)
//     out[j * panelColumns + i] = right(k + j, column + i)
//   sink(row, column, columns, sums)
//     takes one row of finished sums
//
// Sums are kept in Acc: double for floats; unsigned, and so wrapping, for integers. A side says
// with `isSingle` that its numbers have the 24 bits of an f32.
#pragma once

#include "kernels/base/scalar.h"

namespace ingot::kernels::contraction {

// A tile of sums stays in registers while a panel of the right side stays in the first-level cache.
inline constexpr int64_t tileRows = 4;
inline constexpr int64_t tileColumns = 8;
inline constexpr int64_t panelColumns = 64;
inline constexpr int64_t panelDepth = 128;
inline constexpr int64_t blockRows = 128;

/// The type sums of T are kept in.
template <typename T> struct SumType {
  using type = double;
};
template <typename T>
  requires(__is_integral(T) && sizeof(T) <= 4)
struct SumType<T> {
  using type = uint32_t;
};
template <typename T>
  requires(__is_integral(T) && sizeof(T) == 8)
struct SumType<T> {
  using type = uint64_t;
};
template <typename T> using Sum = typename SumType<T>::type;

/// What contract() needs beside its operands; too large for a stack.
template <typename Acc> struct Workspace {
  Acc panel[panelDepth * panelColumns];
  Acc left[panelDepth * tileRows];
  Acc sums[blockRows * panelColumns];
};

inline int64_t least(int64_t a, int64_t b) { return a < b ? a : b; }

/// sum += a * b. Products of two f32 are exact in double, so that to fuse the addition changes
/// nothing but the time. By reference: how wide vectors are passed depends on the machine.
template <bool ExactProduct, typename Acc, typename Lanes>
void addProduct(Lanes &sum, Acc a, const Lanes &b) {
  if constexpr (ExactProduct) {
#pragma clang fp contract(on)
    sum = sum + a * b;
  } else {
    sum = sum + a * b;
  }
}

/// Adds the products of `Rows` packed rows and `tileColumns` columns of the panel to the sums.
template <bool ExactProduct, int Rows, typename Acc>
void addTile(const Acc *left, const Acc *panel, int64_t depth, Acc *sums) {
  typedef Acc Lanes __attribute__((vector_size(tileColumns * sizeof(Acc))));
  typedef Lanes InMemory __attribute__((aligned(sizeof(Acc))));
  Lanes tile[Rows];
  for (int r = 0; r < Rows; ++r)
    tile[r] = *reinterpret_cast<const InMemory *>(sums + r * panelColumns);
  for (int64_t k = 0; k < depth; ++k) {
    Lanes right = *reinterpret_cast<const InMemory *>(panel + k * panelColumns);
    for (int r = 0; r < Rows; ++r)
      addProduct<ExactProduct>(tile[r], left[k * Rows + r], right);
  }
  for (int r = 0; r < Rows; ++r)
    *reinterpret_cast<InMemory *>(sums + r * panelColumns) = tile[r];
}

template <bool ExactProduct, int Rows, typename Acc, typename Left>
void addRows(const Left &left, int64_t row, int64_t k, int64_t depth, int64_t columns,
             Workspace<Acc> &w, Acc *sums) {
  left.packLeft(row, Rows, k, depth, w.left);
  for (int64_t c = 0; c < columns; c += tileColumns)
    addTile<ExactProduct, Rows>(w.left, w.panel + c, depth, sums + c);
}

/// See the head of this file. A depth of 0 gives sums of 0.
template <typename Acc, typename Left, typename Right, typename Sink>
void contract(int64_t rows, int64_t columns, int64_t depth, const Left &left, const Right &right,
              Sink &&sink, Workspace<Acc> &w) {
  constexpr bool exact = Left::isSingle && Right::isSingle;
  for (int64_t c = 0; c < columns; c += panelColumns) {
    int64_t cn = least(panelColumns, columns - c);
    for (int64_t r = 0; r < rows; r += blockRows) {
      int64_t rn = least(blockRows, rows - r);
      for (int64_t i = 0; i < rn * panelColumns; ++i)
        w.sums[i] = 0;
      for (int64_t k = 0; k < depth; k += panelDepth) {
        int64_t kn = least(panelDepth, depth - k), i = 0;
        right.packRight(k, kn, c, cn, w.panel);
        for (; i + tileRows <= rn; i += tileRows)
          addRows<exact, tileRows>(left, r + i, k, kn, cn, w, w.sums + i * panelColumns);
        for (; i < rn; ++i)
          addRows<exact, 1>(left, r + i, k, kn, cn, w, w.sums + i * panelColumns);
      }
      for (int64_t i = 0; i < rn; ++i)
        sink(r + i, c, cn, w.sums + i * panelColumns);
    }
  }
}

/// A matrix anywhere in memory, less a zero point: either side of contract().
template <typename T, typename Acc> struct Matrix {
  static constexpr bool isSingle = __is_same(T, float);
  const T *data;
  int64_t rowStride, columnStride;
  Acc zero = 0;

  Acc load(T x) const {
    if constexpr (__is_integral(T))
      return static_cast<Acc>(x) - zero;
    else
      return static_cast<Acc>(x);
  }
  Acc at(int64_t row, int64_t column) const {
    return load(data[row * rowStride + column * columnStride]);
  }

  void packLeft(int64_t row, int64_t rows, int64_t k, int64_t depth, Acc *out) const {
    for (int64_t i = 0; i < rows; ++i)
      for (int64_t j = 0; j < depth; ++j)
        out[j * rows + i] = at(row + i, k + j);
  }

  void packRight(int64_t k, int64_t depth, int64_t column, int64_t columns, Acc *out) const {
    if (columnStride == 1) { // a loop that vectorizes
      for (int64_t j = 0; j < depth; ++j) {
        const T *row = data + (k + j) * rowStride + column;
        for (int64_t i = 0; i < columns; ++i)
          out[j * panelColumns + i] = load(row[i]);
      }
      return;
    }
    for (int64_t i = 0; i < columns; ++i)
      for (int64_t j = 0; j < depth; ++j)
        out[j * panelColumns + i] = at(k + j, column + i);
  }
};

/// contract() for few rows and a right side with contiguous rows: it is read once, as it lies,
/// instead of being packed.
template <typename Acc, typename TL, typename TR, typename Sink>
void contractRows(int64_t rows, int64_t columns, int64_t depth, const Matrix<TL, Acc> &left,
                  const Matrix<TR, Acc> &right, Sink &&sink, Workspace<Acc> &w) {
  constexpr bool exact = Matrix<TL, Acc>::isSingle && Matrix<TR, Acc>::isSingle;
  constexpr int64_t width = blockRows * panelColumns;
  for (int64_t r = 0; r < rows; ++r)
    for (int64_t c = 0; c < columns; c += width) {
      int64_t cn = least(width, columns - c);
      for (int64_t i = 0; i < cn; ++i)
        w.sums[i] = 0;
      for (int64_t k = 0; k < depth; ++k) {
        const Acc factor = left.at(r, k);
        const TR *row = right.data + k * right.rowStride + c;
        for (int64_t i = 0; i < cn; ++i)
          addProduct<exact>(w.sums[i], factor, right.load(row[i]));
      }
      sink(r, c, cn, w.sums);
    }
}

/// Determinant of the n * n matrix `a`, which is overwritten: Gauss elimination with row pivots.
inline double determinant(double *a, int64_t n) {
  double product = 1;
  for (int64_t k = 0; k < n; ++k) {
    int64_t pivot = k;
    for (int64_t i = k + 1; i < n; ++i)
      if (__builtin_fabs(a[i * n + k]) > __builtin_fabs(a[pivot * n + k]))
        pivot = i;
    double top = a[pivot * n + k];
    product *= pivot == k ? top : -top;
    if (top == 0)
      return product;
    for (int64_t j = k; j < n; ++j) {
      double swapped = a[k * n + j];
      a[k * n + j] = a[pivot * n + j];
      a[pivot * n + j] = swapped;
    }
    for (int64_t i = k + 1; i < n; ++i) {
      double factor = a[i * n + k] / top;
      for (int64_t j = k + 1; j < n; ++j)
        a[i * n + j] -= factor * a[k * n + j];
    }
  }
  return product;
}

/// Codes [columns, depth] of `bits` bits, their rows `rowBytes` apart, as floats: (code - zero) *
/// scale, one of which there is for `block` neighbours; `zeros` is 1 where all have the same zero.
inline void decode(const uint8_t *codes, const float *scale, const float *zero, float *out,
                   int64_t columns, int64_t depth, int64_t rowBytes, int64_t bits, int64_t block,
                   int64_t zeros) {
  const int64_t blocks = depth / block + (depth % block != 0);
  for (int64_t j = 0; j < columns; ++j)
    for (int64_t k = 0; k < depth; ++k) {
      int64_t bit = k * bits, at = j * blocks + k / block;
      int code = codes[j * rowBytes + bit / 8] >> (bit % 8) & ((1 << bits) - 1);
      float from = zero ? zero[zeros == 1 ? 0 : at] : 0;
      *out++ = (static_cast<float>(code) - from) * scale[at];
    }
}

} // namespace ingot::kernels::contraction
