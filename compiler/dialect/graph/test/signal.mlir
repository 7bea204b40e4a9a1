// Round trip of the signal operators.
// RUN: ingot-opt %s | ingot-opt | FileCheck %s

// CHECK-LABEL: func.func @dft
// CHECK: graph.dft {{.*}}onesided = true{{.*}} -> tensor<1x6x2xf32>
func.func @dft(%x: tensor<1x10x1xf32>) -> tensor<1x6x2xf32> {
  %none = graph.none : () -> none
  %y = graph.dft %x, %none, %none {onesided = true}
      : (tensor<1x10x1xf32>, none, none) -> tensor<1x6x2xf32>
  return %y : tensor<1x6x2xf32>
}

// CHECK-LABEL: func.func @stft
// CHECK: graph.stft {{.*}} -> tensor<1x15x9x2xf32>
func.func @stft(%x: tensor<1x128x1xf32>, %window: tensor<16xf32>) -> tensor<1x15x9x2xf32> {
  %none = graph.none : () -> none
  %step = graph.constant {value = dense<8> : tensor<i64>} : tensor<i64>
  %y = graph.stft %x, %step, %window, %none
      : (tensor<1x128x1xf32>, tensor<i64>, tensor<16xf32>, none) -> tensor<1x15x9x2xf32>
  return %y : tensor<1x15x9x2xf32>
}

// CHECK-LABEL: func.func @window
// CHECK: graph.window {{.*}}kind = "hann"{{.*}} -> tensor<?xf32>
func.func @window(%size: tensor<i64>) -> tensor<?xf32> {
  %y = graph.window %size {kind = "hann", to = f32} : (tensor<i64>) -> tensor<?xf32>
  return %y : tensor<?xf32>
}

// CHECK-LABEL: func.func @mel_weight_matrix
// CHECK: graph.mel_weight_matrix {{.*}} -> tensor<?x?xf32>
func.func @mel_weight_matrix(%i: tensor<i64>, %f: tensor<f32>) -> tensor<?x?xf32> {
  %y = graph.mel_weight_matrix %i, %i, %i, %f, %f {to = f32}
      : (tensor<i64>, tensor<i64>, tensor<i64>, tensor<f32>, tensor<f32>) -> tensor<?x?xf32>
  return %y : tensor<?x?xf32>
}
