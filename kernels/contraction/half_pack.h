// Packing the left side of products in f16: rows of f32 → tiles of [factors, [depth][8 rows]].
//
// A row is multiplied with a power of two, so that its largest number lies in [2, 4): whatever the
// numbers of a model are, what matters of a row is neither beyond f16 nor lost below it. Its factor
// is the inverse. Rows are split into tiles as the product does it; lanes of rows that a tile does
// not have are 0.
#pragma once

#include "kernels/base/halves.h"
#include "kernels/base/transpose.h"
#include "kernels/contraction/contract.h"

namespace ingot::kernels::contraction {

/// A number of f16 for each row of a tile.
typedef _Float16 HalfRows __attribute__((ext_vector_type(halfRows)));
typedef HalfRows HalfRowsInMemory __attribute__((aligned(2), may_alias));

/// The exponent of the largest number of a row, as an f32 has it, within those for which both
/// factors are normal numbers: an infinity stays one.
INGOT_INLINE uint32_t largestExponent(const float *row, int64_t depth) {
  Bits most = Bits(0);
  int64_t k = 0;
  INGOT_ROLLED
  for (; k + lanes <= depth; k += lanes)
    most = __builtin_elementwise_max(most, __builtin_bit_cast(Bits, load(row + k)) & 0x7fffffff);
  uint32_t largest = __builtin_reduce_max(most);
  INGOT_ROLLED
  for (; k < depth; ++k) {
    uint32_t bits = __builtin_bit_cast(uint32_t, row[k]) & 0x7fffffff;
    largest = largest > bits ? largest : bits;
  }
  constexpr uint32_t leastExponent = 2, mostExponent = 254;
  const uint32_t exponent = largest >> 23;
  return exponent < leastExponent  ? leastExponent
         : exponent > mostExponent ? mostExponent
                                   : exponent;
}

/// 2 to the power of `exponent` - 127.
INGOT_INLINE float powerOfTwo(uint32_t exponent) {
  return __builtin_bit_cast(float, exponent << 23);
}

/// The numbers from row[k] on of up to 8 rows, times their factors, as 8 columns. Beyond a row is
/// 0.
template <bool IsWhole>
INGOT_INLINE void packHalfBlock(const float *a, int64_t pitch, int64_t height,
                                const float (&factors)[halfRows], int64_t count, F16 *packed) {
  typedef float Floats __attribute__((ext_vector_type(halfRows)));
  typedef Floats FloatsInMemory __attribute__((aligned(4)));
  HalfRows block[halfRows];
  INGOT_UNROLL
  for (int r = 0; r < halfRows; ++r) {
    Floats numbers = Floats(0);
    if (IsWhole && r < height) {
      numbers = *reinterpret_cast<const FloatsInMemory *>(a + r * pitch);
    } else if (r < height) {
      INGOT_ROLLED
      for (int64_t k = 0; k < count; ++k)
        numbers[k] = a[r * pitch + k];
    }
    block[r] = __builtin_convertvector(numbers * factors[r], HalfRows);
  }
  transpose(block);
  INGOT_UNROLL
  for (int k = 0; k < halfRows; ++k)
    if (IsWhole || k < count)
      *reinterpret_cast<HalfRowsInMemory *>(packed + k * halfRows) = block[k];
}

/// Units [begin, end): tiles, counted over all batch entries.
INGOT_INLINE void packLeft(const float *a, F16 *packed, const void *, const LeftSizes &s,
                           int64_t begin, int64_t end) {
  const RowSplit split(s.rows, halfRows);
  INGOT_ROLLED
  for (int64_t unit = begin; unit < end; ++unit) {
    int64_t entry = unit / split.tiles, tile = unit - entry * split.tiles;
    int64_t height = split.height + (tile < split.taller);
    const float *from = a + entry * s.batchStride + split.start(tile) * s.pitch;
    F16 *to = packed + unit * packedHalfTile(s.depth);
    // The largest number times its factor is below mostLeft, which rounding may make of it.
    constexpr uint32_t bias = 127, top = 1;
    float factors[halfRows] = {};
    INGOT_ROLLED
    for (int64_t r = 0; r < halfRows; ++r) {
      uint32_t exponent = r < height ? largestExponent(from + r * s.pitch, s.depth) : bias + top;
      factors[r] = powerOfTwo(2 * bias + top - exponent);
      reinterpret_cast<float *>(to)[r] = powerOfTwo(exponent - top);
    }
    to += halfFactors;
    int64_t k = 0;
    INGOT_ROLLED
    for (; k + halfRows <= s.depth; k += halfRows)
      packHalfBlock<true>(from + k, s.pitch, height, factors, halfRows, to + k * halfRows);
    if (k < s.depth)
      packHalfBlock<false>(from + k, s.pitch, height, factors, s.depth - k, to + k * halfRows);
  }
}

} // namespace ingot::kernels::contraction
