// Each constraint of softmax and of the normalizations, violated once.
// RUN: ingot-opt %s -split-input-file -verify-diagnostics

func.func @softmax_c1(%a0: tensor<2x3xf32>) {
  // expected-error@+1 {{softmax C1: axis -3 for rank 2}}
  %y = graph.softmax %a0 {axis = -3 : i64} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @softmax_c2(%a0: tensor<2x3xf32>) {
  // expected-error@+1 {{softmax C2: 2 axes from axis 1 on for rank 2}}
  %y = graph.softmax %a0 {axis = 1 : i64, count = 2 : i64} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @log_softmax_c1(%a0: tensor<2x3xf32>) {
  // expected-error@+1 {{log_softmax C1: axis -3 for rank 2}}
  %y = graph.log_softmax %a0 {axis = -3 : i64} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @log_softmax_c2(%a0: tensor<2x3xf32>) {
  // expected-error@+1 {{log_softmax C2: 2 axes from axis 1 on for rank 2}}
  %y = graph.log_softmax %a0 {axis = 1 : i64, count = 2 : i64} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @hardmax_c1(%a0: tensor<2x3xf32>) {
  // expected-error@+1 {{hardmax C1: axis -3 for rank 2}}
  %y = graph.hardmax %a0 {axis = -3 : i64} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @hardmax_c2(%a0: tensor<2x3xf32>) {
  // expected-error@+1 {{hardmax C2: 2 axes from axis 1 on for rank 2}}
  %y = graph.hardmax %a0 {axis = 1 : i64, count = 2 : i64} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}
