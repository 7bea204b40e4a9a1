// RUN: ingot-opt %s --graph-simplify-control-flow | FileCheck %s

// CHECK-LABEL: func.func @branch
// CHECK-NOT: graph.if
// CHECK: %[[Y:.*]] = graph.exp
// CHECK: %[[Z:.*]] = graph.identity %[[Y]] : (tensor<2xf32>) -> tensor<?xf32>
// CHECK: return %[[Z]]
func.func @branch(%x: tensor<2xf32>, %u: tensor<?xf32>) -> tensor<?xf32> {
  %no = graph.constant {value = dense<false> : tensor<i1>} : tensor<i1>
  %y = graph.if %no : (tensor<i1>) -> tensor<?xf32> {
    %a = graph.relu %u : (tensor<?xf32>) -> tensor<?xf32>
    graph.yield %a : tensor<?xf32>
  } else {
    %b = graph.exp %x : (tensor<2xf32>) -> tensor<2xf32>
    graph.yield %b : tensor<2xf32>
  }
  return %y : tensor<?xf32>
}

// CHECK-LABEL: func.func @unknown
// CHECK: graph.if
func.func @unknown(%c: tensor<i1>, %x: tensor<2xf32>) -> tensor<2xf32> {
  %y = graph.if %c : (tensor<i1>) -> tensor<2xf32> {
    graph.yield %x : tensor<2xf32>
  } else {
    %b = graph.exp %x : (tensor<2xf32>) -> tensor<2xf32>
    graph.yield %b : tensor<2xf32>
  }
  return %y : tensor<2xf32>
}

// CHECK-LABEL: func.func @no_trip
// CHECK-SAME:  (%[[X:.*]]: tensor<2xf32>)
// CHECK: %[[C:.*]] = graph.constant {{.*}} : tensor<0x2xf32>
// CHECK: %[[E:.*]] = graph.identity %[[C]]
// CHECK: return %[[X]], %[[E]]
func.func @no_trip(%x: tensor<2xf32>) -> (tensor<2xf32>, tensor<?x2xf32>) {
  %none = graph.none : () -> none
  %n = graph.constant {value = dense<0> : tensor<i64>} : tensor<i64>
  %y:2 = graph.loop %n, %none, %x : (tensor<i64>, none, tensor<2xf32>) -> (tensor<2xf32>, tensor<?x2xf32>) {
  ^bb0(%i: tensor<i64>, %c: tensor<i1>, %v: tensor<2xf32>):
    %w = graph.relu %v : (tensor<2xf32>) -> tensor<2xf32>
    graph.yield %c, %w, %w : tensor<i1>, tensor<2xf32>, tensor<2xf32>
  }
  return %y#0, %y#1 : tensor<2xf32>, tensor<?x2xf32>
}

// CHECK-LABEL: func.func @trips
// CHECK: graph.loop
func.func @trips(%x: tensor<2xf32>, %n: tensor<i64>) -> tensor<2xf32> {
  %none = graph.none : () -> none
  %y = graph.loop %n, %none, %x : (tensor<i64>, none, tensor<2xf32>) -> tensor<2xf32> {
  ^bb0(%i: tensor<i64>, %c: tensor<i1>, %v: tensor<2xf32>):
    %w = graph.relu %v : (tensor<2xf32>) -> tensor<2xf32>
    graph.yield %c, %w : tensor<i1>, tensor<2xf32>
  }
  return %y : tensor<2xf32>
}

// What the branch yields may not fit whoever uses it: that one fails when it runs.
// CHECK-LABEL: func.func @user_that_does_not_fit
// CHECK: %[[S:.*]] = graph.constant
// CHECK: graph.invalid %{{.*}}, %[[S]] {message = "reshape C{{[0-9]+}}
func.func @user_that_does_not_fit(%x: tensor<6xf32>, %s: tensor<2xi64>) -> tensor<?x?xf32> {
  %true = graph.constant {value = dense<true> : tensor<i1>} : tensor<i1>
  %shape = graph.if %true : (tensor<i1>) -> tensor<2xi64> {
    %t = graph.constant {value = dense<[4, 5]> : tensor<2xi64>} : tensor<2xi64>
    graph.yield %t : tensor<2xi64>
  } else {
    graph.yield %s : tensor<2xi64>
  }
  %y = graph.reshape %x, %shape : (tensor<6xf32>, tensor<2xi64>) -> tensor<?x?xf32>
  return %y : tensor<?x?xf32>
}

// A known number of trips that stack: a scan over their numbers.
// CHECK-LABEL: func.func @known_trips
// CHECK-NOT: graph.loop
// CHECK: %[[N:.*]] = graph.constant {value = dense<[0, 1, 2]>
// CHECK: graph.scan %{{.*}}, %arg0, %[[N]]
// CHECK: ^bb0(%[[V:.*]]: tensor<i64>, %[[I:.*]]: tensor<i64>)
// CHECK: graph.add %[[V]], %[[I]]
func.func @known_trips(%x: tensor<i64>) -> (tensor<i64>, tensor<?xi64>) {
  %none = graph.none : () -> none
  %n = graph.constant {value = dense<3> : tensor<i64>} : tensor<i64>
  %y:2 = graph.loop %n, %none, %x : (tensor<i64>, none, tensor<i64>) -> (tensor<i64>, tensor<?xi64>) {
  ^bb0(%i: tensor<i64>, %c: tensor<i1>, %v: tensor<i64>):
    %w = graph.add %v, %i : (tensor<i64>, tensor<i64>) -> tensor<i64>
    graph.yield %c, %w, %v : tensor<i1>, tensor<i64>, tensor<i64>
  }
  return %y#0, %y#1 : tensor<i64>, tensor<?xi64>
}

// What is sliced depends on the trip: they are written out.
// CHECK-LABEL: func.func @sizes_of_trips
// CHECK-NOT: graph.loop
// CHECK-COUNT-2: graph.slice
// CHECK: graph.concat
func.func @sizes_of_trips(%x: tensor<1xf32>, %all: tensor<2xf32>) -> tensor<?x1xf32> {
  %none = graph.none : () -> none
  %n = graph.constant {value = dense<2> : tensor<i64>} : tensor<i64>
  %one = graph.constant {value = dense<1> : tensor<1xi64>} : tensor<1xi64>
  %zero = graph.constant {value = dense<0> : tensor<1xi64>} : tensor<1xi64>
  %y:2 = graph.loop %n, %none, %x : (tensor<i64>, none, tensor<1xf32>) -> (tensor<1xf32>, tensor<?x1xf32>) {
  ^bb0(%i: tensor<i64>, %c: tensor<i1>, %v: tensor<1xf32>):
    %from = graph.unsqueeze %i, %zero : (tensor<i64>, tensor<1xi64>) -> tensor<1xi64>
    %to = graph.add %from, %one : (tensor<1xi64>, tensor<1xi64>) -> tensor<1xi64>
    %part = graph.slice %all, %from, %to, %zero, %none : (tensor<2xf32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>, none) -> tensor<?xf32>
    %w = graph.add %v, %part : (tensor<1xf32>, tensor<?xf32>) -> tensor<?xf32>
    %z = graph.identity %w : (tensor<?xf32>) -> tensor<1xf32>
    graph.yield %c, %z, %z : tensor<i1>, tensor<1xf32>, tensor<1xf32>
  }
  return %y#1 : tensor<?x1xf32>
}

// Another condition may end it before.
// CHECK-LABEL: func.func @trips_with_a_condition
// CHECK: graph.loop
func.func @trips_with_a_condition(%x: tensor<i64>, %c0: tensor<i1>) -> tensor<?xi64> {
  %n = graph.constant {value = dense<3> : tensor<i64>} : tensor<i64>
  %y:2 = graph.loop %n, %c0, %x : (tensor<i64>, tensor<i1>, tensor<i64>) -> (tensor<i64>, tensor<?xi64>) {
  ^bb0(%i: tensor<i64>, %c: tensor<i1>, %v: tensor<i64>):
    graph.yield %c, %i, %v : tensor<i1>, tensor<i64>, tensor<i64>
  }
  return %y#1 : tensor<?xi64>
}

// A scan for each entry of a batch.
// CHECK-LABEL: func.func @batched
// CHECK-COUNT-2: graph.scan
// CHECK: graph.concat
// CHECK-NOT: batched
func.func @batched(%s: tensor<2x4xf32>, %x: tensor<2x3x4xf32>) -> (tensor<2x4xf32>, tensor<2x3x4xf32>) {
  %none = graph.none : () -> none
  %y:2 = graph.scan %none, %s, %x {scan_inputs = 1 : i64, input_axes = array<i64: 0>, input_reversed = array<i64: 0>, output_axes = array<i64: 0>, output_reversed = array<i64: 0>, batched = true} : (none, tensor<2x4xf32>, tensor<2x3x4xf32>) -> (tensor<2x4xf32>, tensor<2x3x4xf32>) {
  ^bb0(%v: tensor<4xf32>, %i: tensor<4xf32>):
    %w = graph.add %v, %i : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    graph.yield %w, %w : tensor<4xf32>, tensor<4xf32>
  }
  return %y#0, %y#1 : tensor<2x4xf32>, tensor<2x3x4xf32>
}
