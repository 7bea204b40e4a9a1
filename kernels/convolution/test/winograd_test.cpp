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

/// G w G' of 3 by 3 weights.
void transformed(const float *w, double *parts) {
  constexpr double g[4][3] = {{1, 0, 0}, {0.5, 0.5, 0.5}, {0.5, -0.5, 0.5}, {0, 0, 1}};
  for (int i = 0; i < 16; ++i) {
    parts[i] = 0;
    for (int k = 0; k < 9; ++k)
      parts[i] += g[i / 4][k / 3] * g[i % 4][k % 3] * static_cast<double>(w[k]);
  }
}

TEST(Winograd, IsAConvolution) {
  Numbers numbers(37);
  for (int round = 0; round < 60; ++round) {
    WinogradSizes s = someSizes(numbers);
    std::vector<float> x = numbers.floats(s.batch * s.height * s.width * s.xPitch),
                       w = numbers.floats(s.columns * s.channels * 9);
    std::vector<float> parts(static_cast<size_t>(16 * s.squares() * s.channels)),
        sums(static_cast<size_t>(16 * s.squares() * s.columns)),
        y(static_cast<size_t>(s.batch * s.outHeight * s.outWidth * s.yPitch));
    int64_t cut = numbers.integer(0, s.squareRows());
    test::RandomEpilogue random(numbers, s.batch * s.outHeight * s.outWidth, s.columns);
    random.epilogue.yBytes = 4;
    auto run = [&](const char *operation, const void *from, const void *to) {
      rowsOf(operation)[0]({from, to}, &random.epilogue, s, cut, s.squareRows());
      rowsOf(operation)[0]({from, to}, &random.epilogue, s, 0, cut);
    };
    run("winograd_input", x.data(), parts.data());
    for (int64_t column = 0; column < s.columns; ++column)
      for (int64_t square = 0; square < s.squares(); ++square) {
        double sum[16] = {};
        for (int64_t c = 0; c < s.channels; ++c) {
          double weights[16];
          transformed(w.data() + (column * s.channels + c) * 9, weights);
          for (int64_t i = 0; i < 16; ++i)
            sum[i] += weights[i] *
                      static_cast<double>(parts[(i * s.squares() + square) * s.channels + c]);
        }
        for (int64_t i = 0; i < 16; ++i)
          sums[(i * s.squares() + square) * s.columns + column] = static_cast<float>(sum[i]);
      }
    run("winograd_output", sums.data(), y.data());
    for (int64_t at = 0; at < s.batch * s.outHeight * s.outWidth * s.columns; ++at) {
      int64_t column = at % s.columns, pixel = at / s.columns, outX = pixel % s.outWidth;
      int64_t line = pixel / s.outWidth, outY = line % s.outHeight, image = line / s.outHeight;
      double wanted = 0;
      for (int64_t k = 0; k < s.channels * 9; ++k) {
        int64_t inY = outY - s.padTop + k % 9 / 3, inX = outX - s.padLeft + k % 3;
        if (inY >= 0 && inY < s.height && inX >= 0 && inX < s.width)
          wanted += static_cast<double>(
                        x[((image * s.height + inY) * s.width + inX) * s.xPitch + k / 9]) *
                    static_cast<double>(w[column * s.channels * 9 + k]);
      }
      ASSERT_NEAR(y[static_cast<size_t>(pixel * s.yPitch + column)],
                  random.epilogue(wanted, pixel, column), 2e-5);
    }
  }
}

} // namespace
} // namespace ingot::kernels::convolution
