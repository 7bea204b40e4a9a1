// Pooling of f32 images with dense channels: maximum and average over a window.
//
//   x  [batch, height, width, channels], pixels `xPitch` elements apart
//   y  [batch, outHeight, outWidth, channels], pixels `yPitch` elements apart
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

/// `Count` vectors of channels of one window, or the first `channels` of one.
template <typename Op, int Count, bool Part>
INGOT_INLINE void poolVectors(const float *image, const Output &to, const PoolSizes &s,
                              const Span &rows, const Span &columns, float factor,
                              int64_t channels) {
  Vector values[Count];
  INGOT_UNROLL
  for (int v = 0; v < Count; ++v)
    values[v] = Op::first();
  INGOT_ROLLED
  for (int64_t ky = rows.first; ky < rows.last; ++ky) {
    const float *line = image + (rows.start + ky * s.dilationHeight) * s.width * s.xPitch;
    INGOT_ROLLED
    for (int64_t kx = columns.first; kx < columns.last; ++kx) {
      const float *pixel = line + (columns.start + kx * s.dilationWidth) * s.xPitch;
      INGOT_UNROLL
      for (int v = 0; v < Count; ++v)
        values[v] = Op::step(values[v], Part ? loadPart(pixel, channels) : load(pixel + v * lanes));
    }
  }
  INGOT_UNROLL
  for (int v = 0; v < Count; ++v) {
    Vector value = __is_same(Op, SumPool) ? values[v] * Vector(factor) : values[v];
    to.put(v * lanes, value, Part ? channels : lanes);
  }
}

/// Units [begin, end).
template <typename Op>
INGOT_INLINE void pool(const float *x, void *y, const void *context, const PoolSizes &s,
                       int64_t begin, int64_t end) {
  constexpr int together = 4;
  INGOT_ROLLED
  for (int64_t unit = begin; unit < end; ++unit) {
    int64_t image = unit / s.outHeight, outY = unit - image * s.outHeight;
    const float *from = x + image * s.height * s.width * s.xPitch;
    Span rows(outY, s.height, s.kernelHeight, s.strideHeight, s.dilationHeight, s.padTop,
              s.padBottom);
    INGOT_ROLLED
    for (int64_t outX = 0; outX < s.outWidth; ++outX) {
      Span columns(outX, s.width, s.kernelWidth, s.strideWidth, s.dilationWidth, s.padLeft,
                   s.padRight);
      int64_t elements = s.countPadding ? rows.padded * columns.padded
                                        : (rows.last - rows.first) * (columns.last - columns.first);
      float factor = elements > 0 ? 1 / static_cast<float>(elements) : 0;
      int64_t pixel = unit * s.outWidth + outX;
      auto to = [&](int64_t c) INGOT_INLINED {
        return Output{at(y, pixel * s.yPitch + c, s.yBytes), s.yBytes, pixel, c, context};
      };
      int64_t c = 0;
      INGOT_ROLLED
      for (; c + together * lanes <= s.channels; c += together * lanes)
        poolVectors<Op, together, false>(from + c, to(c), s, rows, columns, factor, lanes);
      INGOT_ROLLED
      for (; c + lanes <= s.channels; c += lanes)
        poolVectors<Op, 1, false>(from + c, to(c), s, rows, columns, factor, lanes);
      if (c < s.channels)
        poolVectors<Op, 1, true>(from + c, to(c), s, rows, columns, factor, s.channels - c);
    }
  }
}

} // namespace ingot::kernels::pooling
