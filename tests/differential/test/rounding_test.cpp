// What rounding explains, and what it does not.
#include "tests/differential/Rounding.h"

#include "compiler/dialect/graph/Graph.h"
#include "compiler/interp/EvalContext.h"

#include "mlir/Parser/Parser.h"

#include <gtest/gtest.h>

#include <cmath>

namespace ingot::differential {
namespace {

class RoundingTest : public testing::Test {
protected:
  RoundingTest() : context(mlir::MLIRContext::Threading::DISABLED) {
    context.loadDialect<graph::GraphDialect, mlir::func::FuncDialect>();
  }

  void load(const std::string &text, std::vector<Value> values) {
    module = mlir::parseSourceString<mlir::ModuleOp>(text, &context);
    ASSERT_TRUE(module);
    inputs = std::move(values);
    wanted = runModule(*module, inputs).take();
  }

  bool explains(const Tensor &found) {
    return Rounding(*module, inputs, wanted).unexplained({Value(found)}).empty();
  }

  mlir::MLIRContext context;
  mlir::OwningOpRef<mlir::ModuleOp> module;
  std::vector<Value> inputs, wanted;
};

constexpr const char *difference = R"(
func.func @main(%x: tensor<2xf32>, %y: tensor<2xf32>) -> tensor<2xf32> {
  %0 = graph.mul %x, %x : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %1 = graph.sub %0, %y : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return %1 : tensor<2xf32>
})";

TEST_F(RoundingTest, JudgesADifferenceByWhatItIsOf) {
  // The first product is 10000 and what is left of it 1e-3: its last place is a thousandth.
  load(difference, {Tensor::of<float>({2}, {100, 1}), Tensor::of<float>({2}, {9999.999f, 0.5f})});
  float near = wanted[0].tensor().data<float>()[0], far = wanted[0].tensor().data<float>()[1];
  EXPECT_TRUE(explains(Tensor::of<float>({2}, {near + 0.001f, far})));
  EXPECT_FALSE(explains(Tensor::of<float>({2}, {near + 0.1f, far})));
  // Nothing is lost in the second.
  EXPECT_TRUE(explains(Tensor::of<float>({2}, {near, far * (1 + 0x1p-22f)})));
  EXPECT_FALSE(explains(Tensor::of<float>({2}, {near, far * (1 + 0x1p-16f)})));
  EXPECT_FALSE(explains(Tensor::of<float>({2}, {near, std::nanf("")})));
  EXPECT_FALSE(explains(Tensor::of<float>({2}, {near, INFINITY})));
}

TEST_F(RoundingTest, KnowsWhatALongSumLoses) {
  std::vector<float> terms(1000);
  for (size_t i = 0; i < terms.size(); ++i)
    terms[i] = (i % 2 ? -1.0f : 1.0f) * (1 + static_cast<float>(i) * 0.37f);
  load(R"(
func.func @main(%x: tensor<1000xf32>) -> tensor<1xf32> {
  %none = graph.none : () -> none
  %0 = graph.reduce_sum %x, %none : (tensor<1000xf32>, none) -> tensor<1xf32>
  return %0 : tensor<1xf32>
})",
       {Tensor::of<float>({1000}, terms)});
  float forwards = 0, sum = wanted[0].tensor().data<float>()[0];
  for (float term : terms)
    forwards += term;
  EXPECT_TRUE(explains(Tensor::of<float>({1}, {forwards})));
  EXPECT_FALSE(explains(Tensor::of<float>({1}, {sum + 1}))); // a term that was left out
}

TEST_F(RoundingTest, ExplainsAChoiceOnlyBetweenNearlyEqualNumbers) {
  load(R"(
func.func @main(%x: tensor<3xf32>) -> tensor<i64> {
  %0 = graph.exp %x : (tensor<3xf32>) -> tensor<3xf32>
  %1 = graph.arg_max %0 {axis = 0 : i64, keepdims = false} : (tensor<3xf32>) -> tensor<i64>
  return %1 : tensor<i64>
})",
       {Tensor::of<float>({3}, {1.0f, 1.0f + 0x1p-22f, 0.9f})});
  EXPECT_TRUE(explains(Tensor::scalar<int64_t>(1)));
  EXPECT_TRUE(explains(Tensor::scalar<int64_t>(0)));
  EXPECT_FALSE(explains(Tensor::scalar<int64_t>(2)));
}

TEST_F(RoundingTest, TakesIntegersOfASetAndNoneBetween) {
  load(R"(
func.func @main(%x: tensor<3xf32>) -> tensor<i64> {
  %0 = graph.exp %x : (tensor<3xf32>) -> tensor<3xf32>
  %1 = graph.arg_max %0 {axis = 0 : i64, keepdims = false} : (tensor<3xf32>) -> tensor<i64>
  return %1 : tensor<i64>
})",
       {Tensor::of<float>({3}, {1.0f, 0.9f, 1.0f + 0x1p-22f})});
  EXPECT_TRUE(explains(Tensor::scalar<int64_t>(0)));
  EXPECT_TRUE(explains(Tensor::scalar<int64_t>(2)));
  EXPECT_FALSE(explains(Tensor::scalar<int64_t>(1)));
}

TEST_F(RoundingTest, TakesEitherIntegerOnlyNearTheMiddle) {
  load(R"(
func.func @main(%x: tensor<2xf32>) -> tensor<2xi32> {
  %0 = graph.mul %x, %x : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %1 = graph.round %0 : (tensor<2xf32>) -> tensor<2xf32>
  %2 = graph.cast %1 {to = i32} : (tensor<2xf32>) -> tensor<2xi32>
  return %2 : tensor<2xi32>
})",
       {Tensor::of<float>({2}, {std::sqrt(4.5f), 2.1f})});
  EXPECT_TRUE(explains(Tensor::of<int32_t>({2}, {4, 4})));
  EXPECT_TRUE(explains(Tensor::of<int32_t>({2}, {5, 4})));
  EXPECT_FALSE(explains(Tensor::of<int32_t>({2}, {6, 4})));
  EXPECT_FALSE(explains(Tensor::of<int32_t>({2}, {4, 5})));
}

/// The number of a 16-bit type that lies this many units further.
Tensor moved(const Tensor &tensor, int units) {
  Tensor copy = tensor;
  for (; units > 0; --units)
    copy = withError(copy, 0, 1);
  return copy;
}

TEST_F(RoundingTest, HoldsSixteenBitsToOneRounding) {
  for (const char *type : {"f16", "bf16"}) {
    std::string tensor = str("tensor<1x", type, ">"), wide = "tensor<1xf32>";
    std::string text = str("func.func @main(%x: ", wide, ", %y: ", wide, ") -> ", tensor, " {\n",
                           "%0 = graph.cast %x {to = ", type, "} : (", wide, ") -> ", tensor, "\n",
                           "%1 = graph.cast %y {to = ", type, "} : (", wide, ") -> ", tensor, "\n",
                           "%2 = graph.mul %0, %1 : (", tensor, ", ", tensor, ") -> ", tensor, "\n",
                           "%3 = graph.sub %2, %0 : (", tensor, ", ", tensor, ") -> ", tensor, "\n",
                           "return %3 : ", tensor, "\n}");
    load(text, {Tensor::of<float>({1}, {1.3f}), Tensor::of<float>({1}, {2.7f})});
    const Tensor &result = wanted[0].tensor();
    EXPECT_TRUE(explains(result)) << type;
    EXPECT_FALSE(explains(moved(result, 1))) << type;
    EXPECT_FALSE(explains(moved(result, 2))) << type;
  }
}

TEST_F(RoundingTest, TakesEitherNeighbourNearTheMiddleOfTwo) {
  load(R"(
func.func @main(%x: tensor<1xf32>, %y: tensor<1xf32>) -> tensor<1xbf16> {
  %0 = graph.mul %x, %y : (tensor<1xf32>, tensor<1xf32>) -> tensor<1xf32>
  %1 = graph.cast %0 {to = bf16} : (tensor<1xf32>) -> tensor<1xbf16>
  return %1 : tensor<1xbf16>
})",
       {Tensor::of<float>({1}, {1 + 0x1p-8f + 0x1p-23f}), Tensor::of<float>({1}, {1})});
  // Just above the middle of 1 and the next number: 1 is what rounding may leave, too.
  const Tensor &result = wanted[0].tensor();
  EXPECT_EQ(result.numberAt(0), 1 + 0x1p-7);
  EXPECT_TRUE(explains(interp::convert(Tensor::of<float>({1}, {1}), ElementType::BF16, {}).take()));
  EXPECT_FALSE(explains(moved(result, 1)));
}

TEST_F(RoundingTest, TriesWhichOperatorsAreExact) {
  load(R"(
func.func @main(%x: tensor<2x3xf32>, %y: tensor<2x3xf32>, %c: tensor<2x3xi1>) -> tensor<2x3xf32> {
  %none = graph.none : () -> none
  %0 = graph.relu %x : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %1 = graph.max %x, %y : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  %2 = graph.where %c, %x, %y : (tensor<2x3xi1>, tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  %3 = graph.floor %x : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %4 = graph.reduce_max %x, %none : (tensor<2x3xf32>, none) -> tensor<1x1xf32>
  %5 = graph.add %x, %y {rounds} : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  %6 = graph.mul %x, %y {rounds} : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  %7 = graph.tanh %x {rounds} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %8 = graph.leaky_relu %x {rounds} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %9 = graph.reduce_sum %x, %none {rounds} : (tensor<2x3xf32>, none) -> tensor<1x1xf32>
  %10 = graph.sqrt %x {rounds} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
})",
       {Tensor::of<float>({2, 3}, {1, 2, 3, 4, 5, 6}),
        Tensor::of<float>({2, 3}, {1, 2, 3, 4, 5, 6}),
        Tensor::allocate(ElementType::Bool, {2, 3}).take()});
  int tried = 0;
  module->walk([&](mlir::Operation *op) {
    if (op->getNumOperands() == 0 || op->hasTrait<mlir::OpTrait::IsTerminator>())
      return;
    EXPECT_NE(isExact(op), op->hasAttr("rounds")) << op->getName().getStringRef().str();
    ++tried;
  });
  EXPECT_EQ(tried, 11);
}

TEST_F(RoundingTest, KnowsWhatANormMayBeFoldedTo) {
  load(R"(
func.func @main(%x: tensor<1x1xf32>, %p: tensor<1xf32>, %m: tensor<1xf32>) -> tensor<1x1xf32> {
  %0 = graph.batch_norm %x, %p, %p, %m, %p : (tensor<1x1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x1xf32>
  return %0 : tensor<1x1xf32>
})",
       {Tensor::of<float>({1, 1}, {0.9003f}), Tensor::of<float>({1}, {1e-4f}),
        Tensor::of<float>({1}, {0.9f})});
  // As a factor and a term it is the difference of numbers near 0.0086.
  float norm = wanted[0].tensor().data<float>()[0];
  EXPECT_TRUE(explains(Tensor::of<float>({1, 1}, {norm + 1e-9f})));
  EXPECT_FALSE(explains(Tensor::of<float>({1, 1}, {norm + 1e-7f})));
}

TEST_F(RoundingTest, KnowsWhatOverflows) {
  load(R"(
func.func @main(%x: tensor<4x2xf32>) -> tensor<2xf32> {
  %axes = graph.constant {value = dense<0> : tensor<1xi64>} : tensor<1xi64>
  %0 = graph.reduce_sum %x, %axes {keepdims = false} : (tensor<4x2xf32>, tensor<1xi64>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
})",
       {Tensor::of<float>({4, 2}, {3e38f, 1, 3e38f, 1, -3e38f, 1, -2e38f, 1})});
  EXPECT_TRUE(explains(Tensor::of<float>({2}, {INFINITY, 4})));
  EXPECT_TRUE(explains(Tensor::of<float>({2}, {std::nanf(""), 4})));
  EXPECT_FALSE(explains(Tensor::of<float>({2}, {1e38f, INFINITY})));
}

TEST_F(RoundingTest, KnowsThatARoundedFactorOfAnInfinityMayBeZero) {
  load(R"(
func.func @main(%x: tensor<3x2xf32>, %y: tensor<2xf32>) -> tensor<2xf32> {
  %axes = graph.constant {value = dense<0> : tensor<1xi64>} : tensor<1xi64>
  %0 = graph.reduce_sum %x, %axes {keepdims = false} : (tensor<3x2xf32>, tensor<1xi64>) -> tensor<2xf32>
  %1 = graph.mul %0, %y : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return %1 : tensor<2xf32>
})",
       {Tensor::of<float>({3, 2}, {0x1p31f, 3, 1, 1, -0x1p31f, -2}),
        Tensor::of<float>({2}, {INFINITY, INFINITY})});
  // The first sum is 0 or 1, the second is 2 in every order.
  EXPECT_TRUE(explains(Tensor::of<float>({2}, {std::nanf(""), INFINITY})));
  EXPECT_FALSE(explains(Tensor::of<float>({2}, {INFINITY, std::nanf("")})));
  EXPECT_FALSE(explains(Tensor::of<float>({2}, {1, INFINITY})));
}

TEST_F(RoundingTest, KnowsWhatUnderflows) {
  load(R"(
func.func @main(%x: tensor<3x1xf32>) -> tensor<1xf32> {
  %axes = graph.constant {value = dense<0> : tensor<1xi64>} : tensor<1xi64>
  %0 = graph.reduce_prod %x, %axes {keepdims = false} : (tensor<3x1xf32>, tensor<1xi64>) -> tensor<1xf32>
  return %0 : tensor<1xf32>
})",
       {Tensor::of<float>({3, 1}, {1.1e-20f, 1.3e-20f, 1.7f})});
  float product = wanted[0].tensor().data<float>()[0];
  EXPECT_TRUE(explains(Tensor::of<float>({1}, {product + 0x1p-149f})));
  EXPECT_FALSE(explains(Tensor::of<float>({1}, {product * 1.01f})));
}

TEST_F(RoundingTest, KnowsThatExponentialsLoseTheirTails) {
  load(R"(
func.func @main(%x: tensor<3xf32>, %y: tensor<3xf32>) -> tensor<3xf32> {
  %0 = graph.sigmoid %x : (tensor<3xf32>) -> tensor<3xf32>
  %1 = graph.mul %0, %y : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  return %1 : tensor<3xf32>
})",
       {Tensor::of<float>({3}, {-88, -86.5f, -88}),
        Tensor::of<float>({3}, {1e20f, 1e20f, INFINITY})});
  const float *result = wanted[0].tensor().data<float>();
  EXPECT_TRUE(explains(Tensor::of<float>({3}, {0, result[1], std::nanf("")})));
  EXPECT_TRUE(explains(Tensor::of<float>({3}, {result[0], result[1], INFINITY})));
  EXPECT_FALSE(explains(Tensor::of<float>({3}, {0, 0, INFINITY})));
  EXPECT_FALSE(explains(Tensor::of<float>({3}, {2 * result[0], result[1], INFINITY})));
  EXPECT_FALSE(explains(Tensor::of<float>({3}, {0, result[1], 0})));
}

TEST_F(RoundingTest, KeepsWhatIsAtTheEndOfADomain) {
  // Each of 64 is 1, and nothing is known of their sum where one is drawn beyond.
  load(R"(
func.func @main(%x: tensor<64xf32>, %y: tensor<64xf32>) -> tensor<f32> {
  %axes = graph.constant {value = dense<0> : tensor<1xi64>} : tensor<1xi64>
  %0 = graph.div %x, %x : (tensor<64xf32>, tensor<64xf32>) -> tensor<64xf32>
  %1 = graph.asin %0 : (tensor<64xf32>) -> tensor<64xf32>
  %2 = graph.add %1, %y : (tensor<64xf32>, tensor<64xf32>) -> tensor<64xf32>
  %3 = graph.reduce_sum %2, %axes {keepdims = false} : (tensor<64xf32>, tensor<1xi64>) -> tensor<f32>
  return %3 : tensor<f32>
})",
       {Tensor::of<float>({64}, std::vector<float>(64, 0.3f)),
        Tensor::of<float>({64}, std::vector<float>(64, 0.7f))});
  float sum = wanted[0].tensor().data<float>()[0];
  EXPECT_TRUE(explains(Tensor::of<float>({}, {sum * (1 + 0x1p-22f)})));
  EXPECT_TRUE(explains(Tensor::of<float>({}, {std::nanf("")})));
  EXPECT_FALSE(explains(Tensor::of<float>({}, {sum * 1.01f})));
  EXPECT_FALSE(explains(Tensor::of<float>({}, {INFINITY})));
}

TEST_F(RoundingTest, LetsIntegersAndMovesBeExact) {
  load(R"(
func.func @main(%x: tensor<2xi32>) -> tensor<2xi32> {
  %0 = graph.mul %x, %x : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi32>
  return %0 : tensor<2xi32>
})",
       {Tensor::of<int32_t>({2}, {7, 1 << 20})});
  EXPECT_FALSE(explains(Tensor::of<int32_t>({2}, {49, 1})));
  load(R"(
func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = graph.transpose %x {perm = array<i64: 0>} : (tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
})",
       {Tensor::of<float>({2}, {1, 2})});
  EXPECT_FALSE(explains(Tensor::of<float>({2}, {1, 2 + 0x1p-22f})));
}

} // namespace
} // namespace ingot::differential
