// RUN: ingot-opt %s --graph-bound-sizes --cse | FileCheck %s

// CHECK-LABEL: func.func @non_zero
// CHECK: %[[P:.*]], %[[N:.*]] = graph.true_places {{.*}} -> (tensor<6xi64>, tensor<i64>)
// CHECK: %[[W:.*]] = graph.concat {{.*}} -> tensor<2x6xi64>
// CHECK: %[[Y:.*]] = graph.prefix %[[W]], %[[N]] {axis = 1 : i64}
// CHECK: return %[[Y]]
func.func @non_zero(%x: tensor<2x3xf32>) -> tensor<2x?xi64> {
  %y = graph.non_zero %x : (tensor<2x3xf32>) -> tensor<2x?xi64>
  return %y : tensor<2x?xi64>
}

// What follows is computed on all of it.
// CHECK-LABEL: func.func @behind
// CHECK: %[[P:.*]], %[[N:.*]] = graph.true_places
// CHECK: %[[W:.*]] = graph.relu {{.*}} : (tensor<6x2xf32>) -> tensor<6x2xf32>
// CHECK: graph.prefix %[[W]], %[[N]] {axis = 0 : i64}
func.func @behind(%x: tensor<6x2xf32>, %c: tensor<6xi1>) -> tensor<?x2xf32> {
  %k = graph.compress %x, %c {axis = 0 : i64} : (tensor<6x2xf32>, tensor<6xi1>) -> tensor<?x2xf32>
  %y = graph.relu %k : (tensor<?x2xf32>) -> tensor<?x2xf32>
  return %y : tensor<?x2xf32>
}

// What is not there counts nothing.
// CHECK-LABEL: func.func @sum
// CHECK: graph.where {{.*}} -> tensor<6x2xf32>
// CHECK: %[[Y:.*]] = graph.reduce_sum {{.*}} -> tensor<1x1xf32>
// CHECK: return %[[Y]]
func.func @sum(%x: tensor<6x2xf32>, %c: tensor<6xi1>) -> tensor<1x1xf32> {
  %none = graph.none : () -> none
  %k = graph.compress %x, %c {axis = 0 : i64} : (tensor<6x2xf32>, tensor<6xi1>) -> tensor<?x2xf32>
  %y = graph.reduce_sum %k, %none : (tensor<?x2xf32>, none) -> tensor<1x1xf32>
  return %y : tensor<1x1xf32>
}

// No bound is known of a size that is not known.
// CHECK-LABEL: func.func @open
// CHECK: graph.non_zero
func.func @open(%x: tensor<?x3xf32>) -> tensor<2x?xi64> {
  %y = graph.non_zero %x : (tensor<?x3xf32>) -> tensor<2x?xi64>
  return %y : tensor<2x?xi64>
}

// Strings stay with the host.
// CHECK-LABEL: func.func @strings
// CHECK: graph.unique
func.func @strings(%x: tensor<3x!graph.string>) -> tensor<?x!graph.string> {
  %y:4 = graph.unique %x : (tensor<3x!graph.string>) -> (tensor<?x!graph.string>, tensor<?xi64>, tensor<3xi64>, tensor<?xi64>)
  return %y#0 : tensor<?x!graph.string>
}
