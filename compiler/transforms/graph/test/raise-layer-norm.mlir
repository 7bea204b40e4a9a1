// layer_norm from means, as exporters take it apart.
// RUN: ingot-opt %s --graph-raise-layer-norm | FileCheck %s

// As PyTorch exports it.
// CHECK-LABEL: func.func @affine
// CHECK-DAG: %[[SCALE:.*]] = graph.constant {value = dense<[1.0
// CHECK-DAG: %[[BIAS:.*]] = graph.constant {value = dense<[5.0
// CHECK: %[[Y:.*]], %{{.*}}, %{{.*}} = graph.layer_norm %arg0, %[[SCALE]], %[[BIAS]] {axis = 2 : i64, stash_type = f32}
// CHECK-NEXT: return %[[Y]]
func.func @affine(%x: tensor<2x3x4xf32>) -> tensor<2x3x4xf32> {
  %0 = graph.constant {value = dense<[-1]> : tensor<1xi64>} : tensor<1xi64>
  %1 = graph.reduce_mean %x, %0 : (tensor<2x3x4xf32>, tensor<1xi64>) -> tensor<2x3x1xf32>
  %2 = graph.sub %x, %1 : (tensor<2x3x4xf32>, tensor<2x3x1xf32>) -> tensor<2x3x4xf32>
  %3 = graph.constant {value = dense<2.0> : tensor<f32>} : tensor<f32>
  %4 = graph.pow %2, %3 : (tensor<2x3x4xf32>, tensor<f32>) -> tensor<2x3x4xf32>
  %5 = graph.constant {value = dense<[-1]> : tensor<1xi64>} : tensor<1xi64>
  %6 = graph.reduce_mean %4, %5 : (tensor<2x3x4xf32>, tensor<1xi64>) -> tensor<2x3x1xf32>
  %7 = graph.constant {value = dense<1.0e-05> : tensor<f32>} : tensor<f32>
  %8 = graph.add %6, %7 : (tensor<2x3x1xf32>, tensor<f32>) -> tensor<2x3x1xf32>
  %9 = graph.sqrt %8 : (tensor<2x3x1xf32>) -> tensor<2x3x1xf32>
  %10 = graph.div %2, %9 : (tensor<2x3x4xf32>, tensor<2x3x1xf32>) -> tensor<2x3x4xf32>
  %11 = graph.constant {value = dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>} : tensor<4xf32>
  %12 = graph.mul %10, %11 : (tensor<2x3x4xf32>, tensor<4xf32>) -> tensor<2x3x4xf32>
  %13 = graph.constant {value = dense<[5.0, 6.0, 7.0, 8.0]> : tensor<4xf32>} : tensor<4xf32>
  %14 = graph.add %12, %13 : (tensor<2x3x4xf32>, tensor<4xf32>) -> tensor<2x3x4xf32>
  return %14 : tensor<2x3x4xf32>
}

// Without parameters, over two axes.
// CHECK-LABEL: func.func @plain
// CHECK: %[[ONE:.*]] = graph.constant {value = dense<1.000000e+00> : tensor<1xf32>}
// CHECK: graph.layer_norm %arg0, %[[ONE]], %{{.*}} {axis = 1 : i64, epsilon = 1.000000e-03 : f32, stash_type = f32}
func.func @plain(%x: tensor<2x3x4xf32>) -> tensor<2x3x4xf32> {
  %0 = graph.constant {value = dense<[1, 2]> : tensor<2xi64>} : tensor<2xi64>
  %1 = graph.reduce_mean %x, %0 : (tensor<2x3x4xf32>, tensor<2xi64>) -> tensor<2x1x1xf32>
  %2 = graph.sub %x, %1 : (tensor<2x3x4xf32>, tensor<2x1x1xf32>) -> tensor<2x3x4xf32>
  %3 = graph.mul %2, %2 : (tensor<2x3x4xf32>, tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
  %4 = graph.constant {value = dense<[1, 2]> : tensor<2xi64>} : tensor<2xi64>
  %5 = graph.reduce_mean %3, %4 : (tensor<2x3x4xf32>, tensor<2xi64>) -> tensor<2x1x1xf32>
  %6 = graph.constant {value = dense<1.0e-03> : tensor<f32>} : tensor<f32>
  %7 = graph.add %5, %6 : (tensor<2x1x1xf32>, tensor<f32>) -> tensor<2x1x1xf32>
  %8 = graph.sqrt %7 : (tensor<2x1x1xf32>) -> tensor<2x1x1xf32>
  %9 = graph.div %2, %8 : (tensor<2x3x4xf32>, tensor<2x1x1xf32>) -> tensor<2x3x4xf32>
  return %9 : tensor<2x3x4xf32>
}

// CHECK-LABEL: func.func @inverse_power
// CHECK: graph.layer_norm %arg0
// CHECK-NEXT: return
func.func @inverse_power(%x: tensor<2x3x4xf32>) -> tensor<2x3x4xf32> {
  %0 = graph.constant {value = dense<[2]> : tensor<1xi64>} : tensor<1xi64>
  %1 = graph.reduce_mean %x, %0 : (tensor<2x3x4xf32>, tensor<1xi64>) -> tensor<2x3x1xf32>
  %2 = graph.sub %x, %1 : (tensor<2x3x4xf32>, tensor<2x3x1xf32>) -> tensor<2x3x4xf32>
  %3 = graph.mul %2, %2 : (tensor<2x3x4xf32>, tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
  %4 = graph.constant {value = dense<[2]> : tensor<1xi64>} : tensor<1xi64>
  %5 = graph.reduce_mean %3, %4 : (tensor<2x3x4xf32>, tensor<1xi64>) -> tensor<2x3x1xf32>
  %6 = graph.constant {value = dense<1.0e-05> : tensor<f32>} : tensor<f32>
  %7 = graph.add %5, %6 : (tensor<2x3x1xf32>, tensor<f32>) -> tensor<2x3x1xf32>
  %8 = graph.constant {value = dense<-0.5> : tensor<f32>} : tensor<f32>
  %9 = graph.pow %7, %8 : (tensor<2x3x1xf32>, tensor<f32>) -> tensor<2x3x1xf32>
  %10 = graph.mul %9, %2 : (tensor<2x3x1xf32>, tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
  return %10 : tensor<2x3x4xf32>
}

// CHECK-LABEL: func.func @scaled_inverse
// CHECK: graph.layer_norm %arg0
// CHECK-NEXT: return
func.func @scaled_inverse(%x: tensor<2x3x4xf32>) -> tensor<2x3x4xf32> {
  %0 = graph.constant {value = dense<[2]> : tensor<1xi64>} : tensor<1xi64>
  %1 = graph.reduce_mean %x, %0 : (tensor<2x3x4xf32>, tensor<1xi64>) -> tensor<2x3x1xf32>
  %2 = graph.sub %x, %1 : (tensor<2x3x4xf32>, tensor<2x3x1xf32>) -> tensor<2x3x4xf32>
  %3 = graph.mul %2, %2 : (tensor<2x3x4xf32>, tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
  %4 = graph.constant {value = dense<[2]> : tensor<1xi64>} : tensor<1xi64>
  %5 = graph.reduce_mean %3, %4 : (tensor<2x3x4xf32>, tensor<1xi64>) -> tensor<2x3x1xf32>
  %6 = graph.constant {value = dense<1.0e-05> : tensor<f32>} : tensor<f32>
  %7 = graph.add %5, %6 : (tensor<2x3x1xf32>, tensor<f32>) -> tensor<2x3x1xf32>
  %8 = graph.sqrt %7 : (tensor<2x3x1xf32>) -> tensor<2x3x1xf32>
  %9 = graph.reciprocal %8 : (tensor<2x3x1xf32>) -> tensor<2x3x1xf32>
  %10 = graph.constant {value = dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>} : tensor<4xf32>
  %11 = graph.mul %9, %10 : (tensor<2x3x1xf32>, tensor<4xf32>) -> tensor<2x3x4xf32>
  %12 = graph.mul %2, %11 : (tensor<2x3x4xf32>, tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
  %13 = graph.constant {value = dense<[5.0, 6.0, 7.0, 8.0]> : tensor<4xf32>} : tensor<4xf32>
  %14 = graph.add %12, %13 : (tensor<2x3x4xf32>, tensor<4xf32>) -> tensor<2x3x4xf32>
  return %14 : tensor<2x3x4xf32>
}

// As TensorFlow writes it.
// CHECK-LABEL: func.func @factored
// CHECK: graph.layer_norm %arg0
// CHECK-NEXT: return
func.func @factored(%x: tensor<2x3x4xf32>) -> tensor<2x3x4xf32> {
  %0 = graph.constant {value = dense<[2]> : tensor<1xi64>} : tensor<1xi64>
  %1 = graph.reduce_mean %x, %0 : (tensor<2x3x4xf32>, tensor<1xi64>) -> tensor<2x3x1xf32>
  %2 = graph.sub %x, %1 : (tensor<2x3x4xf32>, tensor<2x3x1xf32>) -> tensor<2x3x4xf32>
  %3 = graph.mul %2, %2 : (tensor<2x3x4xf32>, tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
  %4 = graph.constant {value = dense<[2]> : tensor<1xi64>} : tensor<1xi64>
  %5 = graph.reduce_mean %3, %4 : (tensor<2x3x4xf32>, tensor<1xi64>) -> tensor<2x3x1xf32>
  %6 = graph.constant {value = dense<1.0e-05> : tensor<f32>} : tensor<f32>
  %7 = graph.add %5, %6 : (tensor<2x3x1xf32>, tensor<f32>) -> tensor<2x3x1xf32>
  %8 = graph.sqrt %7 : (tensor<2x3x1xf32>) -> tensor<2x3x1xf32>
  %9 = graph.reciprocal %8 : (tensor<2x3x1xf32>) -> tensor<2x3x1xf32>
  %10 = graph.constant {value = dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>} : tensor<4xf32>
  %11 = graph.mul %9, %10 : (tensor<2x3x1xf32>, tensor<4xf32>) -> tensor<2x3x4xf32>
  %12 = graph.mul %x, %11 : (tensor<2x3x4xf32>, tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
  %13 = graph.constant {value = dense<[5.0, 6.0, 7.0, 8.0]> : tensor<4xf32>} : tensor<4xf32>
  %14 = graph.mul %1, %11 : (tensor<2x3x1xf32>, tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
  %15 = graph.sub %13, %14 : (tensor<4xf32>, tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
  %16 = graph.add %12, %15 : (tensor<2x3x4xf32>, tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
  return %16 : tensor<2x3x4xf32>
}

// An axis that is not the last.
// CHECK-LABEL: func.func @channels_first
// CHECK-NOT: graph.layer_norm
// CHECK: graph.div
func.func @channels_first(%x: tensor<2x3x4xf32>) -> tensor<2x3x4xf32> {
  %0 = graph.constant {value = dense<[1]> : tensor<1xi64>} : tensor<1xi64>
  %1 = graph.reduce_mean %x, %0 : (tensor<2x3x4xf32>, tensor<1xi64>) -> tensor<2x1x4xf32>
  %2 = graph.sub %x, %1 : (tensor<2x3x4xf32>, tensor<2x1x4xf32>) -> tensor<2x3x4xf32>
  %3 = graph.mul %2, %2 : (tensor<2x3x4xf32>, tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
  %4 = graph.constant {value = dense<[1]> : tensor<1xi64>} : tensor<1xi64>
  %5 = graph.reduce_mean %3, %4 : (tensor<2x3x4xf32>, tensor<1xi64>) -> tensor<2x1x4xf32>
  %6 = graph.constant {value = dense<1.0e-05> : tensor<f32>} : tensor<f32>
  %7 = graph.add %5, %6 : (tensor<2x1x4xf32>, tensor<f32>) -> tensor<2x1x4xf32>
  %8 = graph.sqrt %7 : (tensor<2x1x4xf32>) -> tensor<2x1x4xf32>
  %9 = graph.div %2, %8 : (tensor<2x3x4xf32>, tensor<2x1x4xf32>) -> tensor<2x3x4xf32>
  return %9 : tensor<2x3x4xf32>
}

// The deviation of another tensor.
// CHECK-LABEL: func.func @other_deviation
// CHECK-NOT: graph.layer_norm
// CHECK: graph.div
func.func @other_deviation(%x: tensor<2x3x4xf32>, %y: tensor<2x3x4xf32>) -> tensor<2x3x4xf32> {
  %0 = graph.constant {value = dense<[2]> : tensor<1xi64>} : tensor<1xi64>
  %1 = graph.reduce_mean %y, %0 : (tensor<2x3x4xf32>, tensor<1xi64>) -> tensor<2x3x1xf32>
  %2 = graph.sub %y, %1 : (tensor<2x3x4xf32>, tensor<2x3x1xf32>) -> tensor<2x3x4xf32>
  %3 = graph.mul %2, %2 : (tensor<2x3x4xf32>, tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
  %4 = graph.constant {value = dense<[2]> : tensor<1xi64>} : tensor<1xi64>
  %5 = graph.reduce_mean %3, %4 : (tensor<2x3x4xf32>, tensor<1xi64>) -> tensor<2x3x1xf32>
  %6 = graph.constant {value = dense<1.0e-05> : tensor<f32>} : tensor<f32>
  %7 = graph.add %5, %6 : (tensor<2x3x1xf32>, tensor<f32>) -> tensor<2x3x1xf32>
  %8 = graph.constant {value = dense<[2]> : tensor<1xi64>} : tensor<1xi64>
  %9 = graph.reduce_mean %x, %8 : (tensor<2x3x4xf32>, tensor<1xi64>) -> tensor<2x3x1xf32>
  %10 = graph.sub %x, %9 : (tensor<2x3x4xf32>, tensor<2x3x1xf32>) -> tensor<2x3x4xf32>
  %11 = graph.sqrt %7 : (tensor<2x3x1xf32>) -> tensor<2x3x1xf32>
  %12 = graph.div %10, %11 : (tensor<2x3x4xf32>, tensor<2x3x1xf32>) -> tensor<2x3x4xf32>
  return %12 : tensor<2x3x4xf32>
}

// Mean and variance over different axes.
// CHECK-LABEL: func.func @other_axes
// CHECK-NOT: graph.layer_norm
// CHECK: graph.div
func.func @other_axes(%x: tensor<2x3x4xf32>) -> tensor<2x3x4xf32> {
  %0 = graph.constant {value = dense<[2]> : tensor<1xi64>} : tensor<1xi64>
  %1 = graph.reduce_mean %x, %0 : (tensor<2x3x4xf32>, tensor<1xi64>) -> tensor<2x3x1xf32>
  %2 = graph.sub %x, %1 : (tensor<2x3x4xf32>, tensor<2x3x1xf32>) -> tensor<2x3x4xf32>
  %3 = graph.mul %2, %2 : (tensor<2x3x4xf32>, tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
  %4 = graph.constant {value = dense<[1, 2]> : tensor<2xi64>} : tensor<2xi64>
  %5 = graph.reduce_mean %3, %4 : (tensor<2x3x4xf32>, tensor<2xi64>) -> tensor<2x1x1xf32>
  %6 = graph.constant {value = dense<1.0e-05> : tensor<f32>} : tensor<f32>
  %7 = graph.add %5, %6 : (tensor<2x1x1xf32>, tensor<f32>) -> tensor<2x1x1xf32>
  %8 = graph.sqrt %7 : (tensor<2x1x1xf32>) -> tensor<2x1x1xf32>
  %9 = graph.div %2, %8 : (tensor<2x3x4xf32>, tensor<2x1x1xf32>) -> tensor<2x3x4xf32>
  return %9 : tensor<2x3x4xf32>
}

// A factor along an axis that is not normalized stays.
// CHECK-LABEL: func.func @row_factor
// CHECK: graph.layer_norm
// CHECK: graph.mul
func.func @row_factor(%x: tensor<2x3x4xf32>) -> tensor<2x3x4xf32> {
  %0 = graph.constant {value = dense<[2]> : tensor<1xi64>} : tensor<1xi64>
  %1 = graph.reduce_mean %x, %0 : (tensor<2x3x4xf32>, tensor<1xi64>) -> tensor<2x3x1xf32>
  %2 = graph.sub %x, %1 : (tensor<2x3x4xf32>, tensor<2x3x1xf32>) -> tensor<2x3x4xf32>
  %3 = graph.mul %2, %2 : (tensor<2x3x4xf32>, tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
  %4 = graph.constant {value = dense<[2]> : tensor<1xi64>} : tensor<1xi64>
  %5 = graph.reduce_mean %3, %4 : (tensor<2x3x4xf32>, tensor<1xi64>) -> tensor<2x3x1xf32>
  %6 = graph.constant {value = dense<1.0e-05> : tensor<f32>} : tensor<f32>
  %7 = graph.add %5, %6 : (tensor<2x3x1xf32>, tensor<f32>) -> tensor<2x3x1xf32>
  %8 = graph.sqrt %7 : (tensor<2x3x1xf32>) -> tensor<2x3x1xf32>
  %9 = graph.div %2, %8 : (tensor<2x3x4xf32>, tensor<2x3x1xf32>) -> tensor<2x3x4xf32>
  %10 = graph.constant {value = dense<[[[1.0],[2.0],[3.0]]]> : tensor<1x3x1xf32>} : tensor<1x3x1xf32>
  %11 = graph.mul %9, %10 : (tensor<2x3x4xf32>, tensor<1x3x1xf32>) -> tensor<2x3x4xf32>
  return %11 : tensor<2x3x4xf32>
}

// A second reader of the norm wants it without the scale.
// CHECK-LABEL: func.func @two_readers
// CHECK: %[[Y:.*]], %{{.*}}, %{{.*}} = graph.layer_norm
// CHECK-NEXT: %[[S:.*]] = graph.mul %[[Y]]
// CHECK-NEXT: graph.mul %[[S]], %[[Y]]
func.func @two_readers(%x: tensor<2x3x4xf32>) -> tensor<2x3x4xf32> {
  %0 = graph.constant {value = dense<[2]> : tensor<1xi64>} : tensor<1xi64>
  %1 = graph.reduce_mean %x, %0 : (tensor<2x3x4xf32>, tensor<1xi64>) -> tensor<2x3x1xf32>
  %2 = graph.sub %x, %1 : (tensor<2x3x4xf32>, tensor<2x3x1xf32>) -> tensor<2x3x4xf32>
  %3 = graph.mul %2, %2 : (tensor<2x3x4xf32>, tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
  %4 = graph.constant {value = dense<[2]> : tensor<1xi64>} : tensor<1xi64>
  %5 = graph.reduce_mean %3, %4 : (tensor<2x3x4xf32>, tensor<1xi64>) -> tensor<2x3x1xf32>
  %6 = graph.constant {value = dense<1.0e-05> : tensor<f32>} : tensor<f32>
  %7 = graph.add %5, %6 : (tensor<2x3x1xf32>, tensor<f32>) -> tensor<2x3x1xf32>
  %8 = graph.sqrt %7 : (tensor<2x3x1xf32>) -> tensor<2x3x1xf32>
  %9 = graph.div %2, %8 : (tensor<2x3x4xf32>, tensor<2x3x1xf32>) -> tensor<2x3x4xf32>
  %10 = graph.constant {value = dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>} : tensor<4xf32>
  %11 = graph.mul %9, %10 : (tensor<2x3x4xf32>, tensor<4xf32>) -> tensor<2x3x4xf32>
  %12 = graph.mul %11, %9 : (tensor<2x3x4xf32>, tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
  return %12 : tensor<2x3x4xf32>
}
