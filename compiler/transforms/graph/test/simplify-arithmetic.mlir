// RUN: ingot-opt %s --graph-simplify-arithmetic | FileCheck %s

// CHECK-LABEL: func.func @nothing
// CHECK-SAME:  (%[[X:.*]]: tensor<2x3xf32>, %[[I:.*]]: tensor<2x3xi32>)
// CHECK: return %[[X]], %[[X]], %[[X]], %[[X]], %[[X]], %[[I]]
func.func @nothing(%x: tensor<2x3xf32>, %i: tensor<2x3xi32>) -> (tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xi32>) {
  %one = graph.constant {value = dense<1.0> : tensor<3xf32>} : tensor<3xf32>
  %zero = graph.constant {value = dense<0.0> : tensor<f32>} : tensor<f32>
  %minus_zero = graph.constant {value = dense<-0.0> : tensor<f32>} : tensor<f32>
  %izero = graph.constant {value = dense<0> : tensor<1x1xi32>} : tensor<1x1xi32>
  %a = graph.mul %one, %x : (tensor<3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  %b = graph.div %x, %one : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  %c = graph.sub %x, %zero : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  %d = graph.add %x, %minus_zero : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  %e = graph.pow %x, %one : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  %f = graph.add %izero, %i : (tensor<1x1xi32>, tensor<2x3xi32>) -> tensor<2x3xi32>
  return %a, %b, %c, %d, %e, %f : tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xi32>
}

// -0 + 0 is 0: only what cannot be -0 stays as it is.
// CHECK-LABEL: func.func @negative_zero
// CHECK: graph.add
// CHECK: %[[E:.*]] = graph.exp
// CHECK-NEXT: return %{{.*}}, %[[E]]
func.func @negative_zero(%x: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>) {
  %zero = graph.constant {value = dense<0.0> : tensor<f32>} : tensor<f32>
  %a = graph.add %x, %zero : (tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
  %e = graph.exp %x : (tensor<2xf32>) -> tensor<2xf32>
  %b = graph.add %e, %zero : (tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
  return %a, %b : tensor<2xf32>, tensor<2xf32>
}

// A one that has more elements than x repeats it; one whose size is unknown may.
// CHECK-LABEL: func.func @repeats
// CHECK: graph.mul
// CHECK: graph.mul
func.func @repeats(%x: tensor<1x3xf32>, %u: tensor<?x3xf32>) -> (tensor<2x3xf32>, tensor<2x3xf32>) {
  %one = graph.constant {value = dense<1.0> : tensor<2x3xf32>} : tensor<2x3xf32>
  %a = graph.mul %x, %one : (tensor<1x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  %b = graph.mul %u, %one : (tensor<?x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return %a, %b : tensor<2x3xf32>, tensor<2x3xf32>
}

// Infinity times 0 is NaN; integers have none.
// CHECK-LABEL: func.func @times_zero
// CHECK: %[[A:.*]] = graph.mul
// CHECK: %[[Z:.*]] = graph.expand
// CHECK: return %[[A]], %[[Z]]
func.func @times_zero(%x: tensor<2xf32>, %i: tensor<2xi32>) -> (tensor<2xf32>, tensor<2xi32>) {
  %zero = graph.constant {value = dense<0.0> : tensor<f32>} : tensor<f32>
  %izero = graph.constant {value = dense<0> : tensor<i32>} : tensor<i32>
  %a = graph.mul %x, %zero : (tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
  %b = graph.mul %i, %izero : (tensor<2xi32>, tensor<i32>) -> tensor<2xi32>
  return %a, %b : tensor<2xf32>, tensor<2xi32>
}

// CHECK-LABEL: func.func @powers
// CHECK-SAME:  (%[[X:.*]]: tensor<2xf32>)
// CHECK: %[[Q:.*]] = graph.constant {value = dense<2.500000e-01>
// CHECK: %[[A:.*]] = graph.mul %[[X]], %[[X]]
// CHECK: %[[B:.*]] = graph.mul %[[X]], %[[Q]]
// CHECK: %[[C:.*]] = graph.div
// CHECK: %[[N:.*]] = graph.neg %[[X]]
// CHECK: %[[R:.*]] = graph.reciprocal %[[X]]
func.func @powers(%x: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) {
  %two = graph.constant {value = dense<2.0> : tensor<f32>} : tensor<f32>
  %four = graph.constant {value = dense<4.0> : tensor<f32>} : tensor<f32>
  %three = graph.constant {value = dense<3.0> : tensor<f32>} : tensor<f32>
  %minus = graph.constant {value = dense<-1.0> : tensor<f32>} : tensor<f32>
  %one = graph.constant {value = dense<1.0> : tensor<f32>} : tensor<f32>
  %a = graph.pow %x, %two : (tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
  %b = graph.div %x, %four : (tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
  %c = graph.div %x, %three : (tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
  %d = graph.mul %x, %minus : (tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
  %e = graph.div %one, %x : (tensor<f32>, tensor<2xf32>) -> tensor<2xf32>
  return %a, %b, %c, %d, %e : tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>
}

// CHECK-LABEL: func.func @negations
// CHECK-SAME:  (%[[X:.*]]: tensor<2xf32>, %[[Y:.*]]: tensor<2xf32>, %[[B:.*]]: tensor<2xi1>)
// CHECK: %[[S:.*]] = graph.sub %[[X]], %[[Y]]
// CHECK: %[[T:.*]] = graph.sub %[[Y]], %[[X]]
// CHECK: %[[A:.*]] = graph.add %[[X]], %[[Y]]
// CHECK: %[[P:.*]] = graph.mul %[[X]], %[[Y]]
// CHECK: %[[U:.*]] = graph.abs %[[X]]
// CHECK: return %[[S]], %[[T]], %[[A]], %[[P]], %[[U]], %[[X]], %[[B]]
func.func @negations(%x: tensor<2xf32>, %y: tensor<2xf32>, %b: tensor<2xi1>) -> (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xi1>) {
  %nx = graph.neg %x : (tensor<2xf32>) -> tensor<2xf32>
  %ny = graph.neg %y : (tensor<2xf32>) -> tensor<2xf32>
  %s = graph.add %x, %ny : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %t = graph.add %nx, %y : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %a = graph.sub %x, %ny : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %p = graph.mul %nx, %ny : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %u = graph.abs %nx : (tensor<2xf32>) -> tensor<2xf32>
  %nn = graph.neg %nx : (tensor<2xf32>) -> tensor<2xf32>
  %q = graph.logical_not %b : (tensor<2xi1>) -> tensor<2xi1>
  %r = graph.logical_not %q : (tensor<2xi1>) -> tensor<2xi1>
  return %s, %t, %a, %p, %u, %nn, %r : tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xi1>
}

// CHECK-LABEL: func.func @chains
// CHECK: %[[J:.*]] = graph.add %{{.*}}, %{{.*}} : (tensor<i64>, tensor<i64>)
// CHECK: %[[I:.*]] = graph.add %{{.*}}, %[[J]]
// CHECK: %[[F:.*]] = graph.mul
// CHECK: graph.mul %[[F]]
func.func @chains(%i: tensor<2xi64>, %x: tensor<2xf32>) -> (tensor<2xi64>, tensor<2xf32>) {
  %one = graph.constant {value = dense<5> : tensor<i64>} : tensor<i64>
  %two = graph.constant {value = dense<2> : tensor<i64>} : tensor<i64>
  %a = graph.add %i, %one : (tensor<2xi64>, tensor<i64>) -> tensor<2xi64>
  %b = graph.add %a, %two : (tensor<2xi64>, tensor<i64>) -> tensor<2xi64>
  %f = graph.constant {value = dense<3.0> : tensor<f32>} : tensor<f32>
  %c = graph.mul %x, %f : (tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
  %d = graph.mul %c, %f : (tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
  return %b, %d : tensor<2xi64>, tensor<2xf32>
}
