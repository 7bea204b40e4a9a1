// Assemble: an instr program with planned memory becomes an executable.
#pragma once

#include "compiler/codegen/Jit.h"
#include "compiler/dialect/instr/Instr.h"

namespace ingot::graph {
class ConstantScope;
}

namespace ingot::cpu {

/// Weights are copied; their constants are dropped one by one. `sources` gets the instruction of
/// each step.
Expected<std::shared_ptr<const runtime::Executable>>
assemble(instr::ProgramOp program, const codegen::JitOptions &options,
         graph::ConstantScope &constants, std::vector<mlir::Operation *> &sources);

} // namespace ingot::cpu
