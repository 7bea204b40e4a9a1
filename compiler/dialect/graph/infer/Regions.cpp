// Shape functions of regions of interest and of image decoding.
#include "compiler/dialect/graph/infer/Shapes.h"

namespace ingot::graph {
namespace {

/// A tensor of these dims, -1 matching anything; unranked matches too.
bool matches(const ValueType &type, const Shape &dims) {
  if (!type.ranked)
    return true;
  bool fits = type.dims.size() == dims.size();
  for (size_t i = 0; fits && i < dims.size(); ++i)
    fits = compatible(type.dims[i], dims[i]);
  return fits;
}

int64_t dimOf(const ValueType &type, size_t i) { return type.ranked ? type.dims[i] : unknownDim; }

} // namespace

Status inferRoiAlign(InferContext &c) {
  INGOT_TRY(c.requireTensors(3, 3));
  const ValueType &x = c.operand(0), &rois = c.operand(1), &batch = c.operand(2);
  INGOT_TRY(c.require(1, matches(x, {-1, -1, -1, -1}), "x is ", x.text()));
  INGOT_TRY(c.require(
      2, matches(rois, {-1, 4}) && rois.element == x.element && matches(batch, {dimOf(rois, 0)}),
      "rois are ", rois.text(), ", batch_indices ", batch.text()));
  int64_t height = c.attributes.integer("height"), width = c.attributes.integer("width");
  INGOT_TRY(c.require(3, height > 0 && width > 0, "height ", height, ", width ", width));
  const std::string &mode = c.attributes.text("mode");
  INGOT_TRY(c.require(4, mode == "avg" || mode == "max", "mode '", mode, "'"));
  int64_t ratio = c.attributes.integer("sampling_ratio");
  INGOT_TRY(c.require(5, ratio >= 0 && ratio <= 1024, "sampling_ratio ", ratio));
  return c.yield(
      tensorLike(x, {mergeDim(dimOf(rois, 0), dimOf(batch, 0)), dimOf(x, 1), height, width}));
}

Status inferMaxRoiPool(InferContext &c) {
  INGOT_TRY(c.requireTensors(2, 2));
  const ValueType &x = c.operand(0), &rois = c.operand(1);
  INGOT_TRY(c.require(1, matches(x, {-1, -1, -1, -1}), "x is ", x.text()));
  INGOT_TRY(
      c.require(2, matches(rois, {-1, 5}) && rois.element == x.element, "rois are ", rois.text()));
  const auto &pooled = c.attributes.integers("pooled_shape");
  INGOT_TRY(
      c.require(3, pooled.size() == 2 && pooled[0] > 0 && pooled[1] > 0, "pooled_shape ", pooled));
  return c.yield(tensorLike(x, {dimOf(rois, 0), dimOf(x, 1), pooled[0], pooled[1]}));
}

namespace {

/// The boxes, their scores, and what follows them: single numbers.
Status checkBoxes(InferContext &c) {
  const ValueType &boxes = c.operand(0), &scores = c.operand(1);
  bool fits = matches(boxes, {-1, -1, 4}) && boxes.element == scores.element;
  fits = fits && matches(scores, {dimOf(boxes, 0), -1, dimOf(boxes, 1)});
  INGOT_TRY(c.require(1, fits, "boxes are ", boxes.text(), ", scores ", scores.text()));
  for (size_t i = 2; i < c.operandCount(); ++i) {
    const ValueType &type = c.operand(i);
    bool atMostOne = !c.has(i) || !type.isStatic() || elementCount(type.dims).value_or(2) <= 1;
    INGOT_TRY(c.require(2, atMostOne, "operand ", i, " is ", type.text()));
  }
  return success();
}

} // namespace

Status inferNonMaxSuppression(InferContext &c) {
  INGOT_TRY(c.requireTensors(2, 5));
  INGOT_TRY(checkBoxes(c));
  return c.yield(ValueType::tensor(ElementType::I64, {unknownDim, 3}));
}

Status inferSelectBoxes(InferContext &c) {
  INGOT_TRY(c.requireTensors(2, 6));
  INGOT_TRY(checkBoxes(c));
  int64_t limit = c.attributes.integer("limit");
  INGOT_TRY(c.require(3, limit >= 0, "limit is ", limit));
  return c.yield(
      ValueType::tensor(ElementType::I64, {dimOf(c.operand(0), 0), dimOf(c.operand(1), 1), limit}));
}

Status inferDecodeImage(InferContext &c) {
  INGOT_TRY(c.requireTensors(1, 1));
  const ValueType &bytes = c.operand(0);
  INGOT_TRY(c.require(1, bytes.element == ElementType::U8 && (!bytes.ranked || bytes.rank() == 1),
                      "bytes are ", bytes.text()));
  const std::string &format = c.attributes.text("format");
  INGOT_TRY(c.require(2, format == "rgb" || format == "bgr" || format == "grey", "format '", format,
                      "'"));
  return c.yield(tensorLike(bytes, {unknownDim, unknownDim, format == "grey" ? 1 : 3}));
}

} // namespace ingot::graph
