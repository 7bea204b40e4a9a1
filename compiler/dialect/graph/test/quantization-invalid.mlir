// Each constraint of the quantization operators, violated once.
// RUN: ingot-opt %s -split-input-file -verify-diagnostics

func.func @quantize_linear_c1(%a: tensor<2x3xf32>, %b: tensor<f32>, %c: tensor<i8>) -> tensor<2x3xui8> {
  // expected-error@+1 {{quantize_linear C1: x }}
  %y = graph.quantize_linear %a, %b, %c {to = ui8} : (tensor<2x3xf32>, tensor<f32>, tensor<i8>) -> tensor<2x3xui8>
  return %y : tensor<2x3xui8>
}

// -----

func.func @quantize_linear_c2(%a: tensor<2x3xf32>, %b: tensor<3xf32>) -> tensor<2x3xui8> {
  %n = graph.none : () -> none
  // expected-error@+1 {{quantize_linear C2: axis 2, block_size 0 for x }}
  %y = graph.quantize_linear %a, %b, %n {to = ui8, axis = 2 : i64} : (tensor<2x3xf32>, tensor<3xf32>, none) -> tensor<2x3xui8>
  return %y : tensor<2x3xui8>
}

// -----

func.func @quantize_linear_c2_block(%a: tensor<2x3xf32>, %b: tensor<3xf32>) -> tensor<2x3xui8> {
  %n = graph.none : () -> none
  // expected-error@+1 {{quantize_linear C2: axis 0, block_size -1 for x }}
  %y = graph.quantize_linear %a, %b, %n {to = ui8, block_size = -1 : i64} : (tensor<2x3xf32>, tensor<3xf32>, none) -> tensor<2x3xui8>
  return %y : tensor<2x3xui8>
}

// -----

func.func @quantize_linear_c3(%a: tensor<2x3xf32>, %b: tensor<4xf32>) -> tensor<2x3xui8> {
  %n = graph.none : () -> none
  // expected-error@+1 {{quantize_linear C3: scale 4 for x 2x3, axis 1, block_size 0}}
  %y = graph.quantize_linear %a, %b, %n {to = ui8, axis = 1 : i64} : (tensor<2x3xf32>, tensor<4xf32>, none) -> tensor<2x3xui8>
  return %y : tensor<2x3xui8>
}

// -----

func.func @quantize_linear_c3_block(%a: tensor<2x3xf32>, %b: tensor<2x3xf32>) -> tensor<2x3xui8> {
  %n = graph.none : () -> none
  // expected-error@+1 {{quantize_linear C3: scale 2x3 for x 2x3, axis 1, block_size 2}}
  %y = graph.quantize_linear %a, %b, %n {to = ui8, axis = 1 : i64, block_size = 2 : i64} : (tensor<2x3xf32>, tensor<2x3xf32>, none) -> tensor<2x3xui8>
  return %y : tensor<2x3xui8>
}

// -----

func.func @quantize_linear_c4(%a: tensor<2x3xf32>, %b: tensor<3xf32>, %c: tensor<2xui8>) -> tensor<2x3xui8> {
  // expected-error@+1 {{quantize_linear C4: zero_point 2, scale 3}}
  %y = graph.quantize_linear %a, %b, %c {to = ui8, axis = 1 : i64} : (tensor<2x3xf32>, tensor<3xf32>, tensor<2xui8>) -> tensor<2x3xui8>
  return %y : tensor<2x3xui8>
}

// -----

func.func @dequantize_linear_c1(%a: tensor<2x3xui8>, %b: tensor<f32>, %c: tensor<i8>) -> tensor<2x3xf32> {
  // expected-error@+1 {{dequantize_linear C1: x }}
  %y = graph.dequantize_linear %a, %b, %c {to = f32} : (tensor<2x3xui8>, tensor<f32>, tensor<i8>) -> tensor<2x3xf32>
  return %y : tensor<2x3xf32>
}

// -----

func.func @dequantize_linear_c2(%a: tensor<2x3xui8>, %b: tensor<3xf32>) -> tensor<2x3xf32> {
  %n = graph.none : () -> none
  // expected-error@+1 {{dequantize_linear C2: axis 2, block_size 0 for x }}
  %y = graph.dequantize_linear %a, %b, %n {to = f32, axis = 2 : i64} : (tensor<2x3xui8>, tensor<3xf32>, none) -> tensor<2x3xf32>
  return %y : tensor<2x3xf32>
}

// -----

func.func @dequantize_linear_c2_block(%a: tensor<2x3xui8>, %b: tensor<3xf32>) -> tensor<2x3xf32> {
  %n = graph.none : () -> none
  // expected-error@+1 {{dequantize_linear C2: axis 0, block_size -1 for x }}
  %y = graph.dequantize_linear %a, %b, %n {to = f32, block_size = -1 : i64} : (tensor<2x3xui8>, tensor<3xf32>, none) -> tensor<2x3xf32>
  return %y : tensor<2x3xf32>
}

// -----

func.func @dequantize_linear_c3(%a: tensor<2x3xui8>, %b: tensor<4xf32>) -> tensor<2x3xf32> {
  %n = graph.none : () -> none
  // expected-error@+1 {{dequantize_linear C3: scale 4 for x 2x3, axis 1, block_size 0}}
  %y = graph.dequantize_linear %a, %b, %n {to = f32, axis = 1 : i64} : (tensor<2x3xui8>, tensor<4xf32>, none) -> tensor<2x3xf32>
  return %y : tensor<2x3xf32>
}

// -----

func.func @dequantize_linear_c3_block(%a: tensor<2x3xui8>, %b: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %n = graph.none : () -> none
  // expected-error@+1 {{dequantize_linear C3: scale 2x3 for x 2x3, axis 1, block_size 2}}
  %y = graph.dequantize_linear %a, %b, %n {to = f32, axis = 1 : i64, block_size = 2 : i64} : (tensor<2x3xui8>, tensor<2x3xf32>, none) -> tensor<2x3xf32>
  return %y : tensor<2x3xf32>
}

// -----

func.func @dequantize_linear_c4(%a: tensor<2x3xui8>, %b: tensor<3xf32>, %c: tensor<2xui8>) -> tensor<2x3xf32> {
  // expected-error@+1 {{dequantize_linear C4: zero_point 2, scale 3}}
  %y = graph.dequantize_linear %a, %b, %c {to = f32, axis = 1 : i64} : (tensor<2x3xui8>, tensor<3xf32>, tensor<2xui8>) -> tensor<2x3xf32>
  return %y : tensor<2x3xf32>
}

// -----

func.func @unpack_bits_c1(%a: tensor<2x3xui8>) -> tensor<2x6xui4> {
  // expected-error@+1 {{unpack_bits C1: x is }}
  %y = graph.unpack_bits %a {bits = 3 : i64} : (tensor<2x3xui8>) -> tensor<2x6xui4>
  return %y : tensor<2x6xui4>
}

// -----

func.func @dynamic_quantize_linear_c1(%a: tensor<2x3xf64>) -> (tensor<2x3xui8>, tensor<f32>, tensor<ui8>) {
  // expected-error@+1 {{dynamic_quantize_linear C1: x is }}
  %y:3 = graph.dynamic_quantize_linear %a : (tensor<2x3xf64>) -> (tensor<2x3xui8>, tensor<f32>, tensor<ui8>)
  return %y#0, %y#1, %y#2 : tensor<2x3xui8>, tensor<f32>, tensor<ui8>
}
