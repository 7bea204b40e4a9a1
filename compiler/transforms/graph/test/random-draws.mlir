// RUN: ingot-opt %s --cse | FileCheck %s

// Two draws are two draws, though they look the same; one that nobody wants goes.
// CHECK-LABEL: func.func @draws
// CHECK-COUNT-2: graph.random_uniform
// CHECK-NOT: graph.random_uniform
func.func @draws() -> (tensor<2xf32>, tensor<2xf32>) {
  %s = graph.constant {value = dense<2> : tensor<1xi64>} : tensor<1xi64>
  %a = graph.random_uniform %s {to = f32} : (tensor<1xi64>) -> tensor<2xf32>
  %b = graph.random_uniform %s {to = f32} : (tensor<1xi64>) -> tensor<2xf32>
  %c = graph.random_uniform %s {to = f32} : (tensor<1xi64>) -> tensor<2xf32>
  return %a, %b : tensor<2xf32>, tensor<2xf32>
}

// CHECK-LABEL: func.func @same
// CHECK: %[[Y:.*]] = graph.relu
// CHECK-NEXT: return %[[Y]], %[[Y]]
func.func @same(%x: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>) {
  %a = graph.relu %x : (tensor<2xf32>) -> tensor<2xf32>
  %b = graph.relu %x : (tensor<2xf32>) -> tensor<2xf32>
  return %a, %b : tensor<2xf32>, tensor<2xf32>
}
