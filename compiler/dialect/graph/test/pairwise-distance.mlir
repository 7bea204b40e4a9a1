// Distances of rows: the round trip, then each constraint violated once.
// RUN: ingot-opt %s -split-input-file -verify-diagnostics | ingot-opt -split-input-file | FileCheck %s

// CHECK-LABEL: func.func @pairwise_distance
// CHECK: graph.pairwise_distance %{{.*}}, %{{.*}} : (tensor<4x3xf32>, tensor<?x3xf32>) -> tensor<4x?xf32>
// CHECK: graph.pairwise_distance %{{.*}}, %{{.*}} {metric = "euclidean"} : (tensor<*xf64>, tensor<5x3xf64>) -> tensor<?x5xf64>
func.func @pairwise_distance(%a: tensor<4x3xf32>, %b: tensor<?x3xf32>, %c: tensor<*xf64>, %d: tensor<5x3xf64>) {
  %y = graph.pairwise_distance %a, %b : (tensor<4x3xf32>, tensor<?x3xf32>) -> tensor<4x?xf32>
  %z = graph.pairwise_distance %c, %d {metric = "euclidean"} : (tensor<*xf64>, tensor<5x3xf64>) -> tensor<?x5xf64>
  return
}

// -----

func.func @columns(%a: tensor<4x3xf32>, %b: tensor<5x2xf32>) {
  // expected-error@+1 {{pairwise_distance C1: f32[4,3] and f32[5,2]}}
  %y = graph.pairwise_distance %a, %b : (tensor<4x3xf32>, tensor<5x2xf32>) -> tensor<4x5xf32>
  return
}

// -----

func.func @types(%a: tensor<4x3xf32>, %b: tensor<5x3xf64>) {
  // expected-error@+1 {{pairwise_distance C2: f32[4,3] and f64[5,3]}}
  %y = graph.pairwise_distance %a, %b : (tensor<4x3xf32>, tensor<5x3xf64>) -> tensor<4x5xf32>
  return
}

// -----

func.func @metric(%a: tensor<4x3xf32>, %b: tensor<5x3xf32>) {
  // expected-error@+1 {{pairwise_distance C3: found 'cityblock'}}
  %y = graph.pairwise_distance %a, %b {metric = "cityblock"} : (tensor<4x3xf32>, tensor<5x3xf32>) -> tensor<4x5xf32>
  return
}
