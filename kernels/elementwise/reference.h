// Reference elementwise kernels: one output element from the elements at the same broadcast place.
//
// The formulas come from the operator records (Formulas.inc). A caller reads up to `blockSize`
// elements of each operand in the compute type, applies the formula, and rounds once on store:
//
//   readBlock(x, cursor, n, xs);
//   apply<Formula_relu>(ins, n, parameters, ys);
//   storeBlock(ys, n, y);
#pragma once

#include "kernels/elementwise/math.h"

namespace ingot::kernels::elementwise {

inline constexpr int64_t blockSize = 512;

/// Walks a broadcast operand in the order of the output's elements. The axes are the output's, with
/// the operand's strides in elements: 0 where it is repeated. Neighbouring axes that the operand
/// steps through evenly are one axis, so a dense operand has a single one; the last stride is 0
/// or 1.
struct Cursor {
  const int64_t *dims, *strides;
  int64_t *index;     ///< position along each axis
  int64_t rank;       ///< at least 1
  int64_t offset = 0; ///< of the current element in the operand

  int64_t stride() const { return strides[rank - 1]; }
  /// Elements up to the end of the last axis.
  int64_t remaining() const { return dims[rank - 1] - index[rank - 1]; }
  /// Steps over n elements, at most remaining().
  void advance(int64_t n) {
    int64_t axis = rank - 1;
    index[axis] += n;
    offset += n * strides[axis];
    while (index[axis] == dims[axis] && axis > 0) {
      offset -= dims[axis] * strides[axis];
      index[axis] = 0;
      --axis;
      ++index[axis];
      offset += strides[axis];
    }
  }
};

/// The next n elements of an operand, in compute type.
template <typename T, typename C> void readBlock(const T *in, Cursor &cursor, int64_t n, C *out) {
  while (n > 0) {
    int64_t run = cursor.remaining() < n ? cursor.remaining() : n;
    const T *from = in + cursor.offset;
    if (cursor.stride() == 0) {
      C value = static_cast<C>(load(*from));
      for (int64_t i = 0; i < run; ++i)
        out[i] = value;
    } else {
      for (int64_t i = 0; i < run; ++i)
        out[i] = static_cast<C>(load(from[i]));
    }
    cursor.advance(run);
    out += run;
    n -= run;
  }
}

/// Rounds or wraps n computed elements into T.
template <typename T, typename C> void storeBlock(const C *in, int64_t n, T *out) {
  for (int64_t i = 0; i < n; ++i)
    out[i] = store<T>(in[i]);
}

/// Applies a formula to n elements of each operand; R is C, or bool for comparisons.
template <typename Formula, typename C, typename R>
void apply(const C *const *in, int64_t n, const double *parameters, R *out) {
  for (int64_t i = 0; i < n; ++i)
    out[i] = Formula::template apply<C>(in, i, parameters);
}

/// out[i] = condition[i] ? x[i] : y[i] over n elements. T is any type of the elements' width.
template <typename T>
void select(const bool *condition, Cursor at, const T *x, Cursor atX, const T *y, Cursor atY,
            int64_t n, T *out) {
  Cursor *cursors[] = {&at, &atX, &atY};
  while (n > 0) {
    int64_t run = n;
    for (const Cursor *cursor : cursors)
      run = cursor->remaining() < run ? cursor->remaining() : run;
    for (int64_t i = 0; i < run; ++i)
      out[i] = condition[at.offset + i * at.stride()] ? x[atX.offset + i * atX.stride()]
                                                      : y[atY.offset + i * atY.stride()];
    for (Cursor *cursor : cursors)
      cursor->advance(run);
    out += run;
    n -= run;
  }
}

/// out[i] = x[i] == y[i] over n elements, for types that no formula computes with.
template <typename T>
void equal(const T *x, Cursor atX, const T *y, Cursor atY, int64_t n, bool *out) {
  for (int64_t i = 0; i < n; ++i) {
    out[i] = x[atX.offset] == y[atY.offset];
    atX.advance(1);
    atY.advance(1);
  }
}

} // namespace ingot::kernels::elementwise
