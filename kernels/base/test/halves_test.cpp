// Numbers of 16 bits in memory: every one that is finite, and neighbours that do not fit.
#include "kernels/base/halves.h"
#include "kernels/base/test/halves_support.h"

#include <limits>

namespace ingot::kernels {
namespace {

struct OfF16 {
  using Memory = F16;
  using Scalar = f16;
};
struct OfBF16 {
  using Memory = BF16;
  using Scalar = bf16;
};

template <typename Type> struct HalvesTest : testing::Test {
  /// Every finite number, in groups of as many as there are lanes.
  static std::vector<typename Type::Memory> all() {
    using Scalar = Type::Scalar;
    std::vector<typename Type::Memory> numbers;
    for (uint32_t pattern = 0; pattern < 65536; ++pattern)
      if ((pattern & Scalar::magnitudeMask) < Scalar::infinity)
        numbers.push_back({static_cast<uint16_t>(pattern)});
    return numbers;
  }
  static double value(typename Type::Memory half) {
    return decode(typename Type::Scalar{half.bits});
  }
};
using Halves = testing::Types<OfF16, OfBF16>;
TYPED_TEST_SUITE(HalvesTest, Halves);

TYPED_TEST(HalvesTest, BecomeFloatsAndHalvesAgain) {
  auto halves = TestFixture::all();
  ASSERT_EQ(halves.size() % static_cast<size_t>(lanes), 0u);
  for (size_t i = 0; i < halves.size(); i += static_cast<size_t>(lanes)) {
    const auto *from = &halves[i];
    Vector x = load(from);
    typename TypeParam::Memory again[lanes], one;
    store(again, x);
    for (int lane = 0; lane < lanes; ++lane) {
      auto half = halves[i + static_cast<size_t>(lane)];
      EXPECT_EQ(static_cast<double>(x[lane]), TestFixture::value(half)) << half.bits;
      EXPECT_EQ(again[lane].bits, half.bits);
      storeOne(&one, x[lane]);
      EXPECT_EQ(one.bits, half.bits);
    }
  }
}

TYPED_TEST(HalvesTest, FitWhereNothingIsLost) {
  std::vector<float> numbers;
  for (auto half : TestFixture::all())
    numbers.push_back(static_cast<float>(TestFixture::value(half)));
  auto count = static_cast<int64_t>(numbers.size());
  EXPECT_TRUE(fitsInto<typename TypeParam::Memory>(numbers.data(), count));
  EXPECT_TRUE(fitsInto<typename TypeParam::Memory>(numbers.data() + 1, count - 2)); // with a tail
  EXPECT_TRUE(fitsInto<typename TypeParam::Memory>(numbers.data(), 0));
  for (float number : numbers) {
    uint32_t bits = __builtin_bit_cast(uint32_t, number) + 1;
    float next = __builtin_bit_cast(float, bits);
    EXPECT_FALSE(fitsInto<typename TypeParam::Memory>(&next, 1)) << next;
  }
}

TYPED_TEST(HalvesTest, DoNotFitWhereOneDoesNot) {
  const auto largest = static_cast<float>(TestFixture::value({TypeParam::Scalar::largest}));
  constexpr auto infinity = std::numeric_limits<float>::infinity();
  for (float odd : {infinity, -infinity, std::nanf(""), 1.00001f, largest * 1.001f, 1e-42f})
    for (size_t place : {0, 17, 999, 1000}) {
      std::vector<float> numbers(1001, 0.5f);
      numbers[place] = odd;
      EXPECT_FALSE(fitsInto<typename TypeParam::Memory>(numbers.data(), 1001))
          << odd << " at " << place;
    }
}

} // namespace
} // namespace ingot::kernels
