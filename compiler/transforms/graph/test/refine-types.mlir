// RUN: ingot-opt %s --graph-refine-types | FileCheck %s

// CHECK-LABEL: func.func @chain
// CHECK-SAME:  -> tensor<2x3xf32>
// CHECK: graph.relu {{.*}} -> tensor<2x3xf32>
func.func @chain(%x: tensor<2x3xf32>) -> tensor<?x3xf32> {
  %y = graph.relu %x : (tensor<2x3xf32>) -> tensor<?x3xf32>
  return %y : tensor<?x3xf32>
}

// The target of a reshape, computed from a shape of which one dimension is unknown.
// CHECK-LABEL: func.func @computed_target
// CHECK: graph.reshape {{.*}} -> tensor<?x2x4xf32>
func.func @computed_target(%x: tensor<?x8xf32>) -> tensor<*xf32> {
  %zero = graph.constant {value = dense<0> : tensor<1xi64>} : tensor<1xi64>
  %rest = graph.constant {value = dense<[2, 4]> : tensor<2xi64>} : tensor<2xi64>
  %s = graph.shape %x : (tensor<?x8xf32>) -> tensor<?xi64>
  %n = graph.gather %s, %zero {axis = 0 : i64} : (tensor<?xi64>, tensor<1xi64>) -> tensor<?xi64>
  %t = graph.concat %n, %rest {axis = 0 : i64} : (tensor<?xi64>, tensor<2xi64>) -> tensor<?xi64>
  %y = graph.reshape %x, %t : (tensor<?x8xf32>, tensor<?xi64>) -> tensor<*xf32>
  return %y : tensor<*xf32>
}

// A callee's types are its callers' business.
// CHECK-LABEL: func.func private @callee
// CHECK-SAME:  -> tensor<?xf32>
func.func private @callee(%x: tensor<2xf32>) -> tensor<?xf32> {
  %y = graph.relu %x : (tensor<2xf32>) -> tensor<?xf32>
  return %y : tensor<?xf32>
}
func.func @caller(%x: tensor<2xf32>) -> tensor<?xf32> {
  %y = call @callee(%x) : (tensor<2xf32>) -> tensor<?xf32>
  return %y : tensor<?xf32>
}

// A carried value that keeps its shape has it in every trip.
// CHECK-LABEL: func.func @loop_keeps
// CHECK: graph.loop {{.*}} -> tensor<3xf32>
// CHECK: ^bb0(%{{.*}}: tensor<i64>, %{{.*}}: tensor<i1>, %{{.*}}: tensor<3xf32>)
func.func @loop_keeps(%n: tensor<i64>, %x: tensor<3xf32>) -> tensor<?xf32> {
  %none = graph.none : () -> none
  %y = graph.loop %n, %none, %x : (tensor<i64>, none, tensor<3xf32>) -> tensor<?xf32> {
  ^bb0(%i: tensor<i64>, %c: tensor<i1>, %v: tensor<?xf32>):
    %w = graph.relu %v : (tensor<?xf32>) -> tensor<?xf32>
    graph.yield %c, %w : tensor<i1>, tensor<?xf32>
  }
  return %y : tensor<?xf32>
}

// One that grows has not; a second one beside it that keeps its shape has.
// CHECK-LABEL: func.func @loop_grows
// CHECK: graph.loop {{.*}} -> (tensor<?xf32>, tensor<3xf32>)
// CHECK: ^bb0(%{{.*}}: tensor<i64>, %{{.*}}: tensor<i1>, %{{.*}}: tensor<?xf32>, %{{.*}}: tensor<3xf32>)
func.func @loop_grows(%n: tensor<i64>, %x: tensor<3xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %none = graph.none : () -> none
  %y:2 = graph.loop %n, %none, %x, %x : (tensor<i64>, none, tensor<3xf32>, tensor<3xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
  ^bb0(%i: tensor<i64>, %c: tensor<i1>, %v: tensor<?xf32>, %k: tensor<?xf32>):
    %w = graph.concat %v, %k {axis = 0 : i64} : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
    %l = graph.relu %k : (tensor<?xf32>) -> tensor<?xf32>
    graph.yield %c, %w, %l : tensor<i1>, tensor<?xf32>, tensor<?xf32>
  }
  return %y#0, %y#1 : tensor<?xf32>, tensor<?xf32>
}

// The slices of a scan are its input without the axis.
// CHECK-LABEL: func.func @scan
// CHECK: graph.scan {{.*}} -> (tensor<4xf32>, tensor<5x4xf32>)
func.func @scan(%s: tensor<4xf32>, %x: tensor<5x4xf32>) -> (tensor<?xf32>, tensor<?x?xf32>) {
  %none = graph.none : () -> none
  %y:2 = graph.scan %none, %s, %x {scan_inputs = 1 : i64, input_axes = array<i64: 0>, input_reversed = array<i64: 0>, output_axes = array<i64: 0>, output_reversed = array<i64: 0>} : (none, tensor<4xf32>, tensor<5x4xf32>) -> (tensor<?xf32>, tensor<?x?xf32>) {
  ^bb0(%state: tensor<?xf32>, %slice: tensor<?xf32>):
    %sum = graph.add %state, %slice : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
    graph.yield %sum, %sum : tensor<?xf32>, tensor<?xf32>
  }
  return %y#0, %y#1 : tensor<?xf32>, tensor<?x?xf32>
}

// What both branches agree on.
// CHECK-LABEL: func.func @branches
// CHECK: graph.if {{.*}} -> tensor<?x3xf32>
func.func @branches(%c: tensor<i1>, %x: tensor<2x3xf32>, %z: tensor<4x3xf32>) -> tensor<?x?xf32> {
  %y = graph.if %c : (tensor<i1>) -> tensor<?x?xf32> {
    %a = graph.relu %x : (tensor<2x3xf32>) -> tensor<?x?xf32>
    graph.yield %a : tensor<?x?xf32>
  } else {
    %b = graph.relu %z : (tensor<4x3xf32>) -> tensor<?x?xf32>
    graph.yield %b : tensor<?x?xf32>
  }
  return %y : tensor<?x?xf32>
}

// A branch need not fit the types of the one that is taken: it fails if it runs.
// CHECK-LABEL: func.func @branch_that_does_not_fit
// CHECK: %[[X:.*]] = graph.identity
// CHECK: graph.if
// CHECK: %[[AXES:.*]] = graph.constant
// CHECK: %[[Y:.*]] = graph.invalid %[[X]], %[[AXES]] {message = "squeeze C2: axis 2 of f32[1,4,2]"{{.*}}} : (tensor<1x4x2xf32>, tensor<1xi64>) -> tensor<?x?xf32>
// CHECK: graph.relu %[[Y]]
// CHECK: else
// CHECK: graph.neg %[[X]] : (tensor<1x4x2xf32>) -> tensor<1x4x2xf32>
func.func @branch_that_does_not_fit(%c: tensor<i1>, %x: tensor<1x4x2xf32>) -> tensor<*xf32> {
  %z = graph.identity %x : (tensor<1x4x2xf32>) -> tensor<?x?x?xf32>
  %y = graph.if %c : (tensor<i1>) -> tensor<*xf32> {
    %axes = graph.constant {value = dense<2> : tensor<1xi64>} : tensor<1xi64>
    %a = graph.squeeze %z, %axes : (tensor<?x?x?xf32>, tensor<1xi64>) -> tensor<?x?xf32>
    %b = graph.relu %a : (tensor<?x?xf32>) -> tensor<?x?xf32>
    graph.yield %b : tensor<?x?xf32>
  } else {
    %n = graph.neg %z : (tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
    graph.yield %n : tensor<?x?x?xf32>
  }
  return %y : tensor<*xf32>
}
