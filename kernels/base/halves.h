// Numbers of 16 bits in memory, which become f32 in registers: weights that take half the room.
//
// Only numbers that 16 bits hold exactly are stored: what is loaded again is what was stored, and
// a product computes the same bits as with weights of f32.
#pragma once

#include "kernels/base/vector.h"

namespace ingot::kernels {

/// The bits of an f16; the type is for memory only.
struct __attribute__((may_alias)) F16 {
  uint16_t bits;
};
/// The bits of a bf16, the upper half of an f32.
struct __attribute__((may_alias)) BF16 {
  uint16_t bits;
};

/// What moves the exponent of an f32 to where that of an f16 is; exact, also for numbers that are
/// denormal in f16.
inline constexpr float toHalfExponent = 0x1p-112f, fromHalfExponent = 0x1p112f;

INGOT_INLINE Vector load(const BF16 *p) {
  return __builtin_bit_cast(Vector, detail::loadLanes<uint16_t>(p) << 16);
}
INGOT_INLINE Vector load(const F16 *p) {
#if defined(__F16C__) || defined(__AVX512F__) || defined(__aarch64__)
  typedef _Float16 Halves __attribute__((ext_vector_type(lanes)));
  typedef Halves HalvesInMemory __attribute__((aligned(2), may_alias));
  return __builtin_convertvector(*reinterpret_cast<const HalvesInMemory *>(p), Vector);
#else
  Bits half = detail::loadLanes<uint16_t>(p);
  Vector magnitude = __builtin_bit_cast(Vector, (half & 0x7fff) << 13) * fromHalfExponent;
  return __builtin_bit_cast(Vector, __builtin_bit_cast(Bits, magnitude) | (half & 0x8000) << 16);
#endif
}

/// Of numbers that fit, which fitsInto() says.
INGOT_INLINE void store(BF16 *p, Vector x) {
  detail::storeLanes<uint16_t>(p, __builtin_bit_cast(Bits, x) >> 16);
}
INGOT_INLINE void store(F16 *p, Vector x) {
  Bits sign = __builtin_bit_cast(Bits, x) & 0x80000000;
  Vector magnitude = __builtin_bit_cast(Vector, __builtin_bit_cast(Bits, x) ^ sign);
  Bits half = __builtin_bit_cast(Bits, magnitude * toHalfExponent) >> 13;
  detail::storeLanes<uint16_t>(p, half | sign >> 16);
}

INGOT_INLINE void storeOne(float *p, float x) { *p = x; }
INGOT_INLINE void storeOne(BF16 *p, float x) {
  p->bits = static_cast<uint16_t>(__builtin_bit_cast(uint32_t, x) >> 16);
}
INGOT_INLINE void storeOne(F16 *p, float x) {
  uint32_t sign = __builtin_bit_cast(uint32_t, x) & 0x80000000;
  float magnitude = __builtin_bit_cast(float, __builtin_bit_cast(uint32_t, x) ^ sign);
  uint32_t half = __builtin_bit_cast(uint32_t, magnitude *toHalfExponent) >> 13;
  p->bits = static_cast<uint16_t>(half | sign >> 16);
}

/// Not 0 in the lanes of numbers that `Number` does not hold exactly, infinities and NaN among
/// them.
template <typename Number> INGOT_INLINE Bits lossOf(Vector x);
template <> INGOT_INLINE Bits lossOf<BF16>(Vector x) {
  Bits bits = __builtin_bit_cast(Bits, x);
  auto isInfinite = (bits & 0x7f800000) == 0x7f800000;
  return __builtin_bit_cast(Bits, isInfinite) | (bits & 0xffff);
}
template <> INGOT_INLINE Bits lossOf<F16>(Vector x) {
  Bits bits = __builtin_bit_cast(Bits, x) & 0x7fffffff;
  Vector small = __builtin_bit_cast(Vector, bits) * toHalfExponent;
  Vector back = small * fromHalfExponent;
  Bits half = __builtin_bit_cast(Bits, small);
  auto isTooLarge = half >= 0x0f800000; // from 65536 on
  // Rounded on the way, or with bits below the last place.
  return (__builtin_bit_cast(Bits, back) ^ bits) | (half & 0x1fff) |
         __builtin_bit_cast(Bits, isTooLarge);
}

/// Whether `Number` holds all of these exactly.
template <typename Number> INGOT_INLINE bool fitsInto(const float *x, int64_t count) {
  constexpr int64_t together = 16 * lanes; // between looks at what was found
  int64_t i = 0;
  INGOT_ROLLED
  for (; i + together <= count; i += together) {
    Bits loss = Bits(0);
    INGOT_ROLLED
    for (int64_t k = 0; k < together; k += lanes)
      loss |= lossOf<Number>(load(x + i + k));
    if (__builtin_reduce_or(loss) != 0)
      return false;
  }
  INGOT_ROLLED
  for (; i < count; i += lanes)
    if (__builtin_reduce_or(lossOf<Number>(loadPart(x + i, count - i))) != 0)
      return false;
  return true;
}

} // namespace ingot::kernels
