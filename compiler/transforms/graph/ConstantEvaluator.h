// ConstantEvaluator: runs reference evaluators on constants, within bounds.
//
// An operator is worth replacing by its value when that makes the program smaller or is so small
// that nobody minds. So a result may be as large as the constants it is made from, and small ones
// may always be; what blows up (the expansion of a scalar) stays an operator. dequantize_linear
// stays one, too: targets want the small integers, and know best when to convert them.
#pragma once

#include "compiler/dialect/graph/Operators.h"

#include "mlir/IR/Operation.h"

#include <chrono>

namespace ingot::graph {

struct FoldLimits {
  int64_t elements = 1 << 26;  ///< of all operands and of each result
  int64_t freeBytes = 1 << 16; ///< results up to this size may be larger than the operands
  double seconds = 30;         ///< for all evaluations together
};

/// Whether an operator may be replaced by its value, if that becomes known: it draws no random
/// numbers, has no regions and is not kept for the targets.
bool mayFold(mlir::Operation *op);

class ConstantEvaluator {
public:
  explicit ConstantEvaluator(const FoldLimits &limits) : limits(limits) {}

  /// The results of an operator whose operands are all constants or none; nothing when they are
  /// not, when the operator may not run at compile time (random numbers, regions), fails on these
  /// values, or exceeds the limits.
  std::optional<std::vector<Tensor>> evaluate(mlir::Operation *op);

private:
  FoldLimits limits;
  std::chrono::duration<double> spent{0};
};

} // namespace ingot::graph
