// Sliding windows: the geometry that pools and convolutions share, one spatial axis at a time.
#pragma once

#include "compiler/dialect/graph/infer/InferContext.h"

namespace ingot::graph {

/// How the padding of a window is given: as numbers, or such that there is one window for every
/// `stride` positions, an odd one out going to the end (upper) or to the beginning (lower).
enum class AutoPad { Explicit, SameUpper, SameLower };

/// "explicit", "same_upper" or "same_lower": the values of the attribute `auto_pad`.
std::optional<AutoPad> autoPadFromText(std::string_view text);

/// One spatial axis: window o covers the positions o * stride - before + k * dilation, k < kernel.
struct WindowAxis {
  int64_t in = unknownDim;     ///< positions, or unknown
  int64_t kernel = unknownDim; ///< taps of the window, or unknown
  int64_t stride = 1;
  int64_t dilation = 1;
  int64_t before = 0, after = 0; ///< padding
  int64_t out = unknownDim;      ///< windows; what resolve() finds

  /// Whether stride, dilation and kernel are positive, and padding and size not negative, as far as
  /// they are known.
  bool isValid() const;
  /// Positions from the first tap to the last, both counted; unknown when it overflows or the
  /// kernel is unknown.
  int64_t extent() const;
  /// Turns `autoPad` into `before` and `after`; false when that needs a size that is not known.
  bool resolvePads(AutoPad autoPad);
  /// Finds `out` from explicit padding. In ceil mode a last window may reach beyond the end, unless
  /// it would start there. `out` stays unknown when a size is; false when there is no window or the
  /// numbers overflow.
  bool resolveOut(bool ceilMode);
};

/// The spatial axes of a pool over a tensor of dims `x` (batch, channels, then one per entry of
/// kernel_shape), from the attributes kernel_shape, strides, dilations, pads, auto_pad and
/// ceil_mode of an operator whose constraints hold.
std::vector<WindowAxis> poolWindows(const Attributes &attributes, const Shape &x);

/// The shape whose max_pool by kernel_shape, strides and pads of `attributes` has dims `x`; nothing
/// when there is none.
std::optional<Shape> unpooledShape(const Attributes &attributes, const Shape &x);

} // namespace ingot::graph
