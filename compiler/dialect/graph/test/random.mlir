// Round trip of the random operators.
// RUN: ingot-opt %s | ingot-opt | FileCheck %s

// CHECK-LABEL: func.func @random_uniform
// CHECK: graph.random_uniform %{{.*}} {high = 2.000000e+00 : f32, low = 1.000000e+00 : f32, seed = 7 : i64, to = f16} : (tensor<2xi64>) -> tensor<?x?xf16>
func.func @random_uniform(%shape: tensor<2xi64>) -> tensor<?x?xf16> {
  %r = graph.random_uniform %shape {high = 2.000000e+00 : f32, low = 1.000000e+00 : f32, seed = 7 : i64, to = f16} : (tensor<2xi64>) -> tensor<?x?xf16>
  return %r : tensor<?x?xf16>
}

// CHECK-LABEL: func.func @random_normal
// CHECK: graph.random_normal %{{.*}} {mean = 1.000000e+00 : f32, scale = 2.000000e+00 : f32, to = f64} : (tensor<?xi64>) -> tensor<*xf64>
func.func @random_normal(%shape: tensor<?xi64>) -> tensor<*xf64> {
  %r = graph.random_normal %shape {mean = 1.000000e+00 : f32, scale = 2.000000e+00 : f32, to = f64} : (tensor<?xi64>) -> tensor<*xf64>
  return %r : tensor<*xf64>
}

// CHECK-LABEL: func.func @bernoulli
// CHECK: graph.bernoulli %{{.*}} {to = i1} : (tensor<2x3xf32>) -> tensor<2x3xi1>
func.func @bernoulli(%x: tensor<2x3xf32>) -> tensor<2x3xi1> {
  %r = graph.bernoulli %x {to = i1} : (tensor<2x3xf32>) -> tensor<2x3xi1>
  return %r : tensor<2x3xi1>
}

// CHECK-LABEL: func.func @multinomial
// CHECK: graph.multinomial %{{.*}} {sample_size = 5 : i64, to = i32} : (tensor<2x3xf32>) -> tensor<2x5xi32>
func.func @multinomial(%x: tensor<2x3xf32>) -> tensor<2x5xi32> {
  %r = graph.multinomial %x {sample_size = 5 : i64, to = i32} : (tensor<2x3xf32>) -> tensor<2x5xi32>
  return %r : tensor<2x5xi32>
}

// CHECK-LABEL: func.func @dropout
// CHECK: graph.dropout %{{.*}}, %{{.*}}, %{{.*}} {seed = 3 : i64} : (tensor<2xf32>, none, tensor<i1>) -> (tensor<2xf32>, tensor<2xi1>)
func.func @dropout(%x: tensor<2xf32>, %training: tensor<i1>) -> (tensor<2xf32>, tensor<2xi1>) {
  %none = graph.none : () -> none
  %y, %mask = graph.dropout %x, %none, %training {seed = 3 : i64} : (tensor<2xf32>, none, tensor<i1>) -> (tensor<2xf32>, tensor<2xi1>)
  return %y, %mask : tensor<2xf32>, tensor<2xi1>
}
