// Compile: a module becomes a program for this machine and for one set of input types.
#pragma once

#include "compiler/interp/Program.h"
#include "ingot/Ingot.h"

#include "mlir/IR/BuiltinOps.h"

namespace ingot::cpu {

struct Compiled {
  std::shared_ptr<const interp::Program> program; ///< its native calls are Segments
  Report report;
};

/// Leaves the module as it is. `owner` keeps its constants alive.
Expected<std::shared_ptr<const Compiled>> compile(mlir::ModuleOp module,
                                                  const std::vector<ValueType> &inputs,
                                                  const CompileOptions &options,
                                                  const std::shared_ptr<const void> &owner);

/// Machine code as relocatable objects, for the machine of the options, which need not be this one.
Expected<std::vector<Product>> emitObjects(mlir::ModuleOp module,
                                           const std::vector<ValueType> &inputs,
                                           const CompileOptions &options);

} // namespace ingot::cpu
