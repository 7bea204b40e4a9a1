// Assemble: an instr program with planned memory becomes an image.
#pragma once

#include "compiler/codegen/Objects.h"
#include "compiler/dialect/instr/Instr.h"

namespace ingot::cpu {

struct Assembled {
  instr::ProgramOp program;
  std::shared_ptr<runtime::Image> image;
  std::vector<mlir::Operation *> sources; ///< the instruction of each step
};

/// The weights of the image are those of the program's constants. `bodies` gets the programs that
/// it runs, and those that they do.
Expected<Assembled> assemble(instr::ProgramOp program, const codegen::CodeOptions &options,
                             std::vector<Assembled> &bodies);

} // namespace ingot::cpu
