// The pipeline that every target runs on graph IR first: fewer operators, the same numbers.
#pragma once

namespace mlir {
class OpPassManager;
}

namespace ingot {

/// Adds the passes to the pass manager of a module.
void buildGraphOptimizePipeline(mlir::OpPassManager &module);
/// What computes the same but for the last bits: constants into weights, formulas into the
/// operators that they spell out. To run between two rounds of buildGraphOptimizePipeline.
/// `isNew`: no weights of the module were looked through for zeros before, which takes as long as
/// reading all of them.
void buildGraphRaisePipeline(mlir::OpPassManager &module, bool isNew = true);
/// What every target makes of a model, optimized or not: products of dequantized 8-bit integers are
/// sums of integers, which are exact, so that all targets quantize them to the same integers.
void buildGraphMeaningPipeline(mlir::OpPassManager &module);
/// Makes them known to ingot-opt as --graph-optimize and --graph-raise.
void registerGraphPipelines();

} // namespace ingot
