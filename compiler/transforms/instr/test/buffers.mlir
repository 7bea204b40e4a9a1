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

// Kernels write their columns of a concatenation, and a reader of half of the first finds it there,
// as its epilogue does: pitches become that of the whole.
// COPIES-LABEL: instr.program @concat_of_kernels
// COPIES: %[[Y:.*]] = instr.alloc : memref<6x12xf32>
// COPIES-NOT: instr.alloc
// COPIES: %[[FIRST:.*]] = instr.view %[[Y]] : memref<6x12xf32> -> memref<6x8xf32, strided<[12, 1]>>
// COPIES: instr.kernel "gemm_f32_8x12" (@in %{{.*}}, @in %{{.*}}, @out %[[FIRST]] : memref<6x8xf32, strided<[12, 1]>>) sizes {{.*}}aPitch = 4 {{.*}}yPitch = 12
// COPIES: %[[HALF:.*]] = instr.view %[[FIRST]] : memref<6x8xf32, strided<[12, 1]>> -> memref<6x4xf32, strided<[12, 1], offset: 4>>
// COPIES: %[[SECOND:.*]] = instr.view %[[Y]] : memref<6x12xf32> -> memref<6x4xf32, strided<[12, 1], offset: 8>>
// COPIES: instr.kernel "gemm_f32_8x12" (@in %[[HALF]] : memref<6x4xf32, strided<[12, 1], offset: 4>>, @in %{{.*}}, @out %[[SECOND]] : memref<6x4xf32, strided<[12, 1], offset: 8>>, @in %[[HALF]] : {{.*}}) sizes {{.*}}aPitch = 12 {{.*}}yPitch = 12
// COPIES-NOT: instr.copy
// COPIES: }
instr.program @concat_of_kernels {
  %b = instr.weight "b" = dense<1.0> : tensor<48xf32> -> memref<48xf32>
  %x = instr.input 0 "x" : memref<6x4xf32>
  %y = instr.output 0 "y" : memref<6x12xf32>
  %a = instr.alloc : memref<6x8xf32>
  instr.kernel "gemm_f32_8x12" (@in %x : memref<6x4xf32>, @in %b : memref<48xf32>, @out %a : memref<6x8xf32>) sizes {rows = 6, columns = 8, depth = 4, batches = 1, aPitch = 4, yPitch = 8, aBatch = 0, bBatch = 0, yBatch = 48, yBytes = 4, firstCache = 65536, secondCache = 1048576}
  %half = instr.view %a : memref<6x8xf32> -> memref<6x4xf32, strided<[8, 1], offset: 4>>
  %c = instr.alloc : memref<6x4xf32>
  instr.kernel "gemm_f32_8x12" (@in %half : memref<6x4xf32, strided<[8, 1], offset: 4>>, @in %b : memref<48xf32>, @out %c : memref<6x4xf32>, @in %half : memref<6x4xf32, strided<[8, 1], offset: 4>>) sizes {rows = 6, columns = 4, depth = 4, batches = 1, aPitch = 8, yPitch = 4, aBatch = 0, bBatch = 0, yBatch = 24, yBytes = 4, firstCache = 65536, secondCache = 1048576} attributes {axes = array<i32: 0, 1>, columns = 1 : i64} epilogue {
  ^bb0(%s: tensor<6x4xf32>, %t: tensor<6x4xf32>):
    %z = graph.add %s, %t : (tensor<6x4xf32>, tensor<6x4xf32>) -> tensor<6x4xf32>
    graph.yield %z : tensor<6x4xf32>
  }
  %w = instr.alloc : memref<6x12xf32>
  %first = instr.view %w : memref<6x12xf32> -> memref<6x8xf32, strided<[12, 1]>>
  instr.copy (@in %a : memref<6x8xf32>, @out %first : memref<6x8xf32, strided<[12, 1]>>)
  %second = instr.view %w : memref<6x12xf32> -> memref<6x4xf32, strided<[12, 1], offset: 8>>
  instr.copy (@in %c : memref<6x4xf32>, @out %second : memref<6x4xf32, strided<[12, 1], offset: 8>>)
  instr.map (@in %w : memref<6x12xf32>, @out %y : memref<6x12xf32>) {
  ^bb0(%p: tensor<6x12xf32>):
    %r = graph.relu %p : (tensor<6x12xf32>) -> tensor<6x12xf32>
    graph.yield %r : tensor<6x12xf32>
  }
}

// An image, channels last, in a part of one with more channels: lines scale as pixels do.
// COPIES-LABEL: instr.program @image
// COPIES: instr.kernel "max_pool_f32" (@in %{{.*}}, @out %{{.*}} : memref<1x4x2x3xf32, strided<[60, 1, 30, 10], offset: 2>>) sizes {{.*}}xPitch = 4 {{.*}}yPitch = 10
// COPIES-NOT: instr.copy
// COPIES: }
instr.program @image {
  %x = instr.input 0 "x" : memref<1x4x2x3xf32, strided<[24, 1, 12, 4]>>
  %y = instr.output 0 "y" : memref<1x10x2x3xf32, strided<[60, 1, 30, 10]>>
  %a = instr.alloc : memref<1x4x2x3xf32, strided<[24, 1, 12, 4]>>
  instr.kernel "max_pool_f32" (@in %x : memref<1x4x2x3xf32, strided<[24, 1, 12, 4]>>, @out %a : memref<1x4x2x3xf32, strided<[24, 1, 12, 4]>>) sizes {batch = 1, depth = 1, height = 2, width = 3, channels = 4, outDepth = 1, outHeight = 2, outWidth = 3, kernelDepth = 1, kernelHeight = 1, kernelWidth = 1, strideDepth = 1, strideHeight = 1, strideWidth = 1, dilationDepth = 1, dilationHeight = 1, dilationWidth = 1, padFront = 0, padTop = 0, padLeft = 0, padBack = 0, padBottom = 0, padRight = 0, xPitch = 4, yPitch = 4, yBytes = 4, countPadding = 0}
  %part = instr.view %y : memref<1x10x2x3xf32, strided<[60, 1, 30, 10]>> -> memref<1x4x2x3xf32, strided<[60, 1, 30, 10], offset: 2>>
  instr.copy (@in %a : memref<1x4x2x3xf32, strided<[24, 1, 12, 4]>>, @out %part : memref<1x4x2x3xf32, strided<[60, 1, 30, 10], offset: 2>>)
}

// Entries of a batch have a distance of their own, which is not that of the part's.
// COPIES-LABEL: instr.program @entries
// COPIES: instr.kernel {{.*}}yPitch = 8
// COPIES: instr.copy
instr.program @entries {
  %b = instr.weight "b" = dense<1.0> : tensor<48xf32> -> memref<48xf32>
  %x = instr.input 0 "x" : memref<2x3x4xf32>
  %y = instr.output 0 "y" : memref<2x3x12xf32>
  %a = instr.alloc : memref<2x3x8xf32>
  instr.kernel "gemm_f32_8x12" (@in %x : memref<2x3x4xf32>, @in %b : memref<48xf32>, @out %a : memref<2x3x8xf32>) sizes {rows = 3, columns = 8, depth = 4, batches = 2, aPitch = 4, yPitch = 8, aBatch = 12, bBatch = 0, yBatch = 24, yBytes = 4, firstCache = 65536, secondCache = 1048576}
  %first = instr.view %y : memref<2x3x12xf32> -> memref<2x3x8xf32, strided<[36, 12, 1]>>
  instr.copy (@in %a : memref<2x3x8xf32>, @out %first : memref<2x3x8xf32, strided<[36, 12, 1]>>)
}

// The kernel's rows are not those that come to lie apart: two of its own are one of the part's.
// COPIES-LABEL: instr.program @other_rows
// COPIES: instr.kernel {{.*}}yPitch = 4
// COPIES: instr.copy
instr.program @other_rows {
  %b = instr.weight "b" = dense<1.0> : tensor<48xf32> -> memref<48xf32>
  %x = instr.input 0 "x" : memref<6x4xf32>
  %y = instr.output 0 "y" : memref<3x12xf32>
  %a = instr.alloc : memref<3x8xf32>
  instr.kernel "gemm_f32_8x12" (@in %x : memref<6x4xf32>, @in %b : memref<48xf32>, @out %a : memref<3x8xf32>) sizes {rows = 6, columns = 4, depth = 4, batches = 1, aPitch = 4, yPitch = 4, aBatch = 0, bBatch = 0, yBatch = 24, yBytes = 4, firstCache = 65536, secondCache = 1048576}
  %first = instr.view %y : memref<3x12xf32> -> memref<3x8xf32, strided<[12, 1]>>
  instr.copy (@in %a : memref<3x8xf32>, @out %first : memref<3x8xf32, strided<[12, 1]>>)
}

// A kernel without a pitch reads the buffer, or a loop looks at it across its rows.
// COPIES-LABEL: instr.program @no_pitch
// COPIES: instr.kernel "gemm_f32_8x12" {{.*}}yPitch = 8
// COPIES: instr.copy
instr.program @no_pitch {
  %b = instr.weight "b" = dense<1.0> : tensor<48xf32> -> memref<48xf32>
  %x = instr.input 0 "x" : memref<6x4xf32>
  %y = instr.output 0 "y" : memref<6x12xf32>
  %z = instr.output 1 "z" : memref<6xf32>
  %a = instr.alloc : memref<6x8xf32>
  instr.kernel "gemm_f32_8x12" (@in %x : memref<6x4xf32>, @in %b : memref<48xf32>, @out %a : memref<6x8xf32>) sizes {rows = 6, columns = 8, depth = 4, batches = 1, aPitch = 4, yPitch = 8, aBatch = 0, bBatch = 0, yBatch = 48, yBytes = 4, firstCache = 65536, secondCache = 1048576}
  instr.kernel "reduce_rows_sum_f32" (@in %a : memref<6x8xf32>, @out %z : memref<6xf32>) sizes {rows = 6, n = 8, pitch = 8, xBytes = 4, yBytes = 4}
  %first = instr.view %y : memref<6x12xf32> -> memref<6x8xf32, strided<[12, 1]>>
  instr.copy (@in %a : memref<6x8xf32>, @out %first : memref<6x8xf32, strided<[12, 1]>>)
}

// COPIES-LABEL: instr.program @across_rows
// COPIES: instr.kernel "gemm_f32_8x12" {{.*}}yPitch = 8
// COPIES: instr.copy
instr.program @across_rows {
  %b = instr.weight "b" = dense<1.0> : tensor<48xf32> -> memref<48xf32>
  %x = instr.input 0 "x" : memref<6x4xf32>
  %y = instr.output 0 "y" : memref<6x12xf32>
  %z = instr.output 1 "z" : memref<48xf32>
  %a = instr.alloc : memref<6x8xf32>
  instr.kernel "gemm_f32_8x12" (@in %x : memref<6x4xf32>, @in %b : memref<48xf32>, @out %a : memref<6x8xf32>) sizes {rows = 6, columns = 8, depth = 4, batches = 1, aPitch = 4, yPitch = 8, aBatch = 0, bBatch = 0, yBatch = 48, yBytes = 4, firstCache = 65536, secondCache = 1048576}
  %flat = instr.view %a : memref<6x8xf32> -> memref<48xf32>
  instr.map (@in %flat : memref<48xf32>, @out %z : memref<48xf32>) {
  ^bb0(%p: tensor<48xf32>):
    %r = graph.relu %p : (tensor<48xf32>) -> tensor<48xf32>
    graph.yield %r : tensor<48xf32>
  }
  %first = instr.view %y : memref<6x12xf32> -> memref<6x8xf32, strided<[12, 1]>>
  instr.copy (@in %a : memref<6x8xf32>, @out %first : memref<6x8xf32, strided<[12, 1]>>)
}

// The epilogue of the second kernel reads the buffer as one row.
// COPIES-LABEL: instr.program @torn_row
// COPIES: instr.kernel "gemm_f32_8x12" {{.*}}yPitch = 8
// COPIES: instr.kernel "gemm_f32_8x12" {{.*}}yPitch = 48
// COPIES: instr.copy
instr.program @torn_row {
  %b = instr.weight "b" = dense<1.0> : tensor<192xf32> -> memref<192xf32>
  %x = instr.input 0 "x" : memref<6x4xf32>
  %row = instr.input 1 "row" : memref<1x4xf32>
  %y = instr.output 0 "y" : memref<6x12xf32>
  %z = instr.alloc : memref<6x8xf32>
  %a = instr.alloc : memref<6x8xf32>
  instr.kernel "gemm_f32_8x12" (@in %x : memref<6x4xf32>, @in %b : memref<192xf32>, @out %a : memref<6x8xf32>) sizes {rows = 6, columns = 8, depth = 4, batches = 1, aPitch = 4, yPitch = 8, aBatch = 0, bBatch = 0, yBatch = 48, yBytes = 4, firstCache = 65536, secondCache = 1048576}
  instr.kernel "gemm_f32_8x12" (@in %row : memref<1x4xf32>, @in %b : memref<192xf32>, @out %z : memref<6x8xf32>, @in %a : memref<6x8xf32>) sizes {rows = 1, columns = 48, depth = 4, batches = 1, aPitch = 4, yPitch = 48, aBatch = 0, bBatch = 0, yBatch = 48, yBytes = 4, firstCache = 65536, secondCache = 1048576} attributes {axes = array<i32: 0, 1>, columns = 2 : i64} epilogue {
  ^bb0(%s: tensor<6x8xf32>, %t: tensor<6x8xf32>):
    %r = graph.add %s, %t : (tensor<6x8xf32>, tensor<6x8xf32>) -> tensor<6x8xf32>
    graph.yield %r : tensor<6x8xf32>
  }
  %c = instr.alloc : memref<6x12xf32>
  %first = instr.view %c : memref<6x12xf32> -> memref<6x8xf32, strided<[12, 1]>>
  instr.copy (@in %a : memref<6x8xf32>, @out %first : memref<6x8xf32, strided<[12, 1]>>)
  instr.map (@in %c : memref<6x12xf32>, @out %y : memref<6x12xf32>) {
  ^bb0(%p: tensor<6x12xf32>):
    %r = graph.relu %p : (tensor<6x12xf32>) -> tensor<6x12xf32>
    graph.yield %r : tensor<6x12xf32>
  }
}

// What the kernel reads as one row are rows of one element, whose pitch it says it has.
// COPIES-LABEL: instr.program @row_of_rows
// COPIES: instr.kernel "gemm_f32_8x12" {{.*}}aPitch = 1
// COPIES: instr.copy
instr.program @row_of_rows {
  %b = instr.weight "b" = dense<1.0> : tensor<108xf32> -> memref<108xf32>
  %x = instr.input 0 "x" : memref<9x1xf32>
  %y = instr.output 0 "y" : memref<9x2xf32>
  %z = instr.output 1 "z" : memref<1x5xf32>
  %a = instr.alloc : memref<9x1xf32>
  instr.map (@in %x : memref<9x1xf32>, @out %a : memref<9x1xf32>) {
  ^bb0(%p: tensor<9x1xf32>):
    %r = graph.relu %p : (tensor<9x1xf32>) -> tensor<9x1xf32>
    graph.yield %r : tensor<9x1xf32>
  }
  %row = instr.view %a : memref<9x1xf32> -> memref<1x9xf32, strided<[1, 1]>>
  instr.kernel "gemm_f32_8x12" (@in %row : memref<1x9xf32, strided<[1, 1]>>, @in %b : memref<108xf32>, @out %z : memref<1x5xf32>) sizes {rows = 1, columns = 5, depth = 9, batches = 1, aPitch = 1, yPitch = 5, aBatch = 0, bBatch = 0, yBatch = 5, yBytes = 4, firstCache = 65536, secondCache = 1048576}
  %first = instr.view %y : memref<9x2xf32> -> memref<9x1xf32, strided<[2, 1]>>
  instr.copy (@in %a : memref<9x1xf32>, @out %first : memref<9x1xf32, strided<[2, 1]>>)
}
