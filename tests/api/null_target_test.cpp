// The null target: a target is one folder and one line. What it takes follows from its lowerings.
#include "ingot/Ingot.h"

#include <gtest/gtest.h>

using namespace ingot;

namespace {

Model modelOf(const std::string &body) {
  LoadResult loaded = Model::loadText("func.func @main(%x: tensor<6x4xf32> {graph.name = \"x\"})\n"
                                      "    -> (tensor<6x8xf32> {graph.name = \"y\"}) {\n"
                                      "  %w = graph.constant {value = dense<0.5> : tensor<4x8xf32>}"
                                      " : tensor<4x8xf32>\n" +
                                          body + "}",
                                      "null");
  EXPECT_TRUE(loaded.model.has_value());
  return *loaded.model;
}

const std::string product =
    "  %y = graph.matmul %x, %w : (tensor<6x4xf32>, tensor<4x8xf32>) -> tensor<6x8xf32>\n";
const std::vector<ValueType> types{ValueType::tensor(ElementType::F32, {6, 4})};

TEST(NullTarget, EmitsCommandsForWhatItTakes) {
  Model model = modelOf(product + "  return %y : tensor<6x8xf32>\n");
  CompileOptions options{.target = "null"};
  EXPECT_TRUE(model.check(options).empty());
  auto products = model.emit(types, options);
  ASSERT_TRUE(products.ok()) << products.status().message();
  ASSERT_EQ(products->size(), 1u);
  EXPECT_EQ(products->front().name, "commands.mlir");
  EXPECT_NE(products->front().bytes->find("instr.kernel \"gem"), std::string::npos);
}

TEST(NullTarget, EmitsForAnotherMachine) {
  Model model = modelOf(product + "  return %y : tensor<6x8xf32>\n");
  auto products = model.emit(types, {.target = "null", .cpu = "sifive-u74"});
  ASSERT_TRUE(products.ok()) << products.status().message();
  EXPECT_NE(products->front().bytes->find("\"gemm_f32_4x4\""), std::string::npos);
}

TEST(NullTarget, NamesAllThatItDoesNotTake) {
  Model model = modelOf(product + "  %r = graph.relu %y : (tensor<6x8xf32>) -> tensor<6x8xf32>\n"
                                  "  %s = graph.tanh %r : (tensor<6x8xf32>) -> tensor<6x8xf32>\n"
                                  "  return %s : tensor<6x8xf32>\n");
  CompileOptions options{.target = "null"};
  auto problems = model.check(options);
  ASSERT_EQ(problems.size(), 2u);
  EXPECT_EQ(problems[0].op, "relu");
  EXPECT_EQ(problems[1].op, "tanh");
  auto products = model.emit(types, options);
  ASSERT_FALSE(products.ok());
  EXPECT_NE(products.status().message().find("does not take tanh"), std::string::npos);
}

TEST(NullTarget, RunsNothingAndIsNotListed) {
  Model model = modelOf(product + "  return %y : tensor<6x8xf32>\n");
  EXPECT_FALSE(model.compile({.target = "null"}).ok());
  for (const TargetInfo &target : targets())
    EXPECT_NE(target.name, "null");
}

} // namespace
