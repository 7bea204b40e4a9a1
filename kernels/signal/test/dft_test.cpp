// Fourier transforms of lines against sums of products, and against the reference transform.
#pragma clang fp contract(off)
#define INGOT_TABLE "kernels/signal/kernels.inc"
#include "kernels/base/test/rows.h"
#include "kernels/signal/contract.h"
#include "kernels/signal/mixed_radix.h"

namespace ingot::kernels::signal {
namespace {

using test::Numbers;

/// Random lines of a tensor [outer, in, inner, parts], or frames of signals.
DftSizes someSizes(Numbers &numbers, bool isInverse) {
  DftSizes s{};
  bool isFramed = !isInverse && numbers.coin();
  s.outer = numbers.integer(1, 3), s.frames = isFramed ? numbers.integer(1, 4) : 1;
  s.inner = isFramed ? 1 : numbers.integer(1, 3);
  s.n = numbers.oneOf({1, 2, 6, 7, 8, 15, 16, 17, 30, 34});
  s.parts = numbers.integer(1, 2);
  s.inverse = isInverse, s.toReal = isInverse && numbers.coin();
  s.read = s.toReal ? s.n / 2 + 1 : isFramed ? s.n : numbers.integer(1, s.n);
  s.xFrame = isFramed ? numbers.integer(1, 5) * s.parts : 0;
  s.xOuter = s.read * s.inner * s.parts + (s.frames - 1) * s.xFrame;
  s.out = s.toReal || isInverse ? s.n : numbers.oneOf({s.n, s.n / 2 + 1});
  s.outParts = s.toReal ? 1 : 2;
  s.hasWindow = isFramed && numbers.coin();
  s.blocks = numbers.integer(1, s.lines());
  return s;
}

/// Number k of the transform of a line, as a sum.
Complex transformed(const std::vector<Complex> &line, int64_t k, bool isInverse) {
  auto n = static_cast<int64_t>(line.size());
  Complex sum{0, 0};
  for (int64_t j = 0; j < n; ++j) {
    Complex w = root(j * k % n, n);
    Complex term = multiply(line[static_cast<size_t>(j)], {w.re, isInverse ? -w.im : w.im});
    sum = {sum.re + term.re, sum.im + term.im};
  }
  double scale = isInverse ? 1 / static_cast<double>(n) : 1;
  return {sum.re * scale, sum.im * scale};
}

template <typename T> struct Lines {
  DftSizes s;
  std::vector<T> x, window, y;

  Lines(Numbers &numbers, DftSizes sizes) : s(sizes) {
    auto some = [&](int64_t count) {
      std::vector<float> found = numbers.floats(count, -1, 1);
      return std::vector<T>(found.begin(), found.end());
    };
    s.bytes = sizeof(T);
    x = some((s.outer - 1) * s.xOuter + (s.frames - 1) * s.xFrame + s.read * s.inner * s.parts);
    window = some(s.n);
    y.resize(static_cast<size_t>(s.lines() * s.out * s.outParts));
  }

  template <typename Number> void run(const Row &row, const std::vector<Number> &tables) {
    std::vector<Number> scratch(static_cast<size_t>(s.blocks * s.room));
    std::vector<const void *> operands = {x.data(), window.data(), tables.data(), scratch.data(),
                                          y.data()};
    row(operands, nullptr, s, s.blocks / 2, s.blocks);
    row(operands, nullptr, s, 0, s.blocks / 2);
  }

  void check(double tolerance) const {
    for (int64_t i = 0; i < s.lines(); ++i) {
      int64_t frame = i / s.inner, inner = i % s.inner;
      int64_t from = frame / s.frames * s.xOuter + frame % s.frames * s.xFrame + inner * s.parts;
      std::vector<Complex> line(static_cast<size_t>(s.n), Complex{0, 0});
      for (int64_t j = 0; j < s.read; ++j) {
        auto at = static_cast<size_t>(from + j * s.inner * s.parts);
        double factor = s.hasWindow ? static_cast<double>(window[static_cast<size_t>(j)]) : 1.0;
        double re = static_cast<double>(x[at]);
        double im = s.parts == 2 ? static_cast<double>(x[at + 1]) : 0.0;
        line[static_cast<size_t>(j)] = {re * factor, im * factor};
      }
      if (s.toReal)
        mirrorSpectrum(line.data(), s.n);
      for (int64_t k = 0; k < s.out; ++k) {
        Complex wanted = transformed(line, k, s.inverse != 0);
        auto at = static_cast<size_t>(((frame * s.out + k) * s.inner + inner) * s.outParts);
        ASSERT_NEAR(static_cast<double>(y[at]), wanted.re, tolerance) << s.n;
        if (s.outParts == 2)
          ASSERT_NEAR(static_cast<double>(y[at + 1]), wanted.im, tolerance) << s.n;
      }
    }
  }
};

template <typename T> void compareWithSums(double tolerance) {
  Numbers numbers(81);
  for (int round = 0; round < 60; ++round) {
    DftSizes s = someSizes(numbers, numbers.coin());
    s.tables = Fourier::tables(s.n), s.room = s.n + Fourier::room(s.n);
    std::vector<Complex> tables(static_cast<size_t>(Fourier::memory(s.n)));
    (void)Fourier::prepared(s.n, tables.data());
    Lines<T> lines(numbers, s);
    lines.run(rowsOf("dft")[0], tables);
    lines.check(tolerance);
  }
}

TEST(Dft, IsASumOfProducts) {
  compareWithSums<float>(5e-6);
  compareWithSums<double>(1e-12);
}

TEST(Dft, InSinglePrecisionOfSmallFactors) {
  Numbers numbers(82);
  for (int round = 0; round < 60; ++round) {
    DftSizes s = someSizes(numbers, true);
    if (!MixedRadix<float>::takes(s.n))
      continue;
    s.tables = s.n, s.room = 2 * s.n;
    std::vector<c64> roots(static_cast<size_t>(s.n));
    MixedRadix<float>::prepareRoots(s.n, roots.data());
    Lines<float> lines(numbers, s);
    lines.run(rowsOf("dft_radix")[0], roots);
    lines.check(1e-5);
  }
}

} // namespace
} // namespace ingot::kernels::signal
