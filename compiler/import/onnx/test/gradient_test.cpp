// Gradients that cannot be had: each gets an error that says why, and none a silent zero.
#include "compiler/import/onnx/test/ModelWriter.h"
#include "ingot/Ingot.h"

#include <gtest/gtest.h>

using namespace ingot;
using namespace ingot::onnx::test;

namespace {

constexpr int64_t int64 = 7, boolean = 9;
const std::string training = "ai.onnx.preview.training";

Message texts(const std::string &name, const std::vector<std::string> &values) {
  Message attribute = Message().text(1, name).number(20, 8);
  for (const std::string &value : values)
    attribute.text(9, value);
  return attribute;
}
Message text(const std::string &name, const std::string &value) {
  return Message().text(1, name).number(20, 3).text(4, value);
}

/// Gradient of `of` by x.
Message gradient(const std::string &output, const std::vector<std::string> &inputs = {"x"},
                 const std::vector<std::string> &xs = {"x"}, const std::string &of = "y") {
  return node("Gradient", inputs, {output}, output, training)
      .add(5, texts("xs", xs))
      .add(5, text("y", of));
}

/// y = exp(x), with integers i beside.
Message exponential() {
  return Message()
      .add(1, node("Exp", {"x"}, {"y"}))
      .add(11, valueInfo("x", {2}))
      .add(11, valueInfo("i", {2}, int64))
      .add(12, valueInfo("d", {2}));
}

std::vector<std::string> errors(const Message &graph) {
  LoadOptions options;
  options.limits.nodes = 20'000; // reached in no time, unlike the default
  std::vector<std::string> messages;
  for (const Diagnostic &d : Model::loadBytes(model(graph), nullptr, options).diagnostics)
    messages.push_back(d.message);
  return messages;
}

/// The only error of the graph of an exponential with one more node.
std::string errorOf(const Message &last) {
  auto found = errors(exponential().add(1, last));
  return found.size() == 1 ? found[0] : std::to_string(found.size()) + " errors";
}

TEST(Gradient, AGoodOneLoads) { EXPECT_TRUE(errors(exponential().add(1, gradient("d"))).empty()); }

TEST(Gradient, NamesThatMeanNothing) {
  EXPECT_EQ(errorOf(gradient("d", {"x"}, {"nowhere"})),
            "xs and zs name 'nowhere', wanted a tensor defined before this node");
  EXPECT_EQ(errorOf(gradient("d", {"x"}, {"d"})),
            "xs and zs name 'd', wanted a tensor defined before this node");
  EXPECT_EQ(errorOf(gradient("d", {"x", "x"}, {"x", "x"})), "xs and zs name 'x' twice");
  EXPECT_EQ(errorOf(gradient("d", {"x"}, {"x"}, "nowhere")),
            "y names 'nowhere', wanted a tensor defined before this node");
}

TEST(Gradient, AttributesThatAreMissing) {
  Message plain = node("Gradient", {"x"}, {"d"}, "", training);
  EXPECT_EQ(errorOf(plain), "attribute 'xs' names no tensor, wanted those to differentiate by");
  EXPECT_EQ(errorOf(plain.add(5, texts("xs", {"x"}))),
            "attribute 'y' names no tensor, wanted the one to differentiate");
}

TEST(Gradient, InputsThatDoNotFit) {
  EXPECT_EQ(errorOf(gradient("d", {"x", "x"})), "xs and zs name 1 tensors, but 2 inputs are given");
  EXPECT_EQ(errorOf(gradient("d", {})), "xs and zs name 1 tensors, but 0 inputs are given");
  EXPECT_EQ(errorOf(gradient("d", {""})), "input 0 is none, wanted a tensor of floats");
  EXPECT_EQ(errorOf(gradient("d", {"i"})), "input 0 is i64[2], wanted a tensor of floats");
  EXPECT_EQ(errorOf(gradient("d", {"x"}, {"x"}, "i")),
            "y names 'i', which is i64[2], wanted a tensor of floats");
}

TEST(Gradient, AllOperatorsWithoutDerivativeAtOnce) {
  Message axes = Message().text(1, "axes").number(20, 7).number(8, 0), graph;
  graph.add(1, node("MeanVarianceNormalization", {"x"}, {"a"}).add(5, axes))
      .add(1, node("LpNormalization", {"x"}, {"b"}))
      .add(1, node("LpNormalization", {"i"}, {"c"}))
      .add(1, node("Mul", {"a", "b"}, {"y"}))
      .add(1, gradient("d"))
      .add(11, valueInfo("x", {2}))
      .add(11, valueInfo("i", {2}))
      .add(12, valueInfo("d", {2}));
  auto found = errors(graph);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0],
            "no derivative is known of lp_norm, mean_variance_norm: export the gradient as "
            "operators instead");
}

/// x reaches y only as something that the branches see.
TEST(Gradient, WhatBranchesSeeCounts) {
  auto branch = [](const std::string &name, const std::string &value) {
    Message body = Message().add(12, valueInfo(value, {2}));
    return Message().text(1, name).number(20, 5).add(6, body);
  };
  Message graph;
  graph
      .add(1, node("If", {"c"}, {"y"})
                  .add(5, branch("then_branch", "x"))
                  .add(5, branch("else_branch", "x")))
      .add(1, gradient("d"))
      .add(11, valueInfo("x", {2}))
      .add(11, valueInfo("c", {}, boolean))
      .add(12, valueInfo("d", {2}));
  auto found = errors(graph);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0], "no derivative is known of if: export the gradient as operators instead");
}

TEST(Gradient, AnErrorInTheFunctionIsReportedOnce) {
  Message graph = Message()
                      .add(1, node("Exp", {"x", "x"}, {"a"}))
                      .add(1, node("Unheard", {"a"}, {"b"}))
                      .add(1, node("Exp", {"b"}, {"y"}))
                      .add(1, gradient("d"))
                      .add(11, valueInfo("x", {2}))
                      .add(12, valueInfo("d", {2}));
  EXPECT_EQ(errors(graph).size(), 2u);
}

/// Each gradient imports all before it once more.
TEST(Gradient, GradientsOfGradientsEndAtTheLimit) {
  Message graph = exponential();
  std::string of = "y";
  for (int i = 0; i < 60; ++i) {
    std::string next = i == 59 ? "d" : "d" + std::to_string(i);
    graph.add(1, gradient(next, {"x"}, {"x"}, of));
    of = next;
  }
  auto found = errors(graph);
  ASSERT_FALSE(found.empty());
  EXPECT_NE(found[0].find("more than 20000"), std::string::npos) << found[0];
}

/// None of them depends on the long chain, but each has to look.
TEST(Gradient, LookingAtAllNodesCounts) {
  Message graph = Message().add(11, valueInfo("x", {2})).add(12, valueInfo("x", {2}));
  std::string last = "x";
  for (int i = 0; i < 1000; ++i) {
    std::string next = "t" + std::to_string(i);
    graph.add(1, node("Neg", {last}, {next}));
    last = next;
  }
  graph.add(1, node("Exp", {"x"}, {"y"}));
  for (int i = 0; i < 1000; ++i)
    graph.add(1, gradient("d" + std::to_string(i), {"y"}, {"y"}, last));
  auto found = errors(graph);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0], "the model expands to more than 20000 nodes");
}

} // namespace
