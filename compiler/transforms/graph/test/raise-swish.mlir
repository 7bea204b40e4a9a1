// sigmoid and swish from exponentials and products.
// RUN: ingot-opt %s --graph-raise-swish | FileCheck %s

// CHECK-LABEL: func.func @silu
// CHECK-NEXT: graph.swish %arg0 :
func.func @silu(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = graph.sigmoid %x : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %1 = graph.mul %x, %0 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return %1 : tensor<2x3xf32>
}

// CHECK-LABEL: func.func @quick_gelu
// CHECK-NEXT: graph.swish %arg0 {alpha = 1.702000e+00 : f32}
func.func @quick_gelu(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = graph.constant {value = dense<1.702> : tensor<f32>} : tensor<f32>
  %1 = graph.mul %0, %x : (tensor<f32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  %2 = graph.sigmoid %1 : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %3 = graph.mul %2, %x : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return %3 : tensor<2x3xf32>
}

// CHECK-LABEL: func.func @sigmoid
// CHECK-NEXT: graph.sigmoid %arg0
func.func @sigmoid(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = graph.constant {value = dense<1.0> : tensor<f32>} : tensor<f32>
  %1 = graph.constant {value = dense<1.0> : tensor<f32>} : tensor<f32>
  %2 = graph.neg %x : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %3 = graph.exp %2 : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %4 = graph.add %1, %3 : (tensor<f32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  %5 = graph.div %0, %4 : (tensor<f32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return %5 : tensor<2x3xf32>
}

// CHECK-LABEL: func.func @swish_by_reciprocal
// CHECK-NEXT: graph.swish %arg0 :
func.func @swish_by_reciprocal(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = graph.constant {value = dense<-1.0> : tensor<f32>} : tensor<f32>
  %1 = graph.mul %x, %0 : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  %2 = graph.exp %1 : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %3 = graph.constant {value = dense<1.0> : tensor<f32>} : tensor<f32>
  %4 = graph.add %2, %3 : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  %5 = graph.reciprocal %4 : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %6 = graph.mul %5, %x : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return %6 : tensor<2x3xf32>
}

// CHECK-LABEL: func.func @swish_by_division
// CHECK-NEXT: graph.swish %arg0 :
func.func @swish_by_division(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = graph.constant {value = dense<1.0> : tensor<f32>} : tensor<f32>
  %1 = graph.neg %x : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %2 = graph.exp %1 : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %3 = graph.add %0, %2 : (tensor<f32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  %4 = graph.div %x, %3 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return %4 : tensor<2x3xf32>
}

// A gate over another value.
// CHECK-LABEL: func.func @gated
// CHECK-NOT: graph.swish
// CHECK: graph.mul %arg1
func.func @gated(%x: tensor<2x3xf32>, %y: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = graph.sigmoid %x : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %1 = graph.mul %y, %0 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return %1 : tensor<2x3xf32>
}

// sigmoid(x + 1).
// CHECK-LABEL: func.func @shifted
// CHECK-NOT: graph.swish
// CHECK: graph.sigmoid
func.func @shifted(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = graph.constant {value = dense<1.0> : tensor<f32>} : tensor<f32>
  %1 = graph.add %0, %x : (tensor<f32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  %2 = graph.sigmoid %1 : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %3 = graph.mul %x, %2 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return %3 : tensor<2x3xf32>
}

// 2 + exp(-x).
// CHECK-LABEL: func.func @not_sigmoid
// CHECK-NOT: graph.sigmoid
// CHECK: graph.div
func.func @not_sigmoid(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = graph.constant {value = dense<1.0> : tensor<f32>} : tensor<f32>
  %1 = graph.constant {value = dense<2.0> : tensor<f32>} : tensor<f32>
  %2 = graph.neg %x : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %3 = graph.exp %2 : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %4 = graph.add %1, %3 : (tensor<f32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  %5 = graph.div %0, %4 : (tensor<f32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return %5 : tensor<2x3xf32>
}
