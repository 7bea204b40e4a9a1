// What shape functions, evaluators and import rules share about convolutions.
#pragma once

#include "compiler/dialect/graph/infer/Windows.h"

namespace ingot::graph {

/// How many axes a convolution may have beside batch and channels.
inline constexpr size_t maxSpatialAxes = 6;

/// The window of a convolution of x with kernels w, both with all their axes, dims may be unknown.
/// Pads are resolved and positions counted as far as sizes are known. Attributes are strides,
/// dilations and pads, an empty vector meaning 1, 1 and 0, and auto_pad where the operator has it.
/// Nothing when a vector has a wrong length, or a number in it is out of range; an axis on which
/// the window does not fit has `out` 0.
std::optional<std::vector<WindowAxis>> convolutionWindow(const Attributes &attributes,
                                                         const Shape &x, const Shape &w);

/// The same of a transposed convolution, of which x is the side that the window steps over: `in`
/// are the sizes of the result, `out` those of x. A size that would be negative or too large is -2.
std::optional<std::vector<WindowAxis>> transposedWindow(const Attributes &attributes,
                                                        const Shape &x, const Shape &w);

} // namespace ingot::graph
