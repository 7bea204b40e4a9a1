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
