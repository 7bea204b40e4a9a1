// RUN: ingot-opt %s --graph-optimize | FileCheck %s

// A block of a model in the other layout: transposes around everything, a bias that broadcasts, a clip
// in two parts, a reshape to a target that is computed at run time.
// CHECK-LABEL: func.func @block
// CHECK-SAME:  (%[[X:.*]]: tensor<1x8x4x4xf32>)
// CHECK-DAG: %[[B:.*]] = graph.constant {{.*}} : tensor<1x8x1x1xf32>
// CHECK-DAG: %[[SIX:.*]] = graph.constant {value = dense<6.0
// CHECK-DAG: %[[T:.*]] = graph.constant {value = dense<[1, 128]>
// CHECK: %[[S:.*]] = graph.add %[[X]], %[[B]]
// CHECK-NEXT: %[[R:.*]] = graph.relu %[[S]]
// CHECK-NEXT: %[[M:.*]] = graph.min %[[R]], %[[SIX]]
// CHECK-NEXT: %[[Y:.*]] = graph.reshape %[[M]], %[[T]]
// CHECK-NEXT: return %[[Y]]
func.func @block(%x: tensor<1x8x4x4xf32>) -> tensor<?x?xf32> {
  %bias = graph.constant {value = dense<[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0]> : tensor<8xf32>} : tensor<8xf32>
  %zero = graph.constant {value = dense<0.0> : tensor<f32>} : tensor<f32>
  %six = graph.constant {value = dense<6.0> : tensor<f32>} : tensor<f32>
  %first = graph.constant {value = dense<0> : tensor<1xi64>} : tensor<1xi64>
  %rest = graph.constant {value = dense<-1> : tensor<1xi64>} : tensor<1xi64>
  %a = graph.transpose %x {perm = array<i64: 0, 2, 3, 1>} : (tensor<1x8x4x4xf32>) -> tensor<1x4x4x8xf32>
  %b = graph.add %a, %bias : (tensor<1x4x4x8xf32>, tensor<8xf32>) -> tensor<1x4x4x8xf32>
  %c = graph.min %b, %six : (tensor<1x4x4x8xf32>, tensor<f32>) -> tensor<1x4x4x8xf32>
  %d = graph.max %c, %zero : (tensor<1x4x4x8xf32>, tensor<f32>) -> tensor<1x4x4x8xf32>
  %e = graph.transpose %d {perm = array<i64: 0, 3, 1, 2>} : (tensor<1x4x4x8xf32>) -> tensor<1x8x4x4xf32>
  %s = graph.shape %e : (tensor<1x8x4x4xf32>) -> tensor<4xi64>
  %n = graph.gather %s, %first {axis = 0 : i64} : (tensor<4xi64>, tensor<1xi64>) -> tensor<1xi64>
  %t = graph.concat %n, %rest {axis = 0 : i64} : (tensor<1xi64>, tensor<1xi64>) -> tensor<2xi64>
  %y = graph.reshape %e, %t : (tensor<1x8x4x4xf32>, tensor<2xi64>) -> tensor<?x?xf32>
  return %y : tensor<?x?xf32>
}
