// Between which numbers the elements of a value certainly lie, a few operators back.
#pragma once

#include "compiler/dialect/graph/infer/Range.h"

#include "mlir/IR/Value.h"

namespace ingot::graph {

/// Looks a few operators far.
Range rangeOf(mlir::Value value);

} // namespace ingot::graph
