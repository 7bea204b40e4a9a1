// The tuned convolutions against sums in double: windows, pads, groups and tails of every kind.
#define INGOT_TABLE "kernels/convolution/kernels.inc"
#include "kernels/base/test/halves_support.h"
#include "kernels/base/test/rows.h"
#include "kernels/convolution/pack.h"

namespace ingot::kernels::convolution {
namespace {

using test::Numbers;

/// A geometry whose output is not empty.
ConvSizes randomShape(Numbers &numbers) {
  ConvSizes s;
  s.batch = numbers.integer(1, 3);
  s.groups = numbers.oneOf({1, 1, 1, 2, 3});
  s.channels = numbers.oneOf({1, 2, 3, 4, 7, 16, 21, 33, 64, 100, 300});
  s.columns = numbers.coin() ? numbers.integer(1, 70) : numbers.oneOf({8, 12, 16, 32, 64, 96});
  s.kernelHeight = numbers.oneOf({1, 1, 2, 3, 3, 5, 7});
  s.kernelWidth = numbers.oneOf({1, 1, 2, 3, 3, 5, 7});
  if (s.channels <= 3 && numbers.integer(0, 7) == 0)
    s.kernelHeight = s.kernelWidth = 23; // more taps than fit into one table
  s.strideHeight = numbers.integer(1, 3);
  s.strideWidth = numbers.integer(1, 3);
  s.dilationHeight = numbers.oneOf({1, 1, 1, 2});
  s.dilationWidth = numbers.oneOf({1, 1, 1, 3});
  s.padTop = numbers.integer(0, s.kernelHeight * s.dilationHeight);
  s.padLeft = numbers.integer(0, s.kernelWidth * s.dilationWidth);
  int64_t padBottom = numbers.integer(0, s.kernelHeight), padRight = numbers.integer(0, 5);
  int64_t spanHeight = (s.kernelHeight - 1) * s.dilationHeight + 1;
  int64_t spanWidth = (s.kernelWidth - 1) * s.dilationWidth + 1;
  s.height = numbers.integer(1, 9) + greatest(0, spanHeight - s.padTop - padBottom);
  s.width = numbers.integer(1, 17) + greatest(0, spanWidth - s.padLeft - padRight);
  s.outHeight = (s.height + s.padTop + padBottom - spanHeight) / s.strideHeight + 1;
  s.outWidth = (s.width + s.padLeft + padRight - spanWidth) / s.strideWidth + 1;
  s.xPitch = s.groups * s.channels + numbers.oneOf({0, 0, 5});
  s.yPitch = s.groups * s.columns + numbers.oneOf({0, 0, 7});
  s.yBytes = numbers.oneOf({4, 4, 2});
  s.firstCache = numbers.oneOf({4096, 32768});
  s.secondCache = numbers.oneOf({65536, 1 << 20});
  return s;
}

/// The sum of one output element; `w` is laid out as in ONNX.
double sumAt(const ConvSizes &s, const float *x, const float *w, int64_t image, int64_t outY,
             int64_t outX, int64_t column) {
  const float *weight = w + column * s.channels * s.kernelHeight * s.kernelWidth;
  double sum = 0;
  for (int64_t c = 0; c < s.channels; ++c)
    for (int64_t ky = 0; ky < s.kernelHeight; ++ky)
      for (int64_t kx = 0; kx < s.kernelWidth; ++kx, ++weight) {
        int64_t inY = outY * s.strideHeight - s.padTop + ky * s.dilationHeight;
        int64_t inX = outX * s.strideWidth - s.padLeft + kx * s.dilationWidth;
        if (inY < 0 || inY >= s.height || inX < 0 || inX >= s.width)
          continue;
        int64_t channel = column / s.columns * s.channels + c;
        sum += static_cast<double>(
                   x[((image * s.height + inY) * s.width + inX) * s.xPitch + channel]) *
               static_cast<double>(*weight);
      }
  return sum;
}

void compare(const ConvSizes &s, const float *x, const float *w, const test::Epilogue &epilogue,
             const std::vector<float> &y) {
  bool isNarrow = s.yBytes == 2;
  auto found = isNarrow ? test::fromHalves(y.data(), 2 * y.size()) : y;
  test::RelativeError error;
  for (int64_t row = 0; row < s.pixels(); ++row) {
    int64_t outX = row % s.outWidth, outY = row / s.outWidth % s.outHeight;
    int64_t image = row / s.outWidth / s.outHeight;
    const float *out = found.data() + row * s.yPitch;
    for (int64_t column = 0; column < s.groups * s.columns; ++column)
      error.add(static_cast<double>(out[column]),
                epilogue(sumAt(s, x, w, image, outY, outX, column), row, column));
    for (int64_t column = s.groups * s.columns; column < s.yPitch && !isNarrow; ++column)
      ASSERT_EQ(out[column], 77.0f);
  }
  EXPECT_LE(error.value(), isNarrow ? 8e-3 : 5e-7);
}

template <typename Contract = Conv, typename Pack = PackWeights>
void check(Numbers &numbers, const Row &kernel, const ConvSizes &s) {
  SCOPED_TRACE(testing::Message() << kernel.name << " x " << s.batch << "*" << s.height << "*"
                                  << s.width << "*" << s.groups << "*" << s.channels << " columns "
                                  << s.columns << " kernel " << s.kernelHeight << "x"
                                  << s.kernelWidth << " stride " << s.strideHeight << "x"
                                  << s.strideWidth << " dilation " << s.dilationHeight << "x"
                                  << s.dilationWidth << " pad " << s.padTop << "," << s.padLeft
                                  << " pitch " << s.xPitch << "," << s.yPitch);
  int64_t taps = s.kernelHeight * s.kernelWidth, pixels = s.batch * s.outHeight * s.outWidth;
  auto x = numbers.floats(s.batch * s.height * s.width * s.xPitch);
  auto w = test::heldBy(kernel.packing, numbers.floats(s.groups * s.columns * s.channels * taps));
  const Row pack = rowNamed(kernel.packing);
  WeightSizes weights{s.columns,         s.channels, taps, s.groups,
                      s.channels * taps, taps,       1,    kernel.tile.columns};
  int64_t size = packedWeights(s.columns, s.channels, taps, s.groups, kernel.tile.columns);
  std::vector<float> nan(test::wordsOf(kernel.packing, size), std::nanf(""));
  auto packed = test::runSplit<Pack>(numbers, nan, weights, pack.tile,
                                     [&](float *out, int64_t begin, int64_t end) {
                                       pack({w.data(), out}, nullptr, weights, begin, end);
                                     });
  test::RandomEpilogue random(numbers, pixels, s.groups * s.columns);
  random.epilogue.yBytes = s.yBytes;
  std::vector<float> fresh(static_cast<size_t>(pixels * s.yPitch), 77);
  auto y = test::runSplit<Contract>(
      numbers, fresh, s, kernel.tile, [&](float *out, int64_t begin, int64_t end) {
        kernel({x.data(), packed.data(), out}, &random.epilogue, s, begin, end);
      });
  compare(s, x.data(), w.data(), random.epilogue, y);
}

TEST(Conv, AgreesWithDouble) {
  Numbers numbers(2);
  for (const Row &kernel : rowsOf("conv"))
    for (int i = 0; i < 150 && !testing::Test::HasFailure(); ++i)
      check(numbers, kernel, randomShape(numbers));
}

TEST(Conv, AgreesWithDoubleOnHalves) {
  Numbers numbers(2);
  for (const char *operation : {"conv_f16", "conv_bf16"})
    for (const Row &kernel : rowsOf(operation))
      for (int i = 0; i < 150 && !testing::Test::HasFailure(); ++i)
        check<HalfConv, PackHalfWeights>(numbers, kernel, randomShape(numbers));
}

TEST(Conv, AgreesOnFirstLayers) {
  Numbers numbers(3);
  for (const Row &kernel : rowsOf("conv")) {
    check(numbers, kernel,
          {1, 31, 30, 3, 16, 15, 64, 1, 7, 7, 2, 2, 1, 1, 3, 3, 3, 64, 4, 32768, 1 << 20});
    check(numbers, kernel,
          {2, 16, 19, 3, 8, 10, 32, 1, 3, 3, 2, 2, 1, 1, 1, 1, 3, 32, 4, 32768, 1 << 20});
    check(numbers, kernel,
          {1, 2, 2, 3, 2, 2, 32, 1, 7, 7, 1, 1, 1, 1, 3, 3, 3, 32, 4, 32768, 1 << 20});
    // More taps of a group of rows than there is room for pointers.
    check(numbers, kernel,
          {1, 48, 64, 1, 48, 64, 16, 1, 3, 3, 1, 1, 1, 1, 1, 1, 1, 16, 4, 49152, 2 << 20});
  }
}

TEST(Conv, AgreesOverSeveralColumnBlocks) {
  Numbers numbers(4);
  for (const Row &kernel : rowsOf("conv"))
    check(numbers, kernel,
          {1, 5, 5, 256, 5, 5, 640, 1, 3, 3, 1, 1, 1, 1, 1, 1, 256, 640, 4, 32768, 1 << 20});
}

} // namespace
} // namespace ingot::kernels::convolution
