// Channels that are constant, or that nobody reads, are dropped between contractions.
// RUN: ingot-opt %s --graph-drop-dead-channels | FileCheck %s

// relu makes 0 of the bias: nothing is left of the channel, padding or not.
// CHECK-LABEL: func.func @zero
// CHECK-DAG: dense<{{\[\[\[\[}}1.000000e+00]], {{\[\[}}2.000000e+00]]], {{\[\[\[}}3.000000e+00]], {{\[\[}}4.000000e+00]]]]> : tensor<2x2x1x1xf32>
// CHECK-DAG: dense<[1.000000e-01, 2.000000e-01]>
// CHECK: graph.relu {{.*}} -> tensor<1x2x4x4xf32>
// CHECK: graph.conv {{.*}} -> tensor<1x2x6x6xf32>
func.func @zero(%x: tensor<1x1x4x4xf32>) -> tensor<1x2x6x6xf32> {
  %0 = graph.constant {value = dense<[[[[1.0]]], [[[0.0]]], [[[2.0]]]]> : tensor<3x1x1x1xf32>} : tensor<3x1x1x1xf32>
  %1 = graph.constant {value = dense<[0.1, -0.5, 0.2]> : tensor<3xf32>} : tensor<3xf32>
  %2 = graph.conv %x, %0, %1 : (tensor<1x1x4x4xf32>, tensor<3x1x1x1xf32>, tensor<3xf32>) -> tensor<1x3x4x4xf32>
  %3 = graph.relu %2 : (tensor<1x3x4x4xf32>) -> tensor<1x3x4x4xf32>
  %4 = graph.constant {value = dense<[[[[1.0]], [[10.0]], [[2.0]]], [[[3.0]], [[20.0]], [[4.0]]]]> : tensor<2x3x1x1xf32>} : tensor<2x3x1x1xf32>
  %5 = graph.none : () -> none
  %6 = graph.conv %3, %4, %5 {pads = array<i64: 1, 1, 1, 1>} : (tensor<1x3x4x4xf32>, tensor<2x3x1x1xf32>, none) -> tensor<1x2x6x6xf32>
  return %6 : tensor<1x2x6x6xf32>
}

// 0.5 everywhere: 10 and 20 times that are added to the outputs.
// CHECK-LABEL: func.func @constant
// CHECK-DAG: dense<{{\[\[\[\[}}1.000000e+00]], {{\[\[}}2.000000e+00]]], {{\[\[\[}}3.000000e+00]], {{\[\[}}4.000000e+00]]]]>
// CHECK-DAG: %[[B:.*]] = graph.constant {value = dense<[6.000000e+00, 1.200000e+01]>
// CHECK: graph.conv %{{.*}}, %{{.*}}, %[[B]] {{.*}} -> tensor<1x2x4x4xf32>
func.func @constant(%x: tensor<1x1x4x4xf32>) -> tensor<1x2x4x4xf32> {
  %0 = graph.constant {value = dense<[[[[1.0]]], [[[0.0]]], [[[2.0]]]]> : tensor<3x1x1x1xf32>} : tensor<3x1x1x1xf32>
  %1 = graph.constant {value = dense<[0.1, 0.5, 0.2]> : tensor<3xf32>} : tensor<3xf32>
  %2 = graph.conv %x, %0, %1 : (tensor<1x1x4x4xf32>, tensor<3x1x1x1xf32>, tensor<3xf32>) -> tensor<1x3x4x4xf32>
  %3 = graph.relu %2 : (tensor<1x3x4x4xf32>) -> tensor<1x3x4x4xf32>
  %4 = graph.constant {value = dense<[[[[1.0]], [[10.0]], [[2.0]]], [[[3.0]], [[20.0]], [[4.0]]]]> : tensor<2x3x1x1xf32>} : tensor<2x3x1x1xf32>
  %5 = graph.constant {value = dense<[1.0, 2.0]> : tensor<2xf32>} : tensor<2xf32>
  %6 = graph.conv %3, %4, %5 : (tensor<1x3x4x4xf32>, tensor<2x3x1x1xf32>, tensor<2xf32>) -> tensor<1x2x4x4xf32>
  return %6 : tensor<1x2x4x4xf32>
}

// 0.5 inside and 0 in the padding.
// CHECK-LABEL: func.func @constant_padded
// CHECK: graph.relu {{.*}} -> tensor<1x3x4x4xf32>
func.func @constant_padded(%x: tensor<1x1x4x4xf32>) -> tensor<1x2x6x6xf32> {
  %0 = graph.constant {value = dense<[[[[1.0]]], [[[0.0]]], [[[2.0]]]]> : tensor<3x1x1x1xf32>} : tensor<3x1x1x1xf32>
  %1 = graph.constant {value = dense<[0.1, 0.5, 0.2]> : tensor<3xf32>} : tensor<3xf32>
  %2 = graph.conv %x, %0, %1 : (tensor<1x1x4x4xf32>, tensor<3x1x1x1xf32>, tensor<3xf32>) -> tensor<1x3x4x4xf32>
  %3 = graph.relu %2 : (tensor<1x3x4x4xf32>) -> tensor<1x3x4x4xf32>
  %4 = graph.constant {value = dense<[[[[1.0]], [[10.0]], [[2.0]]], [[[3.0]], [[20.0]], [[4.0]]]]> : tensor<2x3x1x1xf32>} : tensor<2x3x1x1xf32>
  %5 = graph.none : () -> none
  %6 = graph.conv %3, %4, %5 {pads = array<i64: 1, 1, 1, 1>} : (tensor<1x3x4x4xf32>, tensor<2x3x1x1xf32>, none) -> tensor<1x2x6x6xf32>
  return %6 : tensor<1x2x6x6xf32>
}

// Constants of each channel are cut, too: 4 sigmoid(0) is 2.
// CHECK-LABEL: func.func @scaled
// CHECK-DAG: dense<{{\[\[\[}}1.000000e+00]], {{\[\[}}2.000000e+00]]]> : tensor<2x1x1xf32>
// CHECK-DAG: dense<[2.000000e+01, 4.000000e+01]>
// CHECK: graph.conv {{.*}} -> tensor<1x2x4x4xf32>
func.func @scaled(%x: tensor<1x1x4x4xf32>) -> tensor<1x2x4x4xf32> {
  %0 = graph.constant {value = dense<[[[[1.0]]], [[[0.0]]], [[[2.0]]]]> : tensor<3x1x1x1xf32>} : tensor<3x1x1x1xf32>
  %1 = graph.constant {value = dense<[0.1, 0.5, 0.2]> : tensor<3xf32>} : tensor<3xf32>
  %2 = graph.conv %x, %0, %1 : (tensor<1x1x4x4xf32>, tensor<3x1x1x1xf32>, tensor<3xf32>) -> tensor<1x3x4x4xf32>
  %3 = graph.constant {value = dense<[[[1.0]], [[-0.5]], [[2.0]]]> : tensor<3x1x1xf32>} : tensor<3x1x1xf32>
  %4 = graph.add %2, %3 : (tensor<1x3x4x4xf32>, tensor<3x1x1xf32>) -> tensor<1x3x4x4xf32>
  %5 = graph.sigmoid %4 : (tensor<1x3x4x4xf32>) -> tensor<1x3x4x4xf32>
  %6 = graph.constant {value = dense<4.0> : tensor<f32>} : tensor<f32>
  %7 = graph.mul %5, %6 : (tensor<1x3x4x4xf32>, tensor<f32>) -> tensor<1x3x4x4xf32>
  %8 = graph.constant {value = dense<[[[[1.0]], [[10.0]], [[2.0]]], [[[3.0]], [[20.0]], [[4.0]]]]> : tensor<2x3x1x1xf32>} : tensor<2x3x1x1xf32>
  %9 = graph.none : () -> none
  %10 = graph.conv %7, %8, %9 : (tensor<1x3x4x4xf32>, tensor<2x3x1x1xf32>, none) -> tensor<1x2x4x4xf32>
  return %10 : tensor<1x2x4x4xf32>
}

// Zeros go through a padded depthwise convolution; its bias is what comes out.
// CHECK-LABEL: func.func @depthwise_zero
// CHECK-DAG: dense<[2.500000e+00, 5.000000e+00]>
// CHECK: graph.conv {{.*}}group = 2 : i64{{.*}} -> tensor<1x2x4x4xf32>
// CHECK: graph.conv {{.*}} -> tensor<1x2x4x4xf32>
func.func @depthwise_zero(%x: tensor<1x1x4x4xf32>) -> tensor<1x2x4x4xf32> {
  %0 = graph.constant {value = dense<[[[[1.0]]], [[[0.0]]], [[[2.0]]]]> : tensor<3x1x1x1xf32>} : tensor<3x1x1x1xf32>
  %1 = graph.constant {value = dense<[0.1, -0.5, 0.2]> : tensor<3xf32>} : tensor<3xf32>
  %2 = graph.conv %x, %0, %1 : (tensor<1x1x4x4xf32>, tensor<3x1x1x1xf32>, tensor<3xf32>) -> tensor<1x3x4x4xf32>
  %3 = graph.relu %2 : (tensor<1x3x4x4xf32>) -> tensor<1x3x4x4xf32>
  %4 = graph.constant {value = dense<[[[[1.0,1.0,1.0],[1.0,1.0,1.0],[1.0,1.0,1.0]]],[[[1.0,2.0,1.0],[1.0,1.0,1.0],[1.0,1.0,1.0]]],[[[1.0,1.0,3.0],[1.0,1.0,1.0],[1.0,1.0,1.0]]]]> : tensor<3x1x3x3xf32>} : tensor<3x1x3x3xf32>
  %5 = graph.constant {value = dense<[0.0, 0.25, 0.0]> : tensor<3xf32>} : tensor<3xf32>
  %6 = graph.conv %3, %4, %5 {group = 3 : i64, pads = array<i64: 1, 1, 1, 1>} : (tensor<1x3x4x4xf32>, tensor<3x1x3x3xf32>, tensor<3xf32>) -> tensor<1x3x4x4xf32>
  %7 = graph.constant {value = dense<[[[[1.0]], [[10.0]], [[2.0]]], [[[3.0]], [[20.0]], [[4.0]]]]> : tensor<2x3x1x1xf32>} : tensor<2x3x1x1xf32>
  %8 = graph.none : () -> none
  %9 = graph.conv %6, %7, %8 : (tensor<1x3x4x4xf32>, tensor<2x3x1x1xf32>, none) -> tensor<1x2x4x4xf32>
  return %9 : tensor<1x2x4x4xf32>
}

// A constant is no longer one behind a padded depthwise convolution.
// CHECK-LABEL: func.func @depthwise_padded
// CHECK: graph.conv {{.*}}group = 3 : i64
func.func @depthwise_padded(%x: tensor<1x1x4x4xf32>) -> tensor<1x2x4x4xf32> {
  %0 = graph.constant {value = dense<[[[[1.0]]], [[[0.0]]], [[[2.0]]]]> : tensor<3x1x1x1xf32>} : tensor<3x1x1x1xf32>
  %1 = graph.constant {value = dense<[0.1, 0.5, 0.2]> : tensor<3xf32>} : tensor<3xf32>
  %2 = graph.conv %x, %0, %1 : (tensor<1x1x4x4xf32>, tensor<3x1x1x1xf32>, tensor<3xf32>) -> tensor<1x3x4x4xf32>
  %3 = graph.relu %2 : (tensor<1x3x4x4xf32>) -> tensor<1x3x4x4xf32>
  %4 = graph.constant {value = dense<[[[[1.0,1.0,1.0],[1.0,1.0,1.0],[1.0,1.0,1.0]]],[[[1.0,2.0,1.0],[1.0,1.0,1.0],[1.0,1.0,1.0]]],[[[1.0,1.0,3.0],[1.0,1.0,1.0],[1.0,1.0,1.0]]]]> : tensor<3x1x3x3xf32>} : tensor<3x1x3x3xf32>
  %5 = graph.constant {value = dense<[0.0, 0.25, 0.0]> : tensor<3xf32>} : tensor<3xf32>
  %6 = graph.conv %3, %4, %5 {group = 3 : i64, pads = array<i64: 1, 1, 1, 1>} : (tensor<1x3x4x4xf32>, tensor<3x1x3x3xf32>, tensor<3xf32>) -> tensor<1x3x4x4xf32>
  %7 = graph.constant {value = dense<[[[[1.0]], [[10.0]], [[2.0]]], [[[3.0]], [[20.0]], [[4.0]]]]> : tensor<2x3x1x1xf32>} : tensor<2x3x1x1xf32>
  %8 = graph.none : () -> none
  %9 = graph.conv %6, %7, %8 : (tensor<1x3x4x4xf32>, tensor<2x3x1x1xf32>, none) -> tensor<1x2x4x4xf32>
  return %9 : tensor<1x2x4x4xf32>
}

// max_pool does not see its padding.
// CHECK-LABEL: func.func @max_pool
// CHECK-DAG: dense<[5.000000e+00, 1.000000e+01]>
// CHECK: graph.max_pool {{.*}} -> (tensor<1x2x4x4xf32>, none)
func.func @max_pool(%x: tensor<1x1x4x4xf32>) -> tensor<1x2x4x4xf32> {
  %0 = graph.constant {value = dense<[[[[1.0]]], [[[0.0]]], [[[2.0]]]]> : tensor<3x1x1x1xf32>} : tensor<3x1x1x1xf32>
  %1 = graph.constant {value = dense<[0.1, 0.5, 0.2]> : tensor<3xf32>} : tensor<3xf32>
  %2 = graph.conv %x, %0, %1 : (tensor<1x1x4x4xf32>, tensor<3x1x1x1xf32>, tensor<3xf32>) -> tensor<1x3x4x4xf32>
  %3, %w3 = graph.max_pool %2 {kernel_shape = array<i64: 3, 3>, strides = array<i64: 1, 1>, pads = array<i64: 1, 1, 1, 1>, dilations = array<i64: 1, 1>} : (tensor<1x3x4x4xf32>) -> (tensor<1x3x4x4xf32>, none)
  %4 = graph.constant {value = dense<[[[[1.0]], [[10.0]], [[2.0]]], [[[3.0]], [[20.0]], [[4.0]]]]> : tensor<2x3x1x1xf32>} : tensor<2x3x1x1xf32>
  %5 = graph.none : () -> none
  %6 = graph.conv %3, %4, %5 : (tensor<1x3x4x4xf32>, tensor<2x3x1x1xf32>, none) -> tensor<1x2x4x4xf32>
  return %6 : tensor<1x2x4x4xf32>
}

// An average does.
// CHECK-LABEL: func.func @average_pool
// CHECK: graph.average_pool {{.*}} -> tensor<1x3x4x4xf32>
func.func @average_pool(%x: tensor<1x1x4x4xf32>) -> tensor<1x2x4x4xf32> {
  %0 = graph.constant {value = dense<[[[[1.0]]], [[[0.0]]], [[[2.0]]]]> : tensor<3x1x1x1xf32>} : tensor<3x1x1x1xf32>
  %1 = graph.constant {value = dense<[0.1, 0.5, 0.2]> : tensor<3xf32>} : tensor<3xf32>
  %2 = graph.conv %x, %0, %1 : (tensor<1x1x4x4xf32>, tensor<3x1x1x1xf32>, tensor<3xf32>) -> tensor<1x3x4x4xf32>
  %3 = graph.average_pool %2 {kernel_shape = array<i64: 3, 3>, strides = array<i64: 1, 1>, pads = array<i64: 1, 1, 1, 1>, dilations = array<i64: 1, 1>, count_include_pad = true} : (tensor<1x3x4x4xf32>) -> tensor<1x3x4x4xf32>
  %4 = graph.constant {value = dense<[[[[1.0]], [[10.0]], [[2.0]]], [[[3.0]], [[20.0]], [[4.0]]]]> : tensor<2x3x1x1xf32>} : tensor<2x3x1x1xf32>
  %5 = graph.none : () -> none
  %6 = graph.conv %3, %4, %5 : (tensor<1x3x4x4xf32>, tensor<2x3x1x1xf32>, none) -> tensor<1x2x4x4xf32>
  return %6 : tensor<1x2x4x4xf32>
}

// A channel that nobody reads.
// CHECK-LABEL: func.func @unread
// CHECK-DAG: dense<{{\[\[\[\[}}1.000000e+00]], {{\[\[}}2.000000e+00]]], {{\[\[\[}}3.000000e+00]], {{\[\[}}4.000000e+00]]]]>
// CHECK: graph.conv {{.*}} -> tensor<1x2x4x4xf32>
// CHECK: graph.conv {{.*}} -> tensor<1x2x4x4xf32>
func.func @unread(%x: tensor<1x1x4x4xf32>) -> tensor<1x2x4x4xf32> {
  %0 = graph.constant {value = dense<[[[[1.0]]], [[[5.0]]], [[[2.0]]]]> : tensor<3x1x1x1xf32>} : tensor<3x1x1x1xf32>
  %1 = graph.none : () -> none
  %2 = graph.conv %x, %0, %1 : (tensor<1x1x4x4xf32>, tensor<3x1x1x1xf32>, none) -> tensor<1x3x4x4xf32>
  %3 = graph.constant {value = dense<[[[[1.0]], [[0.0]], [[2.0]]], [[[3.0]], [[0.0]], [[4.0]]]]> : tensor<2x3x1x1xf32>} : tensor<2x3x1x1xf32>
  %4 = graph.none : () -> none
  %5 = graph.conv %2, %3, %4 : (tensor<1x3x4x4xf32>, tensor<2x3x1x1xf32>, none) -> tensor<1x2x4x4xf32>
  return %5 : tensor<1x2x4x4xf32>
}

// Between matrix products; what is left over is added.
// CHECK-LABEL: func.func @matmul
// CHECK-DAG: dense<{{\[\[}}1.000000e+00, 2.000000e+00], [3.000000e+00, 4.000000e+00]]>
// CHECK-DAG: %[[W:.*]] = graph.constant {value = dense<{{\[\[}}1.000000e+00, 2.000000e+00]]>
// CHECK-DAG: %[[B:.*]] = graph.constant {value = dense<2.000000e+01> : tensor<1xf32>}
// CHECK: %[[P:.*]] = graph.matmul %{{.*}}, %[[W]] {transpose_b = true}
// CHECK-NEXT: graph.add %[[P]], %[[B]]
func.func @matmul(%x: tensor<5x2xf32>) -> tensor<5x1xf32> {
  %0 = graph.constant {value = dense<[[1.0, 0.0, 2.0], [3.0, 0.0, 4.0]]> : tensor<2x3xf32>} : tensor<2x3xf32>
  %1 = graph.matmul %x, %0 : (tensor<5x2xf32>, tensor<2x3xf32>) -> tensor<5x3xf32>
  %2 = graph.constant {value = dense<[0.5, 2.0, 0.5]> : tensor<3xf32>} : tensor<3xf32>
  %3 = graph.add %2, %1 : (tensor<3xf32>, tensor<5x3xf32>) -> tensor<5x3xf32>
  %4 = graph.relu %3 : (tensor<5x3xf32>) -> tensor<5x3xf32>
  %5 = graph.constant {value = dense<[[1.0, 10.0, 2.0]]> : tensor<1x3xf32>} : tensor<1x3xf32>
  %6 = graph.matmul %4, %5 {transpose_b = true} : (tensor<5x3xf32>, tensor<1x3xf32>) -> tensor<5x1xf32>
  return %6 : tensor<5x1xf32>
}

// One channel always stays.
// CHECK-LABEL: func.func @all_dead
// CHECK: graph.conv {{.*}} -> tensor<1x1x4x4xf32>
// CHECK: graph.conv {{.*}} -> tensor<1x2x4x4xf32>
func.func @all_dead(%x: tensor<1x1x4x4xf32>) -> tensor<1x2x4x4xf32> {
  %0 = graph.constant {value = dense<[[[[0.0]]], [[[0.0]]], [[[0.0]]]]> : tensor<3x1x1x1xf32>} : tensor<3x1x1x1xf32>
  %1 = graph.constant {value = dense<[1.0, 2.0, 3.0]> : tensor<3xf32>} : tensor<3xf32>
  %2 = graph.conv %x, %0, %1 : (tensor<1x1x4x4xf32>, tensor<3x1x1x1xf32>, tensor<3xf32>) -> tensor<1x3x4x4xf32>
  %3 = graph.constant {value = dense<[[[[1.0]], [[10.0]], [[2.0]]], [[[3.0]], [[20.0]], [[4.0]]]]> : tensor<2x3x1x1xf32>} : tensor<2x3x1x1xf32>
  %4 = graph.none : () -> none
  %5 = graph.conv %2, %3, %4 : (tensor<1x3x4x4xf32>, tensor<2x3x1x1xf32>, none) -> tensor<1x2x4x4xf32>
  return %5 : tensor<1x2x4x4xf32>
}

// Two readers.
// CHECK-LABEL: func.func @residual
// CHECK: graph.add {{.*}} -> tensor<1x3x4x4xf32>
func.func @residual(%x: tensor<1x1x4x4xf32>) -> tensor<1x2x4x4xf32> {
  %0 = graph.constant {value = dense<[[[[1.0]]], [[[0.0]]], [[[2.0]]]]> : tensor<3x1x1x1xf32>} : tensor<3x1x1x1xf32>
  %1 = graph.none : () -> none
  %2 = graph.conv %x, %0, %1 : (tensor<1x1x4x4xf32>, tensor<3x1x1x1xf32>, none) -> tensor<1x3x4x4xf32>
  %3 = graph.relu %2 : (tensor<1x3x4x4xf32>) -> tensor<1x3x4x4xf32>
  %4 = graph.add %2, %3 : (tensor<1x3x4x4xf32>, tensor<1x3x4x4xf32>) -> tensor<1x3x4x4xf32>
  %5 = graph.constant {value = dense<[[[[1.0]], [[10.0]], [[2.0]]], [[[3.0]], [[20.0]], [[4.0]]]]> : tensor<2x3x1x1xf32>} : tensor<2x3x1x1xf32>
  %6 = graph.none : () -> none
  %7 = graph.conv %4, %5, %6 : (tensor<1x3x4x4xf32>, tensor<2x3x1x1xf32>, none) -> tensor<1x2x4x4xf32>
  return %7 : tensor<1x2x4x4xf32>
}

// Nothing before the depthwise convolution to drop channels of.
// CHECK-LABEL: func.func @input
// CHECK: graph.conv {{.*}}group = 3
func.func @input(%x: tensor<1x3x4x4xf32>) -> tensor<1x2x4x4xf32> {
  %0 = graph.constant {value = dense<[[[[1.0]]], [[[0.0]]], [[[2.0]]]]> : tensor<3x1x1x1xf32>} : tensor<3x1x1x1xf32>
  %1 = graph.none : () -> none
  %2 = graph.conv %x, %0, %1 {group = 3 : i64} : (tensor<1x3x4x4xf32>, tensor<3x1x1x1xf32>, none) -> tensor<1x3x4x4xf32>
  %3 = graph.constant {value = dense<[[[[1.0]], [[10.0]], [[2.0]]], [[[3.0]], [[20.0]], [[4.0]]]]> : tensor<2x3x1x1xf32>} : tensor<2x3x1x1xf32>
  %4 = graph.none : () -> none
  %5 = graph.conv %2, %3, %4 : (tensor<1x3x4x4xf32>, tensor<2x3x1x1xf32>, none) -> tensor<1x2x4x4xf32>
  return %5 : tensor<1x2x4x4xf32>
}
