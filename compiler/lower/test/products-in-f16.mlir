// Products whose weights are kept in f16 are computed in f16 where that is asked for and the machine
// can; their left side is packed for it first.
// RUN: ingot-opt %s "--lower-to-instr=cpu=neoverse-n1 fast-math=true" | FileCheck %s
// RUN: ingot-opt %s --lower-to-instr=cpu=neoverse-n1 | FileCheck %s --check-prefix=STRICT
// RUN: ingot-opt %s "--lower-to-instr=cpu=cortex-a72 fast-math=true" | FileCheck %s --check-prefix=STRICT
// STRICT-NOT: pack_a_f16
// STRICT: instr.kernel "gemm_f16
// STRICT-NOT: in_f16

// CHECK-LABEL: @products
// CHECK: instr.kernel "pack_a_f16"
// CHECK: instr.kernel "gemm_in_f16_8x24"
// CHECK: instr.kernel "pack_a_f16"
// CHECK: instr.kernel "gemv_in_f16_4x24"
// A sum of f16 would not hold this one, and of few columns packing takes too long.
// CHECK: instr.kernel "gemm_f16
// CHECK: instr.kernel "gemm_f16
// CHECK-NOT: in_f16
func.func @products(%x: tensor<64x1024xf32>, %z: tensor<1x1024xf32>) -> (tensor<64x48xf32>, tensor<1x48xf32>, tensor<64x48xf32>, tensor<64x32xf32>) {
  %v = graph.constant {value = dense<0.5> : tensor<1024x48xf32>} : tensor<1024x48xf32>
  %large = graph.constant {value = dense<128.0> : tensor<1024x48xf32>} : tensor<1024x48xf32>
  %narrow = graph.constant {value = dense<0.5> : tensor<1024x32xf32>} : tensor<1024x32xf32>
  %0 = graph.matmul %x, %v : (tensor<64x1024xf32>, tensor<1024x48xf32>) -> tensor<64x48xf32>
  %1 = graph.matmul %z, %v : (tensor<1x1024xf32>, tensor<1024x48xf32>) -> tensor<1x48xf32>
  %2 = graph.matmul %x, %large : (tensor<64x1024xf32>, tensor<1024x48xf32>) -> tensor<64x48xf32>
  %3 = graph.matmul %x, %narrow : (tensor<64x1024xf32>, tensor<1024x32xf32>) -> tensor<64x32xf32>
  return %0, %1, %2, %3 : tensor<64x48xf32>, tensor<1x48xf32>, tensor<64x48xf32>, tensor<64x32xf32>
}
