// Loops without end and trees in circles: the limits of a run and of an import stop them.
#include "compiler/import/onnx/test/ModelWriter.h"
#include "ingot/Ingot.h"

#include <gtest/gtest.h>

using namespace ingot;
using namespace ingot::onnx::test;

namespace {

constexpr int64_t float32 = 1, int64 = 7, string = 8, boolean = 9;

Message graphAttribute(const std::string &name, const Message &graph) {
  return Message().text(1, name).number(20, 5).add(6, graph);
}
Message integers(const std::string &name, const std::vector<int64_t> &values) {
  Message attribute = Message().text(1, name).number(20, 7);
  for (int64_t value : values)
    attribute.number(8, value);
  return attribute;
}
Message texts(const std::string &name, const std::vector<std::string> &values) {
  Message attribute = Message().text(1, name).number(20, 8);
  for (const std::string &value : values)
    attribute.text(9, value);
  return attribute;
}

/// A body that takes trip, condition and one value, and goes on for ever.
Message body(const std::vector<int64_t> &dims, int64_t element) {
  return Message()
      .add(11, valueInfo("i", {}, int64))
      .add(11, valueInfo("c", {}, boolean))
      .add(11, valueInfo("v", dims, element))
      .add(12, valueInfo("c", {}, boolean));
}

/// A model that is one loop from input x to output y; the loop's other outputs are not used.
std::string loopModel(const Message &body, size_t results, const std::vector<int64_t> &dims,
                      int64_t element) {
  std::vector<std::string> outputs{"y"};
  for (size_t i = 1; i < results; ++i)
    outputs.push_back("unused" + std::to_string(i));
  Message graph;
  graph.add(1, node("Loop", {"", "", "x"}, outputs, "loop").add(5, graphAttribute("body", body)))
      .add(11, valueInfo("x", dims, element))
      .add(12, valueInfo("y", dims, element));
  return model(graph, 20);
}

std::string runError(const std::string &bytes, const Value &input, const RunOptions &options) {
  auto loaded = Model::loadBytes(bytes, nullptr);
  if (!loaded.model)
    return loaded.diagnostics.front().message;
  auto program = loaded.model->compile({.target = "interpreter"});
  auto results = program->run({input}, options);
  return results.ok() ? "ok" : results.status().message();
}

bool contains(const std::string &text, const std::string &part) {
  return text.find(part) != std::string::npos;
}

TEST(Loops, AnEmptyBodyEndsInTime) {
  Message graph = body({}, float32).add(12, valueInfo("v", {}));
  RunOptions options;
  options.timeout = 0.1;
  std::string error = runError(loopModel(graph, 1, {}, float32), Tensor::scalar(1.0f), options);
  EXPECT_TRUE(contains(error, "longer than the limit")) << error;
}

TEST(Loops, WhatIsStackedCounts) {
  Message graph = body({16}, float32).add(12, valueInfo("v", {16})).add(12, valueInfo("v", {16}));
  RunOptions options;
  options.maxMemory = 1 << 20;
  std::string error = runError(loopModel(graph, 2, {16}, float32),
                               Tensor::of<float>({16}, std::vector<float>(16)), options);
  EXPECT_TRUE(contains(error, "memory limit")) << error;
}

TEST(Loops, TextThatDoublesCounts) {
  Message graph = body({}, string)
                      .add(1, node("StringConcat", {"v", "v"}, {"w"}))
                      .add(12, valueInfo("w", {}, string));
  RunOptions options;
  options.maxMemory = 1 << 20;
  std::string error =
      runError(loopModel(graph, 1, {}, string), Tensor::scalar(std::string("ab")), options);
  EXPECT_TRUE(contains(error, "memory limit")) << error;
}

TEST(Loops, SequencesThatGrowCount) {
  Message graph;
  graph.add(11, valueInfo("i", {}, int64)).add(11, valueInfo("c", {}, boolean));
  graph.add(11, Message().text(1, "s"))
      .add(1, node("SequenceInsert", {"s", "x"}, {"t"}))
      .add(12, valueInfo("c", {}, boolean))
      .add(12, Message().text(1, "t"));
  Message outer;
  outer.add(1, node("SequenceEmpty", {}, {"e"}))
      .add(1, node("Loop", {"", "", "e"}, {"y"}, "loop").add(5, graphAttribute("body", graph)))
      .add(11, valueInfo("x", {}))
      .add(12, Message().text(1, "y"));
  RunOptions options;
  options.maxMemory = 1 << 16;
  std::string error = runError(model(outer), Tensor::scalar(1.0f), options);
  EXPECT_TRUE(contains(error, "memory limit")) << error;
}

TEST(Loops, AValueKeepsItsType) {
  Message graph =
      body({}, float32).add(1, node("Shape", {"v"}, {"w"})).add(12, valueInfo("w", {0}, int64));
  std::string error = runError(loopModel(graph, 1, {}, float32), Tensor::scalar(1.0f), {});
  EXPECT_TRUE(contains(error, "loop C4")) << error;
}

/// Each loop of the nest widens what it carries, and so builds the loops inside it again.
TEST(Loops, NestsThatGrowAreBounded) {
  Message inner = body({1}, float32)
                      .add(1, node("Concat", {"v", "v"}, {"w"})
                                  .add(5, Message().text(1, "axis").number(3, 0).number(20, 2)));
  inner.add(12, valueInfo("w", {2}));
  for (int depth = 0; depth < 40; ++depth) {
    Message next = body({1}, float32);
    next.add(1, node("Loop", {"i", "c", "v"}, {"w"}).add(5, graphAttribute("body", inner)))
        .add(12, valueInfo("w", {2}));
    inner = next;
  }
  LoadOptions options;
  options.limits.nodes = 20'000;
  auto loaded = Model::loadBytes(loopModel(inner, 1, {1}, float32), nullptr, options);
  if (!loaded.model)
    EXPECT_TRUE(contains(loaded.diagnostics.front().message, "expands to more than"));
}

TEST(Trees, CirclesAreErrors) {
  auto load = [](const std::vector<int64_t> &whenTrue) {
    Message tree = node("TreeEnsembleRegressor", {"x"}, {"y"}, "tree", "ai.onnx.ml");
    tree.add(5, integers("nodes_treeids", {0, 0, 0}))
        .add(5, integers("nodes_nodeids", {0, 1, 2}))
        .add(5, integers("nodes_featureids", {0, 0, 0}))
        .add(5, integers("nodes_truenodeids", whenTrue))
        .add(5, integers("nodes_falsenodeids", {2, 2, 0}))
        .add(5, texts("nodes_modes", {"BRANCH_LT", "BRANCH_LT", "LEAF"}))
        .add(5, integers("target_ids", {}));
    Message values = Message().text(1, "nodes_values").number(20, 6);
    protozero::pbf_writer writer(values.bytes);
    for (int i = 0; i < 3; ++i)
      writer.add_float(7, 0.5f);
    tree.add(5, values);
    Message graph;
    graph.add(1, tree).add(11, valueInfo("x", {2, 1})).add(12, valueInfo("y", {2, 1}));
    std::string bytes =
        Message().number(1, 8).add(7, graph).add(8, opset(17)).add(8, opset(3, "ai.onnx.ml")).bytes;
    auto loaded = Model::loadBytes(bytes, nullptr);
    return loaded.model ? std::string("ok") : loaded.diagnostics.front().message;
  };
  EXPECT_EQ(load({1, 2, 0}), "ok");
  EXPECT_TRUE(contains(load({1, 1, 0}), "circle")) << load({1, 1, 0});
  EXPECT_TRUE(contains(load({1, 0, 0}), "no tree has a root")) << load({1, 0, 0});
  EXPECT_TRUE(contains(load({1, 7, 0}), "has no node 7")) << load({1, 7, 0});
}

} // namespace
