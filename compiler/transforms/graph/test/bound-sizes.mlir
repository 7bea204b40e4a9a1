// RUN: ingot-opt %s --graph-bound-sizes --cse | FileCheck %s

// CHECK-LABEL: func.func @non_zero
// CHECK: %[[P:.*]], %[[N:.*]] = graph.true_places {{.*}} -> (tensor<6xi64>, tensor<i64>)
// CHECK: %[[W:.*]] = graph.concat {{.*}} -> tensor<2x6xi64>
// CHECK: %[[Y:.*]] = graph.prefix %[[W]], %[[N]] {axis = 1 : i64}
// CHECK: return %[[Y]]
func.func @non_zero(%x: tensor<2x3xf32>) -> tensor<2x?xi64> {
  %y = graph.non_zero %x : (tensor<2x3xf32>) -> tensor<2x?xi64>
  return %y : tensor<2x?xi64>
}

// What follows is computed on all of it.
// CHECK-LABEL: func.func @behind
// CHECK: %[[P:.*]], %[[N:.*]] = graph.true_places
// CHECK: %[[W:.*]] = graph.relu {{.*}} : (tensor<6x2xf32>) -> tensor<6x2xf32>
// CHECK: graph.prefix %[[W]], %[[N]] {axis = 0 : i64}
func.func @behind(%x: tensor<6x2xf32>, %c: tensor<6xi1>) -> tensor<?x2xf32> {
  %k = graph.compress %x, %c {axis = 0 : i64} : (tensor<6x2xf32>, tensor<6xi1>) -> tensor<?x2xf32>
  %y = graph.relu %k : (tensor<?x2xf32>) -> tensor<?x2xf32>
  return %y : tensor<?x2xf32>
}

// A scale serves all of it; one for each row is of those rows alone that count.
// CHECK-LABEL: func.func @quantized
// CHECK: %[[Q:.*]] = graph.quantize_linear {{.*}} -> tensor<6x2xui8>
// CHECK: %[[W:.*]] = graph.dequantize_linear %[[Q]], {{.*}} -> tensor<6x2xf32>
// CHECK: graph.prefix %[[W]], %{{.*}} {axis = 0 : i64}
func.func @quantized(%x: tensor<6x2xf32>, %c: tensor<6xi1>, %zero: tensor<2xui8>) -> tensor<?x2xf32> {
  %scale = graph.constant {value = dense<0.5> : tensor<f32>} : tensor<f32>
  %scales = graph.constant {value = dense<[0.5, 0.25]> : tensor<2xf32>} : tensor<2xf32>
  %none = graph.none : () -> none
  %k = graph.compress %x, %c {axis = 0 : i64} : (tensor<6x2xf32>, tensor<6xi1>) -> tensor<?x2xf32>
  %q = graph.quantize_linear %k, %scale, %none {to = ui8} : (tensor<?x2xf32>, tensor<f32>, none) -> tensor<?x2xui8>
  %y = graph.dequantize_linear %q, %scales, %zero {axis = 1 : i64, to = f32} : (tensor<?x2xui8>, tensor<2xf32>, tensor<2xui8>) -> tensor<?x2xf32>
  return %y : tensor<?x2xf32>
}

// CHECK-LABEL: func.func @quantized_by_row
// CHECK: graph.quantize_linear {{.*}} -> tensor<?x2xui8>
func.func @quantized_by_row(%x: tensor<6x2xf32>, %c: tensor<6xi1>, %scales: tensor<?xf32>) -> tensor<?x2xui8> {
  %none = graph.none : () -> none
  %k = graph.compress %x, %c {axis = 0 : i64} : (tensor<6x2xf32>, tensor<6xi1>) -> tensor<?x2xf32>
  %q = graph.quantize_linear %k, %scales, %none {axis = 0 : i64, to = ui8} : (tensor<?x2xf32>, tensor<?xf32>, none) -> tensor<?x2xui8>
  return %q : tensor<?x2xui8>
}

// What is not there counts nothing.
// CHECK-LABEL: func.func @sum
// CHECK: graph.where {{.*}} -> tensor<6x2xf32>
// CHECK: %[[Y:.*]] = graph.reduce_sum {{.*}} -> tensor<1x1xf32>
// CHECK: return %[[Y]]
func.func @sum(%x: tensor<6x2xf32>, %c: tensor<6xi1>) -> tensor<1x1xf32> {
  %none = graph.none : () -> none
  %k = graph.compress %x, %c {axis = 0 : i64} : (tensor<6x2xf32>, tensor<6xi1>) -> tensor<?x2xf32>
  %y = graph.reduce_sum %k, %none : (tensor<?x2xf32>, none) -> tensor<1x1xf32>
  return %y : tensor<1x1xf32>
}

// No bound is known of a size that is not known.
// CHECK-LABEL: func.func @open
// CHECK: graph.non_zero
func.func @open(%x: tensor<?x3xf32>) -> tensor<2x?xi64> {
  %y = graph.non_zero %x : (tensor<?x3xf32>) -> tensor<2x?xi64>
  return %y : tensor<2x?xi64>
}

// Strings stay with the host.
// CHECK-LABEL: func.func @strings
// CHECK: graph.unique
func.func @strings(%x: tensor<3x!graph.string>) -> tensor<?x!graph.string> {
  %y:4 = graph.unique %x : (tensor<3x!graph.string>) -> (tensor<?x!graph.string>, tensor<?xi64>, tensor<3xi64>, tensor<?xi64>)
  return %y#0 : tensor<?x!graph.string>
}
