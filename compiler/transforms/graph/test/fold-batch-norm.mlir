// batch_norm goes into weights, or becomes a factor and a shift.
// RUN: ingot-opt %s --graph-fold-batch-norm | FileCheck %s

// scale / sqrt(variance) is 1 and 4, bias - mean * that is 0 and -7.
// CHECK-LABEL: func.func @conv
// CHECK-DAG: %[[W:.*]] = graph.constant {value = dense<{{\[\[\[\[}}1.000000e+00]], {{\[\[}}2.000000e+00]]], {{\[\[\[}}1.200000e+01]], {{\[\[}}1.600000e+01]]]]>
// CHECK-DAG: %[[B:.*]] = graph.constant {value = dense<[0.000000e+00, -7.000000e+00]>
// CHECK: %[[Y:.*]] = graph.conv %arg0, %[[W]], %[[B]]
// CHECK-NEXT: return %[[Y]]
func.func @conv(%x: tensor<1x2x4x4xf32>) -> tensor<1x2x4x4xf32> {
  %0 = graph.constant {value = dense<[[[[1.0]], [[2.0]]], [[[3.0]], [[4.0]]]]> : tensor<2x2x1x1xf32>} : tensor<2x2x1x1xf32>
  %1 = graph.none : () -> none
  %2 = graph.conv %x, %0, %1 : (tensor<1x2x4x4xf32>, tensor<2x2x1x1xf32>, none) -> tensor<1x2x4x4xf32>
  %3 = graph.constant {value = dense<[2.0, 4.0]> : tensor<2xf32>} : tensor<2xf32>
  %4 = graph.constant {value = dense<[1.0, 1.0]> : tensor<2xf32>} : tensor<2xf32>
  %5 = graph.constant {value = dense<[1.0, 2.0]> : tensor<2xf32>} : tensor<2xf32>
  %6 = graph.constant {value = dense<[4.0, 1.0]> : tensor<2xf32>} : tensor<2xf32>
  %7 = graph.batch_norm %2, %3, %4, %5, %6 {epsilon = 0.0 : f32} : (tensor<1x2x4x4xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<1x2x4x4xf32>
  return %7 : tensor<1x2x4x4xf32>
}

// CHECK-LABEL: func.func @conv_bias
// CHECK-DAG: graph.constant {value = dense<[1.000000e+01, 7.300000e+01]>
// CHECK: graph.conv
// CHECK-NEXT: return
func.func @conv_bias(%x: tensor<1x2x4x4xf32>) -> tensor<1x2x4x4xf32> {
  %0 = graph.constant {value = dense<[[[[1.0]], [[2.0]]], [[[3.0]], [[4.0]]]]> : tensor<2x2x1x1xf32>} : tensor<2x2x1x1xf32>
  %1 = graph.constant {value = dense<[10.0, 20.0]> : tensor<2xf32>} : tensor<2xf32>
  %2 = graph.conv %x, %0, %1 : (tensor<1x2x4x4xf32>, tensor<2x2x1x1xf32>, tensor<2xf32>) -> tensor<1x2x4x4xf32>
  %3 = graph.constant {value = dense<[2.0, 4.0]> : tensor<2xf32>} : tensor<2xf32>
  %4 = graph.constant {value = dense<[1.0, 1.0]> : tensor<2xf32>} : tensor<2xf32>
  %5 = graph.constant {value = dense<[1.0, 2.0]> : tensor<2xf32>} : tensor<2xf32>
  %6 = graph.constant {value = dense<[4.0, 1.0]> : tensor<2xf32>} : tensor<2xf32>
  %7 = graph.batch_norm %2, %3, %4, %5, %6 {epsilon = 0.0 : f32} : (tensor<1x2x4x4xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<1x2x4x4xf32>
  return %7 : tensor<1x2x4x4xf32>
}

// Depthwise.
// CHECK-LABEL: func.func @groups
// CHECK-DAG: dense<{{\[\[\[\[}}1.000000e+00]]], {{\[\[\[}}8.000000e+00]]]]>
// CHECK: graph.conv
// CHECK-NEXT: return
func.func @groups(%x: tensor<1x2x4x4xf32>) -> tensor<1x2x4x4xf32> {
  %0 = graph.constant {value = dense<[[[[1.0]]], [[[2.0]]]]> : tensor<2x1x1x1xf32>} : tensor<2x1x1x1xf32>
  %1 = graph.none : () -> none
  %2 = graph.conv %x, %0, %1 {group = 2 : i64} : (tensor<1x2x4x4xf32>, tensor<2x1x1x1xf32>, none) -> tensor<1x2x4x4xf32>
  %3 = graph.constant {value = dense<[2.0, 4.0]> : tensor<2xf32>} : tensor<2xf32>
  %4 = graph.constant {value = dense<[1.0, 1.0]> : tensor<2xf32>} : tensor<2xf32>
  %5 = graph.constant {value = dense<[1.0, 2.0]> : tensor<2xf32>} : tensor<2xf32>
  %6 = graph.constant {value = dense<[4.0, 1.0]> : tensor<2xf32>} : tensor<2xf32>
  %7 = graph.batch_norm %2, %3, %4, %5, %6 {epsilon = 0.0 : f32} : (tensor<1x2x4x4xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<1x2x4x4xf32>
  return %7 : tensor<1x2x4x4xf32>
}

// The outputs are the second axis of the weights.
// CHECK-LABEL: func.func @conv_transpose
// CHECK-DAG: dense<{{\[\[\[\[}}1.000000e+00]], {{\[\[}}8.000000e+00]]], {{\[\[\[}}3.000000e+00]], {{\[\[}}2.000000e+01]]]]>
// CHECK: graph.conv_transpose
// CHECK-NEXT: return
func.func @conv_transpose(%x: tensor<1x2x4x4xf32>) -> tensor<1x2x4x4xf32> {
  %0 = graph.constant {value = dense<[[[[1.0]], [[2.0]]], [[[3.0]], [[5.0]]]]> : tensor<2x2x1x1xf32>} : tensor<2x2x1x1xf32>
  %1 = graph.none : () -> none
  %2 = graph.conv_transpose %x, %0, %1 : (tensor<1x2x4x4xf32>, tensor<2x2x1x1xf32>, none) -> tensor<1x2x4x4xf32>
  %3 = graph.constant {value = dense<[2.0, 4.0]> : tensor<2xf32>} : tensor<2xf32>
  %4 = graph.constant {value = dense<[1.0, 1.0]> : tensor<2xf32>} : tensor<2xf32>
  %5 = graph.constant {value = dense<[1.0, 2.0]> : tensor<2xf32>} : tensor<2xf32>
  %6 = graph.constant {value = dense<[4.0, 1.0]> : tensor<2xf32>} : tensor<2xf32>
  %7 = graph.batch_norm %2, %3, %4, %5, %6 {epsilon = 0.0 : f32} : (tensor<1x2x4x4xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<1x2x4x4xf32>
  return %7 : tensor<1x2x4x4xf32>
}

// CHECK-LABEL: func.func @matmul
// CHECK-DAG: %[[W:.*]] = graph.constant {value = dense<{{\[\[}}1.000000e+00, 8.000000e+00], [3.000000e+00, 2.000000e+01]]>
// CHECK-DAG: %[[B:.*]] = graph.constant {value = dense<[0.000000e+00, -7.000000e+00]>
// CHECK: %[[P:.*]] = graph.matmul %arg0, %[[W]]
// CHECK-NEXT: graph.add %[[P]], %[[B]]
func.func @matmul(%x: tensor<5x2xf32>) -> tensor<5x2xf32> {
  %0 = graph.constant {value = dense<[[1.0, 2.0], [3.0, 5.0]]> : tensor<2x2xf32>} : tensor<2x2xf32>
  %1 = graph.matmul %x, %0 : (tensor<5x2xf32>, tensor<2x2xf32>) -> tensor<5x2xf32>
  %2 = graph.constant {value = dense<[2.0, 4.0]> : tensor<2xf32>} : tensor<2xf32>
  %3 = graph.constant {value = dense<[1.0, 1.0]> : tensor<2xf32>} : tensor<2xf32>
  %4 = graph.constant {value = dense<[1.0, 2.0]> : tensor<2xf32>} : tensor<2xf32>
  %5 = graph.constant {value = dense<[4.0, 1.0]> : tensor<2xf32>} : tensor<2xf32>
  %6 = graph.batch_norm %1, %2, %3, %4, %5 {epsilon = 0.0 : f32} : (tensor<5x2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<5x2xf32>
  return %6 : tensor<5x2xf32>
}

// Nothing to fold into: a factor and a shift.
// CHECK-LABEL: func.func @alone
// CHECK-DAG: %[[S:.*]] = graph.constant {value = dense<{{\[\[\[}}1.000000e+00]], {{\[\[}}4.000000e+00]]]> : tensor<2x1x1xf32>}
// CHECK-DAG: %[[T:.*]] = graph.constant {value = dense<{{\[\[\[}}0.000000e+00]], {{\[\[}}-7.000000e+00]]]> : tensor<2x1x1xf32>}
// CHECK: %[[M:.*]] = graph.mul %{{.*}}, %[[S]]
// CHECK-NEXT: graph.add %[[M]], %[[T]]
func.func @alone(%x: tensor<1x2x4x4xf32>) -> tensor<1x2x4x4xf32> {
  %0 = graph.relu %x : (tensor<1x2x4x4xf32>) -> tensor<1x2x4x4xf32>
  %1 = graph.constant {value = dense<[2.0, 4.0]> : tensor<2xf32>} : tensor<2xf32>
  %2 = graph.constant {value = dense<[1.0, 1.0]> : tensor<2xf32>} : tensor<2xf32>
  %3 = graph.constant {value = dense<[1.0, 2.0]> : tensor<2xf32>} : tensor<2xf32>
  %4 = graph.constant {value = dense<[4.0, 1.0]> : tensor<2xf32>} : tensor<2xf32>
  %5 = graph.batch_norm %0, %1, %2, %3, %4 {epsilon = 0.0 : f32} : (tensor<1x2x4x4xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<1x2x4x4xf32>
  return %5 : tensor<1x2x4x4xf32>
}

// The convolution has another reader.
// CHECK-LABEL: func.func @two_readers
// CHECK: %[[C:.*]] = graph.conv
// CHECK-NEXT: %[[M:.*]] = graph.mul %[[C]]
// CHECK-NEXT: %[[A:.*]] = graph.add %[[M]]
// CHECK-NEXT: graph.add %[[A]], %[[C]]
func.func @two_readers(%x: tensor<1x2x4x4xf32>) -> tensor<1x2x4x4xf32> {
  %0 = graph.constant {value = dense<[[[[1.0]], [[2.0]]], [[[3.0]], [[4.0]]]]> : tensor<2x2x1x1xf32>} : tensor<2x2x1x1xf32>
  %1 = graph.none : () -> none
  %2 = graph.conv %x, %0, %1 : (tensor<1x2x4x4xf32>, tensor<2x2x1x1xf32>, none) -> tensor<1x2x4x4xf32>
  %3 = graph.constant {value = dense<[2.0, 4.0]> : tensor<2xf32>} : tensor<2xf32>
  %4 = graph.constant {value = dense<[1.0, 1.0]> : tensor<2xf32>} : tensor<2xf32>
  %5 = graph.constant {value = dense<[1.0, 2.0]> : tensor<2xf32>} : tensor<2xf32>
  %6 = graph.constant {value = dense<[4.0, 1.0]> : tensor<2xf32>} : tensor<2xf32>
  %7 = graph.batch_norm %2, %3, %4, %5, %6 {epsilon = 0.0 : f32} : (tensor<1x2x4x4xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<1x2x4x4xf32>
  %8 = graph.add %7, %2 : (tensor<1x2x4x4xf32>, tensor<1x2x4x4xf32>) -> tensor<1x2x4x4xf32>
  return %8 : tensor<1x2x4x4xf32>
}

// The channels of a batch norm of rank 3 are not the columns of the product.
// CHECK-LABEL: func.func @matmul_rank_3
// CHECK: %[[P:.*]] = graph.matmul
// CHECK-NEXT: graph.mul %[[P]]
// CHECK-NEXT: graph.add
func.func @matmul_rank_3(%x: tensor<1x2x2xf32>) -> tensor<1x2x2xf32> {
  %0 = graph.constant {value = dense<[[1.0, 2.0], [3.0, 5.0]]> : tensor<2x2xf32>} : tensor<2x2xf32>
  %1 = graph.matmul %x, %0 : (tensor<1x2x2xf32>, tensor<2x2xf32>) -> tensor<1x2x2xf32>
  %2 = graph.constant {value = dense<[2.0, 4.0]> : tensor<2xf32>} : tensor<2xf32>
  %3 = graph.constant {value = dense<[1.0, 1.0]> : tensor<2xf32>} : tensor<2xf32>
  %4 = graph.constant {value = dense<[1.0, 2.0]> : tensor<2xf32>} : tensor<2xf32>
  %5 = graph.constant {value = dense<[4.0, 1.0]> : tensor<2xf32>} : tensor<2xf32>
  %6 = graph.batch_norm %1, %2, %3, %4, %5 {epsilon = 0.0 : f32} : (tensor<1x2x2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<1x2x2xf32>
  return %6 : tensor<1x2x2xf32>
}

// A scale that is not constant.
// CHECK-LABEL: func.func @not_constant
// CHECK: graph.batch_norm
func.func @not_constant(%x: tensor<1x2x4x4xf32>, %s: tensor<2xf32>) -> tensor<1x2x4x4xf32> {
  %0 = graph.constant {value = dense<[[[[1.0]], [[2.0]]], [[[3.0]], [[4.0]]]]> : tensor<2x2x1x1xf32>} : tensor<2x2x1x1xf32>
  %1 = graph.none : () -> none
  %2 = graph.conv %x, %0, %1 : (tensor<1x2x4x4xf32>, tensor<2x2x1x1xf32>, none) -> tensor<1x2x4x4xf32>
  %3 = graph.constant {value = dense<0.0> : tensor<2xf32>} : tensor<2xf32>
  %4 = graph.constant {value = dense<0.0> : tensor<2xf32>} : tensor<2xf32>
  %5 = graph.constant {value = dense<1.0> : tensor<2xf32>} : tensor<2xf32>
  %6 = graph.batch_norm %2, %s, %3, %4, %5 : (tensor<1x2x4x4xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<1x2x4x4xf32>
  return %6 : tensor<1x2x4x4xf32>
}

// Division by zero stays where it is.
// CHECK-LABEL: func.func @not_finite
// CHECK: graph.batch_norm
func.func @not_finite(%x: tensor<1x2x4x4xf32>) -> tensor<1x2x4x4xf32> {
  %0 = graph.constant {value = dense<[[[[1.0]], [[2.0]]], [[[3.0]], [[4.0]]]]> : tensor<2x2x1x1xf32>} : tensor<2x2x1x1xf32>
  %1 = graph.none : () -> none
  %2 = graph.conv %x, %0, %1 : (tensor<1x2x4x4xf32>, tensor<2x2x1x1xf32>, none) -> tensor<1x2x4x4xf32>
  %3 = graph.constant {value = dense<[2.0, 4.0]> : tensor<2xf32>} : tensor<2xf32>
  %4 = graph.constant {value = dense<[1.0, 1.0]> : tensor<2xf32>} : tensor<2xf32>
  %5 = graph.constant {value = dense<[1.0, 2.0]> : tensor<2xf32>} : tensor<2xf32>
  %6 = graph.constant {value = dense<[0.0, 1.0]> : tensor<2xf32>} : tensor<2xf32>
  %7 = graph.batch_norm %2, %3, %4, %5, %6 {epsilon = 0.0 : f32} : (tensor<1x2x4x4xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<1x2x4x4xf32>
  return %7 : tensor<1x2x4x4xf32>
}

// Small floats would round twice.
// CHECK-LABEL: func.func @half
// CHECK: graph.batch_norm
func.func @half(%x: tensor<1x2x4x4xf16>) -> tensor<1x2x4x4xf16> {
  %0 = graph.constant {value = dense<1.0> : tensor<2xf16>} : tensor<2xf16>
  %1 = graph.constant {value = dense<1.0> : tensor<2xf16>} : tensor<2xf16>
  %2 = graph.constant {value = dense<1.0> : tensor<2xf16>} : tensor<2xf16>
  %3 = graph.constant {value = dense<1.0> : tensor<2xf16>} : tensor<2xf16>
  %4 = graph.batch_norm %x, %0, %1, %2, %3 : (tensor<1x2x4x4xf16>, tensor<2xf16>, tensor<2xf16>, tensor<2xf16>, tensor<2xf16>) -> tensor<1x2x4x4xf16>
  return %4 : tensor<1x2x4x4xf16>
}
