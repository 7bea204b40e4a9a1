// Round trip of the operators of classical machine learning.
// RUN: ingot-opt %s | ingot-opt | FileCheck %s

// CHECK-LABEL: func.func @lookup
// CHECK: graph.lookup {{.*}} : (tensor<?xi64>) -> tensor<?xf32>
func.func @lookup(%x: tensor<?xi64>) -> tensor<?xf32> {
  %y = graph.lookup %x {keys = dense<[1, 2]> : tensor<2xi64>, values = dense<[0.5, 1.5]> : tensor<2xf32>, otherwise = dense<0.0> : tensor<f32>} : (tensor<?xi64>) -> tensor<?xf32>
  return %y : tensor<?xf32>
}

// CHECK-LABEL: func.func @score_transform
// CHECK: graph.score_transform %{{.*}} {mode = "SOFTMAX_ZERO"} : (tensor<4x2xf32>) -> tensor<4x2xf32>
func.func @score_transform(%x: tensor<4x2xf32>) -> tensor<4x2xf32> {
  %y = graph.score_transform %x {mode = "SOFTMAX_ZERO"} : (tensor<4x2xf32>) -> tensor<4x2xf32>
  return %y : tensor<4x2xf32>
}

// CHECK-LABEL: func.func @tree_ensemble
// CHECK: graph.tree_ensemble {{.*}} : (tensor<4x3xf32>) -> tensor<4x2xf32>
func.func @tree_ensemble(%x: tensor<4x3xf32>) -> tensor<4x2xf32> {
  %y = graph.tree_ensemble %x {roots = array<i64: 0>, features = array<i64: 1>, modes = array<i64: 0>, splits = dense<0.5> : tensor<1xf64>, true_next = array<i64: -1>, false_next = array<i64: -2>, missing_true = array<i64: 0>, member_starts = array<i64: 0>, members = dense<> : tensor<0xf64>, leaf_starts = array<i64: 0, 1, 2>, vote_targets = array<i64: 0, 1>, vote_weights = dense<[1.0, 2.0]> : tensor<2xf64>, base = dense<> : tensor<0xf64>, targets = 2 : i64, aggregate = "SUM", element = f32} : (tensor<4x3xf32>) -> tensor<4x2xf32>
  return %y : tensor<4x2xf32>
}

// CHECK-LABEL: func.func @svm
// CHECK: graph.svm_kernel {{.*}} : (tensor<4x3xf32>, tensor<5x3xf32>) -> tensor<4x5xf64>
// CHECK: graph.svm_classify {{.*}} : (tensor<4x3xf64>) -> (tensor<4xi64>, tensor<4x1xf32>)
func.func @svm(%a: tensor<4x3xf32>, %v: tensor<5x3xf32>, %x: tensor<4x3xf64>) -> tensor<4xi64> {
  %k = graph.svm_kernel %a, %v {kernel = "RBF", gamma = 0.5 : f32, coef0 = 0.0 : f32, degree = 3.0 : f32} : (tensor<4x3xf32>, tensor<5x3xf32>) -> tensor<4x5xf64>
  %y:2 = graph.svm_classify %x {vectors_per_class = array<i64: 1, 2>, coefficients = array<f32: 1.0, 2.0, 3.0>, rho = array<f32: 0.5>, prob_a = array<f32>, prob_b = array<f32>} : (tensor<4x3xf64>) -> (tensor<4xi64>, tensor<4x1xf32>)
  return %y#0 : tensor<4xi64>
}
