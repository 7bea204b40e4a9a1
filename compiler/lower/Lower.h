// Lowering: a graph function with static types becomes an instr program.
#pragma once

#include "compiler/dialect/instr/Instr.h"
#include "ingot/Status.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace ingot::codegen {
struct Isa;
}

namespace ingot::lower {

/// Whether an operator could be an instruction: tensors of numbers in and out, nothing random, no
/// regions. Its types need not be static yet.
bool isLowerable(mlir::Operation *op);
/// Whether all operands and results are tensors of static shape, or none.
bool isStatic(mlir::Operation *op);

/// Whether a lowerable and static operator becomes kernels, loops or views; if not, its reference
/// evaluator runs it.
bool isCompiled(mlir::Operation *op, const codegen::Isa &isa);

/// Makes program @<function's name> in `module`. Every operator of the function is lowerable and
/// static.
Expected<instr::ProgramOp> lower(mlir::func::FuncOp function, mlir::ModuleOp module,
                                 const codegen::Isa &isa);

} // namespace ingot::lower
