// Reference kernels of linear quantization, over blocks of numbers in double.
#pragma once

#include "kernels/base/scalar.h"

namespace ingot::kernels::quantization {

/// The float type a quotient is computed in.
enum class Precision : uint8_t { F16, BF16, F32, F64 };

inline double roundTo(Precision precision, double x) {
  switch (precision) {
  case Precision::F16:
    return decode(encode<f16>(x));
  case Precision::BF16:
    return decode(encode<bf16>(x));
  case Precision::F32:
    return static_cast<double>(static_cast<float>(x));
  case Precision::F64:
    break;
  }
  return x;
}

/// Where the scale of an element is, for x as [outer, size, inner]: element (o, i, j) has scale
/// o * outerStride + i / block * axisStride + j * innerStride.
struct Layout {
  int64_t outer, size, inner, block;
  int64_t outerStride, axisStride, innerStride;
};

/// Calls f(element, scale) for all elements, in order.
template <typename F> void forEachScaled(const Layout &l, F &&f) {
  int64_t element = 0;
  for (int64_t o = 0; o < l.outer; ++o)
    for (int64_t i = 0; i < l.size; ++i) {
      int64_t scale = o * l.outerStride + i / l.block * l.axisStride;
      for (int64_t j = 0; j < l.inner; ++j)
        f(element++, scale + j * l.innerStride);
    }
}

/// The least and the largest value of a quantized integer type.
template <typename T> struct Range {
  static constexpr bool isSigned = __is_same(T, i4) || __is_same(T, i2) || __is_signed(T);
  static constexpr int bits = __is_same(T, i4) || __is_same(T, u4)   ? 4
                              : __is_same(T, i2) || __is_same(T, u2) ? 2
                                                                     : 8 * sizeof(T);
  static constexpr double low = isSigned ? -static_cast<double>(1ll << (bits - 1)) : 0;
  static constexpr double high = isSigned ? static_cast<double>((1ll << (bits - 1)) - 1)
                                          : static_cast<double>((1ll << bits) - 1);
};

/// A quotient plus zero point as T. Integers round to even and saturate, NaN becomes the least.
template <typename T> T quantized(double quotient, double zeroPoint, bool saturate) {
  if constexpr (detail::isSmallFloat<T>) {
    return encode<T>(quotient + zeroPoint, saturate || T::beyond == Beyond::Saturate);
  } else {
    double value = __builtin_rint(quotient) + zeroPoint;
    if (!(value > Range<T>::low))
      value = Range<T>::low;
    else if (value > Range<T>::high)
      value = Range<T>::high;
    return store<T>(static_cast<int64_t>(value));
  }
}

/// y = x / scale + zeroPoint; zeroPoints may be null.
template <typename From, typename To>
void quantize(const From *x, const double *scales, const double *zeroPoints, const Layout &layout,
              Precision precision, bool saturate, To *y) {
  forEachScaled(layout, [&](int64_t i, int64_t s) {
    double value = roundTo(precision, static_cast<double>(load(x[i])));
    double quotient = roundTo(precision, value / roundTo(precision, scales[s]));
    y[i] = quantized<To>(quotient, zeroPoints ? zeroPoints[s] : 0, saturate);
  });
}

/// y = (x - zeroPoint) * scale; zeroPoints may be null. The product is taken in Product.
template <typename Product, typename From, typename To>
void dequantize(const From *x, const double *scales, const double *zeroPoints, const Layout &layout,
                To *y) {
  forEachScaled(layout, [&](int64_t i, int64_t s) {
    double difference = static_cast<double>(load(x[i])) - (zeroPoints ? zeroPoints[s] : 0);
    y[i] = store<To>(static_cast<Product>(difference) * static_cast<Product>(scales[s]));
  });
}

/// Scale and zero point that map the range of x, and 0, to 0 … 255.
inline void fitRange(const float *x, int64_t n, float *scale, double *zeroPoint) {
  float low = 0, high = 0;
  for (int64_t i = 0; i < n; ++i) {
    low = x[i] < low ? x[i] : low;
    high = x[i] > high ? x[i] : high;
  }
  *scale = high == low ? 1.0f : (high - low) / 255.0f;
  float place = 0.0f - low / *scale;
  *zeroPoint = place > 0 ? (place < 255 ? __builtin_rint(static_cast<double>(place)) : 255.0) : 0.0;
}

/// What remains of x after a quantization to 0 … 255 that fits it.
inline void passThroughBytes(float *x, int64_t n) {
  float scale;
  double zeroPoint;
  fitRange(x, n, &scale, &zeroPoint);
  for (int64_t i = 0; i < n; ++i) {
    uint8_t byte = quantized<uint8_t>(static_cast<double>(x[i] / scale), zeroPoint, true);
    x[i] = static_cast<float>(byte - zeroPoint) * scale;
  }
}

/// Each of n bytes as 8 / bits numbers, a byte each, from the low bits up.
inline void unpackBits(const uint8_t *x, int64_t n, int64_t bits, uint8_t *y) {
  for (int64_t i = 0; i < n; ++i)
    for (int64_t shift = 0; shift < 8; shift += bits)
      *y++ = static_cast<uint8_t>(x[i] >> shift & ((1 << bits) - 1));
}

} // namespace ingot::kernels::quantization
