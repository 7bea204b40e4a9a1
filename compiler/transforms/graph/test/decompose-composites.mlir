// Composite operators written with simpler ones, and those that are kept.
// RUN: ingot-opt %s --graph-decompose-composites | FileCheck %s
// RUN: ingot-opt %s --graph-decompose-composites=keep=gelu,softplus,softmax | FileCheck %s --check-prefix=KEEP
// RUN: not ingot-opt %s --graph-decompose-composites=keep=conv 2>&1 | FileCheck %s --check-prefix=BAD
// BAD: keep: 'conv' is not a composite operator

// CHECK-LABEL: func.func @gelu
// CHECK-NOT: graph.gelu 
// CHECK: graph.erf
// CHECK: graph.mul
func.func @gelu(%x: tensor<2x3x4xf32>) -> tensor<2x3x4xf32> {
  %0 = graph.gelu %x : (tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
  return %0 : tensor<2x3x4xf32>
}

// CHECK-LABEL: func.func @gelu_tanh
// CHECK-NOT: graph.gelu 
// CHECK: graph.tanh
// CHECK: graph.mul
func.func @gelu_tanh(%x: tensor<2x3x4xf32>) -> tensor<2x3x4xf32> {
  %0 = graph.gelu %x {approximate = true} : (tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
  return %0 : tensor<2x3x4xf32>
}

// CHECK-LABEL: func.func @swish
// CHECK-NOT: graph.swish 
// CHECK: graph.mul
// CHECK: graph.sigmoid
// CHECK: graph.mul
func.func @swish(%x: tensor<2x3x4xf32>) -> tensor<2x3x4xf32> {
  %0 = graph.swish %x {alpha = 2.0 : f32} : (tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
  return %0 : tensor<2x3x4xf32>
}

// CHECK-LABEL: func.func @hard_swish
// CHECK-NOT: graph.hard_swish 
// CHECK: graph.max
// CHECK: graph.min
// CHECK: graph.mul
func.func @hard_swish(%x: tensor<2x3x4xf32>) -> tensor<2x3x4xf32> {
  %0 = graph.hard_swish %x : (tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
  return %0 : tensor<2x3x4xf32>
}

// CHECK-LABEL: func.func @mish
// CHECK-NOT: graph.mish 
// CHECK: graph.relu
// CHECK: graph.tanh
// CHECK: graph.mul
func.func @mish(%x: tensor<2x3x4xf32>) -> tensor<2x3x4xf32> {
  %0 = graph.mish %x : (tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
  return %0 : tensor<2x3x4xf32>
}

// CHECK-LABEL: func.func @leaky_relu
// CHECK-NOT: graph.leaky_relu 
// CHECK: graph.relu
// CHECK: graph.min
// CHECK: graph.add
func.func @leaky_relu(%x: tensor<2x3x4xf32>) -> tensor<2x3x4xf32> {
  %0 = graph.leaky_relu %x {alpha = 0.1 : f32} : (tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
  return %0 : tensor<2x3x4xf32>
}

// CHECK-LABEL: func.func @swiglu
// CHECK-NOT: graph.swiglu 
// CHECK: graph.sigmoid
func.func @swiglu(%x: tensor<2x3x4xf32>, %y: tensor<2x3x4xf32>) -> tensor<2x3x4xf32> {
  %0 = graph.swiglu %x, %y : (tensor<2x3x4xf32>, tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
  return %0 : tensor<2x3x4xf32>
}

// CHECK-LABEL: func.func @prelu
// CHECK-NOT: graph.prelu 
// CHECK: graph.add
func.func @prelu(%x: tensor<2x3x4xf32>, %y: tensor<4xf32>) -> tensor<2x3x4xf32> {
  %0 = graph.prelu %x, %y : (tensor<2x3x4xf32>, tensor<4xf32>) -> tensor<2x3x4xf32>
  return %0 : tensor<2x3x4xf32>
}

// CHECK-LABEL: func.func @softmax
// CHECK-NOT: graph.softmax 
// CHECK: graph.reduce_max
// CHECK: graph.exp
// CHECK: graph.reduce_sum
// CHECK: graph.div
func.func @softmax(%x: tensor<2x3x4xf32>) -> tensor<2x3x4xf32> {
  %0 = graph.softmax %x {axis = 1 : i64, count = 0 : i64} : (tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
  return %0 : tensor<2x3x4xf32>
}

// CHECK-LABEL: func.func @log_softmax
// CHECK-NOT: graph.log_softmax 
// CHECK: graph.reduce_max
// CHECK: graph.exp
// CHECK: graph.reduce_sum
// CHECK: graph.log
// CHECK: graph.sub
func.func @log_softmax(%x: tensor<2x3x4xf32>) -> tensor<2x3x4xf32> {
  %0 = graph.log_softmax %x {axis = -1 : i64} : (tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
  return %0 : tensor<2x3x4xf32>
}

// CHECK-LABEL: func.func @lp_norm
// CHECK-NOT: graph.lp_norm 
// CHECK: graph.reduce_l1
// CHECK: graph.div
func.func @lp_norm(%x: tensor<2x3x4xf32>) -> tensor<2x3x4xf32> {
  %0 = graph.lp_norm %x {axis = 1 : i64, p = 1 : i64} : (tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
  return %0 : tensor<2x3x4xf32>
}

// CHECK-LABEL: func.func @mean_variance_norm
// CHECK-NOT: graph.mean_variance_norm 
// CHECK: graph.reduce_mean
// CHECK: graph.div
func.func @mean_variance_norm(%x: tensor<2x3x4xf32>) -> tensor<2x3x4xf32> {
  %0 = graph.mean_variance_norm %x {axes = array<i64: 0, 2>} : (tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
  return %0 : tensor<2x3x4xf32>
}

// Small floats are computed in f32 and rounded once.
// CHECK-LABEL: func.func @softmax_half
// CHECK: graph.cast %arg0 {to = f32}
// CHECK: graph.div {{.*}} -> tensor<2x3x4xf32>
// CHECK: graph.cast {{.*}} -> tensor<2x3x4xf16>
func.func @softmax_half(%x: tensor<2x3x4xf16>) -> tensor<2x3x4xf16> {
  %0 = graph.softmax %x {axis = 2 : i64} : (tensor<2x3x4xf16>) -> tensor<2x3x4xf16>
  return %0 : tensor<2x3x4xf16>
}

// All axes up to the last, of an unknown rank.
// CHECK-LABEL: func.func @softmax_unranked
// CHECK: graph.softmax
func.func @softmax_unranked(%x: tensor<*xf32>) -> tensor<*xf32> {
  %0 = graph.softmax %x {axis = 1 : i64, count = 0 : i64} : (tensor<*xf32>) -> tensor<*xf32>
  return %0 : tensor<*xf32>
}

// CHECK-LABEL: func.func @batch_norm
// CHECK-NOT: graph.batch_norm 
// CHECK: graph.reshape {{.*}} -> tensor<3x1xf32>
// CHECK: graph.add
func.func @batch_norm(%x: tensor<2x3x4xf32>, %s: tensor<3xf32>, %b: tensor<3xf32>, %m: tensor<3xf32>, %v: tensor<3xf32>) -> tensor<2x3x4xf32> {
  %0 = graph.batch_norm %x, %s, %b, %m, %v : (tensor<2x3x4xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<2x3x4xf32>
  return %0 : tensor<2x3x4xf32>
}

// CHECK-LABEL: func.func @instance_norm
// CHECK-NOT: graph.instance_norm 
// CHECK: graph.reduce_mean
// CHECK: graph.add
func.func @instance_norm(%x: tensor<2x3x4xf32>, %s: tensor<3xf32>, %b: tensor<3xf32>) -> tensor<2x3x4xf32> {
  %0 = graph.instance_norm %x, %s, %b : (tensor<2x3x4xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<2x3x4xf32>
  return %0 : tensor<2x3x4xf32>
}

// CHECK-LABEL: func.func @group_norm
// CHECK-NOT: graph.group_norm 
// CHECK: graph.reshape {{.*}} -> tensor<2x2x30xf32>
// CHECK: graph.reshape {{.*}} -> tensor<2x4x3x5xf32>
func.func @group_norm(%x: tensor<2x4x3x5xf32>, %s: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<2x4x3x5xf32> {
  %0 = graph.group_norm %x, %s, %b {groups = 2 : i64} : (tensor<2x4x3x5xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<2x4x3x5xf32>
  return %0 : tensor<2x4x3x5xf32>
}

// CHECK-LABEL: func.func @group_norm_per_group
// CHECK-NOT: graph.group_norm 
// CHECK: graph.reshape {{.*}} -> tensor<2x2x30xf32>
// CHECK: graph.reshape {{.*}} -> tensor<2x4x3x5xf32>
func.func @group_norm_per_group(%x: tensor<2x4x3x5xf32>, %s: tensor<2xf32>, %b: tensor<2xf32>) -> tensor<2x4x3x5xf32> {
  %0 = graph.group_norm %x, %s, %b {groups = 2 : i64} : (tensor<2x4x3x5xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<2x4x3x5xf32>
  return %0 : tensor<2x4x3x5xf32>
}

// CHECK-LABEL: func.func @layer_norm
// CHECK-NOT: graph.layer_norm
// CHECK: %[[MEAN:.*]] = graph.reduce_mean %arg0
// CHECK: %[[INVERSE:.*]] = graph.reciprocal
// CHECK: return %{{.*}}, %[[MEAN]], %[[INVERSE]]
func.func @layer_norm(%x: tensor<2x3x4xf32>, %s: tensor<4xf32>, %b: tensor<4xf32>) -> (tensor<2x3x4xf32>, tensor<2x3x1xf32>, tensor<2x3x1xf32>) {
  %y, %m, %i = graph.layer_norm %x, %s, %b {axis = -1 : i64, stash_type = f32} : (tensor<2x3x4xf32>, tensor<4xf32>, tensor<4xf32>) -> (tensor<2x3x4xf32>, tensor<2x3x1xf32>, tensor<2x3x1xf32>)
  return %y, %m, %i : tensor<2x3x4xf32>, tensor<2x3x1xf32>, tensor<2x3x1xf32>
}

// CHECK-LABEL: func.func @rms_norm
// CHECK-NOT: graph.rms_norm
// CHECK: graph.reciprocal
func.func @rms_norm(%x: tensor<2x3x4xf16>, %s: tensor<4xf16>) -> tensor<2x3x4xf16> {
  %y, %i = graph.rms_norm %x, %s {axis = 2 : i64, stash_type = f32} : (tensor<2x3x4xf16>, tensor<4xf16>) -> (tensor<2x3x4xf16>, tensor<2x3x1xf32>)
  return %y : tensor<2x3x4xf16>
}

// CHECK-LABEL: func.func @attention
// CHECK-NOT: graph.attention
// CHECK: graph.matmul
// CHECK: graph.reduce_max
// CHECK: graph.matmul
func.func @attention(%q: tensor<2x4x3x8xf32>, %k: tensor<2x4x5x8xf32>, %v: tensor<2x4x5x6xf32>) -> (tensor<2x4x3x6xf32>) {
  %none = graph.none : () -> none
  %y, %nk, %nv, %s = graph.attention %q, %k, %v, %none, %none, %none, %none, %none, %none {} : (tensor<2x4x3x8xf32>, tensor<2x4x5x8xf32>, tensor<2x4x5x6xf32>, none, none, none, none, none, none) -> (tensor<2x4x3x6xf32>, none, none, none)
  return %y : tensor<2x4x3x6xf32>
}

// CHECK-LABEL: func.func @attention_masked
// CHECK-NOT: graph.attention
// CHECK: graph.matmul
// CHECK: graph.reduce_max
// CHECK: graph.matmul
func.func @attention_masked(%q: tensor<2x4x3x8xf32>, %k: tensor<2x4x5x8xf32>, %v: tensor<2x4x5x6xf32>, %m: tensor<3x5xi1>) -> (tensor<2x4x3x6xf32>, tensor<2x4x3x5xf32>) {
  %none = graph.none : () -> none
  %y, %nk, %nv, %s = graph.attention %q, %k, %v, %m, %none, %none, %none, %none, %none {scale = 0.3 : f32, softcap = 2.0 : f32, keep_scores = "masked"} : (tensor<2x4x3x8xf32>, tensor<2x4x5x8xf32>, tensor<2x4x5x6xf32>, tensor<3x5xi1>, none, none, none, none, none) -> (tensor<2x4x3x6xf32>, none, none, tensor<2x4x3x5xf32>)
  return %y, %s : tensor<2x4x3x6xf32>, tensor<2x4x3x5xf32>
}

// CHECK-LABEL: func.func @attention_added
// CHECK-NOT: graph.attention
// CHECK: graph.matmul
// CHECK: graph.reduce_max
// CHECK: graph.matmul
func.func @attention_added(%q: tensor<2x4x3x8xf32>, %k: tensor<2x4x5x8xf32>, %v: tensor<2x4x5x6xf32>, %m: tensor<2x1x1x5xf32>) -> (tensor<2x4x3x6xf32>, tensor<2x4x3x5xf32>) {
  %none = graph.none : () -> none
  %y, %nk, %nv, %s = graph.attention %q, %k, %v, %m, %none, %none, %none, %none, %none {keep_scores = "probabilities"} : (tensor<2x4x3x8xf32>, tensor<2x4x5x8xf32>, tensor<2x4x5x6xf32>, tensor<2x1x1x5xf32>, none, none, none, none, none) -> (tensor<2x4x3x6xf32>, none, none, tensor<2x4x3x5xf32>)
  return %y, %s : tensor<2x4x3x6xf32>, tensor<2x4x3x5xf32>
}

// CHECK-LABEL: func.func @attention_causal_past
// CHECK-NOT: graph.attention
// CHECK: graph.concat %arg3, %arg1
// CHECK: graph.concat %arg4, %arg2
// CHECK: graph.matmul
func.func @attention_causal_past(%q: tensor<2x4x3x8xf32>, %k: tensor<2x4x3x8xf32>, %v: tensor<2x4x3x6xf32>, %pk: tensor<2x4x2x8xf32>, %pv: tensor<2x4x2x6xf32>) -> (tensor<2x4x3x6xf32>, tensor<2x4x5x8xf32>) {
  %none = graph.none : () -> none
  %y, %nk, %nv, %s = graph.attention %q, %k, %v, %none, %pk, %pv, %none, %none, %none {right_window = 0 : i64, left_window = 3 : i64, keep_present = true} : (tensor<2x4x3x8xf32>, tensor<2x4x3x8xf32>, tensor<2x4x3x6xf32>, none, tensor<2x4x2x8xf32>, tensor<2x4x2x6xf32>, none, none, none) -> (tensor<2x4x3x6xf32>, tensor<2x4x5x8xf32>, tensor<2x4x5x6xf32>, none)
  return %y, %nk : tensor<2x4x3x6xf32>, tensor<2x4x5x8xf32>
}

// Two query heads share a key head.
// CHECK-LABEL: func.func @attention_grouped
// CHECK-NOT: graph.attention
// CHECK: graph.matmul
// CHECK: graph.reduce_max
// CHECK: graph.matmul
func.func @attention_grouped(%q: tensor<2x4x3x8xf32>, %k: tensor<2x2x5x8xf32>, %v: tensor<2x2x5x6xf32>, %m: tensor<2x4x3x5xf32>) -> (tensor<2x4x3x6xf32>) {
  %none = graph.none : () -> none
  %y, %nk, %nv, %s = graph.attention %q, %k, %v, %m, %none, %none, %none, %none, %none {} : (tensor<2x4x3x8xf32>, tensor<2x2x5x8xf32>, tensor<2x2x5x6xf32>, tensor<2x4x3x5xf32>, none, none, none, none, none) -> (tensor<2x4x3x6xf32>, none, none, none)
  return %y : tensor<2x4x3x6xf32>
}

// CHECK-LABEL: func.func @attention_packed
// CHECK-NOT: graph.attention
// CHECK: graph.matmul
// CHECK: graph.reduce_max
// CHECK: graph.matmul
func.func @attention_packed(%q: tensor<2x3x32xf32>, %k: tensor<2x5x16xf32>, %v: tensor<2x5x12xf32>) -> (tensor<2x3x24xf32>) {
  %none = graph.none : () -> none
  %y, %nk, %nv, %s = graph.attention %q, %k, %v, %none, %none, %none, %none, %none, %none {q_heads = 4 : i64, kv_heads = 2 : i64} : (tensor<2x3x32xf32>, tensor<2x5x16xf32>, tensor<2x5x12xf32>, none, none, none, none, none, none) -> (tensor<2x3x24xf32>, none, none, none)
  return %y : tensor<2x3x24xf32>
}

// Keys beyond an entry's length are hidden; one that is too long is an error of the gather.
// CHECK-LABEL: func.func @attention_lengths
// CHECK-NOT: graph.attention
// CHECK: graph.gather
// CHECK: %[[SEEN:.*]] = graph.less
// CHECK: graph.where %[[SEEN]]
// CHECK: graph.exp
func.func @attention_lengths(%q: tensor<2x4x3x8xf32>, %k: tensor<2x4x5x8xf32>, %v: tensor<2x4x5x6xf32>, %l: tensor<2xi64>) -> (tensor<2x4x3x6xf32>) {
  %none = graph.none : () -> none
  %y, %nk, %nv, %s = graph.attention %q, %k, %v, %none, %none, %none, %l, %none, %none {} : (tensor<2x4x3x8xf32>, tensor<2x4x5x8xf32>, tensor<2x4x5x6xf32>, none, none, none, tensor<2xi64>, none, none) -> (tensor<2x4x3x6xf32>, none, none, none)
  return %y : tensor<2x4x3x6xf32>
}

// A mask of fewer keys hides the rest; scores are rounded to the type of the softmax.
// CHECK-LABEL: func.func @attention_short_mask
// CHECK-NOT: graph.attention
// CHECK: %[[WHOLE:.*]] = graph.concat %arg3
// CHECK: graph.cast {{.*}} -> tensor<2x4x3x5xf16>
// CHECK: graph.where %[[WHOLE]]
// CHECK: graph.exp
// CHECK: graph.cast {{.*}} -> tensor<2x4x3x5xf16>
func.func @attention_short_mask(%q: tensor<2x4x3x8xf32>, %k: tensor<2x4x5x8xf32>, %v: tensor<2x4x5x6xf32>, %m: tensor<3x4xi1>) -> (tensor<2x4x3x6xf32>) {
  %none = graph.none : () -> none
  %y, %nk, %nv, %s = graph.attention %q, %k, %v, %m, %none, %none, %none, %none, %none {softmax_type = f16} : (tensor<2x4x3x8xf32>, tensor<2x4x5x8xf32>, tensor<2x4x5x6xf32>, tensor<3x4xi1>, none, none, none, none, none) -> (tensor<2x4x3x6xf32>, none, none, none)
  return %y : tensor<2x4x3x6xf32>
}

// A zero point for each channel: sums in f64 are exact.
// CHECK-LABEL: func.func @conv_integer
// CHECK-NOT: graph.conv_integer
// CHECK: graph.conv {{.*}} -> tensor<1x2x2x2xf64>
// CHECK: graph.cast {{.*}} -> tensor<1x2x2x2xi64>
// CHECK: graph.cast {{.*}} -> tensor<1x2x2x2xi32>
func.func @conv_integer(%x: tensor<1x1x3x3xui8>, %w: tensor<2x1x2x2xui8>, %z: tensor<2xui8>) -> tensor<1x2x2x2xi32> {
  %none = graph.none : () -> none
  %y = graph.conv_integer %x, %w, %none, %z {strides = array<i64: 1, 1>, pads = array<i64: 0, 0, 0, 0>, dilations = array<i64: 1, 1>} : (tensor<1x1x3x3xui8>, tensor<2x1x2x2xui8>, none, tensor<2xui8>) -> tensor<1x2x2x2xi32>
  return %y : tensor<1x2x2x2xi32>
}

// CHECK-LABEL: func.func @einsum_matmul
// CHECK-NEXT: graph.matmul %arg0, %arg1
// CHECK-NEXT: return
func.func @einsum_matmul(%x0: tensor<2x3xf32>, %x1: tensor<3x4xf32>) -> tensor<2x4xf32> {
  %y = graph.einsum %x0, %x1 {equation = "ij,jk->ik"} : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  return %y : tensor<2x4xf32>
}

// CHECK-LABEL: func.func @einsum_heads
// CHECK-DAG: %[[Q:.*]] = graph.transpose %arg0 {perm = array<i64: 0, 2, 1, 3>}
// CHECK-DAG: %[[K:.*]] = graph.transpose %arg1 {perm = array<i64: 0, 2, 3, 1>}
// CHECK: graph.matmul %[[Q]], %[[K]]
// CHECK-NEXT: return
func.func @einsum_heads(%x0: tensor<2x3x4x5xf32>, %x1: tensor<2x6x4x5xf32>) -> tensor<2x4x3x6xf32> {
  %y = graph.einsum %x0, %x1 {equation = "bqhd,bkhd->bhqk"} : (tensor<2x3x4x5xf32>, tensor<2x6x4x5xf32>) -> tensor<2x4x3x6xf32>
  return %y : tensor<2x4x3x6xf32>
}

// Two axes are summed at once; one size is not known.
// CHECK-LABEL: func.func @einsum_dense
// CHECK-DAG: graph.reshape %arg0, {{.*}} -> tensor<?x20xf32>
// CHECK-DAG: graph.reshape %arg1, {{.*}} -> tensor<20x6xf32>
// CHECK: graph.matmul
// CHECK: graph.reshape
func.func @einsum_dense(%x0: tensor<?x3x4x5xf32>, %x1: tensor<4x5x6xf32>) -> tensor<?x3x6xf32> {
  %y = graph.einsum %x0, %x1 {equation = "abcd,cde->abe"} : (tensor<?x3x4x5xf32>, tensor<4x5x6xf32>) -> tensor<?x3x6xf32>
  return %y : tensor<?x3x6xf32>
}

// CHECK-LABEL: func.func @einsum_sum
// CHECK: graph.reduce_sum %arg0
// CHECK: graph.matmul
// CHECK: graph.transpose
func.func @einsum_sum(%x0: tensor<2x3x7xf32>, %x1: tensor<3x4xf32>) -> tensor<4x2xf32> {
  %y = graph.einsum %x0, %x1 {equation = "ijl,jk->ki"} : (tensor<2x3x7xf32>, tensor<3x4xf32>) -> tensor<4x2xf32>
  return %y : tensor<4x2xf32>
}

// CHECK-LABEL: func.func @einsum_outer
// CHECK: graph.matmul
func.func @einsum_outer(%x0: tensor<2xf32>, %x1: tensor<3xf32>) -> tensor<2x3xf32> {
  %y = graph.einsum %x0, %x1 {equation = "i,j->ij"} : (tensor<2xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  return %y : tensor<2x3xf32>
}

// CHECK-LABEL: func.func @einsum_ellipsis
// CHECK: graph.matmul
func.func @einsum_ellipsis(%x0: tensor<2x1x3x4xf32>, %x1: tensor<2x5x4x6xf32>) -> tensor<2x5x3x6xf32> {
  %y = graph.einsum %x0, %x1 {equation = "...ij,...jk->...ik"} : (tensor<2x1x3x4xf32>, tensor<2x5x4x6xf32>) -> tensor<2x5x3x6xf32>
  return %y : tensor<2x5x3x6xf32>
}

// CHECK-LABEL: func.func @einsum_transpose
// CHECK: graph.reduce_sum
// CHECK: graph.transpose
func.func @einsum_transpose(%x0: tensor<2x3x4xf32>) -> tensor<4x2xf32> {
  %y = graph.einsum %x0 {equation = "ijk->ki"} : (tensor<2x3x4xf32>) -> tensor<4x2xf32>
  return %y : tensor<4x2xf32>
}

// A diagonal is every fourth of nine elements.
// CHECK-LABEL: func.func @einsum_diagonal
// CHECK-NOT: graph.einsum
// CHECK: graph.slice {{.*}} -> tensor<3xf32>
func.func @einsum_diagonal(%x0: tensor<3x3xf32>) -> tensor<3xf32> {
  %y = graph.einsum %x0 {equation = "ii->i"} : (tensor<3x3xf32>) -> tensor<3xf32>
  return %y : tensor<3xf32>
}

// Three operands stay.
// CHECK-LABEL: func.func @einsum_three
// CHECK: graph.einsum
func.func @einsum_three(%x0: tensor<2x3xf32>, %x1: tensor<3x4xf32>, %x2: tensor<4x5xf32>) -> tensor<2x5xf32> {
  %y = graph.einsum %x0, %x1, %x2 {equation = "ij,jk,kl->il"} : (tensor<2x3xf32>, tensor<3x4xf32>, tensor<4x5xf32>) -> tensor<2x5xf32>
  return %y : tensor<2x5xf32>
}

// The unknown size might be 1 and broadcast.
// CHECK-LABEL: func.func @einsum_unknown_inner
// CHECK: graph.einsum
func.func @einsum_unknown_inner(%x0: tensor<2x?xf32>, %x1: tensor<3x4xf32>) -> tensor<2x4xf32> {
  %y = graph.einsum %x0, %x1 {equation = "ij,jk->ik"} : (tensor<2x?xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  return %y : tensor<2x4xf32>
}

// KEEP-LABEL: func.func @gelu
// KEEP-NEXT: graph.gelu
// KEEP-LABEL: func.func @mish
// KEEP: graph.softplus
// KEEP-LABEL: func.func @attention(
// KEEP: graph.matmul
// KEEP: graph.softmax

// Movements of blocks: axes are split, exchanged and joined.
// CHECK-LABEL: func.func @blocks
// CHECK: graph.transpose {{.*}} {perm = array<i64: 0, 2, 1, 3>} : (tensor<1x2x4x24xui8>)
// CHECK: graph.transpose {{.*}} {perm = array<i64: 0, 3, 4, 1, 5, 2>} : (tensor<1x2x2x2x4x6xui8>)
// CHECK: graph.transpose {{.*}} {perm = array<i64: 0, 1, 4, 2, 5, 3>} : (tensor<1x2x2x2x4x6xui8>)
// CHECK: graph.transpose {{.*}} {perm = array<i64: 0, 3, 5, 1, 2, 4>} : (tensor<1x8x2x2x3x2xui8>)
// CHECK: graph.transpose {{.*}} {perm = array<i64: 0, 1, 3, 5, 2, 4>} : (tensor<1x8x2x2x3x2xui8>)
func.func @blocks(%x: tensor<1x8x4x6xui8>) -> (tensor<1x8x4x6xui8>, tensor<1x2x8x12xui8>, tensor<1x2x8x12xui8>, tensor<1x32x2x3xui8>, tensor<1x32x2x3xui8>) {
  %0 = graph.channel_shuffle %x {axis = 1 : i64, groups = 2 : i64} : (tensor<1x8x4x6xui8>) -> tensor<1x8x4x6xui8>
  %1 = graph.depth_to_space %x {blocksize = 2 : i64} : (tensor<1x8x4x6xui8>) -> tensor<1x2x8x12xui8>
  %2 = graph.depth_to_space %x {blocksize = 2 : i64, mode = "CRD"} : (tensor<1x8x4x6xui8>) -> tensor<1x2x8x12xui8>
  %3 = graph.space_to_depth %x {blocksize = 2 : i64} : (tensor<1x8x4x6xui8>) -> tensor<1x32x2x3xui8>
  %4 = graph.space_to_depth %x {blocksize = 2 : i64, mode = "CRD"} : (tensor<1x8x4x6xui8>) -> tensor<1x32x2x3xui8>
  return %0, %1, %2, %3, %4 : tensor<1x8x4x6xui8>, tensor<1x2x8x12xui8>, tensor<1x2x8x12xui8>, tensor<1x32x2x3xui8>, tensor<1x32x2x3xui8>
}

// Where there is nothing to move, they stay.
// CHECK-LABEL: func.func @no_blocks
// CHECK: graph.depth_to_space
// CHECK: graph.channel_shuffle
func.func @no_blocks(%x: tensor<1x4x0x3xf32>) -> (tensor<1x1x0x6xf32>, tensor<1x4x0x3xf32>) {
  %0 = graph.depth_to_space %x {blocksize = 2 : i64} : (tensor<1x4x0x3xf32>) -> tensor<1x1x0x6xf32>
  %1 = graph.channel_shuffle %x {axis = 2 : i64, groups = 4611686018427387904 : i64} : (tensor<1x4x0x3xf32>) -> tensor<1x4x0x3xf32>
  return %0, %1 : tensor<1x1x0x6xf32>, tensor<1x4x0x3xf32>
}

// Quantization: a chain in which every value is used once, so that a kernel's epilogue takes it.
// CHECK-LABEL: func.func @quantize
// CHECK: graph.div
// CHECK: graph.round
// CHECK: graph.max
// CHECK: graph.min
// CHECK: graph.cast {{.*}} -> tensor<2x3x4xui8>
// CHECK: graph.sub {{.*}} -> tensor<2x3x4xui8>
// CHECK: graph.cast {{.*}} -> tensor<2x3x4xi8>
// CHECK: graph.cast {{.*}} -> tensor<2x3x4xui16>
// CHECK: graph.sub {{.*}} -> tensor<2x3x4xui8>
// CHECK: graph.cast {{.*}} -> tensor<2x3x4xi4>
// CHECK-NOT: graph.quantize_linear
// CHECK: return
func.func @quantize(%x: tensor<2x3x4xf32>, %s: tensor<3xf32>, %z: tensor<3xi8>, %h: tensor<1xf16>) -> (tensor<2x3x4xi8>, tensor<2x3x4xui16>, tensor<2x3x4xi4>) {
  %n = graph.none : () -> none
  %0 = graph.quantize_linear %x, %s, %z {to = i8, axis = -2 : i64} : (tensor<2x3x4xf32>, tensor<3xf32>, tensor<3xi8>) -> tensor<2x3x4xi8>
  %1 = graph.quantize_linear %x, %h, %n {to = ui16} : (tensor<2x3x4xf32>, tensor<1xf16>, none) -> tensor<2x3x4xui16>
  %2 = graph.quantize_linear %x, %h, %n {to = i4} : (tensor<2x3x4xf32>, tensor<1xf16>, none) -> tensor<2x3x4xi4>
  return %0, %1, %2 : tensor<2x3x4xi8>, tensor<2x3x4xui16>, tensor<2x3x4xi4>
}

// A sum that is exact rounds once.
// CHECK-LABEL: func.func @quantize_to_float
// CHECK: graph.div {{.*}} -> tensor<4xf32>
// CHECK: graph.add {{.*}} -> tensor<4xf64>
// CHECK: graph.cast {{.*}}saturate = false{{.*}} -> tensor<4xf8E4M3FN>
func.func @quantize_to_float(%x: tensor<4xf32>, %s: tensor<f32>, %z: tensor<f8E4M3FN>) -> tensor<4xf8E4M3FN> {
  %0 = graph.quantize_linear %x, %s, %z {to = f8E4M3FN, saturate = false} : (tensor<4xf32>, tensor<f32>, tensor<f8E4M3FN>) -> tensor<4xf8E4M3FN>
  return %0 : tensor<4xf8E4M3FN>
}

// Of nothing there is nothing to scale.
// CHECK-LABEL: func.func @quantize_nothing
// CHECK: graph.quantize_linear
// CHECK: graph.dequantize_linear
func.func @quantize_nothing(%x: tensor<2x0xf32>, %s: tensor<0xf32>) -> tensor<2x0xf32> {
  %n = graph.none : () -> none
  %0 = graph.quantize_linear %x, %s, %n {to = i8, axis = 1 : i64} : (tensor<2x0xf32>, tensor<0xf32>, none) -> tensor<2x0xi8>
  %1 = graph.dequantize_linear %0, %s, %n {to = f32, axis = 1 : i64} : (tensor<2x0xi8>, tensor<0xf32>, none) -> tensor<2x0xf32>
  return %1 : tensor<2x0xf32>
}

// CHECK-LABEL: func.func @dequantize
// CHECK: graph.sub {{.*}} -> tensor<4x3xf32>
// CHECK: graph.mul {{.*}} -> tensor<4x3xf32>
// CHECK: graph.cast {{.*}} -> tensor<4x3xf16>
// CHECK: graph.sub {{.*}} -> tensor<4x3xi64>
// CHECK: graph.mul {{.*}} -> tensor<4x3xf32>
// CHECK: graph.expand {{.*}} -> tensor<2x2x3xf32>
// CHECK: graph.mul {{.*}} -> tensor<4x3xf32>
// CHECK-NOT: graph.dequantize_linear
// CHECK: return
func.func @dequantize(%x: tensor<4x3xui8>, %w: tensor<4x3xi32>, %s: tensor<f32>, %z: tensor<ui8>, %i: tensor<i32>, %b: tensor<2x3xf32>) -> (tensor<4x3xf16>, tensor<4x3xf32>, tensor<4x3xf32>) {
  %n = graph.none : () -> none
  %0 = graph.dequantize_linear %x, %s, %z {to = f16} : (tensor<4x3xui8>, tensor<f32>, tensor<ui8>) -> tensor<4x3xf16>
  %1 = graph.dequantize_linear %w, %s, %i {to = f32} : (tensor<4x3xi32>, tensor<f32>, tensor<i32>) -> tensor<4x3xf32>
  %2 = graph.dequantize_linear %x, %b, %n {to = f32, axis = 0 : i64, block_size = 2 : i64} : (tensor<4x3xui8>, tensor<2x3xf32>, none) -> tensor<4x3xf32>
  return %0, %1, %2 : tensor<4x3xf16>, tensor<4x3xf32>, tensor<4x3xf32>
}

// Blocks that do not fill the axis.
// CHECK-LABEL: func.func @dequantize_part
// CHECK: graph.expand {{.*}} -> tensor<2x2x3xf32>
// CHECK: graph.slice {{.*}} -> tensor<3x3xf32>
func.func @dequantize_part(%x: tensor<3x3xi4>, %s: tensor<2x3xf32>) -> tensor<3x3xf32> {
  %n = graph.none : () -> none
  %0 = graph.dequantize_linear %x, %s, %n {to = f32, axis = 0 : i64, block_size = 2 : i64} : (tensor<3x3xi4>, tensor<2x3xf32>, none) -> tensor<3x3xf32>
  return %0 : tensor<3x3xf32>
}

// CHECK-LABEL: func.func @pow
// CHECK: graph.pow {{.*}} -> tensor<4xf64>
// CHECK: graph.cast {{.*}} -> tensor<4xi32>
// CHECK: graph.pow {{.*}} -> tensor<4xi32>
// CHECK: graph.pow {{.*}} -> tensor<4xf32>
func.func @pow(%x: tensor<4xi32>, %y: tensor<4xf32>) -> (tensor<4xi32>, tensor<4xi32>, tensor<4xf32>) {
  %0 = graph.pow %x, %y : (tensor<4xi32>, tensor<4xf32>) -> tensor<4xi32>
  %1 = graph.pow %x, %x : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
  %2 = graph.pow %y, %y : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %0, %1, %2 : tensor<4xi32>, tensor<4xi32>, tensor<4xf32>
}

// CHECK-LABEL: func.func @conv_transpose
// CHECK: graph.matmul {{.*}} -> tensor<1x2x27x9xf32>
// CHECK: graph.col2im {{.*}}pads = array<i64: 1, 1, 0, 0>{{.*}} -> tensor<1x6x6x6xf32>
// CHECK: graph.add {{.*}} -> tensor<1x6x6x6xf32>
func.func @conv_transpose(%x: tensor<1x4x3x3xf32>, %w: tensor<4x3x3x3xf32>, %b: tensor<6xf32>) -> tensor<1x6x6x6xf32> {
  %0 = graph.conv_transpose %x, %w, %b {group = 2 : i64, strides = array<i64: 2, 2>, dilations = array<i64: 1, 1>, pads = array<i64: 1, 1, 1, 1>, output_padding = array<i64: 1, 1>} : (tensor<1x4x3x3xf32>, tensor<4x3x3x3xf32>, tensor<6xf32>) -> tensor<1x6x6x6xf32>
  return %0 : tensor<1x6x6x6xf32>
}

// CHECK-LABEL: func.func @local_response_norm
// CHECK: graph.concat {{.*}} -> tensor<1x7x2xf32>
// CHECK-COUNT-3: graph.slice {{.*}} -> tensor<1x5x2xf32>
// CHECK: graph.pow
// CHECK: graph.div
func.func @local_response_norm(%x: tensor<1x5x2xf32>) -> tensor<1x5x2xf32> {
  %0 = graph.local_response_norm %x {size = 3 : i64} : (tensor<1x5x2xf32>) -> tensor<1x5x2xf32>
  return %0 : tensor<1x5x2xf32>
}

// CHECK-LABEL: func.func @batch_norm_training
// CHECK-COUNT-2: graph.reduce_mean {{.*}} -> tensor<1x3x1xf32>
// CHECK-NOT: graph.batch_norm_training
// CHECK: return
func.func @batch_norm_training(%x: tensor<2x3x4xf32>, %p: tensor<3xf32>) -> (tensor<2x3x4xf32>, tensor<3xf32>, tensor<3xf32>) {
  %0:5 = graph.batch_norm_training %x, %p, %p, %p, %p : (tensor<2x3x4xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<2x3x4xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>)
  return %0#0, %0#1, %0#2 : tensor<2x3x4xf32>, tensor<3xf32>, tensor<3xf32>
}

// Optimizers compute in f64.
// CHECK-LABEL: func.func @optimizers
// CHECK: graph.sqrt {{.*}} -> tensor<2xf64>
// CHECK: graph.where {{.*}} -> tensor<f64>
// CHECK: graph.sqrt {{.*}} -> tensor<2xf64>
// CHECK: graph.where {{.*}} -> tensor<f64>
// CHECK-NOT: graph.adagrad
// CHECK-NOT: graph.adam
// CHECK-NOT: graph.momentum
// CHECK: return
func.func @optimizers(%r: tensor<f32>, %t: tensor<i64>, %x: tensor<2xf32>, %g: tensor<2xf32>, %h: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) {
  %0:2 = graph.adagrad %r, %t, %x, %g, %h : (tensor<f32>, tensor<i64>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>)
  %1:3 = graph.adam %r, %t, %x, %g, %h, %h : (tensor<f32>, tensor<i64>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>)
  %2:2 = graph.momentum %r, %t, %x, %g, %h {alpha = 0.9 : f32, beta = 1.0 : f32, mode = "nesterov", norm_coefficient = 0.0 : f32} : (tensor<f32>, tensor<i64>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>)
  return %0#0, %1#0, %2#0 : tensor<2xf32>, tensor<2xf32>, tensor<2xf32>
}

// CHECK-LABEL: func.func @reduce_log_sum
// CHECK: %[[SUM:.*]] = graph.reduce_sum
// CHECK: graph.log %[[SUM]]
// CHECK-NOT: graph.reduce_log_sum
func.func @reduce_log_sum(%x: tensor<2x3x4xf32>) -> tensor<2x4xf32> {
  %axes = graph.constant {value = dense<1> : tensor<1xi64>} : tensor<1xi64>
  %0 = graph.reduce_log_sum %x, %axes {keepdims = false} : (tensor<2x3x4xf32>, tensor<1xi64>) -> tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}

// An infinite maximum is not subtracted.
// CHECK-LABEL: func.func @reduce_log_sum_exp
// CHECK: %[[MAX:.*]] = graph.reduce_max
// CHECK: %[[SHIFT:.*]] = graph.where {{.*}}, %[[MAX]] :
// CHECK: graph.sub {{.*}}, %[[SHIFT]]
// CHECK: graph.reduce_sum
// CHECK: graph.log
// CHECK-NOT: graph.reduce_log_sum_exp
func.func @reduce_log_sum_exp(%x: tensor<2x3x4xf64>) -> tensor<1x1x1xf64> {
  %none = graph.none : () -> none
  %0 = graph.reduce_log_sum_exp %x, %none : (tensor<2x3x4xf64>, none) -> tensor<1x1x1xf64>
  return %0 : tensor<1x1x1xf64>
}

// Coordinates are constants along their axes; the sum broadcasts.
// CHECK-LABEL: func.func @affine_grid
// CHECK-NOT: graph.affine_grid
// CHECK-COUNT-2: graph.mul
// CHECK-NOT: graph.mul
func.func @affine_grid(%theta: tensor<2x2x3xf32>) -> tensor<2x5x6x2xf32> {
  %size = graph.constant {value = dense<[2, 3, 5, 6]> : tensor<4xi64>} : tensor<4xi64>
  %0 = graph.affine_grid %theta, %size : (tensor<2x2x3xf32>, tensor<4xi64>) -> tensor<2x5x6x2xf32>
  return %0 : tensor<2x5x6x2xf32>
}
