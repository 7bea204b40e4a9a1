// Operators that are kernels after their reference, with scratch and tables that are planned.
// RUN: ingot-opt %s --lower-to-instr | FileCheck %s

// The state is scratch; what is missing is not read.
// CHECK-LABEL: instr.program @linear_attention
// CHECK-NOT: instr.host
// CHECK: instr.alloc {{.*}}memref<6x72xf64>
// CHECK: instr.kernel "linear_attention_f32"
// CHECK-SAME: betaHeads = 0 : i64{{.*}}decaySize = 1 : i64
func.func @linear_attention(%q: tensor<1x4x32xf32>, %k: tensor<1x4x16xf32>, %v: tensor<1x4x40xf32>, %d: tensor<1x4x2xf32>) -> (tensor<1x4x80xf32>, tensor<1x2x8x20xf32>) {
  %n = graph.none : () -> none
  %y, %s = graph.linear_attention %q, %k, %v, %n, %d, %n {q_heads = 4 : i64, kv_heads = 2 : i64} : (tensor<1x4x32xf32>, tensor<1x4x16xf32>, tensor<1x4x40xf32>, none, tensor<1x4x2xf32>, none) -> (tensor<1x4x80xf32>, tensor<1x2x8x20xf32>)
  return %y, %s : tensor<1x4x80xf32>, tensor<1x2x8x20xf32>
}

// Roots of unity are weights.
// CHECK-LABEL: instr.program @dft
// CHECK-NOT: instr.host
// CHECK: instr.weight
// CHECK: instr.kernel "dft_f64"
// CHECK-SAME: n = 10 : i64
func.func @dft(%x: tensor<3x10x4x1xf32>) -> tensor<3x10x4x2xf32> {
  %n = graph.none : () -> none
  %axis = graph.constant {value = dense<1> : tensor<i64>} : tensor<i64>
  %y = graph.dft %x, %n, %axis : (tensor<3x10x4x1xf32>, none, tensor<i64>) -> tensor<3x10x4x2xf32>
  return %y : tensor<3x10x4x2xf32>
}

// An inverse transform of small factors is done in f32, as the reference does it.
// CHECK-LABEL: instr.program @inverse_dft
// CHECK: instr.kernel "dft_radix_f32"
func.func @inverse_dft(%x: tensor<3x6x2xf32>) -> tensor<3x6x2xf32> {
  %n = graph.none : () -> none
  %y = graph.dft %x, %n, %n {inverse = true} : (tensor<3x6x2xf32>, none, none) -> tensor<3x6x2xf32>
  return %y : tensor<3x6x2xf32>
}

// Frames overlap, and are transformed where they lie.
// CHECK-LABEL: instr.program @stft
// CHECK-NOT: instr.copy
// CHECK: instr.kernel "dft_f64"
// CHECK-SAME: frames = 15 : i64{{.*}}hasWindow = 1 : i64
func.func @stft(%x: tensor<2x128x1xf32>, %w: tensor<16xf32>) -> tensor<2x15x9x2xf32> {
  %n = graph.none : () -> none
  %step = graph.constant {value = dense<8> : tensor<i64>} : tensor<i64>
  %y = graph.stft %x, %step, %w, %n {onesided = true} : (tensor<2x128x1xf32>, tensor<i64>, tensor<16xf32>, none) -> tensor<2x15x9x2xf32>
  return %y : tensor<2x15x9x2xf32>
}

// A sum over no axis goes through the same kernel: of -0 it is 0.
// CHECK-LABEL: instr.program @no_axes
// CHECK: instr.kernel "reduce_rows_sum_f32"
// CHECK-SAME: n = 1 : i64
func.func @no_axes(%x: tensor<3x2xf32>) -> tensor<3x2xf32> {
  %axes = graph.constant {value = dense<> : tensor<0xi64>} : tensor<0xi64>
  %y = graph.reduce_sum %x, %axes {keepdims = true, all_if_empty = false} : (tensor<3x2xf32>, tensor<0xi64>) -> tensor<3x2xf32>
  return %y : tensor<3x2xf32>
}
