// Weights become numbers that 16 bits hold; what is computed with them stays f32.
// RUN: ingot-opt %s --graph-round-weights=type=f16 | FileCheck %s
// RUN: ingot-opt %s --graph-round-weights=type=bf16 --graph-fold-constants --graph-move-conversions | FileCheck %s --check-prefix=BF16
// RUN: not ingot-opt %s --graph-round-weights=type=f32 2>&1 | FileCheck %s --check-prefix=BAD
// BAD: type: 'f32', wanted f16 or bf16

// The weight, not the other operand and not the bias.
// CHECK-LABEL: func.func @products
// CHECK: %[[W:.*]] = graph.constant {value = dense<3.000000e-01> : tensor<4x4xf32>}
// CHECK: %[[H:.*]] = graph.cast %[[W]] {to = f16}
// CHECK-NEXT: %[[F:.*]] = graph.cast %[[H]] {to = f32}
// CHECK-NEXT: graph.matmul %arg0, %[[F]]
// CHECK-NEXT: graph.add {{.*}} : (tensor<2x4xf32>, tensor<4xf32>)
// CHECK-NEXT: graph.matmul %arg0, %arg1
// BF16-LABEL: func.func @products
// BF16: graph.constant {value = dense<0.30078125> : tensor<4x4xf32>}
// BF16-NOT: graph.cast
// BF16: return
func.func @products(%x: tensor<2x4xf32>, %v: tensor<4x4xf32>) -> (tensor<2x4xf32>, tensor<2x4xf32>) {
  %w = graph.constant {value = dense<0.3> : tensor<4x4xf32>} : tensor<4x4xf32>
  %b = graph.constant {value = dense<0.7> : tensor<4xf32>} : tensor<4xf32>
  %m = graph.matmul %x, %w : (tensor<2x4xf32>, tensor<4x4xf32>) -> tensor<2x4xf32>
  %s = graph.add %m, %b : (tensor<2x4xf32>, tensor<4xf32>) -> tensor<2x4xf32>
  %k = graph.matmul %x, %v : (tensor<2x4xf32>, tensor<4x4xf32>) -> tensor<2x4xf32>
  return %s, %k : tensor<2x4xf32>, tensor<2x4xf32>
}

// A weight that is written with other operators, in a region, too.
// CHECK-LABEL: func.func @written
// CHECK: graph.if
// CHECK: %[[T:.*]] = graph.transpose
// CHECK-NEXT: %[[H:.*]] = graph.cast %[[T]] {to = f16}
// CHECK-NEXT: %[[F:.*]] = graph.cast %[[H]] {to = f32}
// CHECK-NEXT: graph.matmul %{{.*}}, %[[F]]
func.func @written(%c: tensor<i1>, %x: tensor<2x4xf32>) -> tensor<2x4xf32> {
  %w = graph.constant {value = dense<0.3> : tensor<4x4xf32>} : tensor<4x4xf32>
  %y = graph.if %c : (tensor<i1>) -> tensor<2x4xf32> {
    %t = graph.transpose %w {perm = array<i64: 1, 0>} : (tensor<4x4xf32>) -> tensor<4x4xf32>
    %m = graph.matmul %x, %t : (tensor<2x4xf32>, tensor<4x4xf32>) -> tensor<2x4xf32>
    graph.yield %m : tensor<2x4xf32>
  } else {
    graph.yield %x : tensor<2x4xf32>
  }
  return %y : tensor<2x4xf32>
}

// Rows are looked up in 16 bits, as lookups move before the cast to f32. A table that has no room in f16 stays: it may be a mask.
// CHECK-LABEL: func.func @tables
// CHECK: %[[H:.*]] = graph.cast %{{.*}} {to = f16}
// CHECK-NEXT: %[[F:.*]] = graph.cast %[[H]] {to = f32}
// CHECK-NEXT: graph.gather %[[F]], %arg0 {{.*}} -> tensor<3x64xf32>
// CHECK-NEXT: graph.gather {{.*}} -> tensor<3x64xf32>
// BF16-LABEL: func.func @tables
// BF16: graph.gather {{.*}} -> tensor<3x64xbf16>
// BF16: graph.gather {{.*}} -> tensor<3x64xbf16>
func.func @tables(%i: tensor<3xi64>) -> (tensor<3x64xf32>, tensor<3x64xf32>) {
  %t = graph.constant {value = dense<0.3> : tensor<512x64xf32>} : tensor<512x64xf32>
  %m = graph.constant {value = dense<-1.0e9> : tensor<512x64xf32>} : tensor<512x64xf32>
  %a = graph.gather %t, %i {axis = 0 : i64} : (tensor<512x64xf32>, tensor<3xi64>) -> tensor<3x64xf32>
  %b = graph.gather %m, %i {axis = 0 : i64} : (tensor<512x64xf32>, tensor<3xi64>) -> tensor<3x64xf32>
  return %a, %b : tensor<3x64xf32>, tensor<3x64xf32>
}
