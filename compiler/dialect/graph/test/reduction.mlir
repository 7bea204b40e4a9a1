// Round trip of the reductions.
// RUN: ingot-opt %s | ingot-opt | FileCheck %s

// CHECK-LABEL: func.func @reduce
func.func @reduce(%x: tensor<2x3x?xf32>, %axes: tensor<2xi64>, %any: tensor<?xi64>) {
  %none = graph.none : () -> none
  %one = graph.constant {value = dense<1> : tensor<1xi64>} : tensor<1xi64>
  // CHECK: graph.reduce_sum {{.*}} : (tensor<2x3x?xf32>, none) -> tensor<1x1x1xf32>
  %0 = graph.reduce_sum %x, %none : (tensor<2x3x?xf32>, none) -> tensor<1x1x1xf32>
  // CHECK: graph.reduce_mean {{.*}} {keepdims = false} : (tensor<2x3x?xf32>, tensor<1xi64>) -> tensor<2x?xf32>
  %1 = graph.reduce_mean %x, %one {keepdims = false} : (tensor<2x3x?xf32>, tensor<1xi64>) -> tensor<2x?xf32>
  // CHECK: graph.reduce_prod {{.*}} -> tensor<?xf32>
  %2 = graph.reduce_prod %x, %axes {keepdims = false} : (tensor<2x3x?xf32>, tensor<2xi64>) -> tensor<?xf32>
  // CHECK: graph.reduce_max {{.*}} {all_if_empty = true, keepdims = false} {{.*}} -> tensor<*xf32>
  %3 = graph.reduce_max %x, %any {keepdims = false, all_if_empty = true} : (tensor<2x3x?xf32>, tensor<?xi64>) -> tensor<*xf32>
  // CHECK: graph.reduce_min {{.*}} -> tensor<?x?x?xf32>
  %4 = graph.reduce_min %x, %any : (tensor<2x3x?xf32>, tensor<?xi64>) -> tensor<?x?x?xf32>
  // CHECK: graph.reduce_l1 {{.*}} -> tensor<2x1x?xf32>
  %5 = graph.reduce_l1 %x, %one : (tensor<2x3x?xf32>, tensor<1xi64>) -> tensor<2x1x?xf32>
  // CHECK: graph.reduce_l2 {{.*}} -> tensor<2x1x?xf32>
  %6 = graph.reduce_l2 %x, %one : (tensor<2x3x?xf32>, tensor<1xi64>) -> tensor<2x1x?xf32>
  // CHECK: graph.reduce_log_sum {{.*}} -> tensor<2x1x?xf32>
  %7 = graph.reduce_log_sum %x, %one : (tensor<2x3x?xf32>, tensor<1xi64>) -> tensor<2x1x?xf32>
  // CHECK: graph.reduce_log_sum_exp {{.*}} -> tensor<2x1x?xf32>
  %8 = graph.reduce_log_sum_exp %x, %one : (tensor<2x3x?xf32>, tensor<1xi64>) -> tensor<2x1x?xf32>
  // CHECK: graph.reduce_sum_square {{.*}} -> tensor<2x1x?xf32>
  %9 = graph.reduce_sum_square %x, %one : (tensor<2x3x?xf32>, tensor<1xi64>) -> tensor<2x1x?xf32>
  return
}

// CHECK-LABEL: func.func @arg
func.func @arg(%x: tensor<2x3x?xf32>, %b: tensor<*xi8>) {
  // CHECK: graph.arg_max {{.*}} {axis = 1 : i64, keepdims = false} : (tensor<2x3x?xf32>) -> tensor<2x?xi64>
  %0 = graph.arg_max %x {axis = 1 : i64, keepdims = false} : (tensor<2x3x?xf32>) -> tensor<2x?xi64>
  // CHECK: graph.arg_min {{.*}} {axis = -1 : i64, select_last_index = true} : (tensor<*xi8>) -> tensor<*xi64>
  %1 = graph.arg_min %b {axis = -1 : i64, select_last_index = true} : (tensor<*xi8>) -> tensor<*xi64>
  return
}
