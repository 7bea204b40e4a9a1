// RUN: ingot-opt %s --graph-simplify-quantization | FileCheck %s

// CHECK-LABEL: func.func @there_and_back
// CHECK-SAME:  (%[[Q:.*]]: tensor<4xi8>)
// CHECK: return %[[Q]]
func.func @there_and_back(%q: tensor<4xi8>) -> tensor<4xi8> {
  %s = graph.constant {value = dense<0.1> : tensor<f32>} : tensor<f32>
  %z = graph.constant {value = dense<3> : tensor<i8>} : tensor<i8>
  %d = graph.dequantize_linear %q, %s, %z {to = f32} : (tensor<4xi8>, tensor<f32>, tensor<i8>) -> tensor<4xf32>
  %y = graph.quantize_linear %d, %s, %z {to = i8} : (tensor<4xf32>, tensor<f32>, tensor<i8>) -> tensor<4xi8>
  return %y : tensor<4xi8>
}

// The other way round rounds. Other parameters are another number. A scale that is not known, or so
// small that the product has no digits left, may lose what it multiplies; so may bf16.
// CHECK-LABEL: func.func @not_back
// CHECK-COUNT-10: graph.{{(de)?}}quantize_linear
func.func @not_back(%x: tensor<4xf32>, %q: tensor<4xi8>, %u: tensor<f32>) -> (tensor<4xf32>, tensor<4xi8>, tensor<4xi8>, tensor<4xi8>, tensor<4xi8>) {
  %n = graph.none : () -> none
  %s = graph.constant {value = dense<0.1> : tensor<f32>} : tensor<f32>
  %t = graph.constant {value = dense<0.2> : tensor<f32>} : tensor<f32>
  %w = graph.constant {value = dense<1.0e-44> : tensor<f32>} : tensor<f32>
  %h = graph.constant {value = dense<0.1> : tensor<bf16>} : tensor<bf16>
  %a = graph.quantize_linear %x, %s, %n {to = i8} : (tensor<4xf32>, tensor<f32>, none) -> tensor<4xi8>
  %b = graph.dequantize_linear %a, %s, %n {to = f32} : (tensor<4xi8>, tensor<f32>, none) -> tensor<4xf32>
  %c = graph.dequantize_linear %q, %s, %n {to = f32} : (tensor<4xi8>, tensor<f32>, none) -> tensor<4xf32>
  %d = graph.quantize_linear %c, %t, %n {to = i8} : (tensor<4xf32>, tensor<f32>, none) -> tensor<4xi8>
  %e = graph.dequantize_linear %q, %u, %n {to = f32} : (tensor<4xi8>, tensor<f32>, none) -> tensor<4xf32>
  %f = graph.quantize_linear %e, %u, %n {to = i8} : (tensor<4xf32>, tensor<f32>, none) -> tensor<4xi8>
  %g = graph.dequantize_linear %q, %w, %n {to = f32} : (tensor<4xi8>, tensor<f32>, none) -> tensor<4xf32>
  %i = graph.quantize_linear %g, %w, %n {to = i8} : (tensor<4xf32>, tensor<f32>, none) -> tensor<4xi8>
  %j = graph.dequantize_linear %q, %h, %n {to = bf16} : (tensor<4xi8>, tensor<bf16>, none) -> tensor<4xbf16>
  %k = graph.quantize_linear %j, %h, %n {to = i8} : (tensor<4xbf16>, tensor<bf16>, none) -> tensor<4xi8>
  return %b, %d, %f, %i, %k : tensor<4xf32>, tensor<4xi8>, tensor<4xi8>, tensor<4xi8>, tensor<4xi8>
}

// Saturation at 0, the zero point, is a relu; at -128 with the zero point in the middle it is not.
// CHECK-LABEL: func.func @relu
// CHECK-SAME:  (%[[X:.*]]: tensor<4xf32>)
// CHECK: %[[R:.*]] = graph.relu %[[X]]
// CHECK: graph.quantize_linear %[[X]]{{.*}} -> tensor<4xui8>
// CHECK: graph.quantize_linear %[[R]]{{.*}} -> tensor<4xi8>
func.func @relu(%x: tensor<4xf32>) -> (tensor<4xui8>, tensor<4xi8>) {
  %n = graph.none : () -> none
  %s = graph.constant {value = dense<0.1> : tensor<f32>} : tensor<f32>
  %r = graph.relu %x : (tensor<4xf32>) -> tensor<4xf32>
  %q = graph.quantize_linear %r, %s, %n {to = ui8} : (tensor<4xf32>, tensor<f32>, none) -> tensor<4xui8>
  %p = graph.quantize_linear %r, %s, %n {to = i8} : (tensor<4xf32>, tensor<f32>, none) -> tensor<4xi8>
  return %q, %p : tensor<4xui8>, tensor<4xi8>
}

// 6 / 0.02 is beyond 255, 6 / 0.1 is not.
// CHECK-LABEL: func.func @clip
// CHECK-SAME:  (%[[X:.*]]: tensor<4xf32>)
// CHECK: %[[M:.*]] = graph.min %[[X]]
// CHECK: graph.quantize_linear %[[X]]
// CHECK: graph.quantize_linear %[[M]]
func.func @clip(%x: tensor<4xf32>) -> (tensor<4xui8>, tensor<4xui8>) {
  %n = graph.none : () -> none
  %six = graph.constant {value = dense<6.0> : tensor<f32>} : tensor<f32>
  %s = graph.constant {value = dense<0.02> : tensor<f32>} : tensor<f32>
  %t = graph.constant {value = dense<0.1> : tensor<f32>} : tensor<f32>
  %m = graph.min %x, %six : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %q = graph.quantize_linear %m, %s, %n {to = ui8} : (tensor<4xf32>, tensor<f32>, none) -> tensor<4xui8>
  %p = graph.quantize_linear %m, %t, %n {to = ui8} : (tensor<4xf32>, tensor<f32>, none) -> tensor<4xui8>
  return %q, %p : tensor<4xui8>, tensor<4xui8>
}
