// Import rules of Resize and its ancestor Upsample.
#include "compiler/import/onnx/Node.h"

namespace ingot::onnx {
namespace {

/// Input `i`, or none when it is an empty tensor: before opset 13 that is how it is left out.
Handle unlessEmpty(const Node &n, size_t i) {
  const ValueType &type = n.type(n.input(i));
  bool empty = type.isTensor() && type.isStatic() && elementCount(type.dims).value_or(1) == 0;
  return empty ? n.none() : n.input(i);
}

/// Before opset 11: left edges meet, and the nearest element is the one before, or after where the
/// tensor shrinks.
Status resizeByScales(Node &n, Handle scales) {
  std::string mode = n.text("mode", "nearest");
  if (mode == "bilinear" || mode == "trilinear")
    mode = "linear";
  if (mode != "nearest" && mode != "linear")
    return n.bad("mode is '", mode, "', wanted nearest or linear");
  return n.result(n.emit("resize", {n.input(0), n.none(), scales, n.none()},
                         {{"mode", mode},
                          {"coordinates", std::string("asymmetric")},
                          {"nearest_mode", std::string("floor_or_ceil")}}));
}

Handle floats(const Node &n, const std::vector<float> &values) {
  return n.constant(Tensor::of<float>({static_cast<int64_t>(values.size())}, values));
}

} // namespace

/// Upsample. In opset 1 height and width have a scale each, in opset 7 the scales are an attribute.
Status importUpsample(Node &n) {
  if (n.opset >= 9)
    return resizeByScales(n, n.input(1));
  if (n.opset >= 7) {
    auto scales = n.numbers("scales");
    if (!scales)
      return n.bad("attribute 'scales' is missing");
    return resizeByScales(n, floats(n, *scales));
  }
  if (!n.hasAttribute("height_scale") || !n.hasAttribute("width_scale"))
    return n.bad("attribute 'height_scale' or 'width_scale' is missing");
  return resizeByScales(n,
                        floats(n, {1, 1, n.number("height_scale", 1), n.number("width_scale", 1)}));
}

/// Resize. Opset 10 has scales only, 11 adds what is below, 18 axes, antialiasing and a policy.
Status importResize(Node &n) {
  if (n.opset < 11)
    return resizeByScales(n, n.input(1));
  std::string coordinates = n.text("coordinate_transformation_mode", "half_pixel");
  Handle roi = coordinates == "tf_crop_and_resize" ? unlessEmpty(n, 1) : n.none();
  Attributes attributes{{"mode", n.text("mode", "nearest")},
                        {"coordinates", coordinates},
                        {"nearest_mode", n.text("nearest_mode", "round_prefer_floor")},
                        {"policy", n.text("keep_aspect_ratio_policy", "stretch")},
                        {"antialias", n.integer("antialias", 0) != 0},
                        {"exclude_outside", n.integer("exclude_outside", 0) != 0},
                        {"cubic_a", n.number("cubic_coeff_a", -0.75f)},
                        {"extrapolation_value", n.number("extrapolation_value", 0)}};
  if (auto axes = n.integers("axes")) {
    for (int64_t &axis : *axes)
      axis = n.axis(n.input(0), axis);
    attributes.set("axes", std::move(*axes));
  }
  return n.result(n.emit("resize", {n.input(0), roi, unlessEmpty(n, 2), unlessEmpty(n, 3)},
                         std::move(attributes)));
}

} // namespace ingot::onnx
