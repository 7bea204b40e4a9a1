// Each constraint of the operators that read or write by index, violated once.
// RUN: ingot-opt %s -split-input-file -verify-diagnostics

func.func @gather_c1(%x: tensor<2x3xf32>, %i: tensor<2xi64>) {
  // expected-error@+1 {{gather C1: axis -3 for rank 2}}
  %y = graph.gather %x, %i {axis = -3 : i64} : (tensor<2x3xf32>, tensor<2xi64>) -> tensor<2x3xf32>
  return
}

// -----

func.func @gather_elements_c1(%x: tensor<2x3xf32>, %i: tensor<2x3xi64>) {
  // expected-error@+1 {{gather_elements C1: axis 2 for rank 2}}
  %y = graph.gather_elements %x, %i {axis = 2 : i64} : (tensor<2x3xf32>, tensor<2x3xi64>) -> tensor<2x3xf32>
  return
}

// -----

func.func @gather_elements_c2(%x: tensor<2x3xf32>, %i: tensor<1xi64>) {
  // expected-error@+1 {{gather_elements C2: indices is i64[1] for f32[2,3]}}
  %y = graph.gather_elements %x, %i {axis = 0 : i64} : (tensor<2x3xf32>, tensor<1xi64>) -> tensor<1xf32>
  return
}

// -----

func.func @gather_elements_c3(%x: tensor<2x3xf32>, %i: tensor<2x4xi64>) {
  // expected-error@+1 {{gather_elements C3: indices is i64[2,4] for f32[2,3] along axis 0}}
  %y = graph.gather_elements %x, %i {axis = 0 : i64} : (tensor<2x3xf32>, tensor<2x4xi64>) -> tensor<2x4xf32>
  return
}

// -----

func.func @gather_nd_c1(%x: tensor<2x3xf32>, %i: tensor<2x3xi64>) {
  // expected-error@+1 {{gather_nd C1: batch_dims 2 for f32[2,3] and i64[2,3]}}
  %y = graph.gather_nd %x, %i {batch_dims = 2 : i64} : (tensor<2x3xf32>, tensor<2x3xi64>) -> tensor<*xf32>
  return
}

// -----

func.func @gather_nd_c2(%x: tensor<2x3xf32>, %i: tensor<3x1xi64>) {
  // expected-error@+1 {{gather_nd C2: f32[2,3] and i64[3,1] at axis 0}}
  %y = graph.gather_nd %x, %i {batch_dims = 1 : i64} : (tensor<2x3xf32>, tensor<3x1xi64>) -> tensor<3xf32>
  return
}

// -----

func.func @gather_nd_c3(%x: tensor<2x3xf32>, %i: tensor<2x3xi64>) {
  // expected-error@+1 {{gather_nd C3: f32[2,3] and i64[2,3] after 0 batch axes}}
  %y = graph.gather_nd %x, %i : (tensor<2x3xf32>, tensor<2x3xi64>) -> tensor<2xf32>
  return
}

// -----

func.func @scatter_elements_c1(%x: tensor<2x3xf32>, %i: tensor<2x3xi64>, %u: tensor<2x3xf32>) {
  // expected-error@+1 {{scatter_elements C1: axis -3 for rank 2}}
  %y = graph.scatter_elements %x, %i, %u {axis = -3 : i64, reduction = "none"} : (tensor<2x3xf32>, tensor<2x3xi64>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @scatter_elements_c2(%x: tensor<2x3xf32>, %i: tensor<2x3xi64>, %u: tensor<2x2xf32>) {
  // expected-error@+1 {{scatter_elements C2: indices is i64[2,3], updates f32[2,2]}}
  %y = graph.scatter_elements %x, %i, %u {axis = 0 : i64, reduction = "none"} : (tensor<2x3xf32>, tensor<2x3xi64>, tensor<2x2xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @scatter_elements_c3(%x: tensor<2x3xf32>, %i: tensor<2x4xi64>, %u: tensor<2x4xf32>) {
  // expected-error@+1 {{scatter_elements C3: indices is i64[2,4] for f32[2,3] along axis 0}}
  %y = graph.scatter_elements %x, %i, %u {axis = 0 : i64, reduction = "none"} : (tensor<2x3xf32>, tensor<2x4xi64>, tensor<2x4xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @scatter_elements_c4(%x: tensor<2x3xf32>, %i: tensor<2x3xi64>, %u: tensor<2x3xf64>) {
  // expected-error@+1 {{scatter_elements C4: f32[2,3] and f64[2,3]}}
  %y = graph.scatter_elements %x, %i, %u {axis = 0 : i64, reduction = "none"} : (tensor<2x3xf32>, tensor<2x3xi64>, tensor<2x3xf64>) -> tensor<2x3xf32>
  return
}

// -----

func.func @scatter_elements_c5(%x: tensor<2x3xf32>, %i: tensor<2x3xi64>, %u: tensor<2x3xf32>) {
  // expected-error@+1 {{scatter_elements C5: reduction 'sum'}}
  %y = graph.scatter_elements %x, %i, %u {axis = 0 : i64, reduction = "sum"} : (tensor<2x3xf32>, tensor<2x3xi64>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @scatter_nd_c1(%x: tensor<2x3xf32>, %i: tensor<4x3xi64>, %u: tensor<4xf32>) {
  // expected-error@+1 {{scatter_nd C1: indices is i64[4,3] for f32[2,3]}}
  %y = graph.scatter_nd %x, %i, %u {reduction = "none"} : (tensor<2x3xf32>, tensor<4x3xi64>, tensor<4xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @scatter_nd_c2(%x: tensor<2x3xf32>, %i: tensor<4x1xi64>, %u: tensor<4x2xf32>) {
  // expected-error@+1 {{scatter_nd C2: updates is f32[4,2] for f32[2,3] and indices i64[4,1]}}
  %y = graph.scatter_nd %x, %i, %u {reduction = "none"} : (tensor<2x3xf32>, tensor<4x1xi64>, tensor<4x2xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @scatter_nd_c3(%x: tensor<2x3xf32>, %i: tensor<4x1xi64>, %u: tensor<4x3xi64>) {
  // expected-error@+1 {{scatter_nd C3: f32[2,3] and i64[4,3]}}
  %y = graph.scatter_nd %x, %i, %u {reduction = "none"} : (tensor<2x3xf32>, tensor<4x1xi64>, tensor<4x3xi64>) -> tensor<2x3xf32>
  return
}

// -----

func.func @scatter_nd_c4(%x: tensor<2x3xf32>, %i: tensor<4x1xi64>, %u: tensor<4x3xf32>) {
  // expected-error@+1 {{scatter_nd C4: reduction 'sub'}}
  %y = graph.scatter_nd %x, %i, %u {reduction = "sub"} : (tensor<2x3xf32>, tensor<4x1xi64>, tensor<4x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @tensor_scatter_c1(%x: tensor<2x3xf32>, %u: tensor<2x3xf32>, %p: tensor<2xi64>) {
  // expected-error@+1 {{tensor_scatter C1: mode 'ring'}}
  %y = graph.tensor_scatter %x, %u, %p {axis = 1 : i64, mode = "ring"} : (tensor<2x3xf32>, tensor<2x3xf32>, tensor<2xi64>) -> tensor<2x3xf32>
  return
}

// -----

func.func @tensor_scatter_c2(%x: tensor<2x3xf32>, %u: tensor<2x3xf32>, %p: tensor<2xi64>) {
  // expected-error@+1 {{tensor_scatter C2: axis 0 for rank 2}}
  %y = graph.tensor_scatter %x, %u, %p {axis = 0 : i64, mode = "linear"} : (tensor<2x3xf32>, tensor<2x3xf32>, tensor<2xi64>) -> tensor<2x3xf32>
  return
}

// -----

func.func @tensor_scatter_c3(%x: tensor<2x3xf32>, %u: tensor<2x4xf32>, %p: tensor<2xi64>) {
  // expected-error@+1 {{tensor_scatter C3: f32[2,3] and f32[2,4] along axis 1}}
  %y = graph.tensor_scatter %x, %u, %p {axis = 1 : i64, mode = "linear"} : (tensor<2x3xf32>, tensor<2x4xf32>, tensor<2xi64>) -> tensor<2x3xf32>
  return
}

// -----

func.func @tensor_scatter_c4(%x: tensor<2x3xf32>, %u: tensor<2x1xi32>, %p: tensor<2xi64>) {
  // expected-error@+1 {{tensor_scatter C4: f32[2,3] and i32[2,1]}}
  %y = graph.tensor_scatter %x, %u, %p {axis = 1 : i64, mode = "linear"} : (tensor<2x3xf32>, tensor<2x1xi32>, tensor<2xi64>) -> tensor<2x3xf32>
  return
}

// -----

func.func @tensor_scatter_c5(%x: tensor<2x3xf32>, %u: tensor<2x3xf32>, %p: tensor<3xi64>) {
  // expected-error@+1 {{tensor_scatter C5: positions is i64[3] for f32[2,3]}}
  %y = graph.tensor_scatter %x, %u, %p {axis = 1 : i64, mode = "linear"} : (tensor<2x3xf32>, tensor<2x3xf32>, tensor<3xi64>) -> tensor<2x3xf32>
  return
}

// -----

func.func @compress_c1(%x: tensor<2x3xf32>, %c: tensor<1x2xi1>) {
  // expected-error@+1 {{compress C1: condition is i1[1,2]}}
  %y = graph.compress %x, %c : (tensor<2x3xf32>, tensor<1x2xi1>) -> tensor<?xf32>
  return
}

// -----

func.func @compress_c2(%x: tensor<2x3xf32>, %c: tensor<2xi1>) {
  // expected-error@+1 {{compress C2: axis 2 for f32[2,3]}}
  %y = graph.compress %x, %c {axis = 2 : i64} : (tensor<2x3xf32>, tensor<2xi1>) -> tensor<?x?xf32>
  return
}

// -----

func.func @compress_c3(%x: tensor<2x3xf32>) {
  %c = graph.constant {value = dense<[false, true, true]> : tensor<3xi1>} : tensor<3xi1>
  // expected-error@+1 {{compress C3: condition 2 of 2 is true}}
  %y = graph.compress %x, %c {axis = 0 : i64} : (tensor<2x3xf32>, tensor<3xi1>) -> tensor<2x3xf32>
  return
}
