// Sizes that depend on data: the interpreter's results, without the host and without an allocation,
// whether nothing, all or something of a bound is there.
#include "tests/api/compiled.h"

namespace ingot {
namespace {

class CountedSizes : public CompiledAndReference {
protected:
  /// A model on rows [8, 4] of x, of which c [8] keeps some: `tail` makes %y of type `result` of
  /// them, %k of type ?x4.
  void compileTail(const std::string &tail, const std::string &result) {
    compile(R"(
func.func @main(%x: tensor<8x4xf32> {graph.name = "x"}, %c: tensor<8xi1> {graph.name = "c"})
    -> ()" + result +
            R"( {graph.name = "y"}) {
  %none = graph.none : () -> none
  %k = graph.compress %x, %c {axis = 0 : i64} : (tensor<8x4xf32>, tensor<8xi1>) -> tensor<?x4xf32>
)" + tail +
            "\n  return %y : " + result + "\n}");
  }
  void checkTail(const std::string &tail, const std::string &result) {
    SCOPED_TRACE(tail);
    ASSERT_NO_FATAL_FAILURE(compileTail(tail, result));
    for (const std::vector<int> &kept : {std::vector<int>{1, 1, 1, 1, 1, 1, 1, 1},
                                         {0, 1, 0, 0, 1, 1, 0, 1},
                                         {0, 0, 0, 0, 0, 0, 1, 0},
                                         {0, 0, 0, 0, 0, 0, 0, 0}})
      ASSERT_NO_FATAL_FAILURE(check({numbers({8, 4}), flags(kept)}));
  }
  static Tensor flags(const std::vector<int> &values) {
    Tensor tensor =
        Tensor::allocate(ElementType::Bool, {static_cast<int64_t>(values.size())}).take();
    for (size_t i = 0; i < values.size(); ++i)
      tensor.mutableData<bool>()[i] = values[i] != 0;
    return tensor;
  }
};

TEST_F(CountedSizes, OfElementwiseOperators) {
  checkTail(R"(
  %y = graph.neg %k : (tensor<?x4xf32>) -> tensor<?x4xf32>)",
            "tensor<?x4xf32>");
  checkTail(R"(
  %b = graph.constant {value = dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>} : tensor<4xf32>
  %a = graph.add %b, %k : (tensor<4xf32>, tensor<?x4xf32>) -> tensor<?x4xf32>
  %y = graph.mul %a, %k : (tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x4xf32>)",
            "tensor<?x4xf32>");
  checkTail(R"(
  %y = graph.cast %k {to = i32} : (tensor<?x4xf32>) -> tensor<?x4xi32>)",
            "tensor<?x4xi32>");
}

TEST_F(CountedSizes, OfShapes) {
  checkTail(R"(
  %y = graph.transpose %k {perm = array<i64: 1, 0>} : (tensor<?x4xf32>) -> tensor<4x?xf32>)",
            "tensor<4x?xf32>");
  checkTail(R"(
  %s = graph.constant {value = dense<[-1]> : tensor<1xi64>} : tensor<1xi64>
  %y = graph.reshape %k, %s : (tensor<?x4xf32>, tensor<1xi64>) -> tensor<?xf32>)",
            "tensor<?xf32>");
  checkTail(R"(
  %s = graph.constant {value = dense<[1, -1, 2]> : tensor<3xi64>} : tensor<3xi64>
  %y = graph.reshape %k, %s : (tensor<?x4xf32>, tensor<3xi64>) -> tensor<1x?x2xf32>)",
            "tensor<1x?x2xf32>");
  checkTail(R"(
  %s = graph.constant {value = dense<[1]> : tensor<1xi64>} : tensor<1xi64>
  %y = graph.unsqueeze %k, %s : (tensor<?x4xf32>, tensor<1xi64>) -> tensor<?x1x4xf32>)",
            "tensor<?x1x4xf32>");
  checkTail(R"(
  %y = graph.shape %k : (tensor<?x4xf32>) -> tensor<2xi64>)",
            "tensor<2xi64>");
  checkTail(R"(
  %y = graph.size %k : (tensor<?x4xf32>) -> tensor<i64>)",
            "tensor<i64>");
}

TEST_F(CountedSizes, OfParts) {
  auto slice = [](const char *start, const char *end, const char *axis) {
    return std::string("  %s = graph.constant {value = dense<") + start +
           "> : tensor<1xi64>} : tensor<1xi64>\n  %e = graph.constant {value = dense<" + end +
           "> : tensor<1xi64>} : tensor<1xi64>\n  %a = graph.constant {value = dense<" + axis +
           "> : tensor<1xi64>} : tensor<1xi64>\n  %y = graph.slice %k, %s, %e, %a, %none : "
           "(tensor<?x4xf32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>, none) -> "
           "tensor<?x?xf32>";
  };
  for (const char *start : {"0", "1", "3", "9"})
    for (const char *end : {"2", "5", "-1", "-4", "9223372036854775807"})
      checkTail(slice(start, end, "0"), "tensor<?x?xf32>");
  checkTail(slice("1", "3", "1"), "tensor<?x?xf32>");
  checkTail(R"(
  %p:2 = graph.split %k, %none {axis = 1 : i64, parts = 2 : i64} : (tensor<?x4xf32>, none) -> (tensor<?x2xf32>, tensor<?x2xf32>)
  %y = graph.concat %p#1, %p#0, %k {axis = 1 : i64} : (tensor<?x2xf32>, tensor<?x2xf32>, tensor<?x4xf32>) -> tensor<?x8xf32>)",
            "tensor<?x8xf32>");
  checkTail(R"(
  %n = graph.logical_not %c : (tensor<8xi1>) -> tensor<8xi1>
  %o = graph.compress %x, %n {axis = 0 : i64} : (tensor<8x4xf32>, tensor<8xi1>) -> tensor<?x4xf32>
  %y = graph.concat %k, %x, %o, %k {axis = 0 : i64} : (tensor<?x4xf32>, tensor<8x4xf32>, tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x4xf32>)",
            "tensor<?x4xf32>");
}

TEST_F(CountedSizes, OfPlaces) {
  checkTail(R"(
  %i = graph.non_zero %c : (tensor<8xi1>) -> tensor<1x?xi64>
  %y = graph.gather %x, %i {axis = 0 : i64} : (tensor<8x4xf32>, tensor<1x?xi64>) -> tensor<1x?x4xf32>)",
            "tensor<1x?x4xf32>");
  checkTail(R"(
  %i = graph.constant {value = dense<[3, -4]> : tensor<2xi64>} : tensor<2xi64>
  %y = graph.gather %k, %i {axis = 1 : i64} : (tensor<?x4xf32>, tensor<2xi64>) -> tensor<?x2xf32>)",
            "tensor<?x2xf32>");
  checkTail(R"(
  %z = graph.constant {value = dense<0.0> : tensor<f32>} : tensor<f32>
  %g = graph.greater %k, %z : (tensor<?x4xf32>, tensor<f32>) -> tensor<?x4xi1>
  %i = graph.non_zero %g : (tensor<?x4xi1>) -> tensor<2x?xi64>
  %t = graph.transpose %i {perm = array<i64: 1, 0>} : (tensor<2x?xi64>) -> tensor<?x2xi64>
  %y = graph.gather_nd %x, %t : (tensor<8x4xf32>, tensor<?x2xi64>) -> tensor<?xf32>)",
            "tensor<?xf32>");
  checkTail(R"(
  %i = graph.arg_max %k {axis = 1 : i64} : (tensor<?x4xf32>) -> tensor<?x1xi64>
  %y = graph.gather_elements %k, %i {axis = 1 : i64} : (tensor<?x4xf32>, tensor<?x1xi64>) -> tensor<?x1xf32>)",
            "tensor<?x1xf32>");
}

TEST_F(CountedSizes, OfReductions) {
  for (const char *reduction : {"sum", "max", "min", "l2", "prod"})
    for (const char *axes : {"[0]", "[1]", "[0, 1]"}) {
      std::string count = std::string(axes) == "[0, 1]" ? "2" : "1";
      std::string result = std::string(axes) == "[0]"   ? "tensor<4xf32>"
                           : std::string(axes) == "[1]" ? "tensor<?xf32>"
                                                        : "tensor<f32>";
      // Sums of small whole numbers are exact in whatever order.
      checkTail("  %w = graph.round %k : (tensor<?x4xf32>) -> tensor<?x4xf32>\n  %a = "
                "graph.constant {value = dense<" +
                    std::string(axes) + "> : tensor<" + count + "xi64>} : tensor<" + count +
                    "xi64>\n  %y = graph.reduce_" + reduction + " %w, %a {keepdims = false} : " +
                    "(tensor<?x4xf32>, tensor<" + count + "xi64>) -> " + result,
                result);
    }
  checkTail(R"(
  %f = graph.round %k : (tensor<?x4xf32>) -> tensor<?x4xf32>
  %a = graph.constant {value = dense<0> : tensor<i64>} : tensor<i64>
  %y = graph.cum_sum %f, %a : (tensor<?x4xf32>, tensor<i64>) -> tensor<?x4xf32>)",
            "tensor<?x4xf32>");
}

TEST_F(CountedSizes, OfTheBest) {
  checkTail(R"(
  %s = graph.shape %k {start = 0 : i64, end = 1 : i64} : (tensor<?x4xf32>) -> tensor<1xi64>
  %five = graph.constant {value = dense<5> : tensor<1xi64>} : tensor<1xi64>
  %n = graph.min %s, %five : (tensor<1xi64>, tensor<1xi64>) -> tensor<1xi64>
  %b:2 = graph.top_k %k, %n {axis = 0 : i64} : (tensor<?x4xf32>, tensor<1xi64>) -> (tensor<?x4xf32>, tensor<?x4xi64>)
  %y = graph.gather_elements %k, %b#1 {axis = 0 : i64} : (tensor<?x4xf32>, tensor<?x4xi64>) -> tensor<?x4xf32>
  )",
            "tensor<?x4xf32>");
}

TEST_F(CountedSizes, OfDistinctElements) {
  ASSERT_NO_FATAL_FAILURE(compile(R"(
func.func @main(%x: tensor<3x7xi32> {graph.name = "x"})
    -> (tensor<?xi32> {graph.name = "y"}, tensor<?xi64> {graph.name = "firsts"}, tensor<21xi64> {graph.name = "inverse"}, tensor<?xi64> {graph.name = "counts"}, tensor<3x?xi32> {graph.name = "columns"}) {
  %a:4 = graph.unique %x {sorted = false} : (tensor<3x7xi32>) -> (tensor<?xi32>, tensor<?xi64>, tensor<21xi64>, tensor<?xi64>)
  %b:4 = graph.unique %x {axis = 1 : i64} : (tensor<3x7xi32>) -> (tensor<3x?xi32>, tensor<?xi64>, tensor<7xi64>, tensor<?xi64>)
  return %a#0, %a#1, %a#2, %a#3, %b#0 : tensor<?xi32>, tensor<?xi64>, tensor<21xi64>, tensor<?xi64>, tensor<3x?xi32>
})"));
  for (int most : {1, 3, 40}) {
    std::vector<int32_t> values;
    for (int i = 0; i < 21; ++i)
      values.push_back(i * i % most - 1);
    check({Tensor::of<int32_t>({3, 7}, values)});
  }
}

/// The end of a detector: the boxes that remain, their scores and classes.
TEST_F(CountedSizes, OfSelectedBoxes) {
  ASSERT_NO_FATAL_FAILURE(compile(R"(
func.func @main(%boxes: tensor<2x20x4xf32> {graph.name = "boxes"}, %scores: tensor<2x3x20xf32> {graph.name = "scores"},
                %most: tensor<1xi64> {graph.name = "most"}, %least: tensor<1xf32> {graph.name = "least"})
    -> (tensor<?x3xi64> {graph.name = "selected"}, tensor<?x4xf32> {graph.name = "kept"}, tensor<?xf32> {graph.name = "best"}) {
  %overlap = graph.constant {value = dense<0.3> : tensor<1xf32>} : tensor<1xf32>
  %s = graph.non_max_suppression %boxes, %scores, %most, %overlap, %least
      : (tensor<2x20x4xf32>, tensor<2x3x20xf32>, tensor<1xi64>, tensor<1xf32>, tensor<1xf32>) -> tensor<?x3xi64>
  %columns = graph.constant {value = dense<[0, 2]> : tensor<2xi64>} : tensor<2xi64>
  %where = graph.gather %s, %columns {axis = 1 : i64} : (tensor<?x3xi64>, tensor<2xi64>) -> tensor<?x2xi64>
  %kept = graph.gather_nd %boxes, %where : (tensor<2x20x4xf32>, tensor<?x2xi64>) -> tensor<?x4xf32>
  %best = graph.gather_nd %scores, %s : (tensor<2x3x20xf32>, tensor<?x3xi64>) -> tensor<?xf32>
  return %s, %kept, %best : tensor<?x3xi64>, tensor<?x4xf32>, tensor<?xf32>
})"));
  Tensor boxes = numbers({2, 20, 4}), scores = numbers({2, 3, 20});
  for (int64_t most : {0, 1, 4, 100})
    for (float least : {-100.0f, 0.2f, 100.0f})
      check({boxes, scores, Tensor::of<int64_t>({1}, {most}), Tensor::of<float>({1}, {least})});
}

} // namespace
} // namespace ingot
