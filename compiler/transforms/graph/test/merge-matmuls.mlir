// RUN: ingot-opt %s --graph-merge-matmuls --graph-fold-constants | FileCheck %s

// CHECK-LABEL: func.func @merge
// CHECK-SAME:  (%[[X:.*]]: tensor<2x5x32xf32>)
// CHECK: %[[W:.*]] = graph.constant {{.*}} : tensor<32x12xf32>
// CHECK: %[[Y:.*]] = graph.matmul %[[X]], %[[W]] {{.*}} -> tensor<2x5x12xf32>
// CHECK: %[[A:.*]] = graph.slice %[[Y]]{{.*}} -> tensor<2x5x8xf32>
// CHECK: %[[B:.*]] = graph.slice %[[Y]]{{.*}} -> tensor<2x5x4xf32>
// CHECK: return %[[A]], %[[B]]
func.func @merge(%x: tensor<2x5x32xf32>) -> (tensor<2x5x8xf32>, tensor<2x5x4xf32>) {
  %p = graph.constant {value = dense<1.0> : tensor<32x8xf32>} : tensor<32x8xf32>
  %q = graph.constant {value = dense<2.0> : tensor<32x4xf32>} : tensor<32x4xf32>
  %a = graph.matmul %x, %p : (tensor<2x5x32xf32>, tensor<32x8xf32>) -> tensor<2x5x8xf32>
  %b = graph.matmul %x, %q : (tensor<2x5x32xf32>, tensor<32x4xf32>) -> tensor<2x5x4xf32>
  return %a, %b : tensor<2x5x8xf32>, tensor<2x5x4xf32>
}

// CHECK-LABEL: func.func @transposed
// CHECK: graph.matmul {{.*}}transpose_b = true{{.*}} -> tensor<3x12xf32>
// CHECK-NOT: graph.matmul
func.func @transposed(%x: tensor<3x32xf32>) -> (tensor<3x8xf32>, tensor<3x4xf32>) {
  %p = graph.constant {value = dense<1.0> : tensor<8x32xf32>} : tensor<8x32xf32>
  %q = graph.constant {value = dense<2.0> : tensor<4x32xf32>} : tensor<4x32xf32>
  %a = graph.matmul %x, %p {transpose_b = true} : (tensor<3x32xf32>, tensor<8x32xf32>) -> tensor<3x8xf32>
  %b = graph.matmul %x, %q {transpose_b = true} : (tensor<3x32xf32>, tensor<4x32xf32>) -> tensor<3x4xf32>
  return %a, %b : tensor<3x8xf32>, tensor<3x4xf32>
}

// How many rows there are need not be known.
// CHECK-LABEL: func.func @open
// CHECK: graph.matmul {{.*}} -> tensor<?x12xf32>
// CHECK-NOT: graph.matmul
func.func @open(%x: tensor<?x32xf32>) -> (tensor<?x8xf32>, tensor<?x4xf32>) {
  %p = graph.constant {value = dense<1.0> : tensor<32x8xf32>} : tensor<32x8xf32>
  %q = graph.constant {value = dense<2.0> : tensor<32x4xf32>} : tensor<32x4xf32>
  %a = graph.matmul %x, %p : (tensor<?x32xf32>, tensor<32x8xf32>) -> tensor<?x8xf32>
  %b = graph.matmul %x, %q : (tensor<?x32xf32>, tensor<32x4xf32>) -> tensor<?x4xf32>
  return %a, %b : tensor<?x8xf32>, tensor<?x4xf32>
}

// Not a constant; too shallow to pay for slicing.
// CHECK-LABEL: func.func @apart
// CHECK-COUNT-4: graph.matmul
func.func @apart(%x: tensor<3x32xf32>, %w: tensor<32x4xf32>, %s: tensor<3x4xf32>) -> (tensor<3x8xf32>, tensor<3x4xf32>, tensor<3x8xf32>, tensor<3x8xf32>) {
  %p = graph.constant {value = dense<1.0> : tensor<32x8xf32>} : tensor<32x8xf32>
  %v = graph.constant {value = dense<1.0> : tensor<4x8xf32>} : tensor<4x8xf32>
  %z = graph.constant {value = dense<2.0> : tensor<4x8xf32>} : tensor<4x8xf32>
  %a = graph.matmul %x, %p : (tensor<3x32xf32>, tensor<32x8xf32>) -> tensor<3x8xf32>
  %b = graph.matmul %x, %w : (tensor<3x32xf32>, tensor<32x4xf32>) -> tensor<3x4xf32>
  %e = graph.matmul %s, %v : (tensor<3x4xf32>, tensor<4x8xf32>) -> tensor<3x8xf32>
  %f = graph.matmul %s, %z : (tensor<3x4xf32>, tensor<4x8xf32>) -> tensor<3x8xf32>
  return %a, %b, %e, %f : tensor<3x8xf32>, tensor<3x4xf32>, tensor<3x8xf32>, tensor<3x8xf32>
}
