// Round trip of the operators that read or write by index.
// RUN: ingot-opt %s | ingot-opt | FileCheck %s

// CHECK-LABEL: func.func @gather
// CHECK: graph.gather {{.*}} {axis = 1 : i64} {{.*}} -> tensor<2x5x6x4xf32>
func.func @gather(%x: tensor<2x3x4xf32>, %i: tensor<5x6xi32>) {
  %y = graph.gather %x, %i {axis = 1 : i64} : (tensor<2x3x4xf32>, tensor<5x6xi32>) -> tensor<2x5x6x4xf32>
  return
}

// CHECK-LABEL: func.func @gather_elements
// CHECK: graph.gather_elements
func.func @gather_elements(%x: tensor<2x3xf32>, %i: tensor<1x3xi32>) {
  %y = graph.gather_elements %x, %i {axis = 0 : i64} : (tensor<2x3xf32>, tensor<1x3xi32>) -> tensor<1x3xf32>
  return
}

// CHECK-LABEL: func.func @gather_nd
// CHECK: graph.gather_nd {{.*}} {batch_dims = 1 : i64} {{.*}} -> tensor<2x5x4xf32>
func.func @gather_nd(%x: tensor<2x3x4xf32>, %i: tensor<2x5x1xi64>) {
  %y = graph.gather_nd %x, %i {batch_dims = 1 : i64} : (tensor<2x3x4xf32>, tensor<2x5x1xi64>) -> tensor<2x5x4xf32>
  return
}

// CHECK-LABEL: func.func @scatter_elements
// CHECK: graph.scatter_elements {{.*}} {axis = 0 : i64, reduction = "max"}
func.func @scatter_elements(%x: tensor<2x3xf32>, %i: tensor<2x3xi64>, %u: tensor<2x3xf32>) {
  %y = graph.scatter_elements %x, %i, %u {axis = 0 : i64, reduction = "max"} : (tensor<2x3xf32>, tensor<2x3xi64>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// CHECK-LABEL: func.func @scatter_nd
// CHECK: graph.scatter_nd {{.*}} {reduction = "add"}
func.func @scatter_nd(%x: tensor<2x3xf32>, %i: tensor<4x1xi64>, %u: tensor<4x3xf32>) {
  %y = graph.scatter_nd %x, %i, %u {reduction = "add"} : (tensor<2x3xf32>, tensor<4x1xi64>, tensor<4x3xf32>) -> tensor<2x3xf32>
  return
}

// CHECK-LABEL: func.func @tensor_scatter
// CHECK: graph.tensor_scatter {{.*}} {axis = 1 : i64, mode = "circular"}
func.func @tensor_scatter(%x: tensor<2x3xf32>, %u: tensor<2x1xf32>, %p: tensor<2xi64>) {
  %y = graph.tensor_scatter %x, %u, %p {axis = 1 : i64, mode = "circular"} : (tensor<2x3xf32>, tensor<2x1xf32>, tensor<2xi64>) -> tensor<2x3xf32>
  return
}

// CHECK-LABEL: func.func @compress
// CHECK: graph.compress {{.*}} -> tensor<2x2xf32>
func.func @compress(%x: tensor<2x3xf32>) {
  %c = graph.constant {value = dense<[false, true, true]> : tensor<3xi1>} : tensor<3xi1>
  %y = graph.compress %x, %c {axis = 1 : i64} : (tensor<2x3xf32>, tensor<3xi1>) -> tensor<2x2xf32>
  return
}
