// The passes on instr IR, in their order.
#include "compiler/pipelines/Instr.h"

#include "compiler/dialect/instr/Instr.h"
#include "compiler/transforms/instr/Passes.h"

#include "mlir/Pass/PassRegistry.h"

namespace ingot {

void buildInstrPipeline(mlir::OpPassManager &passes) {
  // First, while copies stand beside their readers: some need not be made.
  passes.addPass(createPeepholes());
  // While every buffer has one writer: what is copied is written in place.
  passes.addPass(createEliminateCopies());
  // Then loops may write over their operands: buffers have several writers from here on.
  passes.addPass(createShareBuffers());
  // What reads and writes what is settled: the order decides how much lives at a time.
  passes.addPass(createScheduleInstructions());
  // When all uses are settled: from when to when each buffer lives.
  passes.addPass(createMarkLifetimes());
  // Lives give places.
  passes.addPass(createPlanMemory());
}

void registerInstrPipelines() {
  mlir::PassPipelineRegistration<>(
      "instr-optimize", "Optimizes instructions and plans their memory",
      [](mlir::OpPassManager &module) { buildInstrPipeline(module.nest<instr::ProgramOp>()); });
}

} // namespace ingot
