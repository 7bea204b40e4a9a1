// Sliding windows: padding and counts.
#include "compiler/dialect/graph/infer/Windows.h"

#include <algorithm>

namespace ingot::graph {
namespace {

int64_t floorDivide(int64_t a, int64_t b) { return a / b - (a % b != 0 && a < 0); }

} // namespace

std::optional<AutoPad> autoPadFromText(std::string_view text) {
  if (text == "explicit")
    return AutoPad::Explicit;
  if (text == "same_upper")
    return AutoPad::SameUpper;
  if (text == "same_lower")
    return AutoPad::SameLower;
  return std::nullopt;
}

bool WindowAxis::isValid() const {
  return stride > 0 && dilation > 0 && (kernel > 0 || kernel == unknownDim) && before >= 0 &&
         after >= 0 && (in >= 0 || in == unknownDim);
}

int64_t WindowAxis::extent() const {
  int64_t reach = 0;
  if (kernel < 1 || __builtin_mul_overflow(kernel - 1, dilation, &reach) || reach == INT64_MAX)
    return unknownDim;
  return reach + 1;
}

bool WindowAxis::resolvePads(AutoPad autoPad) {
  if (autoPad == AutoPad::Explicit)
    return true;
  int64_t length = extent();
  if (length < 0 || (in < 0 && stride != 1))
    return false;
  // The last of ceil(in / stride) windows starts at the last multiple of stride below `in`, `rest`
  // positions before the end; with stride 1 that is 1 whatever the size.
  int64_t rest = stride == 1 ? 1 : in == 0 ? stride : (in - 1) % stride + 1;
  int64_t total = std::max<int64_t>(length - rest, 0);
  before = autoPad == AutoPad::SameUpper ? total / 2 : total - total / 2;
  after = total - before;
  return true;
}

bool WindowAxis::resolveOut(bool ceilMode) {
  int64_t length = extent();
  out = unknownDim;
  if (kernel >= 1 && length < 0)
    return false;
  if (in < 0 || length < 0)
    return true;
  int64_t padded = 0, room = 0;
  if (__builtin_add_overflow(in, before, &padded) || __builtin_add_overflow(padded, after, &padded))
    return false;
  room = padded - length;
  // ceil(room / stride) = floor((room - 1) / stride) + 1
  out = ceilMode ? floorDivide(room - 1, stride) + 2 : floorDivide(room, stride) + 1;
  if (ceilMode && out > 1) {
    int64_t last = 0;
    if (__builtin_mul_overflow(out - 1, stride, &last) || last >= in + before)
      --out;
  }
  return out >= 1;
}

std::vector<WindowAxis> poolWindows(const Attributes &attributes, const Shape &x) {
  const auto &kernel = attributes.integers("kernel_shape");
  const auto &pads = attributes.integers("pads");
  AutoPad autoPad = autoPadFromText(attributes.text("auto_pad")).value_or(AutoPad::Explicit);
  std::vector<WindowAxis> axes;
  for (size_t i = 0; i < kernel.size(); ++i) {
    WindowAxis axis{x[2 + i],
                    kernel[i],
                    attributes.integers("strides")[i],
                    attributes.integers("dilations")[i],
                    pads[i],
                    pads[kernel.size() + i],
                    unknownDim};
    if (axis.resolvePads(autoPad))
      axis.resolveOut(attributes.flag("ceil_mode"));
    axes.push_back(axis);
  }
  return axes;
}

} // namespace ingot::graph
