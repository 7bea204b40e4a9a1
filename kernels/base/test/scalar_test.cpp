// Every bit pattern of every small type, and every place where rounding can go two ways.
#include "kernels/base/scalar.h"

#include <cmath>
#include <gtest/gtest.h>
#include <limits>
#include <vector>

namespace ingot::kernels {
namespace {

template <typename F> struct SmallFloatTest : testing::Test {
  static constexpr int bits = 1 + F::exponentBits + F::mantissaBits;
  static F at(uint32_t pattern) { return F{static_cast<decltype(F::bits)>(pattern)}; }
  static double value(uint32_t pattern) { return decode(at(pattern)); }

  /// What the bits mean, written down a second way.
  static double meaning(uint32_t pattern) {
    double sign = pattern >> (bits - 1) ? -1 : 1;
    int exponent = static_cast<int>((pattern & F::magnitudeMask) >> F::mantissaBits);
    double fraction =
        std::ldexp(static_cast<double>(pattern & ((1u << F::mantissaBits) - 1)), -F::mantissaBits);
    return exponent == 0 ? sign * std::ldexp(fraction, 1 - F::bias)
                         : sign * std::ldexp(1 + fraction, exponent - F::bias);
  }
};

using SmallFloats =
    testing::Types<f16, bf16, f8e4m3fn, f8e4m3fnuz, f8e5m2, f8e5m2fnuz, f4e2m1, f6e2m3, f6e3m2>;
TYPED_TEST_SUITE(SmallFloatTest, SmallFloats);

TYPED_TEST(SmallFloatTest, DecodesEveryPattern) {
  for (uint32_t pattern = 0; pattern < (1u << this->bits); ++pattern) {
    double value = this->value(pattern);
    uint32_t magnitude = pattern & TypeParam::magnitudeMask;
    if (this->at(pattern).isNan())
      EXPECT_TRUE(std::isnan(value)) << pattern;
    else if (TypeParam::beyond == Beyond::Infinity && magnitude == TypeParam::infinity)
      EXPECT_TRUE(std::isinf(value)) << pattern;
    else
      EXPECT_EQ(value, this->meaning(pattern)) << pattern;
  }
}

TYPED_TEST(SmallFloatTest, EveryPatternSurvivesTheRoundTrip) {
  for (uint32_t pattern = 0; pattern < (1u << this->bits); ++pattern) {
    TypeParam x = this->at(pattern), back = encode<TypeParam>(decode(x));
    if (x.isNan())
      EXPECT_TRUE(back.isNan()) << pattern;
    else
      EXPECT_EQ(back.bits, x.bits) << pattern;
  }
}

TYPED_TEST(SmallFloatTest, RoundsToNearestAndTiesToEven) {
  for (uint32_t below = 0; below < TypeParam::largest; ++below) {
    double a = this->value(below), b = this->value(below + 1), middle = a + (b - a) / 2;
    uint32_t even = below % 2 == 0 ? below : below + 1;
    for (double sign : {1.0, -1.0}) {
      uint32_t negative = sign < 0 ? TypeParam::signBit : 0;
      auto expected = [&](uint32_t magnitude) {
        bool noNegativeZero = TypeParam::beyond == Beyond::NanZero && magnitude == 0;
        return noNegativeZero ? 0u : magnitude | negative;
      };
      EXPECT_EQ(encode<TypeParam>(sign * middle).bits, expected(even)) << below;
      EXPECT_EQ(encode<TypeParam>(sign * std::nextafter(middle, a)).bits, expected(below));
      EXPECT_EQ(encode<TypeParam>(sign * std::nextafter(middle, b)).bits, expected(below + 1));
    }
  }
}

TYPED_TEST(SmallFloatTest, SaturatesOrOverflows) {
  using F = TypeParam;
  double largest = this->value(F::largest);
  double step = largest - this->value(F::largest - 1);
  double infinity = std::numeric_limits<double>::infinity();
  for (double x : {largest + step, largest * 4, 1e300, infinity}) {
    EXPECT_EQ(encode<F>(x, true).bits, F::largest) << x;
    EXPECT_EQ(encode<F>(-x, true).bits, F::largest | F::signBit) << x;
    double overflowed = decode(encode<F>(x)), negative = decode(encode<F>(-x));
    if (F::beyond == Beyond::Infinity) {
      EXPECT_EQ(overflowed, infinity) << x;
      EXPECT_EQ(negative, -infinity) << x;
    } else if (F::beyond == Beyond::Saturate) {
      EXPECT_EQ(overflowed, largest) << x;
      EXPECT_EQ(negative, -largest) << x;
    } else {
      EXPECT_TRUE(std::isnan(overflowed) && std::isnan(negative)) << x;
    }
  }
  // Less than half a step above is still the largest value.
  EXPECT_EQ(encode<F>(largest + step * 0.49).bits, F::largest);
}

TYPED_TEST(SmallFloatTest, NanBecomesNanOrZero) {
  TypeParam x = encode<TypeParam>(std::numeric_limits<double>::quiet_NaN());
  if (TypeParam::beyond == Beyond::Saturate)
    EXPECT_EQ(decode(x), 0);
  else
    EXPECT_TRUE(x.isNan());
}

TEST(ScaleTest, EveryPatternSurvivesTheRoundTrip) {
  for (int pattern = 0; pattern < 255; ++pattern) {
    f8e8m0 x{static_cast<uint8_t>(pattern)};
    EXPECT_EQ(decode(x), std::ldexp(1.0, pattern - 127));
    for (auto rounding : {ScaleRounding::Up, ScaleRounding::Down, ScaleRounding::Nearest})
      EXPECT_EQ(encodeScale(decode(x), false, rounding).bits, x.bits);
  }
  EXPECT_TRUE(std::isnan(decode(f8e8m0{255})));
}

TEST(ScaleTest, RoundsAsTold) {
  auto scale = [](double x, ScaleRounding rounding) {
    return decode(encodeScale(x, true, rounding));
  };
  EXPECT_EQ(scale(5, ScaleRounding::Up), 8);
  EXPECT_EQ(scale(7.9, ScaleRounding::Down), 4);
  EXPECT_EQ(scale(5.9, ScaleRounding::Nearest), 4);
  EXPECT_EQ(scale(6, ScaleRounding::Nearest), 8);
}

TEST(ScaleTest, BothEndsSaturateOrBecomeNan) {
  double infinity = std::numeric_limits<double>::infinity();
  for (double x : {infinity, 1e300, 0x1.8p127})
    for (bool saturate : {true, false})
      EXPECT_EQ(encodeScale(x, saturate, ScaleRounding::Up).bits, saturate ? 254 : 255) << x;
  for (double x : {0.0, 1e-300, 0x1p-128})
    for (bool saturate : {true, false})
      EXPECT_EQ(encodeScale(x, saturate, ScaleRounding::Nearest).bits, saturate ? 0 : 255) << x;
  EXPECT_EQ(encodeScale(std::nan(""), true, ScaleRounding::Up).bits, 255);
}

TEST(StoreTest, FloatToIntegerTruncatesAndIsDefinedEverywhere) {
  EXPECT_EQ(store<int32_t>(2.9), 2);
  EXPECT_EQ(store<int32_t>(-2.9), -2);
  EXPECT_EQ(store<int64_t>(std::nan("")), 0);
  EXPECT_EQ(store<int64_t>(1e300), INT64_MAX);
  EXPECT_EQ(store<int64_t>(-1e300), INT64_MIN);
  EXPECT_EQ(store<int64_t>(-0x1p63), INT64_MIN);
  EXPECT_EQ(store<uint64_t>(0x1p63), uint64_t{1} << 63);
  EXPECT_EQ(store<uint64_t>(1e300), UINT64_MAX);
  EXPECT_EQ(store<uint64_t>(-1.5), UINT64_MAX);
  EXPECT_EQ(store<uint8_t>(300.7), 44);
  EXPECT_EQ(store<uint8_t>(-1.0), 255);
  EXPECT_EQ(store<i4>(9.0).value, -7);
  EXPECT_EQ(store<u4>(-1.0).value, 15);
  EXPECT_EQ(store<u2>(5.0).value, 1);
  EXPECT_EQ(store<i2>(2.0).value, -2);
  EXPECT_TRUE(store<bool>(0.25));
  EXPECT_TRUE(store<bool>(std::nan("")));
  EXPECT_FALSE(store<bool>(-0.0));
}

TEST(StoreTest, IntegersWrap) {
  EXPECT_EQ(store<int8_t>(int64_t{200}), -56);
  EXPECT_EQ(store<uint16_t>(int64_t{-1}), 65535);
  for (int value = -40; value < 40; ++value) {
    EXPECT_EQ(store<i4>(int64_t{value}).value, ((value + 8) & 15) - 8);
    EXPECT_EQ(store<u4>(int64_t{value}).value, value & 15);
    EXPECT_EQ(store<i2>(int64_t{value}).value, ((value + 2) & 3) - 2);
    EXPECT_EQ(store<u2>(int64_t{value}).value, value & 3);
  }
}

TEST(StoreTest, LargeIntegersRoundOnce) {
  // Just above a tie of bf16: rounding to double first would lose the 1 and then tie to even.
  int64_t tie = (int64_t{1} << 62) + (int64_t{1} << 54);
  EXPECT_EQ(decode(store<bf16>(tie)), 0x1p62);
  EXPECT_EQ(decode(store<bf16>(tie + 1)), 0x1p62 + 0x1p55);
  EXPECT_EQ(decode(store<bf16>(-tie - 1)), -0x1p62 - 0x1p55);
  EXPECT_EQ(decode(store<bf16>(UINT64_MAX)), 0x1p64);
  EXPECT_EQ(decode(store<bf16>(INT64_MIN)), -0x1p63);
  EXPECT_EQ(store<float>((int64_t{1} << 60) + (int64_t{1} << 36) + 1), 0x1p60f + 0x1p37f);
}

} // namespace
} // namespace ingot::kernels
