// RUN: ingot-opt %s --pass-pipeline='builtin.module(instr.program(instr-schedule,instr-mark-lifetimes,instr-plan-memory))' | FileCheck %s

// Two large buffers that are reduced at once need not live together: the reduction of the first
// comes before the second is made. A view that nothing uses, as the elimination of copies leaves
// it, does not stay before its buffer.
// CHECK-LABEL: instr.program @branches
// CHECK-SAME: arena 4224
// CHECK-NOT: instr.view
// CHECK: reduce_rows_sum_f32
// CHECK: graph.tanh
// CHECK: reduce_rows_max_f32
instr.program @branches {
  %x = instr.input 0 "x" : memref<8x128xf32>
  %y = instr.output 0 "y" : memref<8xf32>
  %a = instr.alloc : memref<8x128xf32>
  %b = instr.alloc : memref<8x128xf32>
  %v = instr.view %b : memref<8x128xf32> -> memref<1024xf32>
  %s = instr.alloc : memref<8xf32>
  %t = instr.alloc : memref<8xf32>
  instr.map (@in %x : memref<8x128xf32>, @out %a : memref<8x128xf32>) {
  ^bb0(%p: tensor<8x128xf32>):
    %r = graph.relu %p : (tensor<8x128xf32>) -> tensor<8x128xf32>
    graph.yield %r : tensor<8x128xf32>
  }
  instr.map (@in %x : memref<8x128xf32>, @out %b : memref<8x128xf32>) {
  ^bb0(%p: tensor<8x128xf32>):
    %r = graph.tanh %p : (tensor<8x128xf32>) -> tensor<8x128xf32>
    graph.yield %r : tensor<8x128xf32>
  }
  instr.kernel "reduce_rows_sum_f32" (@in %a : memref<8x128xf32>, @out %s : memref<8xf32>) sizes {rows = 8, n = 128, pitch = 128, xBytes = 4, yBytes = 4}
  instr.kernel "reduce_rows_max_f32" (@in %b : memref<8x128xf32>, @out %t : memref<8xf32>) sizes {rows = 8, n = 128, pitch = 128, xBytes = 4, yBytes = 4}
  instr.map (@in %s : memref<8xf32>, @in %t : memref<8xf32>, @out %y : memref<8xf32>) {
  ^bb0(%p: tensor<8xf32>, %q: tensor<8xf32>):
    %r = graph.add %p, %q : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
    graph.yield %r : tensor<8xf32>
  }
}
