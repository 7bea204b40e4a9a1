// Reference kernels of signal processing: the Fourier transform of any length in double, cosine
// windows and mel filters.
//
// A length that is a power of two is transformed by halving; any other by turning the transform
// into a convolution with a chirp (k * n = (k² + n² - (k - n)²) / 2), done at a power of two.
#pragma once

#include "kernels/base/scalar.h"

namespace ingot::kernels::signal {

using Complex = kernels::Complex<double>;

inline Complex multiply(Complex a, Complex b) {
  return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
}

inline constexpr double pi = 3.141592653589793238462643383279502884;

/// e^(-i * 2 * pi * k / n); exact on the axes.
inline Complex root(int64_t k, int64_t n) {
  if (k * 4 % n == 0) {
    constexpr Complex axes[4] = {{1, 0}, {0, -1}, {-1, 0}, {0, 1}};
    return axes[k * 4 / n % 4];
  }
  double angle = 2 * pi * static_cast<double>(k) / static_cast<double>(n);
  return {__builtin_cos(angle), -__builtin_sin(angle)};
}

/// A transform of length `n`, over memory that the caller provides: tables, which depend on the
/// length alone, and room to work.
struct Fourier {
  int64_t n;             ///< the length
  int64_t size;          ///< the power of two at which the work is done
  const Complex *roots;  ///< size / 2
  const Complex *filter; ///< size, unless n is a power of two
  const Complex *chirp;  ///< n, likewise
  Complex *work;         ///< size, likewise

  static bool isPower(int64_t n) { return (n & (n - 1)) == 0; }
  static int64_t workSize(int64_t n) {
    int64_t size = 1;
    while (size < (isPower(n) ? n : 2 * n - 1))
      size *= 2;
    return size;
  }
  /// How many complex numbers the tables of a length n are.
  static int64_t tables(int64_t n) {
    int64_t size = workSize(n);
    return isPower(n) ? size / 2 : size / 2 + size + n;
  }
  /// How many a transform works on, beside its line.
  static int64_t room(int64_t n) { return isPower(n) ? 0 : workSize(n); }
  static int64_t memory(int64_t n) { return tables(n) + room(n); }

  /// Over tables that were prepared.
  Fourier(int64_t length, const Complex *tables, Complex *work)
      : n(length), size(workSize(length)), roots(tables), filter(tables + size / 2),
        chirp(filter + size), work(work) {}

  static Fourier prepared(int64_t n, Complex *memory) {
    Fourier fourier(n, memory, memory + tables(n));
    for (int64_t k = 0; k < fourier.size / 2; ++k)
      memory[k] = root(k, fourier.size);
    if (!isPower(n))
      fourier.prepareChirp(memory + fourier.size / 2, memory + fourier.size / 2 + fourier.size);
    return fourier;
  }

  /// X[k] = sum of x[j] * e^(-i * 2 * pi * j * k / n), in place.
  void forward(Complex *x) const {
    if (isPower(n)) {
      transform(x);
      return;
    }
    for (int64_t k = 0; k < size; ++k)
      work[k] = k < n ? multiply(x[k], chirp[k]) : Complex{0, 0};
    transform(work);
    for (int64_t k = 0; k < size; ++k) {
      Complex product = multiply(work[k], filter[k]);
      work[k] = {product.im, product.re}; // with the parts swapped, forward is backward
    }
    transform(work);
    double scale = 1 / static_cast<double>(size);
    for (int64_t k = 0; k < n; ++k)
      x[k] = multiply({work[k].im * scale, work[k].re * scale}, chirp[k]);
  }

  /// x[j] = sum of X[k] * e^(i * 2 * pi * j * k / n) / n, in place.
  void backward(Complex *x) const {
    double scale = 1 / static_cast<double>(n);
    swapParts(x);
    forward(x);
    swapParts(x);
    for (int64_t k = 0; k < n; ++k)
      x[k] = {x[k].re * scale, x[k].im * scale};
  }

private:
  void swapParts(Complex *x) const {
    for (int64_t k = 0; k < n; ++k)
      x[k] = {x[k].im, x[k].re};
  }

  /// chirp[k] = e^(-i * pi * k² / n), and the transform of its conjugate, wrapped around.
  void prepareChirp(Complex *filter, Complex *chirp) const {
    int64_t square = 0; // k² modulo 2n, so that the angle stays small
    for (int64_t k = 0; k < n; ++k) {
      chirp[k] = root(square, 2 * n);
      square += 2 * k + 1;
      while (square >= 2 * n)
        square -= 2 * n;
    }
    for (int64_t k = 0; k < size; ++k) {
      int64_t distance = k < n ? k : size - k;
      filter[k] = distance < n ? Complex{chirp[distance].re, -chirp[distance].im} : Complex{0, 0};
    }
    transform(filter);
  }

  /// The transform of `size` numbers in place.
  void transform(Complex *x) const {
    for (int64_t i = 1, j = 0; i < size; ++i) { // reverses the bits of the index
      int64_t bit = size / 2;
      for (; j & bit; bit /= 2)
        j ^= bit;
      j ^= bit;
      if (i < j) {
        Complex swapped = x[i];
        x[i] = x[j];
        x[j] = swapped;
      }
    }
    for (int64_t half = 1; half < size; half *= 2) {
      int64_t step = size / (2 * half);
      for (int64_t start = 0; start < size; start += 2 * half)
        for (int64_t k = 0; k < half; ++k) {
          Complex even = x[start + k], odd = multiply(x[start + k + half], roots[k * step]);
          x[start + k] = {even.re + odd.re, even.im + odd.im};
          x[start + k + half] = {even.re - odd.re, even.im - odd.im};
        }
    }
  }
};

/// Elements of a tensor that follow each other at `stride`, each of one (real) or two parts.
template <typename T> struct Line {
  T *data;
  int64_t stride;
  int64_t parts;
};

/// Reads `count` numbers, and zeros up to `n`.
template <typename T> void readLine(Line<const T> line, int64_t count, int64_t n, Complex *out) {
  for (int64_t i = 0; i < n; ++i) {
    const T *at = line.data + (i < count ? i * line.stride : 0);
    out[i] = i >= count        ? Complex{0, 0}
             : line.parts == 1 ? Complex{static_cast<double>(at[0]), 0}
                               : Complex{static_cast<double>(at[0]), static_cast<double>(at[1])};
  }
}

template <typename T> void writeLine(const Complex *in, int64_t count, Line<T> line) {
  for (int64_t i = 0; i < count; ++i) {
    line.data[i * line.stride] = static_cast<T>(in[i].re);
    if (line.parts == 2)
      line.data[i * line.stride + 1] = static_cast<T>(in[i].im);
  }
}

/// Fills the upper half of the n numbers of a spectrum so that its signal is real.
inline void mirrorSpectrum(Complex *x, int64_t n) {
  for (int64_t k = n / 2 + 1; k < n; ++k)
    x[k] = {x[n - k].re, -x[n - k].im};
}

/// Entry i of a window a0 - a1 * cos(2 * pi * i / span) + a2 * cos(4 * pi * i / span); 1 where the
/// span is 0.
inline double cosineWindow(int64_t i, int64_t span, double a0, double a1, double a2) {
  if (span == 0)
    return 1;
  return a0 - a1 * root(i % span, span).re + a2 * root(2 * i % span, span).re;
}

inline double toMel(double hertz) {
  return 2595 * __builtin_log1p(hertz / 700) / __builtin_log(10.0);
}

inline double fromMel(double mel) {
  return 700 * __builtin_expm1(mel / 2595 * __builtin_log(10.0));
}

/// The spectrum bin of edge `i` of `bands` overlapping mel bands; it may be outside the spectrum.
inline int64_t melBin(int64_t i, int64_t bands, int64_t length, double rate, double low,
                      double high) {
  double from = toMel(low), step = (toMel(high) - from) / static_cast<double>(bands + 2);
  double hertz = fromMel(from + static_cast<double>(i) * step);
  double bin = __builtin_floor(static_cast<double>(length + 1) * hertz / rate);
  constexpr double limit = 4503599627370496.0; // 2^52
  return static_cast<int64_t>(bin > limit ? limit : bin >= -limit ? bin : -limit);
}

/// The weight of spectrum bin `j` in a band that rises from `left` to 1 at `centre` and falls to
/// `right`.
inline double melWeight(int64_t j, int64_t left, int64_t centre, int64_t right) {
  if (j == centre)
    return 1;
  if (j > left && j < centre)
    return static_cast<double>(j - left) / static_cast<double>(centre - left);
  if (j > centre && j < right)
    return static_cast<double>(right - j) / static_cast<double>(right - centre);
  return 0;
}

} // namespace ingot::kernels::signal
