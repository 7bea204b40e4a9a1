// RUN: ingot-opt %s --graph-simplify-reshapes | FileCheck %s

// CHECK-LABEL: func.func @forms
// CHECK-SAME:  (%[[X:.*]]: tensor<2x1x3xf32>)
// CHECK: %[[T:.*]] = graph.constant {value = dense<6>
// CHECK: %[[Y:.*]] = graph.reshape %[[X]], %[[T]] : (tensor<2x1x3xf32>, tensor<1xi64>) -> tensor<6xf32>
// CHECK-NEXT: return %[[Y]]
func.func @forms(%x: tensor<2x1x3xf32>) -> tensor<6xf32> {
  %one = graph.constant {value = dense<1> : tensor<1xi64>} : tensor<1xi64>
  %zero = graph.constant {value = dense<0> : tensor<1xi64>} : tensor<1xi64>
  %minus = graph.constant {value = dense<-1> : tensor<1xi64>} : tensor<1xi64>
  %a = graph.squeeze %x, %one : (tensor<2x1x3xf32>, tensor<1xi64>) -> tensor<2x3xf32>
  %b = graph.unsqueeze %a, %zero : (tensor<2x3xf32>, tensor<1xi64>) -> tensor<1x2x3xf32>
  %c = graph.flatten %b {axis = 1 : i64} : (tensor<1x2x3xf32>) -> tensor<1x6xf32>
  %d = graph.reshape %c, %minus : (tensor<1x6xf32>, tensor<1xi64>) -> tensor<6xf32>
  return %d : tensor<6xf32>
}

// CHECK-LABEL: func.func @back
// CHECK-SAME:  (%[[X:.*]]: tensor<?x3xf32>)
// CHECK: return %[[X]]
func.func @back(%x: tensor<?x3xf32>) -> tensor<?x3xf32> {
  %one = graph.constant {value = dense<1> : tensor<1xi64>} : tensor<1xi64>
  %a = graph.unsqueeze %x, %one : (tensor<?x3xf32>, tensor<1xi64>) -> tensor<?x1x3xf32>
  %b = graph.squeeze %a, %one : (tensor<?x1x3xf32>, tensor<1xi64>) -> tensor<?x3xf32>
  return %b : tensor<?x3xf32>
}

// The type says where a computed target leads.
// CHECK-LABEL: func.func @computed
// CHECK: %[[T:.*]] = graph.constant {value = dense<[-1, 2, 4]>
// CHECK: graph.reshape %{{.*}}, %[[T]]
func.func @computed(%x: tensor<?x8xf32>, %t: tensor<3xi64>) -> tensor<?x2x4xf32> {
  %y = graph.reshape %x, %t : (tensor<?x8xf32>, tensor<3xi64>) -> tensor<?x2x4xf32>
  return %y : tensor<?x2x4xf32>
}

// An empty dimension beside an unknown one does not tell which it is; two unknown ones neither.
// CHECK-LABEL: func.func @unknown
// CHECK-SAME:  tensor<?x?xf32>, %[[T:.*]]: tensor<2xi64>
// CHECK: graph.reshape %{{.*}}, %[[T]] {{.*}} -> tensor<?x0xf32>
// CHECK: graph.reshape %{{.*}}, %[[T]] {{.*}} -> tensor<?x?xf32>
func.func @unknown(%x: tensor<?x0xf32>, %z: tensor<?x?xf32>, %t: tensor<2xi64>) -> (tensor<?x0xf32>, tensor<?x?xf32>) {
  %y = graph.reshape %x, %t : (tensor<?x0xf32>, tensor<2xi64>) -> tensor<?x0xf32>
  %w = graph.reshape %z, %t : (tensor<?x?xf32>, tensor<2xi64>) -> tensor<?x?xf32>
  return %y, %w : tensor<?x0xf32>, tensor<?x?xf32>
}

// CHECK-LABEL: func.func @empty
// CHECK: graph.reshape {{.*}}allowzero = true{{.*}} -> tensor<0x3x1xf32>
func.func @empty(%x: tensor<0x3xf32>) -> tensor<0x3x1xf32> {
  %t = graph.constant {value = dense<[0, 3, 1]> : tensor<3xi64>} : tensor<3xi64>
  %y = graph.reshape %x, %t : (tensor<0x3xf32>, tensor<3xi64>) -> tensor<0x3x1xf32>
  return %y : tensor<0x3x1xf32>
}
