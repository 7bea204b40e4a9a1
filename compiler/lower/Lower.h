// Lowering: a graph function with static types becomes an instr program.
#pragma once

#include "compiler/dialect/instr/Instr.h"
#include "compiler/lower/Lowerable.h"
#include "ingot/Status.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace ingot::lower {

/// Plans the memory of a program.
using Plan = std::function<Status(instr::ProgramOp)>;

/// Makes program @<function's name> in `module`, and others for the regions of its control flow,
/// whose memory is planned. Every operator of the function is lowerable and static.
Expected<instr::ProgramOp> lower(mlir::func::FuncOp function, mlir::ModuleOp module,
                                 const Capabilities &target, const Plan &plan);

} // namespace ingot::lower
