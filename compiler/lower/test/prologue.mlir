// What kernels with a prologue are told: how they walk their first operand, and what is read with it.
// RUN: ingot-opt %s --pass-pipeline='builtin.module(func.func(graph-fuse-groups),lower-to-instr)' | FileCheck %s

// The first that is as large as what is made is what the kernel reads; the others are operands of the
// prologue, and come before those of the epilogue.
// CHECK-LABEL: instr.program @softmax
// CHECK-DAG: %[[X:.*]] = instr.input 0
// CHECK-DAG: %[[F:.*]] = instr.input 1
// CHECK-DAG: %[[S:.*]] = instr.input 2
// CHECK: instr.kernel "softmax_rows_f32" (@in %[[X]] : {{.*}}, @out {{.*}}, @in %[[S]] : {{.*}}, @in %[[F]] : {{.*}}) sizes {{.*}}n = 16 : i64, prepares = 1 : i64, rows = 6 : i64, {{.*}} attributes {axes = array<i32: 0, 1>, columns = 1 : i64, x_axes = array<i32: 0, 1>, x_columns = 1 : i64} prologue {
// CHECK-NEXT: ^bb0(%[[A:.*]]: tensor<6x16xf32>, %[[B:.*]]: tensor<6x1xf32>):
// CHECK-NEXT: %[[D:.*]] = graph.sub %[[B]], %[[A]]
// CHECK-NEXT: graph.yield %[[D]]
// CHECK-NEXT: } epilogue {
// CHECK: graph.mul
func.func @softmax(%x: tensor<6x16xf32>, %f: tensor<6x16xf32>, %s: tensor<6x1xf32>) -> tensor<6x16xf32> {
  %0 = graph.sub %s, %x : (tensor<6x1xf32>, tensor<6x16xf32>) -> tensor<6x16xf32>
  %1 = graph.softmax %0 {axis = 1 : i64} : (tensor<6x16xf32>) -> tensor<6x16xf32>
  %2 = graph.mul %1, %f : (tensor<6x16xf32>, tensor<6x16xf32>) -> tensor<6x16xf32>
  return %2 : tensor<6x16xf32>
}

// Rows of a reduction are as long as what is reduced; its columns are behind that.
// CHECK-LABEL: instr.program @reductions
// CHECK: instr.kernel "reduce_rows_sum_f32" {{.*}} sizes {n = 64 : i64, pitch = 64 : i64, rows = 3 : i64, {{.*}} attributes {axes = array<i32: 0>, x_axes = array<i32: 0, 1, 2>, x_columns = 2 : i64} prologue
// CHECK: instr.kernel "reduce_columns_max_f32" {{.*}} sizes {inner = 16 : i64, n = 4 : i64, outer = 3 : i64, pitch = 16 : i64, {{.*}} attributes {axes = array<i32: 0, 1>, columns = 1 : i64, x_axes = array<i32: 0, 1, 2>, x_columns = 1 : i64} prologue
func.func @reductions(%x: tensor<3x4x16xf32>, %y: tensor<3x4x16xf32>) -> (tensor<3xf32>, tensor<3x16xf32>) {
  %last = graph.constant {value = dense<[1, 2]> : tensor<2xi64>} : tensor<2xi64>
  %middle = graph.constant {value = dense<1> : tensor<1xi64>} : tensor<1xi64>
  %0 = graph.mul %x, %y : (tensor<3x4x16xf32>, tensor<3x4x16xf32>) -> tensor<3x4x16xf32>
  %1 = graph.reduce_sum %0, %last {keepdims = false} : (tensor<3x4x16xf32>, tensor<2xi64>) -> tensor<3xf32>
  %2 = graph.sub %x, %y : (tensor<3x4x16xf32>, tensor<3x4x16xf32>) -> tensor<3x4x16xf32>
  %3 = graph.reduce_max %2, %middle {keepdims = false} : (tensor<3x4x16xf32>, tensor<1xi64>) -> tensor<3x16xf32>
  return %1, %3 : tensor<3xf32>, tensor<3x16xf32>
}

// A row that ends within a vector: what is read with it is copied, since nothing may be read behind
// an input.
// CHECK-LABEL: instr.program @part
// CHECK: %[[F:.*]] = instr.input 1
// CHECK: instr.copy (@in %[[F]] {{.*}}, @out %[[COPY:[0-9]+]] :
// CHECK: instr.kernel "reduce_rows_mean_f32" {{.*}} @in %[[COPY]] {{.*}} prologue
func.func @part(%x: tensor<6x7xf32>, %f: tensor<7xf32>) -> tensor<6x1xf32> {
  %axes = graph.constant {value = dense<1> : tensor<1xi64>} : tensor<1xi64>
  %0 = graph.mul %x, %f : (tensor<6x7xf32>, tensor<7xf32>) -> tensor<6x7xf32>
  %1 = graph.reduce_mean %0, %axes : (tensor<6x7xf32>, tensor<1xi64>) -> tensor<6x1xf32>
  return %1 : tensor<6x1xf32>
}

// A group whose root has no prologue, or whose front reads nothing as large, runs one by one.
// CHECK-LABEL: instr.program @one_by_one
// CHECK: instr.map
// CHECK: instr.kernel "max_pool_f32"
// CHECK-NOT: prologue
// CHECK: instr.map
// CHECK: instr.kernel "softmax_rows_f32"
// CHECK-NOT: prologue
func.func @one_by_one(%x: tensor<1x16x6x6xf32>, %a: tensor<4x1xf32>, %b: tensor<16xf32>) -> (tensor<1x16x3x3xf32>, tensor<4x16xf32>) {
  %0 = graph.group %x : (tensor<1x16x6x6xf32>) -> tensor<1x16x3x3xf32> {
  ^bb0(%p: tensor<1x16x6x6xf32>):
    %1 = graph.relu %p : (tensor<1x16x6x6xf32>) -> tensor<1x16x6x6xf32>
    %2, %where = graph.max_pool %1 {kernel_shape = array<i64: 2, 2>, strides = array<i64: 2, 2>, pads = array<i64: 0, 0, 0, 0>, dilations = array<i64: 1, 1>} : (tensor<1x16x6x6xf32>) -> (tensor<1x16x3x3xf32>, none)
    graph.yield %2 : tensor<1x16x3x3xf32>
  }
  %3 = graph.group %a, %b : (tensor<4x1xf32>, tensor<16xf32>) -> tensor<4x16xf32> {
  ^bb0(%p: tensor<4x1xf32>, %q: tensor<16xf32>):
    %4 = graph.add %p, %q : (tensor<4x1xf32>, tensor<16xf32>) -> tensor<4x16xf32>
    %5 = graph.softmax %4 {axis = 1 : i64} : (tensor<4x16xf32>) -> tensor<4x16xf32>
    graph.yield %5 : tensor<4x16xf32>
  }
  return %0, %3 : tensor<1x16x3x3xf32>, tensor<4x16xf32>
}

// So does one of elementwise operators that says it is something else, and one whose front has
// constants of its own.
// CHECK-LABEL: instr.program @misnamed
// CHECK: instr.map
// CHECK: graph.relu
// CHECK: instr.map
// CHECK: graph.mul
// CHECK: instr.kernel "softmax_rows_f32"
// CHECK-NOT: prologue
func.func @misnamed(%x: tensor<4x16xf32>) -> (tensor<4x16xf32>, tensor<4x16xf32>) {
  %0 = graph.group %x : (tensor<4x16xf32>) -> tensor<4x16xf32> {
  ^bb0(%p: tensor<4x16xf32>):
    %1 = graph.relu %p : (tensor<4x16xf32>) -> tensor<4x16xf32>
    graph.yield %1 : tensor<4x16xf32>
  }
  %2 = graph.group %x : (tensor<4x16xf32>) -> tensor<4x16xf32> {
  ^bb0(%p: tensor<4x16xf32>):
    %c = graph.constant {value = dense<2.0> : tensor<f32>} : tensor<f32>
    %3 = graph.mul %p, %c : (tensor<4x16xf32>, tensor<f32>) -> tensor<4x16xf32>
    %4 = graph.softmax %3 {axis = 1 : i64} : (tensor<4x16xf32>) -> tensor<4x16xf32>
    graph.yield %4 : tensor<4x16xf32>
  }
  return %0, %2 : tensor<4x16xf32>, tensor<4x16xf32>
}
