// gelu in all the spellings that exporters use.
// RUN: ingot-opt %s --graph-raise-gelu | FileCheck %s

// The order of PyTorch's exporters: x / sqrt(2), then 0.5 last.
// CHECK-LABEL: func.func @half_last
// CHECK-NEXT: %[[Y:.*]] = graph.gelu %arg0 : (tensor<2x3xf32>) -> tensor<2x3xf32>
// CHECK-NEXT: return %[[Y]]
func.func @half_last(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = graph.constant {value = dense<1.41421354> : tensor<f32>} : tensor<f32>
  %1 = graph.div %x, %0 : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  %2 = graph.erf %1 : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %3 = graph.constant {value = dense<1.0> : tensor<f32>} : tensor<f32>
  %4 = graph.add %2, %3 : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  %5 = graph.mul %x, %4 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  %6 = graph.constant {value = dense<0.5> : tensor<f32>} : tensor<f32>
  %7 = graph.mul %5, %6 : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  return %7 : tensor<2x3xf32>
}

// CHECK-LABEL: func.func @half_first
// CHECK-NEXT: graph.gelu %arg0
func.func @half_first(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = graph.constant {value = dense<0.707106769> : tensor<f32>} : tensor<f32>
  %1 = graph.mul %0, %x : (tensor<f32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  %2 = graph.erf %1 : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %3 = graph.constant {value = dense<1.0> : tensor<f32>} : tensor<f32>
  %4 = graph.add %3, %2 : (tensor<f32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  %5 = graph.constant {value = dense<0.5> : tensor<f32>} : tensor<f32>
  %6 = graph.mul %5, %x : (tensor<f32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  %7 = graph.mul %4, %6 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return %7 : tensor<2x3xf32>
}

// 0.5 inside of the sum.
// CHECK-LABEL: func.func @half_inside
// CHECK-NEXT: graph.gelu %arg0
func.func @half_inside(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = graph.constant {value = dense<0.707106769> : tensor<1x1xf32>} : tensor<1x1xf32>
  %1 = graph.mul %x, %0 : (tensor<2x3xf32>, tensor<1x1xf32>) -> tensor<2x3xf32>
  %2 = graph.erf %1 : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %3 = graph.constant {value = dense<0.5> : tensor<f32>} : tensor<f32>
  %4 = graph.mul %2, %3 : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  %5 = graph.constant {value = dense<0.5> : tensor<f32>} : tensor<f32>
  %6 = graph.add %4, %5 : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  %7 = graph.mul %x, %6 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return %7 : tensor<2x3xf32>
}

// CHECK-LABEL: func.func @halved_by_division
// CHECK-NEXT: graph.gelu %arg0
func.func @halved_by_division(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = graph.constant {value = dense<1.41421354> : tensor<f32>} : tensor<f32>
  %1 = graph.div %x, %0 : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  %2 = graph.erf %1 : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %3 = graph.constant {value = dense<1.0> : tensor<f32>} : tensor<f32>
  %4 = graph.add %2, %3 : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  %5 = graph.mul %4, %x : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  %6 = graph.constant {value = dense<2.0> : tensor<f32>} : tensor<f32>
  %7 = graph.div %5, %6 : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  return %7 : tensor<2x3xf32>
}

// CHECK-LABEL: func.func @tanh_power
// CHECK-NEXT: graph.gelu %arg0 {approximate = true}
func.func @tanh_power(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = graph.constant {value = dense<3.0> : tensor<f32>} : tensor<f32>
  %1 = graph.pow %x, %0 : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  %2 = graph.constant {value = dense<0.797884583> : tensor<f32>} : tensor<f32>
  %3 = graph.constant {value = dense<0.044715> : tensor<f32>} : tensor<f32>
  %4 = graph.mul %1, %3 : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  %5 = graph.add %x, %4 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  %6 = graph.mul %2, %5 : (tensor<f32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  %7 = graph.tanh %6 : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %8 = graph.constant {value = dense<1.0> : tensor<f32>} : tensor<f32>
  %9 = graph.add %7, %8 : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  %10 = graph.constant {value = dense<0.5> : tensor<f32>} : tensor<f32>
  %11 = graph.mul %x, %10 : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  %12 = graph.mul %11, %9 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return %12 : tensor<2x3xf32>
}

// CHECK-LABEL: func.func @tanh_products
// CHECK-NEXT: graph.gelu %arg0 {approximate = true}
func.func @tanh_products(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = graph.constant {value = dense<0.044715> : tensor<f32>} : tensor<f32>
  %1 = graph.mul %0, %x : (tensor<f32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  %2 = graph.mul %x, %1 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  %3 = graph.mul %x, %2 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  %4 = graph.add %x, %3 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  %5 = graph.constant {value = dense<0.797884583> : tensor<f32>} : tensor<f32>
  %6 = graph.mul %4, %5 : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  %7 = graph.constant {value = dense<0.5> : tensor<f32>} : tensor<f32>
  %8 = graph.constant {value = dense<1.0> : tensor<f32>} : tensor<f32>
  %9 = graph.tanh %6 : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %10 = graph.add %8, %9 : (tensor<f32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  %11 = graph.mul %7, %10 : (tensor<f32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  %12 = graph.mul %x, %11 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return %12 : tensor<2x3xf32>
}

// x (1 + a x²) instead of x + a x³.
// CHECK-LABEL: func.func @tanh_factored
// CHECK-NEXT: graph.gelu %arg0 {approximate = true}
func.func @tanh_factored(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = graph.constant {value = dense<1.0> : tensor<f32>} : tensor<f32>
  %1 = graph.constant {value = dense<0.044715> : tensor<f32>} : tensor<f32>
  %2 = graph.mul %x, %x : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  %3 = graph.mul %1, %2 : (tensor<f32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  %4 = graph.add %0, %3 : (tensor<f32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  %5 = graph.constant {value = dense<0.797884583> : tensor<f32>} : tensor<f32>
  %6 = graph.mul %x, %5 : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  %7 = graph.mul %6, %4 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  %8 = graph.constant {value = dense<1.0> : tensor<f32>} : tensor<f32>
  %9 = graph.tanh %7 : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %10 = graph.add %8, %9 : (tensor<f32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  %11 = graph.mul %x, %10 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  %12 = graph.constant {value = dense<0.5> : tensor<f32>} : tensor<f32>
  %13 = graph.mul %11, %12 : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  return %13 : tensor<2x3xf32>
}

// The operand is a multiple of something itself.
// CHECK-LABEL: func.func @of_multiple
// CHECK: %[[TWICE:.*]] = graph.mul
// CHECK-NEXT: graph.gelu %[[TWICE]]
func.func @of_multiple(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = graph.constant {value = dense<2.0> : tensor<f32>} : tensor<f32>
  %1 = graph.mul %x, %0 : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  %2 = graph.constant {value = dense<1.41421354> : tensor<f32>} : tensor<f32>
  %3 = graph.div %1, %2 : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  %4 = graph.erf %3 : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %5 = graph.constant {value = dense<1.0> : tensor<f32>} : tensor<f32>
  %6 = graph.add %4, %5 : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  %7 = graph.mul %1, %6 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  %8 = graph.constant {value = dense<0.5> : tensor<f32>} : tensor<f32>
  %9 = graph.mul %7, %8 : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  return %9 : tensor<2x3xf32>
}

// 1 / sqrt(3): not gelu.
// CHECK-LABEL: func.func @other_scale
// CHECK-NOT: graph.gelu
// CHECK: graph.erf
func.func @other_scale(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = graph.constant {value = dense<0.577350259> : tensor<f32>} : tensor<f32>
  %1 = graph.mul %x, %0 : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  %2 = graph.erf %1 : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %3 = graph.constant {value = dense<1.0> : tensor<f32>} : tensor<f32>
  %4 = graph.add %2, %3 : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  %5 = graph.mul %x, %4 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  %6 = graph.constant {value = dense<0.5> : tensor<f32>} : tensor<f32>
  %7 = graph.mul %5, %6 : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  return %7 : tensor<2x3xf32>
}

// Not halved.
// CHECK-LABEL: func.func @other_factor
// CHECK-NOT: graph.gelu
// CHECK: graph.erf
func.func @other_factor(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = graph.constant {value = dense<0.707106769> : tensor<f32>} : tensor<f32>
  %1 = graph.mul %x, %0 : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  %2 = graph.erf %1 : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %3 = graph.constant {value = dense<1.0> : tensor<f32>} : tensor<f32>
  %4 = graph.add %2, %3 : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  %5 = graph.mul %x, %4 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  %6 = graph.constant {value = dense<1.0> : tensor<f32>} : tensor<f32>
  %7 = graph.mul %5, %6 : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  return %7 : tensor<2x3xf32>
}

// Another value than the one in erf.
// CHECK-LABEL: func.func @other_value
// CHECK-NOT: graph.gelu
// CHECK: graph.erf
func.func @other_value(%x: tensor<2x3xf32>, %y: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = graph.constant {value = dense<1.41421354> : tensor<f32>} : tensor<f32>
  %1 = graph.div %y, %0 : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  %2 = graph.erf %1 : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %3 = graph.constant {value = dense<1.0> : tensor<f32>} : tensor<f32>
  %4 = graph.add %2, %3 : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  %5 = graph.mul %x, %4 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  %6 = graph.constant {value = dense<0.5> : tensor<f32>} : tensor<f32>
  %7 = graph.mul %5, %6 : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  return %7 : tensor<2x3xf32>
}

// The constant makes the result larger than x.
// CHECK-LABEL: func.func @broadcast
// CHECK-NOT: graph.gelu
// CHECK: graph.erf
func.func @broadcast(%x: tensor<3xf32>) -> tensor<2x3xf32> {
  %0 = graph.constant {value = dense<1.41421354> : tensor<f32>} : tensor<f32>
  %1 = graph.div %x, %0 : (tensor<3xf32>, tensor<f32>) -> tensor<3xf32>
  %2 = graph.erf %1 : (tensor<3xf32>) -> tensor<3xf32>
  %3 = graph.constant {value = dense<1.0> : tensor<2x3xf32>} : tensor<2x3xf32>
  %4 = graph.add %2, %3 : (tensor<3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  %5 = graph.mul %x, %4 : (tensor<3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  %6 = graph.constant {value = dense<0.5> : tensor<f32>} : tensor<f32>
  %7 = graph.mul %5, %6 : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  return %7 : tensor<2x3xf32>
}
