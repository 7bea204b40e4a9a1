// Weights that 16 bits hold exactly are packed in 16 bits; a kernel makes f32 of them in registers.
// RUN: ingot-opt %s --lower-to-instr=cpu=skylake-avx512 | FileCheck %s
// RUN: ingot-opt %s --lower-to-instr=cpu=haswell | FileCheck %s
// RUN: ingot-opt %s --lower-to-instr=cpu=x86-64 | FileCheck %s --check-prefix=WIDE

// 0.2998046875 is an f16, 2 to the power of 20 a bf16 that f16 has no room for.
// CHECK-LABEL: @products
// CHECK-DAG: instr.weight {{.*}}xf16>
// CHECK-DAG: instr.kernel "gemm_f16_{{[0-9x]+}}"
// CHECK-DAG: instr.weight {{.*}}xbf16>
// CHECK-DAG: instr.kernel "gemv_bf16_{{[0-9x]+}}"
// WIDE-LABEL: @products
// WIDE-NOT: f16
// WIDE: instr.kernel "gemm_f32
// WIDE: instr.kernel "gemv_f32
func.func @products(%x: tensor<64x128xf32>, %z: tensor<1x128xf32>) -> (tensor<64x256xf32>, tensor<1x256xf32>) {
  %v = graph.constant {value = dense<0.2998046875> : tensor<128x256xf32>} : tensor<128x256xf32>
  %w = graph.constant {value = dense<1048576.0> : tensor<256x128xf32>} : tensor<256x128xf32>
  %0 = graph.matmul %x, %v : (tensor<64x128xf32>, tensor<128x256xf32>) -> tensor<64x256xf32>
  %1 = graph.matmul %z, %w {transpose_b = true} : (tensor<1x128xf32>, tensor<256x128xf32>) -> tensor<1x256xf32>
  return %0, %1 : tensor<64x256xf32>, tensor<1x256xf32>
}

// CHECK-LABEL: @convolutions
// CHECK: instr.kernel "conv_f16_{{[0-9x]+}}"
// CHECK: instr.kernel "gemm_bf16_{{[0-9x]+}}"
func.func @convolutions(%x: tensor<1x128x14x14xf32>) -> (tensor<1x128x7x7xf32>, tensor<1x128x14x14xf32>) {
  %v = graph.constant {value = dense<0.5> : tensor<128x128x3x3xf32>} : tensor<128x128x3x3xf32>
  %w = graph.constant {value = dense<1048576.0> : tensor<128x128x1x1xf32>} : tensor<128x128x1x1xf32>
  %none = graph.none : () -> none
  %0 = graph.conv %x, %v, %none {pads = array<i64: 1, 1, 1, 1>, strides = array<i64: 2, 2>} : (tensor<1x128x14x14xf32>, tensor<128x128x3x3xf32>, none) -> tensor<1x128x7x7xf32>
  %1 = graph.conv %x, %w, %none : (tensor<1x128x14x14xf32>, tensor<128x128x1x1xf32>, none) -> tensor<1x128x14x14xf32>
  return %0, %1 : tensor<1x128x7x7xf32>, tensor<1x128x14x14xf32>
}

// Not so a number that 16 bits do not hold, infinity, few weights, and weights that are not known.
// CHECK-LABEL: @others
// CHECK-NOT: f16
func.func @others(%x: tensor<64x128xf32>, %u: tensor<128x256xf32>) -> (tensor<64x256xf32>, tensor<64x256xf32>, tensor<64x64xf32>, tensor<64x256xf32>) {
  %v = graph.constant {value = dense<0.3> : tensor<128x256xf32>} : tensor<128x256xf32>
  %w = graph.constant {value = dense<0x7F800000> : tensor<128x256xf32>} : tensor<128x256xf32>
  %few = graph.constant {value = dense<0.5> : tensor<128x64xf32>} : tensor<128x64xf32>
  %0 = graph.matmul %x, %v : (tensor<64x128xf32>, tensor<128x256xf32>) -> tensor<64x256xf32>
  %1 = graph.matmul %x, %w : (tensor<64x128xf32>, tensor<128x256xf32>) -> tensor<64x256xf32>
  %2 = graph.matmul %x, %few : (tensor<64x128xf32>, tensor<128x64xf32>) -> tensor<64x64xf32>
  %3 = graph.matmul %x, %u : (tensor<64x128xf32>, tensor<128x256xf32>) -> tensor<64x256xf32>
  return %0, %1, %2, %3 : tensor<64x256xf32>, tensor<64x256xf32>, tensor<64x64xf32>, tensor<64x256xf32>
}
