// Between which numbers the elements of a value certainly lie.
//
//   sigmoid(x)            0 … 1
//   max(transpose(y), 2)  2 … infinity
//
// NaN is never excluded: operators that pick the larger or smaller number let it pass.
#pragma once

#include "mlir/IR/Value.h"

#include <limits>

namespace ingot::graph {

struct Range {
  double low = -std::numeric_limits<double>::infinity();
  double high = std::numeric_limits<double>::infinity();
  bool negativeZero = true; ///< an element may be -0
};

/// Looks a few operators far.
Range rangeOf(mlir::Value value);

} // namespace ingot::graph
