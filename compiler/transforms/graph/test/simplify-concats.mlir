// RUN: ingot-opt %s --graph-simplify-concats | FileCheck %s

// CHECK-LABEL: func.func @together
// CHECK-SAME:  (%[[X:.*]]: tensor<4x2xf32>)
// CHECK: return %[[X]], %[[X]]
func.func @together(%x: tensor<4x2xf32>) -> (tensor<4x2xf32>, tensor<4x2xf32>) {
  %n = graph.none : () -> none
  %zero = graph.constant {value = dense<0> : tensor<1xi64>} : tensor<1xi64>
  %one = graph.constant {value = dense<1> : tensor<1xi64>} : tensor<1xi64>
  %nine = graph.constant {value = dense<9> : tensor<1xi64>} : tensor<1xi64>
  %a = graph.slice %x, %zero, %one, %n, %n : (tensor<4x2xf32>, tensor<1xi64>, tensor<1xi64>, none, none) -> tensor<1x2xf32>
  %b = graph.slice %x, %one, %nine, %n, %n : (tensor<4x2xf32>, tensor<1xi64>, tensor<1xi64>, none, none) -> tensor<3x2xf32>
  %y = graph.concat %a, %b {axis = 0 : i64} : (tensor<1x2xf32>, tensor<3x2xf32>) -> tensor<4x2xf32>
  %s:3 = graph.split %x, %n {axis = 0 : i64, parts = 3 : i64} : (tensor<4x2xf32>, none) -> (tensor<2x2xf32>, tensor<2x2xf32>, tensor<0x2xf32>)
  %z = graph.concat %s#0, %s#1, %s#2 {axis = 0 : i64} : (tensor<2x2xf32>, tensor<2x2xf32>, tensor<0x2xf32>) -> tensor<4x2xf32>
  return %y, %z : tensor<4x2xf32>, tensor<4x2xf32>
}

// In another order, or along another axis.
// CHECK-LABEL: func.func @apart
// CHECK: graph.split
// CHECK: graph.concat
// CHECK: graph.concat
func.func @apart(%x: tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<2x8xf32>) {
  %n = graph.none : () -> none
  %s:2 = graph.split %x, %n {axis = 0 : i64, parts = 2 : i64} : (tensor<4x4xf32>, none) -> (tensor<2x4xf32>, tensor<2x4xf32>)
  %y = graph.concat %s#1, %s#0 {axis = 0 : i64} : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<4x4xf32>
  %z = graph.concat %s#0, %s#1 {axis = 1 : i64} : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x8xf32>
  return %y, %z : tensor<4x4xf32>, tensor<2x8xf32>
}

// CHECK-LABEL: func.func @flat
// CHECK-SAME:  (%[[X:.*]]: tensor<2xf32>, %[[Y:.*]]: tensor<?xf32>, %[[E:.*]]: tensor<0xf32>)
// CHECK: %[[C:.*]] = graph.concat %[[X]], %[[Y]], %[[X]] {axis = 0 : i64}
// CHECK-NEXT: return %[[C]]
func.func @flat(%x: tensor<2xf32>, %y: tensor<?xf32>, %e: tensor<0xf32>) -> tensor<?xf32> {
  %a = graph.concat %x, %y {axis = -1 : i64} : (tensor<2xf32>, tensor<?xf32>) -> tensor<?xf32>
  %b = graph.concat %a, %e, %x {axis = 0 : i64} : (tensor<?xf32>, tensor<0xf32>, tensor<2xf32>) -> tensor<?xf32>
  return %b : tensor<?xf32>
}

// CHECK-LABEL: func.func @used_twice
// CHECK-COUNT-2: graph.concat
func.func @used_twice(%x: tensor<2xf32>) -> (tensor<4xf32>, tensor<6xf32>) {
  %a = graph.concat %x, %x {axis = 0 : i64} : (tensor<2xf32>, tensor<2xf32>) -> tensor<4xf32>
  %b = graph.concat %a, %x {axis = 0 : i64} : (tensor<4xf32>, tensor<2xf32>) -> tensor<6xf32>
  return %a, %b : tensor<4xf32>, tensor<6xf32>
}
