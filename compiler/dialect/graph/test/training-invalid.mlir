// Each constraint of losses and optimizer steps, violated once.
// RUN: ingot-opt %s -split-input-file -verify-diagnostics

func.func @negative_log_likelihood_c1(%a0: tensor<7xf32>, %a1: tensor<2xi64>, %a2: tensor<3xf32>) {
  // expected-error@+1 {{negative_log_likelihood C1: x is f32[7]}}
  %y = graph.negative_log_likelihood %a0, %a1, %a2 : (tensor<7xf32>, tensor<2xi64>, tensor<3xf32>) -> tensor<f32>
  return
}

// -----

func.func @negative_log_likelihood_c2(%a0: tensor<2x3xf32>, %a1: tensor<3xi64>, %a2: tensor<3xf32>) {
  // expected-error@+1 {{negative_log_likelihood C2: target i64[3] for f32[2,3]}}
  %y = graph.negative_log_likelihood %a0, %a1, %a2 : (tensor<2x3xf32>, tensor<3xi64>, tensor<3xf32>) -> tensor<f32>
  return
}

// -----

func.func @negative_log_likelihood_c3(%a0: tensor<2x3xf32>, %a1: tensor<2xi64>, %a2: tensor<2xf32>) {
  // expected-error@+1 {{negative_log_likelihood C3: weight f32[2] for f32[2,3]}}
  %y = graph.negative_log_likelihood %a0, %a1, %a2 : (tensor<2x3xf32>, tensor<2xi64>, tensor<2xf32>) -> tensor<f32>
  return
}

// -----

func.func @negative_log_likelihood_c4(%a0: tensor<2x3xf32>, %a1: tensor<2xi64>, %a2: tensor<3xf32>) {
  // expected-error@+1 {{negative_log_likelihood C4: reduction is 'average'}}
  %y = graph.negative_log_likelihood %a0, %a1, %a2 {reduction = "average"} : (tensor<2x3xf32>, tensor<2xi64>, tensor<3xf32>) -> tensor<f32>
  return
}

// -----

func.func @adagrad_c1(%a0: tensor<f32>, %a1: tensor<2xi64>, %a2: tensor<2xf32>, %a3: tensor<2xf32>, %a4: tensor<2xf32>) {
  // expected-error@+1 {{adagrad C1: step is i64[2]}}
  %y:2 = graph.adagrad %a0, %a1, %a2, %a3, %a4 : (tensor<f32>, tensor<2xi64>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>)
  return
}

// -----

func.func @adagrad_c2(%a0: tensor<f32>, %a1: tensor<i64>, %a2: tensor<2xf32>, %a3: tensor<2xf32>, %a4: tensor<2xf32>, %a5: tensor<2xf32>) {
  // expected-error@+1 {{adagrad C2: 4 tensors, wanted 3 for each one optimized}}
  %y:2 = graph.adagrad %a0, %a1, %a2, %a3, %a4, %a5 : (tensor<f32>, tensor<i64>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>)
  return
}

// -----

func.func @adagrad_c3(%a0: tensor<f32>, %a1: tensor<i64>, %a2: tensor<2xf32>, %a3: tensor<2xf32>, %a4: tensor<3xf32>) {
  // expected-error@+1 {{adagrad C3: tensor f32[2] comes with f32[3]}}
  %y:2 = graph.adagrad %a0, %a1, %a2, %a3, %a4 : (tensor<f32>, tensor<i64>, tensor<2xf32>, tensor<2xf32>, tensor<3xf32>) -> (tensor<2xf32>, tensor<2xf32>)
  return
}

// -----

func.func @adam_c1(%a0: tensor<f32>, %a1: tensor<2xi64>, %a2: tensor<2xf32>, %a3: tensor<2xf32>, %a4: tensor<2xf32>, %a5: tensor<2xf32>) {
  // expected-error@+1 {{adam C1: step is i64[2]}}
  %y:3 = graph.adam %a0, %a1, %a2, %a3, %a4, %a5 : (tensor<f32>, tensor<2xi64>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>)
  return
}

// -----

func.func @adam_c2(%a0: tensor<f32>, %a1: tensor<i64>, %a2: tensor<2xf32>, %a3: tensor<2xf32>, %a4: tensor<2xf32>, %a5: tensor<2xf32>, %a6: tensor<2xf32>) {
  // expected-error@+1 {{adam C2: 5 tensors, wanted 4 for each one optimized}}
  %y:3 = graph.adam %a0, %a1, %a2, %a3, %a4, %a5, %a6 : (tensor<f32>, tensor<i64>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>)
  return
}

// -----

func.func @adam_c3(%a0: tensor<f32>, %a1: tensor<i64>, %a2: tensor<2xf32>, %a3: tensor<2xf32>, %a4: tensor<2xf32>, %a5: tensor<3xf32>) {
  // expected-error@+1 {{adam C3: tensor f32[2] comes with f32[3]}}
  %y:3 = graph.adam %a0, %a1, %a2, %a3, %a4, %a5 : (tensor<f32>, tensor<i64>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<3xf32>) -> (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>)
  return
}

// -----

func.func @momentum_c1(%a0: tensor<f32>, %a1: tensor<2xi64>, %a2: tensor<2xf32>, %a3: tensor<2xf32>, %a4: tensor<2xf32>) {
  // expected-error@+1 {{momentum C1: step is i64[2]}}
  %y:2 = graph.momentum %a0, %a1, %a2, %a3, %a4 {alpha = 0.9 : f32, beta = 1.0 : f32, mode = "standard", norm_coefficient = 0.0 : f32} : (tensor<f32>, tensor<2xi64>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>)
  return
}

// -----

func.func @momentum_c2(%a0: tensor<f32>, %a1: tensor<i64>, %a2: tensor<2xf32>, %a3: tensor<2xf32>, %a4: tensor<2xf32>, %a5: tensor<2xf32>) {
  // expected-error@+1 {{momentum C2: 4 tensors, wanted 3 for each one optimized}}
  %y:2 = graph.momentum %a0, %a1, %a2, %a3, %a4, %a5 {alpha = 0.9 : f32, beta = 1.0 : f32, mode = "standard", norm_coefficient = 0.0 : f32} : (tensor<f32>, tensor<i64>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>)
  return
}

// -----

func.func @momentum_c3(%a0: tensor<f32>, %a1: tensor<i64>, %a2: tensor<2xf32>, %a3: tensor<2xf32>, %a4: tensor<3xf32>) {
  // expected-error@+1 {{momentum C3: tensor f32[2] comes with f32[3]}}
  %y:2 = graph.momentum %a0, %a1, %a2, %a3, %a4 {alpha = 0.9 : f32, beta = 1.0 : f32, mode = "standard", norm_coefficient = 0.0 : f32} : (tensor<f32>, tensor<i64>, tensor<2xf32>, tensor<2xf32>, tensor<3xf32>) -> (tensor<2xf32>, tensor<2xf32>)
  return
}

// -----

func.func @momentum_c4(%a0: tensor<f32>, %a1: tensor<i64>, %a2: tensor<2xf32>, %a3: tensor<2xf32>, %a4: tensor<2xf32>) {
  // expected-error@+1 {{momentum C4: mode is 'heavy'}}
  %y:2 = graph.momentum %a0, %a1, %a2, %a3, %a4 {alpha = 0.9 : f32, beta = 1.0 : f32, mode = "heavy", norm_coefficient = 0.0 : f32} : (tensor<f32>, tensor<i64>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>)
  return
}
