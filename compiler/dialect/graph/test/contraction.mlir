// Round trip of the contractions.
// RUN: ingot-opt %s | ingot-opt | FileCheck %s

// CHECK-LABEL: func.func @matmul
// CHECK: graph.matmul {{.*}} -> tensor<2x3x5xf32>
func.func @matmul(%a: tensor<2x3x4xf32>, %b: tensor<5x4xf32>) -> tensor<2x3x5xf32> {
  %y = graph.matmul %a, %b {transpose_b = true} : (tensor<2x3x4xf32>, tensor<5x4xf32>) -> tensor<2x3x5xf32>
  return %y : tensor<2x3x5xf32>
}

// CHECK-LABEL: func.func @matmul_vectors
// CHECK: graph.matmul {{.*}} -> tensor<i32>
func.func @matmul_vectors(%a: tensor<4xi32>, %b: tensor<4xi32>) -> tensor<i32> {
  %y = graph.matmul %a, %b : (tensor<4xi32>, tensor<4xi32>) -> tensor<i32>
  return %y : tensor<i32>
}

// CHECK-LABEL: func.func @matmul_unknown
// CHECK: graph.matmul {{.*}} -> tensor<*xf32>
func.func @matmul_unknown(%a: tensor<?x?xf32>, %b: tensor<*xf32>) -> tensor<*xf32> {
  %y = graph.matmul %a, %b : (tensor<?x?xf32>, tensor<*xf32>) -> tensor<*xf32>
  return %y : tensor<*xf32>
}

// CHECK-LABEL: func.func @matmul_integer
// CHECK: graph.matmul_integer {{.*}} -> tensor<2x4xi32>
func.func @matmul_integer(%a: tensor<2x3xi8>, %b: tensor<3x4xui8>, %c: tensor<i8>) -> tensor<2x4xi32> {
  %n = graph.none : () -> none
  %y = graph.matmul_integer %a, %b, %c, %n : (tensor<2x3xi8>, tensor<3x4xui8>, tensor<i8>, none) -> tensor<2x4xi32>
  return %y : tensor<2x4xi32>
}

// CHECK-LABEL: func.func @einsum
// CHECK: graph.einsum {{.*}} -> tensor<2x4xf32>
func.func @einsum(%a: tensor<2x3xf32>, %b: tensor<3x4xf32>) -> tensor<2x4xf32> {
  %y = graph.einsum %a, %b {equation = "ij,jk->ik"} : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  return %y : tensor<2x4xf32>
}

// CHECK-LABEL: func.func @det
// CHECK: graph.det {{.*}} -> tensor<5xf32>
func.func @det(%a: tensor<5x3x3xf32>) -> tensor<5xf32> {
  %y = graph.det %a : (tensor<5x3x3xf32>) -> tensor<5xf32>
  return %y : tensor<5xf32>
}

// CHECK-LABEL: func.func @conv
// CHECK: graph.conv {{.*}} -> tensor<1x6x4x4xf32>
func.func @conv(%a: tensor<1x4x8x8xf32>, %b: tensor<6x2x3x3xf32>, %c: tensor<6xf32>) -> tensor<1x6x4x4xf32> {
  %y = graph.conv %a, %b, %c {strides = array<i64: 2, 2>, pads = array<i64: 1, 1, 1, 1>, group = 2 : i64} : (tensor<1x4x8x8xf32>, tensor<6x2x3x3xf32>, tensor<6xf32>) -> tensor<1x6x4x4xf32>
  return %y : tensor<1x6x4x4xf32>
}

// CHECK-LABEL: func.func @matmul_codes
// CHECK: graph.matmul_codes {{.*}} -> tensor<2x5x7xf32>
func.func @matmul_codes(%a: tensor<2x5x33xf32>, %b: tensor<7x17xui8>, %s: tensor<7x3xf32>, %z: tensor<f32>) -> tensor<2x5x7xf32> {
  %y = graph.matmul_codes %a, %b, %s, %z {bits = 4 : i64, block_size = 16 : i64} : (tensor<2x5x33xf32>, tensor<7x17xui8>, tensor<7x3xf32>, tensor<f32>) -> tensor<2x5x7xf32>
  return %y : tensor<2x5x7xf32>
}

// CHECK-LABEL: func.func @conv_same
// CHECK: graph.conv {{.*}} -> tensor<1x6x?xf32>
func.func @conv_same(%a: tensor<1x4x?xf32>, %b: tensor<6x4x3xf32>) -> tensor<1x6x?xf32> {
  %n = graph.none : () -> none
  %y = graph.conv %a, %b, %n {strides = array<i64: 2>, auto_pad = "same_upper"} : (tensor<1x4x?xf32>, tensor<6x4x3xf32>, none) -> tensor<1x6x?xf32>
  return %y : tensor<1x6x?xf32>
}

// CHECK-LABEL: func.func @conv_integer
// CHECK: graph.conv_integer {{.*}} -> tensor<1x2x2x2xi32>
func.func @conv_integer(%a: tensor<1x1x3x3xui8>, %b: tensor<2x1x2x2xi8>, %c: tensor<ui8>, %d: tensor<2xi8>) -> tensor<1x2x2x2xi32> {
  %y = graph.conv_integer %a, %b, %c, %d : (tensor<1x1x3x3xui8>, tensor<2x1x2x2xi8>, tensor<ui8>, tensor<2xi8>) -> tensor<1x2x2x2xi32>
  return %y : tensor<1x2x2x2xi32>
}

// CHECK-LABEL: func.func @conv_transpose
// CHECK: graph.conv_transpose {{.*}} -> tensor<1x4x8x8xf32>
func.func @conv_transpose(%a: tensor<1x2x3x3xf32>, %b: tensor<2x4x3x3xf32>) -> tensor<1x4x8x8xf32> {
  %n = graph.none : () -> none
  %y = graph.conv_transpose %a, %b, %n {strides = array<i64: 2, 2>, output_padding = array<i64: 1, 1>} : (tensor<1x2x3x3xf32>, tensor<2x4x3x3xf32>, none) -> tensor<1x4x8x8xf32>
  return %y : tensor<1x4x8x8xf32>
}

// CHECK-LABEL: func.func @deform_conv
// CHECK: graph.deform_conv {{.*}} -> tensor<1x1x2x2xf32>
func.func @deform_conv(%a: tensor<1x1x3x3xf32>, %b: tensor<1x1x2x2xf32>, %c: tensor<1x8x2x2xf32>, %e: tensor<1x4x2x2xf32>) -> tensor<1x1x2x2xf32> {
  %n = graph.none : () -> none
  %y = graph.deform_conv %a, %b, %c, %n, %e : (tensor<1x1x3x3xf32>, tensor<1x1x2x2xf32>, tensor<1x8x2x2xf32>, none, tensor<1x4x2x2xf32>) -> tensor<1x1x2x2xf32>
  return %y : tensor<1x1x2x2xf32>
}
