// Makes a Program from a module in the graph dialect.
#pragma once

#include "compiler/interp/Program.h"

#include "mlir/IR/BuiltinOps.h"

namespace ingot::interp {

/// The program of function `main`. `owner` keeps the module's constants alive.
Expected<std::shared_ptr<const Program>> buildProgram(mlir::ModuleOp module,
                                                      std::shared_ptr<const void> owner);

} // namespace ingot::interp
