// Each constraint of the recurrent layers, violated once.
// RUN: ingot-opt %s -split-input-file -verify-diagnostics

func.func @lstm_c1(%x: tensor<5x2xf32>, %w: tensor<1x16x3xf32>, %r: tensor<1x16x4xf32>, %b: none, %l: none, %h: none, %c: none, %p: none) {
  // expected-error@+1 {{lstm C1: x has rank 2}}
  %y, %hn, %cn = graph.lstm %x, %w, %r, %b, %l, %h, %c, %p {activations = ["sigmoid", "tanh", "tanh"], alpha = array<f32: 0.0, 0.0, 0.0>, beta = array<f32: 0.0, 0.0, 0.0>, direction = "forward"} : (tensor<5x2xf32>, tensor<1x16x3xf32>, tensor<1x16x4xf32>, none, none, none, none, none) -> (tensor<5x1x2x4xf32>, tensor<1x2x4xf32>, tensor<1x2x4xf32>)
  return
}

// -----

func.func @lstm_c2(%x: tensor<5x2x3xf32>, %w: tensor<1x12x3xf32>, %r: tensor<1x16x4xf32>, %b: none, %l: none, %h: none, %c: none, %p: none) {
  // expected-error@+1 {{lstm C2: w is 1x12x3, wanted 1x16x3}}
  %y, %hn, %cn = graph.lstm %x, %w, %r, %b, %l, %h, %c, %p {activations = ["sigmoid", "tanh", "tanh"], alpha = array<f32: 0.0, 0.0, 0.0>, beta = array<f32: 0.0, 0.0, 0.0>, direction = "forward"} : (tensor<5x2x3xf32>, tensor<1x12x3xf32>, tensor<1x16x4xf32>, none, none, none, none, none) -> (tensor<5x1x2x4xf32>, tensor<1x2x4xf32>, tensor<1x2x4xf32>)
  return
}

// -----

func.func @lstm_c3(%x: tensor<5x2x3xf32>, %w: tensor<1x16x3xf32>, %r: tensor<2x16x4xf32>, %b: none, %l: none, %h: none, %c: none, %p: none) {
  // expected-error@+1 {{lstm C3: r is 2x16x4, wanted 1x16x4}}
  %y, %hn, %cn = graph.lstm %x, %w, %r, %b, %l, %h, %c, %p {activations = ["sigmoid", "tanh", "tanh"], alpha = array<f32: 0.0, 0.0, 0.0>, beta = array<f32: 0.0, 0.0, 0.0>, direction = "forward"} : (tensor<5x2x3xf32>, tensor<1x16x3xf32>, tensor<2x16x4xf32>, none, none, none, none, none) -> (tensor<5x1x2x4xf32>, tensor<1x2x4xf32>, tensor<1x2x4xf32>)
  return
}

// -----

func.func @lstm_c4(%x: tensor<5x2x3xf32>, %w: tensor<1x16x3xf32>, %r: tensor<1x16x4xf32>, %b: tensor<1x16xf32>, %l: none, %h: none, %c: none, %p: none) {
  // expected-error@+1 {{lstm C4: b is 1x16, wanted 1x32}}
  %y, %hn, %cn = graph.lstm %x, %w, %r, %b, %l, %h, %c, %p {activations = ["sigmoid", "tanh", "tanh"], alpha = array<f32: 0.0, 0.0, 0.0>, beta = array<f32: 0.0, 0.0, 0.0>, direction = "forward"} : (tensor<5x2x3xf32>, tensor<1x16x3xf32>, tensor<1x16x4xf32>, tensor<1x16xf32>, none, none, none, none) -> (tensor<5x1x2x4xf32>, tensor<1x2x4xf32>, tensor<1x2x4xf32>)
  return
}

// -----

func.func @lstm_c5(%x: tensor<5x2x3xf32>, %w: tensor<1x16x3xf32>, %r: tensor<1x16x4xf32>, %b: none, %l: tensor<3xi32>, %h: none, %c: none, %p: none) {
  // expected-error@+1 {{lstm C5: lengths is 3, wanted 2}}
  %y, %hn, %cn = graph.lstm %x, %w, %r, %b, %l, %h, %c, %p {activations = ["sigmoid", "tanh", "tanh"], alpha = array<f32: 0.0, 0.0, 0.0>, beta = array<f32: 0.0, 0.0, 0.0>, direction = "forward"} : (tensor<5x2x3xf32>, tensor<1x16x3xf32>, tensor<1x16x4xf32>, none, tensor<3xi32>, none, none, none) -> (tensor<5x1x2x4xf32>, tensor<1x2x4xf32>, tensor<1x2x4xf32>)
  return
}

// -----

func.func @lstm_c6(%x: tensor<5x2x3xf32>, %w: tensor<1x16x3xf32>, %r: tensor<1x16x4xf32>, %b: none, %l: none, %h: none, %c: tensor<1x2x5xf32>, %p: none) {
  // expected-error@+1 {{lstm C6: an initial state is 1x2x5, wanted 1x2x4}}
  %y, %hn, %cn = graph.lstm %x, %w, %r, %b, %l, %h, %c, %p {activations = ["sigmoid", "tanh", "tanh"], alpha = array<f32: 0.0, 0.0, 0.0>, beta = array<f32: 0.0, 0.0, 0.0>, direction = "forward"} : (tensor<5x2x3xf32>, tensor<1x16x3xf32>, tensor<1x16x4xf32>, none, none, none, tensor<1x2x5xf32>, none) -> (tensor<5x1x2x4xf32>, tensor<1x2x4xf32>, tensor<1x2x4xf32>)
  return
}

// -----

func.func @lstm_c7(%x: tensor<5x2x3xf32>, %w: tensor<1x16x3xf32>, %r: tensor<1x16x4xf32>, %b: none, %l: none, %h: none, %c: none, %p: none) {
  // expected-error@+1 {{lstm C7: direction is 'sideways'}}
  %y, %hn, %cn = graph.lstm %x, %w, %r, %b, %l, %h, %c, %p {activations = ["sigmoid", "tanh", "tanh"], alpha = array<f32: 0.0, 0.0, 0.0>, beta = array<f32: 0.0, 0.0, 0.0>, direction = "sideways"} : (tensor<5x2x3xf32>, tensor<1x16x3xf32>, tensor<1x16x4xf32>, none, none, none, none, none) -> (tensor<5x1x2x4xf32>, tensor<1x2x4xf32>, tensor<1x2x4xf32>)
  return
}

// -----

func.func @lstm_c8(%x: tensor<5x2x3xf32>, %w: tensor<1x16x3xf32>, %r: tensor<1x16x4xf32>, %b: none, %l: none, %h: none, %c: none, %p: none) {
  // expected-error@+1 {{lstm C8: no activation is named 'wavy'}}
  %y, %hn, %cn = graph.lstm %x, %w, %r, %b, %l, %h, %c, %p {activations = ["sigmoid", "tanh", "wavy"], alpha = array<f32: 0.0, 0.0, 0.0>, beta = array<f32: 0.0, 0.0, 0.0>, direction = "forward"} : (tensor<5x2x3xf32>, tensor<1x16x3xf32>, tensor<1x16x4xf32>, none, none, none, none, none) -> (tensor<5x1x2x4xf32>, tensor<1x2x4xf32>, tensor<1x2x4xf32>)
  return
}

// -----

func.func @lstm_c8_count(%x: tensor<5x2x3xf32>, %w: tensor<1x16x3xf32>, %r: tensor<1x16x4xf32>, %b: none, %l: none, %h: none, %c: none, %p: none) {
  // expected-error@+1 {{lstm C8: 2 activations with 3 alpha and 3 beta, wanted 3}}
  %y, %hn, %cn = graph.lstm %x, %w, %r, %b, %l, %h, %c, %p {activations = ["sigmoid", "tanh"], alpha = array<f32: 0.0, 0.0, 0.0>, beta = array<f32: 0.0, 0.0, 0.0>, direction = "forward"} : (tensor<5x2x3xf32>, tensor<1x16x3xf32>, tensor<1x16x4xf32>, none, none, none, none, none) -> (tensor<5x1x2x4xf32>, tensor<1x2x4xf32>, tensor<1x2x4xf32>)
  return
}

// -----

func.func @lstm_c9(%x: tensor<5x2x3xf32>, %w: tensor<1x16x3xf16>, %r: tensor<1x16x4xf32>, %b: none, %l: none, %h: none, %c: none, %p: none) {
  // expected-error@+1 {{lstm C9: operand 1 is f16, x is f32}}
  %y, %hn, %cn = graph.lstm %x, %w, %r, %b, %l, %h, %c, %p {activations = ["sigmoid", "tanh", "tanh"], alpha = array<f32: 0.0, 0.0, 0.0>, beta = array<f32: 0.0, 0.0, 0.0>, direction = "forward"} : (tensor<5x2x3xf32>, tensor<1x16x3xf16>, tensor<1x16x4xf32>, none, none, none, none, none) -> (tensor<5x1x2x4xf32>, tensor<1x2x4xf32>, tensor<1x2x4xf32>)
  return
}

// -----

func.func @lstm_c10(%x: tensor<5x2x3xf32>, %w: tensor<1x16x3xf32>, %r: tensor<1x16x4xf32>, %b: none, %l: none, %h: none, %c: none, %p: tensor<1x16xf32>) {
  // expected-error@+1 {{lstm C10: peepholes is 1x16, wanted 1x12}}
  %y, %hn, %cn = graph.lstm %x, %w, %r, %b, %l, %h, %c, %p {activations = ["sigmoid", "tanh", "tanh"], alpha = array<f32: 0.0, 0.0, 0.0>, beta = array<f32: 0.0, 0.0, 0.0>, direction = "forward"} : (tensor<5x2x3xf32>, tensor<1x16x3xf32>, tensor<1x16x4xf32>, none, none, none, none, tensor<1x16xf32>) -> (tensor<5x1x2x4xf32>, tensor<1x2x4xf32>, tensor<1x2x4xf32>)
  return
}
