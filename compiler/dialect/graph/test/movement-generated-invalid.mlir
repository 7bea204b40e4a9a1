// Each constraint of the operators that generate tensors, violated once.
// RUN: ingot-opt %s -split-input-file -verify-diagnostics

func.func @range_c1(%x: tensor<i64>, %y: tensor<i32>) {
  // expected-error@+1 {{range C1: i64[] and i32[]}}
  %z = graph.range %x, %x, %y : (tensor<i64>, tensor<i64>, tensor<i32>) -> tensor<?xi64>
  return
}

// -----

func.func @range_c2(%x: tensor<i64>, %y: tensor<2xi64>) {
  // expected-error@+1 {{range C2: operand 2 is i64[2]}}
  %z = graph.range %x, %x, %y : (tensor<i64>, tensor<i64>, tensor<2xi64>) -> tensor<?xi64>
  return
}

// -----

func.func @range_c3() {
  %x = graph.constant {value = dense<0> : tensor<i64>} : tensor<i64>
  // expected-error@+1 {{range C3: start 0, limit 0, delta 0}}
  %z = graph.range %x, %x, %x : (tensor<i64>, tensor<i64>, tensor<i64>) -> tensor<?xi64>
  return
}

// -----

func.func @range_c4() {
  %x = graph.constant {value = dense<-9223372036854775808> : tensor<i64>} : tensor<i64>
  %y = graph.constant {value = dense<9223372036854775807> : tensor<i64>} : tensor<i64>
  %one = graph.constant {value = dense<1> : tensor<i64>} : tensor<i64>
  // expected-error@+1 {{range C4: start}}
  %z = graph.range %x, %y, %one : (tensor<i64>, tensor<i64>, tensor<i64>) -> tensor<?xi64>
  return
}

// -----

func.func @eye_like_c1(%x: tensor<3xf32>) {
  // expected-error@+1 {{eye_like C1: the operand is f32[3]}}
  %y = graph.eye_like %x {to = f32} : (tensor<3xf32>) -> tensor<3x3xf32>
  return
}

// -----

func.func @trilu_c1(%x: tensor<3xf32>) {
  %none = graph.none : () -> none
  // expected-error@+1 {{trilu C1: the operand is f32[3]}}
  %y = graph.trilu %x, %none : (tensor<3xf32>, none) -> tensor<3xf32>
  return
}

// -----

func.func @trilu_c2(%x: tensor<2x3xf32>, %k: tensor<2xi64>) {
  // expected-error@+1 {{trilu C2: k is i64[2]}}
  %y = graph.trilu %x, %k : (tensor<2x3xf32>, tensor<2xi64>) -> tensor<2x3xf32>
  return
}

// -----

func.func @one_hot_c1(%i: tensor<2xi64>, %v: tensor<2xf32>) {
  %d = graph.constant {value = dense<0> : tensor<i64>} : tensor<i64>
  // expected-error@+1 {{one_hot C1: depth is 0}}
  %y = graph.one_hot %i, %d, %v {axis = 1 : i64} : (tensor<2xi64>, tensor<i64>, tensor<2xf32>) -> tensor<2x?xf32>
  return
}

// -----

func.func @one_hot_c2(%i: tensor<2xi64>, %d: tensor<i64>, %v: tensor<3xf32>) {
  // expected-error@+1 {{one_hot C2: values is f32[3]}}
  %y = graph.one_hot %i, %d, %v {axis = 1 : i64} : (tensor<2xi64>, tensor<i64>, tensor<3xf32>) -> tensor<2x?xf32>
  return
}

// -----

func.func @one_hot_c3(%i: tensor<2xi64>, %d: tensor<i64>, %v: tensor<2xf32>) {
  // expected-error@+1 {{one_hot C3: axis 2 for rank 2}}
  %y = graph.one_hot %i, %d, %v {axis = 2 : i64} : (tensor<2xi64>, tensor<i64>, tensor<2xf32>) -> tensor<2x?xf32>
  return
}
