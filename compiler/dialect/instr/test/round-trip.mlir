// RUN: ingot-opt %s | ingot-opt | FileCheck %s

// CHECK-LABEL: instr.program @main arena 128
instr.program @main arena 128 {
  // CHECK: instr.weight "bias" = dense<1.000000e+00> : tensor<4xf32> -> memref<4xf32>
  %w = instr.weight "bias" = dense<1.0> : tensor<4xf32> -> memref<4xf32>
  // CHECK: instr.input 0 "x" : memref<2x4xf32>
  %x = instr.input 0 "x" : memref<2x4xf32>
  %y = instr.output 0 "y" : memref<4x2xf32>
  // CHECK: %[[A:.*]] = instr.alloc at 64 : memref<2x4xf32>
  %a = instr.alloc at 64 : memref<2x4xf32>
  // CHECK: instr.map (@in %{{.*}} : memref<2x4xf32>, @in %{{.*}} : memref<4xf32>, @out %[[A]] : memref<2x4xf32>) {
  instr.map (@in %x : memref<2x4xf32>, @in %w : memref<4xf32>, @out %a : memref<2x4xf32>) {
  ^bb0(%p: tensor<2x4xf32>, %q: tensor<4xf32>):
    %r = graph.add %p, %q : (tensor<2x4xf32>, tensor<4xf32>) -> tensor<2x4xf32>
    graph.yield %r : tensor<2x4xf32>
  }
  // CHECK: instr.view %[[A]] : memref<2x4xf32> -> memref<4x2xf32, strided<[1, 4]>>
  %t = instr.view %a : memref<2x4xf32> -> memref<4x2xf32, strided<[1, 4]>>
  // CHECK: instr.copy (@in %{{.*}} : memref<4x2xf32, strided<[1, 4]>>, @out %{{.*}} : memref<4x2xf32>)
  instr.copy (@in %t : memref<4x2xf32, strided<[1, 4]>>, @out %y : memref<4x2xf32>)
  // CHECK: instr.dealloc %[[A]] : memref<2x4xf32>
  instr.dealloc %a : memref<2x4xf32>
}

// CHECK-LABEL: instr.program @kernels
instr.program @kernels {
  %a = instr.input 0 "a" : memref<8x16xf32>
  %b = instr.input 1 "b" : memref<192xf32>
  %r = instr.input 2 "r" : memref<8x12xf32>
  %y = instr.output 0 "y" : memref<8x12xf32>
  // CHECK: instr.kernel "gemm_f32_8x12" (@in {{.*}}, @out {{.*}}, @in {{.*}}) sizes {aBatch = 0 : i64, {{.*}}, rows = 8 : i64, {{.*}}yPitch = 12 : i64} attributes {axes = array<i32: 0, 1>, columns = 1 : i64} epilogue {
  instr.kernel "gemm_f32_8x12" (@in %a : memref<8x16xf32>, @in %b : memref<192xf32>, @out %y : memref<8x12xf32>, @in %r : memref<8x12xf32>) sizes {rows = 8, columns = 12, depth = 16, batches = 1, aPitch = 16, yPitch = 12, aBatch = 0, bBatch = 0, yBatch = 96, yBytes = 4, firstCache = 65536, secondCache = 1048576} attributes {axes = array<i32: 0, 1>, columns = 1 : i64} epilogue {
  ^bb0(%s: tensor<8x12xf32>, %t: tensor<8x12xf32>):
    %z = graph.add %s, %t : (tensor<8x12xf32>, tensor<8x12xf32>) -> tensor<8x12xf32>
    graph.yield %z : tensor<8x12xf32>
  }
}

// CHECK-LABEL: instr.program @hooks
instr.program @hooks {
  %x = instr.input 0 "x" : memref<2x4xf32>
  %f = instr.input 1 "f" : memref<4xf32>
  %y = instr.output 0 "y" : memref<2x4xf32>
  // CHECK: instr.kernel "softmax_rows_f32" {{.*}} {axes = array<i32: 0, 1>, columns = 1 : i64, x_axes = array<i32: 0, 1>, x_columns = 1 : i64} prologue {
  // CHECK: graph.mul
  // CHECK: } epilogue {
  // CHECK: graph.relu
  instr.kernel "softmax_rows_f32" (@in %x : memref<2x4xf32>, @out %y : memref<2x4xf32>, @in %f : memref<4xf32>) sizes {rows = 2, n = 4, xPitch = 4, yPitch = 4, prepares = 1, xBytes = 4, yBytes = 4, epsilonBits = 0} attributes {axes = array<i32: 0, 1>, columns = 1 : i64, x_axes = array<i32: 0, 1>, x_columns = 1 : i64} prologue {
  ^bb0(%p: tensor<2x4xf32>, %q: tensor<4xf32>):
    %r = graph.mul %p, %q : (tensor<2x4xf32>, tensor<4xf32>) -> tensor<2x4xf32>
    graph.yield %r : tensor<2x4xf32>
  } epilogue {
  ^bb0(%p: tensor<2x4xf32>):
    %r = graph.relu %p : (tensor<2x4xf32>) -> tensor<2x4xf32>
    graph.yield %r : tensor<2x4xf32>
  }
}
