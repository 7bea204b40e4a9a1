// Each constraint of the operators of classical machine learning, violated once.
// RUN: ingot-opt %s -split-input-file -verify-diagnostics

func.func @lookup_c1(%x: tensor<4xi64>) {
  // expected-error@+1 {{lookup C1: keys f32 for i64[4]}}
  %y = graph.lookup %x {keys = dense<[1.0, 2.0]> : tensor<2xf32>, values = dense<[0.5, 1.5]> : tensor<2xf32>, otherwise = dense<0.0> : tensor<f32>} : (tensor<4xi64>) -> tensor<4xf32>
  return
}

// -----

func.func @lookup_c2(%x: tensor<4xi64>) {
  // expected-error@+1 {{lookup C2: keys 3, values 2}}
  %y = graph.lookup %x {keys = dense<[1, 2, 3]> : tensor<3xi64>, values = dense<[0.5, 1.5]> : tensor<2xf32>, otherwise = dense<0.0> : tensor<f32>} : (tensor<4xi64>) -> tensor<4xf32>
  return
}

// -----

func.func @lookup_c3(%x: tensor<4xi64>) {
  // expected-error@+1 {{lookup C3: f32[2] for f32}}
  %y = graph.lookup %x {keys = dense<[1, 2]> : tensor<2xi64>, values = dense<[0.5, 1.5]> : tensor<2xf32>, otherwise = dense<0.0> : tensor<2xf32>} : (tensor<4xi64>) -> tensor<4xf32>
  return
}

// -----

func.func @score_transform_c1(%x: tensor<2xf32>) {
  // expected-error@+1 {{score_transform C1: found 'NORM'}}
  %y = graph.score_transform %x {mode = "NORM"} : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @score_transform_c2(%x: tensor<f32>) {
  // expected-error@+1 {{score_transform C2: found f32[]}}
  %y = graph.score_transform %x {mode = "SOFTMAX"} : (tensor<f32>) -> tensor<f32>
  return
}

// -----

func.func @tree_ensemble_c1(%x: tensor<4x3x1xf32>) {
  // expected-error@+1 {{tree_ensemble C1: found f32[4,3,1]}}
  %y = graph.tree_ensemble %x {roots = array<i64: 0>, features = array<i64: 1>, modes = array<i64: 0>, splits = dense<0.5> : tensor<1xf64>, true_next = array<i64: -1>, false_next = array<i64: -2>, missing_true = array<i64: 0>, member_starts = array<i64: 0>, members = dense<> : tensor<0xf64>, leaf_starts = array<i64: 0, 1, 2>, vote_targets = array<i64: 0, 1>, vote_weights = dense<[1.0, 2.0]> : tensor<2xf64>, base = dense<> : tensor<0xf64>, targets = 2 : i64, aggregate = "SUM", element = f32} : (tensor<4x3x1xf32>) -> tensor<4x2xf32>
  return
}

// -----

func.func @tree_ensemble_c2(%x: tensor<4x3xf32>) {
  // expected-error@+1 {{tree_ensemble C2: 1 nodes, with 2 modes}}
  %y = graph.tree_ensemble %x {roots = array<i64: 0>, features = array<i64: 1>, modes = array<i64: 0, 0>, splits = dense<0.5> : tensor<1xf64>, true_next = array<i64: -1>, false_next = array<i64: -2>, missing_true = array<i64: 0>, member_starts = array<i64: 0>, members = dense<> : tensor<0xf64>, leaf_starts = array<i64: 0, 1, 2>, vote_targets = array<i64: 0, 1>, vote_weights = dense<[1.0, 2.0]> : tensor<2xf64>, base = dense<> : tensor<0xf64>, targets = 2 : i64, aggregate = "SUM", element = f32} : (tensor<4x3xf32>) -> tensor<4x2xf32>
  return
}

// -----

func.func @tree_ensemble_c3(%x: tensor<4x3xf32>) {
  // expected-error@+1 {{tree_ensemble C3: node 0 goes to 0 and -2}}
  %y = graph.tree_ensemble %x {roots = array<i64: 0>, features = array<i64: 1>, modes = array<i64: 0>, splits = dense<0.5> : tensor<1xf64>, true_next = array<i64: 0>, false_next = array<i64: -2>, missing_true = array<i64: 0>, member_starts = array<i64: 0>, members = dense<> : tensor<0xf64>, leaf_starts = array<i64: 0, 1, 2>, vote_targets = array<i64: 0, 1>, vote_weights = dense<[1.0, 2.0]> : tensor<2xf64>, base = dense<> : tensor<0xf64>, targets = 2 : i64, aggregate = "SUM", element = f32} : (tensor<4x3xf32>) -> tensor<4x2xf32>
  return
}

// -----

func.func @tree_ensemble_c4(%x: tensor<4x3xf32>) {
  // expected-error@+1 {{tree_ensemble C4: feature 3 of 3}}
  %y = graph.tree_ensemble %x {roots = array<i64: 0>, features = array<i64: 3>, modes = array<i64: 0>, splits = dense<0.5> : tensor<1xf64>, true_next = array<i64: -1>, false_next = array<i64: -2>, missing_true = array<i64: 0>, member_starts = array<i64: 0>, members = dense<> : tensor<0xf64>, leaf_starts = array<i64: 0, 1, 2>, vote_targets = array<i64: 0, 1>, vote_weights = dense<[1.0, 2.0]> : tensor<2xf64>, base = dense<> : tensor<0xf64>, targets = 2 : i64, aggregate = "SUM", element = f32} : (tensor<4x3xf32>) -> tensor<4x2xf32>
  return
}

// -----

func.func @tree_ensemble_c5(%x: tensor<4x3xf32>) {
  // expected-error@+1 {{tree_ensemble C5: the last member is 1}}
  %y = graph.tree_ensemble %x {roots = array<i64: 0>, features = array<i64: 1>, modes = array<i64: 0>, splits = dense<0.5> : tensor<1xf64>, true_next = array<i64: -1>, false_next = array<i64: -2>, missing_true = array<i64: 0>, member_starts = array<i64: 0>, members = dense<1.0> : tensor<1xf64>, leaf_starts = array<i64: 0, 1, 2>, vote_targets = array<i64: 0, 1>, vote_weights = dense<[1.0, 2.0]> : tensor<2xf64>, base = dense<> : tensor<0xf64>, targets = 2 : i64, aggregate = "SUM", element = f32} : (tensor<4x3xf32>) -> tensor<4x2xf32>
  return
}

// -----

func.func @tree_ensemble_c6(%x: tensor<4x3xf32>) {
  // expected-error@+1 {{tree_ensemble C6: 3 starts for 2 votes}}
  %y = graph.tree_ensemble %x {roots = array<i64: 0>, features = array<i64: 1>, modes = array<i64: 0>, splits = dense<0.5> : tensor<1xf64>, true_next = array<i64: -1>, false_next = array<i64: -2>, missing_true = array<i64: 0>, member_starts = array<i64: 0>, members = dense<> : tensor<0xf64>, leaf_starts = array<i64: 0, 2, 1>, vote_targets = array<i64: 0, 1>, vote_weights = dense<[1.0, 2.0]> : tensor<2xf64>, base = dense<> : tensor<0xf64>, targets = 2 : i64, aggregate = "SUM", element = f32} : (tensor<4x3xf32>) -> tensor<4x2xf32>
  return
}

// -----

func.func @tree_ensemble_c7(%x: tensor<4x3xf32>) {
  // expected-error@+1 {{tree_ensemble C7: target 2 of 2}}
  %y = graph.tree_ensemble %x {roots = array<i64: 0>, features = array<i64: 1>, modes = array<i64: 0>, splits = dense<0.5> : tensor<1xf64>, true_next = array<i64: -1>, false_next = array<i64: -2>, missing_true = array<i64: 0>, member_starts = array<i64: 0>, members = dense<> : tensor<0xf64>, leaf_starts = array<i64: 0, 1, 2>, vote_targets = array<i64: 0, 2>, vote_weights = dense<[1.0, 2.0]> : tensor<2xf64>, base = dense<> : tensor<0xf64>, targets = 2 : i64, aggregate = "SUM", element = f32} : (tensor<4x3xf32>) -> tensor<4x2xf32>
  return
}

// -----

func.func @tree_ensemble_c8(%x: tensor<4x3xf32>) {
  // expected-error@+1 {{tree_ensemble C8: found 'MEDIAN'}}
  %y = graph.tree_ensemble %x {roots = array<i64: 0>, features = array<i64: 1>, modes = array<i64: 0>, splits = dense<0.5> : tensor<1xf64>, true_next = array<i64: -1>, false_next = array<i64: -2>, missing_true = array<i64: 0>, member_starts = array<i64: 0>, members = dense<> : tensor<0xf64>, leaf_starts = array<i64: 0, 1, 2>, vote_targets = array<i64: 0, 1>, vote_weights = dense<[1.0, 2.0]> : tensor<2xf64>, base = dense<> : tensor<0xf64>, targets = 2 : i64, aggregate = "MEDIAN", element = f32} : (tensor<4x3xf32>) -> tensor<4x2xf32>
  return
}

// -----

func.func @tree_ensemble_c9(%x: tensor<4x3xf32>) {
  // expected-error@+1 {{tree_ensemble C9: 1 base values for 2}}
  %y = graph.tree_ensemble %x {roots = array<i64: 0>, features = array<i64: 1>, modes = array<i64: 0>, splits = dense<0.5> : tensor<1xf64>, true_next = array<i64: -1>, false_next = array<i64: -2>, missing_true = array<i64: 0>, member_starts = array<i64: 0>, members = dense<> : tensor<0xf64>, leaf_starts = array<i64: 0, 1, 2>, vote_targets = array<i64: 0, 1>, vote_weights = dense<[1.0, 2.0]> : tensor<2xf64>, base = dense<1.0> : tensor<1xf64>, targets = 2 : i64, aggregate = "SUM", element = f32} : (tensor<4x3xf32>) -> tensor<4x2xf32>
  return
}

// -----

func.func @tree_ensemble_c10(%x: tensor<4x3xf32>) {
  // expected-error@+1 {{tree_ensemble C10: splits are f32}}
  %y = graph.tree_ensemble %x {roots = array<i64: 0>, features = array<i64: 1>, modes = array<i64: 0>, splits = dense<0.5> : tensor<1xf32>, true_next = array<i64: -1>, false_next = array<i64: -2>, missing_true = array<i64: 0>, member_starts = array<i64: 0>, members = dense<> : tensor<0xf64>, leaf_starts = array<i64: 0, 1, 2>, vote_targets = array<i64: 0, 1>, vote_weights = dense<[1.0, 2.0]> : tensor<2xf64>, base = dense<> : tensor<0xf64>, targets = 2 : i64, aggregate = "SUM", element = f32} : (tensor<4x3xf32>) -> tensor<4x2xf32>
  return
}

// -----

func.func @svm_kernel_c1(%x: tensor<4x3xf32>, %v: tensor<5x2xf32>) {
  // expected-error@+1 {{svm_kernel C1: f32[4,3] and f32[5,2]}}
  %y = graph.svm_kernel %x, %v {kernel = "RBF", gamma = 0.5 : f32, coef0 = 0.0 : f32, degree = 3.0 : f32} : (tensor<4x3xf32>, tensor<5x2xf32>) -> tensor<4x5xf64>
  return
}

// -----

func.func @svm_kernel_c2(%x: tensor<4x3xf32>, %v: tensor<5x3xf32>) {
  // expected-error@+1 {{svm_kernel C2: found 'COSINE'}}
  %y = graph.svm_kernel %x, %v {kernel = "COSINE", gamma = 0.5 : f32, coef0 = 0.0 : f32, degree = 3.0 : f32} : (tensor<4x3xf32>, tensor<5x3xf32>) -> tensor<4x5xf64>
  return
}

// -----

func.func @svm_classify_c1(%x: tensor<4x4xf64>) {
  // expected-error@+1 {{svm_classify C1: f64[4,4] for 3 vectors}}
  %y:2 = graph.svm_classify %x {vectors_per_class = array<i64: 1, 2>, coefficients = array<f32: 1.0, 2.0, 3.0>, rho = array<f32: 0.5>, prob_a = array<f32>, prob_b = array<f32>} : (tensor<4x4xf64>) -> (tensor<4xi64>, tensor<4x1xf32>)
  return
}

// -----

func.func @svm_classify_c2(%x: tensor<4x3xf64>) {
  // expected-error@+1 {{svm_classify C2: found [3]}}
  %y:2 = graph.svm_classify %x {vectors_per_class = array<i64: 3>, coefficients = array<f32: 1.0, 2.0, 3.0>, rho = array<f32: 0.5>, prob_a = array<f32>, prob_b = array<f32>} : (tensor<4x3xf64>) -> (tensor<4xi64>, tensor<4x1xf32>)
  return
}

// -----

func.func @svm_classify_c3(%x: tensor<4x3xf64>) {
  // expected-error@+1 {{svm_classify C3: 2 coefficients for 2 classes and 3 vectors}}
  %y:2 = graph.svm_classify %x {vectors_per_class = array<i64: 1, 2>, coefficients = array<f32: 1.0, 2.0>, rho = array<f32: 0.5>, prob_a = array<f32>, prob_b = array<f32>} : (tensor<4x3xf64>) -> (tensor<4xi64>, tensor<4x1xf32>)
  return
}

// -----

func.func @svm_classify_c4(%x: tensor<4x3xf64>) {
  // expected-error@+1 {{svm_classify C4: 1, 1 and 0 for 1 pairs}}
  %y:2 = graph.svm_classify %x {vectors_per_class = array<i64: 1, 2>, coefficients = array<f32: 1.0, 2.0, 3.0>, rho = array<f32: 0.5>, prob_a = array<f32: 1.0>, prob_b = array<f32>} : (tensor<4x3xf64>) -> (tensor<4xi64>, tensor<4x1xf32>)
  return
}
