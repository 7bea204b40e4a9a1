// RUN: ingot-opt %s --graph-sink-reshapes --cse | FileCheck %s

// CHECK-LABEL: func.func @through
// CHECK-SAME:  (%[[X:.*]]: tensor<2x3xf32>, %[[Y:.*]]: tensor<2x3xf32>)
// CHECK: %[[R:.*]] = graph.relu %[[X]]
// CHECK: %[[S:.*]] = graph.add %[[R]], %[[Y]]
// CHECK: %[[Z:.*]] = graph.reshape %[[S]]
// CHECK-NEXT: return %[[Z]]
func.func @through(%x: tensor<2x3xf32>, %y: tensor<2x3xf32>) -> tensor<6xf32> {
  %t = graph.constant {value = dense<6> : tensor<1xi64>} : tensor<1xi64>
  %a = graph.reshape %x, %t : (tensor<2x3xf32>, tensor<1xi64>) -> tensor<6xf32>
  %b = graph.reshape %y, %t : (tensor<2x3xf32>, tensor<1xi64>) -> tensor<6xf32>
  %r = graph.relu %a : (tensor<6xf32>) -> tensor<6xf32>
  %s = graph.add %r, %b : (tensor<6xf32>, tensor<6xf32>) -> tensor<6xf32>
  return %s : tensor<6xf32>
}

// A constant of one element fits any shape.
// CHECK-LABEL: func.func @single
// CHECK: %[[S:.*]] = graph.mul %arg0
// CHECK: graph.reshape %[[S]]
func.func @single(%x: tensor<2x3xf32>) -> tensor<1x6xf32> {
  %t = graph.constant {value = dense<[1, 6]> : tensor<2xi64>} : tensor<2xi64>
  %c = graph.constant {value = dense<3.0> : tensor<1x1xf32>} : tensor<1x1xf32>
  %a = graph.reshape %x, %t : (tensor<2x3xf32>, tensor<2xi64>) -> tensor<1x6xf32>
  %s = graph.mul %a, %c : (tensor<1x6xf32>, tensor<1x1xf32>) -> tensor<1x6xf32>
  return %s : tensor<1x6xf32>
}

// A row that is repeated is not there before the reshape; different sources neither.
// CHECK-LABEL: func.func @stay
// CHECK: %[[A:.*]] = graph.reshape
// CHECK: graph.add %[[A]]
// CHECK: %[[B:.*]] = graph.reshape
// CHECK: graph.add %{{.*}}, %[[B]]
func.func @stay(%x: tensor<6xf32>, %y: tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<6xf32>) {
  %t = graph.constant {value = dense<[2, 3]> : tensor<2xi64>} : tensor<2xi64>
  %six = graph.constant {value = dense<6> : tensor<1xi64>} : tensor<1xi64>
  %c = graph.constant {value = dense<[1.0, 2.0, 3.0]> : tensor<3xf32>} : tensor<3xf32>
  %a = graph.reshape %x, %t : (tensor<6xf32>, tensor<2xi64>) -> tensor<2x3xf32>
  %s = graph.add %a, %c : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  %b = graph.reshape %y, %six : (tensor<2x3xf32>, tensor<1xi64>) -> tensor<6xf32>
  %u = graph.add %x, %b : (tensor<6xf32>, tensor<6xf32>) -> tensor<6xf32>
  return %s, %u : tensor<2x3xf32>, tensor<6xf32>
}
