// Target: what turns a module into something that runs. One folder a target, one line in
// Targets.inc.
#pragma once

#include "ingot/Ingot.h"

#include "mlir/IR/BuiltinOps.h"

namespace ingot {

/// What a target made of a model.
class Program::Impl {
public:
  virtual ~Impl() = default;
  virtual Expected<std::vector<Value>> run(const std::vector<Value> &inputs,
                                           const RunOptions &options) const = 0;
};

class Target {
public:
  virtual ~Target() = default;
  virtual TargetInfo info() const = 0;
  /// Every operator of the module that this target does not take; the default takes all.
  virtual std::vector<Diagnostic> check(mlir::ModuleOp) const { return {}; }
  /// `owner` keeps the module and its constants alive.
  virtual Expected<std::shared_ptr<const Program::Impl>>
  compile(mlir::ModuleOp module, std::shared_ptr<const void> owner,
          const CompileOptions &options) const = 0;
};

/// Null when there is no target of that name.
const Target *findTarget(std::string_view name);

} // namespace ingot
