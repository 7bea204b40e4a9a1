// The generator's known answers, and the moments of what is drawn from it.
#include "kernels/random/reference.h"

#include <cmath>
#include <gtest/gtest.h>
#include <vector>

namespace ingot::kernels::random {
namespace {

struct Moments {
  double mean = 0, variance = 0, least = INFINITY, most = -INFINITY;
};

template <typename T> Moments momentsOf(const std::vector<T> &values) {
  Moments m;
  for (double x : values) {
    m.mean += x / static_cast<double>(values.size());
    m.least = std::min(m.least, x);
    m.most = std::max(m.most, x);
  }
  for (double x : values)
    m.variance += (x - m.mean) * (x - m.mean) / static_cast<double>(values.size());
  return m;
}

constexpr int64_t count = 100000;

TEST(RandomTest, KnownAnswers) {
  // The published test vectors of Philox 4x32-10.
  Words zero = draw(0, 0, 0);
  EXPECT_EQ(zero.word[0], 0x6627e8d5u);
  EXPECT_EQ(zero.word[1], 0xe169c58du);
  EXPECT_EQ(zero.word[2], 0xbc57ac4cu);
  EXPECT_EQ(zero.word[3], 0x9b00dbd8u);
  Words ones = draw(~0ull, ~0ull, ~0ull);
  EXPECT_EQ(ones.word[0], 0x408f276du);
  EXPECT_EQ(ones.word[1], 0x41c83b0eu);
  EXPECT_EQ(ones.word[2], 0xa20bc7c6u);
  EXPECT_EQ(ones.word[3], 0x6d5451fdu);
}

TEST(RandomTest, Uniform) {
  std::vector<float> y(count);
  uniform(1, count, -1, 3, 24, y.data());
  Moments m = momentsOf(y);
  EXPECT_NEAR(m.mean, 1, 0.02);
  EXPECT_NEAR(m.variance, 16.0 / 12, 0.02);
  EXPECT_GE(m.least, -1);
  EXPECT_LT(m.most, 3);
}

TEST(RandomTest, UniformOfFewBitsStaysBelowTheEnd) {
  std::vector<float> y(count);
  uniform(2, count, 0, 1, 11, y.data());
  for (float x : y)
    EXPECT_LT(decode(encode<f16>(x)), 1);
}

TEST(RandomTest, Normal) {
  std::vector<double> y(count);
  normal(3, count, 5, 2, y.data());
  Moments m = momentsOf(y);
  EXPECT_NEAR(m.mean, 5, 0.03);
  EXPECT_NEAR(m.variance, 4, 0.1);
  EXPECT_LT(m.most, 5 + 2 * 9);
}

TEST(RandomTest, Bernoulli) {
  std::vector<float> p(count, 0.3f);
  std::vector<uint8_t> drawn(count);
  bernoulli(4, count, p.data(), reinterpret_cast<bool *>(drawn.data()));
  EXPECT_NEAR(momentsOf(drawn).mean, 0.3, 0.01);
  float special[] = {0, 1, NAN, -1, 2};
  bool y[5];
  bernoulli(5, 5, special, y);
  EXPECT_FALSE(y[0] || y[2] || y[3]);
  EXPECT_TRUE(y[1] && y[4]);
}

TEST(RandomTest, MultinomialFollowsTheProbabilities) {
  float x[] = {std::log(1.0f), -INFINITY, std::log(3.0f), NAN};
  double sums[4];
  std::vector<int32_t> y(count);
  multinomial(6, 0, x, 4, count, sums, y.data());
  int64_t counts[4] = {};
  for (int32_t k : y)
    ++counts[k];
  EXPECT_NEAR(static_cast<double>(counts[0]) / count, 0.25, 0.01);
  EXPECT_NEAR(static_cast<double>(counts[2]) / count, 0.75, 0.01);
  EXPECT_EQ(counts[1] + counts[3], 0);
}

TEST(RandomTest, DropoutKeepsTheMean) {
  std::vector<float> x(count, 1), y(count);
  std::vector<uint8_t> mask(count);
  dropout(7, count, x.data(), 0.25, y.data(), reinterpret_cast<bool *>(mask.data()));
  EXPECT_NEAR(momentsOf(y).mean, 1, 0.01);
  EXPECT_NEAR(momentsOf(mask).mean, 0.75, 0.01);
}

} // namespace
} // namespace ingot::kernels::random
