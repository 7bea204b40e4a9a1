// Convolutions after Winograd against sums in double: pads and tails of every kind.
#define INGOT_TABLE "kernels/convolution/kernels.inc"
#include "kernels/base/test/rows.h"
#include "kernels/convolution/winograd.h"

namespace ingot::kernels::convolution {
namespace {

using test::Numbers;

WinogradSizes someSizes(Numbers &numbers) {
  WinogradSizes s{};
  s.batch = numbers.integer(1, 2);
  s.channels = numbers.integer(1, 40), s.columns = numbers.integer(1, 40);
  s.height = numbers.integer(1, 9), s.width = numbers.integer(1, 9);
  s.padTop = numbers.integer(0, 3), s.padLeft = numbers.integer(0, 3);
  s.outHeight = numbers.integer(1, 9), s.outWidth = numbers.integer(1, 9);
  s.xPitch = s.channels + numbers.integer(0, 3), s.yPitch = s.columns + numbers.integer(0, 3);
  s.yBytes = 4;
  return s;
}

/// A convolution, what it gives, and what it should.
struct Convolution {
  WinogradSizes s;
  std::vector<float> x, w, y;

  Convolution(Numbers &numbers, const WinogradSizes &sizes) : s(sizes) {
    x = numbers.floats(s.batch * s.height * s.width * s.xPitch);
    w = numbers.floats(s.columns * s.channels * 9);
  }

  /// What a transform makes of `from`.
  template <typename Contract, int M>
  std::vector<float> transform(Numbers &numbers, const test::Epilogue &epilogue,
                               const char *operation, const std::vector<float> &from,
                               int64_t elements) const {
    const auto rows = rowsOf(operation);
    const Row &kernel = *std::ranges::find(rows, M, [](const Row &row) { return row.tile.rows; });
    const std::vector<float> fresh(static_cast<size_t>(elements));
    return test::runSplit<Contract>(numbers, fresh, s, kernel.tile,
                                    [&](float *to, int64_t begin, int64_t end) {
                                      kernel({from.data(), to}, &epilogue, s, begin, end);
                                    });
  }

  /// The transforms around products whose sums are in double.
  template <int M> void run(Numbers &numbers, const test::Epilogue &epilogue) {
    constexpr int64_t count = (M + 2) * (M + 2);
    const int64_t squares = s.squares(M);
    std::vector<float> sums(static_cast<size_t>(count * squares * s.columns));
    const std::vector<float> parts = transform<WinogradInput, M>(
        numbers, epilogue, "winograd_input", x, count * squares * s.channels);
    for (int64_t column = 0; column < s.columns; ++column)
      for (int64_t i = 0; i < count; ++i) {
        std::vector<double> sum(static_cast<size_t>(squares));
        for (int64_t c = 0; c < s.channels; ++c) {
          // As they are packed.
          auto weight =
              static_cast<float>(winogradWeight<M>(w.data() + (column * s.channels + c) * 9, i));
          for (int64_t square = 0; square < squares; ++square)
            sum[static_cast<size_t>(square)] +=
                static_cast<double>(weight) *
                static_cast<double>(
                    parts[static_cast<size_t>((i * squares + square) * s.channels + c)]);
        }
        for (int64_t square = 0; square < squares; ++square)
          sums[static_cast<size_t>((i * squares + square) * s.columns + column)] =
              static_cast<float>(sum[static_cast<size_t>(square)]);
      }
    y = transform<WinogradOutput, M>(numbers, epilogue, "winograd_output", sums,
                                     s.batch * s.outHeight * s.outWidth * s.yPitch);
  }

  double wanted(int64_t pixel, int64_t column) const {
    int64_t outX = pixel % s.outWidth, line = pixel / s.outWidth;
    int64_t outY = line % s.outHeight, image = line / s.outHeight;
    double sum = 0;
    for (int64_t k = 0; k < s.channels * 9; ++k) {
      int64_t inY = outY - s.padTop + k % 9 / 3, inX = outX - s.padLeft + k % 3;
      if (inY >= 0 && inY < s.height && inX >= 0 && inX < s.width)
        sum += static_cast<double>(x[static_cast<size_t>(
                   ((image * s.height + inY) * s.width + inX) * s.xPitch + k / 9)]) *
               static_cast<double>(w[static_cast<size_t>(column * s.channels * 9 + k)]);
    }
    return sum;
  }

  double error(const test::Epilogue &epilogue) const {
    test::RelativeError error;
    for (int64_t pixel = 0; pixel < s.batch * s.outHeight * s.outWidth; ++pixel)
      for (int64_t column = 0; column < s.columns; ++column) {
        double sum = wanted(pixel, column);
        error.add(static_cast<double>(y[static_cast<size_t>(pixel * s.yPitch + column)]),
                  epilogue(sum, pixel, column), sum);
      }
    return error.value();
  }
};

template <int M> void checkSome(double most) {
  Numbers numbers(37);
  for (int round = 0; round < 60 && !testing::Test::HasFailure(); ++round) {
    Convolution convolution(numbers, someSizes(numbers));
    const WinogradSizes &s = convolution.s;
    test::RandomEpilogue random(numbers, s.batch * s.outHeight * s.outWidth, s.columns);
    convolution.run<M>(numbers, random.epilogue);

    EXPECT_LE(convolution.error(random.epilogue), most)
        << "[" << s.batch << ", " << s.height << ", " << s.width << ", " << s.channels << "] pads "
        << s.padTop << ", " << s.padLeft << " to [" << s.outHeight << ", " << s.outWidth << ", "
        << s.columns << "]";
  }
}

TEST(Winograd, IsAConvolution) { checkSome<2>(1e-6); }
TEST(Winograd, IsAConvolutionInSquaresOfFour) { checkSome<4>(2e-6); }

/// Of many channels, as models have them.
TEST(Winograd, KeepsItsErrorWhereSumsAreLong) {
  Numbers numbers(5);
  WinogradSizes s{.batch = 1,
                  .height = 11,
                  .width = 9,
                  .channels = 300,
                  .outHeight = 11,
                  .outWidth = 9,
                  .columns = 19,
                  .padTop = 1,
                  .padLeft = 1,
                  .xPitch = 300,
                  .yPitch = 19,
                  .yBytes = 4};
  Convolution convolution(numbers, s);
  convolution.run<2>(numbers, {});

  EXPECT_LE(convolution.error({}), 1e-6);
  convolution.run<4>(numbers, {});

  EXPECT_LE(convolution.error({}), 2e-6);
}

} // namespace
} // namespace ingot::kernels::convolution
