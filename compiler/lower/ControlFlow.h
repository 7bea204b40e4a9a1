// Control flow as part of a program: the regions of if, loop and scan become programs of their own,
// which an instruction runs on memory of the program around them.
#pragma once

#include "compiler/lower/ProgramBuilder.h"

namespace ingot::lower {

/// Lowers a function to a program whose memory is planned.
using LowerBody = std::function<Expected<instr::ProgramOp>(mlir::func::FuncOp)>;

/// The instructions of an if, loop or scan that is control flow of the program: see
/// isControlFlow().
Status lowerControlFlow(mlir::Operation &op, ProgramBuilder &program, const LowerBody &lowerBody);

} // namespace ingot::lower
