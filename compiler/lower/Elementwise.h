// Elementwise operators as expressions of generated loops.
#pragma once

#include "compiler/codegen/Steps.h"

#include "mlir/IR/Block.h"
#include "mlir/IR/Operation.h"

namespace ingot::lower {

/// Whether a loop can compute this operator: a formula, a cast or a selection on element types that
/// loops hold.
bool isLoopOperator(mlir::Operation *op);

/// The operator of a group that has a kernel: what is elementwise stands around it, its constants
/// before it. Null where all are elementwise, for which the group is one loop.
mlir::Operation *rootOf(mlir::Block &group);

/// The operators of a block as an expression. `loads` says which operand of the step a block
/// argument is, and its number where that is known. Appends to `expression` and gives the nodes of
/// what the block yields.
struct ArgumentLoad {
  int operand; ///< -1 for what a kernel gives
  std::optional<double> number = std::nullopt;
};
std::vector<int> expressionOf(mlir::Block &block, llvm::ArrayRef<ArgumentLoad> loads,
                              codegen::Expression &expression);

} // namespace ingot::lower
