// Each constraint of the vision operators, violated once.
// RUN: ingot-opt %s -split-input-file -verify-diagnostics

func.func @max_pool_c1(%x: tensor<1x1x4x4xf32>) -> tensor<1x1x3x3xf32> {
  // expected-error@+1 {{max_pool C1: kernel_shape [2] for}}
  %y, %none = graph.max_pool %x {kernel_shape = array<i64: 2>, strides = array<i64: 1, 1>, pads = array<i64: 0, 0, 0, 0>, dilations = array<i64: 1, 1>} : (tensor<1x1x4x4xf32>) -> (tensor<1x1x3x3xf32>, none)
  return %y : tensor<1x1x3x3xf32>
}

// -----

func.func @max_pool_c2(%x: tensor<1x1x4x4xf32>) -> tensor<1x1x3x3xf32> {
  // expected-error@+1 {{max_pool C2: strides [1], dilations [1,1]}}
  %y, %none = graph.max_pool %x {kernel_shape = array<i64: 2, 2>, strides = array<i64: 1>, pads = array<i64: 0, 0, 0, 0>, dilations = array<i64: 1, 1>} : (tensor<1x1x4x4xf32>) -> (tensor<1x1x3x3xf32>, none)
  return %y : tensor<1x1x3x3xf32>
}

// -----

func.func @max_pool_c3(%x: tensor<1x1x4x4xf32>) -> tensor<1x1x3x3xf32> {
  // expected-error@+1 {{max_pool C3: kernel_shape [2,2], strides [0,1]}}
  %y, %none = graph.max_pool %x {kernel_shape = array<i64: 2, 2>, strides = array<i64: 0, 1>, pads = array<i64: 0, 0, 0, 0>, dilations = array<i64: 1, 1>} : (tensor<1x1x4x4xf32>) -> (tensor<1x1x3x3xf32>, none)
  return %y : tensor<1x1x3x3xf32>
}

// -----

func.func @max_pool_c4(%x: tensor<1x1x4x4xf32>) -> tensor<1x1x3x3xf32> {
  // expected-error@+1 {{max_pool C4: auto_pad 'same'}}
  %y, %none = graph.max_pool %x {kernel_shape = array<i64: 2, 2>, strides = array<i64: 1, 1>, pads = array<i64: 0, 0, 0, 0>, dilations = array<i64: 1, 1>, auto_pad = "same"} : (tensor<1x1x4x4xf32>) -> (tensor<1x1x3x3xf32>, none)
  return %y : tensor<1x1x3x3xf32>
}

// -----

func.func @max_pool_c5(%x: tensor<1x1x4x4xf32>) -> tensor<1x1x3x3xf32> {
  // expected-error@+1 {{max_pool C5: axis 3 of size 4 has no window of 5 taps}}
  %y, %none = graph.max_pool %x {kernel_shape = array<i64: 2, 5>, strides = array<i64: 1, 1>, pads = array<i64: 0, 0, 0, 0>, dilations = array<i64: 1, 1>} : (tensor<1x1x4x4xf32>) -> (tensor<1x1x3x3xf32>, none)
  return %y : tensor<1x1x3x3xf32>
}

// -----

func.func @max_pool_c5_overflow(%x: tensor<1x1x4x4xf32>) -> tensor<1x1x3x3xf32> {
  // expected-error@+1 {{max_pool C5: axis 2 of size 4 has no window}}
  %y, %none = graph.max_pool %x {kernel_shape = array<i64: 4611686018427387904, 1>, strides = array<i64: 1, 1>, pads = array<i64: 0, 0, 0, 0>, dilations = array<i64: 4611686018427387904, 1>} : (tensor<1x1x4x4xf32>) -> (tensor<1x1x3x3xf32>, none)
  return %y : tensor<1x1x3x3xf32>
}

// -----

func.func @max_pool_c6(%x: tensor<1x1x4x4xf32>) -> tensor<1x1x3x3xf32> {
  // expected-error@+1 {{max_pool C6: indices 'all'}}
  %y, %none = graph.max_pool %x {kernel_shape = array<i64: 2, 2>, strides = array<i64: 1, 1>, pads = array<i64: 0, 0, 0, 0>, dilations = array<i64: 1, 1>, indices = "all"} : (tensor<1x1x4x4xf32>) -> (tensor<1x1x3x3xf32>, none)
  return %y : tensor<1x1x3x3xf32>
}

// -----

func.func @average_pool_c1(%x: tensor<1x1x4x4xf32>) -> tensor<1x1x3x3xf32> {
  // expected-error@+1 {{average_pool C1: kernel_shape [2,2,2] for}}
  %y = graph.average_pool %x {kernel_shape = array<i64: 2, 2, 2>, strides = array<i64: 1, 1>, pads = array<i64: 0, 0, 0, 0>, dilations = array<i64: 1, 1>} : (tensor<1x1x4x4xf32>) -> tensor<1x1x3x3xf32>
  return %y : tensor<1x1x3x3xf32>
}

// -----

func.func @average_pool_c2(%x: tensor<1x1x4x4xf32>) -> tensor<1x1x3x3xf32> {
  // expected-error@+1 {{average_pool C2: strides [1,1], dilations [1,1], pads [0,0] for 2 spatial axes}}
  %y = graph.average_pool %x {kernel_shape = array<i64: 2, 2>, strides = array<i64: 1, 1>, pads = array<i64: 0, 0>, dilations = array<i64: 1, 1>} : (tensor<1x1x4x4xf32>) -> tensor<1x1x3x3xf32>
  return %y : tensor<1x1x3x3xf32>
}

// -----

func.func @average_pool_c3(%x: tensor<1x1x4x4xf32>) -> tensor<1x1x3x3xf32> {
  // expected-error@+1 {{average_pool C3: kernel_shape [2,2], strides [1,1], dilations [1,1], pads [-1,0,0,0]}}
  %y = graph.average_pool %x {kernel_shape = array<i64: 2, 2>, strides = array<i64: 1, 1>, pads = array<i64: -1, 0, 0, 0>, dilations = array<i64: 1, 1>} : (tensor<1x1x4x4xf32>) -> tensor<1x1x3x3xf32>
  return %y : tensor<1x1x3x3xf32>
}

// -----

func.func @average_pool_c4(%x: tensor<1x1x4x4xf32>) -> tensor<1x1x3x3xf32> {
  // expected-error@+1 {{average_pool C4: auto_pad ''}}
  %y = graph.average_pool %x {kernel_shape = array<i64: 2, 2>, strides = array<i64: 1, 1>, pads = array<i64: 0, 0, 0, 0>, dilations = array<i64: 1, 1>, auto_pad = ""} : (tensor<1x1x4x4xf32>) -> tensor<1x1x3x3xf32>
  return %y : tensor<1x1x3x3xf32>
}

// -----

func.func @average_pool_c5(%x: tensor<1x1x4x4xf32>) -> tensor<1x1x3x3xf32> {
  // expected-error@+1 {{average_pool C5: axis 2 of size 4 has no window of 2 taps with dilation 4}}
  %y = graph.average_pool %x {kernel_shape = array<i64: 2, 2>, strides = array<i64: 1, 1>, pads = array<i64: 0, 0, 0, 0>, dilations = array<i64: 4, 1>} : (tensor<1x1x4x4xf32>) -> tensor<1x1x3x3xf32>
  return %y : tensor<1x1x3x3xf32>
}

// -----

func.func @lp_pool_c1(%x: tensor<1x1x4x4xf32>) -> tensor<1x1x3x3xf32> {
  // expected-error@+1 {{lp_pool C1: kernel_shape [2] for}}
  %y = graph.lp_pool %x {kernel_shape = array<i64: 2>, strides = array<i64: 1, 1>, pads = array<i64: 0, 0, 0, 0>, dilations = array<i64: 1, 1>} : (tensor<1x1x4x4xf32>) -> tensor<1x1x3x3xf32>
  return %y : tensor<1x1x3x3xf32>
}

// -----

func.func @lp_pool_c2(%x: tensor<1x1x4x4xf32>) -> tensor<1x1x3x3xf32> {
  // expected-error@+1 {{lp_pool C2: strides [1,1], dilations [1]}}
  %y = graph.lp_pool %x {kernel_shape = array<i64: 2, 2>, strides = array<i64: 1, 1>, pads = array<i64: 0, 0, 0, 0>, dilations = array<i64: 1>} : (tensor<1x1x4x4xf32>) -> tensor<1x1x3x3xf32>
  return %y : tensor<1x1x3x3xf32>
}

// -----

func.func @lp_pool_c3(%x: tensor<1x1x4x4xf32>) -> tensor<1x1x3x3xf32> {
  // expected-error@+1 {{lp_pool C3: kernel_shape [0,2]}}
  %y = graph.lp_pool %x {kernel_shape = array<i64: 0, 2>, strides = array<i64: 1, 1>, pads = array<i64: 0, 0, 0, 0>, dilations = array<i64: 1, 1>} : (tensor<1x1x4x4xf32>) -> tensor<1x1x3x3xf32>
  return %y : tensor<1x1x3x3xf32>
}

// -----

func.func @lp_pool_c4(%x: tensor<1x1x4x4xf32>) -> tensor<1x1x3x3xf32> {
  // expected-error@+1 {{lp_pool C4: auto_pad 'VALID'}}
  %y = graph.lp_pool %x {kernel_shape = array<i64: 2, 2>, strides = array<i64: 1, 1>, pads = array<i64: 0, 0, 0, 0>, dilations = array<i64: 1, 1>, auto_pad = "VALID"} : (tensor<1x1x4x4xf32>) -> tensor<1x1x3x3xf32>
  return %y : tensor<1x1x3x3xf32>
}

// -----

func.func @lp_pool_c5(%x: tensor<1x1x4x4xf32>) -> tensor<1x1x3x3xf32> {
  // expected-error@+1 {{lp_pool C5: axis 2 of size 4 has no window of 5 taps}}
  %y = graph.lp_pool %x {kernel_shape = array<i64: 5, 2>, strides = array<i64: 1, 1>, pads = array<i64: 0, 0, 0, 0>, dilations = array<i64: 1, 1>} : (tensor<1x1x4x4xf32>) -> tensor<1x1x3x3xf32>
  return %y : tensor<1x1x3x3xf32>
}

// -----

func.func @lp_pool_c6(%x: tensor<1x1x4x4xf32>) -> tensor<1x1x3x3xf32> {
  // expected-error@+1 {{lp_pool C6: p is 0}}
  %y = graph.lp_pool %x {kernel_shape = array<i64: 2, 2>, strides = array<i64: 1, 1>, pads = array<i64: 0, 0, 0, 0>, dilations = array<i64: 1, 1>, p = 0.0 : f32} : (tensor<1x1x4x4xf32>) -> tensor<1x1x3x3xf32>
  return %y : tensor<1x1x3x3xf32>
}

// -----

func.func @max_unpool_c1(%x: tensor<1x1x2x2xf32>, %i: tensor<1x1x2x2xi64>) -> tensor<1x1x4x4xf32> {
  %s = graph.none : () -> none
  // expected-error@+1 {{max_unpool C1: kernel_shape [2] for}}
  %y = graph.max_unpool %x, %i, %s {kernel_shape = array<i64: 2>, strides = array<i64: 2, 2>, pads = array<i64: 0, 0, 0, 0>} : (tensor<1x1x2x2xf32>, tensor<1x1x2x2xi64>, none) -> tensor<1x1x4x4xf32>
  return %y : tensor<1x1x4x4xf32>
}

// -----

func.func @max_unpool_c2(%x: tensor<1x1x2x2xf32>, %i: tensor<1x1x2x2xi64>) -> tensor<1x1x4x4xf32> {
  %s = graph.none : () -> none
  // expected-error@+1 {{max_unpool C2: kernel_shape [2,2], strides [2]}}
  %y = graph.max_unpool %x, %i, %s {kernel_shape = array<i64: 2, 2>, strides = array<i64: 2>, pads = array<i64: 0, 0, 0, 0>} : (tensor<1x1x2x2xf32>, tensor<1x1x2x2xi64>, none) -> tensor<1x1x4x4xf32>
  return %y : tensor<1x1x4x4xf32>
}

// -----

func.func @max_unpool_c3(%x: tensor<1x1x2x2xf32>, %i: tensor<1x1x2x3xi64>) -> tensor<1x1x4x4xf32> {
  %s = graph.none : () -> none
  // expected-error@+1 {{max_unpool C3: indices are}}
  %y = graph.max_unpool %x, %i, %s {kernel_shape = array<i64: 2, 2>, strides = array<i64: 2, 2>, pads = array<i64: 0, 0, 0, 0>} : (tensor<1x1x2x2xf32>, tensor<1x1x2x3xi64>, none) -> tensor<1x1x4x4xf32>
  return %y : tensor<1x1x4x4xf32>
}

// -----

func.func @max_unpool_c4(%x: tensor<1x1x2x2xf32>, %i: tensor<1x1x2x2xi64>) -> tensor<1x1x4x4xf32> {
  %s = graph.none : () -> none
  // expected-error@+1 {{max_unpool C4: kernel_shape [2,2], strides [2,2], pads [9,0,0,0]}}
  %y = graph.max_unpool %x, %i, %s {kernel_shape = array<i64: 2, 2>, strides = array<i64: 2, 2>, pads = array<i64: 9, 0, 0, 0>} : (tensor<1x1x2x2xf32>, tensor<1x1x2x2xi64>, none) -> tensor<1x1x4x4xf32>
  return %y : tensor<1x1x4x4xf32>
}

// -----

func.func @max_unpool_c5(%x: tensor<1x1x2x2xf32>, %i: tensor<1x1x2x2xi64>) -> tensor<1x1x4x4xf32> {
  %s = graph.constant {value = dense<[1, 1, 3, 5]> : tensor<4xi64>} : tensor<4xi64>
  // expected-error@+1 {{max_unpool C5: output_shape [1,1,3,5] cannot hold 1x1x4x4}}
  %y = graph.max_unpool %x, %i, %s {kernel_shape = array<i64: 2, 2>, strides = array<i64: 2, 2>, pads = array<i64: 0, 0, 0, 0>} : (tensor<1x1x2x2xf32>, tensor<1x1x2x2xi64>, tensor<4xi64>) -> tensor<1x1x4x4xf32>
  return %y : tensor<1x1x4x4xf32>
}
