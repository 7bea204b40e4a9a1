// Round trip of the operators that have room for all that can be.
// RUN: ingot-opt %s | ingot-opt | FileCheck %s

// CHECK-LABEL: func.func @prefix
// CHECK: graph.prefix {{.*}} {axis = 1 : i64} : (tensor<2x3xf32>, tensor<i64>) -> tensor<2x?xf32>
func.func @prefix(%x: tensor<2x3xf32>, %n: tensor<i64>) {
  %y = graph.prefix %x, %n {axis = 1 : i64} : (tensor<2x3xf32>, tensor<i64>) -> tensor<2x?xf32>
  return
}

// CHECK-LABEL: func.func @true_places
// CHECK: graph.true_places {{.*}} -> (tensor<6xi64>, tensor<i64>)
func.func @true_places(%x: tensor<6xi1>) {
  %y:2 = graph.true_places %x : (tensor<6xi1>) -> (tensor<6xi64>, tensor<i64>)
  return
}

// CHECK-LABEL: func.func @distinct
// CHECK: graph.distinct {{.*}} {axis = 1 : i64, sorted = false}
func.func @distinct(%x: tensor<2x3xf32>) {
  %y:4 = graph.distinct %x {axis = 1 : i64, sorted = false}
      : (tensor<2x3xf32>) -> (tensor<3xi64>, tensor<3xi64>, tensor<3xi64>, tensor<i64>)
  return
}

// CHECK-LABEL: func.func @select_boxes
// CHECK: graph.select_boxes {{.*}} {limit = 3 : i64} {{.*}} -> tensor<1x2x3xi64>
func.func @select_boxes(%boxes: tensor<1x6x4xf32>, %scores: tensor<1x2x6xf32>, %most: tensor<i64>) {
  %none = graph.none : () -> none
  %y = graph.select_boxes %boxes, %scores, %most, %none, %none, %none {limit = 3 : i64}
      : (tensor<1x6x4xf32>, tensor<1x2x6xf32>, tensor<i64>, none, none, none) -> tensor<1x2x3xi64>
  return
}
