// Sliding windows: the arithmetic of strides, dilations and padding that convolutions and pools
// share.
#pragma once

#include "compiler/dialect/graph/infer/Shapes.h"

namespace ingot::graph {

/// How many axes a window may slide along: tensors have batch and channel beside them.
inline constexpr size_t maxSpatialAxes = 6;

/// A window along one axis. Positions o = 0, 1, … look at o * stride + k * dilation - padBegin for
/// k < kernel. `kernel` may be unknown.
struct WindowAxis {
  int64_t kernel = 1;
  int64_t stride = 1;
  int64_t dilation = 1;
  int64_t padBegin = 0;
  int64_t padEnd = 0;

  /// (kernel - 1) * dilation + 1; nothing when it does not fit into 63 bits.
  std::optional<int64_t> dilatedKernel() const;
};

enum class AutoPad : uint8_t { None, SameUpper, SameLower };
/// "none", "same_upper" or "same_lower".
std::optional<AutoPad> autoPadOf(std::string_view text);

/// The window that the attributes `strides`, `dilations` and `pads` (begins, then ends) describe,
/// as far as the operator has them; an empty vector means 1, 1 and 0. Nothing when a vector has
/// another length than `kernel` wants, a stride or dilation is not positive, or a pad is negative.
std::optional<std::vector<WindowAxis>> readWindow(const Attributes &attributes,
                                                  const Shape &kernel);
/// The attributes that readWindow reads, for messages.
std::string windowText(const Attributes &attributes);

/// Sets the pads so that `size` elements give ceil(size / stride) positions. False when they do not
/// fit into 63 bits. Size and kernel are known.
bool padSame(WindowAxis &axis, int64_t size, AutoPad mode);
/// ceil(size / stride), or unknown.
int64_t samePositions(const WindowAxis &axis, int64_t size);
/// How many positions the window has over `size` elements; unknown where size or kernel are;
/// nothing when it does not fit even once or is empty. `roundUp` counts a last position that only
/// begins inside (ceil_mode of pools).
std::optional<int64_t> windowPositions(const WindowAxis &axis, int64_t size, bool roundUp = false);

} // namespace ingot::graph
