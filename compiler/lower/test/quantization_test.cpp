// Quantization in one node of an expression: what becomes one, and that its code gives the integers
// that a division gives.
#include "compiler/codegen/Link.h"
#include "compiler/codegen/Objects.h"
#include "compiler/lower/Quantization.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

using namespace ingot;
using namespace ingot::codegen;
using Kind = Expression::Kind;

namespace {

/// cast(min(max(round(x / scale) + zero, 0), greatest)) to ui8, `zero` known or not.
Expression written(std::optional<double> scale, std::optional<double> zero, double greatest = 255) {
  return {{{.kind = Kind::Load, .index = 0},
           {.kind = Kind::Load, .index = 1, .number = scale},
           {.kind = Kind::Load, .index = 2, .number = zero},
           {.kind = Kind::Load, .index = 3, .number = greatest},
           {.kind = Kind::Formula, .name = "div", .inputs = {0, 1}},
           {.kind = Kind::Formula, .name = "round", .inputs = {4}},
           {.kind = Kind::Formula, .name = "add", .inputs = {5, 2}},
           {.kind = Kind::Formula, .name = "relu", .inputs = {6}},
           {.kind = Kind::Formula, .name = "min", .inputs = {7, 3}},
           {.kind = Kind::Cast, .type = ElementType::U8, .inputs = {8}, .parameters = {1, 0}}}};
}

TEST(Quantization, IsOneNode) {
  Expression expression = written(0.25, 3);
  std::vector<int> results{9};
  lower::contractQuantization(expression, results);
  ASSERT_EQ(expression.nodes.size(), 4U); // x, scale, zero
  EXPECT_EQ(results, std::vector<int>{3});
  EXPECT_EQ(expression.nodes[3].kind, Kind::Quantize);
  EXPECT_EQ(expression.nodes[3].inputs, (std::vector<int>{0, 1, 2}));
  EXPECT_EQ(expression.nodes[3].parameters, (std::vector<double>{0, 255, 1}));

  expression = written(0.25, 0);
  results = {9, 5}; // the rounded number, too
  lower::contractQuantization(expression, results);
  ASSERT_EQ(expression.nodes.size(), 5U);
  EXPECT_EQ(results, (std::vector<int>{4, 3}));
  EXPECT_EQ(expression.nodes[4].inputs, (std::vector<int>{0, 1}));
}

TEST(Quantization, StaysWhereNumbersAreNotKnownOrNotOrdinary) {
  for (Expression expression :
       {written(std::nullopt, 3), written(0.25, std::nullopt), written(0.25, 0.5),
        written(1e-30, 3), written(-0.25, 3), written(0.25, 3, 256), written(0.25, 3, 254.5)}) {
    std::vector<int> results{9};
    lower::contractQuantization(expression, results);
    EXPECT_EQ(expression.nodes.size(), 10U);
    EXPECT_EQ(results, std::vector<int>{9});
  }
}

/// Compiles a loop over x and runs it. Its code has no type that a sanitizer could check.
__attribute__((no_sanitize("function"))) std::vector<uint8_t>
run(const Expression &expression, int result, std::vector<float> x, float scale, float zero) {
  auto size = static_cast<int64_t>(x.size());
  LoopStep step;
  step.dims = {size};
  step.operands = {{{0, 0}, ElementType::F32, {1}},
                   {{1, 0}, ElementType::F32, {0}},
                   {{2, 0}, ElementType::F32, {0}},
                   {{2, 0}, ElementType::F32, {0}},
                   {{3, 0}, ElementType::U8, {1}}};
  step.expression = expression;
  step.results = {result};
  step.outputs = {4};
  CodeOptions options;
  auto machine = machine::hostMachine();
  EXPECT_TRUE(machine.ok());
  options.machine = machine.take();
  auto compiled = compile({step}, options);
  EXPECT_TRUE(compiled.ok());
  auto linked = link(compiled->objects, {compiled->calls[0].symbol});
  EXPECT_TRUE(linked.ok());
  std::vector<uint8_t> y(x.size());
  char *bases[] = {reinterpret_cast<char *>(x.data()), reinterpret_cast<char *>(&scale),
                   reinterpret_cast<char *>(&zero), reinterpret_cast<char *>(y.data())};
  auto table = compiled->calls[0].table([](Address at) { return at.offset; });
  linked->functions.begin()->second(bases, table.data(), 0, 1);
  return y;
}

uint8_t quantized(float x, float scale, double zero) {
  double sum = std::nearbyint(x / scale) + zero;
  return std::isnan(sum) ? 0 : static_cast<uint8_t>(std::clamp(sum, 0.0, 255.0));
}

/// The middles between integers, and floats beside them, are where another rounding would be seen.
std::vector<float> hardNumbers(float scale) {
  std::vector<float> x{0.0F, -0.0F, 1e-40F, HUGE_VALF, -HUGE_VALF, NAN, 3e38F, -3e38F};
  for (int k = -300; k <= 600; ++k) {
    auto number = static_cast<float>((k + 0.5) * static_cast<double>(scale));
    for (int i = 0; i < 3; ++i)
      number = std::nextafter(number, -HUGE_VALF);
    for (int i = 0; i < 7; ++i, number = std::nextafter(number, HUGE_VALF))
      x.push_back(number);
  }
  return x;
}

TEST(Quantization, RoundsAsADivisionDoes) {
  std::mt19937 generator(1);
  std::uniform_real_distribution<float> exponents(-30, 30);
  std::vector<float> scales{
      1,       0.75F,    1.5F,           1.0F / 3,      0.1F,          0x1p-60F,
      0x1p60F, 0x1.8p9F, 0x1.fffffep-3F, 0x1.000002p0F, 0x1.555554p-7F};
  for (int i = 0; i < 20; ++i)
    scales.push_back(std::exp2(exponents(generator)));
  for (float scale : scales)
    for (double zero : {0.0, 7.0, 128.0, 255.0}) {
      Expression expression = written(scale, zero);
      std::vector<int> results{9};
      lower::contractQuantization(expression, results);
      for (Expression::Node &node : expression.nodes)
        node.number.reset(); // read at run time, as in models
      std::vector<float> x = hardNumbers(scale);
      // Whether a product is enough is decided for the scale; that the other way is right, too, is
      // seen where it is not asked for.
      for (bool isDecided : {true, false}) {
        Expression::Node &node = expression.nodes[static_cast<size_t>(results[0])];
        ASSERT_EQ(node.kind, Kind::Quantize);
        node.parameters[2] = isDecided ? node.parameters[2] : 0;
        auto y = run(expression, results[0], x, scale, static_cast<float>(zero));
        for (size_t i = 0; i < x.size(); ++i)
          ASSERT_EQ(int{y[i]}, int{quantized(x[i], scale, zero)})
              << x[i] << " / " << scale << " + " << zero;
      }
    }
}

} // namespace
