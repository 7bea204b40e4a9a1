// softplus and mish from their formulas.
// RUN: ingot-opt %s --graph-raise-mish | FileCheck %s

// CHECK-LABEL: func.func @softplus
// CHECK-NEXT: graph.softplus %arg0
func.func @softplus(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = graph.exp %x : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %1 = graph.constant {value = dense<1.0> : tensor<f32>} : tensor<f32>
  %2 = graph.add %0, %1 : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  %3 = graph.log %2 : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return %3 : tensor<2x3xf32>
}

// CHECK-LABEL: func.func @mish
// CHECK-NEXT: graph.mish %arg0
func.func @mish(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = graph.constant {value = dense<1.0> : tensor<f32>} : tensor<f32>
  %1 = graph.exp %x : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %2 = graph.add %0, %1 : (tensor<f32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  %3 = graph.log %2 : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %4 = graph.tanh %3 : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %5 = graph.mul %x, %4 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return %5 : tensor<2x3xf32>
}

// CHECK-LABEL: func.func @mish_of_softplus
// CHECK-NEXT: graph.mish %arg0
func.func @mish_of_softplus(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = graph.softplus %x : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %1 = graph.tanh %0 : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %2 = graph.mul %1, %x : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return %2 : tensor<2x3xf32>
}

// CHECK-LABEL: func.func @not_softplus
// CHECK-NOT: graph.softplus
// CHECK: graph.log
func.func @not_softplus(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = graph.exp %x : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %1 = graph.constant {value = dense<2.0> : tensor<f32>} : tensor<f32>
  %2 = graph.add %0, %1 : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  %3 = graph.log %2 : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return %3 : tensor<2x3xf32>
}

// CHECK-LABEL: func.func @gated
// CHECK-NOT: graph.mish
// CHECK: graph.mul
func.func @gated(%x: tensor<2x3xf32>, %y: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = graph.softplus %x : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %1 = graph.tanh %0 : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %2 = graph.mul %y, %1 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return %2 : tensor<2x3xf32>
}
