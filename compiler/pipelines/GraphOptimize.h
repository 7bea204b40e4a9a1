// The pipeline that every target runs on graph IR first: fewer operators, the same numbers.
#pragma once

namespace mlir {
class OpPassManager;
}

namespace ingot {

/// Adds the passes to the pass manager of a module.
void buildGraphOptimizePipeline(mlir::OpPassManager &module);
/// Makes it known to ingot-opt as --graph-optimize.
void registerGraphOptimizePipeline();

} // namespace ingot
