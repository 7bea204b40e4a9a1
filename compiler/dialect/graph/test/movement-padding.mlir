// Round trip of the operators that repeat, pad and regroup elements.
// RUN: ingot-opt %s | ingot-opt | FileCheck %s

// CHECK-LABEL: func.func @tile
// CHECK: graph.tile {{.*}} -> tensor<?x12xf32>
func.func @tile(%x: tensor<?x3xf32>) {
  %r = graph.constant {value = dense<[2, 4]> : tensor<2xi64>} : tensor<2xi64>
  %y = graph.tile %x, %r : (tensor<?x3xf32>, tensor<2xi64>) -> tensor<?x12xf32>
  return
}

// CHECK-LABEL: func.func @pad
// CHECK: graph.pad {{.*}} {mode = "reflect"} {{.*}} -> tensor<?x4xf32>
func.func @pad(%x: tensor<?x3xf32>) {
  %none = graph.none : () -> none
  %p = graph.constant {value = dense<[-1, 2]> : tensor<2xi64>} : tensor<2xi64>
  %a = graph.constant {value = dense<-1> : tensor<1xi64>} : tensor<1xi64>
  %y = graph.pad %x, %p, %none, %a {mode = "reflect"} : (tensor<?x3xf32>, tensor<2xi64>, none, tensor<1xi64>) -> tensor<?x4xf32>
  return
}

// CHECK-LABEL: func.func @depth_to_space
// CHECK: graph.depth_to_space {{.*}} {blocksize = 2 : i64, mode = "CRD"}
func.func @depth_to_space(%x: tensor<1x4x2x2xf32>) {
  %y = graph.depth_to_space %x {blocksize = 2 : i64, mode = "CRD"} : (tensor<1x4x2x2xf32>) -> tensor<1x1x4x4xf32>
  return
}

// CHECK-LABEL: func.func @channel_shuffle
// CHECK: graph.channel_shuffle {{.*}} {axis = 1 : i64, groups = 2 : i64}
func.func @channel_shuffle(%x: tensor<1x4x?x2xf32>) {
  %y = graph.channel_shuffle %x {axis = 1 : i64, groups = 2 : i64} : (tensor<1x4x?x2xf32>) -> tensor<1x4x?x2xf32>
  return
}

// CHECK-LABEL: func.func @space_to_depth
// CHECK: graph.space_to_depth {{.*}} {blocksize = 2 : i64}
func.func @space_to_depth(%x: tensor<1x4x2x2xf32>) {
  %y = graph.space_to_depth %x {blocksize = 2 : i64} : (tensor<1x4x2x2xf32>) -> tensor<1x16x1x1xf32>
  return
}

// CHECK-LABEL: func.func @reverse_sequence
// CHECK: graph.reverse_sequence {{.*}} {batch_axis = 0 : i64, time_axis = 1 : i64}
func.func @reverse_sequence(%x: tensor<2x3xf32>, %l: tensor<2xi64>) {
  %y = graph.reverse_sequence %x, %l {batch_axis = 0 : i64, time_axis = 1 : i64} : (tensor<2x3xf32>, tensor<2xi64>) -> tensor<2x3xf32>
  return
}

// CHECK-LABEL: func.func @col2im
// CHECK: graph.col2im {{.*}} -> tensor<1x2x4x4xf32>
func.func @col2im(%x: tensor<1x8x9xf32>) {
  %b = graph.constant {value = dense<2> : tensor<2xi64>} : tensor<2xi64>
  %i = graph.constant {value = dense<4> : tensor<2xi64>} : tensor<2xi64>
  %y = graph.col2im %x, %i, %b {strides = array<i64: 1, 1>, dilations = array<i64: 1, 1>, pads = array<i64: 0, 0, 0, 0>} : (tensor<1x8x9xf32>, tensor<2xi64>, tensor<2xi64>) -> tensor<1x2x4x4xf32>
  return
}
