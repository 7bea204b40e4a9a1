// RUN: ingot-opt %s --pass-pipeline='builtin.module(instr.program(instr-eliminate-copies))' | FileCheck %s --check-prefix=COPIES
// RUN: ingot-opt %s --pass-pipeline='builtin.module(instr.program(instr-share-buffers,instr-mark-lifetimes,instr-plan-memory))' | FileCheck %s --check-prefix=PLAN

// A concatenation: both parts are written where they belong, and no buffer is left.
// COPIES-LABEL: instr.program @concat
// COPIES-NOT: instr.alloc
// COPIES: %[[FIRST:.*]] = instr.view %{{.*}} : memref<4x4xf32> -> memref<2x4xf32>
// COPIES: instr.map (@in %{{.*}}, @out %[[FIRST]]
// COPIES: %[[SECOND:.*]] = instr.view %{{.*}} : memref<4x4xf32> -> memref<2x4xf32, strided<[4, 1], offset: 8>>
// COPIES: instr.map (@in %{{.*}}, @out %[[SECOND]]
// COPIES-NOT: instr.copy
// COPIES: }
instr.program @concat {
  %x = instr.input 0 "x" : memref<2x4xf32>
  %y = instr.output 0 "y" : memref<4x4xf32>
  %a = instr.alloc : memref<2x4xf32>
  instr.map (@in %x : memref<2x4xf32>, @out %a : memref<2x4xf32>) {
  ^bb0(%p: tensor<2x4xf32>):
    %r = graph.relu %p : (tensor<2x4xf32>) -> tensor<2x4xf32>
    graph.yield %r : tensor<2x4xf32>
  }
  %b = instr.alloc : memref<2x4xf32>
  instr.map (@in %x : memref<2x4xf32>, @out %b : memref<2x4xf32>) {
  ^bb0(%p: tensor<2x4xf32>):
    %r = graph.tanh %p : (tensor<2x4xf32>) -> tensor<2x4xf32>
    graph.yield %r : tensor<2x4xf32>
  }
  %first = instr.view %y : memref<4x4xf32> -> memref<2x4xf32>
  instr.copy (@in %a : memref<2x4xf32>, @out %first : memref<2x4xf32>)
  %second = instr.view %y : memref<4x4xf32> -> memref<2x4xf32, strided<[4, 1], offset: 8>>
  instr.copy (@in %b : memref<2x4xf32>, @out %second : memref<2x4xf32, strided<[4, 1], offset: 8>>)
}

// A chain of loops works in one buffer; the buffer that is read again stays.
// PLAN-LABEL: instr.program @chain arena 128
// PLAN: %[[A:.*]] = instr.alloc at
// PLAN: instr.map (@in %{{.*}}, @out %[[A]]
// PLAN: %[[B:.*]] = instr.alloc at
// PLAN: instr.map (@in %[[A]] : memref<2x4xf32>, @out %[[B]]
// PLAN: instr.map (@in %[[B]] : memref<2x4xf32>, @in %[[A]] : memref<2x4xf32>, @out %[[B]]
// PLAN: instr.dealloc %[[A]]
// PLAN: instr.copy (@in %[[B]]
// PLAN: instr.dealloc %[[B]]
instr.program @chain {
  %x = instr.input 0 "x" : memref<2x4xf32>
  %y = instr.output 0 "y" : memref<2x4xf32>
  %a = instr.alloc : memref<2x4xf32>
  instr.map (@in %x : memref<2x4xf32>, @out %a : memref<2x4xf32>) {
  ^bb0(%p: tensor<2x4xf32>):
    %r = graph.relu %p : (tensor<2x4xf32>) -> tensor<2x4xf32>
    graph.yield %r : tensor<2x4xf32>
  }
  %b = instr.alloc : memref<2x4xf32>
  instr.map (@in %a : memref<2x4xf32>, @out %b : memref<2x4xf32>) {
  ^bb0(%p: tensor<2x4xf32>):
    %r = graph.tanh %p : (tensor<2x4xf32>) -> tensor<2x4xf32>
    graph.yield %r : tensor<2x4xf32>
  }
  %c = instr.alloc : memref<2x4xf32>
  instr.map (@in %b : memref<2x4xf32>, @in %a : memref<2x4xf32>, @out %c : memref<2x4xf32>) {
  ^bb0(%p: tensor<2x4xf32>, %q: tensor<2x4xf32>):
    %r = graph.add %p, %q : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x4xf32>
    graph.yield %r : tensor<2x4xf32>
  }
  instr.copy (@in %c : memref<2x4xf32>, @out %y : memref<2x4xf32>)
  %unused = instr.alloc : memref<2x4xf32>
  instr.copy (@in %x : memref<2x4xf32>, @out %unused : memref<2x4xf32>)
}

// A kernel reads from an output as from anywhere else.
// COPIES-LABEL: instr.program @read_by_a_kernel
// COPIES: %[[Y:.*]] = instr.output 0 "y"
// COPIES: instr.map (@in %{{.*}}, @out %[[V:[^ ]*]] :
// COPIES: instr.kernel "reduce_rows_sum_f32" (@in %[[V]] :
// COPIES-NOT: instr.copy
instr.program @read_by_a_kernel {
  %x = instr.input 0 "x" : memref<8x128xf32>
  %y = instr.output 0 "y" : memref<8x128xf32>
  %s = instr.output 1 "s" : memref<8xf32>
  %a = instr.alloc : memref<8x128xf32>
  instr.map (@in %x : memref<8x128xf32>, @out %a : memref<8x128xf32>) {
  ^bb0(%p: tensor<8x128xf32>):
    %r = graph.relu %p : (tensor<8x128xf32>) -> tensor<8x128xf32>
    graph.yield %r : tensor<8x128xf32>
  }
  instr.kernel "reduce_rows_sum_f32" (@in %a : memref<8x128xf32>, @out %s : memref<8xf32>) sizes {rows = 8, n = 128, pitch = 128, xBytes = 4, yBytes = 4}
  instr.copy (@in %a : memref<8x128xf32>, @out %y : memref<8x128xf32>)
}
