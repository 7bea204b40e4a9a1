// Factors and shifts of channels go into the weights of contractions.
// RUN: ingot-opt %s --graph-fold-affine | FileCheck %s

// CHECK-LABEL: func.func @scaled_and_shifted
// CHECK-DAG: dense<{{\[\[\[\[}}2.000000e+00]], {{\[\[}}4.000000e+00]]], {{\[\[\[}}9.000000e+00]], {{\[\[}}1.200000e+01]]]]>
// CHECK-DAG: dense<[5.000000e+00, 6.000000e+00]>
// CHECK: graph.conv
// CHECK-NEXT: return
func.func @scaled_and_shifted(%x: tensor<1x2x4x4xf32>) -> tensor<1x2x4x4xf32> {
  %0 = graph.constant {value = dense<[[[[1.0]], [[2.0]]], [[[3.0]], [[4.0]]]]> : tensor<2x2x1x1xf32>} : tensor<2x2x1x1xf32>
  %1 = graph.none : () -> none
  %2 = graph.conv %x, %0, %1 : (tensor<1x2x4x4xf32>, tensor<2x2x1x1xf32>, none) -> tensor<1x2x4x4xf32>
  %3 = graph.constant {value = dense<[[[2.0]], [[3.0]]]> : tensor<2x1x1xf32>} : tensor<2x1x1xf32>
  %4 = graph.mul %2, %3 : (tensor<1x2x4x4xf32>, tensor<2x1x1xf32>) -> tensor<1x2x4x4xf32>
  %5 = graph.constant {value = dense<[[[5.0]], [[6.0]]]> : tensor<2x1x1xf32>} : tensor<2x1x1xf32>
  %6 = graph.add %4, %5 : (tensor<1x2x4x4xf32>, tensor<2x1x1xf32>) -> tensor<1x2x4x4xf32>
  return %6 : tensor<1x2x4x4xf32>
}

// 1 - conv / 2.
// CHECK-LABEL: func.func @subtracted
// CHECK-DAG: dense<{{\[\[\[\[}}-5.000000e-01]], {{\[\[}}-1.000000e+00]]]
// CHECK-DAG: dense<[0.000000e+00, -1.000000e+00]>
// CHECK: graph.conv
// CHECK-NEXT: return
func.func @subtracted(%x: tensor<1x2x4x4xf32>) -> tensor<1x2x4x4xf32> {
  %0 = graph.constant {value = dense<1.0> : tensor<f32>} : tensor<f32>
  %1 = graph.constant {value = dense<[[[[1.0]], [[2.0]]], [[[3.0]], [[4.0]]]]> : tensor<2x2x1x1xf32>} : tensor<2x2x1x1xf32>
  %2 = graph.constant {value = dense<[2.0, 4.0]> : tensor<2xf32>} : tensor<2xf32>
  %3 = graph.conv %x, %1, %2 : (tensor<1x2x4x4xf32>, tensor<2x2x1x1xf32>, tensor<2xf32>) -> tensor<1x2x4x4xf32>
  %4 = graph.constant {value = dense<2.0> : tensor<f32>} : tensor<f32>
  %5 = graph.div %3, %4 : (tensor<1x2x4x4xf32>, tensor<f32>) -> tensor<1x2x4x4xf32>
  %6 = graph.sub %0, %5 : (tensor<f32>, tensor<1x2x4x4xf32>) -> tensor<1x2x4x4xf32>
  return %6 : tensor<1x2x4x4xf32>
}

// CHECK-LABEL: func.func @negated
// CHECK: %[[NONE:.*]] = graph.none
// CHECK: graph.conv_transpose %arg0, %{{.*}}, %[[NONE]]
// CHECK-NEXT: return
func.func @negated(%x: tensor<1x2x4x4xf32>) -> tensor<1x2x4x4xf32> {
  %0 = graph.constant {value = dense<[[[[1.0]], [[2.0]]], [[[3.0]], [[4.0]]]]> : tensor<2x2x1x1xf32>} : tensor<2x2x1x1xf32>
  %1 = graph.none : () -> none
  %2 = graph.conv_transpose %x, %0, %1 : (tensor<1x2x4x4xf32>, tensor<2x2x1x1xf32>, none) -> tensor<1x2x4x4xf32>
  %3 = graph.neg %2 : (tensor<1x2x4x4xf32>) -> tensor<1x2x4x4xf32>
  return %3 : tensor<1x2x4x4xf32>
}

// Through the bias of a matmul, which stays an addition.
// CHECK-LABEL: func.func @through_bias
// CHECK-DAG: %[[W:.*]] = graph.constant {value = dense<{{\[\[}}1.000000e+01, 2.000000e+02], [3.000000e+01, 5.000000e+02]]>
// CHECK-DAG: %[[B:.*]] = graph.constant {value = dense<[1.000000e+01, 2.000000e+02]>
// CHECK: %[[P:.*]] = graph.matmul %arg0, %[[W]]
// CHECK-NEXT: graph.add %[[P]], %[[B]]
// CHECK-NEXT: return
func.func @through_bias(%x: tensor<5x2xf32>) -> tensor<5x2xf32> {
  %0 = graph.constant {value = dense<[[1.0, 2.0], [3.0, 5.0]]> : tensor<2x2xf32>} : tensor<2x2xf32>
  %1 = graph.matmul %x, %0 : (tensor<5x2xf32>, tensor<2x2xf32>) -> tensor<5x2xf32>
  %2 = graph.constant {value = dense<[1.0, 2.0]> : tensor<2xf32>} : tensor<2xf32>
  %3 = graph.add %1, %2 : (tensor<5x2xf32>, tensor<2xf32>) -> tensor<5x2xf32>
  %4 = graph.constant {value = dense<[10.0, 100.0]> : tensor<2xf32>} : tensor<2xf32>
  %5 = graph.mul %3, %4 : (tensor<5x2xf32>, tensor<2xf32>) -> tensor<5x2xf32>
  return %5 : tensor<5x2xf32>
}

// CHECK-LABEL: func.func @matmul_turned
// CHECK-DAG: dense<{{\[\[}}1.000000e+01, 2.000000e+01], [3.000000e+02, 5.000000e+02]]>
// CHECK: graph.matmul
// CHECK-NEXT: return
func.func @matmul_turned(%x: tensor<5x2xf32>) -> tensor<5x2xf32> {
  %0 = graph.constant {value = dense<[[1.0, 2.0], [3.0, 5.0]]> : tensor<2x2xf32>} : tensor<2x2xf32>
  %1 = graph.matmul %x, %0 {transpose_b = true} : (tensor<5x2xf32>, tensor<2x2xf32>) -> tensor<5x2xf32>
  %2 = graph.constant {value = dense<[10.0, 100.0]> : tensor<2xf32>} : tensor<2xf32>
  %3 = graph.mul %1, %2 : (tensor<5x2xf32>, tensor<2xf32>) -> tensor<5x2xf32>
  return %3 : tensor<5x2xf32>
}

// Padding stays 0 whatever it is multiplied by.
// CHECK-LABEL: func.func @factor_before
// CHECK-DAG: dense<{{\[\[\[\[}}1.000000e+01]], {{\[\[}}2.000000e+02]]], {{\[\[\[}}3.000000e+01]], {{\[\[}}4.000000e+02]]]]>
// CHECK: graph.conv %arg0
// CHECK-NEXT: return
func.func @factor_before(%x: tensor<1x2x4x4xf32>) -> tensor<1x2x6x6xf32> {
  %0 = graph.constant {value = dense<[[[10.0]], [[100.0]]]> : tensor<2x1x1xf32>} : tensor<2x1x1xf32>
  %1 = graph.mul %x, %0 : (tensor<1x2x4x4xf32>, tensor<2x1x1xf32>) -> tensor<1x2x4x4xf32>
  %2 = graph.constant {value = dense<[[[[1.0]], [[2.0]]], [[[3.0]], [[4.0]]]]> : tensor<2x2x1x1xf32>} : tensor<2x2x1x1xf32>
  %3 = graph.none : () -> none
  %4 = graph.conv %1, %2, %3 {pads = array<i64: 1, 1, 1, 1>} : (tensor<1x2x4x4xf32>, tensor<2x2x1x1xf32>, none) -> tensor<1x2x6x6xf32>
  return %4 : tensor<1x2x6x6xf32>
}

// Each output loses 1 w[0] + 2 w[1].
// CHECK-LABEL: func.func @shift_before
// CHECK-DAG: dense<[-5.000000e+00, -1.100000e+01]>
// CHECK: graph.conv %arg0
// CHECK-NEXT: return
func.func @shift_before(%x: tensor<1x2x4x4xf32>) -> tensor<1x2x4x4xf32> {
  %0 = graph.constant {value = dense<[[[1.0]], [[2.0]]]> : tensor<2x1x1xf32>} : tensor<2x1x1xf32>
  %1 = graph.sub %x, %0 : (tensor<1x2x4x4xf32>, tensor<2x1x1xf32>) -> tensor<1x2x4x4xf32>
  %2 = graph.constant {value = dense<[[[[1.0]], [[2.0]]], [[[3.0]], [[4.0]]]]> : tensor<2x2x1x1xf32>} : tensor<2x2x1x1xf32>
  %3 = graph.none : () -> none
  %4 = graph.conv %1, %2, %3 : (tensor<1x2x4x4xf32>, tensor<2x2x1x1xf32>, none) -> tensor<1x2x4x4xf32>
  return %4 : tensor<1x2x4x4xf32>
}

// At the borders less would be subtracted.
// CHECK-LABEL: func.func @shift_before_padding
// CHECK: graph.sub
// CHECK: graph.conv
func.func @shift_before_padding(%x: tensor<1x2x4x4xf32>) -> tensor<1x2x6x6xf32> {
  %0 = graph.constant {value = dense<[[[1.0]], [[2.0]]]> : tensor<2x1x1xf32>} : tensor<2x1x1xf32>
  %1 = graph.sub %x, %0 : (tensor<1x2x4x4xf32>, tensor<2x1x1xf32>) -> tensor<1x2x4x4xf32>
  %2 = graph.constant {value = dense<[[[[1.0]], [[2.0]]], [[[3.0]], [[4.0]]]]> : tensor<2x2x1x1xf32>} : tensor<2x2x1x1xf32>
  %3 = graph.none : () -> none
  %4 = graph.conv %1, %2, %3 {pads = array<i64: 1, 1, 1, 1>} : (tensor<1x2x4x4xf32>, tensor<2x2x1x1xf32>, none) -> tensor<1x2x6x6xf32>
  return %4 : tensor<1x2x6x6xf32>
}

// A transposed convolution has borders without padding.
// CHECK-LABEL: func.func @shift_before_transpose
// CHECK: graph.add
// CHECK: graph.conv_transpose
func.func @shift_before_transpose(%x: tensor<1x2x4x4xf32>) -> tensor<1x2x4x4xf32> {
  %0 = graph.constant {value = dense<[[[1.0]], [[2.0]]]> : tensor<2x1x1xf32>} : tensor<2x1x1xf32>
  %1 = graph.add %x, %0 : (tensor<1x2x4x4xf32>, tensor<2x1x1xf32>) -> tensor<1x2x4x4xf32>
  %2 = graph.constant {value = dense<[[[[1.0]], [[2.0]]], [[[3.0]], [[4.0]]]]> : tensor<2x2x1x1xf32>} : tensor<2x2x1x1xf32>
  %3 = graph.none : () -> none
  %4 = graph.conv_transpose %1, %2, %3 : (tensor<1x2x4x4xf32>, tensor<2x2x1x1xf32>, none) -> tensor<1x2x4x4xf32>
  return %4 : tensor<1x2x4x4xf32>
}

// The bias of a matmul is an addition.
// CHECK-LABEL: func.func @matmul_bias
// CHECK: graph.matmul
// CHECK-NEXT: graph.add
func.func @matmul_bias(%x: tensor<5x2xf32>) -> tensor<5x2xf32> {
  %0 = graph.constant {value = dense<[[1.0, 2.0], [3.0, 5.0]]> : tensor<2x2xf32>} : tensor<2x2xf32>
  %1 = graph.matmul %x, %0 : (tensor<5x2xf32>, tensor<2x2xf32>) -> tensor<5x2xf32>
  %2 = graph.constant {value = dense<[1.0, 2.0]> : tensor<2xf32>} : tensor<2xf32>
  %3 = graph.add %1, %2 : (tensor<5x2xf32>, tensor<2xf32>) -> tensor<5x2xf32>
  return %3 : tensor<5x2xf32>
}

// A factor of each column.
// CHECK-LABEL: func.func @other_axis
// CHECK: graph.conv
// CHECK: graph.mul
func.func @other_axis(%x: tensor<1x2x4x4xf32>) -> tensor<1x2x4x4xf32> {
  %0 = graph.constant {value = dense<[[[[1.0]], [[2.0]]], [[[3.0]], [[4.0]]]]> : tensor<2x2x1x1xf32>} : tensor<2x2x1x1xf32>
  %1 = graph.none : () -> none
  %2 = graph.conv %x, %0, %1 : (tensor<1x2x4x4xf32>, tensor<2x2x1x1xf32>, none) -> tensor<1x2x4x4xf32>
  %3 = graph.constant {value = dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>} : tensor<4xf32>
  %4 = graph.mul %2, %3 : (tensor<1x2x4x4xf32>, tensor<4xf32>) -> tensor<1x2x4x4xf32>
  return %4 : tensor<1x2x4x4xf32>
}

// Another reader of the convolution.
// CHECK-LABEL: func.func @two_readers
// CHECK: graph.conv
// CHECK-NEXT: graph.mul
// CHECK-NEXT: graph.add
func.func @two_readers(%x: tensor<1x2x4x4xf32>) -> tensor<1x2x4x4xf32> {
  %0 = graph.constant {value = dense<[[[[1.0]], [[2.0]]], [[[3.0]], [[4.0]]]]> : tensor<2x2x1x1xf32>} : tensor<2x2x1x1xf32>
  %1 = graph.none : () -> none
  %2 = graph.conv %x, %0, %1 : (tensor<1x2x4x4xf32>, tensor<2x2x1x1xf32>, none) -> tensor<1x2x4x4xf32>
  %3 = graph.constant {value = dense<2.0> : tensor<f32>} : tensor<f32>
  %4 = graph.mul %2, %3 : (tensor<1x2x4x4xf32>, tensor<f32>) -> tensor<1x2x4x4xf32>
  %5 = graph.add %4, %2 : (tensor<1x2x4x4xf32>, tensor<1x2x4x4xf32>) -> tensor<1x2x4x4xf32>
  return %5 : tensor<1x2x4x4xf32>
}

// Division by zero stays where it is.
// CHECK-LABEL: func.func @by_zero
// CHECK: graph.conv
// CHECK-NEXT: graph.div
func.func @by_zero(%x: tensor<1x2x4x4xf32>) -> tensor<1x2x4x4xf32> {
  %0 = graph.constant {value = dense<[[[[1.0]], [[2.0]]], [[[3.0]], [[4.0]]]]> : tensor<2x2x1x1xf32>} : tensor<2x2x1x1xf32>
  %1 = graph.none : () -> none
  %2 = graph.conv %x, %0, %1 : (tensor<1x2x4x4xf32>, tensor<2x2x1x1xf32>, none) -> tensor<1x2x4x4xf32>
  %3 = graph.constant {value = dense<0.0> : tensor<f32>} : tensor<f32>
  %4 = graph.div %2, %3 : (tensor<1x2x4x4xf32>, tensor<f32>) -> tensor<1x2x4x4xf32>
  return %4 : tensor<1x2x4x4xf32>
}

// CHECK-LABEL: func.func @inverse
// CHECK: graph.conv
// CHECK-NEXT: graph.div
func.func @inverse(%x: tensor<1x2x4x4xf32>) -> tensor<1x2x4x4xf32> {
  %0 = graph.constant {value = dense<1.0> : tensor<f32>} : tensor<f32>
  %1 = graph.constant {value = dense<[[[[1.0]], [[2.0]]], [[[3.0]], [[4.0]]]]> : tensor<2x2x1x1xf32>} : tensor<2x2x1x1xf32>
  %2 = graph.none : () -> none
  %3 = graph.conv %x, %1, %2 : (tensor<1x2x4x4xf32>, tensor<2x2x1x1xf32>, none) -> tensor<1x2x4x4xf32>
  %4 = graph.div %0, %3 : (tensor<f32>, tensor<1x2x4x4xf32>) -> tensor<1x2x4x4xf32>
  return %4 : tensor<1x2x4x4xf32>
}

// The constant makes the result larger.
// CHECK-LABEL: func.func @broadcast
// CHECK: graph.conv
// CHECK-NEXT: graph.mul
func.func @broadcast(%x: tensor<1x2x4x4xf32>) -> tensor<2x2x4x4xf32> {
  %0 = graph.constant {value = dense<[[[[1.0]], [[2.0]]], [[[3.0]], [[4.0]]]]> : tensor<2x2x1x1xf32>} : tensor<2x2x1x1xf32>
  %1 = graph.none : () -> none
  %2 = graph.conv %x, %0, %1 : (tensor<1x2x4x4xf32>, tensor<2x2x1x1xf32>, none) -> tensor<1x2x4x4xf32>
  %3 = graph.constant {value = dense<[[[[2.0]]], [[[3.0]]]]> : tensor<2x1x1x1xf32>} : tensor<2x1x1x1xf32>
  %4 = graph.mul %2, %3 : (tensor<1x2x4x4xf32>, tensor<2x1x1x1xf32>) -> tensor<2x2x4x4xf32>
  return %4 : tensor<2x2x4x4xf32>
}

// An addition of nothing goes without a look at the weights: here one of them is not finite.
// CHECK-LABEL: func.func @adds_zero
func.func @adds_zero(%x: tensor<2x2xf32>) -> tensor<2x2xf32> {
  // CHECK-NOT: graph.add
  // CHECK: %[[W:.*]] = graph.constant {value = dense<{{\[\[}}1.000000e+00, 0x7F800000], [3.000000e+00, 4.000000e+00]]>
  // CHECK-NOT: graph.add
  // CHECK: %[[Y:.*]] = graph.matmul %{{.*}}, %[[W]]
  // CHECK-NEXT: return %[[Y]]
  %w = graph.constant {value = dense<[[1.0, 0x7F800000], [3.0, 4.0]]> : tensor<2x2xf32>} : tensor<2x2xf32>
  %zero = graph.constant {value = dense<0.0> : tensor<2xf32>} : tensor<2xf32>
  %m = graph.matmul %x, %w : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  %y = graph.add %m, %zero : (tensor<2x2xf32>, tensor<2xf32>) -> tensor<2x2xf32>
  return %y : tensor<2x2xf32>
}
