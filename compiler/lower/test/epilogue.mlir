// What kernels with an epilogue are told: how they walk their result, and what the epilogue reads.
// RUN: ingot-opt %s --pass-pipeline='builtin.module(func.func(graph-fuse-groups),lower-to-instr)' | FileCheck %s

// Columns that end within a vector: an input is copied, since nothing may be read behind it. What is
// the same for the whole of a row has no vectors.
// CHECK-LABEL: instr.program @softmax
// CHECK-DAG: %[[F:.*]] = instr.input 1
// CHECK-DAG: %[[S:.*]] = instr.input 2
// CHECK: instr.copy (@in %[[F]] {{.*}}, @out %[[COPY:[0-9]+]] :
// CHECK: instr.kernel "softmax_rows_f32" (@in {{.*}}, @out {{.*}}, @in %[[COPY]] {{.*}}, @in %[[S]] {{.*}}) sizes {epsilonBits = 0 : i64, n = 7 : i64, prepares = 0 : i64, rows = 6 : i64, xBytes = 4 : i64, xPitch = 7 : i64, yBytes = 4 : i64, yPitch = 7 : i64} attributes {axes = array<i32: 0, 1>, columns = 1 : i64} epilogue {
// CHECK: graph.mul
// CHECK: graph.sub
// CHECK: graph.yield
func.func @softmax(%x: tensor<6x7xf32>, %f: tensor<6x7xf32>, %s: tensor<6x1xf32>) -> tensor<6x7xf32> {
  %0 = graph.softmax %x {axis = 1 : i64} : (tensor<6x7xf32>) -> tensor<6x7xf32>
  %1 = graph.mul %0, %f : (tensor<6x7xf32>, tensor<6x7xf32>) -> tensor<6x7xf32>
  %2 = graph.sub %1, %s : (tensor<6x7xf32>, tensor<6x1xf32>) -> tensor<6x7xf32>
  return %2 : tensor<6x7xf32>
}

// Rows along an axis that is not the last: the epilogue's operand is brought into the same order.
// CHECK-LABEL: instr.program @inner_axis
// CHECK: instr.kernel "softmax_rows_f32" {{.*}} sizes {{.*}}n = 16 : i64, {{.*}}rows = 14 : i64, {{.*}} {axes = array<i32: 0, 2, 1>, columns = 1 : i64} epilogue
func.func @inner_axis(%x: tensor<2x16x7xf32>, %f: tensor<2x16x7xf32>) -> tensor<2x16x7xf32> {
  %0 = graph.softmax %x {axis = 1 : i64} : (tensor<2x16x7xf32>) -> tensor<2x16x7xf32>
  %1 = graph.mul %0, %f : (tensor<2x16x7xf32>, tensor<2x16x7xf32>) -> tensor<2x16x7xf32>
  return %1 : tensor<2x16x7xf32>
}

// Two axes make a row: what repeats along one of them only is written out, for one row.
// CHECK-LABEL: instr.program @two_axes
// CHECK: instr.copy {{.*}} @out %[[WHOLE:[0-9]+]] : memref<1x4x16xf32>)
// CHECK: instr.kernel "layer_norm_rows_f32" {{.*}} @in %[[WHOLE]] {{.*}} {axes = array<i32: 0, 1, 2>, columns = 2 : i64} epilogue
func.func @two_axes(%x: tensor<3x4x16xf32>, %s: tensor<4x16xf32>, %f: tensor<4x1xf32>) -> tensor<3x4x16xf32> {
  %n = graph.none : () -> none
  %0, %m, %i = graph.layer_norm %x, %s, %n {axis = 1 : i64, stash_type = f32} : (tensor<3x4x16xf32>, tensor<4x16xf32>, none) -> (tensor<3x4x16xf32>, tensor<3x1x1xf32>, tensor<3x1x1xf32>)
  %1 = graph.mul %0, %f : (tensor<3x4x16xf32>, tensor<4x1xf32>) -> tensor<3x4x16xf32>
  return %1 : tensor<3x4x16xf32>
}

// Channels are columns of a pool; one number a channel is read as it lies.
// CHECK-LABEL: instr.program @pool
// CHECK: %[[B:.*]] = instr.input 1
// CHECK: instr.kernel "max_pool_f32" {{.*}} @in %[[B]] {{.*}} {axes = array<i32: 0, 2, 3, 1>, columns = 1 : i64} epilogue
func.func @pool(%x: tensor<1x16x6x6xf32>, %b: tensor<16x1x1xf32>) -> tensor<1x16x3x3xf32> {
  %0, %where = graph.max_pool %x {kernel_shape = array<i64: 2, 2>, strides = array<i64: 2, 2>, pads = array<i64: 0, 0, 0, 0>, dilations = array<i64: 1, 1>} : (tensor<1x16x6x6xf32>) -> (tensor<1x16x3x3xf32>, none)
  %1 = graph.add %0, %b : (tensor<1x16x3x3xf32>, tensor<16x1x1xf32>) -> tensor<1x16x3x3xf32>
  return %1 : tensor<1x16x3x3xf32>
}

// A reduction of rows has no columns; one of columns has those behind what is reduced.
// CHECK-LABEL: instr.program @reductions
// CHECK: instr.kernel "reduce_rows_sum_f32" {{.*}} attributes {axes = array<i32: 0, 1>} epilogue
// CHECK: instr.kernel "reduce_columns_max_f32" {{.*}} {axes = array<i32: 0, 1, 2>, columns = 2 : i64} epilogue
// CHECK: instr.kernel "reduce_columns_mean_f32" {{.*}} {axes = array<i32: 0, 1>, columns = 1 : i64} epilogue
func.func @reductions(%x: tensor<3x4x5xf32>) -> (tensor<3x4xf32>, tensor<1x4x5xf32>, tensor<3x5xf32>) {
  %last = graph.constant {value = dense<2> : tensor<1xi64>} : tensor<1xi64>
  %first = graph.constant {value = dense<0> : tensor<1xi64>} : tensor<1xi64>
  %middle = graph.constant {value = dense<1> : tensor<1xi64>} : tensor<1xi64>
  %a = graph.reduce_sum %x, %last {keepdims = false} : (tensor<3x4x5xf32>, tensor<1xi64>) -> tensor<3x4xf32>
  %b = graph.relu %a : (tensor<3x4xf32>) -> tensor<3x4xf32>
  %c = graph.reduce_max %x, %first : (tensor<3x4x5xf32>, tensor<1xi64>) -> tensor<1x4x5xf32>
  %d = graph.tanh %c : (tensor<1x4x5xf32>) -> tensor<1x4x5xf32>
  %e = graph.reduce_mean %x, %middle {keepdims = false} : (tensor<3x4x5xf32>, tensor<1xi64>) -> tensor<3x5xf32>
  %f = graph.relu %e : (tensor<3x5xf32>) -> tensor<3x5xf32>
  return %b, %d, %f : tensor<3x4xf32>, tensor<1x4x5xf32>, tensor<3x5xf32>
}

// Heads lie side by side in a row. Vectors end with a head, here beyond its end: an input is copied.
// CHECK-LABEL: instr.program @attention
// CHECK: %[[R:.*]] = instr.input 1
// CHECK: instr.copy (@in %[[R]] {{.*}}, @out %[[COPY:[0-9]+]] :
// CHECK: instr.kernel "attention_f32_{{.*}} @in %[[COPY]] {{.*}} {axes = array<i32: 0, 1, 2>, columns = 1 : i64} epilogue
func.func @attention(%x: tensor<2x5x32xf32>, %r: tensor<2x5x32xf32>) -> tensor<2x5x32xf32> {
  %n = graph.none : () -> none
  %0, %pk, %pv, %s = graph.attention %x, %x, %x, %n, %n, %n, %n, %n, %n {q_heads = 16 : i64, kv_heads = 16 : i64} : (tensor<2x5x32xf32>, tensor<2x5x32xf32>, tensor<2x5x32xf32>, none, none, none, none, none, none) -> (tensor<2x5x32xf32>, none, none, none)
  %1 = graph.add %0, %r : (tensor<2x5x32xf32>, tensor<2x5x32xf32>) -> tensor<2x5x32xf32>
  return %1 : tensor<2x5x32xf32>
}

// A group whose first operator has no such kernel runs one by one.
// CHECK-LABEL: instr.program @one_by_one
// CHECK: instr.host
// CHECK: graph.softmax
// CHECK: instr.map
// CHECK: graph.relu
func.func @one_by_one(%x: tensor<4x16xf64>) -> tensor<4x16xf64> {
  %0 = graph.group %x : (tensor<4x16xf64>) -> tensor<4x16xf64> {
  ^bb0(%a: tensor<4x16xf64>):
    %1 = graph.softmax %a {axis = 1 : i64} : (tensor<4x16xf64>) -> tensor<4x16xf64>
    %2 = graph.relu %1 : (tensor<4x16xf64>) -> tensor<4x16xf64>
    graph.yield %2 : tensor<4x16xf64>
  }
  return %0 : tensor<4x16xf64>
}

// The same where its lowering takes it without a kernel.
// CHECK-LABEL: instr.program @view
// CHECK: instr.map
// CHECK: graph.relu
func.func @view(%x: tensor<4x16xf32>) -> tensor<16x4xf32> {
  %0 = graph.group %x : (tensor<4x16xf32>) -> tensor<16x4xf32> {
  ^bb0(%a: tensor<4x16xf32>):
    %1 = graph.transpose %a {perm = array<i64: 1, 0>} : (tensor<4x16xf32>) -> tensor<16x4xf32>
    %2 = graph.relu %1 : (tensor<16x4xf32>) -> tensor<16x4xf32>
    graph.yield %2 : tensor<16x4xf32>
  }
  return %0 : tensor<16x4xf32>
}

// What an epilogue makes may be smaller than what the kernel computes.
// CHECK-LABEL: instr.program @requantized
// CHECK: instr.kernel "gemm_f32{{.*}} yBytes = 1 : i64
// CHECK: graph.cast {{.*}} -> tensor<64x64xui8>
// CHECK: graph.yield {{.*}} : tensor<64x64xui8>
func.func @requantized(%a: tensor<64x64xf32>, %b: tensor<64x64xf32>, %s: tensor<64xf32>) -> tensor<64x64xui8> {
  %0 = graph.matmul %a, %b : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %1 = graph.div %0, %s : (tensor<64x64xf32>, tensor<64xf32>) -> tensor<64x64xf32>
  %2 = graph.round %1 : (tensor<64x64xf32>) -> tensor<64x64xf32>
  %3 = graph.cast %2 {to = ui8} : (tensor<64x64xf32>) -> tensor<64x64xui8>
  return %3 : tensor<64x64xui8>
}
