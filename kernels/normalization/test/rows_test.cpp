// The tuned softmax and normalizations against double, and the exponential they use.
#define INGOT_TABLE "kernels/normalization/kernels.inc"
#include "kernels/base/test/rows.h"
#include "kernels/base/vector_math.h"
#include "kernels/normalization/contract.h"

namespace ingot::kernels::normalization {
namespace {

using test::Numbers;

int64_t bitsOf(float x) { return __builtin_bit_cast(int32_t, x); }

/// A number of rows against wanted(x, n), in double, of each; with a prologue and an epilogue or
/// without, of f32 or of bf16. `parameters` are the operands between x and y.
template <typename Contract, typename Wanted>
void checkRows(Numbers &numbers, const std::string &operation,
               const std::vector<const void *> &parameters, float epsilon, Wanted &&wanted,
               double tolerance) {
  int64_t rows = numbers.integer(1, 8);
  int64_t n = numbers.coin() ? numbers.integer(1, 70) : numbers.oneOf({128, 768, 1000, 4096});
  NormSizes s{.rows = rows,
              .n = n,
              .xPitch = n + numbers.integer(0, 3),
              .yPitch = n + numbers.integer(0, 3),
              .prepares = 0,
              .xBytes = numbers.oneOf({4, 4, 2}),
              .yBytes = numbers.oneOf({4, 4, 2}),
              .epsilonBits = bitsOf(epsilon)};
  auto x = numbers.floats(rows * s.xPitch, -8, 9);
  auto halves = test::upperHalves(x);
  if (s.xBytes == 2)
    x = test::fromHalves(halves.data(), halves.size());
  const void *given = s.xBytes == 2 ? static_cast<const void *>(halves.data()) : x.data();
  test::RandomEpilogue random(numbers, rows, n);
  test::RandomPrologue before(numbers, rows, n);
  auto prepared = before.apply(x, rows, s.xPitch);
  test::Prologue prologue = before.prologue;
  prologue.xBytes = s.xBytes;
  s.prepares = before.get() || s.xBytes == 2;
  random.epilogue.prologue = s.prepares ? &prologue : nullptr;
  random.epilogue.yBytes = s.yBytes;
  const Row kernel = rowsOf(operation).front();
  std::vector<float> fresh(static_cast<size_t>(rows * s.yPitch), 77);
  auto y = test::runSplit<Contract>(
      numbers, fresh, s, kernel.tile, [&](float *out, int64_t begin, int64_t end) {
        std::vector<const void *> operands{given};
        operands.insert(operands.end(), parameters.begin(), parameters.end());
        operands.push_back(out);
        kernel(operands, &random.epilogue, s, begin, end);
      });
  bool isNarrow = s.yBytes == 2;
  auto found = isNarrow ? test::fromHalves(y.data(), 2 * y.size()) : y;
  test::RelativeError error;
  for (int64_t row = 0; row < rows; ++row) {
    std::vector<double> expected = wanted(prepared.data() + row * s.xPitch, n);
    for (int64_t i = 0; i < n; ++i) {
      double made = expected[static_cast<size_t>(i)];
      error.add(static_cast<double>(found[static_cast<size_t>(row * s.yPitch + i)]),
                random.epilogue(made, row, i), made);
    }
    for (int64_t i = n; i < s.yPitch && !isNarrow; ++i)
      ASSERT_EQ(found[static_cast<size_t>(row * s.yPitch + i)], 77.0f);
  }
  EXPECT_LE(error.value(), isNarrow ? 8e-3 : tolerance) << operation << " of rows of " << n;
}

TEST(RowNormalization, LogSoftmaxAgreesWithDouble) {
  Numbers numbers(18);
  for (int i = 0; i < 60; ++i)
    checkRows<Softmax>(
        numbers, "log_softmax_rows", {}, 0,
        [](const float *x, int64_t n) {
          double top = *std::max_element(x, x + n), sum = 0;
          for (int64_t j = 0; j < n; ++j)
            sum += std::exp(static_cast<double>(x[j]) - top);
          std::vector<double> y;
          for (int64_t j = 0; j < n; ++j)
            y.push_back(static_cast<double>(x[j]) - top - std::log(sum));
          return y;
        },
        5e-7);
}

TEST(RowNormalization, SoftmaxAgreesWithDouble) {
  Numbers numbers(8);
  for (int i = 0; i < 60; ++i)
    checkRows<Softmax>(
        numbers, "softmax_rows", {}, 0,
        [](const float *x, int64_t n) {
          double top = -INFINITY, sum = 0;
          std::vector<double> y;
          for (int64_t j = 0; j < n; ++j)
            top = std::max(top, static_cast<double>(x[j]));
          for (int64_t j = 0; j < n; ++j)
            y.push_back(std::exp(static_cast<double>(x[j]) - top)), sum += y.back();
          for (double &value : y)
            value /= sum;
          return y;
        },
        5e-7);
}

TEST(RowNormalization, SoftmaxOfInfinities) {
  float inf = INFINITY,
        x[3][5] = {{1, -inf, 2, -inf, 3}, {-inf, -inf, -inf, -inf, -inf}, {0, inf, 0, 0, 0}};
  float y[3][5];
  test::Epilogue nothing;
  rowsOf("softmax_rows").front()({x, y}, &nothing, NormSizes{3, 5, 5, 5, 0, 4, 4, 0}, 0, 3);
  EXPECT_EQ(y[0][1], 0);
  EXPECT_NEAR(y[0][4], 0.66524, 1e-5);
  EXPECT_TRUE(std::isnan(y[1][0])); // as in the reference kernel: the difference is not a number
  EXPECT_TRUE(std::isnan(y[2][1]));
}

/// (x - mean) * scale / deviation + bias; without the mean, the root mean square.
std::vector<double> normalized(const float *x, int64_t n, bool centred, const float *scale,
                               const float *bias, double epsilon) {
  double mean = 0, squares = 0, count = static_cast<double>(n);
  for (int64_t j = 0; centred && j < n; ++j)
    mean += static_cast<double>(x[j]) / count;
  for (int64_t j = 0; j < n; ++j)
    squares += (static_cast<double>(x[j]) - mean) * (static_cast<double>(x[j]) - mean);
  std::vector<double> y;
  for (int64_t j = 0; j < n; ++j)
    y.push_back((static_cast<double>(x[j]) - mean) / std::sqrt(squares / count + epsilon) *
                    (scale ? static_cast<double>(scale[j]) : 1) +
                (bias ? static_cast<double>(bias[j]) : 0));
  return y;
}

TEST(RowNormalization, LayerNormAgreesWithDouble) {
  Numbers numbers(9);
  for (int i = 0; i < 60; ++i) {
    auto scale = numbers.floats(4096, 0.5f, 2), bias = numbers.floats(4096);
    const float *s = numbers.coin() ? scale.data() : nullptr;
    const float *b = numbers.coin() ? bias.data() : nullptr;
    checkRows<LayerNorm>(
        numbers, "layer_norm_rows", {s, b}, 1e-2f,
        [&](const float *x, int64_t n) {
          return normalized(x, n, true, s, b, static_cast<double>(1e-2f));
        },
        1e-6);
  }
}

TEST(RowNormalization, RmsNormAgreesWithDouble) {
  Numbers numbers(10);
  for (int i = 0; i < 60; ++i) {
    auto scale = numbers.floats(4096, 0.5f, 2);
    checkRows<RmsNorm>(
        numbers, "rms_norm_rows", {scale.data()}, 1e-5f,
        [&](const float *x, int64_t n) {
          return normalized(x, n, false, scale.data(), nullptr, static_cast<double>(1e-5f));
        },
        5e-7);
  }
}

/// The distance from the exact value in units of the last place of the f32 nearest to it.
double ulps(float found, double exact) {
  float nearest = static_cast<float>(exact);
  double unit =
      static_cast<double>(std::nextafter(nearest, INFINITY)) - static_cast<double>(nearest);
  return std::fabs(static_cast<double>(found) - exact) / unit;
}

TEST(VectorMath, ExponentialIsExactToTwoUlp) {
  double worst = 0;
  for (uint32_t bits = 0x30000000; bits < 0x42b00000; bits += 97) // 4.7e-10 to 88
    for (uint32_t sign : {0u, 0x80000000u}) {
      float x = __builtin_bit_cast(float, bits | sign);
      worst = std::max(worst, ulps(exponential(Vector(x))[0], std::exp(static_cast<double>(x))));
    }
  EXPECT_LE(worst, 1);
  EXPECT_EQ(exponential(Vector(0))[0], 1);
  EXPECT_EQ(exponential(Vector(-INFINITY))[0], 0);
  EXPECT_EQ(exponential(Vector(INFINITY))[0], INFINITY);
  EXPECT_EQ(exponential(Vector(88.8f))[0], INFINITY);
  EXPECT_EQ(exponential(Vector(-104.2f))[0], 0);
  EXPECT_TRUE(std::isnan(exponential(Vector(std::nanf("")))[0]));
  EXPECT_NEAR(exponential(Vector(-95))[0], std::exp(-95.0), 2e-45);
}

TEST(VectorMath, ExponentialOfNegativeIsTheSameUntilItIsDenormal) {
  for (uint32_t bits = 0; bits < 0x42d40000; bits += 97) { // 0 to 106
    float x = __builtin_bit_cast(float, bits | 0x80000000u);
    float wanted = x < -87 ? 0 : exponential(Vector(x))[0];
    ASSERT_EQ(exponentialOfNegative(Vector(x))[0], wanted) << x;
  }
  EXPECT_EQ(exponentialOfNegative(Vector(-3e38f))[0], 0);
  EXPECT_EQ(exponentialOfNegative(Vector(-INFINITY))[0], 0);
  for (uint32_t nan : {0x7fc00000u, 0x7fc00001u, 0x7fffffffu, 0xffc00000u, 0xffffffffu})
    EXPECT_TRUE(std::isnan(exponentialOfNegative(Vector(__builtin_bit_cast(float, nan)))[0]));
}

} // namespace
} // namespace ingot::kernels::normalization
