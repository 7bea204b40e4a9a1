// RUN: ingot-opt %s --graph-move-conversions | FileCheck %s

// CHECK-LABEL: func.func @widened
// CHECK-SAME:  (%[[Q:.*]]: tensor<2x3xi8>
// CHECK: %[[T:.*]] = graph.transpose %[[Q]]{{.*}} -> tensor<3x2xi8>
// CHECK: %[[R:.*]] = graph.reshape %[[T]]{{.*}} -> tensor<6xi8>
// CHECK: graph.dequantize_linear %[[R]]
func.func @widened(%q: tensor<2x3xi8>, %s: tensor<f32>) -> tensor<6xf32> {
  %n = graph.none : () -> none
  %six = graph.constant {value = dense<6> : tensor<1xi64>} : tensor<1xi64>
  %d = graph.dequantize_linear %q, %s, %n {to = f32, axis = 1 : i64} : (tensor<2x3xi8>, tensor<f32>, none) -> tensor<2x3xf32>
  %t = graph.transpose %d {perm = array<i64: 1, 0>} : (tensor<2x3xf32>) -> tensor<3x2xf32>
  %r = graph.reshape %t, %six : (tensor<3x2xf32>, tensor<1xi64>) -> tensor<6xf32>
  return %r : tensor<6xf32>
}

// CHECK-LABEL: func.func @narrowed
// CHECK: %[[Q:.*]] = graph.quantize_linear %{{.*}} -> tensor<2x3xi8>
// CHECK: graph.transpose %[[Q]]
func.func @narrowed(%x: tensor<2x3xf32>, %s: tensor<f32>) -> tensor<3x2xi8> {
  %n = graph.none : () -> none
  %t = graph.transpose %x {perm = array<i64: 1, 0>} : (tensor<2x3xf32>) -> tensor<3x2xf32>
  %q = graph.quantize_linear %t, %s, %n {to = i8} : (tensor<3x2xf32>, tensor<f32>, none) -> tensor<3x2xi8>
  return %q : tensor<3x2xi8>
}

// CHECK-LABEL: func.func @concats
// CHECK-COUNT-2: graph.quantize_linear
// CHECK: graph.concat {{.*}} -> tensor<4xi8>
// CHECK: %[[C:.*]] = graph.concat {{.*}} -> tensor<4xui8>
// CHECK: graph.dequantize_linear %[[C]]
func.func @concats(%x: tensor<2xf32>, %y: tensor<2xf32>, %p: tensor<2xui8>, %s: tensor<f32>) -> (tensor<4xi8>, tensor<4xf32>) {
  %n = graph.none : () -> none
  %c = graph.concat %x, %y {axis = 0 : i64} : (tensor<2xf32>, tensor<2xf32>) -> tensor<4xf32>
  %q = graph.quantize_linear %c, %s, %n {to = i8} : (tensor<4xf32>, tensor<f32>, none) -> tensor<4xi8>
  %d = graph.dequantize_linear %p, %s, %n {to = f32} : (tensor<2xui8>, tensor<f32>, none) -> tensor<2xf32>
  %e = graph.dequantize_linear %p, %s, %n {to = f32} : (tensor<2xui8>, tensor<f32>, none) -> tensor<2xf32>
  %f = graph.concat %d, %e {axis = 0 : i64} : (tensor<2xf32>, tensor<2xf32>) -> tensor<4xf32>
  return %q, %f : tensor<4xi8>, tensor<4xf32>
}

// A slice comes before any cast, since less is cast; not where the whole is needed, too.
// CHECK-LABEL: func.func @slices
// CHECK: graph.slice {{.*}} -> tensor<1xf32>
// CHECK: graph.cast {{.*}} -> tensor<1xi8>
// CHECK: %[[W:.*]] = graph.cast {{.*}} -> tensor<4xf64>
// CHECK: graph.slice %[[W]]
func.func @slices(%x: tensor<4xf32>) -> (tensor<1xi8>, tensor<4xf64>, tensor<1xf64>) {
  %n = graph.none : () -> none
  %zero = graph.constant {value = dense<0> : tensor<1xi64>} : tensor<1xi64>
  %one = graph.constant {value = dense<1> : tensor<1xi64>} : tensor<1xi64>
  %a = graph.cast %x {to = i8} : (tensor<4xf32>) -> tensor<4xi8>
  %b = graph.slice %a, %zero, %one, %n, %n : (tensor<4xi8>, tensor<1xi64>, tensor<1xi64>, none, none) -> tensor<1xi8>
  %c = graph.cast %x {to = f64} : (tensor<4xf32>) -> tensor<4xf64>
  %d = graph.slice %c, %zero, %one, %n, %n : (tensor<4xf64>, tensor<1xi64>, tensor<1xi64>, none, none) -> tensor<1xf64>
  return %b, %c, %d : tensor<1xi8>, tensor<4xf64>, tensor<1xf64>
}

// Scales of their own for each channel know the axis by its place; different scales are different.
// CHECK-LABEL: func.func @stay
// CHECK: %[[D:.*]] = graph.dequantize_linear
// CHECK: graph.transpose %[[D]]
// CHECK: %[[E:.*]] = graph.dequantize_linear
// CHECK: %[[F:.*]] = graph.dequantize_linear
// CHECK: graph.concat %[[E]], %[[F]]
func.func @stay(%q: tensor<2x3xi8>, %p: tensor<2xi8>, %v: tensor<3xf32>, %s: tensor<f32>, %t: tensor<f32>) -> (tensor<3x2xf32>, tensor<4xf32>) {
  %n = graph.none : () -> none
  %d = graph.dequantize_linear %q, %v, %n {to = f32, axis = 1 : i64} : (tensor<2x3xi8>, tensor<3xf32>, none) -> tensor<2x3xf32>
  %u = graph.transpose %d {perm = array<i64: 1, 0>} : (tensor<2x3xf32>) -> tensor<3x2xf32>
  %e = graph.dequantize_linear %p, %s, %n {to = f32} : (tensor<2xi8>, tensor<f32>, none) -> tensor<2xf32>
  %f = graph.dequantize_linear %p, %t, %n {to = f32} : (tensor<2xi8>, tensor<f32>, none) -> tensor<2xf32>
  %c = graph.concat %e, %f {axis = 0 : i64} : (tensor<2xf32>, tensor<2xf32>) -> tensor<4xf32>
  return %u, %c : tensor<3x2xf32>, tensor<4xf32>
}
