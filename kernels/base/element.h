// Elements of several sizes in one kernel: how many bytes they have is one of its sizes, which the
// compiler folds.
#pragma once

#include "kernels/base/vector.h"

namespace ingot::kernels {

namespace detail {
template <typename T> INGOT_INLINE T valueAt(const void *p, int64_t i) {
  return static_cast<const T *>(p)[i];
}
template <typename T, typename C> INGOT_INLINE void setValue(void *p, int64_t i, C value) {
  static_cast<T *>(p)[i] = static_cast<T>(value);
}
} // namespace detail

/// Element i of an array of floats of 4 or 8 bytes (C is double), or of integers of 1 to 8 (int64_t
/// or uint64_t).
template <typename C> INGOT_INLINE C elementAt(const void *p, int64_t i, int64_t bytes) {
  using namespace detail;
  if constexpr (__is_same(C, double))
    return bytes == 4 ? static_cast<double>(valueAt<float>(p, i)) : valueAt<double>(p, i);
  else if constexpr (__is_same(C, int64_t))
    return bytes == 8   ? valueAt<int64_t>(p, i)
           : bytes == 4 ? valueAt<int32_t>(p, i)
           : bytes == 2 ? valueAt<int16_t>(p, i)
                        : valueAt<int8_t>(p, i);
  else
    return bytes == 8   ? valueAt<uint64_t>(p, i)
           : bytes == 4 ? valueAt<uint32_t>(p, i)
           : bytes == 2 ? valueAt<uint16_t>(p, i)
                        : valueAt<uint8_t>(p, i);
}

/// Rounds a float; of an integer the low bits are stored.
template <typename C> INGOT_INLINE void setElement(void *p, int64_t i, int64_t bytes, C value) {
  using namespace detail;
  if constexpr (__is_same(C, double)) {
    bytes == 4 ? setValue<float>(p, i, value) : setValue<double>(p, i, value);
    return;
  }
  bytes == 8   ? setValue<uint64_t>(p, i, value)
  : bytes == 4 ? setValue<uint32_t>(p, i, value)
  : bytes == 2 ? setValue<uint16_t>(p, i, value)
               : setValue<uint8_t>(p, i, value);
}

/// Eight numbers side by side, of a type that has no vector kernels of its own.
template <typename T> struct EightOf {
  typedef T Type __attribute__((ext_vector_type(8)));
  typedef Type InMemory __attribute__((aligned(sizeof(T)), may_alias));
};
template <typename T> using Eight = typename EightOf<T>::Type;

/// The first `count` of eight numbers `stride` apart, widened to C; the others are 0.
template <typename C, typename T>
INGOT_INLINE Eight<C> loadEight(const T *p, int64_t count, int64_t stride) {
  if (count >= 8 && stride == 1)
    return __builtin_convertvector(*reinterpret_cast<const typename EightOf<T>::InMemory *>(p),
                                   Eight<C>);
  Eight<C> x = Eight<C>(0);
  INGOT_ROLLED
  for (int64_t i = 0; i < least(count, 8); ++i)
    x[i] = static_cast<C>(p[i * stride]);
  return x;
}

/// The first `count`, narrowed to T.
template <typename T, typename Numbers>
INGOT_INLINE void storeEight(T *p, Numbers x, int64_t count) {
  if (count >= 8) {
    *reinterpret_cast<typename EightOf<T>::InMemory *>(p) = __builtin_convertvector(x, Eight<T>);
    return;
  }
  INGOT_ROLLED
  for (int64_t i = 0; i < count; ++i)
    p[i] = static_cast<T>(x[i]);
}

} // namespace ingot::kernels
