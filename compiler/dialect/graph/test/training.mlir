// Round trip of losses and optimizer steps.
// RUN: ingot-opt %s | ingot-opt | FileCheck %s

// CHECK-LABEL: func.func @loss
func.func @loss(%x: tensor<2x4x?xf32>, %t: tensor<2x5xi32>, %w: tensor<4xf32>) {
  %none = graph.none : () -> none
  // CHECK: graph.negative_log_likelihood {{.*}} {ignore_index = -1 : i64, reduction = "none"} {{.*}} -> tensor<2x5xf32>
  %0 = graph.negative_log_likelihood %x, %t, %none {ignore_index = -1 : i64, reduction = "none"} : (tensor<2x4x?xf32>, tensor<2x5xi32>, none) -> tensor<2x5xf32>
  // CHECK: graph.negative_log_likelihood {{.*}} -> tensor<f32>
  %1 = graph.negative_log_likelihood %x, %t, %w : (tensor<2x4x?xf32>, tensor<2x5xi32>, tensor<4xf32>) -> tensor<f32>
  return
}

// CHECK-LABEL: func.func @optimizers
func.func @optimizers(%r: tensor<f32>, %t: tensor<i64>, %x: tensor<2xf32>, %y: tensor<?xf64>) {
  // CHECK: graph.adagrad {{.*}} -> (tensor<2xf32>, tensor<2xf32>)
  %0:2 = graph.adagrad %r, %t, %x, %x, %x : (tensor<f32>, tensor<i64>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>)
  // CHECK: graph.adam {{.*}} -> (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>)
  %1:3 = graph.adam %r, %t, %x, %x, %x, %x : (tensor<f32>, tensor<i64>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>)
  // CHECK: graph.momentum {{.*}} -> (tensor<2xf32>, tensor<?xf64>, tensor<2xf32>, tensor<?xf64>)
  %2:4 = graph.momentum %r, %t, %x, %y, %x, %y, %x, %y {alpha = 0.9 : f32, beta = 1.0 : f32, mode = "nesterov", norm_coefficient = 0.0 : f32} : (tensor<f32>, tensor<i64>, tensor<2xf32>, tensor<?xf64>, tensor<2xf32>, tensor<?xf64>, tensor<2xf32>, tensor<?xf64>) -> (tensor<2xf32>, tensor<?xf64>, tensor<2xf32>, tensor<?xf64>)
  return
}
