// RUN: ingot-opt %s --graph-drop-no-ops | FileCheck %s

// CHECK-LABEL: func.func @dropped
// CHECK-SAME:  (%[[X:.*]]: tensor<1x4x2x3xf32>)
// CHECK: return %[[X]], %[[X]], %[[X]], %[[X]], %[[X]]
func.func @dropped(%x: tensor<1x4x2x3xf32>) -> (tensor<1x4x2x3xf32>, tensor<1x4x2x3xf32>, tensor<1x4x2x3xf32>, tensor<1x4x2x3xf32>, tensor<1x4x2x3xf32>) {
  %n = graph.none : () -> none
  %ones = graph.constant {value = dense<1> : tensor<4xi64>} : tensor<4xi64>
  %sizes = graph.constant {value = dense<[1, 4, 2, 3]> : tensor<4xi64>} : tensor<4xi64>
  %yes = graph.constant {value = dense<true> : tensor<i1>} : tensor<i1>
  %zero = graph.constant {value = dense<0.0> : tensor<f32>} : tensor<f32>
  %a = graph.tile %x, %ones : (tensor<1x4x2x3xf32>, tensor<4xi64>) -> tensor<1x4x2x3xf32>
  %b = graph.resize %x, %n, %n, %sizes {mode = "linear"} : (tensor<1x4x2x3xf32>, none, none, tensor<4xi64>) -> tensor<1x4x2x3xf32>
  %c = graph.depth_to_space %x {blocksize = 1 : i64} : (tensor<1x4x2x3xf32>) -> tensor<1x4x2x3xf32>
  %d:2 = graph.dropout %x, %n, %n : (tensor<1x4x2x3xf32>, none, none) -> (tensor<1x4x2x3xf32>, tensor<1x4x2x3xi1>)
  %e = graph.where %yes, %x, %zero : (tensor<i1>, tensor<1x4x2x3xf32>, tensor<f32>) -> tensor<1x4x2x3xf32>
  return %a, %b, %c, %d#0, %e : tensor<1x4x2x3xf32>, tensor<1x4x2x3xf32>, tensor<1x4x2x3xf32>, tensor<1x4x2x3xf32>, tensor<1x4x2x3xf32>
}

// A scale of 1.1 gives 5 of 5 elements, too, but others.
// CHECK-LABEL: func.func @resized
// CHECK: graph.resize
func.func @resized(%x: tensor<5xf32>) -> tensor<5xf32> {
  %n = graph.none : () -> none
  %s = graph.constant {value = dense<1.1> : tensor<1xf32>} : tensor<1xf32>
  %y = graph.resize %x, %n, %s, %n {mode = "nearest"} : (tensor<5xf32>, none, tensor<1xf32>, none) -> tensor<5xf32>
  return %y : tensor<5xf32>
}

// CHECK-LABEL: func.func @training
// CHECK: graph.dropout
func.func @training(%x: tensor<5xf32>, %t: tensor<i1>) -> tensor<5xf32> {
  %n = graph.none : () -> none
  %y:2 = graph.dropout %x, %n, %t : (tensor<5xf32>, none, tensor<i1>) -> (tensor<5xf32>, tensor<5xi1>)
  return %y#0 : tensor<5xf32>
}

// The mask of inference is all true.
// CHECK-LABEL: func.func @mask
// CHECK: %[[M:.*]] = graph.expand
// CHECK: return %[[M]]
func.func @mask(%x: tensor<5xf32>) -> tensor<5xi1> {
  %n = graph.none : () -> none
  %y:2 = graph.dropout %x, %n, %n : (tensor<5xf32>, none, none) -> (tensor<5xf32>, tensor<5xi1>)
  return %y#1 : tensor<5xi1>
}

// The other operand repeats the one that is taken.
// CHECK-LABEL: func.func @repeated
// CHECK: graph.where
func.func @repeated(%x: tensor<3xf32>, %y: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %yes = graph.constant {value = dense<true> : tensor<i1>} : tensor<i1>
  %z = graph.where %yes, %x, %y : (tensor<i1>, tensor<3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return %z : tensor<2x3xf32>
}

// The sum of -0 alone is 0.
// CHECK-LABEL: func.func @single
// CHECK: graph.reshape
// CHECK: graph.reduce_sum
func.func @single(%x: tensor<2x1xf32>) -> (tensor<2xf32>, tensor<2xf32>) {
  %axes = graph.constant {value = dense<1> : tensor<1xi64>} : tensor<1xi64>
  %a = graph.reduce_max %x, %axes {keepdims = false} : (tensor<2x1xf32>, tensor<1xi64>) -> tensor<2xf32>
  %b = graph.reduce_sum %x, %axes {keepdims = false} : (tensor<2x1xf32>, tensor<1xi64>) -> tensor<2xf32>
  return %a, %b : tensor<2xf32>, tensor<2xf32>
}
