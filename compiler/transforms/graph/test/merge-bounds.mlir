// RUN: ingot-opt %s --graph-merge-bounds | FileCheck %s

// CHECK-LABEL: func.func @repeated
// CHECK-SAME:  (%[[X:.*]]: tensor<2xf32>)
// CHECK: %[[R:.*]] = graph.relu %[[X]]
// CHECK-NEXT: return %[[R]]
func.func @repeated(%x: tensor<2xf32>) -> tensor<2xf32> {
  %zero = graph.constant {value = dense<0.0> : tensor<f32>} : tensor<f32>
  %minus = graph.constant {value = dense<-3.0> : tensor<f32>} : tensor<f32>
  %a = graph.max %minus, %x : (tensor<f32>, tensor<2xf32>) -> tensor<2xf32>
  %b = graph.max %a, %zero : (tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
  %c = graph.relu %b : (tensor<2xf32>) -> tensor<2xf32>
  %d = graph.max %c, %minus : (tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
  return %d : tensor<2xf32>
}

// clip(clip(x, -1, 6), 0, 8) → clip(x, 0, 6)
// CHECK-LABEL: func.func @clips
// CHECK-SAME:  (%[[X:.*]]: tensor<2xf32>)
// CHECK-DAG: %[[SIX:.*]] = graph.constant {value = dense<6.0
// CHECK: %[[R:.*]] = graph.relu %[[X]]
// CHECK: %[[Y:.*]] = graph.min %[[R]], %[[SIX]]
// CHECK-NEXT: return %[[Y]]
func.func @clips(%x: tensor<2xf32>) -> tensor<2xf32> {
  %l = graph.constant {value = dense<-1.0> : tensor<f32>} : tensor<f32>
  %h = graph.constant {value = dense<6.0> : tensor<f32>} : tensor<f32>
  %m = graph.constant {value = dense<0.0> : tensor<f32>} : tensor<f32>
  %n = graph.constant {value = dense<8.0> : tensor<f32>} : tensor<f32>
  %a = graph.max %x, %l : (tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
  %b = graph.min %a, %h : (tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
  %c = graph.max %b, %m : (tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
  %d = graph.min %c, %n : (tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
  return %d : tensor<2xf32>
}

// CHECK-LABEL: func.func @in_range
// CHECK: %[[S:.*]] = graph.sigmoid
// CHECK: %[[T:.*]] = graph.transpose %[[S]]
// CHECK-NEXT: return %[[T]]
func.func @in_range(%x: tensor<2x3xf32>) -> tensor<3x2xf32> {
  %one = graph.constant {value = dense<1.0> : tensor<f32>} : tensor<f32>
  %s = graph.sigmoid %x : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %t = graph.transpose %s {perm = array<i64: 1, 0>} : (tensor<2x3xf32>) -> tensor<3x2xf32>
  %r = graph.relu %t : (tensor<3x2xf32>) -> tensor<3x2xf32>
  %m = graph.min %r, %one : (tensor<3x2xf32>, tensor<f32>) -> tensor<3x2xf32>
  return %m : tensor<3x2xf32>
}

// The absolute value of the most negative integer is negative; a tanh may be, too.
// CHECK-LABEL: func.func @not_in_range
// CHECK-COUNT-2: graph.relu
func.func @not_in_range(%i: tensor<2xi32>, %x: tensor<2xf32>) -> (tensor<2xi32>, tensor<2xf32>) {
  %a = graph.abs %i : (tensor<2xi32>) -> tensor<2xi32>
  %b = graph.relu %a : (tensor<2xi32>) -> tensor<2xi32>
  %c = graph.tanh %x : (tensor<2xf32>) -> tensor<2xf32>
  %d = graph.relu %c : (tensor<2xf32>) -> tensor<2xf32>
  return %b, %d : tensor<2xi32>, tensor<2xf32>
}

// max(-1, -0) is -0, and max(0, -0) is 0: neither is a relu.
// CHECK-LABEL: func.func @negative_zero
// CHECK-NOT: graph.relu
func.func @negative_zero(%x: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>) {
  %minus = graph.constant {value = dense<-0.0> : tensor<f32>} : tensor<f32>
  %zero = graph.constant {value = dense<0.0> : tensor<f32>} : tensor<f32>
  %a = graph.max %x, %minus : (tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
  %b = graph.max %zero, %x : (tensor<f32>, tensor<2xf32>) -> tensor<2xf32>
  return %a, %b : tensor<2xf32>, tensor<2xf32>
}

// Where the bounds cross, the one that comes last wins.
// CHECK-LABEL: func.func @crossing
// CHECK: %[[A:.*]] = graph.min
// CHECK: graph.max %[[A]]
func.func @crossing(%x: tensor<2xf32>) -> tensor<2xf32> {
  %l = graph.constant {value = dense<3.0> : tensor<f32>} : tensor<f32>
  %h = graph.constant {value = dense<2.0> : tensor<f32>} : tensor<f32>
  %a = graph.min %x, %h : (tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
  %b = graph.max %a, %l : (tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
  return %b : tensor<2xf32>
}

// CHECK-LABEL: func.func @two_uses
// CHECK: %[[A:.*]] = graph.min
// CHECK: graph.relu %[[A]]
func.func @two_uses(%x: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>) {
  %h = graph.constant {value = dense<2.0> : tensor<f32>} : tensor<f32>
  %a = graph.min %x, %h : (tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
  %b = graph.relu %a : (tensor<2xf32>) -> tensor<2xf32>
  return %a, %b : tensor<2xf32>, tensor<2xf32>
}
