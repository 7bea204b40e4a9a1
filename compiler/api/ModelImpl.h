// What a Model holds: the context, the module, and the file behind its constants.
#pragma once

#include "ingot/Ingot.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OwningOpRef.h"

#include <mutex>

namespace ingot {

class Model::Impl {
public:
  Impl() : context(mlir::MLIRContext::Threading::DISABLED) {}

  mutable mlir::MLIRContext context;
  mlir::OwningOpRef<mlir::ModuleOp> module;
  std::vector<Port> inputs, outputs;
  ModelInfo info;
  /// Held by whoever reads the module: even looking at attributes may create some in the context.
  mutable std::mutex mutex;
};

/// The operators and values of function `main`.
GraphView viewOf(const Model::Impl &model);

} // namespace ingot
