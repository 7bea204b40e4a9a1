// Where the extreme element is, along rows and along columns.
//
// A row is looked at in blocks: whether a block has anything that takes the place of the best so
// far is asked of all its elements at once, and is seldom so; only then they are looked at one by
// one.
#pragma once

#include "kernels/base/vector.h"
#include "kernels/reduction/contract.h"
#include "kernels/reduction/reference.h"

namespace ingot::kernels::reduction {

template <typename T, bool IsMax>
INGOT_INLINE int64_t extremeOfRow(const T *x, int64_t n, bool last) {
  int64_t best = 0;
  T value = x[0];
  auto look = [&](int64_t from, int64_t to) INGOT_INLINED {
    INGOT_ROLLED
    for (int64_t i = from; i < to; ++i)
      if (takesPlace<T, IsMax>(x[i], value, last))
        best = i, value = x[i];
  };
  int64_t i = 1;
  INGOT_ROLLED
  for (; i + columnBlock <= n; i += columnBlock) {
    uint32_t any = 0;
    INGOT_VECTORIZED
    for (int64_t j = 0; j < columnBlock; ++j)
      any |= takesPlace<T, IsMax>(x[i + j], value, last) ? 1u : 0u;
    if (any)
      look(i, i + columnBlock);
  }
  look(i, n);
  return best;
}

/// At most columnBlock columns, whose elements are `pitch` apart.
template <typename T, bool IsMax>
INGOT_INLINE void extremesOfColumns(const T *x, int64_t n, int64_t pitch, int64_t columns,
                                    bool last, int64_t *y) {
  T best[columnBlock];
  for (int64_t j = 0; j < columns; ++j)
    best[j] = x[j], y[j] = 0;
  INGOT_ROLLED
  for (int64_t i = 1; i < n; ++i)
    INGOT_VECTORIZED
  for (int64_t j = 0; j < columns; ++j) {
    T value = x[i * pitch + j];
    bool takes = takesPlace<T, IsMax>(value, best[j], last);
    best[j] = takes ? value : best[j];
    y[j] = takes ? i : y[j];
  }
}

/// Units [begin, end).
template <typename T, bool IsMax>
INGOT_INLINE void argExtreme(const T *x, int64_t *y, const void *, const ArgExtremeSizes &s,
                             int64_t begin, int64_t end) {
  const int64_t blocks = ceilDiv(s.inner, columnBlock);
  INGOT_ROLLED
  for (int64_t unit = begin; unit < end; ++unit) {
    int64_t outer = unit / blocks, column = (unit - outer * blocks) * columnBlock;
    const T *from = x + outer * s.n * s.inner + column;
    int64_t *to = y + outer * s.inner + column;
    if (s.inner == 1)
      *to = extremeOfRow<T, IsMax>(from, s.n, s.last != 0);
    else
      extremesOfColumns<T, IsMax>(from, s.n, s.inner, least(columnBlock, s.inner - column),
                                  s.last != 0, to);
  }
}

} // namespace ingot::kernels::reduction
