// RUN: ingot-opt %s --graph-simplify-slices | FileCheck %s

// CHECK-LABEL: func.func @everything
// CHECK-SAME:  (%[[X:.*]]: tensor<?x10xf32>)
// CHECK: return %[[X]]
func.func @everything(%x: tensor<?x10xf32>) -> tensor<?x10xf32> {
  %n = graph.none : () -> none
  %s = graph.constant {value = dense<0> : tensor<1xi64>} : tensor<1xi64>
  %e = graph.constant {value = dense<9223372036854775807> : tensor<1xi64>} : tensor<1xi64>
  %a = graph.constant {value = dense<-1> : tensor<1xi64>} : tensor<1xi64>
  %y = graph.slice %x, %s, %e, %a, %n : (tensor<?x10xf32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>, none) -> tensor<?x10xf32>
  return %y : tensor<?x10xf32>
}

// 8, 6, 4, 2 and of those 6 and 2.
// CHECK-LABEL: func.func @twice
// CHECK-SAME:  (%[[X:.*]]: tensor<10xf32>)
// CHECK-DAG: %[[S:.*]] = graph.constant {value = dense<6>
// CHECK-DAG: %[[E:.*]] = graph.constant {value = dense<-9223372036854775808>
// CHECK-DAG: %[[A:.*]] = graph.constant {value = dense<0>
// CHECK-DAG: %[[T:.*]] = graph.constant {value = dense<-4>
// CHECK: %[[Y:.*]] = graph.slice %[[X]], %[[S]], %[[E]], %[[A]], %[[T]]
// CHECK-NEXT: return %[[Y]]
func.func @twice(%x: tensor<10xf32>) -> tensor<2xf32> {
  %n = graph.none : () -> none
  %eight = graph.constant {value = dense<8> : tensor<1xi64>} : tensor<1xi64>
  %zero = graph.constant {value = dense<0> : tensor<1xi64>} : tensor<1xi64>
  %back = graph.constant {value = dense<-2> : tensor<1xi64>} : tensor<1xi64>
  %one = graph.constant {value = dense<1> : tensor<1xi64>} : tensor<1xi64>
  %nine = graph.constant {value = dense<9> : tensor<1xi64>} : tensor<1xi64>
  %two = graph.constant {value = dense<2> : tensor<1xi64>} : tensor<1xi64>
  %a = graph.slice %x, %eight, %zero, %n, %back : (tensor<10xf32>, tensor<1xi64>, tensor<1xi64>, none, tensor<1xi64>) -> tensor<4xf32>
  %b = graph.slice %a, %one, %nine, %n, %two : (tensor<4xf32>, tensor<1xi64>, tensor<1xi64>, none, tensor<1xi64>) -> tensor<2xf32>
  return %b : tensor<2xf32>
}

// CHECK-LABEL: func.func @split
// CHECK: %[[Y:.*]] = graph.slice %{{.*}} -> tensor<2x3xf32>
// CHECK-NEXT: return %[[Y]]
func.func @split(%x: tensor<2x8xf32>) -> tensor<2x3xf32> {
  %n = graph.none : () -> none
  %y:3 = graph.split %x, %n {axis = 1 : i64, parts = 3 : i64} : (tensor<2x8xf32>, none) -> (tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x2xf32>)
  return %y#1 : tensor<2x3xf32>
}

// CHECK-LABEL: func.func @split_both
// CHECK: graph.split
func.func @split_both(%x: tensor<4xf32>) -> (tensor<2xf32>, tensor<2xf32>) {
  %n = graph.none : () -> none
  %y:2 = graph.split %x, %n {axis = 0 : i64, parts = 2 : i64} : (tensor<4xf32>, none) -> (tensor<2xf32>, tensor<2xf32>)
  return %y#0, %y#1 : tensor<2xf32>, tensor<2xf32>
}

// CHECK-LABEL: func.func @gather
// CHECK: %[[A:.*]] = graph.slice {{.*}} -> tensor<5x2xf32>
// CHECK: %[[B:.*]] = graph.slice {{.*}} -> tensor<5x1xf32>
// CHECK: %[[C:.*]] = graph.reshape %[[B]]{{.*}} -> tensor<5xf32>
// CHECK: return %[[A]], %[[C]]
func.func @gather(%x: tensor<5x4xf32>) -> (tensor<5x2xf32>, tensor<5xf32>) {
  %i = graph.constant {value = dense<[1, -1]> : tensor<2xi64>} : tensor<2xi64>
  %j = graph.constant {value = dense<-1> : tensor<i64>} : tensor<i64>
  %a = graph.gather %x, %i {axis = 1 : i64} : (tensor<5x4xf32>, tensor<2xi64>) -> tensor<5x2xf32>
  %b = graph.gather %x, %j {axis = 1 : i64} : (tensor<5x4xf32>, tensor<i64>) -> tensor<5xf32>
  return %a, %b : tensor<5x2xf32>, tensor<5xf32>
}

// Out of range is an error in a gather, not in a slice; repeated indices are no slice; and where the
// size is unknown, -1 is.
// CHECK-LABEL: func.func @gather_stays
// CHECK-COUNT-3: graph.gather
func.func @gather_stays(%x: tensor<4xf32>, %u: tensor<?xf32>) -> (tensor<f32>, tensor<2xf32>, tensor<f32>) {
  %i = graph.constant {value = dense<4> : tensor<i64>} : tensor<i64>
  %j = graph.constant {value = dense<[1, 1]> : tensor<2xi64>} : tensor<2xi64>
  %k = graph.constant {value = dense<-1> : tensor<i64>} : tensor<i64>
  %a = graph.gather %x, %i {axis = 0 : i64} : (tensor<4xf32>, tensor<i64>) -> tensor<f32>
  %b = graph.gather %x, %j {axis = 0 : i64} : (tensor<4xf32>, tensor<2xi64>) -> tensor<2xf32>
  %c = graph.gather %u, %k {axis = 0 : i64} : (tensor<?xf32>, tensor<i64>) -> tensor<f32>
  return %a, %b, %c : tensor<f32>, tensor<2xf32>, tensor<f32>
}

// CHECK-LABEL: func.func @of_concat
// CHECK-SAME:  (%[[X:.*]]: tensor<2xf32>, %[[Y:.*]]: tensor<3xf32>)
// CHECK: return %[[Y]]
func.func @of_concat(%x: tensor<2xf32>, %y: tensor<3xf32>) -> tensor<3xf32> {
  %n = graph.none : () -> none
  %s = graph.constant {value = dense<2> : tensor<1xi64>} : tensor<1xi64>
  %e = graph.constant {value = dense<5> : tensor<1xi64>} : tensor<1xi64>
  %c = graph.concat %x, %y, %x {axis = 0 : i64} : (tensor<2xf32>, tensor<3xf32>, tensor<2xf32>) -> tensor<7xf32>
  %z = graph.slice %c, %s, %e, %n, %n : (tensor<7xf32>, tensor<1xi64>, tensor<1xi64>, none, none) -> tensor<3xf32>
  return %z : tensor<3xf32>
}

// Of two operands out of three.
// CHECK-LABEL: func.func @of_some
// CHECK: %[[C:.*]] = graph.concat %arg1, %arg2
// CHECK: graph.slice %[[C]]
func.func @of_some(%x: tensor<2xf32>, %y: tensor<3xf32>, %w: tensor<4xf32>) -> tensor<2xf32> {
  %n = graph.none : () -> none
  %s = graph.constant {value = dense<4> : tensor<1xi64>} : tensor<1xi64>
  %e = graph.constant {value = dense<6> : tensor<1xi64>} : tensor<1xi64>
  %c = graph.concat %x, %y, %w {axis = 0 : i64} : (tensor<2xf32>, tensor<3xf32>, tensor<4xf32>) -> tensor<9xf32>
  %z = graph.slice %c, %s, %e, %n, %n : (tensor<9xf32>, tensor<1xi64>, tensor<1xi64>, none, none) -> tensor<2xf32>
  return %z : tensor<2xf32>
}

// CHECK-LABEL: func.func @of_pad
// CHECK-SAME:  (%[[X:.*]]: tensor<4x4xf32>)
// CHECK: return %[[X]]
func.func @of_pad(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %n = graph.none : () -> none
  %p = graph.constant {value = dense<[1, 0, 2, 0]> : tensor<4xi64>} : tensor<4xi64>
  %s = graph.constant {value = dense<1> : tensor<1xi64>} : tensor<1xi64>
  %e = graph.constant {value = dense<5> : tensor<1xi64>} : tensor<1xi64>
  %q = graph.pad %x, %p, %n, %n : (tensor<4x4xf32>, tensor<4xi64>, none, none) -> tensor<7x4xf32>
  %z = graph.slice %q, %s, %e, %n, %n : (tensor<7x4xf32>, tensor<1xi64>, tensor<1xi64>, none, none) -> tensor<4x4xf32>
  return %z : tensor<4x4xf32>
}

// CHECK-LABEL: func.func @of_padding
// CHECK: graph.pad
func.func @of_padding(%x: tensor<4xf32>) -> tensor<2xf32> {
  %n = graph.none : () -> none
  %p = graph.constant {value = dense<[1, 0]> : tensor<2xi64>} : tensor<2xi64>
  %s = graph.constant {value = dense<0> : tensor<1xi64>} : tensor<1xi64>
  %e = graph.constant {value = dense<2> : tensor<1xi64>} : tensor<1xi64>
  %q = graph.pad %x, %p, %n, %n : (tensor<4xf32>, tensor<2xi64>, none, none) -> tensor<5xf32>
  %z = graph.slice %q, %s, %e, %n, %n : (tensor<5xf32>, tensor<1xi64>, tensor<1xi64>, none, none) -> tensor<2xf32>
  return %z : tensor<2xf32>
}
