// rms_norm from mean squares.
// RUN: ingot-opt %s --graph-raise-rms-norm | FileCheck %s

// CHECK-LABEL: func.func @llama
// CHECK: %[[SCALE:.*]] = graph.constant {value = dense<[1.0
// CHECK: graph.rms_norm %arg0, %[[SCALE]] {axis = 2 : i64, epsilon = 9.99999997E-7 : f32, stash_type = f32}
// CHECK-NEXT: return
func.func @llama(%x: tensor<2x3x4xf32>) -> tensor<2x3x4xf32> {
  %0 = graph.constant {value = dense<2.0> : tensor<f32>} : tensor<f32>
  %1 = graph.pow %x, %0 : (tensor<2x3x4xf32>, tensor<f32>) -> tensor<2x3x4xf32>
  %2 = graph.constant {value = dense<[-1]> : tensor<1xi64>} : tensor<1xi64>
  %3 = graph.reduce_mean %1, %2 : (tensor<2x3x4xf32>, tensor<1xi64>) -> tensor<2x3x1xf32>
  %4 = graph.constant {value = dense<1.0e-06> : tensor<f32>} : tensor<f32>
  %5 = graph.add %3, %4 : (tensor<2x3x1xf32>, tensor<f32>) -> tensor<2x3x1xf32>
  %6 = graph.constant {value = dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>} : tensor<4xf32>
  %7 = graph.sqrt %5 : (tensor<2x3x1xf32>) -> tensor<2x3x1xf32>
  %8 = graph.reciprocal %7 : (tensor<2x3x1xf32>) -> tensor<2x3x1xf32>
  %9 = graph.mul %x, %8 : (tensor<2x3x4xf32>, tensor<2x3x1xf32>) -> tensor<2x3x4xf32>
  %10 = graph.mul %6, %9 : (tensor<4xf32>, tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
  return %10 : tensor<2x3x4xf32>
}

// CHECK-LABEL: func.func @plain
// CHECK: graph.rms_norm %arg0, %{{.*}} {axis = 1 : i64
// CHECK-NEXT: return
func.func @plain(%x: tensor<2x3x4xf32>) -> tensor<2x3x4xf32> {
  %0 = graph.mul %x, %x : (tensor<2x3x4xf32>, tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
  %1 = graph.constant {value = dense<[1, 2]> : tensor<2xi64>} : tensor<2xi64>
  %2 = graph.reduce_mean %0, %1 : (tensor<2x3x4xf32>, tensor<2xi64>) -> tensor<2x1x1xf32>
  %3 = graph.constant {value = dense<1.0e-06> : tensor<f32>} : tensor<f32>
  %4 = graph.add %2, %3 : (tensor<2x1x1xf32>, tensor<f32>) -> tensor<2x1x1xf32>
  %5 = graph.sqrt %4 : (tensor<2x1x1xf32>) -> tensor<2x1x1xf32>
  %6 = graph.div %x, %5 : (tensor<2x3x4xf32>, tensor<2x1x1xf32>) -> tensor<2x3x4xf32>
  return %6 : tensor<2x3x4xf32>
}

// CHECK-LABEL: func.func @inverse_power
// CHECK: graph.rms_norm %arg0
// CHECK-NEXT: return
func.func @inverse_power(%x: tensor<2x3x4xf32>) -> tensor<2x3x4xf32> {
  %0 = graph.mul %x, %x : (tensor<2x3x4xf32>, tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
  %1 = graph.constant {value = dense<[2]> : tensor<1xi64>} : tensor<1xi64>
  %2 = graph.reduce_mean %0, %1 : (tensor<2x3x4xf32>, tensor<1xi64>) -> tensor<2x3x1xf32>
  %3 = graph.constant {value = dense<1.0e-06> : tensor<f32>} : tensor<f32>
  %4 = graph.add %2, %3 : (tensor<2x3x1xf32>, tensor<f32>) -> tensor<2x3x1xf32>
  %5 = graph.constant {value = dense<-0.5> : tensor<f32>} : tensor<f32>
  %6 = graph.pow %4, %5 : (tensor<2x3x1xf32>, tensor<f32>) -> tensor<2x3x1xf32>
  %7 = graph.mul %6, %x : (tensor<2x3x1xf32>, tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
  return %7 : tensor<2x3x4xf32>
}

// The root of another tensor.
// CHECK-LABEL: func.func @other_root
// CHECK-NOT: graph.rms_norm
// CHECK: graph.div
func.func @other_root(%x: tensor<2x3x4xf32>, %y: tensor<2x3x4xf32>) -> tensor<2x3x4xf32> {
  %0 = graph.mul %y, %y : (tensor<2x3x4xf32>, tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
  %1 = graph.constant {value = dense<[2]> : tensor<1xi64>} : tensor<1xi64>
  %2 = graph.reduce_mean %0, %1 : (tensor<2x3x4xf32>, tensor<1xi64>) -> tensor<2x3x1xf32>
  %3 = graph.constant {value = dense<1.0e-06> : tensor<f32>} : tensor<f32>
  %4 = graph.add %2, %3 : (tensor<2x3x1xf32>, tensor<f32>) -> tensor<2x3x1xf32>
  %5 = graph.sqrt %4 : (tensor<2x3x1xf32>) -> tensor<2x3x1xf32>
  %6 = graph.div %x, %5 : (tensor<2x3x4xf32>, tensor<2x3x1xf32>) -> tensor<2x3x4xf32>
  return %6 : tensor<2x3x4xf32>
}

// Not the last axes.
// CHECK-LABEL: func.func @first_axis
// CHECK-NOT: graph.rms_norm
// CHECK: graph.div
func.func @first_axis(%x: tensor<2x3x4xf32>) -> tensor<2x3x4xf32> {
  %0 = graph.mul %x, %x : (tensor<2x3x4xf32>, tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
  %1 = graph.constant {value = dense<[0]> : tensor<1xi64>} : tensor<1xi64>
  %2 = graph.reduce_mean %0, %1 : (tensor<2x3x4xf32>, tensor<1xi64>) -> tensor<1x3x4xf32>
  %3 = graph.constant {value = dense<1.0e-06> : tensor<f32>} : tensor<f32>
  %4 = graph.add %2, %3 : (tensor<1x3x4xf32>, tensor<f32>) -> tensor<1x3x4xf32>
  %5 = graph.sqrt %4 : (tensor<1x3x4xf32>) -> tensor<1x3x4xf32>
  %6 = graph.div %x, %5 : (tensor<2x3x4xf32>, tensor<1x3x4xf32>) -> tensor<2x3x4xf32>
  return %6 : tensor<2x3x4xf32>
}
