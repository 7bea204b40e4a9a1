// Vision: pooling, resampling, regions of interest, image decoding.
include "GraphBase.td"

//===--------------------------------------------------------------------------------------------===//
// Pooling
//===--------------------------------------------------------------------------------------------===//

/// A reduction over sliding windows of the spatial axes of (batch, channels, spatial axes…).
class Graph_Pool<string mnemonic, Type type, dag attributes> : Graph_Op<mnemonic, Reduction> {
  let description = [{
    Window o of an axis covers the positions o * stride - pad_begin + k * dilation for k below the
    kernel's size; padding is not part of the data. With ceil_mode the last window may reach beyond
    the padded end, but may not start behind the data. `auto_pad` replaces the pads where the sizes
    were not known at import: as many windows as there are strides in the axis, the padding split
    evenly, an odd one going to the end (same_upper) or to the beginning (same_lower).
  }];
  let arguments = !con((ins type:$x, DenseI64ArrayAttr:$kernel_shape, DenseI64ArrayAttr:$strides,
                            DenseI64ArrayAttr:$pads, DenseI64ArrayAttr:$dilations,
                            DefaultValuedAttr<BoolAttr, "false">:$ceil_mode,
                            DefaultValuedAttr<StrAttr, "\"explicit\"">:$auto_pad), attributes);
  let results = (outs type:$y);
  list<Rule> poolConstraints = [
    Rule<1, "the operand has a batch axis, a channel axis and one axis per entry of kernel_shape">,
    Rule<2, "strides and dilations have one entry per spatial axis, pads two">,
    Rule<3, "kernel_shape, strides and dilations are positive, pads are not negative">,
    Rule<4, "auto_pad is explicit, same_upper or same_lower">,
    Rule<5, "every spatial axis has room for a window">];
  let constraints = poolConstraints;
}

def Graph_MaxPoolOp
    : Graph_Pool<"max_pool", Graph_NumberTensor,
                 (ins DefaultValuedAttr<StrAttr, "\"none\"">:$indices)> {
  let summary = "The largest element of each window; NaN if there is one.";
  let results = (outs Graph_NumberTensor:$y, Graph_Maybe<Graph_IndexTensor>:$where);
  let onnx = [OnnxRule<"MaxPool">];
  let constraints = !listconcat(poolConstraints,
                                [Rule<6, "indices is none, row_major or column_major">]);
}

def Graph_AveragePoolOp
    : Graph_Pool<"average_pool", Graph_FloatTensor,
                 (ins DefaultValuedAttr<BoolAttr, "false">:$count_include_pad)> {
  let range = "KeepsSign";
  let summary = "The mean of each window, over its elements or over its padding as well.";
  let onnx = [OnnxRule<"AveragePool">];
}

def Graph_LpPoolOp
    : Graph_Pool<"lp_pool", Graph_FloatTensor, (ins DefaultValuedAttr<F32Attr, "2.0f">:$p)> {
  let summary = "The p-norm of each window: (sum of |x|^p)^(1/p).";
  let onnx = [OnnxRule<"LpPool">];
  let constraints = !listconcat(poolConstraints, [Rule<6, "p is positive and finite">]);
}

def Graph_MaxUnpoolOp : Graph_Op<"max_unpool", Opaque> {
  let summary = "Puts each element where max_pool found it; all else is zero.";
  let description = [{
    The indices count in a tensor of the least shape whose pooling gives x. A larger output_shape adds
    zeros behind each axis of that tensor.
  }];
  let arguments = (ins Graph_NumberTensor:$x, Graph_TensorOf<[I64], "index">:$indices,
                       Graph_Maybe<Graph_IndexTensor>:$output_shape,
                       DenseI64ArrayAttr:$kernel_shape, DenseI64ArrayAttr:$strides,
                       DenseI64ArrayAttr:$pads);
  let results = (outs Graph_NumberTensor:$y);
  let onnx = [OnnxRule<"MaxUnpool">];
  let constraints = [
    Rule<1, "the operand has a batch axis, a channel axis and one axis per entry of kernel_shape">,
    Rule<2, "strides have one entry per spatial axis, pads two; only pads may be 0">,
    Rule<3, "indices are i64 and as many as there are elements, in the same shape">,
    Rule<4, "the pooled shape has an unpooled one">,
    Rule<5, "output_shape is no smaller than the unpooled shape">];
}

//===--------------------------------------------------------------------------------------------===//
// Resampling
//===--------------------------------------------------------------------------------------------===//

def Graph_ResizeOp : Graph_Op<"resize", Opaque> {
  let summary = "Resamples a tensor to another size, along any of its axes.";
  let description = [{
    The sizes of `axes` (all without it) are given by `sizes`, or are floor(size * scale) of `scales`,
    the product in f32.
    `policy` other than stretch scales all axes alike, so that none becomes larger (smaller) than
    asked. `coordinates` says where an output position lies in the input, `mode` how the value there
    is found: the nearest element, rounded as `nearest_mode` says, or a mean weighted by a linear or
    cubic filter, with the border repeated outside, or with `exclude_outside` left out. Antialiasing
    stretches the filter where the tensor shrinks. `roi` (all starts, all ends) is for
    tf_crop_and_resize; positions outside the input are `extrapolation_value` there. The nearest mode
    floor_or_ceil is floor where the tensor grows and ceil where it shrinks.
  }];
  let arguments = (ins Graph_AnyTensor:$x, Graph_Maybe<Graph_FloatTensor>:$roi,
                       Graph_Maybe<Graph_FloatTensor>:$scales,
                       Graph_Maybe<Graph_IndexTensor>:$sizes, StrAttr:$mode,
                       DefaultValuedAttr<StrAttr, "\"half_pixel\"">:$coordinates,
                       DefaultValuedAttr<StrAttr, "\"round_prefer_floor\"">:$nearest_mode,
                       DefaultValuedAttr<StrAttr, "\"stretch\"">:$policy,
                       OptionalAttr<DenseI64ArrayAttr>:$axes,
                       DefaultValuedAttr<BoolAttr, "false">:$antialias,
                       DefaultValuedAttr<BoolAttr, "false">:$exclude_outside,
                       DefaultValuedAttr<F32Attr, "-0.75f">:$cubic_a,
                       DefaultValuedAttr<F32Attr, "0.0f">:$extrapolation_value);
  let results = (outs Graph_AnyTensor:$y);
  let onnx = [OnnxRule<"Resize">, OnnxRule<"Upsample">];
  let constraints = [
    Rule<1, "mode is nearest, linear or cubic">,
    Rule<2, "coordinates is half_pixel, half_pixel_symmetric, pytorch_half_pixel, align_corners, "
            "asymmetric, tf_half_pixel_for_nn or tf_crop_and_resize">,
    Rule<3, "nearest_mode is round_prefer_floor, round_prefer_ceil, floor, ceil or floor_or_ceil">,
    Rule<4, "policy is stretch, not_larger or not_smaller">,
    Rule<5, "either scales or sizes are given">,
    Rule<6, "axes are distinct and within the rank; scales and sizes have one entry each, roi two">,
    Rule<7, "scales are positive and finite, sizes are not negative">,
    Rule<8, "an empty axis stays empty">,
    Rule<9, "tf_crop_and_resize has a roi">,
    Rule<10, "elements are numbers unless mode is nearest">];
}

def Graph_GridSampleOp : Graph_Op<"grid_sample", Opaque> {
  let summary = "Samples a tensor at the positions that a grid gives.";
  let description = [{
    x is (batch, channels, spatial axes…), grid (batch, output axes…, one coordinate per spatial axis,
    last axis first). Coordinates -1 and 1 are the outer edges of x, or with `align_corners` the
    centres of its outer elements. Outside lie zeros, the border repeated, or x mirrored.
  }];
  let arguments = (ins Graph_NumberOrBoolTensor:$x, Graph_FloatTensor:$grid,
                       DefaultValuedAttr<StrAttr, "\"linear\"">:$mode,
                       DefaultValuedAttr<StrAttr, "\"zeros\"">:$padding,
                       DefaultValuedAttr<BoolAttr, "false">:$align_corners);
  let results = (outs Graph_NumberOrBoolTensor:$y);
  let onnx = [OnnxRule<"GridSample">];
  let constraints = [
    Rule<1, "x and grid have the same rank, 3 to 8, and the same batch size">,
    Rule<2, "the last axis of grid has one entry per spatial axis">,
    Rule<3, "mode is nearest, linear or cubic">,
    Rule<4, "padding is zeros, border or reflection">];
}

def Graph_AffineGridOp : Graph_Op<"affine_grid", Opaque> {
  let summary = "The positions of an image's elements under an affine map, as grid_sample wants them.";
  let arguments = (ins Graph_FloatTensor:$theta, Graph_IndexTensor:$size,
                       DefaultValuedAttr<BoolAttr, "false">:$align_corners);
  let results = (outs Graph_FloatTensor:$grid);
  let onnx = [OnnxRule<"AffineGrid">];
  let constraints = [
    Rule<1, "theta is (batch, 2, 3) for images or (batch, 3, 4) for volumes">,
    Rule<2, "size is (batch, channels, spatial axes…), not negative, as many axes as theta has rows">];
}

//===--------------------------------------------------------------------------------------------===//
// Regions of interest
//===--------------------------------------------------------------------------------------------===//

def Graph_RoiAlignOp : Graph_Op<"roi_align", Opaque> {
  let summary = "Pools bilinear samples of regions [x1, y1, x2, y2] to a fixed size.";
  let description = [{
    Each bin takes sampling_ratio samples along each axis; 0 means about one per position. The mean
    of the samples, or for `max` the largest of their four weighted corners.
  }];
  let arguments = (ins Graph_FloatTensor:$x, Graph_FloatTensor:$rois,
                       Graph_IndexTensor:$batch_indices, I64Attr:$height, I64Attr:$width,
                       DefaultValuedAttr<StrAttr, "\"avg\"">:$mode,
                       DefaultValuedAttr<I64Attr, "0">:$sampling_ratio,
                       DefaultValuedAttr<F32Attr, "1.0f">:$spatial_scale,
                       DefaultValuedAttr<BoolAttr, "true">:$half_pixel);
  let results = (outs Graph_FloatTensor:$y);
  let onnx = [OnnxRule<"RoiAlign">];
  let constraints = [
    Rule<1, "x is (batch, channels, height, width)">,
    Rule<2, "rois are (regions, 4) of x's element type, batch_indices (regions)">,
    Rule<3, "height and width are positive">,
    Rule<4, "mode is avg or max">,
    Rule<5, "sampling_ratio is from 0 to 1024">];
  // Hostile regions and ratios can make it run long.
  let foldable = 0;
}

def Graph_MaxRoiPoolOp : Graph_Op<"max_roi_pool", Opaque> {
  let summary = "Pools regions [batch, x1, y1, x2, y2] of whole positions to a fixed size.";
  let arguments = (ins Graph_FloatTensor:$x, Graph_FloatTensor:$rois,
                       DenseI64ArrayAttr:$pooled_shape,
                       DefaultValuedAttr<F32Attr, "1.0f">:$spatial_scale);
  let results = (outs Graph_FloatTensor:$y);
  let onnx = [OnnxRule<"MaxRoiPool">];
  let constraints = [
    Rule<1, "x is (batch, channels, height, width)">,
    Rule<2, "rois are (regions, 5) of x's element type">,
    Rule<3, "pooled_shape is two positive numbers">];
  let foldable = 0;
}

def Graph_NonMaxSuppressionOp : Graph_Op<"non_max_suppression", Opaque> {
  let summary = "Selects the best-scored boxes that do not overlap much: (batch, class, box) each.";
  let description = [{
    Per batch and class, boxes are taken by falling score, equal ones by rising index, unless they
    overlap one taken before by more than iou_threshold (0 if left out) of their union. Scores must
    be above score_threshold, if there is one; at most max_output (0 if left out) boxes are taken.
    Boxes are [y1, x1, y2, x2], or [x, y, width, height] around their centre.
  }];
  let arguments = (ins Graph_FloatTensor:$boxes, Graph_FloatTensor:$scores,
                       Graph_Maybe<Graph_IndexTensor>:$max_output,
                       Graph_Maybe<Graph_FloatTensor>:$iou_threshold,
                       Graph_Maybe<Graph_FloatTensor>:$score_threshold,
                       DefaultValuedAttr<BoolAttr, "false">:$centred);
  let results = (outs Graph_IndexTensor:$selected);
  let onnx = [OnnxRule<"NonMaxSuppression">];
  let constraints = [
    Rule<1, "boxes are (batch, boxes, 4), scores (batch, classes, boxes) of the same element type">,
    Rule<2, "max_output, iou_threshold and score_threshold have one element, or none if left out">];
}

def Graph_SelectBoxesOp : Graph_Op<"select_boxes", Opaque> {
  let summary = "The boxes that non_max_suppression takes, best first, in a row for each batch and class.";
  let description = [{
    Rows have room for `limit` boxes; behind those that were taken stands -1. Only the first `count`
    boxes are there, if that is given.
  }];
  let arguments = (ins Graph_FloatTensor:$boxes, Graph_FloatTensor:$scores,
                       Graph_Maybe<Graph_IndexTensor>:$max_output,
                       Graph_Maybe<Graph_FloatTensor>:$iou_threshold,
                       Graph_Maybe<Graph_FloatTensor>:$score_threshold,
                       Graph_Maybe<Graph_IndexTensor>:$count, I64Attr:$limit,
                       DefaultValuedAttr<BoolAttr, "false">:$centred);
  let results = (outs Graph_TensorOf<[I64], "i64">:$selected);
  let constraints = [
    Rule<1, "boxes are (batch, boxes, 4), scores (batch, classes, boxes) of the same element type">,
    Rule<2, "max_output, iou_threshold, score_threshold and count have one element, or none if left out">,
    Rule<3, "limit is not negative">];
}

//===--------------------------------------------------------------------------------------------===//
// Images
//===--------------------------------------------------------------------------------------------===//

def Graph_DecodeImageOp : Graph_Op<"decode_image", Opaque> {
  let summary = "The pixels (height, width, channels) of an image file; none if it is damaged.";
  let description = [{
    PNG, JPEG, BMP, PNM, TIFF, WebP or JPEG 2000, told apart by their first bytes. Bytes that are no
    image or a damaged one give an image of height and width 0.
  }];
  let arguments = (ins Graph_TensorOf<[UI8], "byte">:$bytes,
                       DefaultValuedAttr<StrAttr, "\"rgb\"">:$format);
  let results = (outs Graph_TensorOf<[UI8], "byte">:$image);
  let onnx = [OnnxRule<"ImageDecoder">];
  let constraints = [Rule<1, "bytes is a ui8 tensor of rank 1">,
                     Rule<2, "format is rgb, bgr or grey">];
  let widen = 0;
  let foldable = 0;
}

def Vision_Composites : Graph_Composites {
  let onnx = [OnnxRule<"GlobalAveragePool">, OnnxRule<"GlobalMaxPool">, OnnxRule<"GlobalLpPool">];
}
