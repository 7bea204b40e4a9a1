// The attributes by which ONNX describes sliding windows, made explicit for one node.
#pragma once

#include "compiler/import/onnx/Node.h"

namespace ingot::onnx {

/// One entry per spatial axis; pads first all beginnings, then all ends.
struct WindowAttributes {
  std::vector<int64_t> kernel, strides, dilations, pads;
  /// "explicit", or "same_upper" or "same_lower" when the pads need sizes that are not known yet.
  std::string autoPad = "explicit";
};

/// Reads strides, dilations, pads and auto_pad of a node whose operand `x` is (batch, channels,
/// spatial axes…). `kernel` has one entry per spatial axis, unknownDim where not known. Fails when
/// the attributes do not fit each other.
Expected<WindowAttributes> readWindow(const Node &n, Handle x, std::vector<int64_t> kernel);

} // namespace ingot::onnx
