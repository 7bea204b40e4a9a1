// Reference kernels of tensors that are generated from a few numbers.
#pragma once

#include "kernels/base/scalar.h"
#include "kernels/elementwise/math.h"

namespace ingot::kernels::movement {

/// out[i] = start + i * delta, computed in the wide type and rounded once; integers wrap.
template <typename T> void range(T start, T delta, int64_t count, T *out) {
  using C = Compute<T>;
  for (int64_t i = 0; i < count; ++i)
    out[i] = store<T>(math::add(load(start), math::mul(static_cast<C>(i), load(delta))));
}

/// Sets diagonal k of a zeroed matrix to one: out[i, i + k] = 1.
template <typename T> void eye(int64_t rows, int64_t columns, int64_t k, T *out) {
  if (k <= -rows || k >= columns)
    return;
  for (int64_t i = k < 0 ? -k : 0; i < rows && i + k < columns; ++i)
    out[i * columns + i + k] = store<T>(Compute<T>(1));
}

/// Copies what lies on or above (on or below) diagonal k of each matrix into zeroed `out`.
template <typename T>
void trilu(const T *x, int64_t batch, int64_t rows, int64_t columns, int64_t k, bool upper,
           T *out) {
  for (int64_t b = 0; b < batch; ++b)
    for (int64_t row = 0; row < rows; ++row)
      for (int64_t column = 0; column < columns; ++column) {
        int64_t at = (b * rows + row) * columns + column;
        if (upper ? column - row >= k : column - row <= k)
          out[at] = x[at];
      }
}

/// out[o, d, i] = indices[o, i] == d ? on : off.
template <typename T>
void oneHot(const int64_t *indices, int64_t outer, int64_t depth, int64_t inner, const T &off,
            const T &on, T *out) {
  for (int64_t o = 0; o < outer; ++o)
    for (int64_t d = 0; d < depth; ++d)
      for (int64_t i = 0; i < inner; ++i)
        *out++ = indices[o * inner + i] == d ? on : off;
}

} // namespace ingot::kernels::movement
