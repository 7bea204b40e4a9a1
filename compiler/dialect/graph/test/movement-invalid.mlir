// Each constraint of the data movement operators, violated once.
// RUN: ingot-opt %s -split-input-file -verify-diagnostics

func.func @transpose_c1(%x: tensor<2x3xf32>) -> tensor<3x2xf32> {
  // expected-error@+1 {{transpose C1: perm [1,1] for rank 2}}
  %y = graph.transpose %x {perm = array<i64: 1, 1>} : (tensor<2x3xf32>) -> tensor<3x2xf32>
  return %y : tensor<3x2xf32>
}

// -----

func.func @unsqueeze_c1(%x: tensor<2x3xf32>) -> tensor<1x2x3xf32> {
  %axes = graph.constant {value = dense<5> : tensor<1xi64>} : tensor<1xi64>
  // expected-error@+1 {{unsqueeze C1: axes [5] for rank 3}}
  %y = graph.unsqueeze %x, %axes : (tensor<2x3xf32>, tensor<1xi64>) -> tensor<1x2x3xf32>
  return %y : tensor<1x2x3xf32>
}
