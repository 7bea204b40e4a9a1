// attention from two products around a softmax.
// RUN: ingot-opt %s --graph-raise-attention | FileCheck %s

// CHECK-LABEL: func.func @scaled_scores
// CHECK: %[[Y:.*]], %{{.*}}, %{{.*}}, %{{.*}} = graph.attention %arg0, %arg1, %arg2, {{.*}} {scale = 5.000000e-01 : f32}
// CHECK-NEXT: return %[[Y]]
func.func @scaled_scores(%q: tensor<2x4x5x8xf32>, %k: tensor<2x4x7x8xf32>, %v: tensor<2x4x7x6xf32>) -> tensor<2x4x5x6xf32> {
  %0 = graph.transpose %k {perm = array<i64: 0, 1, 3, 2>} : (tensor<2x4x7x8xf32>) -> tensor<2x4x8x7xf32>
  %1 = graph.matmul %q, %0 : (tensor<2x4x5x8xf32>, tensor<2x4x8x7xf32>) -> tensor<2x4x5x7xf32>
  %2 = graph.constant {value = dense<2.0> : tensor<f32>} : tensor<f32>
  %3 = graph.div %1, %2 : (tensor<2x4x5x7xf32>, tensor<f32>) -> tensor<2x4x5x7xf32>
  %4 = graph.softmax %3 {axis = 3 : i64} : (tensor<2x4x5x7xf32>) -> tensor<2x4x5x7xf32>
  %5 = graph.matmul %4, %v : (tensor<2x4x5x7xf32>, tensor<2x4x7x6xf32>) -> tensor<2x4x5x6xf32>
  return %5 : tensor<2x4x5x6xf32>
}

// As PyTorch exports it: the root of the scale at q and at k.
// CHECK-LABEL: func.func @scaled_operands
// CHECK: graph.attention %arg0, %arg1, %arg2, {{.*}} {scale = 1.250000e-01 : f32}
func.func @scaled_operands(%q: tensor<2x4x5x8xf32>, %k: tensor<2x4x7x8xf32>, %v: tensor<2x4x7x6xf32>) -> tensor<2x4x5x6xf32> {
  %0 = graph.constant {value = dense<0.5> : tensor<f32>} : tensor<f32>
  %1 = graph.mul %q, %0 : (tensor<2x4x5x8xf32>, tensor<f32>) -> tensor<2x4x5x8xf32>
  %2 = graph.transpose %k {perm = array<i64: 0, 1, 3, 2>} : (tensor<2x4x7x8xf32>) -> tensor<2x4x8x7xf32>
  %3 = graph.constant {value = dense<0.25> : tensor<1xf32>} : tensor<1xf32>
  %4 = graph.mul %2, %3 : (tensor<2x4x8x7xf32>, tensor<1xf32>) -> tensor<2x4x8x7xf32>
  %5 = graph.matmul %1, %4 : (tensor<2x4x5x8xf32>, tensor<2x4x8x7xf32>) -> tensor<2x4x5x7xf32>
  %6 = graph.softmax %5 {axis = -1 : i64} : (tensor<2x4x5x7xf32>) -> tensor<2x4x5x7xf32>
  %7 = graph.matmul %6, %v : (tensor<2x4x5x7xf32>, tensor<2x4x7x6xf32>) -> tensor<2x4x5x6xf32>
  return %7 : tensor<2x4x5x6xf32>
}

// CHECK-LABEL: func.func @added_mask
// CHECK: graph.attention %arg0, %arg1, %arg2, %arg3, {{.*}} {scale = 5.000000e-01 : f32}
func.func @added_mask(%q: tensor<2x4x5x8xf32>, %k: tensor<2x4x7x8xf32>, %v: tensor<2x4x7x6xf32>, %m: tensor<2x1x1x7xf32>) -> tensor<2x4x5x6xf32> {
  %0 = graph.matmul %q, %k {transpose_b = true} : (tensor<2x4x5x8xf32>, tensor<2x4x7x8xf32>) -> tensor<2x4x5x7xf32>
  %1 = graph.constant {value = dense<0.5> : tensor<f32>} : tensor<f32>
  %2 = graph.mul %1, %0 : (tensor<f32>, tensor<2x4x5x7xf32>) -> tensor<2x4x5x7xf32>
  %3 = graph.add %m, %2 : (tensor<2x1x1x7xf32>, tensor<2x4x5x7xf32>) -> tensor<2x4x5x7xf32>
  %4 = graph.softmax %3 {axis = 3 : i64} : (tensor<2x4x5x7xf32>) -> tensor<2x4x5x7xf32>
  %5 = graph.matmul %4, %v : (tensor<2x4x5x7xf32>, tensor<2x4x7x6xf32>) -> tensor<2x4x5x6xf32>
  return %5 : tensor<2x4x5x6xf32>
}

// A boolean mask, and the guard of rows without keys.
// CHECK-LABEL: func.func @allowed
// CHECK: graph.attention %arg0, %arg1, %arg2, %arg3, {{.*}} {scale = 1.000000e+00 : f32}
func.func @allowed(%q: tensor<2x4x5x8xf32>, %k: tensor<2x4x7x8xf32>, %v: tensor<2x4x7x6xf32>, %m: tensor<5x7xi1>) -> tensor<2x4x5x6xf32> {
  %0 = graph.matmul %q, %k {transpose_b = true} : (tensor<2x4x5x8xf32>, tensor<2x4x7x8xf32>) -> tensor<2x4x5x7xf32>
  %1 = graph.constant {value = dense<0xFF800000> : tensor<f32>} : tensor<f32>
  %2 = graph.where %m, %0, %1 : (tensor<5x7xi1>, tensor<2x4x5x7xf32>, tensor<f32>) -> tensor<2x4x5x7xf32>
  %3 = graph.softmax %2 {axis = 3 : i64} : (tensor<2x4x5x7xf32>) -> tensor<2x4x5x7xf32>
  %4 = graph.is_nan %3 : (tensor<2x4x5x7xf32>) -> tensor<2x4x5x7xi1>
  %5 = graph.constant {value = dense<0.0> : tensor<f32>} : tensor<f32>
  %6 = graph.where %4, %5, %3 : (tensor<2x4x5x7xi1>, tensor<f32>, tensor<2x4x5x7xf32>) -> tensor<2x4x5x7xf32>
  %7 = graph.matmul %6, %v : (tensor<2x4x5x7xf32>, tensor<2x4x7x6xf32>) -> tensor<2x4x5x6xf32>
  return %7 : tensor<2x4x5x6xf32>
}

// CHECK-LABEL: func.func @forbidden
// CHECK: %[[SEEN:.*]] = graph.logical_not %arg3
// CHECK: graph.attention %arg0, %arg1, %arg2, %[[SEEN]]
func.func @forbidden(%q: tensor<2x4x5x8xf32>, %k: tensor<2x4x7x8xf32>, %v: tensor<2x4x7x6xf32>, %m: tensor<5x7xi1>) -> tensor<2x4x5x6xf32> {
  %0 = graph.matmul %q, %k {transpose_b = true} : (tensor<2x4x5x8xf32>, tensor<2x4x7x8xf32>) -> tensor<2x4x5x7xf32>
  %1 = graph.constant {value = dense<0xFF800000> : tensor<f32>} : tensor<f32>
  %2 = graph.where %m, %1, %0 : (tensor<5x7xi1>, tensor<f32>, tensor<2x4x5x7xf32>) -> tensor<2x4x5x7xf32>
  %3 = graph.softmax %2 {axis = 3 : i64} : (tensor<2x4x5x7xf32>) -> tensor<2x4x5x7xf32>
  %4 = graph.matmul %3, %v : (tensor<2x4x5x7xf32>, tensor<2x4x7x6xf32>) -> tensor<2x4x5x6xf32>
  return %4 : tensor<2x4x5x6xf32>
}

// A finite score of hidden keys, where every query sees some.
// CHECK-LABEL: func.func @causal_finite
// CHECK: graph.attention
func.func @causal_finite(%q: tensor<2x4x5x8xf32>, %k: tensor<2x4x7x8xf32>, %v: tensor<2x4x7x6xf32>) -> tensor<2x4x5x6xf32> {
  %0 = graph.matmul %q, %k {transpose_b = true} : (tensor<2x4x5x8xf32>, tensor<2x4x7x8xf32>) -> tensor<2x4x5x7xf32>
  %1 = graph.constant {value = dense<[[true,false,false,false,false,false,false],[true,true,false,false,false,false,false],[true,true,true,false,false,false,false],[true,true,true,true,false,false,false],[true,true,true,true,true,false,false]]> : tensor<5x7xi1>} : tensor<5x7xi1>
  %2 = graph.constant {value = dense<-3.40282347E+38> : tensor<f32>} : tensor<f32>
  %3 = graph.where %1, %0, %2 : (tensor<5x7xi1>, tensor<2x4x5x7xf32>, tensor<f32>) -> tensor<2x4x5x7xf32>
  %4 = graph.softmax %3 {axis = 3 : i64} : (tensor<2x4x5x7xf32>) -> tensor<2x4x5x7xf32>
  %5 = graph.matmul %4, %v : (tensor<2x4x5x7xf32>, tensor<2x4x7x6xf32>) -> tensor<2x4x5x6xf32>
  return %5 : tensor<2x4x5x6xf32>
}

// With such a score a query that sees nothing would look at everything.
// CHECK-LABEL: func.func @unknown_finite
// CHECK-NOT: graph.attention
// CHECK: graph.softmax
func.func @unknown_finite(%q: tensor<2x4x5x8xf32>, %k: tensor<2x4x7x8xf32>, %v: tensor<2x4x7x6xf32>, %m: tensor<5x7xi1>) -> tensor<2x4x5x6xf32> {
  %0 = graph.matmul %q, %k {transpose_b = true} : (tensor<2x4x5x8xf32>, tensor<2x4x7x8xf32>) -> tensor<2x4x5x7xf32>
  %1 = graph.constant {value = dense<-3.40282347E+38> : tensor<f32>} : tensor<f32>
  %2 = graph.where %m, %0, %1 : (tensor<5x7xi1>, tensor<2x4x5x7xf32>, tensor<f32>) -> tensor<2x4x5x7xf32>
  %3 = graph.softmax %2 {axis = 3 : i64} : (tensor<2x4x5x7xf32>) -> tensor<2x4x5x7xf32>
  %4 = graph.matmul %3, %v : (tensor<2x4x5x7xf32>, tensor<2x4x7x6xf32>) -> tensor<2x4x5x6xf32>
  return %4 : tensor<2x4x5x6xf32>
}

// CHECK-LABEL: func.func @softcap
// CHECK: graph.attention {{.*}} {scale = 1.000000e+00 : f32, softcap = 3.000000e+01 : f32}
func.func @softcap(%q: tensor<2x4x5x8xf32>, %k: tensor<2x4x7x8xf32>, %v: tensor<2x4x7x6xf32>) -> tensor<2x4x5x6xf32> {
  %0 = graph.matmul %q, %k {transpose_b = true} : (tensor<2x4x5x8xf32>, tensor<2x4x7x8xf32>) -> tensor<2x4x5x7xf32>
  %1 = graph.constant {value = dense<30.0> : tensor<f32>} : tensor<f32>
  %2 = graph.div %0, %1 : (tensor<2x4x5x7xf32>, tensor<f32>) -> tensor<2x4x5x7xf32>
  %3 = graph.tanh %2 : (tensor<2x4x5x7xf32>) -> tensor<2x4x5x7xf32>
  %4 = graph.constant {value = dense<30.0> : tensor<f32>} : tensor<f32>
  %5 = graph.mul %3, %4 : (tensor<2x4x5x7xf32>, tensor<f32>) -> tensor<2x4x5x7xf32>
  %6 = graph.softmax %5 {axis = 3 : i64} : (tensor<2x4x5x7xf32>) -> tensor<2x4x5x7xf32>
  %7 = graph.matmul %6, %v : (tensor<2x4x5x7xf32>, tensor<2x4x7x6xf32>) -> tensor<2x4x5x6xf32>
  return %7 : tensor<2x4x5x6xf32>
}

// Heads as part of the batch, keys already transposed.
// CHECK-LABEL: func.func @heads_in_batch
// CHECK-DAG: %[[K:.*]] = graph.transpose %arg1 {perm = array<i64: 0, 2, 1>}
// CHECK-DAG: %[[M:.*]] = graph.unsqueeze %arg3
// CHECK: graph.attention %arg0, %[[K]], %arg2, %[[M]], {{.*}} {kv_heads = 1 : i64, q_heads = 1 : i64
func.func @heads_in_batch(%q: tensor<8x5x4xf32>, %k: tensor<8x4x7xf32>, %v: tensor<8x7x6xf32>, %m: tensor<8x5x7xf32>) -> tensor<8x5x6xf32> {
  %0 = graph.matmul %q, %k : (tensor<8x5x4xf32>, tensor<8x4x7xf32>) -> tensor<8x5x7xf32>
  %1 = graph.add %0, %m : (tensor<8x5x7xf32>, tensor<8x5x7xf32>) -> tensor<8x5x7xf32>
  %2 = graph.softmax %1 {axis = 2 : i64} : (tensor<8x5x7xf32>) -> tensor<8x5x7xf32>
  %3 = graph.matmul %2, %v : (tensor<8x5x7xf32>, tensor<8x7x6xf32>) -> tensor<8x5x6xf32>
  return %3 : tensor<8x5x6xf32>
}

// Sizes that nobody knows, but q, k and v are cut from one tensor.
// CHECK-LABEL: func.func @one_projection
// CHECK: graph.attention
func.func @one_projection(%x: tensor<?x?x96xf32>) -> tensor<?x4x?x8xf32> {
  %0 = graph.constant {value = dense<[0, -1, 3, 4, 8]> : tensor<5xi64>} : tensor<5xi64>
  %1 = graph.reshape %x, %0 : (tensor<?x?x96xf32>, tensor<5xi64>) -> tensor<?x?x3x4x8xf32>
  %2 = graph.transpose %1 {perm = array<i64: 2, 0, 3, 1, 4>} : (tensor<?x?x3x4x8xf32>) -> tensor<3x?x4x?x8xf32>
  %3 = graph.constant {value = dense<0> : tensor<1xi64>} : tensor<1xi64>
  %4 = graph.constant {value = dense<1> : tensor<1xi64>} : tensor<1xi64>
  %5 = graph.constant {value = dense<0> : tensor<1xi64>} : tensor<1xi64>
  %6 = graph.constant {value = dense<1> : tensor<1xi64>} : tensor<1xi64>
  %7 = graph.slice %2, %5, %6, %3, %4 : (tensor<3x?x4x?x8xf32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<1x?x4x?x8xf32>
  %8 = graph.squeeze %7, %3 : (tensor<1x?x4x?x8xf32>, tensor<1xi64>) -> tensor<?x4x?x8xf32>
  %9 = graph.constant {value = dense<1> : tensor<1xi64>} : tensor<1xi64>
  %10 = graph.constant {value = dense<2> : tensor<1xi64>} : tensor<1xi64>
  %11 = graph.slice %2, %9, %10, %3, %4 : (tensor<3x?x4x?x8xf32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<1x?x4x?x8xf32>
  %12 = graph.squeeze %11, %3 : (tensor<1x?x4x?x8xf32>, tensor<1xi64>) -> tensor<?x4x?x8xf32>
  %13 = graph.constant {value = dense<2> : tensor<1xi64>} : tensor<1xi64>
  %14 = graph.constant {value = dense<3> : tensor<1xi64>} : tensor<1xi64>
  %15 = graph.slice %2, %13, %14, %3, %4 : (tensor<3x?x4x?x8xf32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<1x?x4x?x8xf32>
  %16 = graph.squeeze %15, %3 : (tensor<1x?x4x?x8xf32>, tensor<1xi64>) -> tensor<?x4x?x8xf32>
  %17 = graph.constant {value = dense<0.5> : tensor<f32>} : tensor<f32>
  %18 = graph.mul %8, %17 : (tensor<?x4x?x8xf32>, tensor<f32>) -> tensor<?x4x?x8xf32>
  %19 = graph.transpose %12 {perm = array<i64: 0, 1, 3, 2>} : (tensor<?x4x?x8xf32>) -> tensor<?x4x8x?xf32>
  %20 = graph.matmul %18, %19 : (tensor<?x4x?x8xf32>, tensor<?x4x8x?xf32>) -> tensor<?x4x?x?xf32>
  %21 = graph.softmax %20 {axis = 3 : i64} : (tensor<?x4x?x?xf32>) -> tensor<?x4x?x?xf32>
  %22 = graph.matmul %21, %16 : (tensor<?x4x?x?xf32>, tensor<?x4x?x8xf32>) -> tensor<?x4x?x8xf32>
  return %22 : tensor<?x4x?x8xf32>
}

// One of the batches might be 1 and broadcast.
// CHECK-LABEL: func.func @unknown_batch
// CHECK-NOT: graph.attention
// CHECK: graph.softmax
func.func @unknown_batch(%q: tensor<?x4x?x8xf32>, %k: tensor<?x4x?x8xf32>, %v: tensor<?x4x?x8xf32>) -> tensor<?x4x?x8xf32> {
  %0 = graph.matmul %q, %k {transpose_b = true} : (tensor<?x4x?x8xf32>, tensor<?x4x?x8xf32>) -> tensor<?x4x?x?xf32>
  %1 = graph.softmax %0 {axis = 3 : i64} : (tensor<?x4x?x?xf32>) -> tensor<?x4x?x?xf32>
  %2 = graph.matmul %1, %v : (tensor<?x4x?x?xf32>, tensor<?x4x?x8xf32>) -> tensor<?x4x?x8xf32>
  return %2 : tensor<?x4x?x8xf32>
}

// A softmax over the queries.
// CHECK-LABEL: func.func @other_axis
// CHECK-NOT: graph.attention
// CHECK: graph.softmax
func.func @other_axis(%q: tensor<2x4x5x8xf32>, %k: tensor<2x4x7x8xf32>, %v: tensor<2x4x7x6xf32>) -> tensor<2x4x5x6xf32> {
  %0 = graph.matmul %q, %k {transpose_b = true} : (tensor<2x4x5x8xf32>, tensor<2x4x7x8xf32>) -> tensor<2x4x5x7xf32>
  %1 = graph.softmax %0 {axis = 2 : i64} : (tensor<2x4x5x7xf32>) -> tensor<2x4x5x7xf32>
  %2 = graph.matmul %1, %v : (tensor<2x4x5x7xf32>, tensor<2x4x7x6xf32>) -> tensor<2x4x5x6xf32>
  return %2 : tensor<2x4x5x6xf32>
}

// The factor holds for the mask as well.
// CHECK-LABEL: func.func @scaled_mask
// CHECK-NOT: graph.attention
// CHECK: graph.softmax
func.func @scaled_mask(%q: tensor<2x4x5x8xf32>, %k: tensor<2x4x7x8xf32>, %v: tensor<2x4x7x6xf32>, %m: tensor<2x4x5x7xf32>) -> tensor<2x4x5x6xf32> {
  %0 = graph.matmul %q, %k {transpose_b = true} : (tensor<2x4x5x8xf32>, tensor<2x4x7x8xf32>) -> tensor<2x4x5x7xf32>
  %1 = graph.add %0, %m : (tensor<2x4x5x7xf32>, tensor<2x4x5x7xf32>) -> tensor<2x4x5x7xf32>
  %2 = graph.constant {value = dense<0.5> : tensor<f32>} : tensor<f32>
  %3 = graph.mul %1, %2 : (tensor<2x4x5x7xf32>, tensor<f32>) -> tensor<2x4x5x7xf32>
  %4 = graph.softmax %3 {axis = 3 : i64} : (tensor<2x4x5x7xf32>) -> tensor<2x4x5x7xf32>
  %5 = graph.matmul %4, %v : (tensor<2x4x5x7xf32>, tensor<2x4x7x6xf32>) -> tensor<2x4x5x6xf32>
  return %5 : tensor<2x4x5x6xf32>
}

// One head of keys for all queries.
// CHECK-LABEL: func.func @one_key_head
// CHECK: graph.attention %arg0, %arg1, %arg2
func.func @one_key_head(%q: tensor<2x4x5x8xf32>, %k: tensor<2x1x7x8xf32>, %v: tensor<2x1x7x6xf32>) -> tensor<2x4x5x6xf32> {
  %0 = graph.matmul %q, %k {transpose_b = true} : (tensor<2x4x5x8xf32>, tensor<2x1x7x8xf32>) -> tensor<2x4x5x7xf32>
  %1 = graph.softmax %0 {axis = 3 : i64} : (tensor<2x4x5x7xf32>) -> tensor<2x4x5x7xf32>
  %2 = graph.matmul %1, %v : (tensor<2x4x5x7xf32>, tensor<2x1x7x6xf32>) -> tensor<2x4x5x6xf32>
  return %2 : tensor<2x4x5x6xf32>
}

// One head of queries for all keys is no attention.
// CHECK-LABEL: func.func @one_query_head
// CHECK-NOT: graph.attention
// CHECK: graph.softmax
func.func @one_query_head(%q: tensor<2x1x5x8xf32>, %k: tensor<2x4x7x8xf32>, %v: tensor<2x4x7x6xf32>) -> tensor<2x4x5x6xf32> {
  %0 = graph.matmul %q, %k {transpose_b = true} : (tensor<2x1x5x8xf32>, tensor<2x4x7x8xf32>) -> tensor<2x4x5x7xf32>
  %1 = graph.softmax %0 {axis = 3 : i64} : (tensor<2x4x5x7xf32>) -> tensor<2x4x5x7xf32>
  %2 = graph.matmul %1, %v : (tensor<2x4x5x7xf32>, tensor<2x4x7x6xf32>) -> tensor<2x4x5x6xf32>
  return %2 : tensor<2x4x5x6xf32>
}
