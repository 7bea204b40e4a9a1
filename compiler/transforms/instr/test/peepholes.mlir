// RUN: ingot-opt %s --pass-pipeline='builtin.module(instr.program(instr-peepholes))' | FileCheck %s

// The loop reads the part of the input itself.
// CHECK-LABEL: instr.program @slice
// CHECK-NOT: instr.alloc
// CHECK: %[[PART:.*]] = instr.view %{{.*}} : memref<4x4xf32> -> memref<4x2xf32, strided<[4, 1], offset: 2>>
// CHECK-NEXT: instr.map (@in %[[PART]] : memref<4x2xf32, strided<[4, 1], offset: 2>>, @out
instr.program @slice {
  %x = instr.input 0 "x" : memref<4x4xf32>
  %y = instr.output 0 "y" : memref<4x2xf32>
  %part = instr.view %x : memref<4x4xf32> -> memref<4x2xf32, strided<[4, 1], offset: 2>>
  %a = instr.alloc : memref<4x2xf32>
  instr.copy (@in %part : memref<4x2xf32, strided<[4, 1], offset: 2>>, @out %a : memref<4x2xf32>)
  instr.map (@in %a : memref<4x2xf32>, @out %y : memref<4x2xf32>) {
  ^bb0(%p: tensor<4x2xf32>):
    %r = graph.relu %p : (tensor<4x2xf32>) -> tensor<4x2xf32>
    graph.yield %r : tensor<4x2xf32>
  }
}

// A transposed copy stays: the loop would read across rows.
// CHECK-LABEL: instr.program @transpose
// CHECK: instr.copy
instr.program @transpose {
  %x = instr.input 0 "x" : memref<4x8xf32>
  %y = instr.output 0 "y" : memref<8x4xf32>
  %turned = instr.view %x : memref<4x8xf32> -> memref<8x4xf32, strided<[1, 8]>>
  %a = instr.alloc : memref<8x4xf32>
  instr.copy (@in %turned : memref<8x4xf32, strided<[1, 8]>>, @out %a : memref<8x4xf32>)
  instr.map (@in %a : memref<8x4xf32>, @out %y : memref<8x4xf32>) {
  ^bb0(%p: tensor<8x4xf32>):
    %r = graph.relu %p : (tensor<8x4xf32>) -> tensor<8x4xf32>
    graph.yield %r : tensor<8x4xf32>
  }
}

// What was copied is overwritten before the copy is read, or by its reader, or the copy is read
// twice: it stays.
// CHECK-LABEL: instr.program @overwritten
// CHECK-COUNT-3: instr.copy (@in %{{.*}} : memref<4xf32>, @out %{{.*}} : memref<4xf32>)
instr.program @overwritten {
  %x = instr.input 0 "x" : memref<4xf32>
  %y = instr.output 0 "y" : memref<4xf32>
  %z = instr.output 1 "z" : memref<4xf32>
  %a = instr.alloc : memref<4xf32>
  instr.map (@in %x : memref<4xf32>, @out %a : memref<4xf32>) {
  ^bb0(%p: tensor<4xf32>):
    %r = graph.relu %p : (tensor<4xf32>) -> tensor<4xf32>
    graph.yield %r : tensor<4xf32>
  }
  %b = instr.alloc : memref<4xf32>
  instr.copy (@in %a : memref<4xf32>, @out %b : memref<4xf32>)
  instr.map (@in %x : memref<4xf32>, @out %a : memref<4xf32>) {
  ^bb0(%p: tensor<4xf32>):
    %r = graph.tanh %p : (tensor<4xf32>) -> tensor<4xf32>
    graph.yield %r : tensor<4xf32>
  }
  %c = instr.alloc : memref<4xf32>
  instr.copy (@in %a : memref<4xf32>, @out %c : memref<4xf32>)
  instr.map (@in %b : memref<4xf32>, @in %c : memref<4xf32>, @out %a : memref<4xf32>) {
  ^bb0(%p: tensor<4xf32>, %q: tensor<4xf32>):
    %r = graph.add %p, %q : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    graph.yield %r : tensor<4xf32>
  }
  %d = instr.alloc : memref<4xf32>
  instr.copy (@in %a : memref<4xf32>, @out %d : memref<4xf32>)
  instr.map (@in %d : memref<4xf32>, @out %y : memref<4xf32>) {
  ^bb0(%p: tensor<4xf32>):
    %r = graph.exp %p : (tensor<4xf32>) -> tensor<4xf32>
    graph.yield %r : tensor<4xf32>
  }
  instr.map (@in %d : memref<4xf32>, @out %z : memref<4xf32>) {
  ^bb0(%p: tensor<4xf32>):
    %r = graph.relu %p : (tensor<4xf32>) -> tensor<4xf32>
    graph.yield %r : tensor<4xf32>
  }
}

// A loop that computes nothing becomes a copy, and one onto itself goes.
// CHECK-LABEL: instr.program @nothing
// CHECK-NOT: instr.map
// CHECK: instr.copy (@in %{{.*}} : memref<4xf32>, @out %{{.*}} : memref<4xf32>)
// CHECK-NOT: instr.copy
instr.program @nothing {
  %x = instr.input 0 "x" : memref<4xf32>
  %y = instr.output 0 "y" : memref<4xf32>
  instr.map (@in %x : memref<4xf32>, @out %y : memref<4xf32>) {
  ^bb0(%p: tensor<4xf32>):
    graph.yield %p : tensor<4xf32>
  }
  instr.copy (@in %y : memref<4xf32>, @out %y : memref<4xf32>)
}

// Two results of nothing: no copy.
// CHECK-LABEL: instr.program @made_of_nothing
// CHECK: instr.map (@out %{{.*}}, @out
instr.program @made_of_nothing {
  %y = instr.output 0 "y" : memref<4xf32>
  %z = instr.output 1 "z" : memref<4xf32>
  instr.map (@out %y : memref<4xf32>, @out %z : memref<4xf32>) {
    %r = graph.constant {value = dense<1.0> : tensor<4xf32>} : tensor<4xf32>
    graph.yield %r, %r : tensor<4xf32>, tensor<4xf32>
  }
}

// A kernel reads half of the channels itself, with the pitch of all.
// CHECK-LABEL: instr.program @half
// CHECK-NOT: instr.copy
// CHECK: instr.kernel "gemm_f32_8x12" (@in %{{.*}} : memref<6x4xf32, strided<[8, 1], offset: 4>>, @in %{{.*}}, @out %{{.*}}) sizes {{.*}}aPitch = 8 {{.*}}yPitch = 4
instr.program @half {
  %b = instr.weight "b" = dense<1.0> : tensor<48xf32> -> memref<48xf32>
  %x = instr.input 0 "x" : memref<6x8xf32>
  %y = instr.output 0 "y" : memref<6x4xf32>
  %part = instr.view %x : memref<6x8xf32> -> memref<6x4xf32, strided<[8, 1], offset: 4>>
  %a = instr.alloc : memref<6x4xf32>
  instr.copy (@in %part : memref<6x4xf32, strided<[8, 1], offset: 4>>, @out %a : memref<6x4xf32>)
  instr.kernel "gemm_f32_8x12" (@in %a : memref<6x4xf32>, @in %b : memref<48xf32>, @out %y : memref<6x4xf32>) sizes {rows = 6, columns = 4, depth = 4, batches = 1, aPitch = 4, yPitch = 4, aBatch = 0, bBatch = 0, yBatch = 24, yBytes = 4, firstCache = 65536, secondCache = 1048576}
}

// Not where the kernel has entries of a batch, each with a distance of its own; where the copy
// turns the image; where an epilogue reads it, which may read beyond the caller's memory.
// CHECK-LABEL: instr.program @not_half
// CHECK-COUNT-3: instr.copy
instr.program @not_half {
  %b = instr.weight "b" = dense<1.0> : tensor<48xf32> -> memref<48xf32>
  %x = instr.input 0 "x" : memref<6x8xf32>
  %y = instr.output 0 "y" : memref<6x4xf32>
  %z = instr.output 1 "z" : memref<6x4xf32>
  %v = instr.output 2 "v" : memref<6x4xf32>
  %part = instr.view %x : memref<6x8xf32> -> memref<6x4xf32, strided<[8, 1], offset: 4>>
  %a = instr.alloc : memref<6x4xf32>
  instr.copy (@in %part : memref<6x4xf32, strided<[8, 1], offset: 4>>, @out %a : memref<6x4xf32>)
  instr.kernel "gemm_f32_8x12" (@in %a : memref<6x4xf32>, @in %b : memref<48xf32>, @out %y : memref<6x4xf32>) sizes {rows = 3, columns = 4, depth = 4, batches = 2, aPitch = 4, yPitch = 4, aBatch = 12, bBatch = 0, yBatch = 12, yBytes = 4, firstCache = 65536, secondCache = 1048576}
  %turned = instr.view %x : memref<6x8xf32> -> memref<6x4xf32, strided<[1, 8]>>
  %c = instr.alloc : memref<6x4xf32>
  instr.copy (@in %turned : memref<6x4xf32, strided<[1, 8]>>, @out %c : memref<6x4xf32>)
  instr.kernel "gemm_f32_8x12" (@in %c : memref<6x4xf32>, @in %b : memref<48xf32>, @out %z : memref<6x4xf32>) sizes {rows = 6, columns = 4, depth = 4, batches = 1, aPitch = 4, yPitch = 4, aBatch = 0, bBatch = 0, yBatch = 24, yBytes = 4, firstCache = 65536, secondCache = 1048576}
  %d = instr.alloc : memref<6x4xf32>
  instr.copy (@in %part : memref<6x4xf32, strided<[8, 1], offset: 4>>, @out %d : memref<6x4xf32>)
  %e = instr.view %x : memref<6x8xf32> -> memref<6x4xf32>
  instr.kernel "gemm_f32_8x12" (@in %e : memref<6x4xf32>, @in %b : memref<48xf32>, @out %v : memref<6x4xf32>, @in %d : memref<6x4xf32>) sizes {rows = 6, columns = 4, depth = 4, batches = 1, aPitch = 4, yPitch = 4, aBatch = 0, bBatch = 0, yBatch = 24, yBytes = 4, firstCache = 65536, secondCache = 1048576} attributes {axes = array<i32: 0, 1>, columns = 1 : i64} epilogue {
  ^bb0(%s: tensor<6x4xf32>, %t: tensor<6x4xf32>):
    %r = graph.add %s, %t : (tensor<6x4xf32>, tensor<6x4xf32>) -> tensor<6x4xf32>
    graph.yield %r : tensor<6x4xf32>
  }
}
