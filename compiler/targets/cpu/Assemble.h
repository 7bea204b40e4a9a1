// Assemble: an instr program with planned memory becomes an image.
#pragma once

#include "compiler/codegen/Objects.h"
#include "compiler/dialect/instr/Instr.h"

namespace ingot::cpu {

/// The weights of the image are those of the program's constants. `sources` gets the instruction of
/// each step.
Expected<runtime::Image> assemble(instr::ProgramOp program, const codegen::CodeOptions &options,
                                  std::vector<mlir::Operation *> &sources);

} // namespace ingot::cpu
