// Assemble: an instr program with planned memory becomes an executable.
#pragma once

#include "compiler/codegen/Jit.h"
#include "compiler/dialect/instr/Instr.h"

namespace ingot::graph {
class ConstantScope;
}

namespace ingot::cpu {

/// `sources` gets the instruction of each step.
Expected<std::shared_ptr<const runtime::Executable>>
assemble(instr::ProgramOp program, const codegen::JitOptions &options,
         std::vector<mlir::Operation *> &sources);

} // namespace ingot::cpu
