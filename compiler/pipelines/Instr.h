// The pipeline of passes on instr IR.
#pragma once

#include "mlir/Pass/PassManager.h"

namespace ingot {

/// From the instructions as lowered to instructions with planned memory.
void buildInstrPipeline(mlir::OpPassManager &passes);

/// --instr-optimize, on the programs of a module.
void registerInstrPipelines();

} // namespace ingot
