// Dimensions: whether two sizes that are not known yet are certainly the same.
//
// The size of an axis is followed back to where it comes from: through operators that keep it,
// through reshapes that copy it. q, k and v of an attention, cut from one projection of x, all have
// the batch of x, though each type says "?".
#pragma once

#include "compiler/transforms/graph/Support.h"

namespace ingot::graph {

/// Axis `i` of `a` is certainly as long as axis `j` of `b`.
bool sameDimension(mlir::Value a, size_t i, mlir::Value b, size_t j);

} // namespace ingot::graph
