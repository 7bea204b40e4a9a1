// Operators that turn out to be wrong for the types or values of a run: an error that names the
// node, on every target, and only when the operator runs.
#include "compiler/import/onnx/test/ModelWriter.h"
#include "ingot/Ingot.h"

#include <gtest/gtest.h>

using namespace ingot;
using namespace ingot::onnx::test;

namespace {

constexpr int64_t int64 = 7, boolean = 9;

std::string runError(const std::string &bytes, const std::vector<Value> &inputs,
                     const std::string &target) {
  auto loaded = Model::loadBytes(bytes, nullptr);
  if (!loaded.model)
    return loaded.diagnostics.front().message;
  CompileOptions options;
  options.target = target;
  auto program = loaded.model->compile(options);
  if (!program.ok())
    return program.status().message();
  auto results = program->run(inputs, {});
  return results.ok() ? "ok" : results.status().message();
}

bool contains(const std::string &text, const std::string &part) {
  return text.find(part) != std::string::npos;
}

class Invalid : public testing::TestWithParam<const char *> {};

const std::vector<float> eight = {1, 2, 3, 4, 5, 6, 7, 8};

/// y = Squeeze(x, axes) with axes that only the run knows.
TEST_P(Invalid, AxesOfTheRun) {
  Message graph;
  graph.add(1, node("Squeeze", {"x", "axes"}, {"y"}, "squeeze"))
      .add(11, valueInfo("x", {1, 4, 2}))
      .add(11, valueInfo("axes", {1}, int64))
      .add(12, Message().text(1, "y"));
  auto run = [&](int64_t axis) {
    return runError(model(graph),
                    {Tensor::of<float>({1, 4, 2}, eight), Tensor::of<int64_t>({1}, {axis})},
                    GetParam());
  };
  EXPECT_EQ(run(0), "ok");
  EXPECT_TRUE(contains(run(1), "node 'squeeze': squeeze C2")) << run(1);
  EXPECT_TRUE(contains(run(7), "node 'squeeze': squeeze C1")) << run(7);
}

/// The same with axes that are computed from shapes, so that compiling finds them.
TEST_P(Invalid, AxesOfTheShapes) {
  Message open =
      Message().add(1, Message().number(1, 1).add(2, Message()
                                                         .add(1, Message().number(1, 1))
                                                         .add(1, Message().text(2, "n"))
                                                         .add(1, Message().number(1, 2))));
  Message graph;
  graph.add(1, node("Shape", {"x"}, {"shape"}, "shape"))
      .add(1, node("ReduceMin", {"shape"}, {"axes"}, "axes"))
      .add(1, node("Squeeze", {"x", "axes"}, {"y"}, "squeeze"))
      .add(1, node("Relu", {"y"}, {"z"}, "relu"))
      .add(11, Message().text(1, "x").add(2, open))
      .add(12, Message().text(1, "z"));
  std::string error = runError(model(graph), {Tensor::of<float>({1, 4, 2}, eight)}, GetParam());
  EXPECT_TRUE(contains(error, "node 'squeeze': squeeze C2")) << error;
}

/// if (p) squeeze an axis of size 2, else do not.
TEST_P(Invalid, OnlyTheBranchThatRuns) {
  Message then, otherwise;
  then.add(1, node("Add", {"x", "x"}, {"sum"}, "double"))
      .add(1, node("Squeeze", {"sum", "axes"}, {"u"}, "squeeze"))
      .add(5, tensor("axes", {1}, std::string("\x02\0\0\0\0\0\0\0", 8), int64))
      .add(12, Message().text(1, "u"));
  otherwise.add(1, node("Neg", {"x"}, {"v"}, "negate")).add(12, Message().text(1, "v"));
  auto branch = [](const std::string &name, const Message &graph) {
    return Message().text(1, name).number(20, 5).add(6, graph);
  };
  Message open;
  for (const char *name : {"a", "b", "c"})
    open.add(1, Message().text(2, name));
  Message graph;
  graph
      .add(1, node("If", {"p"}, {"y"}, "choose")
                  .add(5, branch("then_branch", then))
                  .add(5, branch("else_branch", otherwise)))
      .add(11, Message().text(1, "x").add(2, Message().add(1, Message().number(1, 1).add(2, open))))
      .add(11, valueInfo("p", {}, boolean))
      .add(12, Message().text(1, "y"));
  auto run = [&](bool taken) {
    return runError(model(graph), {Tensor::of<float>({1, 4, 2}, eight), Tensor::scalar(taken)},
                    GetParam());
  };
  EXPECT_EQ(run(false), "ok");
  EXPECT_TRUE(contains(run(true), "node 'squeeze': squeeze C2: axis 2 of f32[1,4,2]")) << run(true);
}

/// An index out of range, and operands that do not fit each other.
TEST_P(Invalid, ErrorsNameTheNode) {
  Message graph;
  graph.add(1, node("Neg", {"x"}, {"n"}, "negate"))
      .add(1, node("Gather", {"n", "i"}, {"y"}, "pick"))
      .add(11, valueInfo("x", {4}))
      .add(11, valueInfo("i", {1}, int64))
      .add(12, Message().text(1, "y"));
  std::string error =
      runError(model(graph), {Tensor::of<float>({4}, {1, 2, 3, 4}), Tensor::of<int64_t>({1}, {9})},
               GetParam());
  EXPECT_TRUE(contains(error, "node 'pick'")) << error;
  Message open =
      Message().add(1, Message().number(1, 1).add(2, Message().add(1, Message().text(2, "n"))));
  Message sum;
  sum.add(1, node("Add", {"x", "z"}, {"y"}, "sum"))
      .add(11, valueInfo("x", {4}))
      .add(11, Message().text(1, "z").add(2, open))
      .add(12, Message().text(1, "y"));
  error = runError(model(sum),
                   {Tensor::of<float>({4}, {1, 2, 3, 4}), Tensor::of<float>({3}, {1, 2, 3})},
                   GetParam());
  EXPECT_TRUE(contains(error, "node 'sum': add C2")) << error;
}

/// Dimensions whose product is no number: nothing of that size is ever compiled.
TEST_P(Invalid, SizesThatNoMemoryHas) {
  Message graph;
  graph.add(1, node("Neg", {"x"}, {"n"}, "negate"))
      .add(1, node("Unsqueeze", {"n", "axes"}, {"y"}, "unsqueeze"))
      .add(5, tensor("axes", {1}, std::string(8, '\0'), int64))
      .add(11, valueInfo("x", {2, INT64_MAX, 5}))
      .add(12, Message().text(1, "y"));
  std::string error = runError(model(graph), {Tensor::of<float>({1, 4, 2}, eight)}, GetParam());
  EXPECT_TRUE(error == "ok" || contains(error, "wanted f32[2,9223372036854775807,5]")) << error;
}

INSTANTIATE_TEST_SUITE_P(Targets, Invalid, testing::Values("interpreter", "cpu"),
                         [](const auto &info) { return std::string(info.param); });

} // namespace
