// RUN: ingot-opt %s --graph-simplify-transposes | FileCheck %s

// CHECK-LABEL: func.func @cancel
// CHECK-SAME:  (%[[X:.*]]: tensor<2x3x4xf32>)
// CHECK-NEXT: return %[[X]]
func.func @cancel(%x: tensor<2x3x4xf32>) -> tensor<2x3x4xf32> {
  %a = graph.transpose %x {perm = array<i64: 2, 0, 1>} : (tensor<2x3x4xf32>) -> tensor<4x2x3xf32>
  %b = graph.transpose %a {perm = array<i64: 1, 2, 0>} : (tensor<4x2x3xf32>) -> tensor<2x3x4xf32>
  return %b : tensor<2x3x4xf32>
}

// CHECK-LABEL: func.func @merge
// CHECK: graph.transpose %{{.*}} {perm = array<i64: 1, 2, 0>} : (tensor<2x3x4xf32>) -> tensor<3x4x2xf32>
// CHECK-NEXT: return
func.func @merge(%x: tensor<2x3x4xf32>) -> tensor<3x4x2xf32> {
  %a = graph.transpose %x {perm = array<i64: 2, 0, 1>} : (tensor<2x3x4xf32>) -> tensor<4x2x3xf32>
  %b = graph.transpose %a {perm = array<i64: 2, 0, 1>} : (tensor<4x2x3xf32>) -> tensor<3x4x2xf32>
  return %b : tensor<3x4x2xf32>
}

// CHECK-LABEL: func.func @ones
// CHECK: graph.reshape {{.*}} -> tensor<?x4x1xf32>
// CHECK: graph.transpose
func.func @ones(%x: tensor<?x1x4xf32>, %y: tensor<1x3x4xf32>) -> (tensor<?x4x1xf32>, tensor<4x1x3xf32>) {
  %a = graph.transpose %x {perm = array<i64: 0, 2, 1>} : (tensor<?x1x4xf32>) -> tensor<?x4x1xf32>
  %b = graph.transpose %y {perm = array<i64: 2, 0, 1>} : (tensor<1x3x4xf32>) -> tensor<4x1x3xf32>
  return %a, %b : tensor<?x4x1xf32>, tensor<4x1x3xf32>
}

// An axis of unknown size may have more than one element.
// CHECK-LABEL: func.func @unknown
// CHECK: graph.transpose
func.func @unknown(%x: tensor<?x4xf32>) -> tensor<4x?xf32> {
  %a = graph.transpose %x {perm = array<i64: 1, 0>} : (tensor<?x4xf32>) -> tensor<4x?xf32>
  return %a : tensor<4x?xf32>
}

// CHECK-LABEL: func.func @matmul
// CHECK-SAME:  (%[[A:.*]]: tensor<5x2x3xf32>, %[[B:.*]]: tensor<5x2x4xf32>)
// CHECK: graph.matmul %[[A]], %[[B]] {transpose_a = true}
func.func @matmul(%a: tensor<5x2x3xf32>, %b: tensor<5x2x4xf32>) -> tensor<5x3x4xf32> {
  %ta = graph.transpose %a {perm = array<i64: 0, 2, 1>} : (tensor<5x2x3xf32>) -> tensor<5x3x2xf32>
  %tb = graph.transpose %b {perm = array<i64: 0, 2, 1>} : (tensor<5x2x4xf32>) -> tensor<5x4x2xf32>
  %y = graph.matmul %ta, %tb {transpose_b = true} : (tensor<5x3x2xf32>, tensor<5x4x2xf32>) -> tensor<5x3x4xf32>
  return %y : tensor<5x3x4xf32>
}

// CHECK-LABEL: func.func @matmul_batch
// CHECK: graph.transpose
func.func @matmul_batch(%a: tensor<2x5x3xf32>, %b: tensor<5x3x4xf32>) -> tensor<5x2x4xf32> {
  %ta = graph.transpose %a {perm = array<i64: 1, 0, 2>} : (tensor<2x5x3xf32>) -> tensor<5x2x3xf32>
  %y = graph.matmul %ta, %b : (tensor<5x2x3xf32>, tensor<5x3x4xf32>) -> tensor<5x2x4xf32>
  return %y : tensor<5x2x4xf32>
}

// The batch between the reshapes is that of before.
// CHECK-LABEL: func.func @batch
// CHECK-SAME: (%[[X:.*]]: tensor<2x3x4x5xf32>)
// CHECK: graph.transpose %{{.*}} {perm = array<i64: 0, 1, 3, 2>} : (tensor<2x3x4x5xf32>) -> tensor<2x3x5x4xf32>
// CHECK-NEXT: return
func.func @batch(%x: tensor<2x3x4x5xf32>) -> tensor<2x3x5x4xf32> {
  %three = graph.constant {value = dense<[-1, 4, 5]> : tensor<3xi64>} : tensor<3xi64>
  %four = graph.constant {value = dense<[2, 3, 5, 4]> : tensor<4xi64>} : tensor<4xi64>
  %r = graph.reshape %x, %three : (tensor<2x3x4x5xf32>, tensor<3xi64>) -> tensor<6x4x5xf32>
  %t = graph.transpose %r {perm = array<i64: 0, 2, 1>} : (tensor<6x4x5xf32>) -> tensor<6x5x4xf32>
  %y = graph.reshape %t, %four : (tensor<6x5x4xf32>, tensor<4xi64>) -> tensor<2x3x5x4xf32>
  return %y : tensor<2x3x5x4xf32>
}

// More than the batch has another shape.
// CHECK-LABEL: func.func @more_than_a_batch
// CHECK: graph.transpose {{.*}} -> tensor<6x5x4xf32>
func.func @more_than_a_batch(%x: tensor<2x3x4x5xf32>) -> tensor<30x4xf32> {
  %three = graph.constant {value = dense<[-1, 4, 5]> : tensor<3xi64>} : tensor<3xi64>
  %two = graph.constant {value = dense<[30, 4]> : tensor<2xi64>} : tensor<2xi64>
  %r = graph.reshape %x, %three : (tensor<2x3x4x5xf32>, tensor<3xi64>) -> tensor<6x4x5xf32>
  %t = graph.transpose %r {perm = array<i64: 0, 2, 1>} : (tensor<6x4x5xf32>) -> tensor<6x5x4xf32>
  %y = graph.reshape %t, %two : (tensor<6x5x4xf32>, tensor<2xi64>) -> tensor<30x4xf32>
  return %y : tensor<30x4xf32>
}
