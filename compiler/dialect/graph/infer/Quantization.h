// How the scales of a quantized tensor belong to its elements.
#pragma once

#include "compiler/dialect/graph/infer/Shapes.h"

namespace ingot::graph {

/// x as [outer, size, inner]; element (o, i, j) has scale
///   o * outerStride + i / block * axisStride + j * innerStride.
struct ScaleLayout {
  int64_t size = 1, inner = 1, block = 1;
  int64_t outerStride = 0, axisStride = 0, innerStride = 0;
};

/// For an operator with attributes `axis` and `block_size` whose constraints hold; shapes are
/// known.
ScaleLayout scaleLayout(const Attributes &attributes, const Shape &x, const Shape &scale);

} // namespace ingot::graph
