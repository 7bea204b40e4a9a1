// Round trip of the data movement operators.
// RUN: ingot-opt %s | ingot-opt | FileCheck %s

// CHECK-LABEL: func.func @transpose
// CHECK: graph.transpose %{{.*}} {perm = array<i64: 1, 0>} : (tensor<2x3xf32>) -> tensor<3x2xf32>
func.func @transpose(%x: tensor<2x3xf32>) -> tensor<3x2xf32> {
  %y = graph.transpose %x {perm = array<i64: 1, 0>} : (tensor<2x3xf32>) -> tensor<3x2xf32>
  return %y : tensor<3x2xf32>
}

// CHECK-LABEL: func.func @unsqueeze
// CHECK: graph.unsqueeze {{.*}} -> tensor<1x2x3xf32>
func.func @unsqueeze(%x: tensor<2x3xf32>) -> tensor<1x2x3xf32> {
  %axes = graph.constant {value = dense<0> : tensor<1xi64>} : tensor<1xi64>
  %y = graph.unsqueeze %x, %axes : (tensor<2x3xf32>, tensor<1xi64>) -> tensor<1x2x3xf32>
  return %y : tensor<1x2x3xf32>
}
