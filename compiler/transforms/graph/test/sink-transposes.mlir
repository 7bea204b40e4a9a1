// RUN: ingot-opt %s --graph-sink-transposes --graph-fold-constants --cse | FileCheck %s

// CHECK-LABEL: func.func @meet
// CHECK-SAME:  (%[[X:.*]]: tensor<1x3x4x5xf32>)
// CHECK-DAG: %[[C:.*]] = graph.constant {value = dense<{{.*}}> : tensor<1x3x1x1xf32>}
// CHECK-DAG: %[[R:.*]] = graph.relu %[[X]]
// CHECK: %[[S:.*]] = graph.add %[[R]], %[[C]]
// CHECK: %[[T:.*]] = graph.add %[[S]], %[[R]]
// CHECK-NEXT: return %[[T]]
func.func @meet(%x: tensor<1x3x4x5xf32>) -> tensor<1x3x4x5xf32> {
  %c = graph.constant {value = dense<[1.0, 2.0, 3.0]> : tensor<3xf32>} : tensor<3xf32>
  %t = graph.transpose %x {perm = array<i64: 0, 2, 3, 1>} : (tensor<1x3x4x5xf32>) -> tensor<1x4x5x3xf32>
  %r = graph.relu %t : (tensor<1x4x5x3xf32>) -> tensor<1x4x5x3xf32>
  %a = graph.add %r, %c : (tensor<1x4x5x3xf32>, tensor<3xf32>) -> tensor<1x4x5x3xf32>
  %b = graph.add %a, %r : (tensor<1x4x5x3xf32>, tensor<1x4x5x3xf32>) -> tensor<1x4x5x3xf32>
  %y = graph.transpose %b {perm = array<i64: 0, 3, 1, 2>} : (tensor<1x4x5x3xf32>) -> tensor<1x3x4x5xf32>
  return %y : tensor<1x3x4x5xf32>
}

// CHECK-LABEL: func.func @reduce
// CHECK: %[[A:.*]] = graph.constant {value = dense<[2, 3]>
// CHECK: %[[Y:.*]] = graph.reduce_mean %{{.*}}, %[[A]] {{.*}} -> tensor<1x3xf32>
// CHECK-NEXT: return %[[Y]]
func.func @reduce(%x: tensor<1x3x4x5xf32>) -> tensor<1x3xf32> {
  %axes = graph.constant {value = dense<[1, -2]> : tensor<2xi64>} : tensor<2xi64>
  %t = graph.transpose %x {perm = array<i64: 0, 2, 3, 1>} : (tensor<1x3x4x5xf32>) -> tensor<1x4x5x3xf32>
  %y = graph.reduce_mean %t, %axes {keepdims = false} : (tensor<1x4x5x3xf32>, tensor<2xi64>) -> tensor<1x3xf32>
  return %y : tensor<1x3xf32>
}

// In another order the sum may round differently.
// CHECK-LABEL: func.func @reduce_order
// CHECK: %[[T:.*]] = graph.transpose
// CHECK: graph.reduce_sum %[[T]]
func.func @reduce_order(%x: tensor<2x3x4xf32>) -> tensor<1x1x2xf32> {
  %axes = graph.constant {value = dense<[0, 1]> : tensor<2xi64>} : tensor<2xi64>
  %t = graph.transpose %x {perm = array<i64: 2, 1, 0>} : (tensor<2x3x4xf32>) -> tensor<4x3x2xf32>
  %y = graph.reduce_sum %t, %axes : (tensor<4x3x2xf32>, tensor<2xi64>) -> tensor<1x1x2xf32>
  return %y : tensor<1x1x2xf32>
}

// CHECK-LABEL: func.func @parts
// CHECK: %[[A:.*]] = graph.slice %{{.*}} -> tensor<2x3x4xf32>
// CHECK: %[[C:.*]] = graph.concat %[[A]], %[[A]] {axis = 0 : i64} {{.*}} -> tensor<4x3x4xf32>
// CHECK: %[[P:.*]] = graph.pad %[[C]]{{.*}} -> tensor<5x3x4xf32>
// CHECK: %[[S:.*]] = graph.softmax %[[P]] {axis = 1 : i64}
// CHECK: graph.transpose %[[S]] {perm = array<i64: 1, 2, 0>}
func.func @parts(%x: tensor<2x3x6xf32>) -> tensor<3x4x5xf32> {
  %n = graph.none : () -> none
  %zero = graph.constant {value = dense<0> : tensor<1xi64>} : tensor<1xi64>
  %four = graph.constant {value = dense<4> : tensor<1xi64>} : tensor<1xi64>
  %one = graph.constant {value = dense<1> : tensor<1xi64>} : tensor<1xi64>
  %pads = graph.constant {value = dense<[0, 0, 0, 0, 0, 1]> : tensor<6xi64>} : tensor<6xi64>
  %t = graph.transpose %x {perm = array<i64: 1, 2, 0>} : (tensor<2x3x6xf32>) -> tensor<3x6x2xf32>
  %a = graph.slice %t, %zero, %four, %one, %n : (tensor<3x6x2xf32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>, none) -> tensor<3x4x2xf32>
  %b = graph.concat %a, %a {axis = -1 : i64} : (tensor<3x4x2xf32>, tensor<3x4x2xf32>) -> tensor<3x4x4xf32>
  %c = graph.pad %b, %pads, %n, %n : (tensor<3x4x4xf32>, tensor<6xi64>, none, none) -> tensor<3x4x5xf32>
  %d = graph.softmax %c {axis = 0 : i64} : (tensor<3x4x5xf32>) -> tensor<3x4x5xf32>
  return %d : tensor<3x4x5xf32>
}

// What others need, too, stays where it is; wider elements are not moved instead.
// CHECK-LABEL: func.func @stay
// CHECK: %[[T:.*]] = graph.transpose
// CHECK: graph.relu %[[T]]
// CHECK: %[[U:.*]] = graph.transpose
// CHECK: graph.cast %[[U]]
func.func @stay(%x: tensor<2x3xf32>, %b: tensor<2x3xi8>) -> (tensor<3x2xf32>, tensor<3x2xf32>, tensor<3x2xf32>) {
  %t = graph.transpose %x {perm = array<i64: 1, 0>} : (tensor<2x3xf32>) -> tensor<3x2xf32>
  %r = graph.relu %t : (tensor<3x2xf32>) -> tensor<3x2xf32>
  %u = graph.transpose %b {perm = array<i64: 1, 0>} : (tensor<2x3xi8>) -> tensor<3x2xi8>
  %c = graph.cast %u {to = f32} : (tensor<3x2xi8>) -> tensor<3x2xf32>
  return %t, %r, %c : tensor<3x2xf32>, tensor<3x2xf32>, tensor<3x2xf32>
}

// Operands that are transposed differently.
// CHECK-LABEL: func.func @different
// CHECK-COUNT-2: graph.transpose
// CHECK: graph.add
func.func @different(%x: tensor<2x3x4xf32>, %y: tensor<4x3x2xf32>) -> tensor<3x2x4xf32> {
  %t = graph.transpose %x {perm = array<i64: 1, 0, 2>} : (tensor<2x3x4xf32>) -> tensor<3x2x4xf32>
  %u = graph.transpose %y {perm = array<i64: 1, 2, 0>} : (tensor<4x3x2xf32>) -> tensor<3x2x4xf32>
  %z = graph.add %t, %u : (tensor<3x2x4xf32>, tensor<3x2x4xf32>) -> tensor<3x2x4xf32>
  return %z : tensor<3x2x4xf32>
}

// A cache of a fixed length is written along axis 2, which exporters bring to the front: little is
// moved, and the cache stays where it is.
// CHECK-LABEL: func.func @cache
// CHECK-SAME: (%[[X:.*]]: tensor<1x2x9x4xf32>, %[[I:.*]]: tensor<1x1xi64>, %[[U:.*]]: tensor<1x1x2x4xf32>)
// CHECK-DAG: %[[AT:.*]] = graph.expand {{.*}} -> tensor<1x2x1x1xi64>
// CHECK-DAG: %[[T:.*]] = graph.concat %{{.*}}, %[[AT]] {axis = 3 : i64} {{.*}} -> tensor<1x2x1x3xi64>
// CHECK-DAG: %[[V:.*]] = graph.{{transpose|reshape}} %[[U]]{{.*}} -> tensor<1x2x1x4xf32>
// CHECK: %[[Y:.*]] = graph.scatter_nd %[[X]], %[[T]], %[[V]]
// CHECK-NEXT: return %[[Y]]
func.func @cache(%x: tensor<1x2x9x4xf32>, %i: tensor<1x1xi64>, %u: tensor<1x1x2x4xf32>) -> tensor<1x2x9x4xf32> {
  %t = graph.transpose %x {perm = array<i64: 2, 0, 1, 3>} : (tensor<1x2x9x4xf32>) -> tensor<9x1x2x4xf32>
  %s = graph.scatter_nd %t, %i, %u : (tensor<9x1x2x4xf32>, tensor<1x1xi64>, tensor<1x1x2x4xf32>) -> tensor<9x1x2x4xf32>
  %y = graph.transpose %s {perm = array<i64: 1, 2, 0, 3>} : (tensor<9x1x2x4xf32>) -> tensor<1x2x9x4xf32>
  return %y : tensor<1x2x9x4xf32>
}

// Most of it is written: it does not matter where.
// CHECK-LABEL: func.func @most_of_a_cache
// CHECK: graph.scatter_nd {{.*}} -> tensor<3x1x2x4xf32>
func.func @most_of_a_cache(%x: tensor<1x2x3x4xf32>, %i: tensor<2x1xi64>, %u: tensor<2x1x2x4xf32>) -> tensor<1x2x3x4xf32> {
  %t = graph.transpose %x {perm = array<i64: 2, 0, 1, 3>} : (tensor<1x2x3x4xf32>) -> tensor<3x1x2x4xf32>
  %s = graph.scatter_nd %t, %i, %u : (tensor<3x1x2x4xf32>, tensor<2x1xi64>, tensor<2x1x2x4xf32>) -> tensor<3x1x2x4xf32>
  %y = graph.transpose %s {perm = array<i64: 1, 2, 0, 3>} : (tensor<3x1x2x4xf32>) -> tensor<1x2x3x4xf32>
  return %y : tensor<1x2x3x4xf32>
}
