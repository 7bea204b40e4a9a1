// What resize does to each axis; shared by its shape function and its evaluator.
#pragma once

#include "compiler/dialect/graph/infer/InferContext.h"

namespace ingot::graph {

struct ResizeAxis {
  int64_t in = unknownDim, out = unknownDim;
  double scale = 1;          ///< outputs per input
  double width = 0;          ///< scale * in, before it was rounded to `out`
  double start = 0, end = 1; ///< of the crop, as parts of the input
  bool resized = true;       ///< false when the axis stays as it is
};

/// The axes of the operand after checking all constraints of resize that can be checked. What
/// depends on a size or value that is not known stays unknown. The operand must be ranked.
Expected<std::vector<ResizeAxis>> resizeAxes(InferContext &c);

} // namespace ingot::graph
