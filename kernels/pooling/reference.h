// Reference kernels of pooling: a reduction over the taps of a sliding window, any number of axes.
//
// A tensor is `planes` (batch times channels) blocks of spatial positions. Taps that fall outside
// the input are never touched: their range is found by arithmetic, so that padding costs nothing.
#pragma once

#include "kernels/base/scalar.h"

namespace ingot::kernels::pooling {

/// One spatial axis: window o covers the positions o * stride - before + k * dilation, k < taps.
struct Axis {
  int64_t in, out, taps, stride, dilation, before, after;
};

/// Where a walk over the windows stands along one axis.
struct Cursor {
  int64_t window;      ///< index of the window
  int64_t start;       ///< position of its first tap, negative in the padding
  int64_t first, last; ///< its taps [first, last) are inside the input
  int64_t tap;         ///< scratch of forEachTap

  void enter(const Axis &axis, int64_t index) {
    window = index;
    start = index * axis.stride - axis.before;
    first = start >= 0 ? 0 : (-start - 1) / axis.dilation + 1;
    last = start >= axis.in ? 0 : (axis.in - start - 1) / axis.dilation + 1;
    last = last < axis.taps ? last : axis.taps;
    first = first < last ? first : last;
  }
  /// Taps inside the input and its padding.
  int64_t paddedTaps(const Axis &axis) const {
    int64_t end = axis.in + axis.after;
    int64_t count = start >= end ? 0 : (end - start - 1) / axis.dilation + 1;
    return count < axis.taps ? count : axis.taps;
  }
};

/// Calls f() with the cursors at every window, in row-major order. `rank` is at least 1. Gives up,
/// and says false, when `goOn`, asked now and then, does.
template <typename F, typename GoOn>
bool forEachWindow(const Axis *axes, int64_t rank, Cursor *cursors, F &&f, GoOn &&goOn) {
  for (int64_t axis = 0; axis < rank; ++axis) {
    if (axes[axis].out <= 0)
      return true;
    cursors[axis].enter(axes[axis], 0);
  }
  for (int64_t count = 1;; ++count) {
    f();
    if (count % 65536 == 0 && !goOn())
      return false;
    int64_t axis = rank - 1;
    for (; axis >= 0; --axis) {
      int64_t next = cursors[axis].window + 1;
      if (next < axes[axis].out) {
        cursors[axis].enter(axes[axis], next);
        break;
      }
      cursors[axis].enter(axes[axis], 0);
    }
    if (axis < 0)
      return true;
  }
}

/// Calls f(offset into the plane) for every tap of the current window that is inside the input.
template <typename F> void forEachTap(const Axis *axes, int64_t rank, Cursor *cursors, F &&f) {
  for (int64_t axis = 0; axis < rank; ++axis) {
    if (cursors[axis].first >= cursors[axis].last)
      return;
    cursors[axis].tap = cursors[axis].first;
  }
  const Axis &inner = axes[rank - 1];
  const Cursor &row = cursors[rank - 1];
  for (;;) {
    int64_t offset = 0;
    for (int64_t axis = 0; axis + 1 < rank; ++axis)
      offset = (offset + cursors[axis].start + cursors[axis].tap * axes[axis].dilation) *
               axes[axis + 1].in;
    offset += row.start;
    for (int64_t tap = row.first; tap < row.last; ++tap)
      f(offset + tap * inner.dilation);
    int64_t axis = rank - 2;
    for (; axis >= 0; --axis) {
      if (++cursors[axis].tap < cursors[axis].last)
        break;
      cursors[axis].tap = cursors[axis].first;
    }
    if (axis < 0)
      return;
  }
}

/// Positions of one plane. Wraps only where some axis is empty, and then nothing is read.
inline int64_t planeSize(const Axis *axes, int64_t rank) {
  uint64_t size = 1;
  for (int64_t axis = 0; axis < rank; ++axis)
    size *= static_cast<uint64_t>(axes[axis].in);
  return static_cast<int64_t>(size);
}

/// What the maximum of no element is: minus infinity, or the least integer.
template <typename T> T lowest() {
  if constexpr (__is_floating_point(T))
    return -static_cast<T>(__builtin_inf());
  else if constexpr (static_cast<T>(-1) < T(0))
    return static_cast<T>(uint64_t{1} << (sizeof(T) * 8 - 1));
  else
    return T(0);
}

/// The offset of a row-major position counted with the first axis fastest.
inline int64_t columnMajor(int64_t offset, const Axis *axes, int64_t rank) {
  int64_t result = 0;
  // The last axis comes first out of the row-major offset and is the slowest of the result.
  for (int64_t axis = rank - 1, rest = offset; axis >= 0; --axis) {
    int64_t scale = 1;
    for (int64_t before = 0; before < axis; ++before)
      scale *= axes[before].in;
    result += rest % axes[axis].in * scale;
    rest /= axes[axis].in;
  }
  return result;
}

/// y = max over the window; the first NaN wins. `indices` (may be null) gets the offset of the
/// first maximum in the whole input, -1 for a window without elements.
template <typename T, typename GoOn>
void maxPool(const T *in, T *out, int64_t *indices, bool byColumn, int64_t planes, const Axis *axes,
             int64_t rank, Cursor *cursors, GoOn &&goOn) {
  int64_t size = planeSize(axes, rank), written = 0;
  for (int64_t plane = 0; plane < planes; ++plane) {
    const T *x = in + plane * size;
    auto pool = [&] {
      T best = lowest<T>();
      int64_t where = -1;
      forEachTap(axes, rank, cursors, [&](int64_t offset) {
        T value = x[offset];
        bool better = where < 0 || value > best || (value != value && best == best);
        best = better ? value : best;
        where = better ? offset : where;
      });
      if (indices && where >= 0)
        where = plane * size + (byColumn ? columnMajor(where, axes, rank) : where);
      if (indices)
        indices[written] = where;
      out[written++] = best;
    };
    if (!forEachWindow(axes, rank, cursors, pool, goOn))
      return;
  }
}

/// y = sum over the window / number of elements, which includes the padding when asked; 0 for a
/// window without elements.
template <typename T, typename GoOn>
void averagePool(const T *in, T *out, bool countPadding, int64_t planes, const Axis *axes,
                 int64_t rank, Cursor *cursors, GoOn &&goOn) {
  int64_t size = planeSize(axes, rank);
  for (int64_t plane = 0; plane < planes; ++plane) {
    const T *x = in + plane * size;
    auto pool = [&] {
      double sum = 0, count = 1;
      for (int64_t axis = 0; axis < rank; ++axis)
        count *= static_cast<double>(countPadding ? cursors[axis].paddedTaps(axes[axis])
                                                  : cursors[axis].last - cursors[axis].first);
      forEachTap(axes, rank, cursors, [&](int64_t offset) { sum += x[offset]; });
      *out++ = static_cast<T>(count > 0 ? sum / count : 0);
    };
    if (!forEachWindow(axes, rank, cursors, pool, goOn))
      return;
  }
}

/// y = (sum over the window of |x|^p)^(1/p).
template <typename T, typename GoOn>
void lpPool(const T *in, T *out, double p, int64_t planes, const Axis *axes, int64_t rank,
            Cursor *cursors, GoOn &&goOn) {
  int64_t size = planeSize(axes, rank);
  for (int64_t plane = 0; plane < planes; ++plane) {
    const T *x = in + plane * size;
    auto pool = [&] {
      double sum = 0;
      forEachTap(axes, rank, cursors, [&](int64_t offset) {
        double magnitude = __builtin_fabs(static_cast<double>(x[offset]));
        sum += p == 1 ? magnitude : p == 2 ? magnitude * magnitude : __builtin_pow(magnitude, p);
      });
      *out++ = static_cast<T>(p == 1   ? sum
                              : p == 2 ? __builtin_sqrt(sum)
                                       : __builtin_pow(sum, 1 / p));
    };
    if (!forEachWindow(axes, rank, cursors, pool, goOn))
      return;
  }
}

/// Scatters `count` elements to the positions they were the maximum of: `indices` count in a tensor
/// of shape `from`, which lies in the first corner of the zero-filled output of shape `to`. Gives
/// the first element whose index is out of range, or -1.
template <typename T>
int64_t maxUnpool(const T *in, const int64_t *indices, int64_t count, T *out, const int64_t *from,
                  const int64_t *to, int64_t rank) {
  if (count == 0)
    return -1;
  uint64_t size = 1; // an empty axis makes it 0 whatever the others are
  for (int64_t axis = 0; axis < rank; ++axis)
    size *= static_cast<uint64_t>(from[axis]);
  for (int64_t i = 0; i < count; ++i) {
    int64_t rest = indices[i], offset = 0, scale = 1;
    if (static_cast<uint64_t>(rest) >= size)
      return i;
    for (int64_t axis = rank; axis-- > 0;) {
      offset += rest % from[axis] * scale;
      rest /= from[axis];
      scale *= to[axis];
    }
    out[offset] = in[i];
  }
  return -1;
}

} // namespace ingot::kernels::pooling
