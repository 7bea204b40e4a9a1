// What can be an instruction, and which operators have kernels, loops or views.
#pragma once

#include "compiler/lower/Capabilities.h"
#include "ingot/Diagnostic.h"

#include "mlir/IR/BuiltinOps.h"

namespace ingot::lower {

/// Whether an operator could be an instruction: tensors of numbers in and out, nothing random, no
/// regions. Its types need not be static yet.
bool isLowerable(mlir::Operation *op);
/// Whether all operands and results are tensors of static shape that memory could hold, or none.
bool isStatic(mlir::Operation *op);
/// Whether an operator says how much of a result of the function is there: whoever calls compiled
/// code cuts the result off there.
bool isCutAtEnd(mlir::Operation *op);

/// Whether an operator is an if, loop or scan that can be control flow of a program: all inside of
/// it is lowerable and static, and values keep their types from trip to trip.
bool isControlFlow(mlir::Operation *op);

/// Whether a lowerable and static operator becomes kernels, loops or views on a target.
bool isCompiled(mlir::Operation *op, const Capabilities &target);

/// The kernel that an operator becomes, which applies what it was fused with to its results; null
/// if there is none.
const library::Kernel *rootKernel(mlir::Operation *op, const Capabilities &target);
/// How many units of work an operator has whose kernel applies what it was fused with to its first
/// operand, too; nothing for others.
std::optional<int64_t> unitsWithPrologue(mlir::Operation *op, const Capabilities &target);

/// Why an operator is not compiled on a target; empty if it is, and for a group.
std::string whyNotCompiled(mlir::Operation *op, const Capabilities &target);

/// Every operator of a module that a target without a host does not take, with the reason.
std::vector<Diagnostic> unsupportedOperators(mlir::ModuleOp module, const Capabilities &target);

} // namespace ingot::lower
