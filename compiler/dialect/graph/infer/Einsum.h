// The equation of an einsum, read once for its shape function and its evaluator.
#pragma once

#include "compiler/dialect/graph/infer/InferContext.h"

namespace ingot::graph {

/// An einsum whose operand ranks are known. A label is an axis of the whole contraction: 0 to 51
/// for the letters, from `firstBroadcast` on for the axes that `...` stands for, outermost first.
struct EinsumPlan {
  static constexpr int firstBroadcast = 52;

  std::vector<std::vector<int>> operands; ///< the label of each axis of each operand
  std::vector<int> result;                ///< the label of each axis of the result, all different
  std::vector<int64_t> sizes;             ///< of each label; 1 when unused, unknownDim when unknown
};

/// Reads the equation for operands of these shapes (all ranked, dims may be unknown). The number of
/// the constraint that does not hold goes to `constraint`.
Expected<EinsumPlan> planEinsum(const std::string &equation, const std::vector<Shape> &operands,
                                int &constraint);

} // namespace ingot::graph
