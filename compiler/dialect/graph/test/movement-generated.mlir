// Round trip of the operators that generate tensors.
// RUN: ingot-opt %s | ingot-opt | FileCheck %s

// CHECK-LABEL: func.func @range
// CHECK: graph.range {{.*}} -> tensor<4xi64>
func.func @range() {
  %start = graph.constant {value = dense<10> : tensor<i64>} : tensor<i64>
  %limit = graph.constant {value = dense<3> : tensor<i64>} : tensor<i64>
  %delta = graph.constant {value = dense<-2> : tensor<i64>} : tensor<i64>
  %y = graph.range %start, %limit, %delta : (tensor<i64>, tensor<i64>, tensor<i64>) -> tensor<4xi64>
  return
}

// CHECK-LABEL: func.func @eye_like
// CHECK: graph.eye_like {{.*}} {k = -1 : i64, to = i32}
func.func @eye_like(%x: tensor<2x3xf32>) {
  %y = graph.eye_like %x {k = -1 : i64, to = i32} : (tensor<2x3xf32>) -> tensor<2x3xi32>
  return
}

// CHECK-LABEL: func.func @trilu
// CHECK: graph.trilu {{.*}} {upper = false}
func.func @trilu(%x: tensor<2x3xf32>) {
  %none = graph.none : () -> none
  %y = graph.trilu %x, %none {upper = false} : (tensor<2x3xf32>, none) -> tensor<2x3xf32>
  return
}

// CHECK-LABEL: func.func @one_hot
// CHECK: graph.one_hot {{.*}} -> tensor<5x2x3x!graph.string>
func.func @one_hot(%i: tensor<2x3xf32>, %v: tensor<2x!graph.string>) {
  %d = graph.constant {value = dense<5> : tensor<i64>} : tensor<i64>
  %y = graph.one_hot %i, %d, %v {axis = 0 : i64} : (tensor<2x3xf32>, tensor<i64>, tensor<2x!graph.string>) -> tensor<5x2x3x!graph.string>
  return
}
