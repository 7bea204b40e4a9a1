// f32 becomes f16 inside of a function, with casts at its edges.
// RUN: ingot-opt %s --graph-convert-precision="type=f16 keep=softmax,exact" -mlir-print-debuginfo -mlir-print-local-scope | FileCheck %s
// RUN: ingot-opt %s --graph-convert-precision=type=bf16 | FileCheck %s --check-prefix=BF16
// RUN: not ingot-opt %s --graph-convert-precision=type=f64 2>&1 | FileCheck %s --check-prefix=BAD
// BAD: type: 'f64', wanted f16, bf16 or f32

// One cast in, one cast out, weights converted.
// CHECK-LABEL: func.func @chain
// CHECK-DAG: %[[W:.*]] = graph.constant {value = dense<5.000000e-01> : tensor<4x4xf16>}
// CHECK-DAG: %[[X:.*]] = graph.cast %arg0 {to = f16}
// CHECK: %[[M:.*]] = graph.matmul %[[X]], %[[W]]
// CHECK-NEXT: %[[R:.*]] = graph.relu %[[M]]
// CHECK-NEXT: %[[S:.*]] = graph.add %[[R]], %[[X]]
// CHECK-NEXT: %[[Y:.*]] = graph.cast %[[S]] {to = f32}
// CHECK-NEXT: return %[[Y]]
// BF16-LABEL: func.func @chain
// BF16: graph.matmul {{.*}} -> tensor<2x4xbf16>
func.func @chain(%x: tensor<2x4xf32>) -> tensor<2x4xf32> {
  %w = graph.constant {value = dense<0.5> : tensor<4x4xf32>} : tensor<4x4xf32>
  %m = graph.matmul %x, %w : (tensor<2x4xf32>, tensor<4x4xf32>) -> tensor<2x4xf32>
  %r = graph.relu %m : (tensor<2x4xf32>) -> tensor<2x4xf32>
  %s = graph.add %r, %x : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x4xf32>
  return %s : tensor<2x4xf32>
}

// An operator that is kept, and a node that is.
// CHECK-LABEL: func.func @kept
// CHECK: %[[E:.*]] = graph.exp {{.*}} -> tensor<2x4xf16>
// CHECK-NEXT: %[[W:.*]] = graph.cast %[[E]] {to = f32}
// CHECK-NEXT: %[[S:.*]] = graph.softmax %[[W]] {{.*}} -> tensor<2x4xf32>
// CHECK-NEXT: %[[L:.*]] = graph.log %[[S]] {{.*}} -> tensor<2x4xf32>
// CHECK-NEXT: %[[H:.*]] = graph.cast %[[L]] {to = f16}
// CHECK-NEXT: graph.neg %[[H]] {{.*}} -> tensor<2x4xf16>
func.func @kept(%x: tensor<2x4xf32>) -> tensor<2x4xf32> {
  %e = graph.exp %x : (tensor<2x4xf32>) -> tensor<2x4xf32>
  %s = graph.softmax %e {axis = 1 : i64} : (tensor<2x4xf32>) -> tensor<2x4xf32>
  %l = graph.log %s : (tensor<2x4xf32>) -> tensor<2x4xf32> loc("exact")
  %n = graph.neg %l : (tensor<2x4xf32>) -> tensor<2x4xf32>
  return %n : tensor<2x4xf32>
}

// Finite constants stay finite, infinite ones infinite.
// CHECK-LABEL: func.func @mask
// CHECK: dense<[0.000000e+00, -6.550400e+04, 0xFC00, 1.000000e+00]> : tensor<4xf16>
func.func @mask(%x: tensor<2x4xf32>) -> tensor<2x4xf32> {
  %m = graph.constant {value = dense<[0.0, -3.40282347E+38, 0xFF800000, 1.0]> : tensor<4xf32>} : tensor<4xf32>
  %a = graph.add %x, %m : (tensor<2x4xf32>, tensor<4xf32>) -> tensor<2x4xf32>
  %s = graph.exp %a : (tensor<2x4xf32>) -> tensor<2x4xf32>
  return %s : tensor<2x4xf32>
}

// Integers become f16 at once; what becomes integers does so from f32.
// CHECK-LABEL: func.func @casts
// CHECK: %[[F:.*]] = graph.cast %arg0 {to = f16}
// CHECK-NEXT: %[[S:.*]] = graph.sqrt %[[F]]
// CHECK-NEXT: %[[W:.*]] = graph.cast %[[S]] {to = f32}
// CHECK-NEXT: graph.cast %[[W]] {to = i64}
func.func @casts(%x: tensor<4xi8>) -> tensor<4xi64> {
  %f = graph.cast %x {to = f32} : (tensor<4xi8>) -> tensor<4xf32>
  %s = graph.sqrt %f : (tensor<4xf32>) -> tensor<4xf32>
  %i = graph.cast %s {to = i64} : (tensor<4xf32>) -> tensor<4xi64>
  return %i : tensor<4xi64>
}

// Sums of products may be beyond the range of f16; once scaled they are not.
// CHECK-LABEL: func.func @wide_integers
// CHECK: %[[F:.*]] = graph.cast %arg0 {to = f32}
// CHECK: %[[M:.*]] = graph.mul %[[F]], %{{.*}} -> tensor<4xf32>
// CHECK: %[[H:.*]] = graph.cast %[[M]] {to = f16}
// CHECK: graph.sqrt %[[H]]
func.func @wide_integers(%x: tensor<4xi32>) -> tensor<4xf32> {
  %c = graph.constant {value = dense<1.0e-3> : tensor<f32>} : tensor<f32>
  %f = graph.cast %x {to = f32} : (tensor<4xi32>) -> tensor<4xf32>
  %m = graph.mul %f, %c : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %s = graph.sqrt %m : (tensor<4xf32>) -> tensor<4xf32>
  return %s : tensor<4xf32>
}

// Wants f32: stays, and reads what was widened.
// CHECK-LABEL: func.func @refused
// CHECK: %[[R:.*]] = graph.relu {{.*}} -> tensor<4xf16>
// CHECK-NEXT: %[[W:.*]] = graph.cast %[[R]] {to = f32}
// CHECK-NEXT: graph.dynamic_quantize_linear %[[W]]
func.func @refused(%x: tensor<4xf32>) -> tensor<4xui8> {
  %r = graph.relu %x : (tensor<4xf32>) -> tensor<4xf32>
  %y, %s, %z = graph.dynamic_quantize_linear %r : (tensor<4xf32>) -> (tensor<4xui8>, tensor<f32>, tensor<ui8>)
  return %y : tensor<4xui8>
}

// What crosses the edge of a region stays f32; inside it is converted.
// CHECK-LABEL: func.func @branch
// CHECK: graph.if %arg0 : (tensor<i1>) -> tensor<4xf32>
// CHECK: graph.exp {{.*}} -> tensor<4xf16>
// CHECK: graph.yield %{{.*}} : tensor<4xf32>
func.func @branch(%c: tensor<i1>, %x: tensor<4xf32>) -> tensor<4xf32> {
  %y = graph.if %c : (tensor<i1>) -> tensor<4xf32> {
    %e = graph.exp %x : (tensor<4xf32>) -> tensor<4xf32>
    graph.yield %e : tensor<4xf32>
  } else {
    graph.yield %x : tensor<4xf32>
  }
  return %y : tensor<4xf32>
}

// Other types are left alone.
// CHECK-LABEL: func.func @double
// CHECK-NEXT: graph.relu %arg0 : (tensor<4xf64>) -> tensor<4xf64>
func.func @double(%x: tensor<4xf64>) -> tensor<4xf64> {
  %y = graph.relu %x : (tensor<4xf64>) -> tensor<4xf64>
  return %y : tensor<4xf64>
}
