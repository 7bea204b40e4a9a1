// Conversions from a compute type to an element type, where they may be told how to round.
#pragma once

#include "kernels/base/scalar.h"

namespace ingot::kernels {

/// How a conversion to a float of 8 bits treats what it cannot hold.
struct Narrowing {
  bool saturate;
  ScaleRounding rounding; ///< to f8e8m0
};

namespace detail {
template <typename T> inline constexpr bool hasEightBits = false;
template <typename F>
  requires isSmallFloat<F>
inline constexpr bool hasEightBits<F> = F::exponentBits + F::mantissaBits == 7;
} // namespace detail

/// A number of a compute type converted: as store(), but to a float of 8 bits as is said.
template <typename T, typename C> T convert(C x, Narrowing narrowing) {
  if constexpr (__is_same(T, f8e8m0))
    return encodeScale(static_cast<double>(x), narrowing.saturate, narrowing.rounding);
  else if constexpr (detail::hasEightBits<T>)
    return encode<T>(static_cast<double>(x), narrowing.saturate);
  else
    return store<T>(x);
}

} // namespace ingot::kernels
