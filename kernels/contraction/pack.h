// Packing the right side of a product: [depth, columns] → [panels][depth][panel columns], of f32 or
// of 16 bits.
#pragma once

#include "kernels/base/halves.h"
#include "kernels/base/transpose.h"
#include "kernels/contraction/contract.h"

namespace ingot::kernels::contraction {

/// One panel from rows that are dense.
template <typename Number>
INGOT_INLINE void packRows(const float *b, Number *out, int64_t depth, int64_t rowStride,
                           int64_t columns, int64_t panel) {
  INGOT_ROLLED
  for (int64_t k = 0; k < depth; ++k, b += rowStride, out += panel) {
    int64_t c = 0;
    INGOT_ROLLED
    for (; c + lanes <= columns; c += lanes)
      store(out + c, load(b + c));
    INGOT_ROLLED
    for (; c < panel; ++c)
      storeOne(out + c, c < columns ? b[c] : 0);
  }
}

/// Columns [from, to) of a panel, one by one; those from `columns` on are 0.
template <typename Number>
INGOT_INLINE void packSingly(const float *b, Number *out, const RightSizes &s, int64_t columns,
                             int64_t from, int64_t to) {
  INGOT_ROLLED
  for (int64_t c = from; c < to; ++c) {
    const float *column = b + c * s.columnStride;
    INGOT_ROLLED
    for (int64_t k = 0; k < s.depth; ++k)
      storeOne(out + k * s.panel + c, c < columns ? column[k * s.rowStride] : 0);
  }
}

/// As many columns as a vector has lanes, each of them dense: blocks are transposed in registers.
template <typename Number>
INGOT_INLINE void packColumns(const float *b, Number *out, const RightSizes &s) {
  int64_t k = 0;
  INGOT_ROLLED
  for (; k + lanes <= s.depth; k += lanes) {
    Vector block[lanes];
    INGOT_UNROLL
    for (int i = 0; i < lanes; ++i)
      block[i] = load(b + i * s.columnStride + k);
    transpose(block);
    INGOT_UNROLL
    for (int i = 0; i < lanes; ++i)
      store(out + (k + i) * s.panel, block[i]);
  }
  INGOT_ROLLED
  for (; k < s.depth; ++k) {
    INGOT_ROLLED
    for (int64_t i = 0; i < lanes; ++i)
      storeOne(out + k * s.panel + i, b[i * s.columnStride + k]);
  }
}

/// Panels [begin, end), counted over all batch entries.
template <typename Number>
INGOT_INLINE void packRight(const float *b, Number *packed, const void *, const RightSizes &s,
                            int64_t begin, int64_t end) {
  int64_t panels = ceilDiv(s.columns, s.panel);
  INGOT_ROLLED
  for (int64_t unit = begin; unit < end; ++unit) {
    int64_t entry = unit / panels, column = (unit - entry * panels) * s.panel;
    int64_t columns = least(s.panel, s.columns - column);
    const float *from = b + entry * s.batchStride + column * s.columnStride;
    Number *to = packed + unit * s.depth * s.panel;
    if (s.columnStride == 1) {
      packRows(from, to, s.depth, s.rowStride, columns, s.panel);
      continue;
    }
    int64_t c = 0;
    if (s.rowStride == 1) {
      INGOT_ROLLED
      for (; c + lanes <= columns; c += lanes)
        packColumns(from + c * s.columnStride, to + c, s);
    }
    packSingly(from, to, s, columns, c, s.panel);
  }
}

} // namespace ingot::kernels::contraction
