// pad becomes the padding of convolutions and pools.
// RUN: ingot-opt %s --graph-fold-pad | FileCheck %s

// CHECK-LABEL: func.func @conv
// CHECK: graph.conv %arg0, {{.*}}pads = array<i64: 1, 2, 3, 4>
func.func @conv(%x: tensor<1x2x4x4xf32>) -> tensor<1x2x8x10xf32> {
  %0 = graph.none : () -> none
  %1 = graph.constant {value = dense<[0, 0, 1, 1, 0, 0, 1, 1]> : tensor<8xi64>} : tensor<8xi64>
  %2 = graph.pad %x, %1, %0, %0 : (tensor<1x2x4x4xf32>, tensor<8xi64>, none, none) -> tensor<1x2x6x6xf32>
  %3 = graph.constant {value = dense<[[[[1.0]], [[2.0]]], [[[3.0]], [[4.0]]]]> : tensor<2x2x1x1xf32>} : tensor<2x2x1x1xf32>
  %4 = graph.none : () -> none
  %5 = graph.conv %2, %3, %4 {pads = array<i64: 0, 1, 2, 3>} : (tensor<1x2x6x6xf32>, tensor<2x2x1x1xf32>, none) -> tensor<1x2x8x10xf32>
  return %5 : tensor<1x2x8x10xf32>
}

// Axes by number, no pads of its own.
// CHECK-LABEL: func.func @conv_axes
// CHECK: graph.conv %arg0, {{.*}}pads = array<i64: 1, 2, 1, 0>
func.func @conv_axes(%x: tensor<1x2x4x4xf32>) -> tensor<1x2x6x6xf32> {
  %0 = graph.none : () -> none
  %1 = graph.constant {value = dense<[1, 2, 1, 0]> : tensor<4xi64>} : tensor<4xi64>
  %2 = graph.constant {value = dense<0.0> : tensor<f32>} : tensor<f32>
  %3 = graph.constant {value = dense<[2, -1]> : tensor<2xi64>} : tensor<2xi64>
  %4 = graph.pad %x, %1, %2, %3 : (tensor<1x2x4x4xf32>, tensor<4xi64>, tensor<f32>, tensor<2xi64>) -> tensor<1x2x6x6xf32>
  %5 = graph.constant {value = dense<[[[[1.0]], [[2.0]]], [[[3.0]], [[4.0]]]]> : tensor<2x2x1x1xf32>} : tensor<2x2x1x1xf32>
  %6 = graph.none : () -> none
  %7 = graph.conv %4, %5, %6 : (tensor<1x2x6x6xf32>, tensor<2x2x1x1xf32>, none) -> tensor<1x2x6x6xf32>
  return %7 : tensor<1x2x6x6xf32>
}

// CHECK-LABEL: func.func @max_pool
// CHECK: graph.max_pool %arg0 {{.*}}pads = array<i64: 1, 1, 1, 1>
func.func @max_pool(%x: tensor<1x2x4x4xf32>) -> tensor<1x2x4x4xf32> {
  %0 = graph.none : () -> none
  %1 = graph.constant {value = dense<[0, 0, 1, 1, 0, 0, 1, 1]> : tensor<8xi64>} : tensor<8xi64>
  %2 = graph.constant {value = dense<0xFF800000> : tensor<f32>} : tensor<f32>
  %3 = graph.pad %x, %1, %2, %0 : (tensor<1x2x4x4xf32>, tensor<8xi64>, tensor<f32>, none) -> tensor<1x2x6x6xf32>
  %4, %w4 = graph.max_pool %3 {kernel_shape = array<i64: 3, 3>, strides = array<i64: 1, 1>, pads = array<i64: 0, 0, 0, 0>, dilations = array<i64: 1, 1>} : (tensor<1x2x6x6xf32>) -> (tensor<1x2x4x4xf32>, none)
  return %4 : tensor<1x2x4x4xf32>
}

// CHECK-LABEL: func.func @average_pool
// CHECK: graph.average_pool %arg0 {count_include_pad = true, {{.*}}pads = array<i64: 1, 1, 1, 1>
func.func @average_pool(%x: tensor<1x2x4x4xf32>) -> tensor<1x2x4x4xf32> {
  %0 = graph.none : () -> none
  %1 = graph.constant {value = dense<[0, 0, 1, 1, 0, 0, 1, 1]> : tensor<8xi64>} : tensor<8xi64>
  %2 = graph.pad %x, %1, %0, %0 : (tensor<1x2x4x4xf32>, tensor<8xi64>, none, none) -> tensor<1x2x6x6xf32>
  %3 = graph.average_pool %2 {kernel_shape = array<i64: 3, 3>, strides = array<i64: 1, 1>, pads = array<i64: 0, 0, 0, 0>, dilations = array<i64: 1, 1>} : (tensor<1x2x6x6xf32>) -> tensor<1x2x4x4xf32>
  return %3 : tensor<1x2x4x4xf32>
}

// CHECK-LABEL: func.func @lp_pool
// CHECK: graph.lp_pool %arg0 {{.*}}pads = array<i64: 1, 1, 1, 1>
func.func @lp_pool(%x: tensor<1x2x4x4xf32>) -> tensor<1x2x4x4xf32> {
  %0 = graph.none : () -> none
  %1 = graph.constant {value = dense<[0, 0, 1, 1, 0, 0, 1, 1]> : tensor<8xi64>} : tensor<8xi64>
  %2 = graph.pad %x, %1, %0, %0 : (tensor<1x2x4x4xf32>, tensor<8xi64>, none, none) -> tensor<1x2x6x6xf32>
  %3 = graph.lp_pool %2 {kernel_shape = array<i64: 3, 3>, strides = array<i64: 1, 1>, pads = array<i64: 0, 0, 0, 0>, dilations = array<i64: 1, 1>} : (tensor<1x2x6x6xf32>) -> tensor<1x2x4x4xf32>
  return %3 : tensor<1x2x4x4xf32>
}

// Padded with ones.
// CHECK-LABEL: func.func @conv_of_ones
// CHECK: graph.pad
// CHECK: graph.conv
func.func @conv_of_ones(%x: tensor<1x2x4x4xf32>) -> tensor<1x2x6x6xf32> {
  %0 = graph.none : () -> none
  %1 = graph.constant {value = dense<[0, 0, 1, 1, 0, 0, 1, 1]> : tensor<8xi64>} : tensor<8xi64>
  %2 = graph.constant {value = dense<1.0> : tensor<f32>} : tensor<f32>
  %3 = graph.pad %x, %1, %2, %0 : (tensor<1x2x4x4xf32>, tensor<8xi64>, tensor<f32>, none) -> tensor<1x2x6x6xf32>
  %4 = graph.constant {value = dense<[[[[1.0]], [[2.0]]], [[[3.0]], [[4.0]]]]> : tensor<2x2x1x1xf32>} : tensor<2x2x1x1xf32>
  %5 = graph.none : () -> none
  %6 = graph.conv %3, %4, %5 : (tensor<1x2x6x6xf32>, tensor<2x2x1x1xf32>, none) -> tensor<1x2x6x6xf32>
  return %6 : tensor<1x2x6x6xf32>
}

// Reflected, not filled.
// CHECK-LABEL: func.func @reflected
// CHECK: graph.pad
// CHECK: graph.conv
func.func @reflected(%x: tensor<1x2x4x4xf32>) -> tensor<1x2x6x6xf32> {
  %0 = graph.none : () -> none
  %1 = graph.constant {value = dense<[0, 0, 1, 1, 0, 0, 1, 1]> : tensor<8xi64>} : tensor<8xi64>
  %2 = graph.pad %x, %1, %0, %0 {mode = "reflect"} : (tensor<1x2x4x4xf32>, tensor<8xi64>, none, none) -> tensor<1x2x6x6xf32>
  %3 = graph.constant {value = dense<[[[[1.0]], [[2.0]]], [[[3.0]], [[4.0]]]]> : tensor<2x2x1x1xf32>} : tensor<2x2x1x1xf32>
  %4 = graph.none : () -> none
  %5 = graph.conv %2, %3, %4 : (tensor<1x2x6x6xf32>, tensor<2x2x1x1xf32>, none) -> tensor<1x2x6x6xf32>
  return %5 : tensor<1x2x6x6xf32>
}

// The batch is padded.
// CHECK-LABEL: func.func @batch
// CHECK: graph.pad
// CHECK: graph.conv
func.func @batch(%x: tensor<1x2x4x4xf32>) -> tensor<2x2x4x4xf32> {
  %0 = graph.none : () -> none
  %1 = graph.constant {value = dense<[1, 0, 0, 0, 0, 0, 0, 0]> : tensor<8xi64>} : tensor<8xi64>
  %2 = graph.pad %x, %1, %0, %0 : (tensor<1x2x4x4xf32>, tensor<8xi64>, none, none) -> tensor<2x2x4x4xf32>
  %3 = graph.constant {value = dense<[[[[1.0]], [[2.0]]], [[[3.0]], [[4.0]]]]> : tensor<2x2x1x1xf32>} : tensor<2x2x1x1xf32>
  %4 = graph.none : () -> none
  %5 = graph.conv %2, %3, %4 : (tensor<2x2x4x4xf32>, tensor<2x2x1x1xf32>, none) -> tensor<2x2x4x4xf32>
  return %5 : tensor<2x2x4x4xf32>
}

// Something is removed.
// CHECK-LABEL: func.func @cropped
// CHECK: graph.pad
// CHECK: graph.conv
func.func @cropped(%x: tensor<1x2x4x4xf32>) -> tensor<1x2x3x4xf32> {
  %0 = graph.none : () -> none
  %1 = graph.constant {value = dense<[0, 0, -1, 0, 0, 0, 0, 0]> : tensor<8xi64>} : tensor<8xi64>
  %2 = graph.pad %x, %1, %0, %0 : (tensor<1x2x4x4xf32>, tensor<8xi64>, none, none) -> tensor<1x2x3x4xf32>
  %3 = graph.constant {value = dense<[[[[1.0]], [[2.0]]], [[[3.0]], [[4.0]]]]> : tensor<2x2x1x1xf32>} : tensor<2x2x1x1xf32>
  %4 = graph.none : () -> none
  %5 = graph.conv %2, %3, %4 : (tensor<1x2x3x4xf32>, tensor<2x2x1x1xf32>, none) -> tensor<1x2x3x4xf32>
  return %5 : tensor<1x2x3x4xf32>
}

// Zeros may be the largest elements.
// CHECK-LABEL: func.func @max_pool_of_zeros
// CHECK: graph.pad
// CHECK: graph.max_pool
func.func @max_pool_of_zeros(%x: tensor<1x2x4x4xf32>) -> tensor<1x2x4x4xf32> {
  %0 = graph.none : () -> none
  %1 = graph.constant {value = dense<[0, 0, 1, 1, 0, 0, 1, 1]> : tensor<8xi64>} : tensor<8xi64>
  %2 = graph.pad %x, %1, %0, %0 : (tensor<1x2x4x4xf32>, tensor<8xi64>, none, none) -> tensor<1x2x6x6xf32>
  %3, %w3 = graph.max_pool %2 {kernel_shape = array<i64: 3, 3>, strides = array<i64: 1, 1>, pads = array<i64: 0, 0, 0, 0>, dilations = array<i64: 1, 1>} : (tensor<1x2x6x6xf32>) -> (tensor<1x2x4x4xf32>, none)
  return %3 : tensor<1x2x4x4xf32>
}

// A window of padding only.
// CHECK-LABEL: func.func @max_pool_all_padding
// CHECK: graph.pad
// CHECK: graph.max_pool
func.func @max_pool_all_padding(%x: tensor<1x2x4x4xf32>) -> tensor<1x2x5x2xf32> {
  %0 = graph.none : () -> none
  %1 = graph.constant {value = dense<[0, 0, 3, 0, 0, 0, 0, 0]> : tensor<8xi64>} : tensor<8xi64>
  %2 = graph.constant {value = dense<0xFF800000> : tensor<f32>} : tensor<f32>
  %3 = graph.pad %x, %1, %2, %0 : (tensor<1x2x4x4xf32>, tensor<8xi64>, tensor<f32>, none) -> tensor<1x2x7x4xf32>
  %4, %w4 = graph.max_pool %3 {kernel_shape = array<i64: 3, 3>, strides = array<i64: 1, 1>, pads = array<i64: 0, 0, 0, 0>, dilations = array<i64: 1, 1>} : (tensor<1x2x7x4xf32>) -> (tensor<1x2x5x2xf32>, none)
  return %4 : tensor<1x2x5x2xf32>
}

// Its own padding does not count, the zeros do.
// CHECK-LABEL: func.func @own_padding
// CHECK: graph.pad
// CHECK: graph.average_pool
func.func @own_padding(%x: tensor<1x2x4x4xf32>) -> tensor<1x2x6x6xf32> {
  %0 = graph.none : () -> none
  %1 = graph.constant {value = dense<[0, 0, 1, 1, 0, 0, 1, 1]> : tensor<8xi64>} : tensor<8xi64>
  %2 = graph.pad %x, %1, %0, %0 : (tensor<1x2x4x4xf32>, tensor<8xi64>, none, none) -> tensor<1x2x6x6xf32>
  %3 = graph.average_pool %2 {kernel_shape = array<i64: 3, 3>, strides = array<i64: 1, 1>, pads = array<i64: 1, 1, 1, 1>, dilations = array<i64: 1, 1>} : (tensor<1x2x6x6xf32>) -> tensor<1x2x6x6xf32>
  return %3 : tensor<1x2x6x6xf32>
}

// A last window may start in the zeros.
// CHECK-LABEL: func.func @ceil_mode
// CHECK: graph.pad
// CHECK: graph.average_pool
func.func @ceil_mode(%x: tensor<1x2x4x4xf32>) -> tensor<1x2x4x4xf32> {
  %0 = graph.none : () -> none
  %1 = graph.constant {value = dense<[0, 0, 1, 1, 0, 0, 1, 1]> : tensor<8xi64>} : tensor<8xi64>
  %2 = graph.pad %x, %1, %0, %0 : (tensor<1x2x4x4xf32>, tensor<8xi64>, none, none) -> tensor<1x2x6x6xf32>
  %3 = graph.average_pool %2 {kernel_shape = array<i64: 3, 3>, strides = array<i64: 1, 1>, pads = array<i64: 0, 0, 0, 0>, dilations = array<i64: 1, 1>, ceil_mode = true} : (tensor<1x2x6x6xf32>) -> tensor<1x2x4x4xf32>
  return %3 : tensor<1x2x4x4xf32>
}
