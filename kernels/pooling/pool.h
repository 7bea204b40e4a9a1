// Pooling of f32 images and volumes with dense channels: maximum and average over a window.
//
//   x  [batch, depth, height, width, channels], pixels `xPitch` elements apart
//   y  [batch, outDepth, outHeight, outWidth, channels], pixels `yPitch` elements apart
//
// Taps outside of the image are not touched. A window without elements gives minus infinity or 0; a
// NaN in the window gives NaN. The average divides by the elements of the window inside of the
// image, or inside of the image and its padding. A unit of work is one output row. (The pools of
// whole images are reductions of columns: see reduction/rows.h.) The rows that the epilogue sees
// are pixels of y.
#pragma once

#include "kernels/base/vector_math.h"
#include "kernels/pooling/contract.h"

namespace ingot::kernels::pooling {

/// The taps [first, last) of a window along one axis that are inside of the image, and how many are
/// inside of the image and its padding.
struct Span {
  int64_t start, first, last, padded;

  INGOT_INLINE Span(int64_t out, int64_t size, int64_t taps, int64_t stride, int64_t dilation,
                    int64_t before, int64_t after) {
    start = out * stride - before;
    first = start >= 0 ? 0 : least(taps, ceilDiv(-start, dilation));
    last = start >= size ? 0 : least(taps, ceilDiv(size - start, dilation));
    first = least(first, last);
    padded = start >= size + after ? 0 : least(taps, ceilDiv(size + after - start, dilation));
  }
};

struct MaxPool {
  INGOT_INLINE static Vector first() { return Vector(-__builtin_inff()); }
  INGOT_INLINE static Vector step(Vector top, Vector x) { return maximum(top, x); }
};
struct SumPool {
  INGOT_INLINE static Vector first() { return Vector(0); }
  INGOT_INLINE static Vector step(Vector sum, Vector x) { return sum + x; }
};

/// The taps of a window, and what a sum of them is multiplied by.
struct Taps {
  Span planes, rows, columns;
  float factor;

  INGOT_INLINE Taps(const Span &planes, const Span &rows, const Span &columns, bool countPadding)
      : planes(planes), rows(rows), columns(columns) {
    int64_t inside =
        (planes.last - planes.first) * (rows.last - rows.first) * (columns.last - columns.first);
    int64_t elements = countPadding ? planes.padded * rows.padded * columns.padded : inside;
    factor = elements > 0 ? 1 / static_cast<float>(elements) : 0;
  }
};

/// `Count` vectors of channels of one window, or the first `channels` of one.
template <typename Op, int Count, bool Part>
INGOT_INLINE void poolVectors(const float *image, const Output &to, const PoolSizes &s,
                              const Taps &taps, int64_t channels) {
  Vector values[Count];
  INGOT_UNROLL
  for (int v = 0; v < Count; ++v)
    values[v] = Op::first();
  INGOT_ROLLED
  for (int64_t kz = taps.planes.first; kz < taps.planes.last; ++kz) {
    int64_t plane = (taps.planes.start + kz * s.dilationDepth) * s.height;
    INGOT_ROLLED
    for (int64_t ky = taps.rows.first; ky < taps.rows.last; ++ky) {
      int64_t row = plane + taps.rows.start + ky * s.dilationHeight;
      const float *line = image + row * s.width * s.xPitch;
      INGOT_ROLLED
      for (int64_t kx = taps.columns.first; kx < taps.columns.last; ++kx) {
        const float *pixel = line + (taps.columns.start + kx * s.dilationWidth) * s.xPitch;
        INGOT_UNROLL
        for (int v = 0; v < Count; ++v)
          values[v] =
              Op::step(values[v], Part ? loadPart(pixel, channels) : load(pixel + v * lanes));
      }
    }
  }
  INGOT_UNROLL
  for (int v = 0; v < Count; ++v) {
    Vector value = __is_same(Op, SumPool) ? values[v] * Vector(taps.factor) : values[v];
    to.put(v * lanes, value, Part ? channels : lanes);
  }
}

/// All channels of one window; `to(c)` is where channel c goes.
template <typename Op, typename To>
INGOT_INLINE void poolWindow(const float *image, To &&to, const PoolSizes &s, const Taps &taps) {
  constexpr int together = 4;
  int64_t c = 0;
  INGOT_ROLLED
  for (; c + together * lanes <= s.channels; c += together * lanes)
    poolVectors<Op, together, false>(image + c, to(c), s, taps, lanes);
  INGOT_ROLLED
  for (; c + lanes <= s.channels; c += lanes)
    poolVectors<Op, 1, false>(image + c, to(c), s, taps, lanes);
  if (c < s.channels)
    poolVectors<Op, 1, true>(image + c, to(c), s, taps, s.channels - c);
}

/// Units [begin, end).
template <typename Op>
INGOT_INLINE void pool(const float *x, void *y, const void *context, const PoolSizes &s,
                       int64_t begin, int64_t end) {
  INGOT_ROLLED
  for (int64_t unit = begin; unit < end; ++unit) {
    int64_t plane = unit / s.outHeight, outY = unit - plane * s.outHeight;
    int64_t image = plane / s.outDepth, outZ = plane - image * s.outDepth;
    const float *from = x + image * s.depth * s.height * s.width * s.xPitch;
    Span planes(outZ, s.depth, s.kernelDepth, s.strideDepth, s.dilationDepth, s.padFront,
                s.padBack);
    Span rows(outY, s.height, s.kernelHeight, s.strideHeight, s.dilationHeight, s.padTop,
              s.padBottom);
    INGOT_ROLLED
    for (int64_t outX = 0; outX < s.outWidth; ++outX) {
      Span columns(outX, s.width, s.kernelWidth, s.strideWidth, s.dilationWidth, s.padLeft,
                   s.padRight);
      int64_t pixel = unit * s.outWidth + outX;
      auto to = [&](int64_t c) INGOT_INLINED {
        return Output{at(y, pixel * s.yPitch + c, s.yBytes), s.yBytes, pixel, c, context};
      };
      poolWindow<Op>(from, to, s, Taps(planes, rows, columns, s.countPadding));
    }
  }
}

} // namespace ingot::kernels::pooling
