// RUN: ingot-opt %s --graph-absorb-expand | FileCheck %s

// CHECK-LABEL: func.func @absorbed
// CHECK-SAME:  (%[[X:.*]]: tensor<3xf32>, %[[Y:.*]]: tensor<2x3xf32>, %[[A:.*]]: tensor<1x2x3xf32>, %[[B:.*]]: tensor<5x3x4xf32>)
// CHECK-NOT: graph.expand
// CHECK: graph.add %[[X]], %[[Y]]
// CHECK: graph.matmul %[[A]], %[[B]]
func.func @absorbed(%x: tensor<3xf32>, %y: tensor<2x3xf32>, %a: tensor<1x2x3xf32>, %b: tensor<5x3x4xf32>) -> (tensor<2x3xf32>, tensor<5x2x4xf32>) {
  %s = graph.constant {value = dense<[2, 3]> : tensor<2xi64>} : tensor<2xi64>
  %t = graph.constant {value = dense<[5, 2, 3]> : tensor<3xi64>} : tensor<3xi64>
  %e = graph.expand %x, %s : (tensor<3xf32>, tensor<2xi64>) -> tensor<2x3xf32>
  %z = graph.add %e, %y : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  %f = graph.expand %a, %t : (tensor<1x2x3xf32>, tensor<3xi64>) -> tensor<5x2x3xf32>
  %m = graph.matmul %f, %b : (tensor<5x2x3xf32>, tensor<5x3x4xf32>) -> tensor<5x2x4xf32>
  return %z, %m : tensor<2x3xf32>, tensor<5x2x4xf32>
}

// CHECK-LABEL: func.func @below
// CHECK: %[[R:.*]] = graph.exp %{{.*}} : (tensor<3xf32>)
// CHECK: graph.expand %[[R]]
func.func @below(%x: tensor<3xf32>) -> tensor<2x3xf32> {
  %s = graph.constant {value = dense<[2, 3]> : tensor<2xi64>} : tensor<2xi64>
  %e = graph.expand %x, %s : (tensor<3xf32>, tensor<2xi64>) -> tensor<2x3xf32>
  %z = graph.exp %e : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return %z : tensor<2x3xf32>
}

// CHECK-LABEL: func.func @twice
// CHECK-SAME:  (%[[X:.*]]: tensor<3xf32>,
// CHECK: %[[S:.*]] = graph.constant {value = dense<[4, 2, 3]>
// CHECK: %[[E:.*]] = graph.expand %[[X]], %[[S]]
// CHECK-NEXT: return %[[E]]
func.func @twice(%x: tensor<3xf32>, %t: tensor<3xi64>) -> tensor<4x2x3xf32> {
  %s = graph.constant {value = dense<[2, 3]> : tensor<2xi64>} : tensor<2xi64>
  %e = graph.expand %x, %s : (tensor<3xf32>, tensor<2xi64>) -> tensor<2x3xf32>
  %f = graph.expand %e, %t : (tensor<2x3xf32>, tensor<3xi64>) -> tensor<4x2x3xf32>
  return %f : tensor<4x2x3xf32>
}

// The one that gives the result its shape stays, and so does one of unknown shape.
// CHECK-LABEL: func.func @needed
// CHECK: graph.expand
// CHECK: graph.expand
func.func @needed(%x: tensor<3xf32>, %y: tensor<1x3xf32>, %u: tensor<?x3xf32>, %t: tensor<2xi64>) -> (tensor<2x3xf32>, tensor<?x3xf32>) {
  %s = graph.constant {value = dense<[2, 3]> : tensor<2xi64>} : tensor<2xi64>
  %e = graph.expand %x, %s : (tensor<3xf32>, tensor<2xi64>) -> tensor<2x3xf32>
  %z = graph.add %e, %y : (tensor<2x3xf32>, tensor<1x3xf32>) -> tensor<2x3xf32>
  %f = graph.expand %x, %t : (tensor<3xf32>, tensor<2xi64>) -> tensor<?x3xf32>
  %w = graph.add %f, %u : (tensor<?x3xf32>, tensor<?x3xf32>) -> tensor<?x3xf32>
  return %z, %w : tensor<2x3xf32>, tensor<?x3xf32>
}

// A matrix that is itself repeated, or may be.
// CHECK-LABEL: func.func @matrices
// CHECK-COUNT-2: graph.expand
func.func @matrices(%a: tensor<5x2x?xf32>, %c: tensor<1x3xf32>, %b: tensor<5x3x4xf32>) -> (tensor<5x2x4xf32>, tensor<5x2x4xf32>) {
  %s = graph.constant {value = dense<[5, 2, 3]> : tensor<3xi64>} : tensor<3xi64>
  %e = graph.expand %a, %s : (tensor<5x2x?xf32>, tensor<3xi64>) -> tensor<5x2x3xf32>
  %m = graph.matmul %e, %b : (tensor<5x2x3xf32>, tensor<5x3x4xf32>) -> tensor<5x2x4xf32>
  %f = graph.expand %c, %s : (tensor<1x3xf32>, tensor<3xi64>) -> tensor<5x2x3xf32>
  %n = graph.matmul %f, %b : (tensor<5x2x3xf32>, tensor<5x3x4xf32>) -> tensor<5x2x4xf32>
  return %m, %n : tensor<5x2x4xf32>, tensor<5x2x4xf32>
}

// A number meets what is repeated before it is.
// CHECK-LABEL: func.func @number
// CHECK: %[[M:.*]] = graph.mul {{.*}} -> tensor<1x2x1x3x4xf32>
// CHECK: graph.expand %[[M]], {{.*}} -> tensor<1x2x5x3x4xf32>
func.func @number(%x: tensor<1x2x1x3x4xf32>) -> tensor<1x2x5x3x4xf32> {
  %c = graph.constant {value = dense<0.5> : tensor<f32>} : tensor<f32>
  %shape = graph.constant {value = dense<[1, 2, 5, 3, 4]> : tensor<5xi64>} : tensor<5xi64>
  %e = graph.expand %x, %shape : (tensor<1x2x1x3x4xf32>, tensor<5xi64>) -> tensor<1x2x5x3x4xf32>
  %y = graph.mul %e, %c : (tensor<1x2x5x3x4xf32>, tensor<f32>) -> tensor<1x2x5x3x4xf32>
  return %y : tensor<1x2x5x3x4xf32>
}
