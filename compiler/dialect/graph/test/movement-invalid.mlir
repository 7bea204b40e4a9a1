// Each constraint of the operators that rearrange whole tensors, violated once.
// RUN: ingot-opt %s -split-input-file -verify-diagnostics

func.func @transpose_c1(%x: tensor<2x3xf32>) {
  // expected-error@+1 {{transpose C1: perm [1,1] for rank 2}}
  %y = graph.transpose %x {perm = array<i64: 1, 1>} : (tensor<2x3xf32>) -> tensor<3x2xf32>
  return
}

// -----

func.func @unsqueeze_c1(%x: tensor<2x3xf32>) {
  %axes = graph.constant {value = dense<5> : tensor<1xi64>} : tensor<1xi64>
  // expected-error@+1 {{unsqueeze C1: axes [5] for rank 3}}
  %y = graph.unsqueeze %x, %axes : (tensor<2x3xf32>, tensor<1xi64>) -> tensor<1x2x3xf32>
  return
}

// -----

func.func @squeeze_c1(%x: tensor<1x3xf32>) {
  %axes = graph.constant {value = dense<2> : tensor<1xi64>} : tensor<1xi64>
  // expected-error@+1 {{squeeze C1: axes [2] for rank 2}}
  %y = graph.squeeze %x, %axes : (tensor<1x3xf32>, tensor<1xi64>) -> tensor<3xf32>
  return
}

// -----

func.func @squeeze_c2(%x: tensor<2x3xf32>) {
  %axes = graph.constant {value = dense<1> : tensor<1xi64>} : tensor<1xi64>
  // expected-error@+1 {{squeeze C2: axis 1 of f32[2,3]}}
  %y = graph.squeeze %x, %axes : (tensor<2x3xf32>, tensor<1xi64>) -> tensor<2xf32>
  return
}

// -----

func.func @reshape_c1(%x: tensor<2x3xf32>) {
  %shape = graph.constant {value = dense<3> : tensor<1x2xi64>} : tensor<1x2xi64>
  // expected-error@+1 {{reshape C1: shape is i64[1,2]}}
  %y = graph.reshape %x, %shape : (tensor<2x3xf32>, tensor<1x2xi64>) -> tensor<6xf32>
  return
}

// -----

func.func @reshape_c2(%x: tensor<2x3xf32>) {
  %shape = graph.constant {value = dense<-1> : tensor<2xi64>} : tensor<2xi64>
  // expected-error@+1 {{reshape C2: more than one -1}}
  %y = graph.reshape %x, %shape : (tensor<2x3xf32>, tensor<2xi64>) -> tensor<?x?xf32>
  return
}

// -----

func.func @reshape_c3(%x: tensor<2x3xf32>) {
  %shape = graph.constant {value = dense<0> : tensor<3xi64>} : tensor<3xi64>
  // expected-error@+1 {{reshape C3: entry 0 at axis 2 of f32[2,3]}}
  %y = graph.reshape %x, %shape : (tensor<2x3xf32>, tensor<3xi64>) -> tensor<2x3x1xf32>
  return
}

// -----

func.func @reshape_c4(%x: tensor<0xf32>) {
  %shape = graph.constant {value = dense<[0, -1]> : tensor<2xi64>} : tensor<2xi64>
  // expected-error@+1 {{reshape C4: both 0 and -1}}
  %y = graph.reshape %x, %shape {allowzero = true} : (tensor<0xf32>, tensor<2xi64>) -> tensor<0x?xf32>
  return
}

// -----

func.func @reshape_c5(%x: tensor<2x3xf32>) {
  %shape = graph.constant {value = dense<[4, -1]> : tensor<2xi64>} : tensor<2xi64>
  // expected-error@+1 {{reshape C5: shape 4x? for f32[2,3]}}
  %y = graph.reshape %x, %shape : (tensor<2x3xf32>, tensor<2xi64>) -> tensor<4x?xf32>
  return
}

// -----

func.func @flatten_c1(%x: tensor<2x3xf32>) {
  // expected-error@+1 {{flatten C1: axis 3 for rank 2}}
  %y = graph.flatten %x {axis = 3 : i64} : (tensor<2x3xf32>) -> tensor<6x1xf32>
  return
}

// -----

func.func @expand_c1(%x: tensor<2x3xf32>, %shape: tensor<i64>) {
  // expected-error@+1 {{expand C1: shape is i64[]}}
  %y = graph.expand %x, %shape : (tensor<2x3xf32>, tensor<i64>) -> tensor<2x3xf32>
  return
}

// -----

func.func @expand_c2(%x: tensor<2x3xf32>) {
  %shape = graph.constant {value = dense<-1> : tensor<2xi64>} : tensor<2xi64>
  // expected-error@+1 {{expand C2: entry -1}}
  %y = graph.expand %x, %shape : (tensor<2x3xf32>, tensor<2xi64>) -> tensor<2x3xf32>
  return
}

// -----

func.func @expand_c3(%x: tensor<2x3xf32>) {
  %shape = graph.constant {value = dense<2> : tensor<2xi64>} : tensor<2xi64>
  // expected-error@+1 {{expand C3: f32[2,3] and shape 2x2}}
  %y = graph.expand %x, %shape : (tensor<2x3xf32>, tensor<2xi64>) -> tensor<2x3xf32>
  return
}

// -----

func.func @concat_c1(%x: tensor<2x3xf32>, %y: tensor<2x3xf64>) {
  // expected-error@+1 {{concat C1: f32[2,3] and f64[2,3]}}
  %z = graph.concat %x, %y {axis = 0 : i64} : (tensor<2x3xf32>, tensor<2x3xf64>) -> tensor<4x3xf32>
  return
}

// -----

func.func @concat_c2(%x: tensor<2x3xf32>, %y: tensor<3xf32>) {
  // expected-error@+1 {{concat C2: f32[2,3] and f32[3]}}
  %z = graph.concat %x, %y {axis = 0 : i64} : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<3x3xf32>
  return
}

// -----

func.func @concat_c3(%x: tensor<2x3xf32>) {
  // expected-error@+1 {{concat C3: axis 2 for rank 2}}
  %z = graph.concat %x {axis = 2 : i64} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @concat_c4(%x: tensor<2x3xf32>, %y: tensor<3x3xf32>) {
  // expected-error@+1 {{concat C4: f32[2,3] and f32[3,3] along axis 1}}
  %z = graph.concat %x, %y {axis = 1 : i64} : (tensor<2x3xf32>, tensor<3x3xf32>) -> tensor<2x6xf32>
  return
}

// -----

func.func @concat_c5(%x: tensor<9223372036854775807x0xf32>) {
  // expected-error@+1 {{concat C5: sizes along axis 0 are too large}}
  %z = graph.concat %x, %x {axis = 0 : i64} : (tensor<9223372036854775807x0xf32>, tensor<9223372036854775807x0xf32>) -> tensor<?x0xf32>
  return
}

// -----

func.func @split_c1(%x: tensor<2x3xf32>) {
  %none = graph.none : () -> none
  // expected-error@+1 {{split C1: parts is 4611686018427387904}}
  "graph.split"(%x, %none) {axis = 0 : i64, parts = 4611686018427387904 : i64} : (tensor<2x3xf32>, none) -> ()
  return
}

// -----

func.func @split_c2(%x: tensor<2x3xf32>) {
  %none = graph.none : () -> none
  // expected-error@+1 {{split C2: axis 2 for rank 2}}
  %y = graph.split %x, %none {axis = 2 : i64, parts = 1 : i64} : (tensor<2x3xf32>, none) -> tensor<2x3xf32>
  return
}

// -----

func.func @split_c3(%x: tensor<2x3xf32>, %sizes: tensor<2xi64>) {
  // expected-error@+1 {{split C3: sizes is i64[2] for 1 parts}}
  %y = graph.split %x, %sizes {axis = 0 : i64, parts = 1 : i64} : (tensor<2x3xf32>, tensor<2xi64>) -> tensor<2x3xf32>
  return
}

// -----

func.func @split_c4(%x: tensor<2x3xf32>) {
  %sizes = graph.constant {value = dense<[1, 2]> : tensor<2xi64>} : tensor<2xi64>
  // expected-error@+1 {{split C4: sizes [1,2] for dimension 2}}
  %y:2 = graph.split %x, %sizes {axis = 0 : i64, parts = 2 : i64} : (tensor<2x3xf32>, tensor<2xi64>) -> (tensor<1x3xf32>, tensor<2x3xf32>)
  return
}

// -----

func.func @slice_c1(%x: tensor<2x3xf32>, %starts: tensor<1xi64>, %ends: tensor<2xi64>) {
  %none = graph.none : () -> none
  // expected-error@+1 {{slice C1: operand 2 is i64[2] for 1 axes}}
  %y = graph.slice %x, %starts, %ends, %none, %none : (tensor<2x3xf32>, tensor<1xi64>, tensor<2xi64>, none, none) -> tensor<?x?xf32>
  return
}

// -----

func.func @slice_c2(%x: tensor<2x3xf32>, %b: tensor<1xi64>) {
  %none = graph.none : () -> none
  %axes = graph.constant {value = dense<2> : tensor<1xi64>} : tensor<1xi64>
  // expected-error@+1 {{slice C2: axes [2] for rank 2}}
  %y = graph.slice %x, %b, %b, %axes, %none : (tensor<2x3xf32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>, none) -> tensor<?x?xf32>
  return
}

// -----

func.func @slice_c3(%x: tensor<2x3xf32>, %b: tensor<1xi64>) {
  %none = graph.none : () -> none
  %steps = graph.constant {value = dense<0> : tensor<1xi64>} : tensor<1xi64>
  // expected-error@+1 {{slice C3: step of axis 0 is 0}}
  %y = graph.slice %x, %b, %b, %none, %steps : (tensor<2x3xf32>, tensor<1xi64>, tensor<1xi64>, none, tensor<1xi64>) -> tensor<?x?xf32>
  return
}
