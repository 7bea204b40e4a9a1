// Another precision than the model's own: everything is computed in f32, weights are rounded.
#pragma once

#include "ingot/ElementType.h"

namespace mlir {
class OpPassManager;
}

namespace ingot {

/// What is f16 or bf16 between a module's inputs and outputs becomes f32.
void buildWidenPipeline(mlir::OpPassManager &module);
/// Weights of f32 become numbers that `precision`, f16 or bf16, holds; nothing for f32.
void buildRoundPipeline(mlir::OpPassManager &module, ElementType precision);

} // namespace ingot
