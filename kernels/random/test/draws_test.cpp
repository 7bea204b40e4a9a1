// Draws of ranges of elements against those of the reference, bit for bit.
#pragma clang fp contract(off)
#define INGOT_TABLE "kernels/random/kernels.inc"
#include "kernels/base/test/rows.h"
#include "kernels/random/contract.h"
#include "kernels/random/reference.h"

namespace ingot::kernels::random {
namespace {

constexpr int64_t count = 2 * drawsOfUnit + 7;
constexpr uint64_t seed = 0xfedcba9876543210;

TEST(Dropout, IsThatOfTheReference) {
  test::Numbers numbers(101);
  std::vector<float> x = numbers.floats(count), y(x.size()), wanted(x.size());
  std::unique_ptr<bool[]> mask(new bool[count]), wantedMask(new bool[count]);
  float ratio = 0.3f;
  bool training = true;
  DropoutSizes s{count, static_cast<int64_t>(seed), 4, 1};
  std::vector<const void *> operands = {x.data(), &ratio, &training, y.data(), mask.get()};
  auto run = [&](int64_t begin, int64_t end) {
    return rowsOf("dropout")[0].function(const_cast<void *const *>(operands.data()), nullptr,
                                         reinterpret_cast<const int64_t *>(&s), begin, end);
  };
  ASSERT_EQ(run(1, 3), 0);
  ASSERT_EQ(run(0, 1), 0);
  dropout(seed, count, x.data(), static_cast<double>(ratio), wanted.data(), wantedMask.get());
  EXPECT_EQ(y, wanted);
  EXPECT_TRUE(std::equal(mask.get(), mask.get() + count, wantedMask.get()));
  ratio = 1;
  EXPECT_EQ(run(2, 3), 1);
  training = false; // then the ratio does not matter
  ASSERT_EQ(run(0, 3), 0);
  EXPECT_EQ(y, x);
  EXPECT_EQ(std::count(mask.get(), mask.get() + count, true), count);
}

TEST(RandomUniform, IsThatOfTheReference) {
  std::vector<float> y(count), wanted(count);
  UniformSizes s{count, static_cast<int64_t>(seed), __builtin_bit_cast(int64_t, -2.0),
                 __builtin_bit_cast(int64_t, 5.0), 24};
  rowsOf("random_uniform")[0]({y.data()}, nullptr, s, 1, 3);
  rowsOf("random_uniform")[0]({y.data()}, nullptr, s, 0, 1);
  uniform(seed, count, -2, 5, 24, wanted.data());
  EXPECT_EQ(y, wanted);
}

TEST(Bernoulli, IsThatOfTheReference) {
  test::Numbers numbers(102);
  std::vector<float> x = numbers.floats(count, 0, 1);
  x[3] = NAN;
  std::vector<double> y(count);
  std::vector<int16_t> small(count);
  std::unique_ptr<bool[]> wanted(new bool[count]);
  bernoulli(seed, count, x.data(), wanted.get());
  BernoulliSizes s{count, static_cast<int64_t>(seed), 4, 8, 1};
  rowsOf("bernoulli")[0]({x.data(), y.data()}, nullptr, s, 0, 3);
  s.yBytes = 2, s.isFloat = 0;
  rowsOf("bernoulli")[0]({x.data(), small.data()}, nullptr, s, 0, 3);
  for (size_t i = 0; i < y.size(); ++i) {
    ASSERT_EQ(y[i], wanted[i] ? 1.0 : 0.0);
    ASSERT_EQ(small[i], wanted[i] ? 1 : 0);
  }
}

} // namespace
} // namespace ingot::kernels::random
