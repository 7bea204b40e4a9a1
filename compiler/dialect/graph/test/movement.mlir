// Round trip of the operators that rearrange whole tensors.
// RUN: ingot-opt %s | ingot-opt | FileCheck %s

// CHECK-LABEL: func.func @transpose
// CHECK: graph.transpose %{{.*}} {perm = array<i64: 1, 0>} : (tensor<2x3xf32>) -> tensor<3x2xf32>
func.func @transpose(%x: tensor<2x3xf32>) -> tensor<3x2xf32> {
  %y = graph.transpose %x {perm = array<i64: 1, 0>} : (tensor<2x3xf32>) -> tensor<3x2xf32>
  return %y : tensor<3x2xf32>
}

// CHECK-LABEL: func.func @unsqueeze
// CHECK: graph.unsqueeze {{.*}} -> tensor<1x2x3xf32>
func.func @unsqueeze(%x: tensor<2x3xf32>) -> tensor<1x2x3xf32> {
  %axes = graph.constant {value = dense<0> : tensor<1xi64>} : tensor<1xi64>
  %y = graph.unsqueeze %x, %axes : (tensor<2x3xf32>, tensor<1xi64>) -> tensor<1x2x3xf32>
  return %y : tensor<1x2x3xf32>
}

// CHECK-LABEL: func.func @squeeze
// CHECK: graph.squeeze {{.*}} -> tensor<3xf32>
func.func @squeeze(%x: tensor<1x3xf32>) -> tensor<3xf32> {
  %none = graph.none : () -> none
  %y = graph.squeeze %x, %none : (tensor<1x3xf32>, none) -> tensor<3xf32>
  return %y : tensor<3xf32>
}

// A dimension copied by 0 cancels, so that the -1 is known whatever the batch.
// CHECK-LABEL: func.func @reshape
// CHECK: graph.reshape {{.*}} -> tensor<?x12xf32>
func.func @reshape(%x: tensor<?x3x4xf32>) -> tensor<?x12xf32> {
  %shape = graph.constant {value = dense<[0, -1]> : tensor<2xi64>} : tensor<2xi64>
  %y = graph.reshape %x, %shape : (tensor<?x3x4xf32>, tensor<2xi64>) -> tensor<?x12xf32>
  return %y : tensor<?x12xf32>
}

// CHECK-LABEL: func.func @flatten
// CHECK: graph.flatten {{.*}} {axis = 1 : i64}
func.func @flatten(%x: tensor<2x3x4xf32>) -> tensor<2x12xf32> {
  %y = graph.flatten %x {axis = 1 : i64} : (tensor<2x3x4xf32>) -> tensor<2x12xf32>
  return %y : tensor<2x12xf32>
}

// CHECK-LABEL: func.func @shape
// CHECK: graph.shape {{.*}} {end = -1 : i64, start = 1 : i64}
func.func @shape(%x: tensor<?x3x4x5xf32>) -> tensor<2xi64> {
  %y = graph.shape %x {start = 1 : i64, end = -1 : i64} : (tensor<?x3x4x5xf32>) -> tensor<2xi64>
  return %y : tensor<2xi64>
}

// CHECK-LABEL: func.func @size
// CHECK: graph.size
func.func @size(%x: tensor<?x3xf32>) -> tensor<i64> {
  %y = graph.size %x : (tensor<?x3xf32>) -> tensor<i64>
  return %y : tensor<i64>
}

// CHECK-LABEL: func.func @expand
// CHECK: graph.expand {{.*}} -> tensor<?x2x3xf32>
func.func @expand(%x: tensor<2x3xf32>, %shape: tensor<3xi64>) -> tensor<?x2x3xf32> {
  %y = graph.expand %x, %shape : (tensor<2x3xf32>, tensor<3xi64>) -> tensor<?x2x3xf32>
  return %y : tensor<?x2x3xf32>
}

// CHECK-LABEL: func.func @concat
// CHECK: graph.concat {{.*}} {axis = 1 : i64} {{.*}} -> tensor<2x7xf32>
func.func @concat(%x: tensor<2x3xf32>, %y: tensor<2x4xf32>) -> tensor<2x7xf32> {
  %z = graph.concat %x, %y {axis = 1 : i64} : (tensor<2x3xf32>, tensor<2x4xf32>) -> tensor<2x7xf32>
  return %z : tensor<2x7xf32>
}

// CHECK-LABEL: func.func @split
// CHECK: graph.split {{.*}} {axis = 0 : i64, parts = 2 : i64} {{.*}} -> (tensor<4xf32>, tensor<3xf32>)
func.func @split(%x: tensor<7xf32>) -> (tensor<4xf32>, tensor<3xf32>) {
  %none = graph.none : () -> none
  %y:2 = graph.split %x, %none {axis = 0 : i64, parts = 2 : i64}
      : (tensor<7xf32>, none) -> (tensor<4xf32>, tensor<3xf32>)
  return %y#0, %y#1 : tensor<4xf32>, tensor<3xf32>
}

// The bounds of one axis are out of range on both sides, its step is backwards.
// CHECK-LABEL: func.func @slice
// CHECK: graph.slice {{.*}} -> tensor<?x3xf32>
func.func @slice(%x: tensor<?x5xf32>) -> tensor<?x3xf32> {
  %none = graph.none : () -> none
  %starts = graph.constant {value = dense<9223372036854775807> : tensor<1xi64>} : tensor<1xi64>
  %ends = graph.constant {value = dense<-9223372036854775808> : tensor<1xi64>} : tensor<1xi64>
  %axes = graph.constant {value = dense<-1> : tensor<1xi64>} : tensor<1xi64>
  %steps = graph.constant {value = dense<-2> : tensor<1xi64>} : tensor<1xi64>
  %y = graph.slice %x, %starts, %ends, %axes, %steps
      : (tensor<?x5xf32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<?x3xf32>
  return %y : tensor<?x3xf32>
}
