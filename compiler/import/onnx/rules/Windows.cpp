// Sliding windows: defaults and auto_pad.
#include "compiler/import/onnx/Windows.h"

#include "compiler/dialect/graph/infer/Windows.h"

namespace ingot::onnx {
namespace {

using graph::AutoPad;

/// The list's value, its default when the node has none; nothing when it has a wrong length.
std::optional<std::vector<int64_t>> listOr(const Node &n, std::string_view name, size_t size,
                                           int64_t otherwise) {
  auto list = n.integers(name);
  // Some exporters write an empty list for "not given".
  if (!list || list->empty())
    return std::vector<int64_t>(size, otherwise);
  return list->size() == size ? list : std::nullopt;
}

/// Replaces `auto_pad` by pads if the sizes are known; false when they are not.
bool resolvePads(WindowAttributes &window, const ValueType &x, AutoPad autoPad) {
  std::vector<int64_t> pads = window.pads;
  size_t count = window.kernel.size();
  for (size_t i = 0; i < count; ++i) {
    graph::WindowAxis axis;
    axis.in = x.ranked && i + 2 < x.dims.size() ? x.dims[i + 2] : unknownDim;
    axis.kernel = window.kernel[i];
    axis.stride = window.strides[i];
    axis.dilation = window.dilations[i];
    if (!axis.isValid() || !axis.resolvePads(autoPad))
      return false;
    pads[i] = axis.before;
    pads[count + i] = axis.after;
  }
  window.pads = std::move(pads);
  return true;
}

} // namespace

Expected<WindowAttributes> readWindow(const Node &n, Handle x, std::vector<int64_t> kernel) {
  size_t count = kernel.size();
  auto strides = listOr(n, "strides", count, 1), dilations = listOr(n, "dilations", count, 1),
       pads = listOr(n, "pads", 2 * count, 0);
  if (!strides || !dilations || !pads)
    return n.bad("strides, dilations or pads do not fit ", count, " spatial axes");
  WindowAttributes window{std::move(kernel), std::move(*strides), std::move(*dilations),
                          std::move(*pads), "explicit"};
  std::string autoPad = n.text("auto_pad", "NOTSET");
  if (autoPad == "NOTSET" || autoPad.empty())
    return window;
  // A node with both pads and auto_pad is contradictory; exporters that write both mean auto_pad.
  window.pads.assign(2 * count, 0);
  if (autoPad == "VALID")
    return window;
  if (autoPad != "SAME_UPPER" && autoPad != "SAME_LOWER")
    return n.bad("auto_pad is '", autoPad, "', wanted NOTSET, VALID, SAME_UPPER or SAME_LOWER");
  AutoPad kind = autoPad == "SAME_UPPER" ? AutoPad::SameUpper : AutoPad::SameLower;
  if (!resolvePads(window, n.type(x), kind))
    window.autoPad = kind == AutoPad::SameUpper ? "same_upper" : "same_lower";
  return window;
}

} // namespace ingot::onnx
