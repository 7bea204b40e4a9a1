// Shapes that exporters compute at run time: what is known of them survives into the types.
#include "compiler/import/onnx/test/ModelWriter.h"
#include "ingot/Ingot.h"

#include <gtest/gtest.h>

using namespace ingot;
using namespace ingot::onnx::test;

namespace {

constexpr int64_t f32 = 1, i64 = 7;

Message integers(const std::string &name, const std::vector<int64_t> &values) {
  std::string raw(reinterpret_cast<const char *>(values.data()), values.size() * sizeof(int64_t));
  return tensor(name, {static_cast<int64_t>(values.size())}, raw, i64);
}

Message withInteger(Message node, const std::string &name, int64_t value) {
  return node.add(5, Message().text(1, name).number(3, value).number(20, 2));
}

/// A model of these nodes and constants on x: ?x12x64, where y is the output.
std::string typeOfY(const std::vector<Message> &nodes, const std::vector<Message> &constants) {
  Message dims;
  dims.add(1, Message().text(2, "batch"))
      .add(1, Message().number(1, 12))
      .add(1, Message().number(1, 64));
  Message graph;
  for (const Message &n : nodes)
    graph.add(1, n);
  for (const Message &c : constants)
    graph.add(5, c);
  graph.add(11,
            Message().text(1, "x").add(2, Message().add(1, Message().number(1, f32).add(2, dims))));
  graph.add(12, Message().text(1, "y"));
  std::string bytes = model(graph);
  auto loaded = Model::loadBytes(bytes, nullptr);
  return loaded.model ? loaded.model->outputs()[0].type.text() : loaded.diagnostics[0].message;
}

TEST(PartialShape, ReshapeByShapeGatherConcat) {
  EXPECT_EQ(typeOfY({node("Shape", {"x"}, {"s"}), node("Gather", {"s", "zero"}, {"batch"}),
                     withInteger(node("Concat", {"batch", "tail"}, {"shape"}), "axis", 0),
                     node("Reshape", {"x", "shape"}, {"y"})},
                    {integers("zero", {0}), integers("tail", {12, 8, 8})}),
            "f32[?,12,8,8]");
}

TEST(PartialShape, ScalarGatherAndArithmetic) {
  // x.reshape(batch, heads, 64 / 8, 8) with every factor computed from the shape.
  EXPECT_EQ(typeOfY({node("Shape", {"x"}, {"s"}), node("Gather", {"s", "two"}, {"width"}),
                     node("Div", {"width", "eight"}, {"parts"}),
                     node("Slice", {"s", "zero", "two"}, {"front"}),
                     withInteger(node("Concat", {"front", "parts", "eight"}, {"shape"}), "axis", 0),
                     node("Reshape", {"x", "shape"}, {"y"})},
                    {integers("zero", {0}), integers("two", {2}), integers("eight", {8})}),
            "f32[?,12,8,8]");
}

TEST(PartialShape, AWholeKnownPartIsAConstant) {
  EXPECT_EQ(typeOfY({node("Shape", {"x"}, {"s"}), node("Gather", {"s", "last"}, {"width"}),
                     node("ConstantOfShape", {"width"}, {"y"})},
                    {integers("last", {1, 2})}),
            "f32[12,64]");
}

TEST(PartialShape, ExpandKeepsWhatItKnows) {
  EXPECT_EQ(typeOfY({node("Shape", {"x"}, {"s"}), node("ConstantOfShape", {"s"}, {"y"})}, {}),
            "f32[?,12,64]");
}

TEST(PartialShape, ThroughFloats) {
  EXPECT_EQ(typeOfY({node("Shape", {"x"}, {"s"}), withInteger(node("Cast", {"s"}, {"f"}), "to", 1),
                     node("Add", {"f", "f"}, {"twice"}),
                     withInteger(node("Cast", {"twice"}, {"shape"}), "to", 7),
                     node("ConstantOfShape", {"shape"}, {"y"})},
                    {}),
            "f32[?,24,128]");
}

TEST(PartialShape, SplitSqueezeUnsqueeze) {
  EXPECT_EQ(
      typeOfY({node("Shape", {"x"}, {"s"}), node("Split", {"s"}, {"a", "b", "c"}),
               node("Squeeze", {"b"}, {"scalar"}), node("Unsqueeze", {"scalar", "zero"}, {"again"}),
               withInteger(node("Concat", {"again", "a", "c"}, {"shape"}), "axis", 0),
               node("ConstantOfShape", {"shape"}, {"y"})},
              {integers("zero", {0})}),
      "f32[12,?,64]");
}

TEST(PartialShape, AnUnknownIndexTellsNothing) {
  EXPECT_EQ(typeOfY({node("Shape", {"x"}, {"s"}), node("Gather", {"s", "zero"}, {"batch"}),
                     node("Gather", {"table", "batch"}, {"shape"}),
                     node("ConstantOfShape", {"shape"}, {"y"})},
                    {integers("zero", {0}), integers("table", {5, 5, 5})}),
            "f32[?]");
}

} // namespace
