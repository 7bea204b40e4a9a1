// Round trip of the recurrent layers.
// RUN: ingot-opt %s | ingot-opt | FileCheck %s

// CHECK-LABEL: func.func @rnn
// CHECK: graph.rnn {{.*}}activations = ["tanh"]
func.func @rnn(%x: tensor<5x?x3xf32>, %w: tensor<1x4x3xf32>, %r: tensor<1x4x4xf32>) -> tensor<5x1x?x4xf32> {
  %none = graph.none : () -> none
  %y, %h = graph.rnn %x, %w, %r, %none, %none, %none {activations = ["tanh"], alpha = array<f32: 0.0>, beta = array<f32: 0.0>} : (tensor<5x?x3xf32>, tensor<1x4x3xf32>, tensor<1x4x4xf32>, none, none, none) -> (tensor<5x1x?x4xf32>, tensor<1x?x4xf32>)
  return %y : tensor<5x1x?x4xf32>
}

// CHECK-LABEL: func.func @gru
// CHECK: graph.gru {{.*}}linear_before_reset = true
func.func @gru(%x: tensor<5x2x3xf32>, %w: tensor<1x12x3xf32>, %r: tensor<1x12x4xf32>, %n: tensor<2xi32>) -> tensor<1x2x4xf32> {
  %none = graph.none : () -> none
  %y, %h = graph.gru %x, %w, %r, %none, %n, %none {activations = ["sigmoid", "tanh"], alpha = array<f32: 0.0, 0.0>, beta = array<f32: 0.0, 0.0>, clip = 2.0 : f32, direction = "reverse", linear_before_reset = true} : (tensor<5x2x3xf32>, tensor<1x12x3xf32>, tensor<1x12x4xf32>, none, tensor<2xi32>, none) -> (tensor<5x1x2x4xf32>, tensor<1x2x4xf32>)
  return %h : tensor<1x2x4xf32>
}

// CHECK-LABEL: func.func @lstm
// CHECK: graph.lstm {{.*}}direction = "bidirectional", quantize_state = true
func.func @lstm(%x: tensor<*xf16>, %w: tensor<2x16x3xf16>, %r: tensor<2x16x4xf16>, %p: tensor<2x12xf16>) -> tensor<2x?x4xf16> {
  %none = graph.none : () -> none
  %y, %h, %c = graph.lstm %x, %w, %r, %none, %none, %none, %none, %p {activations = ["sigmoid", "tanh", "tanh", "hard_sigmoid", "tanh", "elu"], alpha = array<f32: 0.0, 0.0, 0.0, 0.2, 0.0, 1.0>, beta = array<f32: 0.0, 0.0, 0.0, 0.5, 0.0, 0.0>, direction = "bidirectional", quantize_state = true} : (tensor<*xf16>, tensor<2x16x3xf16>, tensor<2x16x4xf16>, none, none, none, none, tensor<2x12xf16>) -> (tensor<?x2x?x4xf16>, tensor<2x?x4xf16>, tensor<2x?x4xf16>)
  return %c : tensor<2x?x4xf16>
}
