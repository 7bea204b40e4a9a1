// Dot products of four 8-bit integers: the step of all integer contractions.
//
// A word holds four neighbours along the depth, of one row or of one column. `add` multiplies the
// words of two vectors lane by lane and adds the four products of a lane to its sum. Every way to
// do so is exact modulo 2^32:
//
//   Quads   one instruction makes the sum of a lane (VNNI, the dot products of Arm)
//   Pairs   bytes are widened to 16 bits, of which an instruction adds the products of neighbours;
//           a lane has two sums until the end
//   Matrices  one instruction makes the sums of two rows and two columns from two words of each
//           (the matrix products of Arm)
//
// VNNI multiplies unsigned by signed integers, Arm those of equal sign: the packed right side has
// the sign that suits, see integer_pack.h. Where a machine has no such instruction the same is said
// with shifts and multiplications.
#pragma once

#include "kernels/base/transpose.h"

#if defined(__aarch64__)
#include <arm_neon.h>
#endif

namespace ingot::kernels::contraction {

namespace detail {
using kernels::detail::Indices;
using kernels::detail::IndicesTo;

typedef int8_t Bytes __attribute__((ext_vector_type(4 * lanes)));
typedef uint8_t NaturalBytes __attribute__((ext_vector_type(4 * lanes)));
typedef int16_t Shorts __attribute__((ext_vector_type(2 * lanes)));

/// Byte `i` of every word.
template <bool Signed> INGOT_INLINE IntVector byteOf(Bits words, int i) {
  Bits high = words << static_cast<uint32_t>(24 - 8 * i);
  return Signed ? __builtin_bit_cast(IntVector, high) >> 24
                : __builtin_bit_cast(IntVector, high >> 24);
}

/// The lower (Half 0) or upper bytes in 16 bits.
template <bool Signed, int Half, int... I>
INGOT_INLINE Shorts widenedHalf(Bits words, Indices<int, I...>) {
  if constexpr (Signed) {
    Bytes bytes = __builtin_bit_cast(Bytes, words);
    return __builtin_convertvector(__builtin_shufflevector(bytes, bytes, (Half * 2 * lanes + I)...),
                                   Shorts);
  } else {
    NaturalBytes bytes = __builtin_bit_cast(NaturalBytes, words);
    return __builtin_convertvector(__builtin_shufflevector(bytes, bytes, (Half * 2 * lanes + I)...),
                                   Shorts);
  }
}

/// a[0] + a[1], a[2] + a[3] …: of neighbours in both vectors.
template <int... I>
INGOT_INLINE IntVector addNeighbours(IntVector a, IntVector b, Indices<int, I...>) {
  return __builtin_shufflevector(a, b, (2 * I)...) + __builtin_shufflevector(a, b, (2 * I + 1)...);
}

/// Products of 16-bit integers, those of neighbours added.
INGOT_INLINE IntVector multiplyPairs(Shorts a, Shorts b) {
#if defined(__AVX512BW__) && INGOT_VECTOR_BYTES == 64
  typedef short Native __attribute__((vector_size(64)));
  return __builtin_bit_cast(IntVector, __builtin_ia32_pmaddwd512(__builtin_bit_cast(Native, a),
                                                                 __builtin_bit_cast(Native, b)));
#elif defined(__AVX2__) && INGOT_VECTOR_BYTES == 32
  typedef short Native __attribute__((vector_size(32)));
  return __builtin_bit_cast(IntVector, __builtin_ia32_pmaddwd256(__builtin_bit_cast(Native, a),
                                                                 __builtin_bit_cast(Native, b)));
#elif defined(__SSE2__) && INGOT_VECTOR_BYTES == 16
  typedef short Native __attribute__((vector_size(16)));
  return __builtin_bit_cast(IntVector, __builtin_ia32_pmaddwd128(__builtin_bit_cast(Native, a),
                                                                 __builtin_bit_cast(Native, b)));
#else
  IntVector left = __builtin_bit_cast(IntVector, a), right = __builtin_bit_cast(IntVector, b);
  return (left << 16 >> 16) * (right << 16 >> 16) + (left >> 16) * (right >> 16);
#endif
}
} // namespace detail

template <bool LeftSigned, bool RightSigned> struct Quads {
  static constexpr bool leftSigned = LeftSigned, rightSigned = RightSigned;
  static constexpr int parts = 1; ///< vectors of sums for a vector of columns
  /// Rows that a tile of so many has sums for.
  static constexpr int rowsOfSums(int rows) { return rows; }

  INGOT_INLINE static void add(IntVector (&sums)[1], Bits left, Bits right) {
#if defined(__AVX512VNNI__) && INGOT_VECTOR_BYTES == 64
    if constexpr (LeftSigned != RightSigned) {
      typedef int Sums __attribute__((vector_size(64)));
      typedef unsigned char Natural __attribute__((vector_size(64)));
      typedef char Native __attribute__((vector_size(64)));
      sums[0] = __builtin_bit_cast(
          IntVector,
          __builtin_ia32_vpdpbusd512(__builtin_bit_cast(Sums, sums[0]),
                                     __builtin_bit_cast(Natural, LeftSigned ? right : left),
                                     __builtin_bit_cast(Native, LeftSigned ? left : right)));
      return;
    }
#elif defined(__ARM_FEATURE_DOTPROD) && INGOT_VECTOR_BYTES == 16
    if constexpr (LeftSigned && RightSigned) {
      sums[0] = __builtin_bit_cast(IntVector, vdotq_s32(__builtin_bit_cast(int32x4_t, sums[0]),
                                                        __builtin_bit_cast(int8x16_t, left),
                                                        __builtin_bit_cast(int8x16_t, right)));
      return;
    } else if constexpr (!LeftSigned && !RightSigned) {
      sums[0] = __builtin_bit_cast(IntVector, vdotq_u32(__builtin_bit_cast(uint32x4_t, sums[0]),
                                                        __builtin_bit_cast(uint8x16_t, left),
                                                        __builtin_bit_cast(uint8x16_t, right)));
      return;
    }
#endif
    INGOT_UNROLL
    for (int i = 0; i < 4; ++i)
      sums[0] += detail::byteOf<LeftSigned>(left, i) * detail::byteOf<RightSigned>(right, i);
  }
  INGOT_INLINE static IntVector total(const IntVector (&sums)[1]) { return sums[0]; }
};

template <bool LeftSigned, bool RightSigned> struct Pairs {
  static constexpr bool leftSigned = LeftSigned, rightSigned = RightSigned;
  static constexpr int parts = 2;
  static constexpr int rowsOfSums(int rows) { return rows; }

  INGOT_INLINE static void add(IntVector (&sums)[2], Bits left, Bits right) {
#if defined(__aarch64__) && INGOT_VECTOR_BYTES == 16
    if constexpr (LeftSigned && RightSigned) {
      auto a = __builtin_bit_cast(int8x16_t, left), b = __builtin_bit_cast(int8x16_t, right);
      sums[0] =
          __builtin_bit_cast(IntVector, vpadalq_s16(__builtin_bit_cast(int32x4_t, sums[0]),
                                                    vmull_s8(vget_low_s8(a), vget_low_s8(b))));
      sums[1] = __builtin_bit_cast(
          IntVector, vpadalq_s16(__builtin_bit_cast(int32x4_t, sums[1]), vmull_high_s8(a, b)));
      return;
    } else if constexpr (!LeftSigned && !RightSigned) {
      auto a = __builtin_bit_cast(uint8x16_t, left), b = __builtin_bit_cast(uint8x16_t, right);
      sums[0] =
          __builtin_bit_cast(IntVector, vpadalq_u16(__builtin_bit_cast(uint32x4_t, sums[0]),
                                                    vmull_u8(vget_low_u8(a), vget_low_u8(b))));
      sums[1] = __builtin_bit_cast(
          IntVector, vpadalq_u16(__builtin_bit_cast(uint32x4_t, sums[1]), vmull_high_u8(a, b)));
      return;
    }
#endif
    using namespace detail;
    constexpr auto all = IndicesTo<2 * lanes>();
    sums[0] += multiplyPairs(widenedHalf<LeftSigned, 0>(left, all),
                             widenedHalf<RightSigned, 0>(right, all));
    sums[1] += multiplyPairs(widenedHalf<LeftSigned, 1>(left, all),
                             widenedHalf<RightSigned, 1>(right, all));
  }
  INGOT_INLINE static IntVector total(const IntVector (&sums)[2]) {
    return detail::addNeighbours(sums[0], sums[1], detail::IndicesTo<lanes>());
  }
};

#if INGOT_VECTOR_BYTES == 16
/// Products of a vector that has two words of each of two rows, and one that has two words of each
/// of two columns: four sums, [row][column]. Panels have the words of columns in that order, see
/// integer_pack.h. Until a tile is finished, the sums of two rows and of columns 0 and 1 of a
/// vector of columns are where the first row's would be, those of columns 2 and 3 where the second
/// row's would be.
template <bool Signed> struct Matrices : Quads<Signed, Signed> {
  static constexpr int rowsOfSums(int rows) { return rows + rows % 2; }

  INGOT_INLINE static Bits ofTwoRows(uint64_t first, uint64_t second) {
    typedef uint64_t Longs __attribute__((ext_vector_type(2)));
    return __builtin_bit_cast(Bits, Longs{first, second});
  }
  /// Single words of columns 0 and 1, or of columns 2 and 3, each with 0 for its second one.
  INGOT_INLINE static Bits ofTwoColumns(Bits words, bool second) {
    return second ? __builtin_shufflevector(words, Bits(0), 2, 4, 3, 5)
                  : __builtin_shufflevector(words, Bits(0), 0, 4, 1, 5);
  }
  /// The sums of one of two rows.
  INGOT_INLINE static IntVector rowOf(IntVector left, IntVector right, bool second) {
    return second ? __builtin_shufflevector(left, right, 2, 3, 6, 7)
                  : __builtin_shufflevector(left, right, 0, 1, 4, 5);
  }

  INGOT_INLINE static void addMatrix(IntVector &sums, Bits left, Bits right) {
#if defined(__ARM_FEATURE_MATMUL_INT8)
    if constexpr (Signed)
      sums = __builtin_bit_cast(IntVector, vmmlaq_s32(__builtin_bit_cast(int32x4_t, sums),
                                                      __builtin_bit_cast(int8x16_t, left),
                                                      __builtin_bit_cast(int8x16_t, right)));
    else
      sums = __builtin_bit_cast(IntVector, vmmlaq_u32(__builtin_bit_cast(uint32x4_t, sums),
                                                      __builtin_bit_cast(uint8x16_t, left),
                                                      __builtin_bit_cast(uint8x16_t, right)));
#else
    IntVector all[1] = {sums};
    Matrices::add(all, __builtin_shufflevector(left, left, 0, 0, 2, 2),
                  __builtin_shufflevector(right, right, 0, 2, 0, 2));
    Matrices::add(all, __builtin_shufflevector(left, left, 1, 1, 3, 3),
                  __builtin_shufflevector(right, right, 1, 3, 1, 3));
    sums = all[0];
#endif
  }
};
#endif

} // namespace ingot::kernels::contraction
