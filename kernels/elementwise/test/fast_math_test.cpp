// The functions of fast_math.h against double on a fixed sample of floats, and vector against
// scalar code.
#include "kernels/elementwise/test/fast_functions.h"

#include <algorithm>
#include <cfloat>
#include <cstring>
#include <gtest/gtest.h>
#include <vector>

namespace ingot::kernels::test {
namespace {

/// The same pseudo-random numbers in every run.
class Draws {
public:
  uint32_t next() {
    state = state * 6364136223846793005ull + 1442695040888963407ull;
    return static_cast<uint32_t>(state >> 32);
  }
  float within(float low, float high) {
    return low + (high - low) * (static_cast<float>(next() >> 8) * 0x1p-24f);
  }
  float anyFloat() { return __builtin_bit_cast(float, next()); }

private:
  uint64_t state = 88172645463325252ull;
};

const float specials[] = {0.0f,     FLT_TRUE_MIN, FLT_MIN - FLT_TRUE_MIN,
                          FLT_MIN,  FLT_EPSILON,  0.5f,
                          1.0f,     2.0f,         3.0f,
                          0x1p23f,  0x1p24f - 1,  0x1p31f,
                          0x1p64f,  0x1p127f,     FLT_MAX,
                          INFINITY, 1.5f,         2.5f,
                          0x1p-64f, 0x1.921fb6p0f};

/// Where a function changes its way of computing, overflows, underflows or becomes constant.
const float ends[] = {0x1p-12f, 0x1p-10f, 0.35f,   0.41421f, 0.5f,     0.625f, 0.70711f,
                      0.78f,    0.7854f,  0.92f,   1,        1.41421f, 3,      3.93f,
                      4,        6,        9.01f,   10,       12,       13.1f,  14.5f,
                      15,       17.33f,   30,      87.34f,   88.72f,   89,     89.42f,
                      95,       103.28f,  103.97f, 104,      110,      160,    0x1p24f};

/// Specials, range ends with their neighbours, all exponents, and random values, of both signs.
std::vector<float> sampleFloats() {
  std::vector<float> sample(std::begin(specials), std::end(specials));
  for (float end : ends)
    for (uint32_t offset = 0; offset < 64; ++offset)
      sample.push_back(__builtin_bit_cast(float, __builtin_bit_cast(uint32_t, end) - 32 + offset));
  for (uint32_t pattern = 0; pattern < 0x7f800000u; pattern += 65537)
    sample.push_back(__builtin_bit_cast(float, pattern));
  Draws draws;
  for (int k = 0; k < 15000; ++k) {
    sample.push_back(std::fabs(draws.anyFloat()));
    sample.push_back(draws.within(0, 1));
    sample.push_back(draws.within(0, 16));
    sample.push_back(draws.within(0, 110));
  }
  size_t positive = sample.size();
  for (size_t k = 0; k < positive; ++k)
    sample.push_back(-sample[k]);
  sample.push_back(NAN);
  return sample;
}

struct FastMath : testing::TestWithParam<UnaryCase> {};

TEST_P(FastMath, IsWithinItsBound) {
  const UnaryCase &function = GetParam();
  std::vector<float> x = sampleFloats(), y(x.size());
  function.vectorized(x.data(), static_cast<int64_t>(x.size()), y.data());
  double largest = 0;
  size_t worst = 0;
  for (size_t i = 0; i < x.size(); ++i) {
    double error = errorOf(function, x[i], y[i]);
    if (error > largest)
      largest = error, worst = i;
  }
  EXPECT_LE(largest, function.bound) << std::hexfloat << function.name << "(" << x[worst] << ") is "
                                     << y[worst] << ", not " << function.exact(x[worst]);
}

TEST_P(FastMath, GivesTheSameBitsInVectors) {
  const UnaryCase &function = GetParam();
  std::vector<float> x = sampleFloats(), vector(x.size()), scalar(x.size());
  function.vectorized(x.data(), static_cast<int64_t>(x.size()), vector.data());
  function.scalar(x.data(), static_cast<int64_t>(x.size()), scalar.data());
  for (size_t i = 0; i < x.size(); ++i)
    if (!std::isnan(vector[i]) || !std::isnan(scalar[i]))
      ASSERT_EQ(std::memcmp(&vector[i], &scalar[i], sizeof(float)), 0)
          << std::hexfloat << function.name << "(" << x[i] << ")";
}

INSTANTIATE_TEST_SUITE_P(Functions, FastMath, testing::ValuesIn(unaryCases),
                         [](const auto &info) { return std::string(info.param.name); });

//===--------------------------------------------------------------------------------------------===//
// Functions of two floats
//===--------------------------------------------------------------------------------------------===//

struct Pair {
  float x, y;
};

/// All pairs of specials of both signs, and random ones: any, of middling size, of whole y, near 1.
std::vector<Pair> samplePairs() {
  std::vector<float> values = {NAN};
  for (float special : specials)
    values.insert(values.end(), {special, -special});
  std::vector<Pair> pairs;
  for (float x : values)
    for (float y : values)
      pairs.push_back({x, y});
  Draws draws;
  for (int k = 0; k < 60000; ++k) {
    pairs.push_back({draws.anyFloat(), draws.anyFloat()});
    pairs.push_back({draws.within(-10, 10), draws.within(-40, 40)});
    pairs.push_back({draws.within(-10, 10), std::floor(draws.within(-40, 40))});
    pairs.push_back({draws.within(0.99f, 1.01f), draws.within(-9000, 9000)});
    pairs.push_back({std::ldexp(draws.within(1, 2), static_cast<int>(draws.next() % 276) - 149),
                     draws.within(-1.2f, 1.2f)});
  }
  return pairs;
}

template <auto F, auto Exact> void expectWithin(double bound) {
  double largest = 0;
  Pair worst = {};
  for (Pair pair : samplePairs()) {
    double error = errorInUnits(F(pair.x, pair.y), Exact(pair.x, pair.y));
    if (error > largest)
      largest = error, worst = pair;
  }
  EXPECT_LE(largest, bound) << std::hexfloat << worst.x << ", " << worst.y << " gives "
                            << F(worst.x, worst.y) << ", not " << Exact(worst.x, worst.y);
}

TEST(FastMathOfTwo, PowIsWithinOneUnit) {
  expectWithin<[](float x, float y) { return math::pow(x, y); },
               [](double x, double y) { return std::pow(x, y); }>(1);
}
TEST(FastMathOfTwo, FmodIsExact) {
  expectWithin<[](float x, float y) { return math::fmod(x, y); },
               [](double x, double y) { return std::fmod(x, y); }>(0);
}
TEST(FastMathOfTwo, ModIsRoundedOnce) {
  expectWithin<[](float x, float y) { return math::mod(x, y); },
               [](double x, double y) { return math::mod(x, y); }>(0.5);
}
TEST(FastMathOfTwo, MaxAndMinAreThoseOfDouble) {
  expectWithin<[](float x, float y) { return math::max(x, y); },
               [](double x, double y) { return math::max(x, y); }>(0);
  expectWithin<[](float x, float y) { return math::min(x, y); },
               [](double x, double y) { return math::min(x, y); }>(0);
}

TEST(FastMathOfMore, ShrinkMultiplyAddAndIsInfiniteAreThoseOfDouble) {
  for (Pair pair : samplePairs()) {
    double x = pair.x, y = pair.y;
    EXPECT_LE(errorInUnits(math::shrink(pair.x, 0.5f, pair.y), math::shrink(x, 0.5, y)), 0.5)
        << x << " " << y;
    EXPECT_LE(errorInUnits(math::multiplyAdd(pair.x, pair.y, 0.5f), math::multiplyAdd(x, y, 0.5)),
              0.50001)
        << x << " " << y;
    for (bool positive : {false, true})
      EXPECT_EQ(math::isInfinite(pair.x, positive, !positive),
                math::isInfinite(x, positive, !positive));
  }
}

} // namespace
} // namespace ingot::kernels::test
