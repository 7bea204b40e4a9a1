// RUN: ingot-opt %s --graph-fold-constants | FileCheck %s
// RUN: ingot-opt %s --graph-fold-constants=max-elements=500 | FileCheck %s --check-prefix=BOUND

// CHECK-LABEL: func.func @chain
// CHECK: %[[C:.*]] = graph.constant {value = dense<[1.100000e+01, 2.200000e+01]>
// CHECK: return %[[C]]
func.func @chain() -> tensor<2xf32> {
  %a = graph.constant {value = dense<[1.0, 2.0]> : tensor<2xf32>} : tensor<2xf32>
  %b = graph.constant {value = dense<[10.0, 20.0]> : tensor<2xf32>} : tensor<2xf32>
  %y = graph.add %a, %b : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return %y : tensor<2xf32>
}

// CHECK-LABEL: func.func @many
// CHECK-NOT: graph.add
// BOUND-LABEL: func.func @many
// BOUND: graph.add
func.func @many() -> tensor<300xf32> {
  %a = graph.constant {value = dense<1.0> : tensor<300xf32>} : tensor<300xf32>
  %y = graph.add %a, %a : (tensor<300xf32>, tensor<300xf32>) -> tensor<300xf32>
  return %y : tensor<300xf32>
}

// The shape of a static tensor is a constant, whatever the tensor holds.
// CHECK-LABEL: func.func @shape
// CHECK: %[[C:.*]] = graph.constant {value = dense<[2, 3]>
// CHECK: return %[[C]]
func.func @shape(%x: tensor<2x3xf32>) -> tensor<2xi64> {
  %y = graph.shape %x : (tensor<2x3xf32>) -> tensor<2xi64>
  return %y : tensor<2xi64>
}

// One dimension of an otherwise unknown shape.
// CHECK-LABEL: func.func @part_of_shape
// CHECK: graph.constant {value = dense<6>
// CHECK-NOT: graph.mul
func.func @part_of_shape(%x: tensor<?x3xf32>) -> tensor<i64> {
  %one = graph.constant {value = dense<1> : tensor<i64>} : tensor<i64>
  %two = graph.constant {value = dense<2> : tensor<i64>} : tensor<i64>
  %s = graph.shape %x : (tensor<?x3xf32>) -> tensor<2xi64>
  %d = graph.gather %s, %one {axis = 0 : i64} : (tensor<2xi64>, tensor<i64>) -> tensor<i64>
  %y = graph.mul %d, %two : (tensor<i64>, tensor<i64>) -> tensor<i64>
  return %y : tensor<i64>
}

// CHECK-LABEL: func.func @unknown_shape
// CHECK: graph.shape
func.func @unknown_shape(%x: tensor<?x3xf32>) -> tensor<2xi64> {
  %y = graph.shape %x : (tensor<?x3xf32>) -> tensor<2xi64>
  return %y : tensor<2xi64>
}

// Users outside of the graph dialect keep the type that they were written with.
// CHECK-LABEL: func.func private @callee
func.func private @callee(%x: tensor<?xf32>) -> tensor<?xf32> {
  // CHECK: %[[C:.*]] = graph.constant {value = dense<3.0
  // CHECK: %[[Y:.*]] = graph.identity %[[C]] : (tensor<2xf32>) -> tensor<?xf32>
  // CHECK: return %[[Y]]
  %a = graph.constant {value = dense<1.5> : tensor<2xf32>} : tensor<2xf32>
  %y = graph.add %a, %a : (tensor<2xf32>, tensor<2xf32>) -> tensor<?xf32>
  return %y : tensor<?xf32>
}
func.func @caller(%x: tensor<?xf32>) -> tensor<?xf32> {
  %y = call @callee(%x) : (tensor<?xf32>) -> tensor<?xf32>
  return %y : tensor<?xf32>
}

// A scalar that expands to more than it is worth stays one.
// CHECK-LABEL: func.func @too_large
// CHECK: graph.expand
func.func @too_large() -> tensor<1000x1000xf32> {
  %c = graph.constant {value = dense<0.0> : tensor<f32>} : tensor<f32>
  %s = graph.constant {value = dense<1000> : tensor<2xi64>} : tensor<2xi64>
  %y = graph.expand %c, %s : (tensor<f32>, tensor<2xi64>) -> tensor<1000x1000xf32>
  return %y : tensor<1000x1000xf32>
}

// Targets want the small integers.
// CHECK-LABEL: func.func @weights
// CHECK: graph.dequantize_linear
func.func @weights() -> tensor<2xf32> {
  %w = graph.constant {value = dense<[1, 2]> : tensor<2xi8>} : tensor<2xi8>
  %s = graph.constant {value = dense<0.5> : tensor<f32>} : tensor<f32>
  %n = graph.none : () -> none
  %y = graph.dequantize_linear %w, %s, %n {to = f32} : (tensor<2xi8>, tensor<f32>, none) -> tensor<2xf32>
  return %y : tensor<2xf32>
}

// Draws are not constants.
// CHECK-LABEL: func.func @random
// CHECK: graph.random_uniform
func.func @random() -> tensor<2xf32> {
  %s = graph.constant {value = dense<2> : tensor<1xi64>} : tensor<1xi64>
  %y = graph.random_uniform %s {to = f32} : (tensor<1xi64>) -> tensor<2xf32>
  return %y : tensor<2xf32>
}

// What fails, fails when it runs: perhaps never.
// CHECK-LABEL: func.func @out_of_range
// CHECK: graph.gather
func.func @out_of_range() -> tensor<f32> {
  %c = graph.constant {value = dense<0.0> : tensor<2xf32>} : tensor<2xf32>
  %i = graph.constant {value = dense<7> : tensor<i64>} : tensor<i64>
  %y = graph.gather %c, %i {axis = 0 : i64} : (tensor<2xf32>, tensor<i64>) -> tensor<f32>
  return %y : tensor<f32>
}

// Nothing is known whoever made it: its sum is 0.
// CHECK-LABEL: func.func @sum_of_nothing
// CHECK: %[[C:.*]] = graph.constant {value = dense<0.000000e+00> : tensor<2x1x4xf32>}
// CHECK: return %[[C]]
func.func @sum_of_nothing(%x: tensor<2x0x4xf32>) -> tensor<2x1x4xf32> {
  %axes = graph.constant {value = dense<1> : tensor<1xi64>} : tensor<1xi64>
  %y = graph.reduce_sum %x, %axes {keepdims = true} : (tensor<2x0x4xf32>, tensor<1xi64>) -> tensor<2x1x4xf32>
  return %y : tensor<2x1x4xf32>
}
