// RUN: ingot-opt %s --graph-simplify-casts | FileCheck %s

// CHECK-LABEL: func.func @there_and_back
// CHECK-SAME:  (%[[X:.*]]: tensor<2xf16>)
// CHECK: return %[[X]]
func.func @there_and_back(%x: tensor<2xf16>) -> tensor<2xf16> {
  %a = graph.cast %x {to = f32} : (tensor<2xf16>) -> tensor<2xf32>
  %b = graph.cast %a {to = f16} : (tensor<2xf32>) -> tensor<2xf16>
  return %b : tensor<2xf16>
}

// CHECK-LABEL: func.func @through_wider
// CHECK-SAME:  (%[[I:.*]]: tensor<2xui8>, %[[B:.*]]: tensor<2xi1>)
// CHECK: graph.cast %[[I]] {{.*}}to = f64
// CHECK: graph.cast %[[B]] {{.*}}to = i64
func.func @through_wider(%i: tensor<2xui8>, %b: tensor<2xi1>) -> (tensor<2xf64>, tensor<2xi64>) {
  %c = graph.cast %i {to = i32} : (tensor<2xui8>) -> tensor<2xi32>
  %d = graph.cast %c {to = f64} : (tensor<2xi32>) -> tensor<2xf64>
  %e = graph.cast %b {to = f32} : (tensor<2xi1>) -> tensor<2xf32>
  %f = graph.cast %e {to = i64} : (tensor<2xf32>) -> tensor<2xi64>
  return %d, %f : tensor<2xf64>, tensor<2xi64>
}

// What the first cast loses stays lost: digits, fractions, signs, and the digits of a text.
// CHECK-LABEL: func.func @lossy
// CHECK-COUNT-8: graph.cast
func.func @lossy(%x: tensor<2xf32>, %i: tensor<2xi32>, %s: tensor<2xi8>, %h: tensor<2xf16>) -> (tensor<2xf32>, tensor<2xi32>, tensor<2xi32>, tensor<2x!graph.string>) {
  %a = graph.cast %x {to = f16} : (tensor<2xf32>) -> tensor<2xf16>
  %b = graph.cast %a {to = f32} : (tensor<2xf16>) -> tensor<2xf32>
  %c = graph.cast %i {to = f32} : (tensor<2xi32>) -> tensor<2xf32>
  %d = graph.cast %c {to = i32} : (tensor<2xf32>) -> tensor<2xi32>
  %e = graph.cast %s {to = ui8} : (tensor<2xi8>) -> tensor<2xui8>
  %f = graph.cast %e {to = i32} : (tensor<2xui8>) -> tensor<2xi32>
  %g = graph.cast %h {to = f32} : (tensor<2xf16>) -> tensor<2xf32>
  %t = graph.cast %g {to = !graph.string} : (tensor<2xf32>) -> tensor<2x!graph.string>
  return %b, %d, %f, %t : tensor<2xf32>, tensor<2xi32>, tensor<2xi32>, tensor<2x!graph.string>
}
