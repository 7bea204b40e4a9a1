// Lowering: a graph function with static types becomes an instr program.
#pragma once

#include "compiler/dialect/instr/Instr.h"
#include "compiler/lower/Lowerable.h"
#include "ingot/Status.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace ingot::lower {

/// Makes program @<function's name> in `module`. Every operator of the function is lowerable and
/// static.
Expected<instr::ProgramOp> lower(mlir::func::FuncOp function, mlir::ModuleOp module,
                                 const Capabilities &target);

} // namespace ingot::lower
