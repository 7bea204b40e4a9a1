// Models that are wrong in every way a file can be: each gets an error, and all errors at once.
#include "compiler/import/onnx/test/ModelWriter.h"
#include "ingot/Ingot.h"
#include "runtime/base/File.h"

#include <gtest/gtest.h>

using namespace ingot;
using namespace ingot::onnx::test;

namespace {

std::string firstError(const std::string &bytes) {
  LoadOptions options;
  options.limits.nodes = 20'000; // reached in no time, unlike the default
  auto loaded = Model::loadBytes(bytes, nullptr, options);
  return loaded.model ? "ok" : loaded.diagnostics.front().message;
}

bool contains(const std::string &text, const std::string &part) {
  return text.find(part) != std::string::npos;
}

/// A graph of one Neg, with something added.
Message negation() {
  Message graph;
  return graph.add(1, node("Neg", {"x"}, {"y"}, "negate"))
      .add(11, valueInfo("x", {2}))
      .add(12, valueInfo("y", {2}));
}

TEST(Hostile, AGoodModelLoads) { EXPECT_EQ(firstError(model(negation())), "ok"); }

TEST(Hostile, NotAModel) {
  EXPECT_TRUE(contains(firstError(""), "not an ONNX model"));
  EXPECT_TRUE(contains(firstError("hello, world"), "not a valid ONNX file"));
  EXPECT_TRUE(contains(firstError(std::string(1000, '\xff')), "not a valid ONNX file"));
}

TEST(Hostile, EveryTruncationIsAnErrorOrAModel) {
  std::string whole = model(negation());
  for (size_t length = 0; length < whole.size(); ++length)
    Model::loadBytes(std::string_view(whole).substr(0, length), nullptr);
}

TEST(Hostile, AllUnsupportedOperatorsAtOnce) {
  Message graph;
  graph.add(1, node("Alpha", {"x"}, {"a"}, "first"))
      .add(1, node("Beta", {"a"}, {"b"}, "second"))
      .add(1, node("Neg", {"b"}, {"n"}, "fine"))
      .add(1, node("Gamma", {"x"}, {"c"}, "third"))
      .add(1, node("Delta", {"x"}, {"d"}, "fourth", "my.domain"))
      .add(11, valueInfo("x", {2}))
      .add(12, valueInfo("b", {2}));
  auto loaded = Model::loadBytes(model(graph), nullptr);
  ASSERT_FALSE(loaded.model);
  std::vector<std::string> nodes;
  for (const Diagnostic &d : loaded.diagnostics)
    if (d.code == code::unsupportedOperator)
      nodes.push_back(d.node);
  EXPECT_EQ(nodes, (std::vector<std::string>{"first", "second", "third", "fourth"}));
  EXPECT_EQ(loaded.kind(), ErrorKind::Unsupported);
}

/// A cycle is named with its nodes, in a graph or around a subgraph that reads one of them.
TEST(Hostile, CyclesAreNamed) {
  Message graph = negation();
  graph.add(1, node("Neg", {"c"}, {"a"}, "first"))
      .add(1, node("Abs", {"a"}, {"b"}, "second"))
      .add(1, node("Relu", {"b"}, {"c"}, "third"));
  std::string error = firstError(model(graph));
  EXPECT_TRUE(contains(error, "nodes 'first', 'third', 'second' form a cycle")) << error;
  Message alone = negation();
  alone.add(1, node("Neg", {"z"}, {"z"}, "round"));
  EXPECT_TRUE(contains(firstError(model(alone)), "node 'round' uses its own output"));

  Message branch;
  branch.add(1, node("Neg", {"later"}, {"u"}, "inner")).add(12, valueInfo("u", {2}));
  auto graphAttribute = [&](const std::string &name) {
    return Message().text(1, name).number(20, 5).add(6, branch);
  };
  Message around;
  around
      .add(1, node("If", {"p"}, {"y"}, "choose")
                  .add(5, graphAttribute("then_branch"))
                  .add(5, graphAttribute("else_branch")))
      .add(1, node("Abs", {"y"}, {"later"}, "after"))
      .add(11, valueInfo("p", {}, 9))
      .add(12, valueInfo("y", {2}));
  error = firstError(model(around));
  EXPECT_TRUE(contains(error, "nodes 'choose', 'after' form a cycle")) << error;
}

/// Sorting is no recursion, and a chain that is written backwards takes no longer.
TEST(Hostile, LongChainsBackwards) {
  Message graph;
  constexpr int length = 19'000;
  auto name = [](int i) { return "v" + std::to_string(i); };
  for (int i = length; i > 0; --i)
    graph.add(1, node("Neg", {name(i - 1)}, {name(i)}));
  graph.add(11, valueInfo(name(0), {2})).add(12, valueInfo(name(length), {2}));
  EXPECT_EQ(firstError(model(graph)), "ok");
}

TEST(Hostile, GraphsThatDoNotHoldTogether) {
  Message undefined;
  undefined.add(1, node("Neg", {"nowhere"}, {"y"})).add(12, valueInfo("y", {2}));
  EXPECT_TRUE(contains(firstError(model(undefined)), "'nowhere' is not defined"));
  Message twice = negation();
  twice.add(1, node("Neg", {"x"}, {"y"}, "again"));
  EXPECT_TRUE(contains(firstError(model(twice)), "defined twice"));
  Message noOutput = negation();
  noOutput.add(12, valueInfo("z", {2}));
  EXPECT_TRUE(contains(firstError(model(noOutput)), "'z' is not defined"));
  Message twoInputs = negation();
  twoInputs.add(11, valueInfo("x", {2}));
  EXPECT_TRUE(contains(firstError(model(twoInputs)), "declared twice"));
  EXPECT_TRUE(contains(firstError(model(negation(), 99)), "newer than"));
}

TEST(Hostile, TensorsThatLie) {
  auto withWeight = [](const Message &weight) {
    Message graph;
    graph.add(1, node("Neg", {"w"}, {"y"})).add(5, weight).add(12, valueInfo("y", {2}));
    return firstError(model(graph));
  };
  EXPECT_EQ(withWeight(tensor("w", {2}, std::string(8, '\0'))), "ok");
  EXPECT_TRUE(contains(withWeight(tensor("w", {3}, std::string(8, '\0'))), "wanted 12"));
  EXPECT_TRUE(contains(withWeight(tensor("w", {-1}, "")), "negative"));
  EXPECT_TRUE(contains(withWeight(tensor("w", {INT64_MAX, 2}, "")), "over the limit"));
  EXPECT_TRUE(
      contains(withWeight(tensor("w", {INT64_MAX, INT64_MAX, 0, 7}, "")), "over the limit"));
  EXPECT_EQ(withWeight(tensor("w", {1 << 20, 0, 7}, "")), "ok");
  EXPECT_TRUE(contains(withWeight(tensor("w", {2}, std::string(8, '\0'), 99)), "data type 99"));
  EXPECT_TRUE(contains(withWeight(tensor("w", std::vector<int64_t>(40, 1), "abcd")), "rank"));
  // A header that claims a terabyte and brings nothing.
  Message claim;
  claim.number(1, int64_t{1} << 37).number(2, 1).text(8, "w");
  EXPECT_TRUE(contains(withWeight(claim), "has 0 values"));
}

/// A function whose body is `calls` calls of `callee`.
Message function(const std::string &name, const std::string &callee, int calls) {
  Message f;
  f.text(1, name).text(4, "x").text(5, "y").text(10, "f");
  std::string in = "x";
  for (int i = 0; i < calls; ++i) {
    std::string out = i + 1 == calls ? "y" : "t" + std::to_string(i);
    f.add(7, node(callee, {in}, {out}, "", callee == "Neg" ? "" : "f"));
    in = out;
  }
  return f.add(9, opset(17)).add(9, opset(1, "f"));
}

std::string modelWithFunctions(const std::vector<Message> &functions, const std::string &entry) {
  Message graph;
  graph.add(1, node(entry, {"x"}, {"y"}, "call", "f"))
      .add(11, valueInfo("x", {2}))
      .add(12, valueInfo("y", {2}));
  Message m;
  m.number(1, 8).add(7, graph).add(8, opset(17)).add(8, opset(1, "f"));
  for (const Message &f : functions)
    m.add(25, f);
  return m.bytes;
}

TEST(Hostile, Functions) {
  EXPECT_EQ(firstError(modelWithFunctions({function("g", "Neg", 3)}, "g")), "ok");
  EXPECT_TRUE(
      contains(firstError(modelWithFunctions({function("g", "g", 1)}, "g")), "levels deep"));
  // 10 calls a level, 40 levels: small on disk, endless when expanded.
  std::vector<Message> bomb{function("f0", "Neg", 1)};
  for (int i = 1; i < 40; ++i)
    bomb.push_back(function("f" + std::to_string(i), "f" + std::to_string(i - 1), 10));
  EXPECT_TRUE(contains(firstError(modelWithFunctions(bomb, "f39")), "expands to more than"));
}

TEST(Hostile, FunctionsAreCalledAsTheyAreDeclared) {
  Message graph;
  graph.add(1, node("g", {"x", "x"}, {"y"}, "call", "f"))
      .add(11, valueInfo("x", {2}))
      .add(12, valueInfo("y", {2}));
  Message m;
  m.number(1, 8).add(7, graph).add(8, opset(17)).add(8, opset(1, "f"));
  std::string tooMany = Message(m).add(25, function("g", "Neg", 1)).bytes;
  EXPECT_TRUE(contains(firstError(tooMany), "2 inputs for function 'g', wanted at most 1"));
  Message future = function("g", "Neg", 1);
  future.add(9, opset(99));
  EXPECT_TRUE(contains(firstError(modelWithFunctions({future}, "g")), "newer than"));
}

TEST(Hostile, AttributesOfAnotherType) {
  auto softmaxWith = [](const Message &axis) {
    Message graph;
    graph.add(1, node("Softmax", {"x"}, {"y"}).add(5, axis))
        .add(11, valueInfo("x", {2, 3}))
        .add(12, valueInfo("y", {2, 3}));
    return firstError(model(graph));
  };
  EXPECT_EQ(softmaxWith(Message().text(1, "axis").number(3, 1).number(20, 2)), "ok");
  // Models of the first IR versions leave the type out.
  EXPECT_EQ(softmaxWith(Message().text(1, "axis").number(3, 1)), "ok");
  EXPECT_TRUE(contains(softmaxWith(Message().text(1, "axis").number(8, 1).number(20, 7)),
                       "'axis' is INTS, wanted INT"));
  EXPECT_TRUE(contains(softmaxWith(Message().text(1, "axis").number(20, 77)),
                       "'axis' is of an unknown type, wanted INT"));
}

TEST(Hostile, TheNumberOfPartsIsBounded) {
  Message graph = negation();
  for (int i = 0; i < 1000; ++i)
    graph.add(13, Message());
  LoadOptions options;
  options.limits.messages = 500;
  auto loaded = Model::loadBytes(model(graph), nullptr, options);
  ASSERT_FALSE(loaded.model);
  EXPECT_TRUE(contains(loaded.diagnostics.front().message, "more than 500 parts"));
  EXPECT_TRUE(contains(loaded.diagnostics.front().help, "LoadOptions::limits"));
}

TEST(Hostile, ConstantsOfImportShareOneBudget) {
  // Each Expand makes 40 KB of the constant; without memory for it, it stays an operator.
  Message graph;
  graph.add(5, tensor("one", {1}, std::string(4, '\0')))
      .add(5, tensor("size", {1}, std::string("\x10\x27\0\0\0\0\0\0", 8), 7));
  for (int i = 0; i < 50; ++i)
    graph.add(1, node("Expand", {"one", "size"}, {"y" + std::to_string(i)}));
  graph.add(12, valueInfo("y49", {10000}));
  LoadOptions options;
  options.limits.foldedBytes = 1 << 20;
  auto loaded = Model::loadBytes(model(graph), nullptr, options);
  ASSERT_TRUE(loaded.model);
  EXPECT_TRUE(contains(loaded.model->text(), "graph.expand"));
}

TEST(Hostile, NestingIsBounded) {
  Message graph = negation();
  for (int i = 0; i < 200; ++i) {
    auto branch = [&](const char *name) {
      return Message().text(1, name).number(20, 5).add(6, graph);
    };
    Message outer;
    outer.add(1, node("If", {"c"}, {"y"}).add(5, branch("then_branch")))
        .add(12, valueInfo("y", {2}));
    graph = outer;
  }
  EXPECT_TRUE(contains(firstError(model(graph)), "levels deep"));
}

} // namespace
