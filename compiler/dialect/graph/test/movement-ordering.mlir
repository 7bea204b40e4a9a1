// Round trip of the operators that depend on the order of elements.
// RUN: ingot-opt %s | ingot-opt | FileCheck %s

// CHECK-LABEL: func.func @top_k
// CHECK: graph.top_k {{.*}} {axis = 1 : i64, largest = false}
func.func @top_k(%x: tensor<2x3xf32>) {
  %k = graph.constant {value = dense<2> : tensor<1xi64>} : tensor<1xi64>
  %y:2 = graph.top_k %x, %k {axis = 1 : i64, largest = false} : (tensor<2x3xf32>, tensor<1xi64>) -> (tensor<2x2xf32>, tensor<2x2xi64>)
  return
}

// CHECK-LABEL: func.func @unique
// CHECK: graph.unique {{.*}} {sorted = false}
func.func @unique(%x: tensor<2x3xf32>) {
  %y:4 = graph.unique %x {sorted = false} : (tensor<2x3xf32>) -> (tensor<?xf32>, tensor<?xi64>, tensor<6xi64>, tensor<?xi64>)
  return
}

// CHECK-LABEL: func.func @non_zero
// CHECK: graph.non_zero
func.func @non_zero(%x: tensor<2x3xf32>) {
  %y = graph.non_zero %x : (tensor<2x3xf32>) -> tensor<2x?xi64>
  return
}

// CHECK-LABEL: func.func @cum_sum
// CHECK: graph.cum_sum {{.*}} {exclusive = true}
func.func @cum_sum(%x: tensor<2x3xf32>, %a: tensor<i32>) {
  %y = graph.cum_sum %x, %a {exclusive = true} : (tensor<2x3xf32>, tensor<i32>) -> tensor<2x3xf32>
  return
}

// CHECK-LABEL: func.func @cum_prod
// CHECK: graph.cum_prod {{.*}} {reverse = true}
func.func @cum_prod(%x: tensor<2x3xf32>, %a: tensor<i32>) {
  %y = graph.cum_prod %x, %a {reverse = true} : (tensor<2x3xf32>, tensor<i32>) -> tensor<2x3xf32>
  return
}
