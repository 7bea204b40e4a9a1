// RUN: ingot-opt %s --graph-drop-identity | FileCheck %s

// CHECK-LABEL: func.func @chain
// CHECK-SAME:  (%[[X:.*]]: tensor<2xf32>)
// CHECK-NEXT:  %[[Y:.*]] = graph.relu %[[X]]
// CHECK-NEXT:  return %[[Y]]
func.func @chain(%x: tensor<2xf32>) -> tensor<2xf32> {
  %a = graph.identity %x : (tensor<2xf32>) -> tensor<2xf32>
  %b = graph.identity %a : (tensor<2xf32>) -> tensor<2xf32>
  %y = graph.relu %b : (tensor<2xf32>) -> tensor<2xf32>
  return %y : tensor<2xf32>
}

// A result that states less is kept: its users were verified against that type.
// CHECK-LABEL: func.func @less_known
// CHECK: graph.identity
func.func @less_known(%x: tensor<2xf32>) -> tensor<?xf32> {
  %y = graph.identity %x : (tensor<2xf32>) -> tensor<?xf32>
  return %y : tensor<?xf32>
}
