// Recurrent layers as scans: the products with the inputs of all steps stand before them.
// RUN: ingot-opt %s --graph-decompose-composites | FileCheck %s

// CHECK-LABEL: func.func @rnn
// CHECK-NOT: graph.rnn
// CHECK: graph.matmul {{.*}} -> tensor<5x2x4xf32>
// CHECK: graph.scan {{.*}}input_reversed = array<i64: 0>
// CHECK: graph.matmul {{.*}} -> tensor<2x4xf32>
// CHECK: graph.tanh
// CHECK: graph.yield
func.func @rnn(%x: tensor<5x2x3xf32>, %w: tensor<1x4x3xf32>, %r: tensor<1x4x4xf32>) -> (tensor<5x1x2x4xf32>, tensor<1x2x4xf32>) {
  %none = graph.none : () -> none
  %y, %h = graph.rnn %x, %w, %r, %none, %none, %none {activations = ["tanh"], alpha = array<f32: 0.0>, beta = array<f32: 0.0>} : (tensor<5x2x3xf32>, tensor<1x4x3xf32>, tensor<1x4x4xf32>, none, none, none) -> (tensor<5x1x2x4xf32>, tensor<1x2x4xf32>)
  return %y, %h : tensor<5x1x2x4xf32>, tensor<1x2x4xf32>
}

// CHECK-LABEL: func.func @rnn_both_ways
// CHECK: graph.scan {{.*}}input_reversed = array<i64: 0>
// CHECK: graph.scan {{.*}}input_reversed = array<i64: 1>
// CHECK: graph.concat {{.*}}axis = 1
// CHECK: graph.concat {{.*}}axis = 0
func.func @rnn_both_ways(%x: tensor<5x2x3xf32>, %w: tensor<2x4x3xf32>, %r: tensor<2x4x4xf32>, %b: tensor<2x8xf32>, %h0: tensor<2x2x4xf32>) -> (tensor<5x2x2x4xf32>, tensor<2x2x4xf32>) {
  %none = graph.none : () -> none
  %y, %h = graph.rnn %x, %w, %r, %b, %none, %h0 {activations = ["affine", "scaled_tanh"], alpha = array<f32: 0.5, 1.5>, beta = array<f32: 0.25, 0.75>, clip = 0.5 : f32, direction = "bidirectional"} : (tensor<5x2x3xf32>, tensor<2x4x3xf32>, tensor<2x4x4xf32>, tensor<2x8xf32>, none, tensor<2x2x4xf32>) -> (tensor<5x2x2x4xf32>, tensor<2x2x4xf32>)
  return %y, %h : tensor<5x2x2x4xf32>, tensor<2x2x4xf32>
}

// CHECK-LABEL: func.func @gru
// CHECK-NOT: graph.gru
// CHECK: graph.scan {{.*}}input_reversed = array<i64: 1>
// CHECK-COUNT-3: graph.matmul
func.func @gru(%x: tensor<5x2x3xf32>, %w: tensor<1x12x3xf32>, %r: tensor<1x12x4xf32>, %b: tensor<1x24xf32>) -> (tensor<5x1x2x4xf32>, tensor<1x2x4xf32>) {
  %none = graph.none : () -> none
  %y, %h = graph.gru %x, %w, %r, %b, %none, %none {activations = ["sigmoid", "tanh"], alpha = array<f32: 0.0, 0.0>, beta = array<f32: 0.0, 0.0>, clip = 2.0 : f32, direction = "reverse"} : (tensor<5x2x3xf32>, tensor<1x12x3xf32>, tensor<1x12x4xf32>, tensor<1x24xf32>, none, none) -> (tensor<5x1x2x4xf32>, tensor<1x2x4xf32>)
  return %y, %h : tensor<5x1x2x4xf32>, tensor<1x2x4xf32>
}

// CHECK-LABEL: func.func @gru_linear_before_reset
// CHECK-NOT: graph.gru
func.func @gru_linear_before_reset(%x: tensor<5x2x3xf32>, %w: tensor<2x12x3xf32>, %r: tensor<2x12x4xf32>, %b: tensor<2x24xf32>, %h0: tensor<2x2x4xf32>) -> (tensor<5x2x2x4xf32>, tensor<2x2x4xf32>) {
  %none = graph.none : () -> none
  %y, %h = graph.gru %x, %w, %r, %b, %none, %h0 {activations = ["hard_sigmoid", "softsign", "sigmoid", "thresholded_relu"], alpha = array<f32: 0.2, 0.0, 0.0, 0.1>, beta = array<f32: 0.5, 0.0, 0.0, 0.0>, direction = "bidirectional", linear_before_reset = true} : (tensor<5x2x3xf32>, tensor<2x12x3xf32>, tensor<2x12x4xf32>, tensor<2x24xf32>, none, tensor<2x2x4xf32>) -> (tensor<5x2x2x4xf32>, tensor<2x2x4xf32>)
  return %y, %h : tensor<5x2x2x4xf32>, tensor<2x2x4xf32>
}

// CHECK-LABEL: func.func @lstm
// CHECK-NOT: graph.lstm
// CHECK: graph.scan
// CHECK: graph.split
func.func @lstm(%x: tensor<5x2x3xf32>, %w: tensor<1x16x3xf32>, %r: tensor<1x16x4xf32>, %b: tensor<1x32xf32>) -> (tensor<5x1x2x4xf32>, tensor<1x2x4xf32>, tensor<1x2x4xf32>) {
  %none = graph.none : () -> none
  %y, %h, %c = graph.lstm %x, %w, %r, %b, %none, %none, %none, %none {activations = ["sigmoid", "tanh", "tanh"], alpha = array<f32: 0.0, 0.0, 0.0>, beta = array<f32: 0.0, 0.0, 0.0>} : (tensor<5x2x3xf32>, tensor<1x16x3xf32>, tensor<1x16x4xf32>, tensor<1x32xf32>, none, none, none, none) -> (tensor<5x1x2x4xf32>, tensor<1x2x4xf32>, tensor<1x2x4xf32>)
  return %y, %h, %c : tensor<5x1x2x4xf32>, tensor<1x2x4xf32>, tensor<1x2x4xf32>
}

// CHECK-LABEL: func.func @lstm_with_peepholes
// CHECK-NOT: graph.lstm
func.func @lstm_with_peepholes(%x: tensor<5x2x3xf32>, %w: tensor<2x16x3xf32>, %r: tensor<2x16x4xf32>, %h0: tensor<2x2x4xf32>, %c0: tensor<2x2x4xf32>, %p: tensor<2x12xf32>) -> (tensor<5x2x2x4xf32>, tensor<2x2x4xf32>, tensor<2x2x4xf32>) {
  %none = graph.none : () -> none
  %y, %h, %c = graph.lstm %x, %w, %r, %none, %none, %h0, %c0, %p {activations = ["sigmoid", "tanh", "leaky_relu", "hard_sigmoid", "softplus", "elu"], alpha = array<f32: 0.0, 0.0, 0.1, 0.2, 0.0, 1.0>, beta = array<f32: 0.0, 0.0, 0.0, 0.5, 0.0, 0.0>, clip = 1.0 : f32, direction = "bidirectional", input_forget = true} : (tensor<5x2x3xf32>, tensor<2x16x3xf32>, tensor<2x16x4xf32>, none, none, tensor<2x2x4xf32>, tensor<2x2x4xf32>, tensor<2x12xf32>) -> (tensor<5x2x2x4xf32>, tensor<2x2x4xf32>, tensor<2x2x4xf32>)
  return %y, %h, %c : tensor<5x2x2x4xf32>, tensor<2x2x4xf32>, tensor<2x2x4xf32>
}

// The state is quantized in each step, every sequence's with a scale of its own.
// CHECK-LABEL: func.func @lstm_with_quantized_state
// CHECK-NOT: graph.lstm
// CHECK: graph.scan
// CHECK: graph.reduce_min {{.*}} -> tensor<2x1xf32>
// CHECK: graph.round {{.*}} : (tensor<2x4xf32>) -> tensor<2x4xf32>
// CHECK: graph.matmul {{.*}} -> tensor<2x16xf32>
func.func @lstm_with_quantized_state(%x: tensor<5x2x3xf32>, %w: tensor<1x16x3xf32>, %r: tensor<1x16x4xf32>) -> (tensor<5x1x2x4xf32>, tensor<1x2x4xf32>) {
  %none = graph.none : () -> none
  %y, %h, %c = graph.lstm %x, %w, %r, %none, %none, %none, %none, %none {activations = ["sigmoid", "tanh", "tanh"], alpha = array<f32: 0.0, 0.0, 0.0>, beta = array<f32: 0.0, 0.0, 0.0>, quantize_state = true} : (tensor<5x2x3xf32>, tensor<1x16x3xf32>, tensor<1x16x4xf32>, none, none, none, none, none) -> (tensor<5x1x2x4xf32>, tensor<1x2x4xf32>, tensor<1x2x4xf32>)
  return %y, %h : tensor<5x1x2x4xf32>, tensor<1x2x4xf32>
}

// Sequences of different lengths: at a step that a sequence does not have the state stays, and one
// that is too long is an error.
// CHECK-LABEL: func.func @lengths
// CHECK-NOT: graph.gru
// CHECK: graph.gather
// CHECK: %[[ACTIVE:.*]] = graph.less
// CHECK: graph.scan {{.*}}, %[[ACTIVE]]
// CHECK: graph.where %{{.*}} -> tensor<2x4xf32>
// CHECK: graph.yield
func.func @lengths(%x: tensor<5x2x3xf32>, %w: tensor<1x12x3xf32>, %r: tensor<1x12x4xf32>) -> tensor<1x2x4xf32> {
  %none = graph.none : () -> none
  %n = graph.constant {value = dense<[3, 5]> : tensor<2xi32>} : tensor<2xi32>
  %y, %h = graph.gru %x, %w, %r, %none, %n, %none {activations = ["sigmoid", "tanh"], alpha = array<f32: 0.0, 0.0>, beta = array<f32: 0.0, 0.0>} : (tensor<5x2x3xf32>, tensor<1x12x3xf32>, tensor<1x12x4xf32>, none, tensor<2xi32>, none) -> (tensor<5x1x2x4xf32>, tensor<1x2x4xf32>)
  return %h : tensor<1x2x4xf32>
}
