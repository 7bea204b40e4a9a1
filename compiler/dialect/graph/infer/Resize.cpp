// Shape function of resize.
#include "compiler/dialect/graph/infer/Resize.h"

#include "compiler/dialect/graph/infer/Shapes.h"

#include <algorithm>
#include <cmath>

namespace ingot::graph {
namespace {

/// The operands of resize.
enum Operand : size_t { X, Roi, Scales, Sizes };

bool isOneOf(const std::string &text, std::initializer_list<std::string_view> choices) {
  return std::find(choices.begin(), choices.end(), text) != choices.end();
}

Status checkAttributes(InferContext &c) {
  const std::string &mode = c.attributes.text("mode");
  INGOT_TRY(c.require(1, isOneOf(mode, {"nearest", "linear", "cubic"}), "mode '", mode, "'"));
  const std::string &coordinates = c.attributes.text("coordinates");
  INGOT_TRY(c.require(2,
                      isOneOf(coordinates, {"half_pixel", "half_pixel_symmetric",
                                            "pytorch_half_pixel", "align_corners", "asymmetric",
                                            "tf_half_pixel_for_nn", "tf_crop_and_resize"}),
                      "coordinates '", coordinates, "'"));
  const std::string &rounding = c.attributes.text("nearest_mode");
  INGOT_TRY(c.require(3,
                      isOneOf(rounding, {"round_prefer_floor", "round_prefer_ceil", "floor", "ceil",
                                         "floor_or_ceil"}),
                      "nearest_mode '", rounding, "'"));
  const std::string &policy = c.attributes.text("policy");
  INGOT_TRY(c.require(4, isOneOf(policy, {"stretch", "not_larger", "not_smaller"}), "policy '",
                      policy, "'"));
  ElementType element = c.operand(X).element;
  return c.require(10, mode == "nearest" || isFloat(element) || isInteger(element), "mode ", mode,
                   " for ", elementName(element));
}

/// Given, as far as known: an empty tensor stands for an operand that was left out.
bool isGiven(const InferContext &c, size_t i) {
  if (!c.has(i))
    return false;
  const ValueType &type = c.operand(i);
  return !(type.isStatic() && elementCount(type.dims).value_or(1) == 0);
}

/// Given, and known not to be empty.
bool isSurelyGiven(const InferContext &c, size_t i) {
  return isGiven(c, i) && c.operand(i).isStatic();
}

/// The resized axes, counted from the front.
Expected<std::vector<int64_t>> resizedAxes(InferContext &c, int64_t rank) {
  std::vector<int64_t> axes;
  const AttributeValue *attribute = c.attributes.find("axes");
  if (!attribute) {
    for (int64_t i = 0; i < rank; ++i)
      axes.push_back(i);
    return axes;
  }
  const auto &given = std::get<std::vector<int64_t>>(*attribute);
  auto normal = normalizeAxes(given, rank);
  INGOT_TRY(c.require(6, normal.has_value(), "axes ", given, " for rank ", rank));
  return *normal;
}

/// The numbers of operand `i`, as far as they are known: `count` of them.
Expected<PartialNumbers> numbersOf(InferContext &c, size_t i, size_t count) {
  const ValueType &type = c.operand(i);
  INGOT_TRY(c.require(
      6,
      !type.ranked || (type.rank() == 1 && compatible(type.dims[0], static_cast<int64_t>(count))),
      "operand ", i, " is ", type.text(), ", wanted ", count, " numbers"));
  return c.partialNumbers(i).value_or(PartialNumbers(count));
}

/// A size that is a real number, if it is one a tensor can have.
std::optional<int64_t> toSize(double size) {
  if (!(size >= 0 && size < 4503599627370496.0)) // 2^52
    return std::nullopt;
  return static_cast<int64_t>(size);
}

Status applyScales(InferContext &c, const std::vector<int64_t> &axes, const PartialNumbers &scales,
                   std::vector<ResizeAxis> &out) {
  for (size_t i = 0; i < axes.size(); ++i) {
    ResizeAxis &axis = out[static_cast<size_t>(axes[i])];
    if (!scales[i])
      continue;
    axis.scale = *scales[i];
    INGOT_TRY(c.require(7, std::isfinite(axis.scale) && axis.scale > 0, "scale ", axis.scale,
                        " for axis ", axes[i]));
    if (axis.in < 0)
      continue;
    axis.width = static_cast<double>(axis.in) * axis.scale;
    // Scales are f32 and so is the product: 10 * 1.9f is 19, though 1.9f is a bit less than 1.9.
    float width = static_cast<float>(axis.in) * static_cast<float>(axis.scale);
    auto size = toSize(std::floor(static_cast<double>(width)));
    INGOT_TRY(c.require(7, size.has_value(), "scale ", axis.scale, " for axis ", axes[i],
                        " of size ", axis.in));
    axis.out = *size;
  }
  return success();
}

/// One scale for all axes, such that none becomes larger (or smaller) than asked.
Status keepAspect(InferContext &c, const std::vector<int64_t> &axes, const std::string &policy,
                  const PartialNumbers &sizes, std::vector<ResizeAxis> &out) {
  double scale = 0;
  for (size_t i = 0; i < axes.size(); ++i) {
    int64_t in = out[static_cast<size_t>(axes[i])].in;
    if (in < 0 || !sizes[i]) {
      for (int64_t axis : axes)
        out[static_cast<size_t>(axis)].out = unknownDim;
      return success();
    }
    INGOT_TRY(c.require(8, in > 0, "axis ", axes[i], " is empty"));
    double own = *sizes[i] / static_cast<double>(in);
    scale = i == 0 ? own : policy == "not_larger" ? std::min(scale, own) : std::max(scale, own);
  }
  for (int64_t index : axes) {
    ResizeAxis &axis = out[static_cast<size_t>(index)];
    axis.scale = scale;
    axis.width = scale * static_cast<double>(axis.in);
    auto size = toSize(std::floor(axis.width + 0.5));
    INGOT_TRY(c.require(7, size.has_value(), "axis ", index, " becomes ", axis.width));
    axis.out = *size;
  }
  return success();
}

Status applySizes(InferContext &c, const std::vector<int64_t> &axes, const PartialNumbers &sizes,
                  std::vector<ResizeAxis> &out) {
  for (size_t i = 0; i < axes.size(); ++i) {
    ResizeAxis &axis = out[static_cast<size_t>(axes[i])];
    if (!sizes[i])
      continue;
    auto size = toSize(*sizes[i]);
    INGOT_TRY(c.require(7, size.has_value(), "size ", *sizes[i], " for axis ", axes[i]));
    axis.out = *size;
    axis.width = *sizes[i];
    if (axis.in > 0)
      axis.scale = *sizes[i] / static_cast<double>(axis.in);
  }
  const std::string &policy = c.attributes.text("policy");
  return policy == "stretch" ? success() : keepAspect(c, axes, policy, sizes, out);
}

Status applyRoi(InferContext &c, const std::vector<int64_t> &axes, bool crop,
                std::vector<ResizeAxis> &out) {
  if (!crop)
    return success();
  INGOT_TRY(c.require(9, isGiven(c, Roi), "no region for coordinates tf_crop_and_resize"));
  auto roi = INGOT_TRY(numbersOf(c, Roi, 2 * axes.size()));
  for (size_t i = 0; i < axes.size(); ++i) {
    ResizeAxis &axis = out[static_cast<size_t>(axes[i])];
    axis.start = roi[i].value_or(axis.start);
    axis.end = roi[axes.size() + i].value_or(axis.end);
  }
  return success();
}

} // namespace

Expected<std::vector<ResizeAxis>> resizeAxes(InferContext &c) {
  const Shape &dims = c.operand(X).dims;
  auto axes = INGOT_TRY(resizedAxes(c, static_cast<int64_t>(dims.size())));
  std::vector<ResizeAxis> out(dims.size());
  for (size_t i = 0; i < dims.size(); ++i) {
    out[i].in = out[i].out = dims[i];
    out[i].width = static_cast<double>(dims[i]);
  }
  for (int64_t axis : axes)
    out[static_cast<size_t>(axis)].out = unknownDim;
  bool crop = c.attributes.text("coordinates") == "tf_crop_and_resize";
  INGOT_TRY(applyRoi(c, axes, crop, out));
  if (isGiven(c, Scales)) {
    auto scales = INGOT_TRY(numbersOf(c, Scales, axes.size()));
    INGOT_TRY(applyScales(c, axes, scales, out));
  } else {
    auto sizes = INGOT_TRY(numbersOf(c, Sizes, axes.size()));
    INGOT_TRY(applySizes(c, axes, sizes, out));
  }
  for (size_t i = 0; i < out.size(); ++i) {
    ResizeAxis &axis = out[i];
    INGOT_TRY(c.require(8, axis.in != 0 || axis.out <= 0, "axis ", i, " is empty and becomes ",
                        axis.out));
    axis.resized = !(axis.in == axis.out && axis.scale == 1 && axis.start == 0 && axis.end == 1);
  }
  return out;
}

Status inferResize(InferContext &c) {
  INGOT_TRY(c.requireTensors(1, 4));
  INGOT_TRY(checkAttributes(c));
  INGOT_TRY(c.require(5,
                      (isGiven(c, Scales) || isGiven(c, Sizes)) &&
                          !(isSurelyGiven(c, Scales) && isSurelyGiven(c, Sizes)),
                      "wanted either scales or sizes"));
  const ValueType &x = c.operand(X);
  if (!x.ranked)
    return c.yield(ValueType::unranked(x.element));
  Shape dims;
  for (const ResizeAxis &axis : INGOT_TRY(resizeAxes(c)))
    dims.push_back(axis.out);
  return c.yield(tensorLike(x, std::move(dims)));
}

} // namespace ingot::graph
