// softmax and log_softmax from exponentials and sums.
// RUN: ingot-opt %s --graph-raise-softmax | FileCheck %s

// CHECK-LABEL: func.func @plain
// CHECK-NEXT: %[[Y:.*]] = graph.softmax %arg0 {axis = 2 : i64} 
// CHECK-NEXT: return %[[Y]]
func.func @plain(%x: tensor<2x3x4xf32>) -> tensor<2x3x4xf32> {
  %0 = graph.exp %x : (tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
  %1 = graph.constant {value = dense<[2]> : tensor<1xi64>} : tensor<1xi64>
  %2 = graph.reduce_sum %0, %1 : (tensor<2x3x4xf32>, tensor<1xi64>) -> tensor<2x3x1xf32>
  %3 = graph.div %0, %2 : (tensor<2x3x4xf32>, tensor<2x3x1xf32>) -> tensor<2x3x4xf32>
  return %3 : tensor<2x3x4xf32>
}

// CHECK-LABEL: func.func @shifted
// CHECK-NEXT: graph.softmax %arg0 {axis = 1 : i64} 
func.func @shifted(%x: tensor<2x3x4xf32>) -> tensor<2x3x4xf32> {
  %0 = graph.constant {value = dense<[-2]> : tensor<1xi64>} : tensor<1xi64>
  %1 = graph.reduce_max %x, %0 : (tensor<2x3x4xf32>, tensor<1xi64>) -> tensor<2x1x4xf32>
  %2 = graph.sub %x, %1 : (tensor<2x3x4xf32>, tensor<2x1x4xf32>) -> tensor<2x3x4xf32>
  %3 = graph.exp %2 : (tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
  %4 = graph.constant {value = dense<[1]> : tensor<1xi64>} : tensor<1xi64>
  %5 = graph.reduce_sum %3, %4 : (tensor<2x3x4xf32>, tensor<1xi64>) -> tensor<2x1x4xf32>
  %6 = graph.div %3, %5 : (tensor<2x3x4xf32>, tensor<2x1x4xf32>) -> tensor<2x3x4xf32>
  return %6 : tensor<2x3x4xf32>
}

// Two axes, dropped and put back, and multiplication by the inverse.
// CHECK-LABEL: func.func @two_axes
// CHECK-NEXT: graph.softmax %arg0 {axis = 1 : i64, count = 2 : i64}
func.func @two_axes(%x: tensor<2x3x4xf32>) -> tensor<2x3x4xf32> {
  %0 = graph.exp %x : (tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
  %1 = graph.constant {value = dense<[1, 2]> : tensor<2xi64>} : tensor<2xi64>
  %2 = graph.reduce_sum %0, %1 {keepdims = false} : (tensor<2x3x4xf32>, tensor<2xi64>) -> tensor<2xf32>
  %3 = graph.constant {value = dense<[1, 2]> : tensor<2xi64>} : tensor<2xi64>
  %4 = graph.unsqueeze %2, %3 : (tensor<2xf32>, tensor<2xi64>) -> tensor<2x1x1xf32>
  %5 = graph.reciprocal %4 : (tensor<2x1x1xf32>) -> tensor<2x1x1xf32>
  %6 = graph.mul %5, %0 : (tensor<2x1x1xf32>, tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
  return %6 : tensor<2x3x4xf32>
}

// CHECK-LABEL: func.func @log_of_softmax
// CHECK-NEXT: graph.log_softmax %arg0 {axis = 2 : i64}
func.func @log_of_softmax(%x: tensor<2x3x4xf32>) -> tensor<2x3x4xf32> {
  %0 = graph.softmax %x {axis = 2 : i64} : (tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
  %1 = graph.log %0 : (tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
  return %1 : tensor<2x3x4xf32>
}

// CHECK-LABEL: func.func @log_sum_exp
// CHECK-NEXT: graph.log_softmax %arg0 {axis = 2 : i64}
func.func @log_sum_exp(%x: tensor<2x3x4xf32>) -> tensor<2x3x4xf32> {
  %0 = graph.exp %x : (tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
  %1 = graph.constant {value = dense<[2]> : tensor<1xi64>} : tensor<1xi64>
  %2 = graph.reduce_sum %0, %1 : (tensor<2x3x4xf32>, tensor<1xi64>) -> tensor<2x3x1xf32>
  %3 = graph.log %2 : (tensor<2x3x1xf32>) -> tensor<2x3x1xf32>
  %4 = graph.sub %x, %3 : (tensor<2x3x4xf32>, tensor<2x3x1xf32>) -> tensor<2x3x4xf32>
  return %4 : tensor<2x3x4xf32>
}

// CHECK-LABEL: func.func @shifted_log_sum_exp
// CHECK-NEXT: graph.log_softmax %arg0 {axis = 2 : i64}
func.func @shifted_log_sum_exp(%x: tensor<2x3x4xf32>) -> tensor<2x3x4xf32> {
  %0 = graph.constant {value = dense<[2]> : tensor<1xi64>} : tensor<1xi64>
  %1 = graph.reduce_max %x, %0 : (tensor<2x3x4xf32>, tensor<1xi64>) -> tensor<2x3x1xf32>
  %2 = graph.sub %x, %1 : (tensor<2x3x4xf32>, tensor<2x3x1xf32>) -> tensor<2x3x4xf32>
  %3 = graph.constant {value = dense<[2]> : tensor<1xi64>} : tensor<1xi64>
  %4 = graph.reduce_log_sum_exp %2, %3 : (tensor<2x3x4xf32>, tensor<1xi64>) -> tensor<2x3x1xf32>
  %5 = graph.sub %2, %4 : (tensor<2x3x4xf32>, tensor<2x3x1xf32>) -> tensor<2x3x4xf32>
  return %5 : tensor<2x3x4xf32>
}

// Axes that are not neighbours.
// CHECK-LABEL: func.func @apart
// CHECK-NOT: graph.softmax
// CHECK: graph.div
func.func @apart(%x: tensor<2x3x4xf32>) -> tensor<2x3x4xf32> {
  %0 = graph.exp %x : (tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
  %1 = graph.constant {value = dense<[0, 2]> : tensor<2xi64>} : tensor<2xi64>
  %2 = graph.reduce_sum %0, %1 : (tensor<2x3x4xf32>, tensor<2xi64>) -> tensor<1x3x1xf32>
  %3 = graph.div %0, %2 : (tensor<2x3x4xf32>, tensor<1x3x1xf32>) -> tensor<2x3x4xf32>
  return %3 : tensor<2x3x4xf32>
}

// The sum of something else.
// CHECK-LABEL: func.func @other_sum
// CHECK-NOT: graph.softmax
// CHECK: graph.div
func.func @other_sum(%x: tensor<2x3x4xf32>) -> tensor<2x3x4xf32> {
  %0 = graph.exp %x : (tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
  %1 = graph.constant {value = dense<[2]> : tensor<1xi64>} : tensor<1xi64>
  %2 = graph.reduce_sum %x, %1 : (tensor<2x3x4xf32>, tensor<1xi64>) -> tensor<2x3x1xf32>
  %3 = graph.div %0, %2 : (tensor<2x3x4xf32>, tensor<2x3x1xf32>) -> tensor<2x3x4xf32>
  return %3 : tensor<2x3x4xf32>
}

// The largest along another axis.
// CHECK-LABEL: func.func @other_max
// CHECK: graph.sub
// CHECK: graph.softmax
func.func @other_max(%x: tensor<2x3x4xf32>) -> tensor<2x3x4xf32> {
  %0 = graph.constant {value = dense<[1]> : tensor<1xi64>} : tensor<1xi64>
  %1 = graph.reduce_max %x, %0 : (tensor<2x3x4xf32>, tensor<1xi64>) -> tensor<2x1x4xf32>
  %2 = graph.sub %x, %1 : (tensor<2x3x4xf32>, tensor<2x1x4xf32>) -> tensor<2x3x4xf32>
  %3 = graph.softmax %2 {axis = 2 : i64} : (tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
  return %3 : tensor<2x3x4xf32>
}

// The sums of the rows divide the columns.
// CHECK-LABEL: func.func @not_put_back
// CHECK-NOT: graph.softmax
// CHECK: graph.div
func.func @not_put_back(%x: tensor<3x3xf32>) -> tensor<3x3xf32> {
  %0 = graph.exp %x : (tensor<3x3xf32>) -> tensor<3x3xf32>
  %1 = graph.constant {value = dense<[1]> : tensor<1xi64>} : tensor<1xi64>
  %2 = graph.reduce_sum %0, %1 {keepdims = false} : (tensor<3x3xf32>, tensor<1xi64>) -> tensor<3xf32>
  %3 = graph.div %0, %2 : (tensor<3x3xf32>, tensor<3xf32>) -> tensor<3x3xf32>
  return %3 : tensor<3x3xf32>
}
