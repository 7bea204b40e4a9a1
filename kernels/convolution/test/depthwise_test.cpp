// The tuned depthwise convolutions against sums in double.
#define INGOT_TABLE "kernels/convolution/kernels.inc"
#include "kernels/base/test/rows.h"
#include "kernels/convolution/pack.h"

namespace ingot::kernels::convolution {
namespace {

using test::Numbers;

DepthwiseSizes randomShape(Numbers &numbers, const Row &kernel) {
  DepthwiseSizes s;
  s.batch = numbers.integer(1, 2);
  s.channels = numbers.coin() ? numbers.integer(1, 40) : numbers.oneOf({16, 32, 64, 96, 144, 200});
  s.multiplier = numbers.oneOf({1, 1, 1, 2, 3});
  s.kernelHeight = numbers.oneOf({1, 3, 3, 5, 7});
  s.kernelWidth = kernel.tile.rows ? kernel.tile.rows : numbers.integer(1, 7);
  s.strideHeight = numbers.integer(1, 3);
  s.strideWidth = kernel.tile.columns ? kernel.tile.columns : numbers.integer(1, 3);
  s.dilationHeight = numbers.integer(1, 2);
  s.dilationWidth = kernel.tile.rows ? 1 : numbers.integer(1, 3);
  int64_t spanHeight = (s.kernelHeight - 1) * s.dilationHeight + 1;
  int64_t spanWidth = (s.kernelWidth - 1) * s.dilationWidth + 1;
  s.padTop = numbers.integer(0, spanHeight);
  int64_t mostPad = kernel.tile.rows ? kernel.tile.rows - 1 : spanWidth + 2;
  s.padLeft = numbers.integer(0, mostPad);
  int64_t padBottom = numbers.integer(0, spanHeight);
  int64_t padRight = numbers.integer(0, mostPad);
  s.height = numbers.integer(1, 9) + greatest(0, spanHeight - s.padTop - padBottom);
  s.width = numbers.integer(1, 30) + greatest(0, spanWidth - s.padLeft - padRight);
  s.outHeight = (s.height + s.padTop + padBottom - spanHeight) / s.strideHeight + 1;
  s.outWidth = (s.width + s.padLeft + padRight - spanWidth) / s.strideWidth + 1;
  s.xPitch = s.channels + numbers.oneOf({0, 0, 3});
  s.yPitch = s.columns() + numbers.oneOf({0, 0, 5});
  s.wPitch = ceilDiv(s.columns(), 16) * 16;
  s.xBytes = 4;
  s.yBytes = numbers.oneOf({4, 4, 2});
  s.secondCache = numbers.oneOf({1, 1 << 20});
  return s;
}

double sumAt(const DepthwiseSizes &s, const float *x, const float *w, int64_t row, int64_t column) {
  int64_t outX = row % s.outWidth, outY = row / s.outWidth % s.outHeight;
  int64_t image = row / s.outWidth / s.outHeight;
  const float *weight = w + column * s.kernelHeight * s.kernelWidth;
  double sum = 0;
  for (int64_t ky = 0; ky < s.kernelHeight; ++ky)
    for (int64_t kx = 0; kx < s.kernelWidth; ++kx, ++weight) {
      int64_t inY = outY * s.strideHeight - s.padTop + ky * s.dilationHeight;
      int64_t inX = outX * s.strideWidth - s.padLeft + kx * s.dilationWidth;
      if (inY >= 0 && inY < s.height && inX >= 0 && inX < s.width)
        sum +=
            static_cast<double>(
                x[((image * s.height + inY) * s.width + inX) * s.xPitch + column / s.multiplier]) *
            static_cast<double>(*weight);
    }
  return sum;
}

void check(Numbers &numbers, const Row &kernel) {
  DepthwiseSizes s = randomShape(numbers, kernel);
  SCOPED_TRACE(testing::Message() << kernel.name << " x " << s.batch << "*" << s.height << "*"
                                  << s.width << "*" << s.channels << " multiplier " << s.multiplier
                                  << " kernel " << s.kernelHeight << "x" << s.kernelWidth
                                  << " stride " << s.strideHeight << "x" << s.strideWidth
                                  << " dilation " << s.dilationHeight << "x" << s.dilationWidth
                                  << " pad " << s.padTop << "," << s.padLeft << " out "
                                  << s.outHeight << "x" << s.outWidth);
  int64_t taps = s.kernelHeight * s.kernelWidth, rows = s.batch * s.outHeight * s.outWidth;
  auto x = numbers.floats(s.batch * s.height * s.width * s.xPitch);
  auto w = numbers.floats(s.columns() * taps);
  std::vector<float> packed(static_cast<size_t>(taps * s.wPitch));
  const Row pack = rowsOf("pack_weights").front();
  pack({w.data(), packed.data()}, nullptr,
       WeightSizes{s.columns(), 1, taps, 1, taps, 0, 1, s.wPitch}, 0, 1);
  test::RandomEpilogue random(numbers, rows, s.columns());
  random.epilogue.yBytes = s.yBytes;
  std::vector<float> fresh(static_cast<size_t>(rows * s.yPitch), 77);
  auto y = test::runSplit<Depthwise>(
      numbers, fresh, s, kernel.tile, [&](float *out, int64_t begin, int64_t end) {
        kernel({x.data(), packed.data(), out}, &random.epilogue, s, begin, end);
      });
  bool isNarrow = s.yBytes == 2;
  auto found = isNarrow ? test::fromHalves(y.data(), 2 * y.size()) : y;
  test::RelativeError error;
  for (int64_t row = 0; row < rows; ++row) {
    const float *out = found.data() + row * s.yPitch;
    for (int64_t column = 0; column < s.columns(); ++column)
      error.add(static_cast<double>(out[column]),
                random.epilogue(sumAt(s, x.data(), w.data(), row, column), row, column));
    for (int64_t column = s.columns(); column < s.yPitch && !isNarrow; ++column)
      ASSERT_EQ(out[column], 77.0f);
  }
  EXPECT_LE(error.value(), isNarrow ? 8e-3 : 3e-7);
}

TEST(Depthwise, AgreesWithDouble) {
  Numbers numbers(5);
  for (const Row &kernel : rowsOf("depthwise"))
    for (int i = 0; i < 120 && !testing::Test::HasFailure(); ++i)
      check(numbers, kernel);
}

} // namespace
} // namespace ingot::kernels::convolution
