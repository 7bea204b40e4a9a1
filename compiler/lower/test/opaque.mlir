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
