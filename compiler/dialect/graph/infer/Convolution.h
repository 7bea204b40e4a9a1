// What shape functions, evaluators and import rules share about convolutions.
#pragma once

#include "compiler/dialect/graph/infer/Window.h"

namespace ingot::graph {

/// The window of a convolution whose constraints hold and whose sizes are known, pads resolved.
std::vector<WindowAxis> convolutionWindow(const Attributes &attributes, const Shape &x,
                                          const Shape &w);

/// One spatial axis of a transposed convolution: its window with pads resolved, and its output
/// size.
struct TransposedAxis {
  WindowAxis window;
  int64_t size;
};
/// Axis `i` of a conv_transpose on `size` elements, size and kernel known; nothing when the output
/// size is negative or too large. Lengths of attributes have been checked.
std::optional<TransposedAxis> transposedAxis(const Attributes &attributes, const WindowAxis &axis,
                                             size_t i, int64_t size);

} // namespace ingot::graph
