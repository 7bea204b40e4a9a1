// Pools of any numbers, a plane at a time: what the tuned kernels do not take, computed as the
// reference does, floats in f64 and integers in 64 bits.
//
//   x  [planes, in…], y  [planes, out…], both dense
#pragma once

#include "kernels/base/element.h"
#include "kernels/pooling/contract.h"
#include "kernels/pooling/reference.h"

namespace ingot::kernels::pooling {

/// Where a walk over the windows of some planes is.
struct Windows {
  Axis axes[plainAxes];
  Cursor cursors[plainAxes];
  int64_t plane;  ///< its first element in x
  int64_t window; ///< counted over all planes

  INGOT_INLINE explicit Windows(const PlainPoolSizes &s) {
    for (int i = 0; i < plainAxes; ++i)
      axes[i] = {s.in[i], s.out[i], s.taps[i], s.stride[i], s.dilation[i], s.before[i], s.after[i]};
  }

  /// How many taps a mean divides by.
  INGOT_INLINE double count(bool countPadding) const {
    double count = 1;
    for (int i = 0; i < plainAxes; ++i)
      count *= static_cast<double>(countPadding ? cursors[i].paddedTaps(axes[i])
                                                : cursors[i].last - cursors[i].first);
    return count;
  }
};

/// Calls f(windows, the taps of a window) for every window of planes [begin, end); the taps take a
/// function of an offset into the plane.
template <typename F>
INGOT_INLINE void forEachPlainWindow(const PlainPoolSizes &s, int64_t begin, int64_t end, F &&f) {
  Windows w(s);
  w.window = begin * PlainPoolSizes::product(s.out);
  INGOT_ROLLED
  for (int64_t plane = begin; plane < end; ++plane) {
    w.plane = plane * PlainPoolSizes::product(s.in);
    auto taps = [&](auto &&tap) INGOT_INLINED { forEachTap(w.axes, plainAxes, w.cursors, tap); };
    auto window = [&]() INGOT_INLINED {
      f(w, taps);
      ++w.window;
    };
    forEachWindow(w.axes, plainAxes, w.cursors, window, []() INGOT_INLINED { return true; });
  }
}

/// What a plane's reference says of the least element that C stands for: no integer of fewer bytes
/// is less.
template <typename C> INGOT_INLINE C lowestOf(int64_t bytes) {
  if constexpr (__is_same(C, int64_t))
    return static_cast<int64_t>(~uint64_t{0} << (8 * bytes - 1));
  else
    return lowest<C>();
}

/// The maximum of each window. `put(windows, maximum, its offset in the plane, or -1)`.
template <typename C, typename Put>
INGOT_INLINE void plainMaxima(const void *x, const PlainPoolSizes &s, int64_t begin, int64_t end,
                              Put &&put) {
  forEachPlainWindow(s, begin, end, [&](const Windows &w, auto &&taps) INGOT_INLINED {
    C best = lowestOf<C>(s.bytes);
    int64_t where = -1;
    taps([&](int64_t offset) INGOT_INLINED {
      C value = elementAt<C>(x, w.plane + offset, s.bytes);
      bool better = where < 0 || value > best || (value != value && best == best);
      best = better ? value : best;
      where = better ? offset : where;
    });
    put(w, best, where);
  });
}

/// Units [begin, end), as of the functions below.
template <typename C>
INGOT_INLINE void plainMaxPool(const void *x, void *y, const void *, const PlainPoolSizes &s,
                               int64_t begin, int64_t end) {
  plainMaxima<C>(x, s, begin, end, [&](const Windows &w, C best, int64_t) INGOT_INLINED {
    setElement<C>(y, w.window, s.bytes, best);
  });
}

template <typename C>
INGOT_INLINE void plainMaxPoolIndices(const void *x, void *y, int64_t *indices, const void *,
                                      const PlainPoolSizes &s, int64_t begin, int64_t end) {
  plainMaxima<C>(x, s, begin, end, [&](const Windows &w, C best, int64_t where) INGOT_INLINED {
    setElement<C>(y, w.window, s.bytes, best);
    if (where >= 0)
      where = w.plane + (s.byColumn ? columnMajor(where, w.axes, plainAxes) : where);
    indices[w.window] = where;
  });
}

INGOT_INLINE void plainAveragePool(const void *x, void *y, const void *, const PlainPoolSizes &s,
                                   int64_t begin, int64_t end) {
  forEachPlainWindow(s, begin, end, [&](const Windows &w, auto &&taps) INGOT_INLINED {
    double sum = 0, count = w.count(s.countPadding);
    taps([&](int64_t offset)
             INGOT_INLINED { sum += elementAt<double>(x, w.plane + offset, s.bytes); });
    setElement<double>(y, w.window, s.bytes, count > 0 ? sum / count : 0);
  });
}

INGOT_INLINE void plainLpPool(const void *x, void *y, const void *, const PlainPoolSizes &s,
                              int64_t begin, int64_t end) {
  double p = __builtin_bit_cast(double, s.order);
  forEachPlainWindow(s, begin, end, [&](const Windows &w, auto &&taps) INGOT_INLINED {
    double sum = 0;
    taps([&](int64_t offset) INGOT_INLINED {
      double magnitude = __builtin_fabs(elementAt<double>(x, w.plane + offset, s.bytes));
      sum += p == 1 ? magnitude : p == 2 ? magnitude * magnitude : __builtin_pow(magnitude, p);
    });
    setElement<double>(y, w.window, s.bytes,
                       p == 1   ? sum
                       : p == 2 ? __builtin_sqrt(sum)
                                : __builtin_pow(sum, 1 / p));
  });
}

} // namespace ingot::kernels::pooling

#pragma clang fp contract(on)
