// Each constraint of the operators that repeat, pad and regroup elements, violated once.
// RUN: ingot-opt %s -split-input-file -verify-diagnostics

func.func @tile_c1(%x: tensor<2x3xf32>, %r: tensor<3xi64>) {
  // expected-error@+1 {{tile C1: repeats is i64[3] for rank 2}}
  %y = graph.tile %x, %r : (tensor<2x3xf32>, tensor<3xi64>) -> tensor<?x?xf32>
  return
}

// -----

func.func @tile_c2(%x: tensor<2x3xf32>) {
  %r = graph.constant {value = dense<[1, -1]> : tensor<2xi64>} : tensor<2xi64>
  // expected-error@+1 {{tile C2: entry -1}}
  %y = graph.tile %x, %r : (tensor<2x3xf32>, tensor<2xi64>) -> tensor<?x?xf32>
  return
}

// -----

func.func @tile_c3(%x: tensor<2x3xf32>) {
  %r = graph.constant {value = dense<[1, 9223372036854775807]> : tensor<2xi64>} : tensor<2xi64>
  // expected-error@+1 {{tile C3: 9223372036854775807 times 3}}
  %y = graph.tile %x, %r : (tensor<2x3xf32>, tensor<2xi64>) -> tensor<?x?xf32>
  return
}

// -----

func.func @pad_c1(%x: tensor<2x3xf32>, %p: tensor<2xi64>) {
  %none = graph.none : () -> none
  // expected-error@+1 {{pad C1: pads is i64[2] for rank 2}}
  %y = graph.pad %x, %p, %none, %none : (tensor<2x3xf32>, tensor<2xi64>, none, none) -> tensor<?x?xf32>
  return
}

// -----

func.func @pad_c2(%x: tensor<2x3xf32>, %p: tensor<2xi64>) {
  %none = graph.none : () -> none
  %a = graph.constant {value = dense<2> : tensor<1xi64>} : tensor<1xi64>
  // expected-error@+1 {{pad C2: axes [2] for rank 2}}
  %y = graph.pad %x, %p, %none, %a : (tensor<2x3xf32>, tensor<2xi64>, none, tensor<1xi64>) -> tensor<?x?xf32>
  return
}

// -----

func.func @pad_c3(%x: tensor<2x3xf32>, %p: tensor<4xi64>) {
  %none = graph.none : () -> none
  // expected-error@+1 {{pad C3: mode 'mirror'}}
  %y = graph.pad %x, %p, %none, %none {mode = "mirror"} : (tensor<2x3xf32>, tensor<4xi64>, none, none) -> tensor<?x?xf32>
  return
}

// -----

func.func @pad_c4(%x: tensor<2x3xf32>, %p: tensor<4xi64>, %v: tensor<f64>) {
  %none = graph.none : () -> none
  // expected-error@+1 {{pad C4: value is f64[] for f32[2,3]}}
  %y = graph.pad %x, %p, %v, %none : (tensor<2x3xf32>, tensor<4xi64>, tensor<f64>, none) -> tensor<?x?xf32>
  return
}

// -----

func.func @pad_c5(%x: tensor<2x3xf32>) {
  %none = graph.none : () -> none
  %p = graph.constant {value = dense<[0, -2, 5, -2]> : tensor<4xi64>} : tensor<4xi64>
  // expected-error@+1 {{pad C5: pads -2 and -2 for a dimension of 3}}
  %y = graph.pad %x, %p, %none, %none : (tensor<2x3xf32>, tensor<4xi64>, none, none) -> tensor<?x?xf32>
  return
}

// -----

func.func @pad_c6(%x: tensor<0xf32>) {
  %none = graph.none : () -> none
  %p = graph.constant {value = dense<[1, 0]> : tensor<2xi64>} : tensor<2xi64>
  // expected-error@+1 {{pad C6: pads 1 and 0 for a dimension of 0}}
  %y = graph.pad %x, %p, %none, %none {mode = "edge"} : (tensor<0xf32>, tensor<2xi64>, none, none) -> tensor<1xf32>
  return
}

// -----

func.func @channel_shuffle_c1(%x: tensor<2x4xf32>) {
  // expected-error@+1 {{channel_shuffle C1: axis 2 of f32[2,4]}}
  %y = graph.channel_shuffle %x {axis = 2 : i64, groups = 2 : i64} : (tensor<2x4xf32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @channel_shuffle_c2(%x: tensor<2x4xf32>) {
  // expected-error@+1 {{channel_shuffle C2: groups is 0}}
  %y = graph.channel_shuffle %x {axis = 1 : i64, groups = 0 : i64} : (tensor<2x4xf32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @channel_shuffle_c3(%x: tensor<2x4xf32>) {
  // expected-error@+1 {{channel_shuffle C3: 4 is no multiple of 3}}
  %y = graph.channel_shuffle %x {axis = 1 : i64, groups = 3 : i64} : (tensor<2x4xf32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @depth_to_space_c1(%x: tensor<2x3xf32>) {
  // expected-error@+1 {{depth_to_space C1: the operand is f32[2,3]}}
  %y = graph.depth_to_space %x {blocksize = 1 : i64} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @depth_to_space_c2(%x: tensor<1x4x2x2xf32>) {
  // expected-error@+1 {{depth_to_space C2: blocksize is 0}}
  %y = graph.depth_to_space %x {blocksize = 0 : i64} : (tensor<1x4x2x2xf32>) -> tensor<1x4x2x2xf32>
  return
}

// -----

func.func @depth_to_space_c3(%x: tensor<1x4x2x2xf32>) {
  // expected-error@+1 {{depth_to_space C3: 4 is no multiple of 9}}
  %y = graph.depth_to_space %x {blocksize = 3 : i64} : (tensor<1x4x2x2xf32>) -> tensor<?x?x?x?xf32>
  return
}

// -----

func.func @depth_to_space_c4(%x: tensor<1x4x2x2xf32>) {
  // expected-error@+1 {{depth_to_space C4: mode 'RCD'}}
  %y = graph.depth_to_space %x {blocksize = 1 : i64, mode = "RCD"} : (tensor<1x4x2x2xf32>) -> tensor<1x4x2x2xf32>
  return
}

// -----

func.func @depth_to_space_c5(%x: tensor<1x4x2x2xf32>) {
  // expected-error@+1 {{depth_to_space C5: blocksize 4611686018427387904}}
  %y = graph.depth_to_space %x {blocksize = 4611686018427387904 : i64} : (tensor<1x4x2x2xf32>) -> tensor<?x?x?x?xf32>
  return
}

// -----

func.func @space_to_depth_c1(%x: tensor<2x3xf32>) {
  // expected-error@+1 {{space_to_depth C1: the operand is f32[2,3]}}
  %y = graph.space_to_depth %x {blocksize = 1 : i64} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @space_to_depth_c2(%x: tensor<1x4x2x2xf32>) {
  // expected-error@+1 {{space_to_depth C2: blocksize is 0}}
  %y = graph.space_to_depth %x {blocksize = 0 : i64} : (tensor<1x4x2x2xf32>) -> tensor<1x4x2x2xf32>
  return
}

// -----

func.func @space_to_depth_c3(%x: tensor<1x4x2x2xf32>) {
  // expected-error@+1 {{space_to_depth C3: 2 is no multiple of 3}}
  %y = graph.space_to_depth %x {blocksize = 3 : i64} : (tensor<1x4x2x2xf32>) -> tensor<?x?x?x?xf32>
  return
}

// -----

func.func @space_to_depth_c4(%x: tensor<1x4x2x2xf32>) {
  // expected-error@+1 {{space_to_depth C4: mode 'RCD'}}
  %y = graph.space_to_depth %x {blocksize = 1 : i64, mode = "RCD"} : (tensor<1x4x2x2xf32>) -> tensor<1x4x2x2xf32>
  return
}

// -----

func.func @space_to_depth_c5(%x: tensor<1x4x2x2xf32>) {
  // expected-error@+1 {{space_to_depth C5: blocksize 4611686018427387904}}
  %y = graph.space_to_depth %x {blocksize = 4611686018427387904 : i64} : (tensor<1x4x2x2xf32>) -> tensor<?x?x?x?xf32>
  return
}

// -----

func.func @reverse_sequence_c1(%x: tensor<2x3xf32>, %l: tensor<2xi64>) {
  // expected-error@+1 {{reverse_sequence C1: batch_axis 0, time_axis 0}}
  %y = graph.reverse_sequence %x, %l {batch_axis = 0 : i64, time_axis = 0 : i64} : (tensor<2x3xf32>, tensor<2xi64>) -> tensor<2x3xf32>
  return
}

// -----

func.func @reverse_sequence_c2(%x: tensor<2xf32>, %l: tensor<2xi64>) {
  // expected-error@+1 {{reverse_sequence C2: the operand is f32[2]}}
  %y = graph.reverse_sequence %x, %l {batch_axis = 0 : i64, time_axis = 1 : i64} : (tensor<2xf32>, tensor<2xi64>) -> tensor<2xf32>
  return
}

// -----

func.func @reverse_sequence_c3(%x: tensor<2x3xf32>, %l: tensor<2xi64>) {
  // expected-error@+1 {{reverse_sequence C3: lengths is i64[2] for f32[2,3]}}
  %y = graph.reverse_sequence %x, %l {batch_axis = 1 : i64, time_axis = 0 : i64} : (tensor<2x3xf32>, tensor<2xi64>) -> tensor<2x3xf32>
  return
}

// -----

func.func @col2im_c1(%x: tensor<2x3xf32>, %i: tensor<2xi64>) {
  // expected-error@+1 {{col2im C1: x is f32[2,3]}}
  %y = graph.col2im %x, %i, %i {strides = array<i64: 1, 1>, dilations = array<i64: 1, 1>, pads = array<i64: 0, 0, 0, 0>} : (tensor<2x3xf32>, tensor<2xi64>, tensor<2xi64>) -> tensor<?x?x?x?xf32>
  return
}

// -----

func.func @col2im_c2(%x: tensor<1x8x4xf32>, %i: tensor<3xi64>) {
  // expected-error@+1 {{col2im C2: image_shape is i64[3], block_shape i64[3] for 2 axes}}
  %y = graph.col2im %x, %i, %i {strides = array<i64: 1, 1>, dilations = array<i64: 1, 1>, pads = array<i64: 0, 0, 0, 0>} : (tensor<1x8x4xf32>, tensor<3xi64>, tensor<3xi64>) -> tensor<?x?x?x?xf32>
  return
}

// -----

func.func @col2im_c3(%x: tensor<1x8x4xf32>, %i: tensor<2xi64>) {
  // expected-error@+1 {{col2im C3: strides [0,1], dilations [1,1], pads [0,0,0,0]}}
  %y = graph.col2im %x, %i, %i {strides = array<i64: 0, 1>, dilations = array<i64: 1, 1>, pads = array<i64: 0, 0, 0, 0>} : (tensor<1x8x4xf32>, tensor<2xi64>, tensor<2xi64>) -> tensor<?x?x?x?xf32>
  return
}

// -----

func.func @col2im_c4(%x: tensor<1x8x4xf32>, %i: tensor<2xi64>) {
  %b = graph.constant {value = dense<3> : tensor<2xi64>} : tensor<2xi64>
  // expected-error@+1 {{col2im C4: 8 channels for blocks of 9}}
  %y = graph.col2im %x, %i, %b {strides = array<i64: 1, 1>, dilations = array<i64: 1, 1>, pads = array<i64: 0, 0, 0, 0>} : (tensor<1x8x4xf32>, tensor<2xi64>, tensor<2xi64>) -> tensor<?x?x?x?xf32>
  return
}

// -----

func.func @col2im_c5(%x: tensor<1x8x4xf32>) {
  %b = graph.constant {value = dense<2> : tensor<2xi64>} : tensor<2xi64>
  %i = graph.constant {value = dense<4> : tensor<2xi64>} : tensor<2xi64>
  // expected-error@+1 {{col2im C5: 9 places for f32[1,8,4]}}
  %y = graph.col2im %x, %i, %b {strides = array<i64: 1, 1>, dilations = array<i64: 1, 1>, pads = array<i64: 0, 0, 0, 0>} : (tensor<1x8x4xf32>, tensor<2xi64>, tensor<2xi64>) -> tensor<1x2x4x4xf32>
  return
}
