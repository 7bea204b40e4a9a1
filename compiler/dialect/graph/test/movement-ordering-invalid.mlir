// Each constraint of the operators that depend on the order of elements, violated once.
// RUN: ingot-opt %s -split-input-file -verify-diagnostics

func.func @top_k_c1(%x: tensor<2x3xf32>, %k: tensor<2xi64>) {
  // expected-error@+1 {{top_k C1: k is i64[2]}}
  %y:2 = graph.top_k %x, %k {axis = 0 : i64} : (tensor<2x3xf32>, tensor<2xi64>) -> (tensor<?x3xf32>, tensor<?x3xi64>)
  return
}

// -----

func.func @top_k_c2(%x: tensor<2x3xf32>, %k: tensor<1xi64>) {
  // expected-error@+1 {{top_k C2: axis 2 for rank 2}}
  %y:2 = graph.top_k %x, %k {axis = 2 : i64} : (tensor<2x3xf32>, tensor<1xi64>) -> (tensor<?x3xf32>, tensor<?x3xi64>)
  return
}

// -----

func.func @top_k_c3(%x: tensor<2x3xf32>) {
  %k = graph.constant {value = dense<3> : tensor<1xi64>} : tensor<1xi64>
  // expected-error@+1 {{top_k C3: k is 3 for f32[2,3] along axis 0}}
  %y:2 = graph.top_k %x, %k {axis = 0 : i64} : (tensor<2x3xf32>, tensor<1xi64>) -> (tensor<3x3xf32>, tensor<3x3xi64>)
  return
}

// -----

func.func @unique_c1(%x: tensor<2x3xf32>) {
  // expected-error@+1 {{unique C1: axis 2 for rank 2}}
  %y:4 = graph.unique %x {axis = 2 : i64} : (tensor<2x3xf32>) -> (tensor<?x?xf32>, tensor<?xi64>, tensor<?xi64>, tensor<?xi64>)
  return
}

// -----

func.func @cum_sum_c1(%x: tensor<2x3xf32>, %a: tensor<2xi64>) {
  // expected-error@+1 {{cum_sum C1: axis is i64[2]}}
  %y = graph.cum_sum %x, %a : (tensor<2x3xf32>, tensor<2xi64>) -> tensor<2x3xf32>
  return
}

// -----

func.func @cum_sum_c2(%x: tensor<2x3xf32>) {
  %a = graph.constant {value = dense<2> : tensor<i64>} : tensor<i64>
  // expected-error@+1 {{cum_sum C2: axis 2 for rank 2}}
  %y = graph.cum_sum %x, %a : (tensor<2x3xf32>, tensor<i64>) -> tensor<2x3xf32>
  return
}

// -----

func.func @cum_prod_c1(%x: tensor<2x3xf32>, %a: tensor<2xi64>) {
  // expected-error@+1 {{cum_prod C1: axis is i64[2]}}
  %y = graph.cum_prod %x, %a : (tensor<2x3xf32>, tensor<2xi64>) -> tensor<2x3xf32>
  return
}

// -----

func.func @cum_prod_c2(%x: tensor<2x3xf32>) {
  %a = graph.constant {value = dense<-3> : tensor<i64>} : tensor<i64>
  // expected-error@+1 {{cum_prod C2: axis -3 for rank 2}}
  %y = graph.cum_prod %x, %a : (tensor<2x3xf32>, tensor<i64>) -> tensor<2x3xf32>
  return
}
