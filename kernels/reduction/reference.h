// Reference kernels of reductions.
//
// A reduction walks its operand once, in memory order, and combines every element into the
// accumulator of its result element. Floats accumulate in double, integers wrap in 64 bits; both
// are narrowed once at the end:
//
//   start<Sum<T>>(acc, n);
//   accumulate<Sum<T>>(in, layout, acc);
//   finish<Sum<T>>(acc, n, count, out);
#pragma once

#include "kernels/base/scalar.h"
#include "kernels/elementwise/math.h"

namespace ingot::kernels::reduction {

/// The operand as a reduction sees it. Element (i0, i1, …) belongs to result element
/// i0 * strides[0] + i1 * strides[1] + …, where a reduced axis has stride 0. Neighbouring axes of
/// one kind are best merged. The last axis has stride 0 or 1. The operand is not empty.
struct Layout {
  const int64_t *dims;
  const int64_t *strides;
  int64_t rank;   ///< at least 1
  int64_t *index; ///< scratch of `rank` entries
};

/// Calls f(operand offset, result offset, length, kept) for every run along the last axis, in
/// memory order. `kept`: element j belongs to result element offset + j; otherwise all belong to
/// offset.
template <typename F> void forEachRun(const Layout &layout, F &&f) {
  int64_t last = layout.rank - 1, runs = 1, to = 0;
  for (int64_t axis = 0; axis < last; ++axis) {
    runs *= layout.dims[axis];
    layout.index[axis] = 0;
  }
  int64_t length = layout.dims[last];
  for (int64_t run = 0; run < runs; ++run) {
    f(run * length, to, length, layout.strides[last] != 0);
    for (int64_t axis = last; axis-- > 0;) {
      to += layout.strides[axis];
      if (++layout.index[axis] < layout.dims[axis])
        break;
      to -= layout.strides[axis] * layout.dims[axis];
      layout.index[axis] = 0;
    }
  }
}

//===--------------------------------------------------------------------------------------------===//
// What is accumulated: A first(), A step(A, element), T finish(A, count)
//===--------------------------------------------------------------------------------------------===//

/// The integer nearest to zero's side of x; what is out of range saturates, NaN becomes 0.
template <typename T> T truncate(double x) {
  if constexpr (__is_same(Compute<T>, double)) {
    return store<T>(x);
  } else if constexpr (__is_same(T, bool)) {
    return x != 0;
  } else {
    constexpr bool isSigned = __is_signed(T);
    constexpr int bits = static_cast<int>(sizeof(T)) * 8 - isSigned;
    double limit = detail::powerOfTwo(bits);
    constexpr uint64_t largest = ~0ull >> (64 - bits);
    if (x != x)
      return 0;
    if (x >= limit)
      return static_cast<T>(largest);
    if (x <= (isSigned ? -limit : 0.0))
      return isSigned ? static_cast<T>(-static_cast<int64_t>(largest) - 1) : T(0);
    return static_cast<T>(x);
  }
}

/// The least and the greatest value of T, infinities for floats.
template <typename T> Compute<T> lowest() {
  if constexpr (__is_same(Compute<T>, double))
    return -math::infinity();
  else if constexpr (__is_same(T, bool))
    return 0;
  else
    return static_cast<Compute<T>>(truncate<T>(-1e300));
}
template <typename T> Compute<T> highest() {
  if constexpr (__is_same(Compute<T>, double))
    return math::infinity();
  else if constexpr (__is_same(T, bool))
    return 1;
  else
    return static_cast<Compute<T>>(truncate<T>(1e300));
}

template <typename T> struct Sum {
  using Element = T;
  using A = Compute<T>;
  static A first() { return 0; }
  static A step(A a, A x) { return math::add(a, x); }
  static T finish(A a, int64_t) { return store<T>(a); }
};

template <typename T> struct Mean : Sum<T> {
  using A = Compute<T>;
  static T finish(A a, int64_t count) {
    if constexpr (__is_same(A, double))
      return store<T>(a / static_cast<double>(count));
    else
      return count == 0 ? T(0) : store<T>(a / static_cast<A>(count));
  }
};

template <typename T> struct Prod : Sum<T> {
  using A = Compute<T>;
  static A first() { return 1; }
  static A step(A a, A x) { return math::mul(a, x); }
};

template <typename T> struct Max : Sum<T> {
  using A = Compute<T>;
  static A first() { return lowest<T>(); }
  static A step(A a, A x) { return math::max(a, x); }
};

template <typename T> struct Min : Sum<T> {
  using A = Compute<T>;
  static A first() { return highest<T>(); }
  static A step(A a, A x) { return math::min(a, x); }
};

template <typename T> struct L1 : Sum<T> {
  using A = Compute<T>;
  static A step(A a, A x) { return math::add(a, math::abs(x)); }
};

template <typename T> struct SumSquare : Sum<T> {
  using A = Compute<T>;
  static A step(A a, A x) { return math::add(a, math::mul(x, x)); }
};

template <typename T> struct L2 {
  using Element = T;
  using A = double;
  static A first() { return 0; }
  static A step(A a, Compute<T> x) {
    double wide = static_cast<double>(x);
    return a + wide * wide;
  }
  static T finish(A a, int64_t) { return truncate<T>(__builtin_sqrt(a)); }
};

template <typename T> struct LogSum {
  using Element = T;
  using A = double;
  static A first() { return 0; }
  static A step(A a, Compute<T> x) { return a + static_cast<double>(x); }
  static T finish(A a, int64_t) { return truncate<T>(__builtin_log(a)); }
};

//===--------------------------------------------------------------------------------------------===//
// The kernels
//===--------------------------------------------------------------------------------------------===//

template <typename Op> void start(typename Op::A *acc, int64_t results) {
  for (int64_t i = 0; i < results; ++i)
    acc[i] = Op::first();
}

template <typename Op>
void accumulate(const typename Op::Element *in, const Layout &layout, typename Op::A *acc) {
  forEachRun(layout, [&](int64_t from, int64_t to, int64_t length, bool kept) {
    const typename Op::Element *x = in + from;
    if (kept) {
      for (int64_t j = 0; j < length; ++j)
        acc[to + j] = Op::step(acc[to + j], load(x[j]));
      return;
    }
    typename Op::A a = acc[to];
    for (int64_t j = 0; j < length; ++j)
      a = Op::step(a, load(x[j]));
    acc[to] = a;
  });
}

/// `count`: how many elements went into each result.
template <typename Op>
void finish(const typename Op::A *acc, int64_t results, int64_t count, typename Op::Element *out) {
  for (int64_t i = 0; i < results; ++i)
    out[i] = Op::finish(acc[i], count);
}

/// sum[i] += exp(x - shift(top[i])) for every element x of result i, where `top` is its maximum. An
/// infinite maximum is no shift: the exponential is then 0 or infinity by itself.
inline double shiftOf(double top) { return __builtin_isinf(top) ? 0 : top; }
template <typename T>
void accumulateExp(const T *in, const Layout &layout, const Compute<T> *top, double *sum) {
  forEachRun(layout, [&](int64_t from, int64_t to, int64_t length, bool kept) {
    for (int64_t j = 0; j < length; ++j) {
      int64_t i = kept ? to + j : to;
      sum[i] += __builtin_exp(static_cast<double>(load(in[from + j])) -
                              shiftOf(static_cast<double>(top[i])));
    }
  });
}
template <typename T>
void finishLogSumExp(const Compute<T> *top, const double *sum, int64_t results, T *out) {
  for (int64_t i = 0; i < results; ++i)
    out[i] =
        truncate<T>(sum[i] == 0 ? -math::infinity()
                                : shiftOf(static_cast<double>(top[i])) + __builtin_log(sum[i]));
}

/// x takes the place of `best`, which came before it.
template <typename T, bool IsMax> bool takesPlace(T x, T best, bool last) {
  auto a = load(x), b = load(best);
  if constexpr (__is_same(decltype(a), double)) {
    if (math::isNan(b))
      return last && math::isNan(a);
    if (math::isNan(a))
      return true;
  }
  return (IsMax ? a > b : a < b) || (last && a == b);
}

/// The index of the extreme of each column of `in` [outer, n, inner]; n is not 0.
template <typename T, bool IsMax>
void argExtreme(const T *in, int64_t outer, int64_t n, int64_t inner, bool last, int64_t *out) {
  for (int64_t o = 0; o < outer; ++o, in += n * inner, out += inner) {
    for (int64_t j = 0; j < inner; ++j)
      out[j] = 0;
    for (int64_t i = 1; i < n; ++i)
      for (int64_t j = 0; j < inner; ++j)
        if (takesPlace<T, IsMax>(in[i * inner + j], in[out[j] * inner + j], last))
          out[j] = i;
  }
}

} // namespace ingot::kernels::reduction
