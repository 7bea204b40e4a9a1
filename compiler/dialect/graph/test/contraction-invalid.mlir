// Each constraint of the contractions, violated once.
// RUN: ingot-opt %s -split-input-file -verify-diagnostics

func.func @matmul_c1(%a: tensor<2x3xf32>, %b: tensor<3x4xf64>) -> tensor<2x4xf32> {
  // expected-error@+1 {{matmul C1: element types f32 and f64}}
  %y = graph.matmul %a, %b : (tensor<2x3xf32>, tensor<3x4xf64>) -> tensor<2x4xf32>
  return %y : tensor<2x4xf32>
}

// -----

func.func @matmul_c2(%a: tensor<f32>, %b: tensor<3x4xf32>) -> tensor<4xf32> {
  // expected-error@+1 {{matmul C2: shapes scalar and 3x4}}
  %y = graph.matmul %a, %b : (tensor<f32>, tensor<3x4xf32>) -> tensor<4xf32>
  return %y : tensor<4xf32>
}

// -----

func.func @matmul_c2_transposed(%a: tensor<2x3xf32>, %b: tensor<3xf32>) -> tensor<2xf32> {
  // expected-error@+1 {{matmul C2: shapes 2x3 and 3}}
  %y = graph.matmul %a, %b {transpose_b = true} : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2xf32>
  return %y : tensor<2xf32>
}

// -----

func.func @matmul_c3(%a: tensor<2x3xf32>, %b: tensor<4x4xf32>) -> tensor<2x4xf32> {
  // expected-error@+1 {{matmul C3: shapes 2x3 and 4x4 have inner sizes 3 and 4}}
  %y = graph.matmul %a, %b : (tensor<2x3xf32>, tensor<4x4xf32>) -> tensor<2x4xf32>
  return %y : tensor<2x4xf32>
}

// -----

func.func @matmul_c4(%a: tensor<2x2x3xf32>, %b: tensor<5x3x4xf32>) -> tensor<2x2x4xf32> {
  // expected-error@+1 {{matmul C4: shapes 2x2x3 and 5x3x4}}
  %y = graph.matmul %a, %b : (tensor<2x2x3xf32>, tensor<5x3x4xf32>) -> tensor<2x2x4xf32>
  return %y : tensor<2x2x4xf32>
}

// -----

func.func @matmul_integer_c1(%a: tensor<2x3xi8>, %b: tensor<3x4xi16>) -> tensor<2x4xi32> {
  %n = graph.none : () -> none
  // expected-error@+1 {{matmul_integer C1: operand 1 is i16}}
  %y = graph.matmul_integer %a, %b, %n, %n : (tensor<2x3xi8>, tensor<3x4xi16>, none, none) -> tensor<2x4xi32>
  return %y : tensor<2x4xi32>
}

// -----

func.func @matmul_integer_c1_zero(%a: tensor<2x3xi8>, %b: tensor<3x4xi8>, %c: tensor<ui8>) -> tensor<2x4xi32> {
  %n = graph.none : () -> none
  // expected-error@+1 {{matmul_integer C1: operand 2 is ui8}}
  %y = graph.matmul_integer %a, %b, %c, %n : (tensor<2x3xi8>, tensor<3x4xi8>, tensor<ui8>, none) -> tensor<2x4xi32>
  return %y : tensor<2x4xi32>
}

// -----

func.func @matmul_integer_c2(%a: tensor<i8>, %b: tensor<3x4xi8>) -> tensor<4xi32> {
  %n = graph.none : () -> none
  // expected-error@+1 {{matmul_integer C2: shapes scalar and 3x4}}
  %y = graph.matmul_integer %a, %b, %n, %n : (tensor<i8>, tensor<3x4xi8>, none, none) -> tensor<4xi32>
  return %y : tensor<4xi32>
}

// -----

func.func @matmul_integer_c3(%a: tensor<2x3xi8>, %b: tensor<4x4xi8>) -> tensor<2x4xi32> {
  %n = graph.none : () -> none
  // expected-error@+1 {{matmul_integer C3: shapes 2x3 and 4x4 have inner sizes 3 and 4}}
  %y = graph.matmul_integer %a, %b, %n, %n : (tensor<2x3xi8>, tensor<4x4xi8>, none, none) -> tensor<2x4xi32>
  return %y : tensor<2x4xi32>
}

// -----

func.func @matmul_integer_c4(%a: tensor<2x2x3xi8>, %b: tensor<5x3x4xi8>) -> tensor<2x2x4xi32> {
  %n = graph.none : () -> none
  // expected-error@+1 {{matmul_integer C4: shapes 2x2x3 and 5x3x4}}
  %y = graph.matmul_integer %a, %b, %n, %n : (tensor<2x2x3xi8>, tensor<5x3x4xi8>, none, none) -> tensor<2x2x4xi32>
  return %y : tensor<2x2x4xi32>
}

// -----

func.func @matmul_integer_c5(%a: tensor<2x3xi8>, %b: tensor<3x4xi8>, %d: tensor<5xi8>) -> tensor<2x4xi32> {
  %n = graph.none : () -> none
  // expected-error@+1 {{matmul_integer C5: zero point 5 for 3x4}}
  %y = graph.matmul_integer %a, %b, %n, %d : (tensor<2x3xi8>, tensor<3x4xi8>, none, tensor<5xi8>) -> tensor<2x4xi32>
  return %y : tensor<2x4xi32>
}

// -----

func.func @einsum_c1(%a: tensor<2x3xf32>, %b: tensor<3x4xf64>) -> tensor<2x4xf32> {
  // expected-error@+1 {{einsum C1: element types f32 and f64}}
  %y = graph.einsum %a, %b {equation = "ij,jk->ik"} : (tensor<2x3xf32>, tensor<3x4xf64>) -> tensor<2x4xf32>
  return %y : tensor<2x4xf32>
}

// -----

func.func @einsum_c2(%a: tensor<2x3xf32>, %b: tensor<3x4xf32>) -> tensor<2xf32> {
  // expected-error@+1 {{einsum C2: 1 terms for 2 operands}}
  %y = graph.einsum %a, %b {equation = "ij->i"} : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2xf32>
  return %y : tensor<2xf32>
}

// -----

func.func @einsum_c2_text(%a: tensor<2x3xf32>, %b: tensor<3x4xf32>) -> tensor<2xf32> {
  // expected-error@+1 {{einsum C2: term 'i1' has an unexpected '1'}}
  %y = graph.einsum %a, %b {equation = "i1,jk"} : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2xf32>
  return %y : tensor<2xf32>
}

// -----

func.func @einsum_c2_result(%a: tensor<2x3xf32>, %b: tensor<3x4xf32>) -> tensor<2x2xf32> {
  // expected-error@+1 {{einsum C2: the result has a letter twice, or one that no operand has}}
  %y = graph.einsum %a, %b {equation = "ij,jk->ii"} : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x2xf32>
  return %y : tensor<2x2xf32>
}

// -----

func.func @einsum_c3(%a: tensor<2x3xf32>, %b: tensor<3x4xf32>) -> tensor<2x4xf32> {
  // expected-error@+1 {{einsum C3: term 1 has 3 letters for rank 2}}
  %y = graph.einsum %a, %b {equation = "ij,jkl->ik"} : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  return %y : tensor<2x4xf32>
}

// -----

func.func @einsum_c4(%a: tensor<2x3xf32>, %b: tensor<3x4xf32>) -> tensor<3x4xf32> {
  // expected-error@+1 {{einsum C4: operand 1 has size 3 on axis 0, others have 2}}
  %y = graph.einsum %a, %b {equation = "ij,ik->jk"} : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<3x4xf32>
  return %y : tensor<3x4xf32>
}

// -----

func.func @det_c1(%a: tensor<5x3x4xf32>) -> tensor<5xf32> {
  // expected-error@+1 {{det C1: shape 5x3x4}}
  %y = graph.det %a : (tensor<5x3x4xf32>) -> tensor<5xf32>
  return %y : tensor<5xf32>
}

// -----

func.func @conv_c1(%a: tensor<1x4x8x8xf32>, %b: tensor<6x2x3x3xf64>) -> tensor<1x6x6x6xf32> {
  %n = graph.none : () -> none
  // expected-error@+1 {{conv C1: operand 1 is f64, x is f32}}
  %y = graph.conv %a, %b, %n {group = 2 : i64} : (tensor<1x4x8x8xf32>, tensor<6x2x3x3xf64>, none) -> tensor<1x6x6x6xf32>
  return %y : tensor<1x6x6x6xf32>
}

// -----

func.func @conv_c2(%a: tensor<1x4x8x8xf32>, %b: tensor<6x2x3xf32>) -> tensor<1x6x6x6xf32> {
  %n = graph.none : () -> none
  // expected-error@+1 {{conv C2: x is }}
  %y = graph.conv %a, %b, %n {group = 2 : i64} : (tensor<1x4x8x8xf32>, tensor<6x2x3xf32>, none) -> tensor<1x6x6x6xf32>
  return %y : tensor<1x6x6x6xf32>
}

// -----

func.func @conv_c3(%a: tensor<1x4x8x8xf32>, %b: tensor<6x2x3x3xf32>) -> tensor<1x6x6x6xf32> {
  %n = graph.none : () -> none
  // expected-error@+1 {{conv C3: strides [0,1], dilations [], pads [] for rank 4}}
  %y = graph.conv %a, %b, %n {group = 2 : i64, strides = array<i64: 0, 1>} : (tensor<1x4x8x8xf32>, tensor<6x2x3x3xf32>, none) -> tensor<1x6x6x6xf32>
  return %y : tensor<1x6x6x6xf32>
}

// -----

func.func @conv_c3_pads(%a: tensor<1x4x8x8xf32>, %b: tensor<6x2x3x3xf32>) -> tensor<1x6x6x6xf32> {
  %n = graph.none : () -> none
  // expected-error@+1 {{conv C3: strides [], dilations [], pads [0,1] for rank 4}}
  %y = graph.conv %a, %b, %n {group = 2 : i64, pads = array<i64: 0, 1>} : (tensor<1x4x8x8xf32>, tensor<6x2x3x3xf32>, none) -> tensor<1x6x6x6xf32>
  return %y : tensor<1x6x6x6xf32>
}

// -----

func.func @conv_c4(%a: tensor<1x4x8x8xf32>, %b: tensor<6x2x3x3xf32>) -> tensor<1x6x6x6xf32> {
  %n = graph.none : () -> none
  // expected-error@+1 {{conv C4: x 1x4x8x8, w 6x2x3x3, group 1}}
  %y = graph.conv %a, %b, %n {group = 1 : i64} : (tensor<1x4x8x8xf32>, tensor<6x2x3x3xf32>, none) -> tensor<1x6x6x6xf32>
  return %y : tensor<1x6x6x6xf32>
}

// -----

func.func @conv_c4_none(%a: tensor<1x4x8x8xf32>, %b: tensor<6x2x3x3xf32>) -> tensor<1x6x6x6xf32> {
  %n = graph.none : () -> none
  // expected-error@+1 {{conv C4: x 1x4x8x8, w 6x2x3x3, group 0}}
  %y = graph.conv %a, %b, %n {group = 0 : i64} : (tensor<1x4x8x8xf32>, tensor<6x2x3x3xf32>, none) -> tensor<1x6x6x6xf32>
  return %y : tensor<1x6x6x6xf32>
}

// -----

func.func @conv_c5(%a: tensor<1x4x8x8xf32>, %b: tensor<6x2x3x3xf32>) -> tensor<1x6x6x6xf32> {
  %n = graph.none : () -> none
  // expected-error@+1 {{conv C5: kernel 3 with dilation 4 on size 8 with padding 0 and 0}}
  %y = graph.conv %a, %b, %n {group = 2 : i64, dilations = array<i64: 4, 4>} : (tensor<1x4x8x8xf32>, tensor<6x2x3x3xf32>, none) -> tensor<1x6x6x6xf32>
  return %y : tensor<1x6x6x6xf32>
}

// -----

func.func @conv_c6(%a: tensor<1x4x8x8xf32>, %b: tensor<6x2x3x3xf32>, %c: tensor<5xf32>) -> tensor<1x6x6x6xf32> {
  // expected-error@+1 {{conv C6: bias 5 for 6 channels}}
  %y = graph.conv %a, %b, %c {group = 2 : i64} : (tensor<1x4x8x8xf32>, tensor<6x2x3x3xf32>, tensor<5xf32>) -> tensor<1x6x6x6xf32>
  return %y : tensor<1x6x6x6xf32>
}

// -----

func.func @conv_integer_c1(%a: tensor<1x1x3x3xui8>, %b: tensor<2x1x2x2xi16>) -> tensor<1x2x2x2xi32> {
  %n = graph.none : () -> none
  // expected-error@+1 {{conv_integer C1: operand 1 is i16}}
  %y = graph.conv_integer %a, %b, %n, %n : (tensor<1x1x3x3xui8>, tensor<2x1x2x2xi16>, none, none) -> tensor<1x2x2x2xi32>
  return %y : tensor<1x2x2x2xi32>
}

// -----

func.func @conv_integer_c2(%a: tensor<1x1x3x3xui8>, %b: tensor<2x1x2xi8>) -> tensor<1x2x2x2xi32> {
  %n = graph.none : () -> none
  // expected-error@+1 {{conv_integer C2: x is }}
  %y = graph.conv_integer %a, %b, %n, %n : (tensor<1x1x3x3xui8>, tensor<2x1x2xi8>, none, none) -> tensor<1x2x2x2xi32>
  return %y : tensor<1x2x2x2xi32>
}

// -----

func.func @conv_integer_c3(%a: tensor<1x1x3x3xui8>, %b: tensor<2x1x2x2xi8>) -> tensor<1x2x2x2xi32> {
  %n = graph.none : () -> none
  // expected-error@+1 {{conv_integer C3: strides [], dilations [], pads [] for rank 4}}
  %y = graph.conv_integer %a, %b, %n, %n {auto_pad = "same"} : (tensor<1x1x3x3xui8>, tensor<2x1x2x2xi8>, none, none) -> tensor<1x2x2x2xi32>
  return %y : tensor<1x2x2x2xi32>
}

// -----

func.func @conv_integer_c4(%a: tensor<1x1x3x3xui8>, %b: tensor<2x1x2x2xi8>) -> tensor<1x2x2x2xi32> {
  %n = graph.none : () -> none
  // expected-error@+1 {{conv_integer C4: x 1x1x3x3, w 2x1x2x2, group 2}}
  %y = graph.conv_integer %a, %b, %n, %n {group = 2 : i64} : (tensor<1x1x3x3xui8>, tensor<2x1x2x2xi8>, none, none) -> tensor<1x2x2x2xi32>
  return %y : tensor<1x2x2x2xi32>
}

// -----

func.func @conv_integer_c5(%a: tensor<1x1x3x3xui8>, %b: tensor<2x1x4x4xi8>) -> tensor<1x2x2x2xi32> {
  %n = graph.none : () -> none
  // expected-error@+1 {{conv_integer C5: kernel 4 with dilation 1 on size 3 with padding 0 and 0}}
  %y = graph.conv_integer %a, %b, %n, %n : (tensor<1x1x3x3xui8>, tensor<2x1x4x4xi8>, none, none) -> tensor<1x2x2x2xi32>
  return %y : tensor<1x2x2x2xi32>
}

// -----

func.func @conv_integer_c6(%a: tensor<1x1x3x3xui8>, %b: tensor<2x1x2x2xi8>, %c: tensor<2xui8>) -> tensor<1x2x2x2xi32> {
  %n = graph.none : () -> none
  // expected-error@+1 {{conv_integer C6: zero point 2 for 1 channels}}
  %y = graph.conv_integer %a, %b, %c, %n : (tensor<1x1x3x3xui8>, tensor<2x1x2x2xi8>, tensor<2xui8>, none) -> tensor<1x2x2x2xi32>
  return %y : tensor<1x2x2x2xi32>
}

// -----

func.func @conv_transpose_c1(%a: tensor<1x2x3x3xf32>, %b: tensor<2x4x3x3xf32>, %c: tensor<4xf64>) -> tensor<1x4x5x5xf32> {
  // expected-error@+1 {{conv_transpose C1: operand 2 is f64, x is f32}}
  %y = graph.conv_transpose %a, %b, %c : (tensor<1x2x3x3xf32>, tensor<2x4x3x3xf32>, tensor<4xf64>) -> tensor<1x4x5x5xf32>
  return %y : tensor<1x4x5x5xf32>
}

// -----

func.func @conv_transpose_c2(%a: tensor<1x2xf32>, %b: tensor<2x4xf32>) -> tensor<1x4x5x5xf32> {
  %n = graph.none : () -> none
  // expected-error@+1 {{conv_transpose C2: x is }}
  %y = graph.conv_transpose %a, %b, %n : (tensor<1x2xf32>, tensor<2x4xf32>, none) -> tensor<1x4x5x5xf32>
  return %y : tensor<1x4x5x5xf32>
}

// -----

func.func @conv_transpose_c3(%a: tensor<1x2x3x3xf32>, %b: tensor<2x4x3x3xf32>) -> tensor<1x4x5x5xf32> {
  %n = graph.none : () -> none
  // expected-error@+1 {{conv_transpose C3: strides [], dilations [1,-1], pads [] for rank 4}}
  %y = graph.conv_transpose %a, %b, %n {dilations = array<i64: 1, -1>} : (tensor<1x2x3x3xf32>, tensor<2x4x3x3xf32>, none) -> tensor<1x4x5x5xf32>
  return %y : tensor<1x4x5x5xf32>
}

// -----

func.func @conv_transpose_c4(%a: tensor<1x2x3x3xf32>, %b: tensor<2x4x3x3xf32>) -> tensor<1x4x5x5xf32> {
  %n = graph.none : () -> none
  // expected-error@+1 {{conv_transpose C4: x 1x2x3x3, w 2x4x3x3, group 3}}
  %y = graph.conv_transpose %a, %b, %n {group = 3 : i64} : (tensor<1x2x3x3xf32>, tensor<2x4x3x3xf32>, none) -> tensor<1x4x5x5xf32>
  return %y : tensor<1x4x5x5xf32>
}

// -----

func.func @conv_transpose_c5(%a: tensor<1x2x3x3xf32>, %b: tensor<2x4x3x3xf32>) -> tensor<1x4x5x5xf32> {
  %n = graph.none : () -> none
  // expected-error@+1 {{conv_transpose C5: output_padding [1], output_shape []}}
  %y = graph.conv_transpose %a, %b, %n {output_padding = array<i64: 1>} : (tensor<1x2x3x3xf32>, tensor<2x4x3x3xf32>, none) -> tensor<1x4x5x5xf32>
  return %y : tensor<1x4x5x5xf32>
}

// -----

func.func @conv_transpose_c5_negative(%a: tensor<1x2x3x3xf32>, %b: tensor<2x4x3x3xf32>) -> tensor<1x4x5x5xf32> {
  %n = graph.none : () -> none
  // expected-error@+1 {{conv_transpose C5: size 3 with kernel 3, strides [], dilations [], pads [9,0,0,0]}}
  %y = graph.conv_transpose %a, %b, %n {pads = array<i64: 9, 0, 0, 0>} : (tensor<1x2x3x3xf32>, tensor<2x4x3x3xf32>, none) -> tensor<1x4x5x5xf32>
  return %y : tensor<1x4x5x5xf32>
}

// -----

func.func @conv_transpose_c6(%a: tensor<1x2x3x3xf32>, %b: tensor<2x4x3x3xf32>, %c: tensor<3xf32>) -> tensor<1x4x5x5xf32> {
  // expected-error@+1 {{conv_transpose C6: bias 3 for 4 channels}}
  %y = graph.conv_transpose %a, %b, %c : (tensor<1x2x3x3xf32>, tensor<2x4x3x3xf32>, tensor<3xf32>) -> tensor<1x4x5x5xf32>
  return %y : tensor<1x4x5x5xf32>
}

// -----

func.func @deform_conv_c1(%a: tensor<1x1x3x3xf32>, %b: tensor<1x1x2x2xf32>, %c: tensor<1x8x2x2xf64>) -> tensor<1x1x2x2xf32> {
  %n = graph.none : () -> none
  // expected-error@+1 {{deform_conv C1: operand 2 is f64, x is f32}}
  %y = graph.deform_conv %a, %b, %c, %n, %n : (tensor<1x1x3x3xf32>, tensor<1x1x2x2xf32>, tensor<1x8x2x2xf64>, none, none) -> tensor<1x1x2x2xf32>
  return %y : tensor<1x1x2x2xf32>
}

// -----

func.func @deform_conv_c2(%a: tensor<1x1x3x3xf32>, %b: tensor<1x1x2xf32>, %c: tensor<1x8x2x2xf32>) -> tensor<1x1x2x2xf32> {
  %n = graph.none : () -> none
  // expected-error@+1 {{deform_conv C2: x is }}
  %y = graph.deform_conv %a, %b, %c, %n, %n : (tensor<1x1x3x3xf32>, tensor<1x1x2xf32>, tensor<1x8x2x2xf32>, none, none) -> tensor<1x1x2x2xf32>
  return %y : tensor<1x1x2x2xf32>
}

// -----

func.func @deform_conv_c3(%a: tensor<1x1x3x3xf32>, %b: tensor<1x1x2x2xf32>, %c: tensor<1x8x2x2xf32>) -> tensor<1x1x2x2xf32> {
  %n = graph.none : () -> none
  // expected-error@+1 {{deform_conv C3: strides [1], dilations [], pads [] for rank 4}}
  %y = graph.deform_conv %a, %b, %c, %n, %n {strides = array<i64: 1>} : (tensor<1x1x3x3xf32>, tensor<1x1x2x2xf32>, tensor<1x8x2x2xf32>, none, none) -> tensor<1x1x2x2xf32>
  return %y : tensor<1x1x2x2xf32>
}

// -----

func.func @deform_conv_c4(%a: tensor<1x1x3x3xf32>, %b: tensor<1x1x2x2xf32>, %c: tensor<1x8x2x2xf32>) -> tensor<1x1x2x2xf32> {
  %n = graph.none : () -> none
  // expected-error@+1 {{deform_conv C4: x 1x1x3x3, w 1x1x2x2, group -1}}
  %y = graph.deform_conv %a, %b, %c, %n, %n {group = -1 : i64} : (tensor<1x1x3x3xf32>, tensor<1x1x2x2xf32>, tensor<1x8x2x2xf32>, none, none) -> tensor<1x1x2x2xf32>
  return %y : tensor<1x1x2x2xf32>
}

// -----

func.func @deform_conv_c5(%a: tensor<1x1x3x3xf32>, %b: tensor<1x1x4x4xf32>, %c: tensor<1x8x2x2xf32>) -> tensor<1x1x2x2xf32> {
  %n = graph.none : () -> none
  // expected-error@+1 {{deform_conv C5: kernel 4 with dilation 1 on size 3 with padding 0 and 0}}
  %y = graph.deform_conv %a, %b, %c, %n, %n : (tensor<1x1x3x3xf32>, tensor<1x1x4x4xf32>, tensor<1x8x2x2xf32>, none, none) -> tensor<1x1x2x2xf32>
  return %y : tensor<1x1x2x2xf32>
}

// -----

func.func @deform_conv_c6(%a: tensor<1x1x3x3xf32>, %b: tensor<1x1x2x2xf32>, %c: tensor<1x8x2x2xf32>, %d: tensor<2xf32>) -> tensor<1x1x2x2xf32> {
  %n = graph.none : () -> none
  // expected-error@+1 {{deform_conv C6: bias 2 for 1 channels}}
  %y = graph.deform_conv %a, %b, %c, %d, %n : (tensor<1x1x3x3xf32>, tensor<1x1x2x2xf32>, tensor<1x8x2x2xf32>, tensor<2xf32>, none) -> tensor<1x1x2x2xf32>
  return %y : tensor<1x1x2x2xf32>
}

// -----

func.func @deform_conv_c7(%a: tensor<1x1x3x3xf32>, %b: tensor<1x1x2x2xf32>, %c: tensor<1x8x2x2xf32>) -> tensor<1x1x2x2xf32> {
  %n = graph.none : () -> none
  // expected-error@+1 {{deform_conv C7: offset_group 2 for x }}
  %y = graph.deform_conv %a, %b, %c, %n, %n {offset_group = 2 : i64} : (tensor<1x1x3x3xf32>, tensor<1x1x2x2xf32>, tensor<1x8x2x2xf32>, none, none) -> tensor<1x1x2x2xf32>
  return %y : tensor<1x1x2x2xf32>
}

// -----

func.func @deform_conv_c8(%a: tensor<1x1x3x3xf32>, %b: tensor<1x1x2x2xf32>, %c: tensor<1x4x2x2xf32>) -> tensor<1x1x2x2xf32> {
  %n = graph.none : () -> none
  // expected-error@+1 {{deform_conv C8: offset 1x4x2x2, wanted 1x8x2x2}}
  %y = graph.deform_conv %a, %b, %c, %n, %n : (tensor<1x1x3x3xf32>, tensor<1x1x2x2xf32>, tensor<1x4x2x2xf32>, none, none) -> tensor<1x1x2x2xf32>
  return %y : tensor<1x1x2x2xf32>
}

// -----

func.func @deform_conv_c8_mask(%a: tensor<1x1x3x3xf32>, %b: tensor<1x1x2x2xf32>, %c: tensor<1x8x2x2xf32>, %e: tensor<1x8x2x2xf32>) -> tensor<1x1x2x2xf32> {
  %n = graph.none : () -> none
  // expected-error@+1 {{deform_conv C8: mask 1x8x2x2, wanted 1x4x2x2}}
  %y = graph.deform_conv %a, %b, %c, %n, %e : (tensor<1x1x3x3xf32>, tensor<1x1x2x2xf32>, tensor<1x8x2x2xf32>, none, tensor<1x8x2x2xf32>) -> tensor<1x1x2x2xf32>
  return %y : tensor<1x1x2x2xf32>
}

// -----

func.func @matmul_codes_c1(%a: tensor<2x33xf32>, %b: tensor<7x17xui8>, %s: tensor<7x3xf16>, %z: tensor<f32>) -> tensor<2x7xf32> {
  // expected-error@+1 {{matmul_codes C1: element types f32, ui8 and f16}}
  %y = graph.matmul_codes %a, %b, %s, %z {bits = 4 : i64, block_size = 16 : i64} : (tensor<2x33xf32>, tensor<7x17xui8>, tensor<7x3xf16>, tensor<f32>) -> tensor<2x7xf32>
  return %y : tensor<2x7xf32>
}

// -----

func.func @matmul_codes_c2(%a: tensor<2x33xf32>, %b: tensor<7x17xui8>, %s: tensor<7x3xf32>, %z: tensor<f32>) -> tensor<2x7xf32> {
  // expected-error@+1 {{matmul_codes C2: bits 3, block_size 16}}
  %y = graph.matmul_codes %a, %b, %s, %z {bits = 3 : i64, block_size = 16 : i64} : (tensor<2x33xf32>, tensor<7x17xui8>, tensor<7x3xf32>, tensor<f32>) -> tensor<2x7xf32>
  return %y : tensor<2x7xf32>
}

// -----

func.func @matmul_codes_c3(%a: tensor<2x33xf32>, %b: tensor<7x16xui8>, %s: tensor<7x3xf32>, %z: tensor<f32>) -> tensor<2x7xf32> {
  // expected-error@+1 {{matmul_codes C3: 16 bytes for 33 numbers of 4 bits}}
  %y = graph.matmul_codes %a, %b, %s, %z {bits = 4 : i64, block_size = 16 : i64} : (tensor<2x33xf32>, tensor<7x16xui8>, tensor<7x3xf32>, tensor<f32>) -> tensor<2x7xf32>
  return %y : tensor<2x7xf32>
}

// -----

func.func @matmul_codes_c4(%a: tensor<2x33xf32>, %b: tensor<7x17xui8>, %s: tensor<7x2xf32>, %z: tensor<f32>) -> tensor<2x7xf32> {
  // expected-error@+1 {{matmul_codes C4: shape 7x2, wanted 7x3}}
  %y = graph.matmul_codes %a, %b, %s, %z {bits = 4 : i64, block_size = 16 : i64} : (tensor<2x33xf32>, tensor<7x17xui8>, tensor<7x2xf32>, tensor<f32>) -> tensor<2x7xf32>
  return %y : tensor<2x7xf32>
}

// -----

func.func @matmul_codes_c5(%a: tensor<2x33xf32>, %b: tensor<7x17xui8>, %s: tensor<7x3xf32>, %z: tensor<7x2xf32>) -> tensor<2x7xf32> {
  // expected-error@+1 {{matmul_codes C5: shape 7x2}}
  %y = graph.matmul_codes %a, %b, %s, %z {bits = 4 : i64, block_size = 16 : i64} : (tensor<2x33xf32>, tensor<7x17xui8>, tensor<7x3xf32>, tensor<7x2xf32>) -> tensor<2x7xf32>
  return %y : tensor<2x7xf32>
}
