// A weight that f16 has no room for is an error that says what has.
// RUN: not ingot-opt %s --graph-round-weights=type=f16 2>&1 | FileCheck %s
// RUN: ingot-opt %s --graph-round-weights=type=bf16 | FileCheck %s --check-prefix=BF16
// CHECK: error: a weight of 1.000000e+06 is beyond f16, whose largest number is 65504; bf16 has room for it
// BF16: graph.cast {{.*}} {to = bf16}
func.func @main(%x: tensor<2x4xf32>) -> tensor<2x4xf32> {
  %w = graph.constant {value = dense<1.0e6> : tensor<4x4xf32>} : tensor<4x4xf32>
  %m = graph.matmul %x, %w : (tensor<2x4xf32>, tensor<4x4xf32>) -> tensor<2x4xf32>
  return %m : tensor<2x4xf32>
}
