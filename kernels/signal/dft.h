// Fourier transforms of lines, after the reference, with tables that were made before.
#pragma once

#include "kernels/base/element.h"
#include "kernels/signal/contract.h"
#include "kernels/signal/mixed_radix.h"

namespace ingot::kernels::signal {

/// Reads a line that begins at element `from`.
template <typename Number>
INGOT_INLINE void readNumbers(const void *x, int64_t from, const void *window, Number *line,
                              const DftSizes &s) {
  using Part = decltype(line->re);
  INGOT_ROLLED
  for (int64_t i = 0; i < s.n; ++i) {
    double re = 0, im = 0;
    if (i < s.read) {
      int64_t at = from + i * s.inner * s.parts;
      re = elementAt<double>(x, at, s.bytes);
      im = s.parts == 2 ? elementAt<double>(x, at + 1, s.bytes) : 0;
    }
    if (s.hasWindow != 0) {
      double factor = elementAt<double>(window, i, s.bytes);
      re *= factor, im *= factor;
    }
    line[i] = {static_cast<Part>(re), static_cast<Part>(im)};
  }
  INGOT_ROLLED
  for (int64_t k = s.n / 2 + 1; s.toReal != 0 && k < s.n; ++k)
    line[k] = {line[s.n - k].re, -line[s.n - k].im};
}

/// Writes the line that begins at element `from`.
template <typename Number>
INGOT_INLINE void writeNumbers(const Number *line, void *y, int64_t from, const DftSizes &s) {
  INGOT_ROLLED
  for (int64_t i = 0; i < s.out; ++i) {
    int64_t at = from + i * s.inner * s.outParts;
    setElement<double>(y, at, s.bytes, line[i].re);
    if (s.outParts == 2)
      setElement<double>(y, at + 1, s.bytes, line[i].im);
  }
}

/// Units [begin, end), by a transform over tables and scratch, the line first.
template <typename Transform, typename Number>
INGOT_INLINE void transformLines(const void *x, const void *window, const Number *tables,
                                 Number *scratch, void *y, const void *, const DftSizes &s,
                                 int64_t begin, int64_t end) {
  INGOT_ROLLED
  for (int64_t unit = begin; unit < end; ++unit) {
    Number *line = scratch + unit * s.room;
    const Transform transform(s.n, tables, line + s.n);
    INGOT_ROLLED
    for (int64_t i = unit; i < s.lines(); i += s.blocks) {
      int64_t frame = i / s.inner, inner = i - frame * s.inner, outer = frame / s.frames;
      readNumbers(x, outer * s.xOuter + (frame - outer * s.frames) * s.xFrame + inner * s.parts,
                  window, line, s);
      if (s.inverse != 0)
        transform.backward(line);
      else
        transform.forward(line);
      writeNumbers(line, y, (frame * s.out * s.inner + inner) * s.outParts, s);
    }
  }
}

} // namespace ingot::kernels::signal
