// leaky_relu from max, where and prelu.
// RUN: ingot-opt %s --graph-raise-leaky-relu | FileCheck %s

// CHECK-LABEL: func.func @max
// CHECK-NEXT: graph.leaky_relu %arg0 {alpha = 1.000000e-01 : f32}
func.func @max(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = graph.constant {value = dense<0.1> : tensor<f32>} : tensor<f32>
  %1 = graph.mul %x, %0 : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  %2 = graph.max %x, %1 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return %2 : tensor<2x3xf32>
}

// CHECK-LABEL: func.func @max_of_quotient
// CHECK-NEXT: graph.leaky_relu %arg0 {alpha = 2.500000e-01 : f32}
func.func @max_of_quotient(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = graph.constant {value = dense<4.0> : tensor<f32>} : tensor<f32>
  %1 = graph.div %x, %0 : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  %2 = graph.max %1, %x : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return %2 : tensor<2x3xf32>
}

// CHECK-LABEL: func.func @where_above
// CHECK-NEXT: graph.leaky_relu %arg0 {alpha = -3.000000e+00 : f32}
func.func @where_above(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = graph.constant {value = dense<0.0> : tensor<f32>} : tensor<f32>
  %1 = graph.greater %x, %0 : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xi1>
  %2 = graph.constant {value = dense<-3.0> : tensor<f32>} : tensor<f32>
  %3 = graph.mul %2, %x : (tensor<f32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  %4 = graph.where %1, %x, %3 : (tensor<2x3xi1>, tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return %4 : tensor<2x3xf32>
}

// CHECK-LABEL: func.func @where_below
// CHECK-NEXT: graph.leaky_relu %arg0 {alpha = 2.000000e-01 : f32}
func.func @where_below(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = graph.constant {value = dense<0.0> : tensor<f32>} : tensor<f32>
  %1 = graph.greater_or_equal %0, %x : (tensor<f32>, tensor<2x3xf32>) -> tensor<2x3xi1>
  %2 = graph.constant {value = dense<0.2> : tensor<f32>} : tensor<f32>
  %3 = graph.mul %2, %x : (tensor<f32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  %4 = graph.where %1, %3, %x : (tensor<2x3xi1>, tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return %4 : tensor<2x3xf32>
}

// CHECK-LABEL: func.func @prelu
// CHECK-NEXT: graph.leaky_relu %arg0 {alpha = 2.500000e-01 : f32}
func.func @prelu(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = graph.constant {value = dense<0.25> : tensor<3xf32>} : tensor<3xf32>
  %1 = graph.prelu %x, %0 : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  return %1 : tensor<2x3xf32>
}

// 2 x is the larger one above 0.
// CHECK-LABEL: func.func @steep
// CHECK-NOT: graph.leaky_relu
// CHECK: graph.max
func.func @steep(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = graph.constant {value = dense<2.0> : tensor<f32>} : tensor<f32>
  %1 = graph.mul %x, %0 : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  %2 = graph.max %x, %1 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return %2 : tensor<2x3xf32>
}

// The wrong way round.
// CHECK-LABEL: func.func @where_turned
// CHECK-NOT: graph.leaky_relu
// CHECK: graph.where
func.func @where_turned(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = graph.constant {value = dense<0.0> : tensor<f32>} : tensor<f32>
  %1 = graph.less %x, %0 : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xi1>
  %2 = graph.constant {value = dense<0.2> : tensor<f32>} : tensor<f32>
  %3 = graph.mul %2, %x : (tensor<f32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  %4 = graph.where %1, %x, %3 : (tensor<2x3xi1>, tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return %4 : tensor<2x3xf32>
}

// Compared with 1.
// CHECK-LABEL: func.func @where_one
// CHECK-NOT: graph.leaky_relu
// CHECK: graph.where
func.func @where_one(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = graph.constant {value = dense<1.0> : tensor<f32>} : tensor<f32>
  %1 = graph.greater %x, %0 : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xi1>
  %2 = graph.constant {value = dense<0.2> : tensor<f32>} : tensor<f32>
  %3 = graph.mul %2, %x : (tensor<f32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  %4 = graph.where %1, %x, %3 : (tensor<2x3xi1>, tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return %4 : tensor<2x3xf32>
}

// A slope for each channel.
// CHECK-LABEL: func.func @prelu_channels
// CHECK-NOT: graph.leaky_relu
// CHECK: graph.prelu
func.func @prelu_channels(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = graph.constant {value = dense<[0.1, 0.2, 0.3]> : tensor<3xf32>} : tensor<3xf32>
  %1 = graph.prelu %x, %0 : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  return %1 : tensor<2x3xf32>
}
