// Convolutions of images whose channels are planes, against sums in double.
#define INGOT_TABLE "kernels/convolution/kernels.inc"
#include "kernels/base/test/rows.h"
#include "kernels/convolution/pack.h"

namespace ingot::kernels::convolution {
namespace {

using test::Numbers;

/// A geometry whose output is not empty.
PlanesSizes randomPlanes(Numbers &numbers) {
  PlanesSizes s;
  s.batch = numbers.integer(1, 3);
  s.channels = numbers.oneOf({1, 2, 3, 3, 4, 5});
  s.columns = numbers.coin() ? numbers.integer(1, 70) : numbers.oneOf({8, 12, 16, 24, 32, 64, 96});
  s.kernelHeight = numbers.oneOf({1, 2, 3, 3, 5, 7});
  s.kernelWidth = numbers.oneOf({1, 2, 3, 3, 5, 7});
  s.strideHeight = numbers.integer(1, 3);
  s.strideWidth = numbers.integer(1, 3);
  s.dilationHeight = numbers.oneOf({1, 1, 2});
  s.padTop = numbers.integer(0, s.kernelHeight * s.dilationHeight);
  s.padLeft = numbers.integer(0, s.kernelWidth + 1);
  int64_t padBottom = numbers.integer(0, s.kernelHeight), padRight = numbers.integer(0, 5);
  int64_t span = (s.kernelHeight - 1) * s.dilationHeight + 1;
  s.height = numbers.integer(1, 9) + greatest(0, span - s.padTop - padBottom);
  s.width = numbers.integer(1, 50) + greatest(0, s.kernelWidth - s.padLeft - padRight);
  s.outHeight = (s.height + s.padTop + padBottom - span) / s.strideHeight + 1;
  s.outWidth = (s.width + s.padLeft + padRight - s.kernelWidth) / s.strideWidth + 1;
  s.yPitch = s.columns + numbers.oneOf({0, 0, 7});
  s.yBytes = numbers.oneOf({4, 4, 2});
  return s;
}

/// The sum of one output element; `w` is laid out as in ONNX.
double sumAt(const PlanesSizes &s, const float *x, const float *w, int64_t row, int64_t column) {
  int64_t outX = row % s.outWidth, outY = row / s.outWidth % s.outHeight;
  int64_t image = row / s.outWidth / s.outHeight;
  const float *weight = w + column * s.depth();
  double sum = 0;
  for (int64_t c = 0; c < s.channels; ++c)
    for (int64_t ky = 0; ky < s.kernelHeight; ++ky)
      for (int64_t kx = 0; kx < s.kernelWidth; ++kx, ++weight) {
        int64_t inY = outY * s.strideHeight - s.padTop + ky * s.dilationHeight;
        int64_t inX = outX * s.strideWidth - s.padLeft + kx;
        if (inY >= 0 && inY < s.height && inX >= 0 && inX < s.width)
          sum +=
              static_cast<double>(x[((image * s.channels + c) * s.height + inY) * s.width + inX]) *
              static_cast<double>(*weight);
      }
  return sum;
}

void check(Numbers &numbers, const Row &kernel, const PlanesSizes &s) {
  SCOPED_TRACE(testing::Message() << kernel.name << " x " << s.batch << "*" << s.channels << "*"
                                  << s.height << "*" << s.width << " columns " << s.columns
                                  << " kernel " << s.kernelHeight << "x" << s.kernelWidth
                                  << " stride " << s.strideHeight << "x" << s.strideWidth
                                  << " dilation " << s.dilationHeight << " pad " << s.padTop << ","
                                  << s.padLeft);
  int64_t pixels = s.batch * s.outHeight * s.outWidth, taps = s.channels * s.kernelHeight;
  auto x = numbers.floats(s.batch * s.channels * s.height * s.width);
  auto w = numbers.floats(s.columns * s.depth());
  const Row pack = rowsOf("pack_weights").front();
  WeightSizes weights{s.columns,     s.kernelWidth,      taps, 1, s.depth(), 1,
                      s.kernelWidth, kernel.tile.columns};
  std::vector<float> packed(
      static_cast<size_t>(packedWeights(s.columns, s.kernelWidth, taps, 1, kernel.tile.columns)));
  pack({w.data(), packed.data()}, nullptr, weights, 0, PackWeights::units(weights, pack.tile));
  test::RandomEpilogue random(numbers, pixels, s.columns);
  random.epilogue.yBytes = s.yBytes;
  std::vector<float> fresh(static_cast<size_t>(pixels * s.yPitch), 77);
  auto y = test::runSplit<ConvPlanes>(
      numbers, fresh, s, kernel.tile, [&](float *out, int64_t begin, int64_t end) {
        kernel({x.data(), packed.data(), out}, &random.epilogue, s, begin, end);
      });
  bool isNarrow = s.yBytes == 2;
  auto found = isNarrow ? test::fromHalves(y.data(), 2 * y.size()) : y;
  test::RelativeError error;
  for (int64_t row = 0; row < pixels; ++row) {
    const float *out = found.data() + row * s.yPitch;
    for (int64_t column = 0; column < s.columns; ++column)
      error.add(static_cast<double>(out[column]),
                random.epilogue(sumAt(s, x.data(), w.data(), row, column), row, column));
    for (int64_t column = s.columns; column < s.yPitch && !isNarrow; ++column)
      ASSERT_EQ(out[column], 77.0f);
  }
  EXPECT_LE(error.value(), isNarrow ? 8e-3 : 5e-7);
}

TEST(ConvPlanes, AgreesWithDouble) {
  Numbers numbers(41);
  for (const Row &kernel : rowsOf("conv_planes"))
    for (int i = 0; i < 150 && !testing::Test::HasFailure(); ++i)
      if (PlanesSizes s = randomPlanes(numbers); s.fits(kernel.tile))
        check(numbers, kernel, s);
}

TEST(ConvPlanes, AgreesOnFirstLayers) {
  Numbers numbers(42);
  for (const Row &kernel : rowsOf("conv_planes")) {
    check(numbers, kernel, {1, 31, 62, 3, 16, 31, 64, 7, 7, 2, 2, 1, 3, 3, 64, 4});
    check(numbers, kernel, {2, 16, 60, 3, 8, 30, 32, 3, 3, 2, 2, 1, 1, 1, 32, 4});
  }
}

} // namespace
} // namespace ingot::kernels::convolution
