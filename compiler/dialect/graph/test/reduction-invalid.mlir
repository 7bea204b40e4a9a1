// Each constraint of the reductions, violated once.
// RUN: ingot-opt %s -split-input-file -verify-diagnostics

func.func @reduce_sum_c1(%x: tensor<2x3xf32>) -> tensor<*xf32> {
  %axes = graph.constant {value = dense<[1, -1]> : tensor<2xi64>} : tensor<2xi64>
  // expected-error@+1 {{reduce_sum C1: axes [1,-1] for rank 2}}
  %y = graph.reduce_sum %x, %axes : (tensor<2x3xf32>, tensor<2xi64>) -> tensor<*xf32>
  return %y : tensor<*xf32>
}

// -----

func.func @reduce_sum_c2(%x: tensor<2x3xf32>, %axes: tensor<1x1xi64>) -> tensor<*xf32> {
  // expected-error@+1 {{reduce_sum C2: axes have type i64[1,1]}}
  %y = graph.reduce_sum %x, %axes : (tensor<2x3xf32>, tensor<1x1xi64>) -> tensor<*xf32>
  return %y : tensor<*xf32>
}

// -----

func.func @reduce_mean_c1(%x: tensor<2x3xf32>) -> tensor<*xf32> {
  %axes = graph.constant {value = dense<[1, -1]> : tensor<2xi64>} : tensor<2xi64>
  // expected-error@+1 {{reduce_mean C1: axes [1,-1] for rank 2}}
  %y = graph.reduce_mean %x, %axes : (tensor<2x3xf32>, tensor<2xi64>) -> tensor<*xf32>
  return %y : tensor<*xf32>
}

// -----

func.func @reduce_mean_c2(%x: tensor<2x3xf32>, %axes: tensor<1x1xi64>) -> tensor<*xf32> {
  // expected-error@+1 {{reduce_mean C2: axes have type i64[1,1]}}
  %y = graph.reduce_mean %x, %axes : (tensor<2x3xf32>, tensor<1x1xi64>) -> tensor<*xf32>
  return %y : tensor<*xf32>
}

// -----

func.func @reduce_prod_c1(%x: tensor<2x3xf32>) -> tensor<*xf32> {
  %axes = graph.constant {value = dense<[1, -1]> : tensor<2xi64>} : tensor<2xi64>
  // expected-error@+1 {{reduce_prod C1: axes [1,-1] for rank 2}}
  %y = graph.reduce_prod %x, %axes : (tensor<2x3xf32>, tensor<2xi64>) -> tensor<*xf32>
  return %y : tensor<*xf32>
}

// -----

func.func @reduce_prod_c2(%x: tensor<2x3xf32>, %axes: tensor<1x1xi64>) -> tensor<*xf32> {
  // expected-error@+1 {{reduce_prod C2: axes have type i64[1,1]}}
  %y = graph.reduce_prod %x, %axes : (tensor<2x3xf32>, tensor<1x1xi64>) -> tensor<*xf32>
  return %y : tensor<*xf32>
}

// -----

func.func @reduce_max_c1(%x: tensor<2x3xf32>) -> tensor<*xf32> {
  %axes = graph.constant {value = dense<[1, -1]> : tensor<2xi64>} : tensor<2xi64>
  // expected-error@+1 {{reduce_max C1: axes [1,-1] for rank 2}}
  %y = graph.reduce_max %x, %axes : (tensor<2x3xf32>, tensor<2xi64>) -> tensor<*xf32>
  return %y : tensor<*xf32>
}

// -----

func.func @reduce_max_c2(%x: tensor<2x3xf32>, %axes: tensor<1x1xi64>) -> tensor<*xf32> {
  // expected-error@+1 {{reduce_max C2: axes have type i64[1,1]}}
  %y = graph.reduce_max %x, %axes : (tensor<2x3xf32>, tensor<1x1xi64>) -> tensor<*xf32>
  return %y : tensor<*xf32>
}

// -----

func.func @reduce_min_c1(%x: tensor<2x3xf32>) -> tensor<*xf32> {
  %axes = graph.constant {value = dense<[1, -1]> : tensor<2xi64>} : tensor<2xi64>
  // expected-error@+1 {{reduce_min C1: axes [1,-1] for rank 2}}
  %y = graph.reduce_min %x, %axes : (tensor<2x3xf32>, tensor<2xi64>) -> tensor<*xf32>
  return %y : tensor<*xf32>
}

// -----

func.func @reduce_min_c2(%x: tensor<2x3xf32>, %axes: tensor<1x1xi64>) -> tensor<*xf32> {
  // expected-error@+1 {{reduce_min C2: axes have type i64[1,1]}}
  %y = graph.reduce_min %x, %axes : (tensor<2x3xf32>, tensor<1x1xi64>) -> tensor<*xf32>
  return %y : tensor<*xf32>
}

// -----

func.func @reduce_l1_c1(%x: tensor<2x3xf32>) -> tensor<*xf32> {
  %axes = graph.constant {value = dense<[1, -1]> : tensor<2xi64>} : tensor<2xi64>
  // expected-error@+1 {{reduce_l1 C1: axes [1,-1] for rank 2}}
  %y = graph.reduce_l1 %x, %axes : (tensor<2x3xf32>, tensor<2xi64>) -> tensor<*xf32>
  return %y : tensor<*xf32>
}

// -----

func.func @reduce_l1_c2(%x: tensor<2x3xf32>, %axes: tensor<1x1xi64>) -> tensor<*xf32> {
  // expected-error@+1 {{reduce_l1 C2: axes have type i64[1,1]}}
  %y = graph.reduce_l1 %x, %axes : (tensor<2x3xf32>, tensor<1x1xi64>) -> tensor<*xf32>
  return %y : tensor<*xf32>
}

// -----

func.func @reduce_l2_c1(%x: tensor<2x3xf32>) -> tensor<*xf32> {
  %axes = graph.constant {value = dense<[1, -1]> : tensor<2xi64>} : tensor<2xi64>
  // expected-error@+1 {{reduce_l2 C1: axes [1,-1] for rank 2}}
  %y = graph.reduce_l2 %x, %axes : (tensor<2x3xf32>, tensor<2xi64>) -> tensor<*xf32>
  return %y : tensor<*xf32>
}

// -----

func.func @reduce_l2_c2(%x: tensor<2x3xf32>, %axes: tensor<1x1xi64>) -> tensor<*xf32> {
  // expected-error@+1 {{reduce_l2 C2: axes have type i64[1,1]}}
  %y = graph.reduce_l2 %x, %axes : (tensor<2x3xf32>, tensor<1x1xi64>) -> tensor<*xf32>
  return %y : tensor<*xf32>
}

// -----

func.func @reduce_log_sum_c1(%x: tensor<2x3xf32>) -> tensor<*xf32> {
  %axes = graph.constant {value = dense<[1, -1]> : tensor<2xi64>} : tensor<2xi64>
  // expected-error@+1 {{reduce_log_sum C1: axes [1,-1] for rank 2}}
  %y = graph.reduce_log_sum %x, %axes : (tensor<2x3xf32>, tensor<2xi64>) -> tensor<*xf32>
  return %y : tensor<*xf32>
}

// -----

func.func @reduce_log_sum_c2(%x: tensor<2x3xf32>, %axes: tensor<1x1xi64>) -> tensor<*xf32> {
  // expected-error@+1 {{reduce_log_sum C2: axes have type i64[1,1]}}
  %y = graph.reduce_log_sum %x, %axes : (tensor<2x3xf32>, tensor<1x1xi64>) -> tensor<*xf32>
  return %y : tensor<*xf32>
}

// -----

func.func @reduce_log_sum_exp_c1(%x: tensor<2x3xf32>) -> tensor<*xf32> {
  %axes = graph.constant {value = dense<[1, -1]> : tensor<2xi64>} : tensor<2xi64>
  // expected-error@+1 {{reduce_log_sum_exp C1: axes [1,-1] for rank 2}}
  %y = graph.reduce_log_sum_exp %x, %axes : (tensor<2x3xf32>, tensor<2xi64>) -> tensor<*xf32>
  return %y : tensor<*xf32>
}

// -----

func.func @reduce_log_sum_exp_c2(%x: tensor<2x3xf32>, %axes: tensor<1x1xi64>) -> tensor<*xf32> {
  // expected-error@+1 {{reduce_log_sum_exp C2: axes have type i64[1,1]}}
  %y = graph.reduce_log_sum_exp %x, %axes : (tensor<2x3xf32>, tensor<1x1xi64>) -> tensor<*xf32>
  return %y : tensor<*xf32>
}

// -----

func.func @reduce_sum_square_c1(%x: tensor<2x3xf32>) -> tensor<*xf32> {
  %axes = graph.constant {value = dense<[1, -1]> : tensor<2xi64>} : tensor<2xi64>
  // expected-error@+1 {{reduce_sum_square C1: axes [1,-1] for rank 2}}
  %y = graph.reduce_sum_square %x, %axes : (tensor<2x3xf32>, tensor<2xi64>) -> tensor<*xf32>
  return %y : tensor<*xf32>
}

// -----

func.func @reduce_sum_square_c2(%x: tensor<2x3xf32>, %axes: tensor<1x1xi64>) -> tensor<*xf32> {
  // expected-error@+1 {{reduce_sum_square C2: axes have type i64[1,1]}}
  %y = graph.reduce_sum_square %x, %axes : (tensor<2x3xf32>, tensor<1x1xi64>) -> tensor<*xf32>
  return %y : tensor<*xf32>
}

// -----

func.func @reduce_sum_c1_count(%x: tensor<2x3xf32>, %axes: tensor<3xi64>) -> tensor<*xf32> {
  // expected-error@+1 {{reduce_sum C1: 3 axes for rank 2}}
  %y = graph.reduce_sum %x, %axes : (tensor<2x3xf32>, tensor<3xi64>) -> tensor<*xf32>
  return %y : tensor<*xf32>
}

// -----

func.func @arg_max_c1(%x: tensor<2x3xf32>) -> tensor<*xi64> {
  // expected-error@+1 {{arg_max C1: axis 2 for rank 2}}
  %y = graph.arg_max %x {axis = 2 : i64} : (tensor<2x3xf32>) -> tensor<*xi64>
  return %y : tensor<*xi64>
}

// -----

func.func @arg_max_c2(%x: tensor<2x0xf32>) -> tensor<*xi64> {
  // expected-error@+1 {{arg_max C2: axis 1 of 2x0 is empty}}
  %y = graph.arg_max %x {axis = 1 : i64} : (tensor<2x0xf32>) -> tensor<*xi64>
  return %y : tensor<*xi64>
}

// -----

func.func @arg_min_c1(%x: tensor<2x3xf32>) -> tensor<*xi64> {
  // expected-error@+1 {{arg_min C1: axis 2 for rank 2}}
  %y = graph.arg_min %x {axis = 2 : i64} : (tensor<2x3xf32>) -> tensor<*xi64>
  return %y : tensor<*xi64>
}

// -----

func.func @arg_min_c2(%x: tensor<2x0xf32>) -> tensor<*xi64> {
  // expected-error@+1 {{arg_min C2: axis 1 of 2x0 is empty}}
  %y = graph.arg_min %x {axis = 1 : i64} : (tensor<2x0xf32>) -> tensor<*xi64>
  return %y : tensor<*xi64>
}
