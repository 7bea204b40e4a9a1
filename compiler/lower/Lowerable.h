// What can be an instruction, and which operators have kernels, loops or views.
#pragma once

#include "ingot/Status.h"

#include "mlir/IR/Operation.h"

namespace ingot::codegen {
struct Isa;
}

namespace ingot::lower {

/// The instruction set of this machine.
Expected<const codegen::Isa *> hostIsa();

/// Whether an operator could be an instruction: tensors of numbers in and out, nothing random, no
/// regions. Its types need not be static yet.
bool isLowerable(mlir::Operation *op);
/// Whether all operands and results are tensors of static shape, or none.
bool isStatic(mlir::Operation *op);

/// Whether a lowerable and static operator becomes kernels, loops or views; if not, its reference
/// evaluator runs it.
bool isCompiled(mlir::Operation *op, const codegen::Isa &isa);

/// Whether an operator becomes a kernel that applies what it was fused with to its results.
bool hasEpilogue(mlir::Operation *op, const codegen::Isa &isa);
/// How many units of work an operator has whose kernel applies what it was fused with to its first
/// operand, too; nothing for others.
std::optional<int64_t> unitsWithPrologue(mlir::Operation *op, const codegen::Isa &isa);

} // namespace ingot::lower
