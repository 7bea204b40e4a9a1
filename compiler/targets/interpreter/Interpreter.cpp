// The interpreter as a target: reference kernels, one after the other. It is the oracle.
#include "compiler/interp/Build.h"
#include "compiler/pipelines/GraphOptimize.h"
#include "compiler/pipelines/Precision.h"
#include "compiler/targets/RunPasses.h"
#include "compiler/targets/Target.h"

namespace ingot {
namespace {

class InterpreterProgram : public Program::Impl {
public:
  explicit InterpreterProgram(std::shared_ptr<const interp::Program> program)
      : program(std::move(program)) {}

  Expected<std::vector<Value>> run(const std::vector<Value> &inputs,
                                   const RunOptions &options) const override {
    return interp::run(*program, inputs, options);
  }
  Report report() const override { return Report{.target = "interpreter"}; }

private:
  std::shared_ptr<const interp::Program> program;
};

class InterpreterTarget : public Target {
public:
  TargetInfo info() const override {
    return {"interpreter", "reference kernels on the CPU, for correctness rather than speed"};
  }
  Expected<std::shared_ptr<const Program::Impl>>
  compile(const ModelSource &source, const CompileOptions &options) const override {
    std::scoped_lock lock(*source.mutex);
    if (options.emitted && options.emit == stage::graph) {
      std::string text;
      llvm::raw_string_ostream stream(text);
      source.module->print(stream, mlir::OpPrintingFlags().useLocalScope());
      options.emitted("graph", text + "\n");
    } else if (!options.emit.empty()) {
      return failure(str("target 'interpreter' has no stage '", options.emit, "', only 'graph'"),
                     ErrorKind::Usage);
    }
    auto prepared = INGOT_TRY(preparedCopy(source.module, options.precision));
    auto program = INGOT_TRY(interp::buildProgram(*prepared, source.owner));
    return std::shared_ptr<const Program::Impl>(
        std::make_shared<InterpreterProgram>(std::move(program)));
  }

private:
  /// A copy of the module as it is run; with a precision, one that computes in f32, with weights
  /// rounded.
  static Expected<mlir::OwningOpRef<mlir::ModuleOp>>
  preparedCopy(mlir::ModuleOp module, std::optional<ElementType> precision) {
    mlir::OwningOpRef<mlir::ModuleOp> copy(module.clone());
    mlir::PassManager passes(module.getContext());
    if (precision)
      buildWidenPipeline(passes);
    buildGraphMeaningPipeline(passes);
    if (precision)
      buildRoundPipeline(passes, *precision);
    INGOT_TRY(target::runPasses(passes, *copy, "the model could not be prepared"));
    return copy;
  }
};

} // namespace

const Target &targetInterpreter() {
  static const InterpreterTarget target;
  return target;
}

} // namespace ingot
