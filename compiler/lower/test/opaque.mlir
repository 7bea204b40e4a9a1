// Operators that are kernels after their reference, with scratch and tables that are planned.
// RUN: ingot-opt %s --lower-to-instr | FileCheck %s

// The state is scratch; what is missing is not read.
// CHECK-LABEL: instr.program @linear_attention
// CHECK-NOT: instr.host
// CHECK: instr.alloc {{.*}}memref<6x72xf64>
// CHECK: instr.kernel "linear_attention_f32"
// CHECK-SAME: betaHeads = 0 : i64{{.*}}decaySize = 1 : i64
func.func @linear_attention(%q: tensor<1x4x32xf32>, %k: tensor<1x4x16xf32>, %v: tensor<1x4x40xf32>, %d: tensor<1x4x2xf32>) -> (tensor<1x4x80xf32>, tensor<1x2x8x20xf32>) {
  %n = graph.none : () -> none
  %y, %s = graph.linear_attention %q, %k, %v, %n, %d, %n {q_heads = 4 : i64, kv_heads = 2 : i64} : (tensor<1x4x32xf32>, tensor<1x4x16xf32>, tensor<1x4x40xf32>, none, tensor<1x4x2xf32>, none) -> (tensor<1x4x80xf32>, tensor<1x2x8x20xf32>)
  return %y, %s : tensor<1x4x80xf32>, tensor<1x2x8x20xf32>
}

// Roots of unity are weights.
// CHECK-LABEL: instr.program @dft
// CHECK-NOT: instr.host
// CHECK: instr.weight
// CHECK: instr.kernel "dft_f64"
// CHECK-SAME: n = 10 : i64
func.func @dft(%x: tensor<3x10x4x1xf32>) -> tensor<3x10x4x2xf32> {
  %n = graph.none : () -> none
  %axis = graph.constant {value = dense<1> : tensor<i64>} : tensor<i64>
  %y = graph.dft %x, %n, %axis : (tensor<3x10x4x1xf32>, none, tensor<i64>) -> tensor<3x10x4x2xf32>
  return %y : tensor<3x10x4x2xf32>
}

// An inverse transform of small factors is done in f32, as the reference does it.
// CHECK-LABEL: instr.program @inverse_dft
// CHECK: instr.kernel "dft_radix_f32"
func.func @inverse_dft(%x: tensor<3x6x2xf32>) -> tensor<3x6x2xf32> {
  %n = graph.none : () -> none
  %y = graph.dft %x, %n, %n {inverse = true} : (tensor<3x6x2xf32>, none, none) -> tensor<3x6x2xf32>
  return %y : tensor<3x6x2xf32>
}

// Frames overlap, and are transformed where they lie.
// CHECK-LABEL: instr.program @stft
// CHECK-NOT: instr.copy
// CHECK: instr.kernel "dft_f64"
// CHECK-SAME: frames = 15 : i64{{.*}}hasWindow = 1 : i64
func.func @stft(%x: tensor<2x128x1xf32>, %w: tensor<16xf32>) -> tensor<2x15x9x2xf32> {
  %n = graph.none : () -> none
  %step = graph.constant {value = dense<8> : tensor<i64>} : tensor<i64>
  %y = graph.stft %x, %step, %w, %n {onesided = true} : (tensor<2x128x1xf32>, tensor<i64>, tensor<16xf32>, none) -> tensor<2x15x9x2xf32>
  return %y : tensor<2x15x9x2xf32>
}

// CHECK-LABEL: instr.program @deform_conv
// CHECK-NOT: instr.host
// CHECK: instr.kernel "deform_conv_f32"
// CHECK-SAME: hasBias = 0 : i64, hasMask = 0 : i64
func.func @deform_conv(%x: tensor<1x1x3x3xf32>, %w: tensor<1x1x2x2xf32>, %o: tensor<1x8x2x2xf32>) -> tensor<1x1x2x2xf32> {
  %n = graph.none : () -> none
  %y = graph.deform_conv %x, %w, %o, %n, %n {pads = array<i64: 0, 0, 0, 0>, strides = array<i64: 1, 1>, dilations = array<i64: 1, 1>} : (tensor<1x1x3x3xf32>, tensor<1x1x2x2xf32>, tensor<1x8x2x2xf32>, none, none) -> tensor<1x1x2x2xf32>
  return %y : tensor<1x1x2x2xf32>
}

// CHECK-LABEL: instr.program @tree_ensemble
// CHECK-NOT: instr.host
// CHECK: instr.kernel "tree_ensemble_f32"
// CHECK-SAME: nodes = 1 : i64{{.*}}targets = 2 : i64
func.func @tree_ensemble(%x: tensor<4x3xf32>) -> tensor<4x2xf32> {
  %y = graph.tree_ensemble %x {roots = array<i64: 0>, features = array<i64: 1>, modes = array<i64: 0>, splits = dense<0.5> : tensor<1xf64>, true_next = array<i64: -1>, false_next = array<i64: -2>, missing_true = array<i64: 0>, member_starts = array<i64: 0>, members = dense<> : tensor<0xf64>, leaf_starts = array<i64: 0, 1, 2>, vote_targets = array<i64: 0, 1>, vote_weights = dense<[1.0, 2.0]> : tensor<2xf64>, base = dense<> : tensor<0xf64>, targets = 2 : i64, aggregate = "SUM", element = f32} : (tensor<4x3xf32>) -> tensor<4x2xf32>
  return %y : tensor<4x2xf32>
}

// The pool is a trie: a root, two first tokens, one second.
// CHECK-LABEL: instr.program @tf_idf
// CHECK-NOT: instr.host
// CHECK: instr.kernel "count_grams"
// CHECK-SAME: nodes = 4 : i64
func.func @tf_idf(%x: tensor<2x5xi32>) -> tensor<2x2xf32> {
  %y = graph.tf_idf %x {mode = "TF", min_gram = 1 : i64, max_gram = 2 : i64, max_skip = 0 : i64, gram_starts = array<i64: 0, 1>, columns = array<i64: 0, 1>, integer_pool = array<i64: 7, 3, 9>, string_pool = [], weights = array<f32>} : (tensor<2x5xi32>) -> tensor<2x2xf32>
  return %y : tensor<2x2xf32>
}

// A sum over no axis goes through the same kernel: of -0 it is 0.
// CHECK-LABEL: instr.program @no_axes
// CHECK: instr.kernel "reduce_rows_sum_f32"
// CHECK-SAME: n = 1 : i64
func.func @no_axes(%x: tensor<3x2xf32>) -> tensor<3x2xf32> {
  %axes = graph.constant {value = dense<> : tensor<0xi64>} : tensor<0xi64>
  %y = graph.reduce_sum %x, %axes {keepdims = true, all_if_empty = false} : (tensor<3x2xf32>, tensor<0xi64>) -> tensor<3x2xf32>
  return %y : tensor<3x2xf32>
}

// A seed of its own is one of the sizes.
// CHECK-LABEL: instr.program @dropout
// CHECK: instr.kernel "dropout_f32"
// CHECK-SAME: seed = 7 : i64
func.func @dropout(%x: tensor<10xf32>, %r: tensor<f32>, %t: tensor<i1>) -> (tensor<10xf32>, tensor<10xi1>) {
  %y, %m = graph.dropout %x, %r, %t {seed = 7 : i64} : (tensor<10xf32>, tensor<f32>, tensor<i1>) -> (tensor<10xf32>, tensor<10xi1>)
  return %y, %m : tensor<10xf32>, tensor<10xi1>
}
