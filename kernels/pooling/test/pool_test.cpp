// The tuned pools against the reference kernels, which see one channel at a time.
#define INGOT_TABLE "kernels/pooling/kernels.inc"
#include "kernels/base/test/rows.h"
#include "kernels/pooling/pool.h"
#include "kernels/pooling/reference.h"

namespace ingot::kernels::pooling {
namespace {

using test::Numbers;

PoolSizes randomShape(Numbers &numbers) {
  PoolSizes s;
  s.batch = numbers.integer(1, 2);
  s.channels = numbers.coin() ? numbers.integer(1, 40) : numbers.oneOf({16, 64, 96});
  bool isVolume = numbers.coin();
  s.kernelDepth = isVolume ? numbers.integer(1, 3) : 1;
  s.strideDepth = isVolume ? numbers.integer(1, 2) : 1;
  s.dilationDepth = isVolume ? numbers.integer(1, 2) : 1;
  s.padFront = isVolume ? numbers.integer(0, 2) : 0;
  s.padBack = isVolume ? numbers.integer(0, 2) : 0;
  s.kernelHeight = numbers.integer(1, 4);
  s.kernelWidth = numbers.integer(1, 4);
  s.strideHeight = numbers.integer(1, 3);
  s.strideWidth = numbers.integer(1, 3);
  s.dilationHeight = numbers.integer(1, 2);
  s.dilationWidth = numbers.integer(1, 2);
  s.padTop = numbers.integer(0, 3);
  s.padLeft = numbers.integer(0, 3);
  s.padBottom = numbers.integer(0, 3);
  s.padRight = numbers.integer(0, 3);
  int64_t spanDepth = (s.kernelDepth - 1) * s.dilationDepth + 1;
  int64_t spanHeight = (s.kernelHeight - 1) * s.dilationHeight + 1;
  int64_t spanWidth = (s.kernelWidth - 1) * s.dilationWidth + 1;
  s.depth = isVolume ? numbers.integer(1, 4) + greatest(0, spanDepth - s.padFront - s.padBack) : 1;
  s.height = numbers.integer(1, 9) + greatest(0, spanHeight - s.padTop - s.padBottom);
  s.width = numbers.integer(1, 9) + greatest(0, spanWidth - s.padLeft - s.padRight);
  // Rounded up now and then, as with ceil_mode: the last window may be outside of everything.
  int64_t more = numbers.integer(0, 1);
  s.outDepth = (s.depth + s.padFront + s.padBack - spanDepth) / s.strideDepth + 1;
  s.outHeight = (s.height + s.padTop + s.padBottom - spanHeight) / s.strideHeight + 1 + more;
  s.outWidth = (s.width + s.padLeft + s.padRight - spanWidth) / s.strideWidth + 1 + more;
  s.xPitch = s.channels + numbers.oneOf({0, 0, 3});
  s.yPitch = s.channels + numbers.oneOf({0, 0, 3});
  s.yBytes = 4;
  s.countPadding = numbers.coin();
  return s;
}

/// One channel of one image through the reference kernel.
std::vector<float> reference(const PoolSizes &s, const float *image, bool isMax,
                             bool countPadding) {
  std::vector<float> x(static_cast<size_t>(s.depth * s.height * s.width));
  for (size_t i = 0; i < x.size(); ++i)
    x[i] = image[static_cast<int64_t>(i) * s.xPitch];
  std::vector<float> y(static_cast<size_t>(s.outDepth * s.outHeight * s.outWidth));
  Axis axes[3] = {
      {s.depth, s.outDepth, s.kernelDepth, s.strideDepth, s.dilationDepth, s.padFront, s.padBack},
      {s.height, s.outHeight, s.kernelHeight, s.strideHeight, s.dilationHeight, s.padTop,
       s.padBottom},
      {s.width, s.outWidth, s.kernelWidth, s.strideWidth, s.dilationWidth, s.padLeft, s.padRight}};
  Cursor cursors[3];
  auto goOn = [] { return true; };
  if (isMax)
    maxPool<float>(x.data(), y.data(), nullptr, false, 1, axes, 3, cursors, goOn);
  else
    averagePool<float>(x.data(), y.data(), countPadding, 1, axes, 3, cursors, goOn);
  return y;
}

void compare(const PoolSizes &s, const std::vector<float> &x, const std::vector<float> &y,
             const test::Epilogue &epilogue, bool isMax, bool countPadding) {
  int64_t in = s.depth * s.height * s.width, out = s.outDepth * s.outHeight * s.outWidth;
  for (int64_t image = 0; image < s.batch; ++image)
    for (int64_t c = 0; c < s.channels; ++c) {
      auto wanted = reference(s, x.data() + image * in * s.xPitch + c, isMax, countPadding);
      for (size_t i = 0; i < wanted.size(); ++i) {
        int64_t pixel = image * out + static_cast<int64_t>(i);
        float found = y[static_cast<size_t>(pixel * s.yPitch + c)];
        double value = epilogue(static_cast<double>(wanted[i]), pixel, c);
        if (std::isnan(value))
          ASSERT_TRUE(std::isnan(found));
        else if (isMax && !epilogue.relu)
          ASSERT_EQ(found, wanted[i]);
        else if (std::isfinite(value))
          ASSERT_NEAR(static_cast<double>(found), value, 4e-7);
        else
          ASSERT_EQ(static_cast<double>(found), value);
      }
    }
}

TEST(Pool, AgreesWithReference) {
  Numbers numbers(11);
  for (int i = 0; i < 200; ++i) {
    PoolSizes s = randomShape(numbers);
    bool isMax = numbers.coin();
    const Row row = rowsOf(isMax ? "max_pool" : "average_pool").front();
    auto x = numbers.floats(s.batch * s.depth * s.height * s.width * s.xPitch);
    if (numbers.integer(0, 3) == 0)
      x[x.size() / 2] = std::nanf("");
    int64_t pixels = s.batch * s.outDepth * s.outHeight * s.outWidth;
    test::RandomEpilogue random(numbers, pixels, s.channels);
    std::vector<float> fresh(static_cast<size_t>(pixels * s.yPitch), 77);
    auto y = test::runSplit<Pool>(numbers, fresh, s, row.tile,
                                  [&](float *out, int64_t begin, int64_t end) {
                                    row({x.data(), out}, &random.epilogue, s, begin, end);
                                  });
    compare(s, x, y, random.epilogue, isMax, s.countPadding);
    if (testing::Test::HasFailure())
      return;
  }
}

} // namespace
} // namespace ingot::kernels::pooling
