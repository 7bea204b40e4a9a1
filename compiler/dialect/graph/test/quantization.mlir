// Round trip of the quantization operators.
// RUN: ingot-opt %s | ingot-opt | FileCheck %s

// CHECK-LABEL: func.func @quantize_linear
// CHECK: graph.quantize_linear {{.*}} -> tensor<2x3xui8>
func.func @quantize_linear(%a: tensor<2x3xf32>, %b: tensor<3xf32>, %c: tensor<3xui8>) -> tensor<2x3xui8> {
  %y = graph.quantize_linear %a, %b, %c {axis = 1 : i64, to = ui8} : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xui8>) -> tensor<2x3xui8>
  return %y : tensor<2x3xui8>
}

// CHECK-LABEL: func.func @quantize_linear_float8
// CHECK: graph.quantize_linear {{.*}} -> tensor<2x3xf8E4M3FN>
func.func @quantize_linear_float8(%a: tensor<2x3xf16>, %b: tensor<f16>) -> tensor<2x3xf8E4M3FN> {
  %n = graph.none : () -> none
  %y = graph.quantize_linear %a, %b, %n {to = f8E4M3FN, saturate = false, precision = f32} : (tensor<2x3xf16>, tensor<f16>, none) -> tensor<2x3xf8E4M3FN>
  return %y : tensor<2x3xf8E4M3FN>
}

// CHECK-LABEL: func.func @dequantize_linear
// CHECK: graph.dequantize_linear {{.*}} -> tensor<2x6xf16>
func.func @dequantize_linear(%a: tensor<2x6xi4>, %b: tensor<2x3xf32>, %c: tensor<2x3xi4>) -> tensor<2x6xf16> {
  %y = graph.dequantize_linear %a, %b, %c {axis = 1 : i64, block_size = 2 : i64, to = f16} : (tensor<2x6xi4>, tensor<2x3xf32>, tensor<2x3xi4>) -> tensor<2x6xf16>
  return %y : tensor<2x6xf16>
}

// CHECK-LABEL: func.func @dynamic_quantize_linear
// CHECK: graph.dynamic_quantize_linear {{.*}} -> (tensor<2x3xui8>, tensor<f32>, tensor<ui8>)
func.func @dynamic_quantize_linear(%a: tensor<2x3xf32>) -> (tensor<2x3xui8>, tensor<f32>, tensor<ui8>) {
  %y:3 = graph.dynamic_quantize_linear %a : (tensor<2x3xf32>) -> (tensor<2x3xui8>, tensor<f32>, tensor<ui8>)
  return %y#0, %y#1, %y#2 : tensor<2x3xui8>, tensor<f32>, tensor<ui8>
}

// CHECK-LABEL: func.func @unpack_bits
// CHECK: graph.unpack_bits {{.*}} -> tensor<2x6xui4>
func.func @unpack_bits(%a: tensor<2x3xui8>) -> tensor<2x6xui4> {
  %y = graph.unpack_bits %a {bits = 4 : i64} : (tensor<2x3xui8>) -> tensor<2x6xui4>
  return %y : tensor<2x6xui4>
}
