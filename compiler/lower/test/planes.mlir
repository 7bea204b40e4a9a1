// Images whose channels are planes are read as they lie.
// RUN: ingot-opt %s --lower-to-instr=cpu=skylake-avx512 | FileCheck %s

// CHECK-LABEL: @first
// CHECK-NOT: copy_strided
// CHECK: instr.kernel "conv_planes_f32_14x32"{{.*}} channels = 3
func.func @first(%x: tensor<1x3x224x224xf32>) -> tensor<1x32x112x112xf32> {
  %w = graph.constant {value = dense<0.5> : tensor<32x3x3x3xf32>} : tensor<32x3x3x3xf32>
  %none = graph.none : () -> none
  %y = graph.conv %x, %w, %none {pads = array<i64: 1, 1, 1, 1>, strides = array<i64: 2, 2>} : (tensor<1x3x224x224xf32>, tensor<32x3x3x3xf32>, none) -> tensor<1x32x112x112xf32>
  return %y : tensor<1x32x112x112xf32>
}

// Too many channels for one sum, gaps between the taps, rows that are short.
// CHECK-LABEL: @others
// CHECK-NOT: conv_planes
func.func @others(%x: tensor<1x64x56x56xf32>, %image: tensor<1x3x56x56xf32>, %small: tensor<1x3x6x6xf32>) -> (tensor<1x32x28x28xf32>, tensor<1x32x52x52xf32>, tensor<1x32x6x6xf32>) {
  %many = graph.constant {value = dense<0.5> : tensor<32x64x3x3xf32>} : tensor<32x64x3x3xf32>
  %few = graph.constant {value = dense<0.5> : tensor<32x3x3x3xf32>} : tensor<32x3x3x3xf32>
  %none = graph.none : () -> none
  %a = graph.conv %x, %many, %none {pads = array<i64: 1, 1, 1, 1>, strides = array<i64: 2, 2>} : (tensor<1x64x56x56xf32>, tensor<32x64x3x3xf32>, none) -> tensor<1x32x28x28xf32>
  %b = graph.conv %image, %few, %none {dilations = array<i64: 2, 2>} : (tensor<1x3x56x56xf32>, tensor<32x3x3x3xf32>, none) -> tensor<1x32x52x52xf32>
  %c = graph.conv %small, %few, %none {pads = array<i64: 1, 1, 1, 1>} : (tensor<1x3x6x6xf32>, tensor<32x3x3x3xf32>, none) -> tensor<1x32x6x6xf32>
  return %a, %b, %c : tensor<1x32x28x28xf32>, tensor<1x32x52x52xf32>, tensor<1x32x6x6xf32>
}
