// The convolutions of 8-bit integers against sums in 64 bits, bit for bit: windows, pads, groups,
// signs, zero points and tails of every kind.
#define INGOT_TABLE "kernels/convolution/kernels.inc"
#include "kernels/base/test/rows.h"
#include "kernels/convolution/contract.h"

namespace ingot::kernels::convolution {
namespace {

using test::Numbers;

int64_t valueOf(uint8_t byte, bool isSigned) {
  return isSigned ? static_cast<int8_t>(byte) : int64_t{byte};
}

/// A geometry whose output is not empty; `K` and `S` are those of a kernel row, 0 for any.
template <typename Sizes> void setWindow(Numbers &numbers, Sizes &s, int64_t K, int64_t S) {
  s.batch = numbers.integer(1, 2);
  s.kernelHeight = numbers.oneOf({1, 1, 2, 3, 3, 5, 7});
  s.kernelWidth = K ? K : numbers.oneOf({1, 1, 2, 3, 3, 5, 7});
  if (!K && numbers.integer(0, 15) == 0)
    s.kernelHeight = s.kernelWidth = 23; // more taps than fit into one table
  s.strideHeight = numbers.integer(1, 3);
  s.strideWidth = S ? S : numbers.integer(1, 3);
  s.dilationHeight = numbers.oneOf({1, 1, 1, 2});
  s.dilationWidth = K ? 1 : numbers.oneOf({1, 1, 1, 3});
  int64_t spanHeight = (s.kernelHeight - 1) * s.dilationHeight + 1;
  int64_t spanWidth = (s.kernelWidth - 1) * s.dilationWidth + 1;
  int64_t mostPad = K ? K - 1 : spanWidth;
  s.padTop = numbers.integer(0, spanHeight);
  s.padLeft = numbers.integer(0, mostPad);
  int64_t padBottom = numbers.integer(0, s.kernelHeight), padRight = numbers.integer(0, mostPad);
  s.height = numbers.integer(1, 9) + greatest(0, spanHeight - s.padTop - padBottom);
  s.width = numbers.integer(1, 20) + greatest(0, spanWidth - s.padLeft - padRight);
  s.outHeight = (s.height + s.padTop + padBottom - spanHeight) / s.strideHeight + 1;
  s.outWidth = (s.width + s.padLeft + padRight - spanWidth) / s.strideWidth + 1;
  s.yBytes = numbers.oneOf({4, 2, 1});
  s.secondCache = numbers.oneOf({65536, 1 << 20});
}

/// Both sides of a convolution. `w` is laid out as in ONNX: [columns, channels of a group, taps].
struct Images {
  bool xSigned, wSigned;
  uint8_t xZero, wZero;
  std::vector<uint8_t> x, w;

  /// The sum of one output: its channel reads `channels` channels of x from `first` on.
  template <typename Sizes>
  uint32_t sum(const Sizes &s, int64_t row, int64_t column, int64_t first, int64_t channels) const {
    int64_t outX = row % s.outWidth, outY = row / s.outWidth % s.outHeight;
    int64_t image = row / s.outWidth / s.outHeight, total = 0;
    const uint8_t *weight = w.data() + column * channels * s.kernelHeight * s.kernelWidth;
    for (int64_t c = 0; c < channels; ++c)
      for (int64_t ky = 0; ky < s.kernelHeight; ++ky)
        for (int64_t kx = 0; kx < s.kernelWidth; ++kx, ++weight) {
          int64_t inY = outY * s.strideHeight - s.padTop + ky * s.dilationHeight;
          int64_t inX = outX * s.strideWidth - s.padLeft + kx * s.dilationWidth;
          if (inY < 0 || inY >= s.height || inX < 0 || inX >= s.width)
            continue;
          uint8_t pixel = x[static_cast<size_t>(
              ((image * s.height + inY) * s.width + inX) * s.xPitch + first + c)];
          total += (valueOf(pixel, xSigned) - valueOf(xZero, xSigned)) *
                   (valueOf(*weight, wSigned) - valueOf(wZero, wSigned));
        }
    return static_cast<uint32_t>(total);
  }
};

/// Compares the columns of the output, and expects that nothing beside them was written.
template <typename Sizes, typename Sum>
void compare(const Sizes &s, int64_t columns, const test::IntegerEpilogue &epilogue,
             const std::vector<float> &y, const std::vector<float> &fresh, Sum &&sum) {
  const auto size = static_cast<size_t>(s.yBytes);
  for (int64_t row = 0; row < s.pixels(); ++row)
    for (int64_t column = 0; column < s.yPitch; ++column) {
      auto offset = static_cast<size_t>(row * s.yPitch + column) * size;
      uint32_t wanted = 0, found = 0;
      std::memcpy(&found, reinterpret_cast<const char *>(y.data()) + offset, size);
      if (column >= columns)
        std::memcpy(&wanted, reinterpret_cast<const char *>(fresh.data()) + offset, size);
      else
        wanted = epilogue(sum(row, column), row, column);
      if (s.yBytes < 4)
        wanted &= (1u << (8 * s.yBytes)) - 1;
      ASSERT_EQ(found, wanted) << "row " << row << " column " << column;
    }
}

template <typename Sizes> testing::Message textOf(const Row &kernel, const Sizes &s) {
  return testing::Message() << kernel.name << " x " << s.batch << "*" << s.height << "*" << s.width
                            << "*" << s.channels << " kernel " << s.kernelHeight << "x"
                            << s.kernelWidth << " stride " << s.strideHeight << "x" << s.strideWidth
                            << " dilation " << s.dilationHeight << "x" << s.dilationWidth << " pad "
                            << s.padTop << "," << s.padLeft << " bytes " << s.yBytes;
}

Row packingOf(const Row &kernel, const char *operation) {
  for (const Row &row : rowsOf(operation))
    if (row.name == kernel.packing)
      return row;
  return {};
}

IntegerConvSizes randomConv(Numbers &numbers) {
  IntegerConvSizes s;
  setWindow(numbers, s, 0, 0);
  s.groups = numbers.oneOf({1, 1, 1, 2, 3});
  s.channels = s.kernelWidth > 7 ? numbers.integer(1, 3)
                                 : numbers.oneOf({1, 2, 3, 4, 7, 16, 21, 33, 64, 100, 300});
  s.columns = numbers.coin() ? numbers.integer(1, 70) : numbers.oneOf({8, 12, 16, 32, 64, 96});
  s.xPitch = s.groups * s.channels + numbers.oneOf({0, 0, 5});
  s.yPitch = s.groups * s.columns + numbers.oneOf({0, 0, 7});
  s.firstCache = numbers.oneOf({4096, 32768});
  s.wSigned = numbers.coin();
  s.rowSums = numbers.coin();
  return s;
}

void checkConv(Numbers &numbers, const Row &kernel, const IntegerConvSizes &s) {
  SCOPED_TRACE(textOf(kernel, s) << " groups " << s.groups << " columns " << s.columns);
  bool packedSigned = kernel.packing.starts_with("pack_conv_s8");
  int64_t taps = s.kernelHeight * s.kernelWidth;
  Images images{kernel.in == "i8",
                s.wSigned != 0,
                static_cast<uint8_t>(numbers.integer(0, 255)),
                s.rowSums ? static_cast<uint8_t>(numbers.integer(0, 255))
                          : static_cast<uint8_t>(packedSigned == (s.wSigned != 0) ? 0 : 128),
                numbers.integers<uint8_t>(s.batch * s.height * s.width * s.xPitch),
                numbers.integers<uint8_t>(s.groups * s.columns * s.channels * taps)};
  const Row pack = packingOf(kernel, "pack_weights_integer");
  IntegerWeightSizes weights{s.columns, s.channels,          taps,
                             s.groups,  s.channels * taps,   taps,
                             1,         kernel.tile.columns, s.isMerged() ? s.kernelWidth : 1,
                             s.wSigned};
  std::vector<float> none(static_cast<size_t>(packedConvWords(s.columns, s.tapChannels(), s.taps(),
                                                              s.groups, kernel.tile.columns)),
                          77);
  auto packed = test::runSplit<PackIntegerWeights>(
      numbers, none, weights, pack.tile, [&](float *out, int64_t begin, int64_t end) {
        pack({images.w.data(), out}, nullptr, weights, begin, end);
      });
  test::RandomIntegerEpilogue random(numbers, s.pixels(), s.groups * s.columns);
  std::vector<float> fresh(static_cast<size_t>(s.pixels() * s.yPitch), 77);
  auto y = test::runSplit<IntegerConv>(
      numbers, fresh, s, kernel.tile, [&](float *out, int64_t begin, int64_t end) {
        kernel({images.x.data(), packed.data(), &images.xZero, &images.wZero, out},
               &random.epilogue, s, begin, end);
      });
  compare(s, s.groups * s.columns, random.epilogue, y, fresh, [&](int64_t row, int64_t column) {
    return images.sum(s, row, column, column / s.columns * s.channels, s.channels);
  });
}

void checkDepthwise(Numbers &numbers, const Row &kernel) {
  DepthwiseSizes s;
  setWindow(numbers, s, kernel.tile.rows, kernel.tile.columns);
  s.channels = numbers.coin() ? numbers.integer(1, 40) : numbers.oneOf({16, 32, 64, 96, 144, 200});
  s.multiplier = numbers.oneOf({1, 1, 1, 2, 3});
  s.xPitch = s.channels + numbers.oneOf({0, 0, 3});
  s.yPitch = s.columns() + numbers.oneOf({0, 0, 5});
  s.wPitch = ceilDiv(s.columns(), 16) * 16;
  s.xBytes = 1;
  SCOPED_TRACE(textOf(kernel, s) << " multiplier " << s.multiplier);
  int64_t taps = s.kernelHeight * s.kernelWidth;
  Images images{kernel.in == "i8",
                numbers.coin(),
                static_cast<uint8_t>(numbers.integer(0, 255)),
                static_cast<uint8_t>(numbers.integer(0, 255)),
                numbers.integers<uint8_t>(s.batch * s.height * s.width * s.xPitch),
                numbers.integers<uint8_t>(s.columns() * taps)};
  const Row pack = packingOf(kernel, "pack_depthwise_integer");
  IntegerWeightSizes weights{s.columns(), 1, taps, 1, taps, 0, 1, s.wPitch, 1, images.wSigned};
  std::vector<float> packed(static_cast<size_t>(taps * s.wPitch));
  pack({images.w.data(), &images.wZero, packed.data()}, nullptr, weights, 0, 1);
  test::RandomIntegerEpilogue random(numbers, s.pixels(), s.columns());
  std::vector<float> fresh(static_cast<size_t>(s.pixels() * s.yPitch), 77);
  auto y = test::runSplit<IntegerDepthwise>(
      numbers, fresh, s, kernel.tile, [&](float *out, int64_t begin, int64_t end) {
        kernel({images.x.data(), packed.data(), &images.xZero, out}, &random.epilogue, s, begin,
               end);
      });
  compare(s, s.columns(), random.epilogue, y, fresh, [&](int64_t row, int64_t column) {
    return images.sum(s, row, column, column / s.multiplier, 1);
  });
}

void checkQuads(Numbers &numbers, const Row &kernel) {
  DepthwiseSizes s;
  setWindow(numbers, s, kernel.tile.rows, kernel.tile.columns);
  s.channels = numbers.coin() ? numbers.integer(1, 140) : numbers.oneOf({16, 32, 64, 96, 144, 200});
  s.multiplier = 1;
  s.xPitch = s.channels + numbers.oneOf({0, 0, 3});
  s.yPitch = s.channels + numbers.oneOf({0, 0, 5});
  s.wPitch = ceilDiv(s.channels, 64) * 64;
  s.xBytes = 1;
  SCOPED_TRACE(textOf(kernel, s));
  int64_t taps = s.kernelHeight * s.kernelWidth;
  Images images{false,
                numbers.coin(),
                static_cast<uint8_t>(numbers.integer(0, 255)),
                0,
                numbers.integers<uint8_t>(s.batch * s.height * s.width * s.xPitch),
                numbers.integers<uint8_t>(s.channels * taps)};
  images.wZero = images.wSigned ? 0 : 128;
  const Row pack = packingOf(kernel, "pack_weights_integer");
  IntegerWeightSizes weights{s.channels,    1, taps, 1, taps, taps, 1, s.wPitch, s.kernelWidth,
                             images.wSigned};
  std::vector<float> packed(static_cast<size_t>((1 + s.kernelHeight) * s.wPitch));
  pack({images.w.data(), packed.data()}, nullptr, weights, 0, 1);
  test::RandomIntegerEpilogue random(numbers, s.pixels(), s.channels);
  std::vector<float> fresh(static_cast<size_t>(s.pixels() * s.yPitch), 77);
  auto y = test::runSplit<QuadDepthwise>(
      numbers, fresh, s, kernel.tile, [&](float *out, int64_t begin, int64_t end) {
        kernel({images.x.data(), packed.data(), &images.xZero, out}, &random.epilogue, s, begin,
               end);
      });
  compare(s, s.channels, random.epilogue, y, fresh,
          [&](int64_t row, int64_t column) { return images.sum(s, row, column, column, 1); });
}

TEST(QuadDepthwise, IsExact) {
  Numbers numbers(5);
  for (const Row &kernel : rowsOf("depthwise_quads"))
    for (int i = 0; i < 120 && !testing::Test::HasFailure(); ++i)
      checkQuads(numbers, kernel);
}

TEST(IntegerConv, IsExact) {
  Numbers numbers(2);
  for (const Row &kernel : rowsOf("conv_integer"))
    for (int i = 0; i < 80 && !testing::Test::HasFailure(); ++i)
      checkConv(numbers, kernel, randomConv(numbers));
}

/// So many pixels that a group of rows has more taps than there is room for pointers.
TEST(IntegerConv, IsExactOnManyPixelsOfOneChannel) {
  Numbers numbers(4);
  IntegerConvSizes s;
  s.batch = 1, s.height = s.outHeight = 48, s.width = s.outWidth = 64, s.channels = s.xPitch = 1;
  s.columns = s.yPitch = 16, s.groups = 1, s.kernelHeight = s.kernelWidth = 3;
  s.strideHeight = s.strideWidth = s.dilationHeight = s.dilationWidth = 1;
  s.padTop = s.padLeft = 1, s.yBytes = 4, s.firstCache = 49152, s.secondCache = 2 << 20;
  for (const Row &kernel : rowsOf("conv_integer"))
    checkConv(numbers, kernel, s);
}

TEST(IntegerDepthwise, IsExact) {
  Numbers numbers(3);
  for (const Row &kernel : rowsOf("depthwise_integer"))
    for (int i = 0; i < 80 && !testing::Test::HasFailure(); ++i)
      checkDepthwise(numbers, kernel);
}

} // namespace
} // namespace ingot::kernels::convolution
