// RUN: ingot-opt %s --lower-to-instr | FileCheck %s

// A program for the body: the state goes from trip to trip, slices are taken from the end (16 bytes
// back from byte 32) and put from the beginning.
// CHECK-LABEL: instr.program @sum {
// CHECK: %[[ARENA:.*]] = instr.alloc : memref<128xui8>
// CHECK: instr.run @sum.0 (@out %[[ARENA]]
// CHECK-SAME: ports [-1, 0, 0, 4, 32, -16, -1, 0, 0, 5, 0, 16] arenas [0]
// CHECK-SAME: carried = array<i64: 0, 0, 1, 2, 3>, trips = 3
// CHECK-LABEL: instr.program @sum.0 arena
// CHECK: instr.map
func.func @sum(%s: tensor<4xf32>, %x: tensor<3x4xf32>) -> (tensor<4xf32>, tensor<3x4xf32>) {
  %none = graph.none : () -> none
  %0:2 = graph.scan %none, %s, %x {scan_inputs = 1 : i64, input_axes = array<i64: 0>,
      input_reversed = array<i64: 1>, output_axes = array<i64: 0>, output_reversed = array<i64: 0>}
      : (none, tensor<4xf32>, tensor<3x4xf32>) -> (tensor<4xf32>, tensor<3x4xf32>) {
  ^bb0(%state: tensor<4xf32>, %row: tensor<4xf32>):
    %1 = graph.add %state, %row : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    graph.yield %1, %1 : tensor<4xf32>, tensor<4xf32>
  }
  return %0#0, %0#1 : tensor<4xf32>, tensor<3x4xf32>
}

// A branch reads what lies around it, and each has its program.
// CHECK-LABEL: instr.program @branch {
// CHECK: instr.run @branch.0 or @branch.1 {{.*}} {condition = {{[0-9]+}} : i64}
func.func @branch(%c: tensor<i1>, %x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = graph.if %c : (tensor<i1>) -> tensor<4xf32> {
    %1 = graph.neg %x : (tensor<4xf32>) -> tensor<4xf32>
    graph.yield %1 : tensor<4xf32>
  } else {
    %2 = graph.exp %x : (tensor<4xf32>) -> tensor<4xf32>
    graph.yield %2 : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}
