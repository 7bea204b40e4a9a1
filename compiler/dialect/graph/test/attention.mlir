// Round trip of attention and its companions.
// RUN: ingot-opt %s | ingot-opt | FileCheck %s

// CHECK-LABEL: func.func @attention
// CHECK: graph.attention {{.*}}keep_present = true{{.*}}right_window = 0
func.func @attention(%q: tensor<2x8x?x16xf32>, %k: tensor<2x4x?x16xf32>, %v: tensor<2x4x?x32xf32>, %pk: tensor<2x4x5x16xf32>, %pv: tensor<2x4x5x32xf32>) -> tensor<2x8x?x32xf32> {
  %none = graph.none : () -> none
  %y, %nk, %nv, %s = graph.attention %q, %k, %v, %none, %pk, %pv, %none, %none, %none {keep_present = true, right_window = 0 : i64} : (tensor<2x8x?x16xf32>, tensor<2x4x?x16xf32>, tensor<2x4x?x32xf32>, none, tensor<2x4x5x16xf32>, tensor<2x4x5x32xf32>, none, none, none) -> (tensor<2x8x?x32xf32>, tensor<2x4x?x16xf32>, tensor<2x4x?x32xf32>, none)
  return %y : tensor<2x8x?x32xf32>
}

// CHECK-LABEL: func.func @packed_attention
// CHECK: graph.attention {{.*}}keep_scores = "probabilities", kv_heads = 2 : i64, q_heads = 4 : i64
func.func @packed_attention(%q: tensor<2x3x64xf16>, %k: tensor<2x7x32xf16>, %v: tensor<2x7x16xf16>, %mask: tensor<3x5xi1>) -> tensor<2x3x32xf16> {
  %none = graph.none : () -> none
  %y, %nk, %nv, %s = graph.attention %q, %k, %v, %mask, %none, %none, %none, %none, %none {keep_scores = "probabilities", kv_heads = 2 : i64, q_heads = 4 : i64, scale = 2.0 : f32, softmax_type = f32} : (tensor<2x3x64xf16>, tensor<2x7x32xf16>, tensor<2x7x16xf16>, tensor<3x5xi1>, none, none, none, none, none) -> (tensor<2x3x32xf16>, none, none, tensor<2x4x3x7xf16>)
  return %y : tensor<2x3x32xf16>
}

// CHECK-LABEL: func.func @rotary_embedding
// CHECK: graph.rotary_embedding {{.*}}heads = 2 : i64
func.func @rotary_embedding(%x: tensor<2x3x16xf32>, %c: tensor<10x4xf32>, %s: tensor<10x4xf32>, %p: tensor<2x3xi64>) -> tensor<2x3x16xf32> {
  %y = graph.rotary_embedding %x, %c, %s, %p {heads = 2 : i64} : (tensor<2x3x16xf32>, tensor<10x4xf32>, tensor<10x4xf32>, tensor<2x3xi64>) -> tensor<2x3x16xf32>
  return %y : tensor<2x3x16xf32>
}

// CHECK-LABEL: func.func @linear_attention
// CHECK: graph.linear_attention {{.*}}kv_heads = 2 : i64, q_heads = 4 : i64
func.func @linear_attention(%q: tensor<1x?x32xf16>, %k: tensor<1x?x16xf16>, %v: tensor<1x?x20xf16>, %s: tensor<1x2x8x10xf32>, %d: tensor<1x?x2xf16>, %b: tensor<1x?x1xf16>) -> tensor<1x2x8x10xf32> {
  %y, %t = graph.linear_attention %q, %k, %v, %s, %d, %b {kv_heads = 2 : i64, q_heads = 4 : i64} : (tensor<1x?x32xf16>, tensor<1x?x16xf16>, tensor<1x?x20xf16>, tensor<1x2x8x10xf32>, tensor<1x?x2xf16>, tensor<1x?x1xf16>) -> (tensor<1x?x40xf16>, tensor<1x2x8x10xf32>)
  return %t : tensor<1x2x8x10xf32>
}
