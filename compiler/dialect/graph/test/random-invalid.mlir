// Each constraint of the random operators, violated once.
// RUN: ingot-opt %s -split-input-file -verify-diagnostics

func.func @random_uniform_c1(%shape: tensor<2x2xi64>) -> tensor<*xf32> {
  // expected-error@+1 {{random_uniform C1: shape is }}
  %r = graph.random_uniform %shape {to = f32} : (tensor<2x2xi64>) -> tensor<*xf32>
  return %r : tensor<*xf32>
}

// -----

func.func @random_uniform_c2(%shape: tensor<2xi64>) -> tensor<*xf32> {
  // expected-error@+1 {{random_uniform C2: element type i32}}
  %r = graph.random_uniform %shape {to = i32} : (tensor<2xi64>) -> tensor<*xf32>
  return %r : tensor<*xf32>
}

// -----

func.func @random_normal_c1(%shape: tensor<65xi64>) -> tensor<*xf32> {
  // expected-error@+1 {{random_normal C1: shape is }}
  %r = graph.random_normal %shape {to = f32} : (tensor<65xi64>) -> tensor<*xf32>
  return %r : tensor<*xf32>
}

// -----

func.func @random_normal_c1_negative() -> tensor<*xf32> {
  %shape = graph.constant {value = dense<[2, -3]> : tensor<2xi64>} : tensor<2xi64>
  // expected-error@+1 {{random_normal C1: entry -3}}
  %r = graph.random_normal %shape {to = f32} : (tensor<2xi64>) -> tensor<*xf32>
  return %r : tensor<*xf32>
}

// -----

func.func @random_normal_c2(%shape: tensor<2xi64>) -> tensor<*xf32> {
  // expected-error@+1 {{random_normal C2: element type i32}}
  %r = graph.random_normal %shape {to = i32} : (tensor<2xi64>) -> tensor<*xf32>
  return %r : tensor<*xf32>
}

// -----

func.func @bernoulli_c1(%x: tensor<2xf32>) -> tensor<2xf32> {
  // expected-error@+1 {{bernoulli C1: element type !graph.string}}
  %r = graph.bernoulli %x {to = !graph.string} : (tensor<2xf32>) -> tensor<2xf32>
  return %r : tensor<2xf32>
}

// -----

func.func @multinomial_c1(%x: tensor<2xf32>) -> tensor<2x1xi32> {
  // expected-error@+1 {{multinomial C1: x is }}
  %r = graph.multinomial %x {to = i32} : (tensor<2xf32>) -> tensor<2x1xi32>
  return %r : tensor<2x1xi32>
}

// -----

func.func @multinomial_c2(%x: tensor<2x3xf32>) -> tensor<2x1xi32> {
  // expected-error@+1 {{multinomial C2: sample_size is 0}}
  %r = graph.multinomial %x {sample_size = 0 : i64, to = i32} : (tensor<2x3xf32>) -> tensor<2x1xi32>
  return %r : tensor<2x1xi32>
}

// -----

func.func @multinomial_c3(%x: tensor<2x3xf32>) -> tensor<2x1xi32> {
  // expected-error@+1 {{multinomial C3: element type f32}}
  %r = graph.multinomial %x {to = f32} : (tensor<2x3xf32>) -> tensor<2x1xi32>
  return %r : tensor<2x1xi32>
}

// -----

func.func @dropout_c1(%x: tensor<2xf32>, %ratio: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xi1>) {
  %none = graph.none : () -> none
  // expected-error@+1 {{dropout C1: ratio is }}
  %y, %mask = graph.dropout %x, %ratio, %none : (tensor<2xf32>, tensor<2xf32>, none) -> (tensor<2xf32>, tensor<2xi1>)
  return %y, %mask : tensor<2xf32>, tensor<2xi1>
}

// -----

// dropout C2; ODS speaks first.
func.func @dropout_c2(%x: tensor<2xf32>, %training: tensor<i8>) -> (tensor<2xf32>, tensor<2xi1>) {
  %none = graph.none : () -> none
  // expected-error@+1 {{operand #2 must be boolean tensor}}
  %y, %mask = graph.dropout %x, %none, %training : (tensor<2xf32>, none, tensor<i8>) -> (tensor<2xf32>, tensor<2xi1>)
  return %y, %mask : tensor<2xf32>, tensor<2xi1>
}
