// Casts of constant weights are computed once; others stay.
// RUN: ingot-opt %s --graph-widen-weights | FileCheck %s

// CHECK-LABEL: func.func @product
// CHECK: %[[W:.*]] = graph.constant {value = dense<5.000000e-01> : tensor<4x4xf32>}
// CHECK-NOT: graph.cast
// CHECK: graph.matmul %arg0, %[[W]]
func.func @product(%x: tensor<2x4xf32>) -> tensor<2x4xf32> {
  %w = graph.constant {value = dense<0.5> : tensor<4x4xf16>} : tensor<4x4xf16>
  %f = graph.cast %w {to = f32} : (tensor<4x4xf16>) -> tensor<4x4xf32>
  %m = graph.matmul %x, %f : (tensor<2x4xf32>, tensor<4x4xf32>) -> tensor<2x4xf32>
  return %m : tensor<2x4xf32>
}

// CHECK-LABEL: func.func @rounded
// CHECK: graph.constant {value = dense<0.30078125> : tensor<4x4xf32>}
// CHECK-NOT: graph.cast
// CHECK: graph.matmul
func.func @rounded(%x: tensor<2x4xf32>) -> tensor<2x4xf32> {
  %w = graph.constant {value = dense<0.3> : tensor<4x4xf32>} : tensor<4x4xf32>
  %h = graph.cast %w {to = bf16} : (tensor<4x4xf32>) -> tensor<4x4xbf16>
  %f = graph.cast %h {to = f32} : (tensor<4x4xbf16>) -> tensor<4x4xf32>
  %m = graph.matmul %x, %f : (tensor<2x4xf32>, tensor<4x4xf32>) -> tensor<2x4xf32>
  return %m : tensor<2x4xf32>
}

// What is not constant, what nothing multiplies with, and another conversion.
// CHECK-LABEL: func.func @others
// CHECK-COUNT-3: graph.cast
func.func @others(%x: tensor<2x4xf32>, %v: tensor<4x4xbf16>) -> (tensor<2x4xf32>, tensor<4x4xf32>, tensor<2x4xf64>) {
  %w = graph.constant {value = dense<0.5> : tensor<4x4xf16>} : tensor<4x4xf16>
  %d = graph.constant {value = dense<0.5> : tensor<4x4xf32>} : tensor<4x4xf32>
  %0 = graph.cast %v {to = f32} : (tensor<4x4xbf16>) -> tensor<4x4xf32>
  %1 = graph.matmul %x, %0 : (tensor<2x4xf32>, tensor<4x4xf32>) -> tensor<2x4xf32>
  %2 = graph.cast %w {to = f32} : (tensor<4x4xf16>) -> tensor<4x4xf32>
  %3 = graph.relu %2 : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %4 = graph.cast %d {to = f64} : (tensor<4x4xf32>) -> tensor<4x4xf64>
  %z = graph.constant {value = dense<2.0> : tensor<2x4xf64>} : tensor<2x4xf64>
  %5 = graph.matmul %z, %4 : (tensor<2x4xf64>, tensor<4x4xf64>) -> tensor<2x4xf64>
  return %1, %3, %5 : tensor<2x4xf32>, tensor<4x4xf32>, tensor<2x4xf64>
}
