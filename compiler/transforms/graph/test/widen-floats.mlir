// RUN: ingot-opt %s --graph-widen-floats=keep=softmax | FileCheck %s

// What the reference computes in f32 is computed in f32, and rounded once.
// CHECK-LABEL: func.func @product
// CHECK-DAG: %[[A:.*]] = graph.cast %arg0 {{.*}} -> tensor<2x3xf32>
// CHECK-DAG: %[[B:.*]] = graph.cast %arg1 {{.*}} -> tensor<3x4xf32>
// CHECK: %[[Y:.*]] = graph.matmul %[[A]], %[[B]] : {{.*}} -> tensor<2x4xf32>
// CHECK: graph.cast %[[Y]] {{.*}} -> tensor<2x4xf16>
func.func @product(%a: tensor<2x3xf16>, %b: tensor<3x4xf16>) -> tensor<2x4xf16> {
  %0 = graph.matmul %a, %b : (tensor<2x3xf16>, tensor<3x4xf16>) -> tensor<2x4xf16>
  return %0 : tensor<2x4xf16>
}

// What is no small float stays as it is.
// CHECK-LABEL: func.func @largest
// CHECK: %[[X:.*]] = graph.cast %arg0
// CHECK: %[[I:.*]] = graph.arg_max %[[X]] {{.*}} -> tensor<1xi64>
// CHECK: return %[[I]]
func.func @largest(%x: tensor<5xbf16>) -> tensor<1xi64> {
  %0 = graph.arg_max %x {axis = 0 : i64} : (tensor<5xbf16>) -> tensor<1xi64>
  return %0 : tensor<1xi64>
}

// CHECK-LABEL: func.func @kept
// CHECK-NEXT: graph.softmax
// CHECK-NEXT: return
func.func @kept(%x: tensor<5xf16>) -> tensor<5xf16> {
  %0 = graph.softmax %x {axis = 0 : i64} : (tensor<5xf16>) -> tensor<5xf16>
  return %0 : tensor<5xf16>
}

// Data movement is the same in every type.
// CHECK-LABEL: func.func @moved
// CHECK-NEXT: graph.transpose
// CHECK-NEXT: return
func.func @moved(%x: tensor<5x2xf16>) -> tensor<2x5xf16> {
  %0 = graph.transpose %x {perm = array<i64: 1, 0>} : (tensor<5x2xf16>) -> tensor<2x5xf16>
  return %0 : tensor<2x5xf16>
}

// A type that an attribute states stays what it is, and so does the operator.
// CHECK-LABEL: func.func @stated
// CHECK-NEXT: graph.none
// CHECK-NEXT: graph.layer_norm %arg0, {{.*}}tensor<4x8xf16>
// CHECK-NEXT: return
func.func @stated(%x: tensor<4x8xf16>, %scale: tensor<8xf16>) -> (tensor<4x8xf16>, tensor<4x1xf16>) {
  %none = graph.none : () -> none
  %y, %mean, %deviation = graph.layer_norm %x, %scale, %none {axis = 1 : i64, stash_type = f16}
      : (tensor<4x8xf16>, tensor<8xf16>, none) -> (tensor<4x8xf16>, tensor<4x1xf16>, tensor<4x1xf16>)
  return %y, %mean : tensor<4x8xf16>, tensor<4x1xf16>
}
