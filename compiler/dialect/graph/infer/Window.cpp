// The arithmetic of sliding windows. Sizes are hostile: sums and products are taken in 128 bits.
#include "compiler/dialect/graph/infer/Window.h"

#include <algorithm>

namespace ingot::graph {
namespace {
using Wide = __int128;

std::optional<int64_t> narrow(Wide value) {
  if (value < 0 || value > INT64_MAX)
    return std::nullopt;
  return static_cast<int64_t>(value);
}

const std::vector<int64_t> &vectorOf(const Attributes &attributes, std::string_view name) {
  static const std::vector<int64_t> empty;
  return attributes.has(name) ? attributes.integers(name) : empty;
}

bool allAtLeast(const std::vector<int64_t> &values, int64_t least) {
  return std::all_of(values.begin(), values.end(), [&](int64_t v) { return v >= least; });
}
} // namespace

std::optional<int64_t> WindowAxis::dilatedKernel() const {
  return narrow(Wide(kernel - 1) * dilation + 1);
}

std::optional<AutoPad> autoPadOf(std::string_view text) {
  if (text == "none")
    return AutoPad::None;
  if (text == "same_upper")
    return AutoPad::SameUpper;
  if (text == "same_lower")
    return AutoPad::SameLower;
  return std::nullopt;
}

std::optional<std::vector<WindowAxis>> readWindow(const Attributes &attributes,
                                                  const Shape &kernel) {
  const auto &strides = vectorOf(attributes, "strides");
  const auto &dilations = vectorOf(attributes, "dilations");
  const auto &pads = vectorOf(attributes, "pads");
  size_t rank = kernel.size();
  auto fits = [&](const std::vector<int64_t> &values, size_t length, int64_t least) {
    return values.empty() || (values.size() == length && allAtLeast(values, least));
  };
  if (!fits(strides, rank, 1) || !fits(dilations, rank, 1) || !fits(pads, 2 * rank, 0))
    return std::nullopt;
  std::vector<WindowAxis> window(rank);
  for (size_t i = 0; i < rank; ++i) {
    window[i].kernel = kernel[i];
    if (!strides.empty())
      window[i].stride = strides[i];
    if (!dilations.empty())
      window[i].dilation = dilations[i];
    if (!pads.empty()) {
      window[i].padBegin = pads[i];
      window[i].padEnd = pads[rank + i];
    }
  }
  return window;
}

std::string windowText(const Attributes &attributes) {
  return str("strides ", vectorOf(attributes, "strides"), ", dilations ",
             vectorOf(attributes, "dilations"), ", pads ", vectorOf(attributes, "pads"));
}

bool padSame(WindowAxis &axis, int64_t size, AutoPad mode) {
  Wide positions = (Wide(size) + axis.stride - 1) / axis.stride;
  Wide covered = (positions - 1) * axis.stride + Wide(axis.kernel - 1) * axis.dilation + 1;
  auto total = narrow(std::max<Wide>(covered - size, 0));
  if (!total)
    return false;
  int64_t less = *total / 2, more = *total - less;
  axis.padBegin = mode == AutoPad::SameLower ? more : less;
  axis.padEnd = mode == AutoPad::SameLower ? less : more;
  return true;
}

int64_t samePositions(const WindowAxis &axis, int64_t size) {
  return size < 0 ? unknownDim : size / axis.stride + (size % axis.stride != 0);
}

std::optional<int64_t> windowPositions(const WindowAxis &axis, int64_t size, bool roundUp) {
  if (axis.kernel == 0)
    return std::nullopt;
  if (size < 0 || axis.kernel < 0)
    return unknownDim;
  Wide padded = Wide(size) + axis.padBegin + axis.padEnd;
  Wide free = padded - (Wide(axis.kernel - 1) * axis.dilation + 1);
  if (free < 0 || padded > INT64_MAX)
    return std::nullopt;
  Wide positions = free / axis.stride + 1;
  bool partial = roundUp && free % axis.stride != 0;
  // A position that begins in the padding at the end would see nothing.
  if (partial && positions * axis.stride < Wide(size) + axis.padBegin)
    ++positions;
  return narrow(positions);
}

} // namespace ingot::graph
