// Makes a Program from a module in the graph dialect.
#pragma once

#include "compiler/interp/Program.h"

#include "mlir/IR/BuiltinOps.h"

#include <functional>

namespace ingot::interp {

/// Gives what runs in place of a function, or nothing when it is interpreted.
using NativeResolver = std::function<std::shared_ptr<const NativeCall>(llvm::StringRef function)>;

/// The program of function `main`. `owner` keeps the module's constants alive.
Expected<std::shared_ptr<const Program>> buildProgram(mlir::ModuleOp module,
                                                      std::shared_ptr<const void> owner,
                                                      const NativeResolver &natives = nullptr);

} // namespace ingot::interp
