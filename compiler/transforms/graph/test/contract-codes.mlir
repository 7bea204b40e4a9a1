// RUN: ingot-opt %s --graph-contract-codes | FileCheck %s
// RUN: ingot-opt %s --graph-contract-codes --graph-fold-constants | FileCheck %s --check-prefix=FOLDED

// Numbers stay in the bytes that they are packed into.
// CHECK-LABEL: func.func @packed
// CHECK: %[[B:.*]] = graph.constant {value = dense<{{.*}}> : tensor<3x2xui8>}
// CHECK: %[[S:.*]] = graph.constant {value = dense<{{.*}}> : tensor<3x2xf32>}
// CHECK: %[[Z:.*]] = graph.constant {value = dense<8.000000e+00> : tensor<f32>}
// CHECK: graph.matmul_codes %arg0, %[[B]], %[[S]], %[[Z]] {bits = 4 : i64, block_size = 2 : i64}
func.func @packed(%a: tensor<5x4xf32>) -> tensor<5x3xf32> {
  %b = graph.constant {value = dense<[[1, 2], [3, 4], [5, 6]]> : tensor<3x2xui8>} : tensor<3x2xui8>
  %s = graph.constant {value = dense<[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]> : tensor<3x2xf32>} : tensor<3x2xf32>
  %z = graph.constant {value = dense<8> : tensor<ui4>} : tensor<ui4>
  %0 = graph.unpack_bits %b {bits = 4 : i64} : (tensor<3x2xui8>) -> tensor<3x4xui4>
  %1 = graph.dequantize_linear %0, %s, %z {to = f32, axis = 1 : i64, block_size = 2 : i64} : (tensor<3x4xui4>, tensor<3x2xf32>, tensor<ui4>) -> tensor<3x4xf32>
  %2 = graph.matmul %a, %1 {transpose_b = true} : (tensor<5x4xf32>, tensor<3x4xf32>) -> tensor<5x3xf32>
  return %2 : tensor<5x3xf32>
}

// Signed numbers of 4 bits, a scale for each column: they are moved up by 8, transposed, and two lie
// in a byte. Columns are (1, -2) and (-8, 7), which become (9, 6) and (0, 15).
// FOLDED-LABEL: func.func @signed
// FOLDED-DAG: %[[B:.*]] = graph.constant {value = dense<{{\[\[}}105], [240]]> : tensor<2x1xui8>}
// FOLDED-DAG: %[[Z:.*]] = graph.constant {value = dense<8.000000e+00> : tensor<f32>}
// FOLDED: graph.matmul_codes %arg0, %[[B]], %{{.*}}, %[[Z]] {bits = 4 : i64, block_size = 2 : i64}
func.func @signed(%a: tensor<5x2xf32>) -> tensor<5x2xf32> {
  %b = graph.constant {value = dense<[[1, -8], [-2, 7]]> : tensor<2x2xi4>} : tensor<2x2xi4>
  %s = graph.constant {value = dense<[1.0, 2.0]> : tensor<2xf32>} : tensor<2xf32>
  %n = graph.none : () -> none
  %1 = graph.dequantize_linear %b, %s, %n {to = f32, axis = 1 : i64} : (tensor<2x2xi4>, tensor<2xf32>, none) -> tensor<2x2xf32>
  %2 = graph.matmul %a, %1 : (tensor<5x2xf32>, tensor<2x2xf32>) -> tensor<5x2xf32>
  return %2 : tensor<5x2xf32>
}

// Scales of rows are none of a product's columns.
// CHECK-LABEL: func.func @rows
// CHECK-NOT: graph.matmul_codes
func.func @rows(%a: tensor<5x2xf32>) -> tensor<5x2xf32> {
  %b = graph.constant {value = dense<[[1, -8], [-2, 7]]> : tensor<2x2xi8>} : tensor<2x2xi8>
  %s = graph.constant {value = dense<[1.0, 2.0]> : tensor<2xf32>} : tensor<2xf32>
  %n = graph.none : () -> none
  %1 = graph.dequantize_linear %b, %s, %n {to = f32, axis = 0 : i64} : (tensor<2x2xi8>, tensor<2xf32>, none) -> tensor<2x2xf32>
  %2 = graph.matmul %a, %1 : (tensor<5x2xf32>, tensor<2x2xf32>) -> tensor<5x2xf32>
  return %2 : tensor<5x2xf32>
}
