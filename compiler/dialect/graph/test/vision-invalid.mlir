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

// -----

func.func @resize_c1(%x: tensor<1x4xf32>) -> tensor<?x?xf32> {
  %none = graph.none : () -> none
  %sizes = graph.constant {value = dense<[1, 8]> : tensor<2xi64>} : tensor<2xi64>
  // expected-error@+1 {{resize C1: mode 'best'}}
  %y = graph.resize %x, %none, %none, %sizes {mode = "best"} : (tensor<1x4xf32>, none, none, tensor<2xi64>) -> tensor<?x?xf32>
  return %y : tensor<?x?xf32>
}

// -----

func.func @resize_c2(%x: tensor<1x4xf32>) -> tensor<?x?xf32> {
  %none = graph.none : () -> none
  %sizes = graph.constant {value = dense<[1, 8]> : tensor<2xi64>} : tensor<2xi64>
  // expected-error@+1 {{resize C2: coordinates 'left'}}
  %y = graph.resize %x, %none, %none, %sizes {mode = "linear", coordinates = "left"} : (tensor<1x4xf32>, none, none, tensor<2xi64>) -> tensor<?x?xf32>
  return %y : tensor<?x?xf32>
}

// -----

func.func @resize_c3(%x: tensor<1x4xf32>) -> tensor<?x?xf32> {
  %none = graph.none : () -> none
  %sizes = graph.constant {value = dense<[1, 8]> : tensor<2xi64>} : tensor<2xi64>
  // expected-error@+1 {{resize C3: nearest_mode 'round'}}
  %y = graph.resize %x, %none, %none, %sizes {mode = "nearest", nearest_mode = "round"} : (tensor<1x4xf32>, none, none, tensor<2xi64>) -> tensor<?x?xf32>
  return %y : tensor<?x?xf32>
}

// -----

func.func @resize_c4(%x: tensor<1x4xf32>) -> tensor<?x?xf32> {
  %none = graph.none : () -> none
  %sizes = graph.constant {value = dense<[1, 8]> : tensor<2xi64>} : tensor<2xi64>
  // expected-error@+1 {{resize C4: policy 'keep'}}
  %y = graph.resize %x, %none, %none, %sizes {mode = "nearest", policy = "keep"} : (tensor<1x4xf32>, none, none, tensor<2xi64>) -> tensor<?x?xf32>
  return %y : tensor<?x?xf32>
}

// -----

func.func @resize_c5(%x: tensor<1x4xf32>) -> tensor<?x?xf32> {
  %none = graph.none : () -> none
  // expected-error@+1 {{resize C5: wanted either scales or sizes}}
  %y = graph.resize %x, %none, %none, %none {mode = "linear"} : (tensor<1x4xf32>, none, none, none) -> tensor<?x?xf32>
  return %y : tensor<?x?xf32>
}

// -----

func.func @resize_c5_both(%x: tensor<1x4xf32>) -> tensor<?x?xf32> {
  %none = graph.none : () -> none
  %scales = graph.constant {value = dense<[1.0, 2.0]> : tensor<2xf32>} : tensor<2xf32>
  %sizes = graph.constant {value = dense<[1, 8]> : tensor<2xi64>} : tensor<2xi64>
  // expected-error@+1 {{resize C5: wanted either scales or sizes}}
  %y = graph.resize %x, %none, %scales, %sizes {mode = "linear"} : (tensor<1x4xf32>, none, tensor<2xf32>, tensor<2xi64>) -> tensor<?x?xf32>
  return %y : tensor<?x?xf32>
}

// -----

func.func @resize_c6(%x: tensor<1x4xf32>) -> tensor<?x?xf32> {
  %none = graph.none : () -> none
  %sizes = graph.constant {value = dense<[1, 2, 3]> : tensor<3xi64>} : tensor<3xi64>
  // expected-error@+1 {{resize C6: operand 3 is}}
  %y = graph.resize %x, %none, %none, %sizes {mode = "linear"} : (tensor<1x4xf32>, none, none, tensor<3xi64>) -> tensor<?x?xf32>
  return %y : tensor<?x?xf32>
}

// -----

func.func @resize_c6_axes(%x: tensor<1x4xf32>) -> tensor<?x?xf32> {
  %none = graph.none : () -> none
  %sizes = graph.constant {value = dense<[1, 8]> : tensor<2xi64>} : tensor<2xi64>
  // expected-error@+1 {{resize C6: axes [1,1] for rank 2}}
  %y = graph.resize %x, %none, %none, %sizes {mode = "linear", axes = array<i64: 1, 1>} : (tensor<1x4xf32>, none, none, tensor<2xi64>) -> tensor<?x?xf32>
  return %y : tensor<?x?xf32>
}

// -----

func.func @resize_c7(%x: tensor<1x4xf32>) -> tensor<?x?xf32> {
  %none = graph.none : () -> none
  %scales = graph.constant {value = dense<[1.0, 0.0]> : tensor<2xf32>} : tensor<2xf32>
  // expected-error@+1 {{resize C7: scale 0 for axis 1}}
  %y = graph.resize %x, %none, %scales, %none {mode = "linear"} : (tensor<1x4xf32>, none, tensor<2xf32>, none) -> tensor<?x?xf32>
  return %y : tensor<?x?xf32>
}

// -----

func.func @resize_c7_sizes(%x: tensor<1x4xf32>) -> tensor<?x?xf32> {
  %none = graph.none : () -> none
  %sizes = graph.constant {value = dense<[-1, 1]> : tensor<2xi64>} : tensor<2xi64>
  // expected-error@+1 {{resize C7: size -1 for axis 0}}
  %y = graph.resize %x, %none, %none, %sizes {mode = "linear"} : (tensor<1x4xf32>, none, none, tensor<2xi64>) -> tensor<?x?xf32>
  return %y : tensor<?x?xf32>
}

// -----

func.func @resize_c8(%x: tensor<1x0xf32>) -> tensor<?x?xf32> {
  %none = graph.none : () -> none
  %sizes = graph.constant {value = dense<[1, 8]> : tensor<2xi64>} : tensor<2xi64>
  // expected-error@+1 {{resize C8: axis 1 is empty and becomes 8}}
  %y = graph.resize %x, %none, %none, %sizes {mode = "linear"} : (tensor<1x0xf32>, none, none, tensor<2xi64>) -> tensor<?x?xf32>
  return %y : tensor<?x?xf32>
}

// -----

func.func @resize_c9(%x: tensor<1x4xf32>) -> tensor<?x?xf32> {
  %none = graph.none : () -> none
  %sizes = graph.constant {value = dense<[1, 8]> : tensor<2xi64>} : tensor<2xi64>
  // expected-error@+1 {{resize C9: no region}}
  %y = graph.resize %x, %none, %none, %sizes {mode = "linear", coordinates = "tf_crop_and_resize"} : (tensor<1x4xf32>, none, none, tensor<2xi64>) -> tensor<?x?xf32>
  return %y : tensor<?x?xf32>
}

// -----

func.func @resize_c10(%x: tensor<1x4xi1>) -> tensor<?x?xi1> {
  %none = graph.none : () -> none
  %sizes = graph.constant {value = dense<[1, 8]> : tensor<2xi64>} : tensor<2xi64>
  // expected-error@+1 {{resize C10: mode linear for i1}}
  %y = graph.resize %x, %none, %none, %sizes {mode = "linear"} : (tensor<1x4xi1>, none, none, tensor<2xi64>) -> tensor<?x?xi1>
  return %y : tensor<?x?xi1>
}

// -----

func.func @grid_sample_c1(%a0: tensor<2x3x4x4xf32>, %a1: tensor<3x5x6x2xf32>) -> tensor<?x?x?x?xf32> {
  // expected-error@+1 {{grid_sample C1: x is f32}}
  %y = graph.grid_sample %a0, %a1 {} : (tensor<2x3x4x4xf32>, tensor<3x5x6x2xf32>) -> tensor<?x?x?x?xf32>
  return %y : tensor<?x?x?x?xf32>
}

// -----

func.func @grid_sample_c2(%a0: tensor<2x3x4x4xf32>, %a1: tensor<2x5x6x3xf32>) -> tensor<?x?x?x?xf32> {
  // expected-error@+1 {{grid_sample C2: grid is}}
  %y = graph.grid_sample %a0, %a1 {} : (tensor<2x3x4x4xf32>, tensor<2x5x6x3xf32>) -> tensor<?x?x?x?xf32>
  return %y : tensor<?x?x?x?xf32>
}

// -----

func.func @grid_sample_c3(%a0: tensor<2x3x4x4xf32>, %a1: tensor<2x5x6x2xf32>) -> tensor<?x?x?x?xf32> {
  // expected-error@+1 {{grid_sample C3: mode 'bilinear'}}
  %y = graph.grid_sample %a0, %a1 {mode = "bilinear"} : (tensor<2x3x4x4xf32>, tensor<2x5x6x2xf32>) -> tensor<?x?x?x?xf32>
  return %y : tensor<?x?x?x?xf32>
}

// -----

func.func @grid_sample_c4(%a0: tensor<2x3x4x4xf32>, %a1: tensor<2x5x6x2xf32>) -> tensor<?x?x?x?xf32> {
  // expected-error@+1 {{grid_sample C4: padding 'wrap'}}
  %y = graph.grid_sample %a0, %a1 {padding = "wrap"} : (tensor<2x3x4x4xf32>, tensor<2x5x6x2xf32>) -> tensor<?x?x?x?xf32>
  return %y : tensor<?x?x?x?xf32>
}

// -----

func.func @affine_grid_c1(%a0: tensor<2x2x4xf32>, %a1: tensor<4xi64>) -> tensor<?x?x?x?xf32> {
  // expected-error@+1 {{affine_grid C1: theta is}}
  %y = graph.affine_grid %a0, %a1 {} : (tensor<2x2x4xf32>, tensor<4xi64>) -> tensor<?x?x?x?xf32>
  return %y : tensor<?x?x?x?xf32>
}

// -----

func.func @affine_grid_c2(%a0: tensor<2x2x3xf32>) -> tensor<?x?x?x?xf32> {
  %s = graph.constant {value = dense<[2, 3, -1, 4]> : tensor<4xi64>} : tensor<4xi64>
  // expected-error@+1 {{affine_grid C2: size [2,3,-1,4] for theta}}
  %y = graph.affine_grid %a0, %s {} : (tensor<2x2x3xf32>, tensor<4xi64>) -> tensor<?x?x?x?xf32>
  return %y : tensor<?x?x?x?xf32>
}

// -----

func.func @roi_align_c1(%a0: tensor<3x4x4xf32>, %a1: tensor<1x4xf32>, %a2: tensor<1xi64>) -> tensor<?x?x?x?xf32> {
  // expected-error@+1 {{roi_align C1: x is}}
  %y = graph.roi_align %a0, %a1, %a2 {height = 1 : i64, width = 1 : i64} : (tensor<3x4x4xf32>, tensor<1x4xf32>, tensor<1xi64>) -> tensor<?x?x?x?xf32>
  return %y : tensor<?x?x?x?xf32>
}

// -----

func.func @roi_align_c2(%a0: tensor<2x3x4x4xf32>, %a1: tensor<1x4xf32>, %a2: tensor<2xi64>) -> tensor<?x?x?x?xf32> {
  // expected-error@+1 {{roi_align C2: rois are}}
  %y = graph.roi_align %a0, %a1, %a2 {height = 1 : i64, width = 1 : i64} : (tensor<2x3x4x4xf32>, tensor<1x4xf32>, tensor<2xi64>) -> tensor<?x?x?x?xf32>
  return %y : tensor<?x?x?x?xf32>
}

// -----

func.func @roi_align_c3(%a0: tensor<2x3x4x4xf32>, %a1: tensor<1x4xf32>, %a2: tensor<1xi64>) -> tensor<?x?x?x?xf32> {
  // expected-error@+1 {{roi_align C3: height 0, width 1}}
  %y = graph.roi_align %a0, %a1, %a2 {height = 0 : i64, width = 1 : i64} : (tensor<2x3x4x4xf32>, tensor<1x4xf32>, tensor<1xi64>) -> tensor<?x?x?x?xf32>
  return %y : tensor<?x?x?x?xf32>
}

// -----

func.func @roi_align_c4(%a0: tensor<2x3x4x4xf32>, %a1: tensor<1x4xf32>, %a2: tensor<1xi64>) -> tensor<?x?x?x?xf32> {
  // expected-error@+1 {{roi_align C4: mode 'sum'}}
  %y = graph.roi_align %a0, %a1, %a2 {height = 1 : i64, width = 1 : i64, mode = "sum"} : (tensor<2x3x4x4xf32>, tensor<1x4xf32>, tensor<1xi64>) -> tensor<?x?x?x?xf32>
  return %y : tensor<?x?x?x?xf32>
}

// -----

func.func @roi_align_c5(%a0: tensor<2x3x4x4xf32>, %a1: tensor<1x4xf32>, %a2: tensor<1xi64>) -> tensor<?x?x?x?xf32> {
  // expected-error@+1 {{roi_align C5: sampling_ratio -1}}
  %y = graph.roi_align %a0, %a1, %a2 {height = 1 : i64, width = 1 : i64, sampling_ratio = -1 : i64} : (tensor<2x3x4x4xf32>, tensor<1x4xf32>, tensor<1xi64>) -> tensor<?x?x?x?xf32>
  return %y : tensor<?x?x?x?xf32>
}

// -----

func.func @max_roi_pool_c1(%a0: tensor<3x4x4xf32>, %a1: tensor<1x5xf32>) -> tensor<?x?x?x?xf32> {
  // expected-error@+1 {{max_roi_pool C1: x is}}
  %y = graph.max_roi_pool %a0, %a1 {pooled_shape = array<i64: 1, 1>} : (tensor<3x4x4xf32>, tensor<1x5xf32>) -> tensor<?x?x?x?xf32>
  return %y : tensor<?x?x?x?xf32>
}

// -----

func.func @max_roi_pool_c2(%a0: tensor<2x3x4x4xf32>, %a1: tensor<1x4xf32>) -> tensor<?x?x?x?xf32> {
  // expected-error@+1 {{max_roi_pool C2: rois are}}
  %y = graph.max_roi_pool %a0, %a1 {pooled_shape = array<i64: 1, 1>} : (tensor<2x3x4x4xf32>, tensor<1x4xf32>) -> tensor<?x?x?x?xf32>
  return %y : tensor<?x?x?x?xf32>
}

// -----

func.func @max_roi_pool_c3(%a0: tensor<2x3x4x4xf32>, %a1: tensor<1x5xf32>) -> tensor<?x?x?x?xf32> {
  // expected-error@+1 {{max_roi_pool C3: pooled_shape [1,0]}}
  %y = graph.max_roi_pool %a0, %a1 {pooled_shape = array<i64: 1, 0>} : (tensor<2x3x4x4xf32>, tensor<1x5xf32>) -> tensor<?x?x?x?xf32>
  return %y : tensor<?x?x?x?xf32>
}

// -----

func.func @non_max_suppression_c1(%a0: tensor<1x6x4xf32>, %a1: tensor<1x2x5xf32>) -> tensor<?x3xi64> {
  %none = graph.none : () -> none
  // expected-error@+1 {{non_max_suppression C1: boxes are}}
  %y = graph.non_max_suppression %a0, %a1, %none, %none, %none {} : (tensor<1x6x4xf32>, tensor<1x2x5xf32>, none, none, none) -> tensor<?x3xi64>
  return %y : tensor<?x3xi64>
}

// -----

func.func @non_max_suppression_c2(%a0: tensor<1x6x4xf32>, %a1: tensor<1x2x6xf32>, %a2: tensor<2xi64>) -> tensor<?x3xi64> {
  %none = graph.none : () -> none
  // expected-error@+1 {{non_max_suppression C2: operand 2 is}}
  %y = graph.non_max_suppression %a0, %a1, %a2, %none, %none {} : (tensor<1x6x4xf32>, tensor<1x2x6xf32>, tensor<2xi64>, none, none) -> tensor<?x3xi64>
  return %y : tensor<?x3xi64>
}

// -----

func.func @decode_image_c1(%bytes: tensor<2x8xui8>) -> tensor<?x?x3xui8> {
  // expected-error@+1 {{decode_image C1: bytes are}}
  %image = graph.decode_image %bytes : (tensor<2x8xui8>) -> tensor<?x?x3xui8>
  return %image : tensor<?x?x3xui8>
}

// -----

func.func @decode_image_c2(%bytes: tensor<8xui8>) -> tensor<?x?x3xui8> {
  // expected-error@+1 {{decode_image C2: format 'yuv'}}
  %image = graph.decode_image %bytes {format = "yuv"} : (tensor<8xui8>) -> tensor<?x?x3xui8>
  return %image : tensor<?x?x3xui8>
}
