// Target: what turns a module into something that runs. One folder a target, one line in
// Targets.inc.
#pragma once

#include "ingot/Ingot.h"

#include "mlir/IR/BuiltinOps.h"

#include <mutex>

namespace ingot {

/// The values of a context, and how it runs.
class Context::Impl {
public:
  virtual ~Impl() = default;
  /// `timed` may be empty.
  virtual Status run(const std::function<void(const StepTime &)> &timed) = 0;

  std::vector<Value> inputs, outputs;
  RunLimits limits;             ///< of the next run
  std::vector<ValueType> types; ///< of the inputs
  std::shared_ptr<const std::vector<Port>> ports;
  Report report;
};

/// What a target made of a model.
class Program::Impl {
public:
  virtual ~Impl() = default;
  virtual Expected<std::vector<Value>> run(const std::vector<Value> &inputs,
                                           const RunOptions &options) const = 0;
  /// A context without inputs for values of these types; null where it is enough to call run().
  /// maxMemory is set.
  virtual Expected<std::unique_ptr<Context::Impl>> context(const std::vector<ValueType> &,
                                                           const RunOptions &) const {
    return std::unique_ptr<Context::Impl>();
  }
  /// Of what was compiled last.
  virtual Report report() const = 0;
  /// Of the program for inputs of these types, which has a context.
  virtual Expected<Report> reportFor(const std::vector<ValueType> &) const { return report(); }
};

/// A model as targets see it.
struct ModelSource {
  mlir::ModuleOp module;
  std::shared_ptr<const void> owner; ///< keeps the module and its constants alive
  std::mutex *mutex; ///< to be held while the module is looked at: its context takes one at a time
  const std::vector<Port> *inputs; ///< live as long as the owner
};

class Target {
public:
  virtual ~Target() = default;
  virtual TargetInfo info() const = 0;
  /// Whether users are told of it; one that is not can be asked for by name.
  virtual bool isListed() const { return true; }
  /// Every operator of the module that this target does not take; the default takes all.
  virtual std::vector<Diagnostic> check(mlir::ModuleOp) const { return {}; }
  /// A program of this process; a target that makes none says so.
  virtual Expected<std::shared_ptr<const Program::Impl>>
  compile(const ModelSource &source, const CompileOptions &options) const = 0;
  /// A report without segments, for inputs of these types.
  virtual Expected<Report> survey(const ModelSource &, const std::vector<ValueType> &,
                                  const CompileOptions &) const {
    return Report{.target = info().name};
  }
  /// What the target makes without running it, of inputs of these types: objects, commands.
  virtual Expected<std::vector<Product>> emit(const ModelSource &, const std::vector<ValueType> &,
                                              const CompileOptions &) const {
    return unsupported(str("target '", info().name, "' makes nothing but programs to run"));
  }
};

/// Null when there is no target of that name.
const Target *findTarget(std::string_view name);

} // namespace ingot
