// Round trip of softmax and of the normalizations.
// RUN: ingot-opt %s | ingot-opt | FileCheck %s

// CHECK-LABEL: func.func @softmax
func.func @softmax(%x: tensor<2x3x?xf32>, %u: tensor<*xf16>) {
  // CHECK: graph.softmax {{.*}} {axis = 1 : i64} : (tensor<2x3x?xf32>) -> tensor<2x3x?xf32>
  %0 = graph.softmax %x {axis = 1 : i64} : (tensor<2x3x?xf32>) -> tensor<2x3x?xf32>
  // CHECK: graph.log_softmax {{.*}} {axis = 1 : i64, count = 2 : i64} : (tensor<2x3x?xf32>) -> tensor<2x3x?xf32>
  %1 = graph.log_softmax %x {axis = 1 : i64, count = 2 : i64} : (tensor<2x3x?xf32>) -> tensor<2x3x?xf32>
  // CHECK: graph.hardmax {{.*}} {axis = -1 : i64, count = 0 : i64} : (tensor<*xf16>) -> tensor<*xf16>
  %2 = graph.hardmax %u {axis = -1 : i64, count = 0 : i64} : (tensor<*xf16>) -> tensor<*xf16>
  return
}

// CHECK-LABEL: func.func @plain
func.func @plain(%x: tensor<2x4x?xf32>) {
  // CHECK: graph.lp_norm {{.*}} {axis = 1 : i64, p = 1 : i64} : (tensor<2x4x?xf32>) -> tensor<2x4x?xf32>
  %0 = graph.lp_norm %x {axis = 1 : i64, p = 1 : i64} : (tensor<2x4x?xf32>) -> tensor<2x4x?xf32>
  // CHECK: graph.mean_variance_norm {{.*}} {axes = array<i64: 0, 2>} : (tensor<2x4x?xf32>) -> tensor<2x4x?xf32>
  %1 = graph.mean_variance_norm %x {axes = array<i64: 0, 2>} : (tensor<2x4x?xf32>) -> tensor<2x4x?xf32>
  // CHECK: graph.local_response_norm {{.*}} {size = 3 : i64} : (tensor<2x4x?xf32>) -> tensor<2x4x?xf32>
  %2 = graph.local_response_norm %x {size = 3 : i64} : (tensor<2x4x?xf32>) -> tensor<2x4x?xf32>
  return
}

// CHECK-LABEL: func.func @learned
func.func @learned(%x: tensor<2x4x?xf32>, %c: tensor<4xf32>, %g: tensor<2xf32>, %half: tensor<3x4xf16>) {
  %none = graph.none : () -> none
  // CHECK: graph.batch_norm {{.*}} -> tensor<2x4x?xf32>
  %0 = graph.batch_norm %x, %c, %c, %c, %c : (tensor<2x4x?xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<2x4x?xf32>
  // CHECK: graph.batch_norm_training {{.*}} -> (tensor<2x4x?xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>)
  %1:5 = graph.batch_norm_training %x, %c, %c, %c, %c : (tensor<2x4x?xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> (tensor<2x4x?xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>)
  // CHECK: graph.instance_norm {{.*}} -> tensor<2x4x?xf32>
  %2 = graph.instance_norm %x, %c, %c : (tensor<2x4x?xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<2x4x?xf32>
  // CHECK: graph.group_norm {{.*}} {groups = 2 : i64} {{.*}} -> tensor<2x4x?xf32>
  %3 = graph.group_norm %x, %g, %g {groups = 2 : i64} : (tensor<2x4x?xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<2x4x?xf32>
  // CHECK: graph.layer_norm {{.*}} -> (tensor<3x4xf32>, tensor<3x1xbf16>, tensor<3x1xbf16>)
  %4:3 = graph.layer_norm %half, %c, %none {axis = 1 : i64, stash_type = bf16} : (tensor<3x4xf16>, tensor<4xf32>, none) -> (tensor<3x4xf32>, tensor<3x1xbf16>, tensor<3x1xbf16>)
  // CHECK: graph.rms_norm {{.*}} -> (tensor<3x4xf32>, tensor<3x1xf32>)
  %5:2 = graph.rms_norm %half, %c {axis = -1 : i64, stash_type = f32} : (tensor<3x4xf16>, tensor<4xf32>) -> (tensor<3x4xf32>, tensor<3x1xf32>)
  return
}
