// Scalar types that C++ lacks: the small floats, the 4- and 2-bit integers, and complex numbers.
//
// Freestanding: no library calls, no heap, usable natively and as bitcode. A small float is a
// struct around its bits; arithmetic happens in float or double, and rounding back is to nearest,
// ties to even, done once, in integer arithmetic.
#pragma once

#include <stdint.h>

namespace ingot::kernels {

/// What a small float does with values beyond its largest finite one.
enum class Beyond {
  Infinity, ///< IEEE: has infinities and NaNs in the top exponent
  NanOnly,  ///< "FN": no infinity, a single NaN with all bits set
  NanZero,  ///< "FNUZ": no infinity, no negative zero; the bits of -0 mean NaN
  Saturate, ///< neither infinity nor NaN: the largest finite value stands for all beyond, 0 for NaN
};

/// A float of `E` exponent and `M` mantissa bits, kept in the low 1 + E + M bits of `Bits`.
template <typename Bits, int E, int M, int Bias, Beyond B> struct SmallFloat {
  Bits bits;

  static constexpr int exponentBits = E, mantissaBits = M, bias = Bias;
  static constexpr Beyond beyond = B;
  static constexpr uint32_t signBit = 1u << (E + M);
  static constexpr uint32_t magnitudeMask = signBit - 1;

  /// The bits of +infinity (only for Beyond::Infinity).
  static constexpr uint32_t infinity = ((1u << E) - 1) << M;
  /// The bits of the largest finite magnitude.
  static constexpr uint32_t largest = B == Beyond::Infinity  ? infinity - 1
                                      : B == Beyond::NanOnly ? magnitudeMask - 1
                                                             : magnitudeMask;
  /// The bits that a NaN becomes; where the type has none, those of -0.
  static constexpr uint32_t nan = B == Beyond::Infinity  ? infinity | (1u << (M - 1))
                                  : B == Beyond::NanOnly ? magnitudeMask
                                                         : signBit;

  bool isNan() const {
    uint32_t magnitude = bits & magnitudeMask;
    if constexpr (B == Beyond::Infinity)
      return magnitude > infinity;
    else if constexpr (B == Beyond::NanOnly)
      return magnitude == magnitudeMask;
    else if constexpr (B == Beyond::NanZero)
      return bits == signBit;
    else
      return false;
  }
};

using f16 = SmallFloat<uint16_t, 5, 10, 15, Beyond::Infinity>;
using bf16 = SmallFloat<uint16_t, 8, 7, 127, Beyond::Infinity>;
using f8e4m3fn = SmallFloat<uint8_t, 4, 3, 7, Beyond::NanOnly>;
using f8e4m3fnuz = SmallFloat<uint8_t, 4, 3, 8, Beyond::NanZero>;
using f8e5m2 = SmallFloat<uint8_t, 5, 2, 15, Beyond::Infinity>;
using f8e5m2fnuz = SmallFloat<uint8_t, 5, 2, 16, Beyond::NanZero>;
using f4e2m1 = SmallFloat<uint8_t, 2, 1, 1, Beyond::Saturate>;
using f6e2m3 = SmallFloat<uint8_t, 2, 3, 1, Beyond::Saturate>;
using f6e3m2 = SmallFloat<uint8_t, 3, 2, 3, Beyond::Saturate>;

/// A power of two: value 2^(bits - 127), 255 is NaN. No sign, no zero.
struct f8e8m0 {
  uint8_t bits;
};

/// Integers of 4 and 2 bits, one per byte, value kept sign- or zero-extended.
struct i4 {
  int8_t value;
};
struct u4 {
  uint8_t value;
};
struct i2 {
  int8_t value;
};
struct u2 {
  uint8_t value;
};

template <typename T> struct Complex {
  T re, im;
};
using c64 = Complex<float>;
using c128 = Complex<double>;

namespace detail {
inline double fromBits(uint64_t bits) { return __builtin_bit_cast(double, bits); }
inline uint64_t toBits(double x) { return __builtin_bit_cast(uint64_t, x); }
inline constexpr uint64_t doubleNan = 0x7ff8000000000000ull;
/// 2^e for a normal exponent.
inline double powerOfTwo(int e) { return fromBits(static_cast<uint64_t>(e + 1023) << 52); }

template <typename T> inline constexpr bool isSmallFloat = false;
template <typename Bits, int E, int M, int Bias, Beyond B>
inline constexpr bool isSmallFloat<SmallFloat<Bits, E, M, Bias, B>> = true;
template <typename T> inline constexpr bool isNibble = false;
template <> inline constexpr bool isNibble<i4> = true;
template <> inline constexpr bool isNibble<u4> = true;
template <> inline constexpr bool isNibble<i2> = true;
template <> inline constexpr bool isNibble<u2> = true;
} // namespace detail

/// The value of a small float, exactly.
template <typename F>
  requires detail::isSmallFloat<F>
double decode(F x) {
  if (x.isNan())
    return detail::fromBits(detail::doubleNan);
  uint32_t magnitude = x.bits & F::magnitudeMask;
  double sign = (x.bits & F::signBit) ? -1.0 : 1.0;
  if (F::beyond == Beyond::Infinity && magnitude == F::infinity)
    return sign * detail::fromBits(0x7ff0000000000000ull);
  int exponent = static_cast<int>(magnitude >> F::mantissaBits);
  double fraction = magnitude & ((1u << F::mantissaBits) - 1);
  if (exponent == 0)
    return sign * fraction * detail::powerOfTwo(1 - F::bias - F::mantissaBits);
  return sign * (fraction + static_cast<double>(1u << F::mantissaBits)) *
         detail::powerOfTwo(exponent - F::bias - F::mantissaBits);
}

inline double decode(f8e8m0 x) {
  return x.bits == 255 ? detail::fromBits(detail::doubleNan) : detail::powerOfTwo(x.bits - 127);
}

/// Rounds to nearest even. Beyond the largest finite value: that value when `saturate`, else
/// infinity or NaN as the type has it.
template <typename F>
  requires detail::isSmallFloat<F>
F encode(double value, bool saturate = false) {
  using Bits = decltype(F::bits);
  uint64_t wide = detail::toBits(value);
  uint32_t sign = (wide >> 63) ? F::signBit : 0;
  uint64_t magnitude = wide & ~(1ull << 63);
  if (magnitude > 0x7ff0000000000000ull) {
    if (F::beyond == Beyond::NanZero)
      sign = 0; // there is only one NaN
    return F{static_cast<Bits>(F::nan ^ sign)};
  }
  uint32_t overflow = F::beyond == Beyond::Infinity   ? F::infinity
                      : F::beyond == Beyond::Saturate ? F::largest
                                                      : F::nan;
  auto finish = [&](uint32_t bits) {
    bool tooLarge = bits > F::largest;
    if (tooLarge)
      bits = saturate ? F::largest : overflow;
    if (F::beyond == Beyond::NanZero && (bits == 0 || bits == F::signBit))
      return F{static_cast<Bits>(bits)};
    return F{static_cast<Bits>(bits | sign)};
  };
  if (magnitude == 0x7ff0000000000000ull)
    return finish(F::largest + 1);
  int exponent = static_cast<int>(magnitude >> 52) - 1023;
  if (exponent > (1 << F::exponentBits))
    return finish(F::largest + 1);
  uint64_t mantissa = (magnitude & ((1ull << 52) - 1)) | (1ull << 52);
  int shift = 52 - F::mantissaBits;
  int biased = exponent + F::bias;
  if (biased <= 0) { // subnormal in the small type: more bits fall off
    shift += 1 - biased;
    biased = 0;
    if (shift > 54)
      return finish(0);
  }
  uint64_t kept = mantissa >> shift;
  uint64_t rest = mantissa & ((1ull << shift) - 1), half = 1ull << (shift - 1);
  kept += rest > half || (rest == half && (kept & 1));
  // The implicit bit, and a carry out of the mantissa, both add to the exponent field.
  uint32_t bits = biased == 0 ? static_cast<uint32_t>(kept)
                              : (static_cast<uint32_t>(biased - 1) << F::mantissaBits) +
                                    static_cast<uint32_t>(kept);
  return finish(bits);
}

/// How a value between two powers of two becomes a power of two.
enum class ScaleRounding { Up, Down, Nearest };

/// The power of two for |value|. Outside of 2^-127 … 2^127, after rounding: the nearest of the two
/// when `saturate`, else NaN. Zero counts as too small; `Nearest` rounds ties up.
inline f8e8m0 encodeScale(double value, bool saturate, ScaleRounding rounding) {
  uint64_t magnitude = detail::toBits(value) & ~(1ull << 63);
  if (magnitude > 0x7ff0000000000000ull)
    return {255};
  int exponent = static_cast<int>(magnitude >> 52) - 1023;
  uint64_t fraction = magnitude & ((1ull << 52) - 1);
  bool up = rounding == ScaleRounding::Up        ? fraction != 0
            : rounding == ScaleRounding::Nearest ? fraction >= (1ull << 51)
                                                 : false;
  exponent += up;
  if (exponent > 127)
    return {static_cast<uint8_t>(saturate ? 254 : 255)};
  if (exponent < -127)
    return {static_cast<uint8_t>(saturate ? 0 : 255)};
  return {static_cast<uint8_t>(exponent + 127)};
}

/// The type in which element arithmetic on T is done: double for floats (it holds them all exactly,
/// so that rounding happens once), 64-bit integers for all integers (truncation on store gives the
/// wrap of the narrow type).
template <typename T> struct ComputeType {
  using type = double;
};
template <typename T>
  requires(__is_integral(T) && __is_signed(T))
struct ComputeType<T> {
  using type = int64_t;
};
template <typename T>
  requires(__is_integral(T) && __is_unsigned(T))
struct ComputeType<T> {
  using type = uint64_t;
};
template <> struct ComputeType<i4> {
  using type = int64_t;
};
template <> struct ComputeType<i2> {
  using type = int64_t;
};
template <> struct ComputeType<u4> {
  using type = uint64_t;
};
template <> struct ComputeType<u2> {
  using type = uint64_t;
};
template <typename T> using Compute = typename ComputeType<T>::type;

/// Widens an element to its compute type.
template <typename T> Compute<T> load(T x) {
  if constexpr (detail::isSmallFloat<T> || __is_same(T, f8e8m0))
    return static_cast<Compute<T>>(decode(x));
  else if constexpr (detail::isNibble<T>)
    return x.value;
  else
    return static_cast<Compute<T>>(x);
}

/// Truncates towards zero to int64_t or uint64_t. Defined for all values: NaN gives 0, what is
/// beyond the range its nearest end; a negative value wraps in uint64_t, as it does between
/// integers.
template <typename I> I truncateTo(double x) {
  if constexpr (__is_same(I, uint64_t)) {
    if (x >= 0x1p63)
      return x >= 0x1p64 ? ~uint64_t{0} : static_cast<uint64_t>(x);
    return static_cast<uint64_t>(truncateTo<int64_t>(x));
  } else {
    if (x >= 0x1p63)
      return INT64_MAX;
    if (x >= -0x1p63)
      return static_cast<int64_t>(x);
    return x != x ? 0 : INT64_MIN;
  }
}

namespace detail {
template <typename C>
inline constexpr bool isFloating = __is_same(C, double) || __is_same(C, float);

/// A number as a double that rounds to a smaller float as the number itself would: what falls off a
/// 64-bit integer sticks to the last bit kept.
template <typename C> double toRound(C x) {
  if constexpr (isFloating<C>) {
    return static_cast<double>(x);
  } else {
    bool negative = x < C(0);
    uint64_t magnitude = negative ? 0 - static_cast<uint64_t>(x) : static_cast<uint64_t>(x);
    if (magnitude >> 53)
      magnitude = (magnitude & ~uint64_t{0xfff}) | ((magnitude & 0xfff) ? 0x800 : 0);
    double value = static_cast<double>(magnitude);
    return negative ? -value : value;
  }
}
} // namespace detail

/// Narrows a computed value: floats round to nearest even, to an integer they truncate (see
/// truncateTo), and integers wrap.
template <typename T, typename C> T store(C x) {
  if constexpr (detail::isSmallFloat<T>)
    return encode<T>(detail::toRound(x), T::beyond == Beyond::Saturate);
  else if constexpr (__is_same(T, f8e8m0))
    return encodeScale(detail::toRound(x), true, ScaleRounding::Up);
  else if constexpr (__is_same(T, bool))
    return x != C(0);
  else if constexpr (detail::isFloating<C> && !detail::isFloating<T>)
    return store<T>(truncateTo<Compute<T>>(static_cast<double>(x)));
  else if constexpr (__is_same(T, i4))
    return {static_cast<int8_t>(static_cast<int8_t>(static_cast<uint8_t>(x) << 4) >> 4)};
  else if constexpr (__is_same(T, i2))
    return {static_cast<int8_t>(static_cast<int8_t>(static_cast<uint8_t>(x) << 6) >> 6)};
  else if constexpr (__is_same(T, u4))
    return {static_cast<uint8_t>(static_cast<uint8_t>(x) & 15)};
  else if constexpr (__is_same(T, u2))
    return {static_cast<uint8_t>(static_cast<uint8_t>(x) & 3)};
  else
    return static_cast<T>(x);
}

} // namespace ingot::kernels
