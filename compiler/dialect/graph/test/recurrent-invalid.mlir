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

// -----

func.func @gru_c1(%x: tensor<5x2xf32>, %w: tensor<1x12x3xf32>, %r: tensor<1x12x4xf32>, %b: none, %l: none, %h: none) {
  // expected-error@+1 {{gru C1: x has rank 2}}
  %y, %hn = graph.gru %x, %w, %r, %b, %l, %h {activations = ["sigmoid", "tanh"], alpha = array<f32: 0.0, 0.0>, beta = array<f32: 0.0, 0.0>, direction = "forward"} : (tensor<5x2xf32>, tensor<1x12x3xf32>, tensor<1x12x4xf32>, none, none, none) -> (tensor<5x1x2x4xf32>, tensor<1x2x4xf32>)
  return
}

// -----

func.func @gru_c2(%x: tensor<5x2x3xf32>, %w: tensor<1x7x3xf32>, %r: tensor<1x12x4xf32>, %b: none, %l: none, %h: none) {
  // expected-error@+1 {{gru C2: w is 1x7x3, wanted 1x12x3}}
  %y, %hn = graph.gru %x, %w, %r, %b, %l, %h {activations = ["sigmoid", "tanh"], alpha = array<f32: 0.0, 0.0>, beta = array<f32: 0.0, 0.0>, direction = "forward"} : (tensor<5x2x3xf32>, tensor<1x7x3xf32>, tensor<1x12x4xf32>, none, none, none) -> (tensor<5x1x2x4xf32>, tensor<1x2x4xf32>)
  return
}

// -----

func.func @gru_c3(%x: tensor<5x2x3xf32>, %w: tensor<1x12x3xf32>, %r: tensor<2x12x4xf32>, %b: none, %l: none, %h: none) {
  // expected-error@+1 {{gru C3: r is 2x12x4, wanted 1x12x4}}
  %y, %hn = graph.gru %x, %w, %r, %b, %l, %h {activations = ["sigmoid", "tanh"], alpha = array<f32: 0.0, 0.0>, beta = array<f32: 0.0, 0.0>, direction = "forward"} : (tensor<5x2x3xf32>, tensor<1x12x3xf32>, tensor<2x12x4xf32>, none, none, none) -> (tensor<5x1x2x4xf32>, tensor<1x2x4xf32>)
  return
}

// -----

func.func @gru_c4(%x: tensor<5x2x3xf32>, %w: tensor<1x12x3xf32>, %r: tensor<1x12x4xf32>, %b: tensor<1x7xf32>, %l: none, %h: none) {
  // expected-error@+1 {{gru C4: b is 1x7, wanted 1x24}}
  %y, %hn = graph.gru %x, %w, %r, %b, %l, %h {activations = ["sigmoid", "tanh"], alpha = array<f32: 0.0, 0.0>, beta = array<f32: 0.0, 0.0>, direction = "forward"} : (tensor<5x2x3xf32>, tensor<1x12x3xf32>, tensor<1x12x4xf32>, tensor<1x7xf32>, none, none) -> (tensor<5x1x2x4xf32>, tensor<1x2x4xf32>)
  return
}

// -----

func.func @gru_c5(%x: tensor<5x2x3xf32>, %w: tensor<1x12x3xf32>, %r: tensor<1x12x4xf32>, %b: none, %l: tensor<3xi32>, %h: none) {
  // expected-error@+1 {{gru C5: lengths is 3, wanted 2}}
  %y, %hn = graph.gru %x, %w, %r, %b, %l, %h {activations = ["sigmoid", "tanh"], alpha = array<f32: 0.0, 0.0>, beta = array<f32: 0.0, 0.0>, direction = "forward"} : (tensor<5x2x3xf32>, tensor<1x12x3xf32>, tensor<1x12x4xf32>, none, tensor<3xi32>, none) -> (tensor<5x1x2x4xf32>, tensor<1x2x4xf32>)
  return
}

// -----

func.func @gru_c6(%x: tensor<5x2x3xf32>, %w: tensor<1x12x3xf32>, %r: tensor<1x12x4xf32>, %b: none, %l: none, %h: tensor<1x2x5xf32>) {
  // expected-error@+1 {{gru C6: an initial state is 1x2x5, wanted 1x2x4}}
  %y, %hn = graph.gru %x, %w, %r, %b, %l, %h {activations = ["sigmoid", "tanh"], alpha = array<f32: 0.0, 0.0>, beta = array<f32: 0.0, 0.0>, direction = "forward"} : (tensor<5x2x3xf32>, tensor<1x12x3xf32>, tensor<1x12x4xf32>, none, none, tensor<1x2x5xf32>) -> (tensor<5x1x2x4xf32>, tensor<1x2x4xf32>)
  return
}

// -----

func.func @gru_c7(%x: tensor<5x2x3xf32>, %w: tensor<1x12x3xf32>, %r: tensor<1x12x4xf32>, %b: none, %l: none, %h: none) {
  // expected-error@+1 {{gru C7: direction is 'sideways'}}
  %y, %hn = graph.gru %x, %w, %r, %b, %l, %h {activations = ["sigmoid", "tanh"], alpha = array<f32: 0.0, 0.0>, beta = array<f32: 0.0, 0.0>, direction = "sideways"} : (tensor<5x2x3xf32>, tensor<1x12x3xf32>, tensor<1x12x4xf32>, none, none, none) -> (tensor<5x1x2x4xf32>, tensor<1x2x4xf32>)
  return
}

// -----

func.func @gru_c8(%x: tensor<5x2x3xf32>, %w: tensor<1x12x3xf32>, %r: tensor<1x12x4xf32>, %b: none, %l: none, %h: none) {
  // expected-error@+1 {{gru C8: no activation is named 'wavy'}}
  %y, %hn = graph.gru %x, %w, %r, %b, %l, %h {activations = ["sigmoid", "wavy"], alpha = array<f32: 0.0, 0.0>, beta = array<f32: 0.0, 0.0>, direction = "forward"} : (tensor<5x2x3xf32>, tensor<1x12x3xf32>, tensor<1x12x4xf32>, none, none, none) -> (tensor<5x1x2x4xf32>, tensor<1x2x4xf32>)
  return
}

// -----

func.func @gru_c9(%x: tensor<5x2x3xf32>, %w: tensor<1x12x3xf16>, %r: tensor<1x12x4xf32>, %b: none, %l: none, %h: none) {
  // expected-error@+1 {{gru C9: operand 1 is f16, x is f32}}
  %y, %hn = graph.gru %x, %w, %r, %b, %l, %h {activations = ["sigmoid", "tanh"], alpha = array<f32: 0.0, 0.0>, beta = array<f32: 0.0, 0.0>, direction = "forward"} : (tensor<5x2x3xf32>, tensor<1x12x3xf16>, tensor<1x12x4xf32>, none, none, none) -> (tensor<5x1x2x4xf32>, tensor<1x2x4xf32>)
  return
}

// -----

func.func @rnn_c1(%x: tensor<5x2xf32>, %w: tensor<1x4x3xf32>, %r: tensor<1x4x4xf32>, %b: none, %l: none, %h: none) {
  // expected-error@+1 {{rnn C1: x has rank 2}}
  %y, %hn = graph.rnn %x, %w, %r, %b, %l, %h {activations = ["tanh"], alpha = array<f32: 0.0>, beta = array<f32: 0.0>, direction = "forward"} : (tensor<5x2xf32>, tensor<1x4x3xf32>, tensor<1x4x4xf32>, none, none, none) -> (tensor<5x1x2x4xf32>, tensor<1x2x4xf32>)
  return
}

// -----

func.func @rnn_c2(%x: tensor<5x2x3xf32>, %w: tensor<1x7x3xf32>, %r: tensor<1x4x4xf32>, %b: none, %l: none, %h: none) {
  // expected-error@+1 {{rnn C2: w is 1x7x3, wanted 1x4x3}}
  %y, %hn = graph.rnn %x, %w, %r, %b, %l, %h {activations = ["tanh"], alpha = array<f32: 0.0>, beta = array<f32: 0.0>, direction = "forward"} : (tensor<5x2x3xf32>, tensor<1x7x3xf32>, tensor<1x4x4xf32>, none, none, none) -> (tensor<5x1x2x4xf32>, tensor<1x2x4xf32>)
  return
}

// -----

func.func @rnn_c3(%x: tensor<5x2x3xf32>, %w: tensor<1x4x3xf32>, %r: tensor<2x4x4xf32>, %b: none, %l: none, %h: none) {
  // expected-error@+1 {{rnn C3: r is 2x4x4, wanted 1x4x4}}
  %y, %hn = graph.rnn %x, %w, %r, %b, %l, %h {activations = ["tanh"], alpha = array<f32: 0.0>, beta = array<f32: 0.0>, direction = "forward"} : (tensor<5x2x3xf32>, tensor<1x4x3xf32>, tensor<2x4x4xf32>, none, none, none) -> (tensor<5x1x2x4xf32>, tensor<1x2x4xf32>)
  return
}

// -----

func.func @rnn_c4(%x: tensor<5x2x3xf32>, %w: tensor<1x4x3xf32>, %r: tensor<1x4x4xf32>, %b: tensor<1x7xf32>, %l: none, %h: none) {
  // expected-error@+1 {{rnn C4: b is 1x7, wanted 1x8}}
  %y, %hn = graph.rnn %x, %w, %r, %b, %l, %h {activations = ["tanh"], alpha = array<f32: 0.0>, beta = array<f32: 0.0>, direction = "forward"} : (tensor<5x2x3xf32>, tensor<1x4x3xf32>, tensor<1x4x4xf32>, tensor<1x7xf32>, none, none) -> (tensor<5x1x2x4xf32>, tensor<1x2x4xf32>)
  return
}

// -----

func.func @rnn_c5(%x: tensor<5x2x3xf32>, %w: tensor<1x4x3xf32>, %r: tensor<1x4x4xf32>, %b: none, %l: tensor<3xi32>, %h: none) {
  // expected-error@+1 {{rnn C5: lengths is 3, wanted 2}}
  %y, %hn = graph.rnn %x, %w, %r, %b, %l, %h {activations = ["tanh"], alpha = array<f32: 0.0>, beta = array<f32: 0.0>, direction = "forward"} : (tensor<5x2x3xf32>, tensor<1x4x3xf32>, tensor<1x4x4xf32>, none, tensor<3xi32>, none) -> (tensor<5x1x2x4xf32>, tensor<1x2x4xf32>)
  return
}

// -----

func.func @rnn_c6(%x: tensor<5x2x3xf32>, %w: tensor<1x4x3xf32>, %r: tensor<1x4x4xf32>, %b: none, %l: none, %h: tensor<1x2x5xf32>) {
  // expected-error@+1 {{rnn C6: an initial state is 1x2x5, wanted 1x2x4}}
  %y, %hn = graph.rnn %x, %w, %r, %b, %l, %h {activations = ["tanh"], alpha = array<f32: 0.0>, beta = array<f32: 0.0>, direction = "forward"} : (tensor<5x2x3xf32>, tensor<1x4x3xf32>, tensor<1x4x4xf32>, none, none, tensor<1x2x5xf32>) -> (tensor<5x1x2x4xf32>, tensor<1x2x4xf32>)
  return
}

// -----

func.func @rnn_c7(%x: tensor<5x2x3xf32>, %w: tensor<1x4x3xf32>, %r: tensor<1x4x4xf32>, %b: none, %l: none, %h: none) {
  // expected-error@+1 {{rnn C7: direction is 'sideways'}}
  %y, %hn = graph.rnn %x, %w, %r, %b, %l, %h {activations = ["tanh"], alpha = array<f32: 0.0>, beta = array<f32: 0.0>, direction = "sideways"} : (tensor<5x2x3xf32>, tensor<1x4x3xf32>, tensor<1x4x4xf32>, none, none, none) -> (tensor<5x1x2x4xf32>, tensor<1x2x4xf32>)
  return
}

// -----

func.func @rnn_c8(%x: tensor<5x2x3xf32>, %w: tensor<1x4x3xf32>, %r: tensor<1x4x4xf32>, %b: none, %l: none, %h: none) {
  // expected-error@+1 {{rnn C8: no activation is named 'wavy'}}
  %y, %hn = graph.rnn %x, %w, %r, %b, %l, %h {activations = ["wavy"], alpha = array<f32: 0.0>, beta = array<f32: 0.0>, direction = "forward"} : (tensor<5x2x3xf32>, tensor<1x4x3xf32>, tensor<1x4x4xf32>, none, none, none) -> (tensor<5x1x2x4xf32>, tensor<1x2x4xf32>)
  return
}

// -----

func.func @rnn_c9(%x: tensor<5x2x3xf32>, %w: tensor<1x4x3xf16>, %r: tensor<1x4x4xf32>, %b: none, %l: none, %h: none) {
  // expected-error@+1 {{rnn C9: operand 1 is f16, x is f32}}
  %y, %hn = graph.rnn %x, %w, %r, %b, %l, %h {activations = ["tanh"], alpha = array<f32: 0.0>, beta = array<f32: 0.0>, direction = "forward"} : (tensor<5x2x3xf32>, tensor<1x4x3xf16>, tensor<1x4x4xf32>, none, none, none) -> (tensor<5x1x2x4xf32>, tensor<1x2x4xf32>)
  return
}
