// RUN: ingot-opt %s --pass-pipeline='builtin.module(func.func(graph-fuse-groups))' | FileCheck %s

// The residual and the activation go into the product; its weights go along.
// CHECK-LABEL: func.func @product
// CHECK: graph.group %arg0, %arg1
// CHECK: graph.constant
// CHECK: graph.matmul
// CHECK: graph.add
// CHECK: graph.relu
// CHECK: graph.yield
func.func @product(%x: tensor<4x8xf32>, %r: tensor<4x2xf32>) -> tensor<4x2xf32> {
  %w = graph.constant {value = dense<1.0> : tensor<8x2xf32>} : tensor<8x2xf32>
  %0 = graph.matmul %x, %w : (tensor<4x8xf32>, tensor<8x2xf32>) -> tensor<4x2xf32>
  %1 = graph.add %0, %r : (tensor<4x2xf32>, tensor<4x2xf32>) -> tensor<4x2xf32>
  %2 = graph.relu %1 : (tensor<4x2xf32>) -> tensor<4x2xf32>
  return %2 : tensor<4x2xf32>
}

// What somebody else reads too is stored, so the product ends with it.
// CHECK-LABEL: func.func @shared
// CHECK: %[[P:.*]] = graph.matmul
// CHECK: %[[G:.*]] = graph.group %[[P]]
// CHECK: return %[[P]], %[[G]]
func.func @shared(%x: tensor<4x8xf32>, %w: tensor<8x2xf32>) -> (tensor<4x2xf32>, tensor<4x2xf32>) {
  %0 = graph.matmul %x, %w : (tensor<4x8xf32>, tensor<8x2xf32>) -> tensor<4x2xf32>
  %1 = graph.relu %0 : (tensor<4x2xf32>) -> tensor<4x2xf32>
  %2 = graph.tanh %1 : (tensor<4x2xf32>) -> tensor<4x2xf32>
  return %0, %2 : tensor<4x2xf32>, tensor<4x2xf32>
}

// Unknown sizes are left alone.
// CHECK-LABEL: func.func @dynamic
// CHECK-NOT: graph.group
func.func @dynamic(%x: tensor<?x8xf32>) -> tensor<?x8xf32> {
  %0 = graph.relu %x : (tensor<?x8xf32>) -> tensor<?x8xf32>
  %1 = graph.tanh %0 : (tensor<?x8xf32>) -> tensor<?x8xf32>
  return %1 : tensor<?x8xf32>
}

// Norms, pools and reductions take what is behind them, too; constants such as axes go along.
// CHECK-LABEL: func.func @norm
// CHECK: graph.group {{.*}}
// CHECK: graph.layer_norm
// CHECK-NEXT: graph.add
// CHECK-NEXT: graph.relu
// CHECK-NEXT: graph.yield
func.func @norm(%x: tensor<4x16xf32>, %s: tensor<16xf32>, %b: tensor<16xf32>, %r: tensor<4x16xf32>) -> tensor<4x16xf32> {
  %y, %m, %i = graph.layer_norm %x, %s, %b {axis = 1 : i64, stash_type = f32} : (tensor<4x16xf32>, tensor<16xf32>, tensor<16xf32>) -> (tensor<4x16xf32>, tensor<4x1xf32>, tensor<4x1xf32>)
  %0 = graph.add %y, %r : (tensor<4x16xf32>, tensor<4x16xf32>) -> tensor<4x16xf32>
  %1 = graph.relu %0 : (tensor<4x16xf32>) -> tensor<4x16xf32>
  return %1 : tensor<4x16xf32>
}

// CHECK-LABEL: func.func @pool
// CHECK: graph.group %arg0
// CHECK: graph.max_pool
// CHECK-NEXT: graph.relu
func.func @pool(%x: tensor<1x8x6x6xf32>) -> tensor<1x8x3x3xf32> {
  %y, %where = graph.max_pool %x {kernel_shape = array<i64: 2, 2>, strides = array<i64: 2, 2>, pads = array<i64: 0, 0, 0, 0>, dilations = array<i64: 1, 1>} : (tensor<1x8x6x6xf32>) -> (tensor<1x8x3x3xf32>, none)
  %z = graph.relu %y : (tensor<1x8x3x3xf32>) -> tensor<1x8x3x3xf32>
  return %z : tensor<1x8x3x3xf32>
}

// CHECK-LABEL: func.func @mean
// CHECK: graph.group %arg0, %arg1
// CHECK: graph.constant
// CHECK-NEXT: graph.reduce_mean
// CHECK-NEXT: graph.mul
func.func @mean(%x: tensor<2x8x3x3xf32>, %f: tensor<8x1x1xf32>) -> tensor<2x8x1x1xf32> {
  %axes = graph.constant {value = dense<[2, 3]> : tensor<2xi64>} : tensor<2xi64>
  %y = graph.reduce_mean %x, %axes : (tensor<2x8x3x3xf32>, tensor<2xi64>) -> tensor<2x8x1x1xf32>
  %z = graph.mul %y, %f : (tensor<2x8x1x1xf32>, tensor<8x1x1xf32>) -> tensor<2x8x1x1xf32>
  return %z : tensor<2x8x1x1xf32>
}

// CHECK-LABEL: func.func @attention
// CHECK: graph.group {{.*}}
// CHECK: graph.attention
// CHECK-NEXT: graph.add
func.func @attention(%q: tensor<1x4x9x16xf32>, %k: tensor<1x4x11x16xf32>, %v: tensor<1x4x11x16xf32>) -> tensor<1x4x9x16xf32> {
  %n = graph.none : () -> none
  %y, %pk, %pv, %s = graph.attention %q, %k, %v, %n, %n, %n, %n, %n, %n : (tensor<1x4x9x16xf32>, tensor<1x4x11x16xf32>, tensor<1x4x11x16xf32>, none, none, none, none, none, none) -> (tensor<1x4x9x16xf32>, none, none, none)
  %z = graph.add %y, %q : (tensor<1x4x9x16xf32>, tensor<1x4x9x16xf32>) -> tensor<1x4x9x16xf32>
  return %z : tensor<1x4x9x16xf32>
}

// What the reference evaluator runs has no epilogue: statistics that are read, other types.
// CHECK-LABEL: func.func @statistics
// CHECK-NOT: graph.group
func.func @statistics(%x: tensor<4x16xf32>, %s: tensor<16xf32>, %b: tensor<16xf32>) -> (tensor<4x16xf32>, tensor<4x1xf32>) {
  %y, %m, %i = graph.layer_norm %x, %s, %b {axis = 1 : i64, stash_type = f32} : (tensor<4x16xf32>, tensor<16xf32>, tensor<16xf32>) -> (tensor<4x16xf32>, tensor<4x1xf32>, tensor<4x1xf32>)
  %0 = graph.relu %y : (tensor<4x16xf32>) -> tensor<4x16xf32>
  return %0, %m : tensor<4x16xf32>, tensor<4x1xf32>
}

// CHECK-LABEL: func.func @double
// CHECK-NOT: graph.group
func.func @double(%x: tensor<4x16xf64>) -> tensor<4x16xf64> {
  %0 = graph.softmax %x {axis = 1 : i64} : (tensor<4x16xf64>) -> tensor<4x16xf64>
  %1 = graph.relu %0 : (tensor<4x16xf64>) -> tensor<4x16xf64>
  return %1 : tensor<4x16xf64>
}

// What makes the first operand of a reduction goes into it.
// CHECK-LABEL: func.func @before
// CHECK: graph.group %arg1, %arg2, %arg0
// CHECK: graph.add
// CHECK: graph.mul
// CHECK: graph.exp
// CHECK: graph.reduce_sum
// CHECK: graph.sqrt
// CHECK: graph.yield
func.func @before(%x: tensor<32x64xf32>, %a: tensor<32x1xf32>, %b: tensor<64xf32>) -> tensor<32xf32> {
  %axes = graph.constant {value = dense<1> : tensor<1xi64>} : tensor<1xi64>
  %0 = graph.add %a, %b : (tensor<32x1xf32>, tensor<64xf32>) -> tensor<32x64xf32>
  %1 = graph.mul %0, %x : (tensor<32x64xf32>, tensor<32x64xf32>) -> tensor<32x64xf32>
  %2 = graph.exp %1 : (tensor<32x64xf32>) -> tensor<32x64xf32>
  %3 = graph.reduce_sum %2, %axes {keepdims = false} : (tensor<32x64xf32>, tensor<1xi64>) -> tensor<32xf32>
  %4 = graph.sqrt %3 : (tensor<32xf32>) -> tensor<32xf32>
  return %4 : tensor<32xf32>
}

// As far as something is read that is as large.
// CHECK-LABEL: func.func @large
// CHECK: %[[A:.*]] = graph.add
// CHECK: graph.group %[[A]]
// CHECK: graph.relu
// CHECK: graph.softmax
func.func @large(%a: tensor<32x1xf32>, %b: tensor<64xf32>) -> tensor<32x64xf32> {
  %0 = graph.add %a, %b : (tensor<32x1xf32>, tensor<64xf32>) -> tensor<32x64xf32>
  %1 = graph.relu %0 : (tensor<32x64xf32>) -> tensor<32x64xf32>
  %2 = graph.softmax %1 {axis = 1 : i64} : (tensor<32x64xf32>) -> tensor<32x64xf32>
  return %2 : tensor<32x64xf32>
}

// Not what somebody else reads, nor what one unit of work would do alone for many threads.
// CHECK-LABEL: func.func @not_before
// CHECK: %[[E:.*]] = graph.exp
// CHECK: graph.reduce_sum %[[E]]
// CHECK: %[[T:.*]] = graph.tanh
// CHECK: graph.reduce_sum %[[T]]
func.func @not_before(%x: tensor<32x64xf32>, %y: tensor<1000x64xf32>) -> (tensor<32x64xf32>, tensor<32xf32>, tensor<f32>) {
  %axes = graph.constant {value = dense<1> : tensor<1xi64>} : tensor<1xi64>
  %none = graph.none : () -> none
  %0 = graph.exp %x : (tensor<32x64xf32>) -> tensor<32x64xf32>
  %1 = graph.reduce_sum %0, %axes {keepdims = false} : (tensor<32x64xf32>, tensor<1xi64>) -> tensor<32xf32>
  %2 = graph.tanh %y : (tensor<1000x64xf32>) -> tensor<1000x64xf32>
  %3 = graph.reduce_sum %2, %none {keepdims = false} : (tensor<1000x64xf32>, none) -> tensor<f32>
  return %0, %1, %3 : tensor<32x64xf32>, tensor<32xf32>, tensor<f32>
}
