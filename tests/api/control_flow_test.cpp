// If, loop and scan as part of a compiled program: the interpreter's results, without the host and
// without an allocation.
#include "tests/api/compiled.h"

namespace ingot {
namespace {

using ControlFlow = CompiledAndReference;

TEST_F(ControlFlow, TakesABranch) {
  ASSERT_NO_FATAL_FAILURE(compile(R"(
func.func @main(%c: tensor<i1> {graph.name = "c"}, %x: tensor<2x3xf32> {graph.name = "x"})
    -> (tensor<3x2xf32> {graph.name = "y"}, tensor<2x3xf32> {graph.name = "z"}) {
  %0:2 = graph.if %c : (tensor<i1>) -> (tensor<3x2xf32>, tensor<2x3xf32>) {
    %t = graph.transpose %x {perm = array<i64: 1, 0>} : (tensor<2x3xf32>) -> tensor<3x2xf32>
    graph.yield %t, %x : tensor<3x2xf32>, tensor<2x3xf32>
  } else {
    %k = graph.constant {value = dense<[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]> : tensor<3x2xf32>} : tensor<3x2xf32>
    %n = graph.neg %x : (tensor<2x3xf32>) -> tensor<2x3xf32>
    graph.yield %k, %n : tensor<3x2xf32>, tensor<2x3xf32>
  }
  %1 = graph.relu %0#1 : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return %0#0, %1 : tensor<3x2xf32>, tensor<2x3xf32>
})"));
  check({Tensor::scalar(true), numbers({2, 3})});
  check({Tensor::scalar(false), numbers({2, 3})});
}

TEST_F(ControlFlow, ScansForwardsAndBackwards) {
  ASSERT_NO_FATAL_FAILURE(compile(R"(
func.func @main(%s: tensor<4xf32> {graph.name = "s"}, %x: tensor<4x5xf32> {graph.name = "x"},
                %z: tensor<5x2xf32> {graph.name = "z"})
    -> (tensor<4xf32> {graph.name = "last"}, tensor<4x5xf32> {graph.name = "all"}, tensor<5x2xf32> {graph.name = "w"}) {
  %none = graph.none : () -> none
  %0:3 = graph.scan %none, %s, %x, %z {scan_inputs = 2 : i64, input_axes = array<i64: 1, 0>,
      input_reversed = array<i64: 0, 1>, output_axes = array<i64: -1, 0>, output_reversed = array<i64: 1, 0>}
      : (none, tensor<4xf32>, tensor<4x5xf32>, tensor<5x2xf32>) -> (tensor<4xf32>, tensor<4x5xf32>, tensor<5x2xf32>) {
  ^bb0(%state: tensor<4xf32>, %a: tensor<4xf32>, %b: tensor<2xf32>):
    %1 = graph.add %state, %a : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    %2 = graph.mul %1, %s : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    %3 = graph.neg %b : (tensor<2xf32>) -> tensor<2xf32>
    graph.yield %2, %1, %3 : tensor<4xf32>, tensor<4xf32>, tensor<2xf32>
  }
  return %0#0, %0#1, %0#2 : tensor<4xf32>, tensor<4x5xf32>, tensor<5x2xf32>
})"));
  check({numbers({4}), numbers({4, 5}), numbers({5, 2})});
}

/// x doubled, and the number of the trip added, as often as `n` and `c` allow and while it is below
/// 100.
constexpr const char *doubling = R"(
func.func @main(%n: tensor<i64> {graph.name = "n"}, %c: tensor<i1> {graph.name = "c"},
                %x: tensor<f32> {graph.name = "x"}, %y: tensor<3xf32> {graph.name = "y"})
    -> (tensor<f32> {graph.name = "a"}, tensor<3xf32> {graph.name = "b"}) {
  %limit = graph.constant {value = dense<100.0> : tensor<f32>} : tensor<f32>
  %0:2 = graph.loop %n, %c, %x, %y : (tensor<i64>, tensor<i1>, tensor<f32>, tensor<3xf32>) -> (tensor<f32>, tensor<3xf32>) {
  ^bb0(%i: tensor<i64>, %go: tensor<i1>, %v: tensor<f32>, %w: tensor<3xf32>):
    %1 = graph.add %v, %v : (tensor<f32>, tensor<f32>) -> tensor<f32>
    %2 = graph.cast %i {to = f32} : (tensor<i64>) -> tensor<f32>
    %3 = graph.add %1, %2 : (tensor<f32>, tensor<f32>) -> tensor<f32>
    %4 = graph.add %w, %3 : (tensor<3xf32>, tensor<f32>) -> tensor<3xf32>
    %5 = graph.less %3, %limit : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %6 = graph.bit_and %5, %go : (tensor<i1>, tensor<i1>) -> tensor<i1>
    graph.yield %6, %3, %4 : tensor<i1>, tensor<f32>, tensor<3xf32>
  }
  return %0#0, %0#1 : tensor<f32>, tensor<3xf32>
})";

TEST_F(ControlFlow, LoopsAsOftenAsCountAndConditionAllow) {
  ASSERT_NO_FATAL_FAILURE(compile(doubling));
  for (int64_t count : {0, 1, 2, 3, 100, -5})
    for (bool condition : {true, false})
      check({Tensor::scalar(count), Tensor::scalar(condition), Tensor::scalar(1.5f), numbers({3})});
}

TEST_F(ControlFlow, EndsALoopThatDoesNot) {
  ASSERT_NO_FATAL_FAILURE(compile(R"(
func.func @main(%x: tensor<f32> {graph.name = "x"}) -> (tensor<f32> {graph.name = "y"}) {
  %none = graph.none : () -> none
  %0 = graph.loop %none, %none, %x : (none, none, tensor<f32>) -> tensor<f32> {
  ^bb0(%i: tensor<i64>, %go: tensor<i1>, %v: tensor<f32>):
    graph.yield %go, %v : tensor<i1>, tensor<f32>
  }
  return %0 : tensor<f32>
})"));
  RunOptions options;
  options.timeout = 0.2;
  auto found = compiled->run({Tensor::scalar(1.0f)}, options);
  ASSERT_FALSE(found.ok());
  EXPECT_NE(found.status().message().find("longer than the limit"), std::string::npos);
}

TEST_F(ControlFlow, Nests) {
  ASSERT_NO_FATAL_FAILURE(compile(R"(
func.func @main(%n: tensor<i64> {graph.name = "n"}, %x: tensor<3x4xf32> {graph.name = "x"})
    -> (tensor<4xf32> {graph.name = "y"}) {
  %none = graph.none : () -> none
  %zero = graph.constant {value = dense<0.0> : tensor<4xf32>} : tensor<4xf32>
  %one = graph.constant {value = dense<1> : tensor<i64>} : tensor<i64>
  %0 = graph.loop %n, %none, %zero : (tensor<i64>, none, tensor<4xf32>) -> tensor<4xf32> {
  ^bb0(%i: tensor<i64>, %go: tensor<i1>, %v: tensor<4xf32>):
    %1 = graph.scan %none, %v, %x {scan_inputs = 1 : i64, input_axes = array<i64: 0>,
        input_reversed = array<i64: 0>, output_axes = array<i64>, output_reversed = array<i64>}
        : (none, tensor<4xf32>, tensor<3x4xf32>) -> tensor<4xf32> {
    ^bb0(%state: tensor<4xf32>, %row: tensor<4xf32>):
      %2 = graph.equal %i, %one : (tensor<i64>, tensor<i64>) -> tensor<i1>
      %3 = graph.if %2 : (tensor<i1>) -> tensor<4xf32> {
        %4 = graph.sub %state, %row : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
        graph.yield %4 : tensor<4xf32>
      } else {
        %5 = graph.add %state, %row : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
        graph.yield %5 : tensor<4xf32>
      }
      graph.yield %3 : tensor<4xf32>
    }
    graph.yield %go, %1 : tensor<i1>, tensor<4xf32>
  }
  return %0 : tensor<4xf32>
})"));
  for (int64_t count : {0, 1, 2, 5})
    check({Tensor::scalar(count), numbers({3, 4})});
}

TEST_F(ControlFlow, RefusesATripOfManyElements) {
  LoadResult loaded = Model::loadText(R"(
func.func @main(%n: tensor<i64> {graph.name = "n"}, %x: tensor<4xf32> {graph.name = "x"})
    -> (tensor<4xf32> {graph.name = "y"}) {
  %none = graph.none : () -> none
  %0 = graph.loop %n, %none, %x : (tensor<i64>, none, tensor<4xf32>) -> tensor<4xf32> {
  ^bb0(%i: tensor<4xi64>, %go: tensor<i1>, %v: tensor<4xf32>):
    %c = graph.cast %i {to = f32} : (tensor<4xi64>) -> tensor<4xf32>
    %w = graph.add %v, %c : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    graph.yield %go, %w : tensor<i1>, tensor<4xf32>
  }
  return %0 : tensor<4xf32>
})",
                                      "test.mlir");
  ASSERT_FALSE(loaded.model);
  EXPECT_NE(loaded.diagnostics[0].message.find("the first are i64[4]"), std::string::npos)
      << loaded.diagnostics[0].message;
}

/// What a model states of a size that depends on data may be wrong.
TEST_F(ControlFlow, RefusesAResultOfAnotherShapeThanStated) {
  ASSERT_NO_FATAL_FAILURE(compile(R"(
func.func @main(%x: tensor<4xf32> {graph.name = "x"}) -> (tensor<1x2xi64> {graph.name = "y"}) {
  %1 = graph.non_zero %x : (tensor<4xf32>) -> tensor<1x2xi64> loc("where")
  return %1 : tensor<1x2xi64>
})"));
  auto found = compiled->run({numbers({4})});
  ASSERT_FALSE(found.ok());
  EXPECT_NE(found.status().message().find("[1,2] was stated"), std::string::npos)
      << found.status().message();
}

} // namespace
} // namespace ingot
