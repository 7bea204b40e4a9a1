// Fourier transform in the precision of its data, for lengths made of small factors.
//
// Factor by factor, as FFT libraries do. Used for the inverse transform of f32 spectra: where the
// exact answer is zero, the ONNX data (compared with an absolute tolerance of 1e-7) holds the
// rounding of a single-precision transform. Forward transforms, other lengths and f64 take
// reference.h.
//
// A pass of factor p splits a length into p interleaved shorter ones (decimation in frequency):
// with `span` numbers to each of the p parts,
//   out[part m] = (sum over j of in[part j] * e^(-2πi m j / p)) * e^(-2πi m i / (p * span))
#pragma once

#include "kernels/base/scalar.h"
#include "kernels/signal/reference.h"

namespace ingot::kernels::signal {

template <typename T> struct MixedRadix {
  using Number = kernels::Complex<T>;
  static constexpr int64_t maxFactor = 13;
  static constexpr int maxPasses = 64;

  int64_t n;
  int passes = 0;
  int64_t factors[maxPasses];
  const Number *roots; ///< e^(-2πi k / n), n of them
  Number *other;       ///< n numbers: passes go back and forth between this and the line

  /// Whether the length has only small factors, and is no power of two.
  static bool takes(int64_t n) {
    if (n < 2 || (n & (n - 1)) == 0)
      return false;
    for (int64_t p = 2; p <= maxFactor; ++p)
      while (n % p == 0)
        n /= p;
    return n == 1;
  }
  /// How many complex numbers of memory a transform of length n needs.
  static int64_t memory(int64_t n) { return 2 * n; }

  /// Over roots that were prepared.
  MixedRadix(int64_t length, const Number *roots, Number *other)
      : n(length), roots(roots), other(other) {
    int64_t rest = n;
    for (int64_t p = 2; p <= maxFactor; ++p)
      for (; rest % p == 0; rest /= p)
        factors[passes++] = p;
  }

  static MixedRadix prepared(int64_t n, Number *memory) {
    prepareRoots(n, memory);
    return {n, memory, memory + n};
  }
  static void prepareRoots(int64_t n, Number *roots) {
    for (int64_t k = 0; k < n; ++k) {
      auto exact = root(k, n);
      roots[k] = {static_cast<T>(exact.re), static_cast<T>(exact.im)};
    }
  }

  /// X[k] = sum of x[j] * e^(-2πi j k / n), in place.
  void forward(Number *x) const {
    Number *from = x, *to = other;
    int64_t lines = 1;
    for (int pass = 0; pass < passes; ++pass) {
      step(from, to, factors[pass], lines);
      lines *= factors[pass];
      Number *swapped = from;
      from = to;
      to = swapped;
    }
    for (int64_t k = 0; from != x && k < n; ++k)
      x[k] = from[k];
  }

  /// x[j] = sum of X[k] * e^(2πi j k / n) / n, in place: with the parts swapped, forward is
  /// backward.
  void backward(Number *x) const {
    T scale = T(1) / static_cast<T>(n);
    for (int64_t k = 0; k < n; ++k)
      x[k] = {x[k].im, x[k].re};
    forward(x);
    for (int64_t k = 0; k < n; ++k)
      x[k] = {x[k].im * scale, x[k].re * scale};
  }

private:
  static Number product(Number a, Number b) {
    return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
  }

  void step(const Number *in, Number *out, int64_t p, int64_t lines) const {
    int64_t span = n / (lines * p);
    for (int64_t k = 0; k < lines; ++k)
      for (int64_t i = 0; i < span; ++i) {
        Number part[maxFactor];
        for (int64_t j = 0; j < p; ++j)
          part[j] = in[i + span * (j + p * k)];
        butterfly(part, p);
        for (int64_t m = 0; m < p; ++m)
          out[i + span * (k + lines * m)] =
              i == 0 || m == 0 ? part[m] : product(part[m], roots[m * lines * i % n]);
      }
  }

  /// The transform of p numbers in place; for odd p the terms of j and p - j are paired.
  void butterfly(Number *x, int64_t p) const {
    if (p == 2) {
      Number a = x[0], b = x[1];
      x[0] = {a.re + b.re, a.im + b.im};
      x[1] = {a.re - b.re, a.im - b.im};
      return;
    }
    Number first = x[0], sum[maxFactor / 2], difference[maxFactor / 2];
    int64_t pairs = (p - 1) / 2;
    for (int64_t j = 1; j <= pairs; ++j) {
      Number a = x[j], b = x[p - j];
      sum[j - 1] = {a.re + b.re, a.im + b.im};
      difference[j - 1] = {a.re - b.re, a.im - b.im};
      x[0] = {x[0].re + sum[j - 1].re, x[0].im + sum[j - 1].im};
    }
    for (int64_t m = 1; m <= pairs; ++m) {
      Number even = first, odd = {0, 0};
      for (int64_t j = 1; j <= pairs; ++j) {
        Number w = roots[m * j % p * (n / p)];
        even = {even.re + w.re * sum[j - 1].re, even.im + w.re * sum[j - 1].im};
        odd = {odd.re - w.im * difference[j - 1].im, odd.im + w.im * difference[j - 1].re};
      }
      x[m] = {even.re + odd.re, even.im + odd.im};
      x[p - m] = {even.re - odd.re, even.im - odd.im};
    }
  }
};

} // namespace ingot::kernels::signal
