// Packing the right side of an integer product: [depth, columns] of 8-bit integers →
// [panels][1 + depth / 4][panel columns] words.
//
// The first row of a panel has the sums of its columns; then come words of four neighbours along
// the depth, 0 beyond its end. `Signed` is the sign that the multiplication wants: integers of the
// other one are moved by 128, and so is their zero point where the product looks at it. `Paired`
// words are those of a column of which the first is even and the second exists: they lie side by
// side, as multiplications of matrices want them.
#pragma once

#include "kernels/contraction/contract.h"

namespace ingot::kernels::contraction {

/// Where word `k` of `words` of column `c` lies in a panel, behind its first row.
template <bool Paired>
INGOT_INLINE constexpr int64_t placeOf(int64_t k, int64_t c, int64_t words, int64_t panel) {
  bool isPaired = Paired && (k | 1) < words;
  return isPaired ? k / 2 * 2 * panel + 2 * c + k % 2 : k * panel + c;
}

/// Bytes of a word, and the sum of the packed integers.
template <bool Signed> INGOT_INLINE int32_t packedSum(uint32_t word) {
  int32_t sum = 0;
  for (int i = 0; i < 4; ++i) {
    auto byte = static_cast<uint8_t>(word >> (8 * i));
    sum += Signed ? static_cast<int8_t>(byte) : int{byte};
  }
  return sum;
}

/// Packs the words of `depth` integers of column `c`, `stride` elements apart, and adds to its sum.
template <bool Signed, bool Paired>
INGOT_INLINE void packColumn(const uint8_t *from, int64_t depth, int64_t stride, bool isSigned,
                             int64_t panel, int64_t c, int32_t *out, int32_t *sum) {
  const uint8_t flip = isSigned == Signed ? 0 : 0x80;
  for (int64_t k = 0; k < depth; k += 4) {
    uint32_t word = 0;
    for (int64_t i = 0; i < 4 && k + i < depth; ++i)
      word |= static_cast<uint32_t>(from[(k + i) * stride] ^ flip) << (8 * i);
    out[placeOf<Paired>(k / 4, c, ceilDiv(depth, 4), panel)] = static_cast<int32_t>(word);
    *sum += packedSum<Signed>(word);
  }
}

/// Panels [begin, end), counted over all batch entries.
template <bool Signed, bool Paired = false>
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
      packColumn<Signed, Paired>(from + c * s.columnStride, depth, s.rowStride, s.bSigned != 0,
                                 s.panel, c, out + s.panel, out + c);
      for (int64_t k = 0; k < words && depth == 0; ++k)
        out[s.panel + placeOf<Paired>(k, c, words, s.panel)] = 0;
    }
  }
}

} // namespace ingot::kernels::contraction
