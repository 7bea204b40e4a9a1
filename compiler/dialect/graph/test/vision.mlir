// Round trip of the vision operators.
// RUN: ingot-opt %s | ingot-opt | FileCheck %s

// CHECK-LABEL: func.func @max_pool
// CHECK: graph.max_pool {{.*}}indices = "row_major"{{.*}} -> (tensor<1x3x4x4xf32>, tensor<1x3x4x4xi64>)
func.func @max_pool(%x: tensor<1x3x8x8xf32>) -> (tensor<1x3x4x4xf32>, tensor<1x3x4x4xi64>) {
  %y, %where = graph.max_pool %x {kernel_shape = array<i64: 3, 3>, strides = array<i64: 2, 2>,
      pads = array<i64: 1, 1, 0, 0>, dilations = array<i64: 1, 1>, indices = "row_major"}
      : (tensor<1x3x8x8xf32>) -> (tensor<1x3x4x4xf32>, tensor<1x3x4x4xi64>)
  return %y, %where : tensor<1x3x4x4xf32>, tensor<1x3x4x4xi64>
}

// CHECK-LABEL: func.func @max_pool_without_indices
// CHECK: graph.max_pool {{.*}} -> (tensor<?x3x?xui8>, none)
func.func @max_pool_without_indices(%x: tensor<?x3x?xui8>) -> tensor<?x3x?xui8> {
  %y, %none = graph.max_pool %x {kernel_shape = array<i64: 3>, strides = array<i64: 2>,
      pads = array<i64: 0, 0>, dilations = array<i64: 1>, auto_pad = "same_lower"}
      : (tensor<?x3x?xui8>) -> (tensor<?x3x?xui8>, none)
  return %y : tensor<?x3x?xui8>
}

// CHECK-LABEL: func.func @average_pool
// CHECK: graph.average_pool {{.*}} -> tensor<1x1x2x2xf16>
func.func @average_pool(%x: tensor<1x1x4x4xf16>) -> tensor<1x1x2x2xf16> {
  %y = graph.average_pool %x {kernel_shape = array<i64: 3, 3>, strides = array<i64: 2, 2>,
      pads = array<i64: 0, 0, 0, 0>, dilations = array<i64: 1, 1>, ceil_mode = true,
      count_include_pad = true} : (tensor<1x1x4x4xf16>) -> tensor<1x1x2x2xf16>
  return %y : tensor<1x1x2x2xf16>
}

// CHECK-LABEL: func.func @lp_pool
// CHECK: graph.lp_pool {{.*}} -> tensor<1x1x3xf32>
func.func @lp_pool(%x: tensor<1x1x4xf32>) -> tensor<1x1x3xf32> {
  %y = graph.lp_pool %x {kernel_shape = array<i64: 2>, strides = array<i64: 1>,
      pads = array<i64: 0, 0>, dilations = array<i64: 1>, p = 3.0 : f32}
      : (tensor<1x1x4xf32>) -> tensor<1x1x3xf32>
  return %y : tensor<1x1x3xf32>
}

// CHECK-LABEL: func.func @max_unpool
// CHECK: graph.max_unpool {{.*}} -> tensor<1x1x4x4xf32>
func.func @max_unpool(%x: tensor<1x1x2x2xf32>, %i: tensor<1x1x2x2xi64>) -> tensor<1x1x4x4xf32> {
  %none = graph.none : () -> none
  %y = graph.max_unpool %x, %i, %none {kernel_shape = array<i64: 2, 2>, strides = array<i64: 2, 2>,
      pads = array<i64: 0, 0, 0, 0>}
      : (tensor<1x1x2x2xf32>, tensor<1x1x2x2xi64>, none) -> tensor<1x1x4x4xf32>
  return %y : tensor<1x1x4x4xf32>
}

// CHECK-LABEL: func.func @resize
// CHECK: graph.resize {{.*}}mode = "cubic"{{.*}} -> tensor<1x3x8x6xf32>
func.func @resize(%x: tensor<1x3x4x4xf32>) -> tensor<1x3x8x6xf32> {
  %none = graph.none : () -> none
  %sizes = graph.constant {value = dense<[8, 6]> : tensor<2xi64>} : tensor<2xi64>
  %y = graph.resize %x, %none, %none, %sizes {mode = "cubic", axes = array<i64: 2, 3>}
      : (tensor<1x3x4x4xf32>, none, none, tensor<2xi64>) -> tensor<1x3x8x6xf32>
  return %y : tensor<1x3x8x6xf32>
}

// CHECK-LABEL: func.func @grid_sample
// CHECK: graph.grid_sample {{.*}}padding = "border"{{.*}} -> tensor<2x3x5x6xf32>
func.func @grid_sample(%x: tensor<2x3x4x4xf32>, %grid: tensor<2x5x6x2xf32>) -> tensor<2x3x5x6xf32> {
  %y = graph.grid_sample %x, %grid {padding = "border"}
      : (tensor<2x3x4x4xf32>, tensor<2x5x6x2xf32>) -> tensor<2x3x5x6xf32>
  return %y : tensor<2x3x5x6xf32>
}

// CHECK-LABEL: func.func @affine_grid
// CHECK: graph.affine_grid {{.*}} -> tensor<2x5x6x2xf32>
func.func @affine_grid(%theta: tensor<2x2x3xf32>) -> tensor<2x5x6x2xf32> {
  %size = graph.constant {value = dense<[2, 3, 5, 6]> : tensor<4xi64>} : tensor<4xi64>
  %grid = graph.affine_grid %theta, %size
      : (tensor<2x2x3xf32>, tensor<4xi64>) -> tensor<2x5x6x2xf32>
  return %grid : tensor<2x5x6x2xf32>
}

// CHECK-LABEL: func.func @roi_align
// CHECK: graph.roi_align {{.*}} -> tensor<?x3x7x7xf32>
func.func @roi_align(%x: tensor<1x3x16x16xf32>, %rois: tensor<?x4xf32>, %batch: tensor<?xi64>) -> tensor<?x3x7x7xf32> {
  %y = graph.roi_align %x, %rois, %batch {height = 7 : i64, width = 7 : i64, sampling_ratio = 2 : i64}
      : (tensor<1x3x16x16xf32>, tensor<?x4xf32>, tensor<?xi64>) -> tensor<?x3x7x7xf32>
  return %y : tensor<?x3x7x7xf32>
}

// CHECK-LABEL: func.func @max_roi_pool
// CHECK: graph.max_roi_pool {{.*}} -> tensor<2x3x6x6xf32>
func.func @max_roi_pool(%x: tensor<1x3x16x16xf32>, %rois: tensor<2x5xf32>) -> tensor<2x3x6x6xf32> {
  %y = graph.max_roi_pool %x, %rois {pooled_shape = array<i64: 6, 6>}
      : (tensor<1x3x16x16xf32>, tensor<2x5xf32>) -> tensor<2x3x6x6xf32>
  return %y : tensor<2x3x6x6xf32>
}

// CHECK-LABEL: func.func @non_max_suppression
// CHECK: graph.non_max_suppression {{.*}} -> tensor<?x3xi64>
func.func @non_max_suppression(%boxes: tensor<1x6x4xf32>, %scores: tensor<1x2x6xf32>, %limit: tensor<i64>) -> tensor<?x3xi64> {
  %none = graph.none : () -> none
  %y = graph.non_max_suppression %boxes, %scores, %limit, %none, %none
      : (tensor<1x6x4xf32>, tensor<1x2x6xf32>, tensor<i64>, none, none) -> tensor<?x3xi64>
  return %y : tensor<?x3xi64>
}

// CHECK-LABEL: func.func @decode_image
// CHECK: graph.decode_image {{.*}}format = "grey"{{.*}} -> tensor<?x?x1xui8>
func.func @decode_image(%bytes: tensor<?xui8>) -> tensor<?x?x1xui8> {
  %image = graph.decode_image %bytes {format = "grey"} : (tensor<?xui8>) -> tensor<?x?x1xui8>
  return %image : tensor<?x?x1xui8>
}
