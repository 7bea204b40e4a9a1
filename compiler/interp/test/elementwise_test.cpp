// Elementwise evaluators where the conformance suites do not reach: corners of integers,
// broadcasting over every mixture of axes, conversions.
#include "compiler/interp/EvalContext.h"

#include <cmath>
#include <gtest/gtest.h>
#include <limits>

namespace ingot::interp {
namespace {

using Strings = std::vector<std::string>;
constexpr int64_t least = std::numeric_limits<int64_t>::min();

Expected<std::vector<Value>> tryRun(std::string_view name, std::vector<Value> operands,
                                    Attributes attributes) {
  const graph::OperatorInfo *op = graph::findOperator(name);
  graph::fillDefaults(*op, attributes);
  return evaluate(*op, attributes, std::move(operands), {});
}

Tensor run(std::string_view name, std::vector<Value> operands, Attributes attributes = {}) {
  auto results = tryRun(name, std::move(operands), std::move(attributes));
  EXPECT_TRUE(results.ok()) << results.status().message();
  return results.ok() ? (*results)[0].tensor() : Tensor();
}

template <typename T> Tensor vectorOf(const std::vector<T> &values) {
  return Tensor::of<T>({static_cast<int64_t>(values.size())}, values);
}

template <typename T> std::vector<T> valuesOf(const Tensor &tensor) {
  return std::vector<T>(tensor.data<T>(), tensor.data<T>() + tensor.elements());
}

template <typename T>
std::vector<T> binary(std::string_view op, const std::vector<T> &x, const std::vector<T> &y) {
  return valuesOf<T>(run(op, {vectorOf(x), vectorOf(y)}));
}

using I64s = std::vector<int64_t>;
using I8s = std::vector<int8_t>;
using U8s = std::vector<uint8_t>;

TEST(ElementwiseTest, IntegerDivisionIsDefinedEverywhere) {
  EXPECT_EQ(binary<int64_t>("div", {7, -7, 7, 5, least, least}, {2, 2, -2, 0, -1, 0}),
            (I64s{3, -3, -3, 0, least, 0}));
  EXPECT_EQ(binary<int8_t>("div", {-128, 100}, {-1, 0}), (I8s{-128, 0}));
  EXPECT_EQ(binary<uint8_t>("div", {200, 255, 1}, {255, 255, 0}), (U8s{0, 1, 0}));
}

TEST(ElementwiseTest, NeitherInfinitiesNorNansAreFinite) {
  float infinity = std::numeric_limits<float>::infinity();
  EXPECT_EQ(valuesOf<bool>(run("is_finite",
                               {vectorOf<float>({0, -1e30f, infinity, -infinity, std::nanf("")})})),
            (std::vector<bool>{true, true, false, false, false}));
}

TEST(ElementwiseTest, RemaindersTakeTheSignOfOneOperand) {
  EXPECT_EQ(binary<int64_t>("mod", {7, -7, 7, -7, 5, least}, {3, 3, -3, -3, 0, -1}),
            (I64s{1, 2, -2, -1, 0, 0}));
  EXPECT_EQ(binary<int64_t>("fmod", {7, -7, 7, -7, 5, least}, {3, 3, -3, -3, 0, -1}),
            (I64s{1, -1, 1, -1, 0, 0}));
  EXPECT_EQ(binary<float>("mod", {5.5f, -5.5f, 5.5f}, {2, 2, -2}),
            (std::vector<float>{1.5f, 0.5f, -0.5f}));
  float infinity = std::numeric_limits<float>::infinity();
  EXPECT_EQ(binary<float>("mod", {2, -2, 2}, {infinity, infinity, -infinity}),
            (std::vector<float>{2, infinity, -infinity}));
  auto zero = binary<float>("mod", {0.0f, -4}, {-2, -2});
  EXPECT_TRUE(std::signbit(zero[0]) && std::signbit(zero[1]));
  auto none = binary<float>("mod", {1, infinity}, {0, 2});
  EXPECT_TRUE(std::isnan(none[0]) && std::isnan(none[1]));
}

TEST(ElementwiseTest, IntegerPowersWrapAndTakeNegativeExponents) {
  EXPECT_EQ(
      binary<int64_t>("pow", {2, 3, -2, 0, 1, -1, -1, 2, 0}, {10, 0, 63, 0, -5, -3, -4, -1, -1}),
      (I64s{1024, 1, least, 1, 1, -1, 1, 0, 0}));
  EXPECT_EQ(binary<int8_t>("pow", {2, 3}, {7, 5}), (I8s{-128, -13}));
}

TEST(ElementwiseTest, PowersOfMixedTypes) {
  EXPECT_EQ(valuesOf<float>(run("pow", {vectorOf<float>({2, 9}), vectorOf<int64_t>({-1, 2})})),
            (std::vector<float>{0.5f, 81}));
  EXPECT_EQ(valuesOf<int64_t>(run("pow", {vectorOf<int64_t>({2, 9}), vectorOf<float>({-1, 0.5f})})),
            (I64s{0, 3}));
  EXPECT_EQ(valuesOf<int32_t>(
                run("pow", {vectorOf<int32_t>({-1, 3}), vectorOf<uint64_t>({UINT64_MAX, 2})})),
            (std::vector<int32_t>{-1, 9}));
}

TEST(ElementwiseTest, ShiftsBeyondTheWidth) {
  EXPECT_EQ(binary<uint8_t>("shift_left", {1, 255, 255, 1}, {7, 4, 8, 200}), (U8s{128, 240, 0, 0}));
  EXPECT_EQ(binary<uint8_t>("shift_right", {255, 255}, {4, 8}), (U8s{15, 0}));
  EXPECT_EQ(binary<int64_t>("shift_right", {-8, -8, -8, 8, 8}, {1, 64, -1, 64, -1}),
            (I64s{-4, -1, -1, 0, 0}));
  EXPECT_EQ(binary<int64_t>("shift_left", {1, 1, 1, -1}, {63, 64, -1, 1}), (I64s{least, 0, 0, -2}));
}

TEST(ElementwiseTest, IntegersWrap) {
  EXPECT_EQ(binary<int8_t>("add", {127}, {1}), (I8s{-128}));
  EXPECT_EQ(binary<int64_t>("mul", {least}, {-1}), (I64s{least}));
  EXPECT_EQ(valuesOf<int64_t>(run("abs", {vectorOf<int64_t>({least, -3})})), (I64s{least, 3}));
  EXPECT_EQ(valuesOf<int64_t>(run("neg", {vectorOf<int64_t>({least, -3})})), (I64s{least, 3}));
}

TEST(ElementwiseTest, MaximumKeepsNan) {
  float nan = std::nanf("");
  for (auto [x, y] : {std::pair(nan, 1.0f), std::pair(1.0f, nan)}) {
    EXPECT_TRUE(std::isnan(binary<float>("max", {x}, {y})[0]));
    EXPECT_TRUE(std::isnan(binary<float>("min", {x}, {y})[0]));
  }
}

TEST(ElementwiseTest, ShrinkOfUnsignedIsDefined) {
  Tensor y = run("shrink", {vectorOf<uint8_t>({0, 1, 9})}, {{"bias", 3.0f}, {"lambd", 0.5f}});
  EXPECT_EQ(valuesOf<uint8_t>(y), (U8s{0, 254, 6}));
}

/// Element `position` of a tensor that broadcasts to `shape`.
int64_t broadcastAt(const Tensor &tensor, const Shape &shape, int64_t position) {
  int64_t offset = 0, stride = 1;
  for (size_t i = shape.size(); i-- > 0;) {
    int64_t index = position % shape[i];
    position /= shape[i];
    size_t missing = shape.size() - tensor.shape().size();
    if (i < missing)
      continue;
    offset += tensor.shape()[i - missing] == 1 ? 0 : index * stride;
    stride *= tensor.shape()[i - missing];
  }
  return tensor.integerAt(offset);
}

TEST(ElementwiseTest, BroadcastsOverEveryMixtureOfAxes) {
  // Each bit of the two masks says whether an operand is repeated along an axis; 3 axes of size 1
  // come for free where both are.
  const Shape full = {3, 2, 5, 7, 4};
  for (unsigned masks = 0; masks < 1024; ++masks) {
    Tensor operands[2];
    Shape output(full.size(), 1);
    for (int k : {0, 1}) {
      Shape shape = full;
      for (size_t i = 0; i < full.size(); ++i)
        if (masks >> (k * 5) >> i & 1)
          shape[i] = 1;
        else
          output[i] = full[i];
      while (k == 1 && !shape.empty() && shape[0] == 1)
        shape.erase(shape.begin());
      operands[k] = *Tensor::allocate(ElementType::I32, shape);
      for (int64_t i = 0; i < operands[k].elements(); ++i)
        operands[k].mutableData<int32_t>()[i] = static_cast<int32_t>(k ? i * 1000 : i);
    }
    Tensor sum = run("add", {operands[0], operands[1]});
    ASSERT_EQ(sum.shape(), output) << masks;
    for (int64_t i = 0; i < sum.elements(); ++i)
      ASSERT_EQ(sum.integerAt(i),
                broadcastAt(operands[0], output, i) + broadcastAt(operands[1], output, i))
          << masks << " at " << i;
  }
}

TEST(ElementwiseTest, EmptyTensors) {
  Tensor none = *Tensor::allocate(ElementType::F32, {0, int64_t{1} << 30, int64_t{1} << 30});
  EXPECT_EQ(run("add", {none, Tensor::scalar(1.0f)}).shape(), none.shape());
  EXPECT_EQ(run("cast", {none}, {{"to", ElementType::I8}}).shape(), none.shape());
  EXPECT_EQ(run("pow", {none, Tensor::scalar(1.0f)}).elements(), 0);
  EXPECT_EQ(run("where", {Tensor::scalar(true), none, none}).elements(), 0);
}

TEST(ElementwiseTest, StringsSelectAndCompare) {
  Tensor column = Tensor::of<std::string>({2, 1}, {"a", "b"}),
         row = vectorOf<std::string>({"b", "c"});
  EXPECT_EQ(valuesOf<bool>(run("equal", {column, row})),
            (std::vector<bool>{false, false, true, false}));
  Tensor condition = Tensor::of<bool>({2, 1}, {true, false});
  EXPECT_EQ(valuesOf<std::string>(run("where", {condition, column, row})),
            (Strings{"a", "a", "b", "c"}));
}

TEST(ElementwiseTest, SmallFloatsRoundOnce) {
  // 2048 + 1 is a tie in f16: to even. 1 + 2^-11 + 2^-12 is above one.
  kernels::f16 big = kernels::store<kernels::f16>(2048.0), one = kernels::store<kernels::f16>(1.0);
  Tensor sum = run("add", {vectorOf<kernels::f16>({big}), vectorOf<kernels::f16>({one})});
  EXPECT_EQ(sum.numberAt(0), 2048);
}

//===--------------------------------------------------------------------------------------------===//
// Conversion
//===--------------------------------------------------------------------------------------------===//

template <typename T> std::vector<T> cast(const Tensor &x, Attributes attributes = {}) {
  attributes.set("to", elementTypeOf<T>);
  return valuesOf<T>(run("cast", {x}, std::move(attributes)));
}

TEST(CastTest, NumbersToText) {
  float infinity = std::numeric_limits<float>::infinity();
  EXPECT_EQ(cast<std::string>(vectorOf<float>({0.1f, 1, -0.0f, 1e15f, 1e16f, 0.0001f, 1.5e-5f,
                                               123456.789f, infinity, -infinity, std::nanf("")})),
            (Strings{"0.1", "1.0", "-0.0", "1000000000000000.0", "1e+16", "0.0001", "1.5e-05",
                     "123456.79", "inf", "-inf", "nan"}));
  EXPECT_EQ(cast<std::string>(vectorOf<double>({0.1, 1.0 / 3, 1e300, 5e-324})),
            (Strings{"0.1", "0.3333333333333333", "1e+300", "5e-324"}));
  std::vector<kernels::f16> halves;
  for (double x : {0.479, 65504.0, 6e-8, 1.0})
    halves.push_back(kernels::store<kernels::f16>(x));
  EXPECT_EQ(cast<std::string>(vectorOf(halves)), (Strings{"0.479", "65500.0", "6e-08", "1.0"}));
  EXPECT_EQ(cast<std::string>(vectorOf<int64_t>({least, 0})),
            (Strings{"-9223372036854775808", "0"}));
  EXPECT_EQ(cast<std::string>(vectorOf<uint64_t>({UINT64_MAX})), (Strings{"18446744073709551615"}));
  EXPECT_EQ(cast<std::string>(Tensor::of<bool>({2}, {true, false})), (Strings{"True", "False"}));
}

TEST(CastTest, TextToNumbers) {
  auto floats =
      cast<float>(vectorOf<std::string>({"3.14", " 1e-5\n", "1E8", "+INF", "-inf", "Infinity",
                                         "NaN", "-0", ".5", "1e999", "1e-999"}));
  float infinity = std::numeric_limits<float>::infinity();
  EXPECT_EQ(floats[0], 3.14f);
  EXPECT_EQ(floats[1], 1e-5f);
  EXPECT_EQ(floats[2], 1e8f);
  EXPECT_EQ(floats[3], infinity);
  EXPECT_EQ(floats[4], -infinity);
  EXPECT_EQ(floats[5], infinity);
  EXPECT_TRUE(std::isnan(floats[6]));
  EXPECT_TRUE(std::signbit(floats[7]));
  EXPECT_EQ(floats[8], 0.5f);
  EXPECT_EQ(floats[9], infinity);
  EXPECT_EQ(floats[10], 0);
  EXPECT_EQ(
      cast<int64_t>(vectorOf<std::string>({"-9223372036854775808", "100.5", "9007199254740993"})),
      (I64s{least, 100, 9007199254740993}));
  EXPECT_EQ(cast<uint64_t>(vectorOf<std::string>({"18446744073709551615"})),
            (std::vector<uint64_t>{UINT64_MAX}));
  EXPECT_EQ(cast<bool>(vectorOf<std::string>({"True", "0", "2", "false"})),
            (std::vector<bool>{true, false, true, false}));
}

TEST(CastTest, TextThatIsNoNumberIsAnError) {
  for (const char *text : {"Hello", "", "1_0", "0x10", "--1", "1e", "in", "."}) {
    Attributes attributes{{"to", ElementType::F32}};
    EXPECT_FALSE(tryRun("cast", {vectorOf<std::string>({text})}, attributes).ok()) << text;
  }
}

TEST(CastTest, SaturationIsForEightBits) {
  Tensor large = vectorOf<double>({1e6, -1e6});
  auto f8 = cast<kernels::f8e5m2>(large);
  EXPECT_EQ(kernels::decode(f8[0]), 57344);
  EXPECT_EQ(kernels::decode(f8[1]), -57344);
  auto open = cast<kernels::f8e5m2>(large, {{"saturate", false}});
  EXPECT_TRUE(std::isinf(kernels::decode(open[0])));
  EXPECT_TRUE(std::isinf(kernels::decode(cast<kernels::f16>(large)[0])));
  EXPECT_EQ(kernels::decode(cast<kernels::f4e2m1>(large, {{"saturate", false}})[1]), -6);
  EXPECT_EQ(kernels::decode(cast<kernels::f6e3m2>(large)[0]), 28);
  EXPECT_EQ(kernels::decode(cast<kernels::f8e8m0>(vectorOf<float>({5}))[0]), 8);
  EXPECT_EQ(kernels::decode(cast<kernels::f8e8m0>(vectorOf<float>({5}),
                                                  {{"round_mode", std::string("down")}})[0]),
            4);
  EXPECT_EQ(kernels::decode(cast<kernels::f8e4m3fn>(vectorOf<std::string>({"1e9"}))[0]), 448);
}

TEST(CastTest, ComplexNumbersKeepTheirRealPart) {
  Tensor x = Tensor::of<kernels::c64>({1}, {{1.5f, 2}});
  EXPECT_EQ(cast<int32_t>(x), (std::vector<int32_t>{1}));
  auto wide = cast<kernels::c128>(x);
  EXPECT_EQ(wide[0].re, 1.5);
  EXPECT_EQ(wide[0].im, 2);
  EXPECT_EQ(cast<kernels::c64>(vectorOf<int8_t>({3}))[0].re, 3);
}

TEST(CastTest, EveryTypeToEveryOther) {
  std::vector<ElementType> types;
  for (int number = 1; number < 64; ++number)
    if (auto type = elementFromOnnx(number))
      types.push_back(*type);
  EXPECT_EQ(types.size(), 28u);
  for (ElementType from : types)
    for (ElementType to : types) {
      bool complex[] = {elementClass(from) == ElementClass::Complex,
                        elementClass(to) == ElementClass::Complex};
      Tensor one = run("cast", {Tensor::scalar(1.0f)}, {{"to", from}});
      auto result = tryRun("cast", {one}, {{"to", to}});
      bool textual = from == ElementType::String || to == ElementType::String;
      bool possible = from == to || !(textual && (complex[0] || complex[1]));
      ASSERT_EQ(result.ok(), possible) << elementName(from) << " to " << elementName(to);
      if (possible && !complex[1] && to != ElementType::String) {
        EXPECT_EQ((*result)[0].tensor().numberAt(0), 1)
            << elementName(from) << " to " << elementName(to);
      }
    }
}

TEST(BitCastTest, KeepsBitsOfTypesBelowAByte) {
  Tensor x = Tensor::of<kernels::i4>({2}, {{-1}, {7}});
  Tensor y = run("bit_cast", {x}, {{"to", ElementType::U4}});
  EXPECT_EQ(y.integers(), (I64s{15, 7}));
  EXPECT_EQ(run("bit_cast", {y}, {{"to", ElementType::I4}}).integers(), (I64s{-1, 7}));
  Tensor bytes = run("bit_cast", {vectorOf<uint8_t>({0, 1, 255})}, {{"to", ElementType::Bool}});
  EXPECT_EQ(bytes.integers(), (I64s{0, 1, 1}));
}

} // namespace
} // namespace ingot::interp
