// RUN: ingot-opt %s --lower-to-instr | FileCheck %s
// RUN: ingot-opt %s --lower-to-instr --instr-optimize | FileCheck %s --check-prefix=PLANNED

// A pool lies channels last; the operand is brought into that order, the result out of it.
// CHECK-LABEL: instr.program @pool
// CHECK: instr.copy
// CHECK: instr.kernel {{.*}}max_pool_f32
// CHECK: instr.copy
// PLANNED-LABEL: instr.program @pool
// PLANNED: instr.dealloc
func.func @pool(%x: tensor<1x8x6x6xf32>) -> tensor<1x8x3x3xf32> {
  %y, %where = graph.max_pool %x {kernel_shape = array<i64: 2, 2>, strides = array<i64: 2, 2>, pads = array<i64: 0, 0, 0, 0>, dilations = array<i64: 1, 1>} : (tensor<1x8x6x6xf32>) -> (tensor<1x8x3x3xf32>, none)
  return %y : tensor<1x8x3x3xf32>
}

// With indices it lies as it is.
// CHECK-LABEL: instr.program @pool_with_indices
// CHECK-NOT: instr.copy
// CHECK: instr.kernel {{.*}}max_pool_indices_f64
func.func @pool_with_indices(%x: tensor<1x8x6x6xf32>) -> (tensor<1x8x3x3xf32>, tensor<1x8x3x3xi64>) {
  %y, %where = graph.max_pool %x {indices = "row_major", kernel_shape = array<i64: 2, 2>, strides = array<i64: 2, 2>, pads = array<i64: 0, 0, 0, 0>, dilations = array<i64: 1, 1>} : (tensor<1x8x6x6xf32>) -> (tensor<1x8x3x3xf32>, tensor<1x8x3x3xi64>)
  return %y, %where : tensor<1x8x3x3xf32>, tensor<1x8x3x3xi64>
}

// Along the last axis rows lie as they are; along another one they are copied to lie so.
// CHECK-LABEL: instr.program @softmax
// CHECK-NOT: instr.copy
// CHECK: instr.kernel {{.*}}softmax_rows_f32
// CHECK: instr.copy
// CHECK: instr.kernel {{.*}}softmax_rows_f32
func.func @softmax(%x: tensor<2x5x7xf32>) -> tensor<2x5x7xf32> {
  %y = graph.softmax %x {axis = 2 : i64} : (tensor<2x5x7xf32>) -> tensor<2x5x7xf32>
  %z = graph.softmax %y {axis = 1 : i64} : (tensor<2x5x7xf32>) -> tensor<2x5x7xf32>
  return %z : tensor<2x5x7xf32>
}

// Over the last axes: rows. Over the first: columns. Over both ends: copied first.
// CHECK-LABEL: instr.program @reduce
// CHECK: instr.kernel {{.*}}reduce_rows_sum_f32
// CHECK: instr.kernel {{.*}}reduce_columns_max_f32
// CHECK: instr.copy
// CHECK: instr.kernel {{.*}}reduce_rows_mean_f32
func.func @reduce(%x: tensor<3x4x5xf32>) -> (tensor<3xf32>, tensor<1x4x5xf32>, tensor<4xf32>) {
  %last = graph.constant {value = dense<[1, 2]> : tensor<2xi64>} : tensor<2xi64>
  %first = graph.constant {value = dense<0> : tensor<1xi64>} : tensor<1xi64>
  %ends = graph.constant {value = dense<[0, 2]> : tensor<2xi64>} : tensor<2xi64>
  %a = graph.reduce_sum %x, %last {keepdims = false} : (tensor<3x4x5xf32>, tensor<2xi64>) -> tensor<3xf32>
  %b = graph.reduce_max %x, %first : (tensor<3x4x5xf32>, tensor<1xi64>) -> tensor<1x4x5xf32>
  %c = graph.reduce_mean %x, %ends {keepdims = false} : (tensor<3x4x5xf32>, tensor<2xi64>) -> tensor<4xf32>
  return %a, %b, %c : tensor<3xf32>, tensor<1x4x5xf32>, tensor<4xf32>
}

// The statistics of a norm that nothing reads are not computed; those that are read are the
// reference evaluator's.
// CHECK-LABEL: instr.program @norms
// CHECK: instr.kernel {{.*}}layer_norm_rows_f32
// CHECK: instr.host
// CHECK: graph.layer_norm
func.func @norms(%x: tensor<4x16xf32>, %s: tensor<16xf32>, %b: tensor<16xf32>) -> (tensor<4x16xf32>, tensor<4x1xf32>) {
  %y, %m, %i = graph.layer_norm %x, %s, %b {axis = 1 : i64, stash_type = f32} : (tensor<4x16xf32>, tensor<16xf32>, tensor<16xf32>) -> (tensor<4x16xf32>, tensor<4x1xf32>, tensor<4x1xf32>)
  %z, %n, %j = graph.layer_norm %y, %s, %b {axis = 1 : i64, stash_type = f32} : (tensor<4x16xf32>, tensor<16xf32>, tensor<16xf32>) -> (tensor<4x16xf32>, tensor<4x1xf32>, tensor<4x1xf32>)
  return %z, %n : tensor<4x16xf32>, tensor<4x1xf32>
}

// Keys and values are read where they lie, the scores stay inside of the kernel.
// CHECK-LABEL: instr.program @attention
// CHECK: %[[K:.*]] = instr.input 1
// CHECK: instr.kernel {{.*}}attention_f32_{{[0-9x]*}}" (@in {{.*}}, @in %[[K]] {{.*}}) sizes {{.*}}kRow = 16 : i64
func.func @attention(%q: tensor<1x4x9x16xf32>, %k: tensor<1x4x11x16xf32>, %v: tensor<1x4x11x16xf32>) -> tensor<1x4x9x16xf32> {
  %n = graph.none : () -> none
  %y, %pk, %pv, %s = graph.attention %q, %k, %v, %n, %n, %n, %n, %n, %n : (tensor<1x4x9x16xf32>, tensor<1x4x11x16xf32>, tensor<1x4x11x16xf32>, none, none, none, none, none, none) -> (tensor<1x4x9x16xf32>, none, none, none)
  return %y : tensor<1x4x9x16xf32>
}

// Keys whose rows lie a page apart are in few sets of a cache, and many queries read them.
// CHECK-LABEL: instr.program @attention_of_pages
// CHECK: %[[K:.*]] = instr.input 1
// CHECK: %[[DENSE:.*]] = instr.alloc {{.*}} memref<1x64x70x16xf32>
// CHECK: instr.copy (@in {{.*}}, @out %[[DENSE]] {{.*}})
// CHECK: instr.kernel {{.*}}attention_f32_{{[0-9x]*}}" (@in {{.*}}, @in %[[DENSE]] {{.*}}) sizes {{.*}}kRow = 16 : i64
func.func @attention_of_pages(%q: tensor<1x64x70x16xf32>, %x: tensor<1x70x64x16xf32>, %v: tensor<1x64x70x16xf32>) -> tensor<1x64x70x16xf32> {
  %n = graph.none : () -> none
  %k = graph.transpose %x {perm = array<i64: 0, 2, 1, 3>} : (tensor<1x70x64x16xf32>) -> tensor<1x64x70x16xf32>
  %y, %pk, %pv, %s = graph.attention %q, %k, %v, %n, %n, %n, %n, %n, %n : (tensor<1x64x70x16xf32>, tensor<1x64x70x16xf32>, tensor<1x64x70x16xf32>, none, none, none, none, none, none) -> (tensor<1x64x70x16xf32>, none, none, none)
  return %y : tensor<1x64x70x16xf32>
}

// A part of nothing lies where the whole does.
// CHECK-LABEL: instr.program @part_of_nothing
// CHECK: instr.view {{.*}} -> memref<1x0xf32>
func.func @part_of_nothing(%x: tensor<2x0xf32>, %b: tensor<0x4xf32>) -> tensor<1x4xf32> {
  %n = graph.none : () -> none
  %one = graph.constant {value = dense<1> : tensor<1xi64>} : tensor<1xi64>
  %two = graph.constant {value = dense<2> : tensor<1xi64>} : tensor<1xi64>
  %rows = graph.constant {value = dense<0> : tensor<1xi64>} : tensor<1xi64>
  %p = graph.slice %x, %one, %two, %rows, %n : (tensor<2x0xf32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>, none) -> tensor<1x0xf32>
  %y = graph.matmul %p, %b : (tensor<1x0xf32>, tensor<0x4xf32>) -> tensor<1x4xf32>
  return %y : tensor<1x4xf32>
}

// Elements that no loop converts stay with the reference.
// CHECK-LABEL: instr.program @small_floats
// CHECK: instr.host
// CHECK: graph.softmax
func.func @small_floats(%x: tensor<10x20xf8E5M2FNUZ>) -> tensor<10x20xf8E5M2FNUZ> {
  %y = graph.softmax %x {axis = 1} : (tensor<10x20xf8E5M2FNUZ>) -> tensor<10x20xf8E5M2FNUZ>
  return %y : tensor<10x20xf8E5M2FNUZ>
}

// f16 is converted by the hooks of the kernel.
// CHECK-LABEL: instr.program @halves
// CHECK: instr.kernel "softmax_rows_f32" {{.*}}prepares = 1 : i64{{.*}} prologue {
// CHECK: graph.cast
// CHECK: } epilogue {
// CHECK: graph.cast
func.func @halves(%x: tensor<10x20xf16>) -> tensor<10x20xf16> {
  %y = graph.softmax %x {axis = 1} : (tensor<10x20xf16>) -> tensor<10x20xf16>
  return %y : tensor<10x20xf16>
}

// Powers of integers of one type are a loop; other exponents are left to the reference.
// CHECK-LABEL: instr.program @powers
// CHECK: instr.map
// CHECK: graph.pow
// CHECK: instr.host
// CHECK: graph.pow
func.func @powers(%x: tensor<10xi32>, %y: tensor<10xi32>, %z: tensor<10xi64>) -> tensor<10xi32> {
  %p = graph.pow %x, %y : (tensor<10xi32>, tensor<10xi32>) -> tensor<10xi32>
  %q = graph.pow %p, %z : (tensor<10xi32>, tensor<10xi64>) -> tensor<10xi32>
  return %q : tensor<10xi32>
}

// One query: keys and values are read where they lie.
// CHECK-LABEL: instr.program @attention_of_one
// CHECK: %[[K:.*]] = instr.input 1
// CHECK: instr.kernel "attention_few_f32" (@in {{.*}}, @in %[[K]] {{.*}}) sizes {{.*}}kRow = 8 : i64
func.func @attention_of_one(%q: tensor<1x2x1x8xf32>, %k: tensor<1x2x9x8xf32>, %v: tensor<1x2x9x8xf32>) -> tensor<1x2x1x8xf32> {
  %none = graph.none : () -> none
  %y, %present_key, %present_value, %scores = graph.attention %q, %k, %v, %none, %none, %none, %none, %none, %none : (tensor<1x2x1x8xf32>, tensor<1x2x9x8xf32>, tensor<1x2x9x8xf32>, none, none, none, none, none, none) -> (tensor<1x2x1x8xf32>, none, none, none)
  return %y : tensor<1x2x1x8xf32>
}
