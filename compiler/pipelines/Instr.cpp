// The passes on instr IR, in their order.
#include "compiler/pipelines/Instr.h"

#include "compiler/transforms/instr/Passes.h"

namespace ingot {

void buildInstrPipeline(mlir::OpPassManager &passes) {
  // First, while every buffer has one writer: what is copied is written in place.
  passes.addPass(createEliminateCopies());
  // Then loops may write over their operands: buffers have several writers from here on.
  passes.addPass(createShareBuffers());
  // When all uses are settled: from when to when each buffer lives.
  passes.addPass(createMarkLifetimes());
  // Lives give places.
  passes.addPass(createPlanMemory());
}

} // namespace ingot
