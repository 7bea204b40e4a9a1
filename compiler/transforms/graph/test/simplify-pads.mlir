// RUN: ingot-opt %s --graph-simplify-pads | FileCheck %s

// CHECK-LABEL: func.func @nothing
// CHECK-SAME:  (%[[X:.*]]: tensor<?xf32>)
// CHECK: return %[[X]]
func.func @nothing(%x: tensor<?xf32>) -> tensor<?xf32> {
  %n = graph.none : () -> none
  %p = graph.constant {value = dense<0> : tensor<2xi64>} : tensor<2xi64>
  %y = graph.pad %x, %p, %n, %n {mode = "reflect"} : (tensor<?xf32>, tensor<2xi64>, none, none) -> tensor<?xf32>
  return %y : tensor<?xf32>
}

// CHECK-LABEL: func.func @less
// CHECK: graph.slice {{.*}} -> tensor<3x2xf32>
func.func @less(%x: tensor<3x5xf32>) -> tensor<3x2xf32> {
  %n = graph.none : () -> none
  %p = graph.constant {value = dense<[-1, -2]> : tensor<2xi64>} : tensor<2xi64>
  %a = graph.constant {value = dense<-1> : tensor<1xi64>} : tensor<1xi64>
  %y = graph.pad %x, %p, %n, %a : (tensor<3x5xf32>, tensor<2xi64>, none, tensor<1xi64>) -> tensor<3x2xf32>
  return %y : tensor<3x2xf32>
}

// CHECK-LABEL: func.func @merge
// CHECK: %[[P:.*]] = graph.constant {value = dense<[1, 2, 0, 3]>
// CHECK: graph.pad %arg0, %[[P]]
// CHECK-NEXT: return
func.func @merge(%x: tensor<3x5xf32>) -> tensor<4x10xf32> {
  %n = graph.none : () -> none
  %p = graph.constant {value = dense<[1, 0, 0, 1]> : tensor<4xi64>} : tensor<4xi64>
  %q = graph.constant {value = dense<2> : tensor<2xi64>} : tensor<2xi64>
  %a = graph.constant {value = dense<1> : tensor<1xi64>} : tensor<1xi64>
  %y = graph.pad %x, %p, %n, %n : (tensor<3x5xf32>, tensor<4xi64>, none, none) -> tensor<4x6xf32>
  %z = graph.pad %y, %q, %n, %a : (tensor<4x6xf32>, tensor<2xi64>, none, tensor<1xi64>) -> tensor<4x10xf32>
  return %z : tensor<4x10xf32>
}

// Other elements are added, or edges repeated.
// CHECK-LABEL: func.func @different
// CHECK-COUNT-4: graph.pad
func.func @different(%x: tensor<3xf32>) -> (tensor<7xf32>, tensor<7xf32>) {
  %n = graph.none : () -> none
  %p = graph.constant {value = dense<1> : tensor<2xi64>} : tensor<2xi64>
  %v = graph.constant {value = dense<1.0> : tensor<f32>} : tensor<f32>
  %a = graph.pad %x, %p, %n, %n : (tensor<3xf32>, tensor<2xi64>, none, none) -> tensor<5xf32>
  %b = graph.pad %a, %p, %v, %n : (tensor<5xf32>, tensor<2xi64>, tensor<f32>, none) -> tensor<7xf32>
  %c = graph.pad %x, %p, %n, %n {mode = "edge"} : (tensor<3xf32>, tensor<2xi64>, none, none) -> tensor<5xf32>
  %d = graph.pad %c, %p, %n, %n {mode = "edge"} : (tensor<5xf32>, tensor<2xi64>, none, none) -> tensor<7xf32>
  return %b, %d : tensor<7xf32>, tensor<7xf32>
}
