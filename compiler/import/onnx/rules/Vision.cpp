// Import rules of sampling, regions of interest and image decoding.
#include "compiler/import/onnx/Node.h"

namespace ingot::onnx {

/// GridSample. Before opset 20 the modes are called bilinear and bicubic.
Status importGridSample(Node &n) {
  std::string mode = n.text("mode", "linear");
  if (mode == "bilinear")
    mode = "linear";
  if (mode == "bicubic")
    mode = "cubic";
  ElementClass elements = elementClass(n.element(n.input(0)));
  if (elements == ElementClass::Text || elements == ElementClass::Complex)
    return n.unsupported("GridSample of ", elementName(n.element(n.input(0))));
  return n.result(n.emit("grid_sample", {n.input(0), n.input(1)},
                         {{"mode", mode},
                          {"padding", n.text("padding_mode", "zeros")},
                          {"align_corners", n.integer("align_corners", 0) != 0}}));
}

Status importAffineGrid(Node &n) {
  return n.result(n.emit("affine_grid", {n.input(0), n.input(1)},
                         {{"align_corners", n.integer("align_corners", 0) != 0}}));
}

/// RoiAlign. Before opset 16 the input has no half pixel shift.
Status importRoiAlign(Node &n) {
  std::string coordinates =
      n.text("coordinate_transformation_mode", n.opset >= 16 ? "half_pixel" : "output_half_pixel");
  if (coordinates != "half_pixel" && coordinates != "output_half_pixel")
    return n.bad("coordinate_transformation_mode is '", coordinates,
                 "', wanted half_pixel or output_half_pixel");
  return n.result(n.emit("roi_align", {n.input(0), n.input(1), n.input(2)},
                         {{"height", n.integer("output_height", 1)},
                          {"width", n.integer("output_width", 1)},
                          {"mode", n.text("mode", "avg")},
                          {"sampling_ratio", n.integer("sampling_ratio", 0)},
                          {"spatial_scale", n.number("spatial_scale", 1)},
                          {"half_pixel", coordinates == "half_pixel"}}));
}

Status importMaxRoiPool(Node &n) {
  auto pooled = n.integers("pooled_shape");
  if (!pooled)
    return n.bad("attribute 'pooled_shape' is missing");
  return n.result(
      n.emit("max_roi_pool", {n.input(0), n.input(1)},
             {{"pooled_shape", *pooled}, {"spatial_scale", n.number("spatial_scale", 1)}}));
}

Status importNonMaxSuppression(Node &n) {
  int64_t format = n.integer("center_point_box", 0);
  if (format != 0 && format != 1)
    return n.bad("center_point_box is ", format, ", wanted 0 or 1");
  return n.result(n.emit("non_max_suppression",
                         {n.input(0), n.input(1), n.input(2), n.input(3), n.input(4)},
                         {{"centred", format == 1}}));
}

Status importImageDecoder(Node &n) {
  std::string format = n.text("pixel_format", "RGB");
  if (format != "RGB" && format != "BGR" && format != "Grayscale")
    return n.bad("pixel_format is '", format, "', wanted RGB, BGR or Grayscale");
  return n.result(n.emit("decode_image", {n.input(0)},
                         {{"format", std::string(format == "RGB"   ? "rgb"
                                                 : format == "BGR" ? "bgr"
                                                                   : "grey")}}));
}

} // namespace ingot::onnx
