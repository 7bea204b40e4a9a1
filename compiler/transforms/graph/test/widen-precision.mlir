// f16 and bf16 become f32 between the inputs and the outputs, which keep their types.
// RUN: ingot-opt %s --graph-convert-precision=type=f32 | FileCheck %s

// What the model rounds in between is not rounded.
// CHECK-LABEL: func.func @chain
// CHECK-DAG: %[[X:.*]] = graph.cast %arg0 {to = f32}
// CHECK-DAG: %[[W:.*]] = graph.cast %{{.*}} {to = f32} : (tensor<4x4xf16>)
// CHECK: %[[M:.*]] = graph.matmul %[[X]], %[[W]] {{.*}} -> tensor<2x4xf32>
// CHECK-NEXT: %[[R:.*]] = graph.relu %[[M]] {{.*}} -> tensor<2x4xf32>
// CHECK-NEXT: %[[Y:.*]] = graph.cast %[[R]] {to = f16}
// CHECK-NEXT: return %[[Y]]
func.func @chain(%x: tensor<2x4xf16>) -> tensor<2x4xf16> {
  %w = graph.constant {value = dense<0.5> : tensor<4x4xf16>} : tensor<4x4xf16>
  %m = graph.matmul %x, %w : (tensor<2x4xf16>, tensor<4x4xf16>) -> tensor<2x4xf16>
  %r = graph.relu %m : (tensor<2x4xf16>) -> tensor<2x4xf16>
  return %r : tensor<2x4xf16>
}

// Casts from f32 and back round nothing.
// CHECK-LABEL: func.func @casts
// CHECK-NEXT: %[[X:.*]] = graph.cast %arg0 {to = f32}
// CHECK-NOT: f16
// CHECK: %[[E:.*]] = graph.exp %[[X]] {{.*}} -> tensor<4xf32>
// CHECK-NOT: f16
// CHECK: %[[I:.*]] = graph.cast %[[E]] {to = i64}
// CHECK-NEXT: %[[Y:.*]] = graph.cast %[[E]] {to = f32}
// CHECK-NEXT: return %[[Y]], %[[I]]
func.func @casts(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xi64>) {
  %h = graph.cast %x {to = f16} : (tensor<4xf32>) -> tensor<4xf16>
  %e = graph.exp %h : (tensor<4xf16>) -> tensor<4xf16>
  %i = graph.cast %e {to = i64} : (tensor<4xf16>) -> tensor<4xi64>
  %y = graph.cast %e {to = f32} : (tensor<4xf16>) -> tensor<4xf32>
  return %y, %i : tensor<4xf32>, tensor<4xi64>
}
