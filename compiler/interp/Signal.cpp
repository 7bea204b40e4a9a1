// Evaluators of signal processing.
#include "compiler/interp/EvalContext.h"

#include "compiler/dialect/graph/infer/Shapes.h"
#include "kernels/signal/mixed_radix.h"
#include "kernels/signal/reference.h"

#include <algorithm>

namespace ingot::interp {
namespace {

using namespace kernels::signal;
using SignalComplex = kernels::signal::Complex;

/// A transform of length n with its memory, and a line of n numbers to work on. An inverse
/// transform of f32 data whose length has small factors is done in f32; see mixed_radix.h.
struct Transformer {
  using Single = kernels::signal::MixedRadix<float>;
  Tensor memory, singleMemory;
  SignalComplex *line;
  std::optional<Fourier> fourier;
  std::optional<Single> single;
  bool inverse = false;

  static Expected<Transformer> make(const EvalContext &c, int64_t n, bool inverse) {
    Transformer t;
    t.inverse = inverse;
    t.memory = INGOT_TRY(c.scratch(ElementType::C128, {Fourier::memory(n) + n}));
    t.line = t.memory.mutableData<SignalComplex>();
    if (inverse && c.in(0).type() == ElementType::F32 && Single::takes(n)) {
      t.singleMemory = INGOT_TRY(c.scratch(ElementType::C64, {Single::memory(n) + n}));
      t.single = Single::prepared(n, t.singleMemory.mutableData<kernels::c64>() + n);
    } else {
      t.fourier = Fourier::prepared(n, t.line + n);
    }
    return t;
  }

  void run() {
    if (fourier) {
      inverse ? fourier->backward(line) : fourier->forward(line);
      return;
    }
    auto *narrow = singleMemory.mutableData<kernels::c64>();
    for (int64_t k = 0; k < single->n; ++k)
      narrow[k] = {static_cast<float>(line[k].re), static_cast<float>(line[k].im)};
    single->backward(narrow);
    for (int64_t k = 0; k < single->n; ++k)
      line[k] = {narrow[k].re, narrow[k].im};
  }
};

/// Transforms every line of x along one axis into y.
struct DftPlan {
  int64_t outer, in, inner, parts; ///< of x
  int64_t n;                       ///< length of the transform
  int64_t out, outParts;           ///< of y
  bool inverse, onesided;
};

template <typename T> void transformLines(const DftPlan &p, const T *x, T *y, Transformer &t) {
  bool toReal = p.inverse && p.onesided;
  // Of a onesided spectrum only the lower half counts.
  int64_t read = std::min(p.in, toReal ? p.n / 2 + 1 : p.n);
  for (int64_t o = 0; o < p.outer; ++o)
    for (int64_t i = 0; i < p.inner; ++i) {
      Line<const T> from{x + (o * p.in * p.inner + i) * p.parts, p.inner * p.parts, p.parts};
      Line<T> to{y + (o * p.out * p.inner + i) * p.outParts, p.inner * p.outParts, p.outParts};
      readLine(from, read, p.n, t.line);
      if (toReal)
        mirrorSpectrum(t.line, p.n);
      t.run();
      writeLine(t.line, p.out, to);
    }
}

/// A number as an element; integers truncate.
template <typename T> T truncated(double x) {
  return kernels::store<T>(static_cast<kernels::Compute<T>>(x));
}

} // namespace

Status evalDft(EvalContext &c) {
  const Shape &x = c.in(0).shape(), &y = c.out(0).shape();
  if (c.out(0).elements() == 0)
    return success();
  int64_t given = c.has(2) ? c.in(2).integerAt(0) : -2;
  size_t axis = static_cast<size_t>(*graph::normalizeAxis(given, c.in(0).rank()));
  bool inverse = c.attributes.flag("inverse"), onesided = c.attributes.flag("onesided");
  int64_t n = c.has(1) ? c.in(1).integerAt(0) : inverse && onesided ? 2 * (x[axis] - 1) : x[axis];
  DftPlan plan{graph::productOf(y, 0, axis),
               x[axis],
               graph::productOf(y, axis + 1, y.size() - 1),
               x.back(),
               n,
               y[axis],
               y.back(),
               inverse,
               onesided};
  auto transformer = INGOT_TRY(Transformer::make(c, n, inverse));
  return c.dispatchOn<float, double>(
      0, [&]<typename T> { transformLines(plan, c.in<T>(0), c.out<T>(0), transformer); });
}

Status evalStft(EvalContext &c) {
  const Shape &x = c.in(0).shape(), &y = c.out(0).shape();
  if (c.out(0).elements() == 0)
    return success();
  int64_t step = c.in(1).integerAt(0), parts = x[2], bins = y[2];
  int64_t n = c.has(3) ? c.in(3).integerAt(0) : c.has(2) ? c.in(2).elements() : x[1];
  auto t = INGOT_TRY(Transformer::make(c, n, /*inverse=*/false));
  return c.dispatchOn<float, double>(0, [&]<typename T> {
    const T *window = c.inOrNull<T>(2);
    T *out = c.out<T>(0);
    for (int64_t batch = 0; batch < y[0]; ++batch)
      for (int64_t frame = 0; frame < y[1]; ++frame, out += bins * 2) {
        readLine(Line<const T>{c.in<T>(0) + (batch * x[1] + frame * step) * parts, parts, parts}, n,
                 n, t.line);
        for (int64_t i = 0; window && i < n; ++i) {
          t.line[i].re *= static_cast<double>(window[i]);
          t.line[i].im *= static_cast<double>(window[i]);
        }
        t.run();
        writeLine(t.line, bins, Line<T>{out, 2, 2});
      }
  });
}

Status evalWindow(EvalContext &c) {
  const std::string &kind = c.attributes.text("kind");
  double a0 = kind == "hann" ? 0.5 : kind == "hamming" ? 25.0 / 46 : 0.42;
  double a1 = kind == "hamming" ? 1 - a0 : 0.5, a2 = kind == "blackman" ? 0.08 : 0;
  int64_t size = c.out(0).elements();
  int64_t span = c.attributes.flag("periodic") ? size : size - 1;
  dispatchNumeric(c.out(0).type(), [&]<typename T> {
    for (int64_t i = 0; i < size; ++i)
      c.out<T>(0)[i] = truncated<T>(cosineWindow(i, span, a0, a1, a2));
  });
  return success();
}

Status evalMelWeightMatrix(EvalContext &c) {
  int64_t bins = c.out(0).dim(0), bands = c.out(0).dim(1), length = c.in(1).integerAt(0);
  double rate = c.in(2).numberAt(0), low = c.in(3).numberAt(0), high = c.in(4).numberAt(0);
  if (!(low > -700 && high > -700))
    return c.fail("edges ", low, " and ", high, " Hz have no place on the mel scale");
  dispatchNumeric(c.out(0).type(), [&]<typename T> {
    for (int64_t band = 0; band < bands; ++band) {
      int64_t edges[3];
      for (int64_t i = 0; i < 3; ++i)
        edges[i] = melBin(band + i, bands, length, rate, low, high);
      for (int64_t j = 0; j < bins; ++j)
        c.out<T>(0)[j * bands + band] = truncated<T>(melWeight(j, edges[0], edges[1], edges[2]));
    }
  });
  return success();
}

} // namespace ingot::interp
