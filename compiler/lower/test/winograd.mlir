// Convolutions of 3 by 3 taps are sixteen products where that is less work, and 36 where rounding
// more is allowed.
// RUN: ingot-opt %s --lower-to-instr=cpu=skylake-avx512 | FileCheck %s
// RUN: ingot-opt %s "--lower-to-instr=cpu=skylake-avx512 fast-math=true" | FileCheck %s --check-prefix=FAST
// FAST-LABEL: @many
// FAST: instr.kernel "winograd_input_f32_4x4"
// FAST: instr.kernel "gemm_f32_{{.*}} batches = 36
// FAST: instr.kernel "winograd_output_f32_4x4"
// FAST-LABEL: @few
// FAST-LABEL: @others
// FAST-NOT: winograd

// CHECK-LABEL: @many
// CHECK: instr.kernel "winograd_input_f32_2x2"
// CHECK: instr.kernel "gemm_f32_14x32"{{.*}} batches = 16
// CHECK: instr.kernel "winograd_output_f32_2x2"
func.func @many(%x: tensor<1x128x28x28xf32>) -> tensor<1x128x28x28xf32> {
  %w = graph.constant {value = dense<0.5> : tensor<128x128x3x3xf32>} : tensor<128x128x3x3xf32>
  %none = graph.none : () -> none
  %y = graph.conv %x, %w, %none {pads = array<i64: 1, 1, 1, 1>} : (tensor<1x128x28x28xf32>, tensor<128x128x3x3xf32>, none) -> tensor<1x128x28x28xf32>
  return %y : tensor<1x128x28x28xf32>
}

// Few pixels do not make up for reading more weights.
// CHECK-LABEL: @few
// CHECK: instr.kernel "conv_f32
func.func @few(%x: tensor<1x512x7x7xf32>) -> tensor<1x512x7x7xf32> {
  %w = graph.constant {value = dense<0.1> : tensor<512x512x3x3xf32>} : tensor<512x512x3x3xf32>
  %none = graph.none : () -> none
  %y = graph.conv %x, %w, %none {pads = array<i64: 1, 1, 1, 1>} : (tensor<1x512x7x7xf32>, tensor<512x512x3x3xf32>, none) -> tensor<1x512x7x7xf32>
  return %y : tensor<1x512x7x7xf32>
}

// Weights that are not known, and other windows.
// CHECK-LABEL: @others
// CHECK-NOT: winograd
func.func @others(%x: tensor<1x128x28x28xf32>, %v: tensor<128x128x3x3xf32>) -> (tensor<1x128x28x28xf32>, tensor<1x128x14x14xf32>) {
  %w = graph.constant {value = dense<0.5> : tensor<128x128x3x3xf32>} : tensor<128x128x3x3xf32>
  %none = graph.none : () -> none
  %y = graph.conv %x, %v, %none {pads = array<i64: 1, 1, 1, 1>} : (tensor<1x128x28x28xf32>, tensor<128x128x3x3xf32>, none) -> tensor<1x128x28x28xf32>
  %z = graph.conv %x, %w, %none {pads = array<i64: 1, 1, 1, 1>, strides = array<i64: 2, 2>} : (tensor<1x128x28x28xf32>, tensor<128x128x3x3xf32>, none) -> tensor<1x128x14x14xf32>
  return %y, %z : tensor<1x128x28x28xf32>, tensor<1x128x14x14xf32>
}
