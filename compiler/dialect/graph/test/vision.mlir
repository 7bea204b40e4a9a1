// Round trip of the vision operators.
// RUN: ingot-opt %s | ingot-opt | FileCheck %s

// CHECK-LABEL: func.func @max_pool
// CHECK: graph.max_pool {{.*}} indices = "row_major"{{.*}} -> (tensor<1x3x4x4xf32>, tensor<1x3x4x4xi64>)
func.func @max_pool(%x: tensor<1x3x8x8xf32>) -> (tensor<1x3x4x4xf32>, tensor<1x3x4x4xi64>) {
  %y, %where = graph.max_pool %x {kernel_shape = array<i64: 3, 3>, strides = array<i64: 2, 2>,
      pads = array<i64: 1, 1, 0, 0>, dilations = array<i64: 1, 1>, indices = "row_major"}
      : (tensor<1x3x8x8xf32>) -> (tensor<1x3x4x4xf32>, tensor<1x3x4x4xi64>)
  return %y, %where : tensor<1x3x4x4xf32>, tensor<1x3x4x4xi64>
}

// CHECK-LABEL: func.func @max_pool_without_indices
// CHECK: graph.max_pool {{.*}} -> (tensor<?x3x?xui8>, none)
func.func @max_pool_without_indices(%x: tensor<?x3x?xui8>) -> tensor<?x3x?xui8> {
  %y, %none = graph.max_pool %x {kernel_shape = array<i64: 3>, strides = array<i64: 2>,
      pads = array<i64: 0, 0>, dilations = array<i64: 1>, auto_pad = "same_lower"}
      : (tensor<?x3x?xui8>) -> (tensor<?x3x?xui8>, none)
  return %y : tensor<?x3x?xui8>
}

// CHECK-LABEL: func.func @average_pool
// CHECK: graph.average_pool {{.*}} -> tensor<1x1x2x2xf16>
func.func @average_pool(%x: tensor<1x1x4x4xf16>) -> tensor<1x1x2x2xf16> {
  %y = graph.average_pool %x {kernel_shape = array<i64: 3, 3>, strides = array<i64: 2, 2>,
      pads = array<i64: 0, 0, 0, 0>, dilations = array<i64: 1, 1>, ceil_mode = true,
      count_include_pad = true} : (tensor<1x1x4x4xf16>) -> tensor<1x1x2x2xf16>
  return %y : tensor<1x1x2x2xf16>
}

// CHECK-LABEL: func.func @lp_pool
// CHECK: graph.lp_pool {{.*}} -> tensor<1x1x3xf32>
func.func @lp_pool(%x: tensor<1x1x4xf32>) -> tensor<1x1x3xf32> {
  %y = graph.lp_pool %x {kernel_shape = array<i64: 2>, strides = array<i64: 1>,
      pads = array<i64: 0, 0>, dilations = array<i64: 1>, p = 3.0 : f32}
      : (tensor<1x1x4xf32>) -> tensor<1x1x3xf32>
  return %y : tensor<1x1x3xf32>
}

// CHECK-LABEL: func.func @max_unpool
// CHECK: graph.max_unpool {{.*}} -> tensor<1x1x4x4xf32>
func.func @max_unpool(%x: tensor<1x1x2x2xf32>, %i: tensor<1x1x2x2xi64>) -> tensor<1x1x4x4xf32> {
  %none = graph.none : () -> none
  %y = graph.max_unpool %x, %i, %none {kernel_shape = array<i64: 2, 2>, strides = array<i64: 2, 2>,
      pads = array<i64: 0, 0, 0, 0>}
      : (tensor<1x1x2x2xf32>, tensor<1x1x2x2xi64>, none) -> tensor<1x1x4x4xf32>
  return %y : tensor<1x1x4x4xf32>
}
