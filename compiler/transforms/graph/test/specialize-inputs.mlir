// RUN: ingot-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(func.func(graph-specialize-inputs{shapes=2x3x4}))' | FileCheck %s

// CHECK-LABEL: func.func @main
// CHECK-SAME:  (%[[X:.*]]: tensor<2x3x4xf32> {graph.dims = ["", "", ""], graph.name = "x"}) -> (tensor<2x12xf32> {graph.dims = ["", ""]})
// CHECK: %[[T:.*]] = graph.constant {value = dense<[2, -1]>
// CHECK: graph.reshape %[[X]], %[[T]] : (tensor<2x3x4xf32>, tensor<2xi64>) -> tensor<2x12xf32>
func.func @main(%x: tensor<?x3x?xf32> {graph.name = "x", graph.dims = ["N", "", "W"]}) -> (tensor<?x?xf32> {graph.dims = ["N", ""]}) {
  %zero = graph.constant {value = dense<0> : tensor<1xi64>} : tensor<1xi64>
  %rest = graph.constant {value = dense<-1> : tensor<1xi64>} : tensor<1xi64>
  %s = graph.shape %x : (tensor<?x3x?xf32>) -> tensor<3xi64>
  %n = graph.gather %s, %zero {axis = 0 : i64} : (tensor<3xi64>, tensor<1xi64>) -> tensor<1xi64>
  %t = graph.concat %n, %rest {axis = 0 : i64} : (tensor<1xi64>, tensor<1xi64>) -> tensor<2xi64>
  %y = graph.reshape %x, %t : (tensor<?x3x?xf32>, tensor<2xi64>) -> tensor<?x?xf32>
  return %y : tensor<?x?xf32>
}

// -----

// expected-error@+1 {{input 'x' of type f32[2,3,4], wanted f32[?,5,?]}}
func.func @contradiction(%x: tensor<?x5x?xf32> {graph.name = "x"}) -> tensor<?x5x?xf32> {
  %y = graph.relu %x : (tensor<?x5x?xf32>) -> tensor<?x5x?xf32>
  return %y : tensor<?x5x?xf32>
}

// -----

// expected-error@+1 {{add C2}}
func.func @cannot_run(%x: tensor<?x?x?xf32>, %z: tensor<7xf32>) -> tensor<?x?x?xf32> {
  %y = graph.add %x, %z : (tensor<?x?x?xf32>, tensor<7xf32>) -> tensor<?x?x?xf32>
  return %y : tensor<?x?x?xf32>
}

// -----

// The message names the node.
// expected-error@+1 {{node 'sum': add C2}}
func.func @named(%x: tensor<?x?x?xf32>, %z: tensor<7xf32>) -> tensor<?x?x?xf32> {
  %y = graph.add %x, %z : (tensor<?x?x?xf32>, tensor<7xf32>) -> tensor<?x?x?xf32> loc("sum")
  return %y : tensor<?x?x?xf32>
}
