// RUN: ingot-opt %s --graph-contract-integers | FileCheck %s

// CHECK-LABEL: func.func @conv
// CHECK-SAME:  (%[[X:.*]]: tensor<1x4x6x6xui8>, %[[W:.*]]: tensor<8x4x3x3xi8>
// CHECK: %[[SUMS:.*]] = graph.conv_integer %[[X]], %[[W]], {{.*}} {{.*}}pads = array<i64: 1, 1, 1, 1>
// CHECK: %[[F:.*]] = graph.cast %[[SUMS]]
// CHECK: %[[Y:.*]] = graph.mul %[[F]]
// CHECK: graph.add %[[Y]]
// CHECK-NOT: graph.conv %
func.func @conv(%x: tensor<1x4x6x6xui8>, %w: tensor<8x4x3x3xi8>, %b: tensor<8xf32>) -> tensor<1x8x6x6xf32> {
  %n = graph.none : () -> none
  %s = graph.constant {value = dense<0.1> : tensor<f32>} : tensor<f32>
  %z = graph.constant {value = dense<3> : tensor<ui8>} : tensor<ui8>
  %t = graph.constant {value = dense<[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0]> : tensor<8xf32>} : tensor<8xf32>
  %o = graph.constant {value = dense<0> : tensor<8xi8>} : tensor<8xi8>
  %dx = graph.dequantize_linear %x, %s, %z {to = f32} : (tensor<1x4x6x6xui8>, tensor<f32>, tensor<ui8>) -> tensor<1x4x6x6xf32>
  %dw = graph.dequantize_linear %w, %t, %o {to = f32, axis = 0} : (tensor<8x4x3x3xi8>, tensor<8xf32>, tensor<8xi8>) -> tensor<8x4x3x3xf32>
  %y = graph.conv %dx, %dw, %b {pads = array<i64: 1, 1, 1, 1>} : (tensor<1x4x6x6xf32>, tensor<8x4x3x3xf32>, tensor<8xf32>) -> tensor<1x8x6x6xf32>
  return %y : tensor<1x8x6x6xf32>
}

// The scales of columns are those of axis 0 before the transposition.
// CHECK-LABEL: func.func @matmul
// CHECK: %[[T:.*]] = graph.transpose
// CHECK: graph.matmul_integer %{{.*}}, %[[T]]
func.func @matmul(%a: tensor<5x7xi8>, %b: tensor<3x7xi8>) -> tensor<5x3xf32> {
  %n = graph.none : () -> none
  %s = graph.constant {value = dense<0.1> : tensor<f32>} : tensor<f32>
  %t = graph.constant {value = dense<[1.0, 2.0, 3.0]> : tensor<3xf32>} : tensor<3xf32>
  %da = graph.dequantize_linear %a, %s, %n {to = f32} : (tensor<5x7xi8>, tensor<f32>, none) -> tensor<5x7xf32>
  %db = graph.dequantize_linear %b, %t, %n {to = f32, axis = 0} : (tensor<3x7xi8>, tensor<3xf32>, none) -> tensor<3x7xf32>
  %y = graph.matmul %da, %db {transpose_b = true} : (tensor<5x7xf32>, tensor<3x7xf32>) -> tensor<5x3xf32>
  return %y : tensor<5x3xf32>
}

// Scales along the depth, and sums that could leave 32 bits.
// CHECK-LABEL: func.func @not_integers
// CHECK-COUNT-2: graph.matmul %
// CHECK-NOT: graph.matmul_integer
func.func @not_integers(%a: tensor<5x3xi8>, %b: tensor<3x3xi8>, %c: tensor<2x40000xui8>, %d: tensor<40000x2xui8>) -> (tensor<5x3xf32>, tensor<2x2xf32>) {
  %n = graph.none : () -> none
  %s = graph.constant {value = dense<0.1> : tensor<f32>} : tensor<f32>
  %t = graph.constant {value = dense<[1.0, 2.0, 3.0]> : tensor<3xf32>} : tensor<3xf32>
  %da = graph.dequantize_linear %a, %s, %n {to = f32} : (tensor<5x3xi8>, tensor<f32>, none) -> tensor<5x3xf32>
  %db = graph.dequantize_linear %b, %t, %n {to = f32, axis = 0} : (tensor<3x3xi8>, tensor<3xf32>, none) -> tensor<3x3xf32>
  %y = graph.matmul %da, %db : (tensor<5x3xf32>, tensor<3x3xf32>) -> tensor<5x3xf32>
  %dc = graph.dequantize_linear %c, %s, %n {to = f32} : (tensor<2x40000xui8>, tensor<f32>, none) -> tensor<2x40000xf32>
  %dd = graph.dequantize_linear %d, %s, %n {to = f32} : (tensor<40000x2xui8>, tensor<f32>, none) -> tensor<40000x2xf32>
  %z = graph.matmul %dc, %dd : (tensor<2x40000xf32>, tensor<40000x2xf32>) -> tensor<2x2xf32>
  return %y, %z : tensor<5x3xf32>, tensor<2x2xf32>
}

// Signed bytes that are only dequantized are as good 128 further.
// CHECK-LABEL: func.func @chain
// CHECK: graph.quantize_linear %{{.*}} {{.*}}to = ui8
// CHECK: graph.matmul_integer %{{.*}} : (tensor<5x7xui8>, tensor<7x3xi8>, tensor<ui8>, none)
// CHECK: %[[F:.*]] = graph.cast
// CHECK: %[[Y:.*]] = graph.mul %[[F]]
// CHECK: graph.quantize_linear %[[Y]]
func.func @chain(%x: tensor<5x7xf32>, %b: tensor<7x3xi8>) -> tensor<5x3xui8> {
  %n = graph.none : () -> none
  %s = graph.constant {value = dense<0.1> : tensor<f32>} : tensor<f32>
  %z = graph.constant {value = dense<-3> : tensor<i8>} : tensor<i8>
  %q = graph.quantize_linear %x, %s, %z {to = i8} : (tensor<5x7xf32>, tensor<f32>, tensor<i8>) -> tensor<5x7xi8>
  %da = graph.dequantize_linear %q, %s, %z {to = f32} : (tensor<5x7xi8>, tensor<f32>, tensor<i8>) -> tensor<5x7xf32>
  %db = graph.dequantize_linear %b, %s, %n {to = f32} : (tensor<7x3xi8>, tensor<f32>, none) -> tensor<7x3xf32>
  %y = graph.matmul %da, %db : (tensor<5x7xf32>, tensor<7x3xf32>) -> tensor<5x3xf32>
  %u = graph.constant {value = dense<0.0717> : tensor<f32>} : tensor<f32>
  %r = graph.quantize_linear %y, %u, %n {to = ui8} : (tensor<5x3xf32>, tensor<f32>, none) -> tensor<5x3xui8>
  return %r : tensor<5x3xui8>
}
