// The functions that formulas in the operator records use, for the compute types double, int64_t and
// uint64_t. Integers wrap; nothing here is undefined for any value.
#pragma once

#include <stdint.h>

namespace ingot::kernels::math {

template <typename C> inline constexpr bool isFloating = __is_same(C, double);

inline int64_t wrap(uint64_t x) { return static_cast<int64_t>(x); }
inline bool isNan(double x) { return x != x; }
inline double infinity() { return __builtin_inf(); }
inline double nan() { return __builtin_nan(""); }

template <typename C> C add(C x, C y) {
  if constexpr (isFloating<C>)
    return x + y;
  else
    return static_cast<C>(static_cast<uint64_t>(x) + static_cast<uint64_t>(y));
}
template <typename C> C sub(C x, C y) {
  if constexpr (isFloating<C>)
    return x - y;
  else
    return static_cast<C>(static_cast<uint64_t>(x) - static_cast<uint64_t>(y));
}
template <typename C> C mul(C x, C y) {
  if constexpr (isFloating<C>)
    return x * y;
  else
    return static_cast<C>(static_cast<uint64_t>(x) * static_cast<uint64_t>(y));
}
template <typename C> C neg(C x) { return isFloating<C> ? -x : sub(C(0), x); }
template <typename C> C abs(C x) {
  if constexpr (isFloating<C>)
    return __builtin_fabs(x);
  else
    return x < C(0) ? neg(x) : x;
}
/// The larger one; NaN if either is.
template <typename C> C max(C x, C y) {
  if constexpr (isFloating<C>)
    if (isNan(x) || isNan(y))
      return nan();
  return x < y ? y : x;
}
template <typename C> C min(C x, C y) {
  if constexpr (isFloating<C>)
    if (isNan(x) || isNan(y))
      return nan();
  return y < x ? y : x;
}

} // namespace ingot::kernels::math
