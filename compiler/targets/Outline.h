// Outline: cuts a module into what is compiled and what the host runs.
#pragma once

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"

namespace ingot::target {

/// Moves every run of operators that can be instructions into a function of its own, in the place
/// of which stands a call. What is left runs on the host: control flow, strings, sequences, and
/// operators whose shapes depend on data. Gives the new functions. `single`: one for each operator,
/// with all its results, whoever uses them.
std::vector<mlir::func::FuncOp> outlineSegments(mlir::ModuleOp module, bool single);

} // namespace ingot::target
