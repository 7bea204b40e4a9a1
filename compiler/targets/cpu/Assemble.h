// Assemble: an instr program with planned memory becomes an executable.
#pragma once

#include "compiler/codegen/Jit.h"
#include "compiler/dialect/instr/Instr.h"

namespace ingot::cpu {

/// `owner` keeps alive what host steps refer to.
Expected<std::shared_ptr<const runtime::Executable>> assemble(instr::ProgramOp program,
                                                              const codegen::JitOptions &options);

} // namespace ingot::cpu
