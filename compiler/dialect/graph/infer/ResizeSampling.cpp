// Positions and weights of a resize.
#include "compiler/dialect/graph/infer/Sampling.h"

#include <algorithm>
#include <cmath>

namespace ingot::graph {
namespace {

using namespace kernels::resampling;

Coordinates coordinatesOf(const std::string &text) {
  return text == "half_pixel_symmetric"   ? Coordinates::HalfPixelCentred
         : text == "pytorch_half_pixel"   ? Coordinates::HalfPixelOrZero
         : text == "align_corners"        ? Coordinates::AlignCorners
         : text == "asymmetric"           ? Coordinates::Asymmetric
         : text == "tf_half_pixel_for_nn" ? Coordinates::HalfPixelNearest
         : text == "tf_crop_and_resize"   ? Coordinates::Crop
                                          : Coordinates::HalfPixel;
}

Rounding roundingOf(const std::string &text, double scale) {
  return text == "floor"               ? Rounding::Floor
         : text == "ceil"              ? Rounding::Ceil
         : text == "round_prefer_ceil" ? Rounding::HalfUp
         : text == "floor_or_ceil"     ? (scale < 1 ? Rounding::Ceil : Rounding::Floor)
                                       : Rounding::HalfDown;
}

} // namespace

ResizeSampling::ResizeSampling(const Attributes &attributes)
    : nearestOnly(attributes.text("mode") == "nearest"), antialias(attributes.flag("antialias")),
      excludeOutside(attributes.flag("exclude_outside")),
      filter(attributes.text("mode") == "linear" ? Filter::Linear : Filter::Cubic),
      coordinates(coordinatesOf(attributes.text("coordinates"))),
      rounding(attributes.text("nearest_mode")), cubicA(double{attributes.number("cubic_a")}),
      outsideValue(double{attributes.number("extrapolation_value")}) {}

int64_t ResizeSampling::nearest(const ResizeAxis &axis, int64_t j) const {
  if (!axis.resized)
    return j;
  double x = source(axis, j);
  if (isOutside(x, axis.in))
    return -1;
  return clampIndex(kernels::resampling::nearest(x, roundingOf(rounding, axis.scale)), axis.in);
}

std::optional<int64_t> ResizeSampling::taps(const ResizeAxis &axis) const {
  double reach = std::ceil((filter == Filter::Linear ? 1 : 2) / squeeze(axis));
  return reach < 1e12 ? std::optional(2 * static_cast<int64_t>(reach)) : std::nullopt;
}

ResizeSampling::Output ResizeSampling::weigh(const ResizeAxis &axis, int64_t j, int64_t taps,
                                             double *weights) const {
  double x = source(axis, j);
  int64_t first =
      fillWeights(filter, x, squeeze(axis), cubicA, taps, excludeOutside, axis.in, weights);
  return {first, isOutside(x, axis.in)};
}

double ResizeSampling::squeeze(const ResizeAxis &axis) const {
  return antialias ? std::min(axis.scale, 1.0) : 1.0;
}

double ResizeSampling::source(const ResizeAxis &axis, int64_t j) const {
  return kernels::resampling::source(
      coordinates, {axis.in, axis.out, axis.scale, axis.width, axis.start, axis.end}, j);
}

/// NaN is.
bool ResizeSampling::isOutside(double x, int64_t in) const {
  return coordinates == Coordinates::Crop && !(x >= 0 && x <= static_cast<double>(in - 1));
}

} // namespace ingot::graph
