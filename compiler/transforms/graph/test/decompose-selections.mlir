// Operators that compare places, the loss of log-probabilities, and rotary embedding.
// RUN: ingot-opt %s --graph-decompose-composites | FileCheck %s

// CHECK-LABEL: func.func @one_hot
// CHECK-NOT: graph.one_hot
// CHECK: %[[IS_ON:.*]] = graph.equal
// CHECK-DAG: %[[ON:.*]] = graph.gather %arg1
// CHECK-DAG: %[[OFF:.*]] = graph.gather %arg1
// CHECK: graph.where %[[IS_ON]], %{{.*}}, %{{.*}} : {{.*}} -> tensor<3x5xf32>
func.func @one_hot(%i: tensor<3xi64>, %values: tensor<2xf32>) -> tensor<3x5xf32> {
  %depth = graph.constant {value = dense<5> : tensor<i64>} : tensor<i64>
  %0 = graph.one_hot %i, %depth, %values {axis = -1 : i64} : (tensor<3xi64>, tensor<i64>, tensor<2xf32>) -> tensor<3x5xf32>
  return %0 : tensor<3x5xf32>
}

// CHECK-LABEL: func.func @trilu
// CHECK-NOT: graph.trilu
// CHECK: %[[KEPT:.*]] = graph.greater_or_equal
// CHECK: graph.where %[[KEPT]], %arg0
func.func @trilu(%x: tensor<2x4x5xf32>) -> tensor<2x4x5xf32> {
  %k = graph.none : () -> none
  %0 = graph.trilu %x, %k : (tensor<2x4x5xf32>, none) -> tensor<2x4x5xf32>
  return %0 : tensor<2x4x5xf32>
}

// CHECK-LABEL: func.func @hardmax
// CHECK: %[[BEST:.*]] = graph.arg_max
// CHECK: graph.equal %[[BEST]]
func.func @hardmax(%x: tensor<2x4x5xf32>) -> tensor<2x4x5xf32> {
  %0 = graph.hardmax %x {axis = 1 : i64} : (tensor<2x4x5xf32>) -> tensor<2x4x5xf32>
  return %0 : tensor<2x4x5xf32>
}

// An operand that is not constant repeats as often as the result says.
// CHECK-LABEL: func.func @tile
// CHECK: graph.expand %{{.*}} -> tensor<2x3x4xf32>
// CHECK: graph.reshape %{{.*}} -> tensor<6x4xf32>
func.func @tile(%x: tensor<3x4xf32>, %n: tensor<2xi64>) -> tensor<6x4xf32> {
  %0 = graph.tile %x, %n : (tensor<3x4xf32>, tensor<2xi64>) -> tensor<6x4xf32>
  return %0 : tensor<6x4xf32>
}

// CHECK-LABEL: func.func @loss
// CHECK: graph.gather_elements
// CHECK: %[[LOSS:.*]] = graph.reduce_sum
// CHECK: %[[WEIGHT:.*]] = graph.reduce_sum
// CHECK: graph.div %[[LOSS]], %[[WEIGHT]]
func.func @loss(%x: tensor<3x5xf32>, %t: tensor<3xi64>, %w: tensor<5xf32>) -> tensor<f32> {
  %0 = graph.negative_log_likelihood %x, %t, %w {ignore_index = -1 : i64} : (tensor<3x5xf32>, tensor<3xi64>, tensor<5xf32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// CHECK-LABEL: func.func @rotary
// CHECK: graph.gather %arg1
// CHECK: graph.gather %arg2
// CHECK: graph.sub
// CHECK: graph.concat
func.func @rotary(%x: tensor<1x2x3x4xf32>, %c: tensor<9x2xf32>, %s: tensor<9x2xf32>, %p: tensor<1x3xi64>) -> tensor<1x2x3x4xf32> {
  %0 = graph.rotary_embedding %x, %c, %s, %p : (tensor<1x2x3x4xf32>, tensor<9x2xf32>, tensor<9x2xf32>, tensor<1x3xi64>) -> tensor<1x2x3x4xf32>
  return %0 : tensor<1x2x3x4xf32>
}

// CHECK-LABEL: func.func @trilu_of_nothing
// CHECK-NOT: graph.trilu
func.func @trilu_of_nothing(%x: tensor<3x0x5xi64>, %k: tensor<i64>) -> tensor<3x0x5xi64> {
  %0 = graph.trilu %x, %k {upper = false} : (tensor<3x0x5xi64>, tensor<i64>) -> tensor<3x0x5xi64>
  return %0 : tensor<3x0x5xi64>
}
