// channel_shuffle from the movements that exporters write.
// RUN: ingot-opt %s --graph-raise-channel-shuffle | FileCheck %s

// CHECK-LABEL: func.func @shuffle
// CHECK: graph.channel_shuffle %arg0 {axis = 1 : i64, groups = 2 : i64}
// CHECK-NEXT: return
func.func @shuffle(%x: tensor<1x6x4x5xf32>) -> tensor<1x6x4x5xf32> {
  %s5 = graph.constant {value = dense<[1, 2, 3, 4, 5]> : tensor<5xi64>} : tensor<5xi64>
  %s4 = graph.constant {value = dense<[1, 6, 4, 5]> : tensor<4xi64>} : tensor<4xi64>
  %0 = graph.reshape %x, %s5 : (tensor<1x6x4x5xf32>, tensor<5xi64>) -> tensor<1x2x3x4x5xf32>
  %1 = graph.transpose %0 {perm = array<i64: 0, 2, 1, 3, 4>} : (tensor<1x2x3x4x5xf32>) -> tensor<1x3x2x4x5xf32>
  %2 = graph.reshape %1, %s4 : (tensor<1x3x2x4x5xf32>, tensor<4xi64>) -> tensor<1x6x4x5xf32>
  return %2 : tensor<1x6x4x5xf32>
}

// The other axes joined, the groups split, of integers, along the last axis.
// CHECK-LABEL: func.func @joined
// CHECK: graph.channel_shuffle %arg0 {axis = 2 : i64, groups = 4 : i64}
// CHECK-NEXT: return
func.func @joined(%x: tensor<2x5x12xi32>) -> tensor<2x5x12xi32> {
  %s4 = graph.constant {value = dense<[10, 2, 2, 3]> : tensor<4xi64>} : tensor<4xi64>
  %s3 = graph.constant {value = dense<[2, 5, 12]> : tensor<3xi64>} : tensor<3xi64>
  %0 = graph.reshape %x, %s4 : (tensor<2x5x12xi32>, tensor<4xi64>) -> tensor<10x2x2x3xi32>
  %1 = graph.transpose %0 {perm = array<i64: 0, 3, 1, 2>} : (tensor<10x2x2x3xi32>) -> tensor<10x3x2x2xi32>
  %2 = graph.reshape %1, %s3 : (tensor<10x3x2x2xi32>, tensor<3xi64>) -> tensor<2x5x12xi32>
  return %2 : tensor<2x5x12xi32>
}

// One that undoes another.
// CHECK-LABEL: func.func @undone
// CHECK-NEXT: return %arg0
func.func @undone(%x: tensor<1x6x4xf32>) -> tensor<1x6x4xf32> {
  %0 = graph.channel_shuffle %x {axis = 1 : i64, groups = 2 : i64} : (tensor<1x6x4xf32>) -> tensor<1x6x4xf32>
  %1 = graph.channel_shuffle %0 {axis = 1 : i64, groups = 3 : i64} : (tensor<1x6x4xf32>) -> tensor<1x6x4xf32>
  return %1 : tensor<1x6x4xf32>
}

// Two axes are mixed; or the halves are turned around, not exchanged.
// CHECK-LABEL: func.func @others
// CHECK-NOT: channel_shuffle
func.func @others(%x: tensor<4x6xf32>) -> (tensor<4x6xf32>, tensor<4x6xf32>) {
  %s2 = graph.constant {value = dense<[4, 6]> : tensor<2xi64>} : tensor<2xi64>
  %a = graph.constant {value = dense<[8, 3]> : tensor<2xi64>} : tensor<2xi64>
  %0 = graph.reshape %x, %a : (tensor<4x6xf32>, tensor<2xi64>) -> tensor<8x3xf32>
  %1 = graph.transpose %0 {perm = array<i64: 1, 0>} : (tensor<8x3xf32>) -> tensor<3x8xf32>
  %2 = graph.reshape %1, %s2 : (tensor<3x8xf32>, tensor<2xi64>) -> tensor<4x6xf32>
  %b = graph.constant {value = dense<[4, 1, 2, 3]> : tensor<4xi64>} : tensor<4xi64>
  %3 = graph.reshape %x, %b : (tensor<4x6xf32>, tensor<4xi64>) -> tensor<4x1x2x3xf32>
  %4 = graph.transpose %3 {perm = array<i64: 0, 3, 2, 1>} : (tensor<4x1x2x3xf32>) -> tensor<4x3x2x1xf32>
  %5 = graph.reshape %4, %s2 : (tensor<4x3x2x1xf32>, tensor<2xi64>) -> tensor<4x6xf32>
  return %2, %5 : tensor<4x6xf32>, tensor<4x6xf32>
}

// Of nothing, whatever the other sizes.
// CHECK-LABEL: func.func @empty
// CHECK-NOT: channel_shuffle
func.func @empty(%x: tensor<4611686018427387904x4x0x6xf32>) -> tensor<4611686018427387904x4x0x6xf32> {
  %s = graph.constant {value = dense<[4611686018427387904, 4, 0, 2, 3]> : tensor<5xi64>} : tensor<5xi64>
  %t = graph.constant {value = dense<[4611686018427387904, 4, 0, 6]> : tensor<4xi64>} : tensor<4xi64>
  %0 = graph.reshape %x, %s : (tensor<4611686018427387904x4x0x6xf32>, tensor<5xi64>) -> tensor<4611686018427387904x4x0x2x3xf32>
  %1 = graph.transpose %0 {perm = array<i64: 0, 1, 2, 4, 3>} : (tensor<4611686018427387904x4x0x2x3xf32>) -> tensor<4611686018427387904x4x0x3x2xf32>
  %2 = graph.reshape %1, %t : (tensor<4611686018427387904x4x0x3x2xf32>, tensor<4xi64>) -> tensor<4611686018427387904x4x0x6xf32>
  return %2 : tensor<4611686018427387904x4x0x6xf32>
}
