// Round trip of softmax and of the normalizations.
// RUN: ingot-opt %s | ingot-opt | FileCheck %s

// CHECK-LABEL: func.func @softmax
func.func @softmax(%x: tensor<2x3x?xf32>, %u: tensor<*xf16>) {
  // CHECK: graph.softmax {{.*}} {axis = 1 : i64} : (tensor<2x3x?xf32>) -> tensor<2x3x?xf32>
  %0 = graph.softmax %x {axis = 1 : i64} : (tensor<2x3x?xf32>) -> tensor<2x3x?xf32>
  // CHECK: graph.log_softmax {{.*}} {axis = 1 : i64, count = 2 : i64} : (tensor<2x3x?xf32>) -> tensor<2x3x?xf32>
  %1 = graph.log_softmax %x {axis = 1 : i64, count = 2 : i64} : (tensor<2x3x?xf32>) -> tensor<2x3x?xf32>
  // CHECK: graph.hardmax {{.*}} {axis = -1 : i64, count = 0 : i64} : (tensor<*xf16>) -> tensor<*xf16>
  %2 = graph.hardmax %u {axis = -1 : i64, count = 0 : i64} : (tensor<*xf16>) -> tensor<*xf16>
  return
}
