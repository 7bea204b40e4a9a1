// RUN: ingot-opt %s --pass-pipeline='builtin.module(func.func(graph-fuse-groups))' | FileCheck %s

// The residual and the activation go into the product; its weights go along.
// CHECK-LABEL: func.func @product
// CHECK: graph.group %arg0, %arg1 {kind = "contraction"}
// CHECK: graph.constant
// CHECK: graph.matmul
// CHECK: graph.add
// CHECK: graph.relu
// CHECK: graph.yield
func.func @product(%x: tensor<4x8xf32>, %r: tensor<4x2xf32>) -> tensor<4x2xf32> {
  %w = graph.constant {value = dense<1.0> : tensor<8x2xf32>} : tensor<8x2xf32>
  %0 = graph.matmul %x, %w : (tensor<4x8xf32>, tensor<8x2xf32>) -> tensor<4x2xf32>
  %1 = graph.add %0, %r : (tensor<4x2xf32>, tensor<4x2xf32>) -> tensor<4x2xf32>
  %2 = graph.relu %1 : (tensor<4x2xf32>) -> tensor<4x2xf32>
  return %2 : tensor<4x2xf32>
}

// What somebody else reads too is stored, so the product ends with it.
// CHECK-LABEL: func.func @shared
// CHECK: %[[P:.*]] = graph.matmul
// CHECK: %[[G:.*]] = graph.group %[[P]] {kind = "elementwise"}
// CHECK: return %[[P]], %[[G]]
func.func @shared(%x: tensor<4x8xf32>, %w: tensor<8x2xf32>) -> (tensor<4x2xf32>, tensor<4x2xf32>) {
  %0 = graph.matmul %x, %w : (tensor<4x8xf32>, tensor<8x2xf32>) -> tensor<4x2xf32>
  %1 = graph.relu %0 : (tensor<4x2xf32>) -> tensor<4x2xf32>
  %2 = graph.tanh %1 : (tensor<4x2xf32>) -> tensor<4x2xf32>
  return %0, %2 : tensor<4x2xf32>, tensor<4x2xf32>
}

// Unknown sizes are left alone.
// CHECK-LABEL: func.func @dynamic
// CHECK-NOT: graph.group
func.func @dynamic(%x: tensor<?x8xf32>) -> tensor<?x8xf32> {
  %0 = graph.relu %x : (tensor<?x8xf32>) -> tensor<?x8xf32>
  %1 = graph.tanh %0 : (tensor<?x8xf32>) -> tensor<?x8xf32>
  return %1 : tensor<?x8xf32>
}
