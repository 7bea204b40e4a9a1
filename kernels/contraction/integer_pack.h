// Packing the right side of an integer product: [depth, columns] of 8-bit integers →
// [panels][1 + depth / 4][panel columns] words.
//
// The first row of a panel has the sums of its columns; then come words of four neighbours along
// the depth, 0 beyond its end. `Signed` is the sign that the multiplication wants: integers of the
// other one are moved by 128, and so is their zero point where the product looks at it.
#pragma once

#include "kernels/contraction/contract.h"

namespace ingot::kernels::contraction {

/// Bytes of a word, and the sum of the packed integers.
template <bool Signed> INGOT_INLINE int32_t packedSum(uint32_t word) {
  int32_t sum = 0;
  for (int i = 0; i < 4; ++i) {
    auto byte = static_cast<uint8_t>(word >> (8 * i));
    sum += Signed ? static_cast<int8_t>(byte) : int{byte};
  }
  return sum;
}

/// Packs the words of `depth` integers of one column, `stride` elements apart, and adds to its sum.
template <bool Signed>
INGOT_INLINE void packColumn(const uint8_t *from, int64_t depth, int64_t stride, bool isSigned,
                             int64_t panel, int32_t *out, int32_t *sum) {
  const uint8_t flip = isSigned == Signed ? 0 : 0x80;
  for (int64_t k = 0; k < depth; k += 4) {
    uint32_t word = 0;
    for (int64_t i = 0; i < 4 && k + i < depth; ++i)
      word |= static_cast<uint32_t>(from[(k + i) * stride] ^ flip) << (8 * i);
    out[k / 4 * panel] = static_cast<int32_t>(word);
    *sum += packedSum<Signed>(word);
  }
}

/// Panels [begin, end), counted over all batch entries.
template <bool Signed>
INGOT_INLINE void packRightInteger(const uint8_t *b, int32_t *packed, const void *,
                                   const IntegerRightSizes &s, int64_t begin, int64_t end) {
  int64_t panels = ceilDiv(s.columns, s.panel), words = ceilDiv(s.depth, 4);
  for (int64_t unit = begin; unit < end; ++unit) {
    int64_t entry = unit / panels, column = (unit - entry * panels) * s.panel;
    const uint8_t *from = b + entry * s.batchStride + column * s.columnStride;
    int32_t *out = packed + unit * (1 + words) * s.panel;
    for (int64_t c = 0; c < s.panel; ++c) {
      out[c] = 0;
      int64_t depth = column + c < s.columns ? s.depth : 0;
      packColumn<Signed>(from + c * s.columnStride, depth, s.rowStride, s.bSigned != 0, s.panel,
                         out + s.panel + c, out + c);
      for (int64_t k = 0; k < words && depth == 0; ++k)
        out[(1 + k) * s.panel + c] = 0;
    }
  }
}

} // namespace ingot::kernels::contraction
