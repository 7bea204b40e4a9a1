// The null target: an accelerator that does not exist. It moves data and multiplies matrices, has
// no loops and no host, and its product is the list of its commands in text. It is the template for
// a new target: this folder and one line in Targets.inc are all there is to one.
#include "compiler/dialect/instr/Instr.h"
#include "compiler/lower/Lower.h"
#include "compiler/pipelines/GraphOptimize.h"
#include "compiler/pipelines/Instr.h"
#include "compiler/targets/Target.h"
#include "compiler/transforms/graph/SpecializeInputs.h"

#include "mlir/Pass/PassManager.h"

namespace ingot {

namespace lower {
bool lowerReshape(LowerContext &);
bool lowerTranspose(LowerContext &);
bool lowerMatmul(LowerContext &);
} // namespace lower

namespace {

/// What the target takes, and how: `check` and the passes that fuse ask nothing else.
const lower::LoweringTable &table() {
  static constexpr lower::LoweringRow rows[] = {
      {"reshape", lower::lowerReshape},
      {"transpose", lower::lowerTranspose},
      {"matmul", lower::lowerMatmul},
  };
  static const lower::LoweringTable table({.rows = rows, .hasLoops = false, .hasHost = false});
  return table;
}

Expected<lower::Capabilities> capabilities(const CompileOptions &options) {
  return lower::Capabilities{.machine = INGOT_TRY(options.cpu.empty()
                                                      ? machine::hostMachine()
                                                      : machine::machineNamed(options.cpu)),
                             .table = &table()};
}

/// It has no control flow, whose programs would be planned.
Status noPlan(instr::ProgramOp) { return success(); }

class NullTarget : public Target {
public:
  TargetInfo info() const override {
    return {"null", "commands for an accelerator that does not exist: the template for a target"};
  }
  bool isListed() const override { return false; }

  std::vector<Diagnostic> check(mlir::ModuleOp module) const override {
    auto target = capabilities({});
    return target.ok() ? lower::unsupportedOperators(module, *target) : std::vector<Diagnostic>();
  }

  Expected<std::shared_ptr<const Program::Impl>> compile(const ModelSource &,
                                                         const CompileOptions &) const override {
    return unsupported("target 'null' makes commands, which nothing runs");
  }

  Expected<std::vector<Product>> emit(const ModelSource &source,
                                      const std::vector<ValueType> &types,
                                      const CompileOptions &options) const override {
    if (options.precision)
      return unsupported("target 'null' has no other precision than the model's");
    std::scoped_lock lock(*source.mutex);
    lower::Capabilities target = INGOT_TRY(capabilities(options));
    source.module->getContext()->loadDialect<instr::InstrDialect>();
    mlir::OwningOpRef<mlir::ModuleOp> module(mlir::ModuleOp(source.module).clone());
    auto main = module->lookupSymbol<mlir::func::FuncOp>("main");
    INGOT_TRY(graph::specializeInputs(main, types));
    mlir::PassManager optimize(module->getContext());
    buildGraphOptimizePipeline(optimize);
    if (failed(optimize.run(*module)))
      return failure("the graph could not be optimized");
    std::string refused;
    for (const Diagnostic &problem : lower::unsupportedOperators(*module, target))
      refused += str(refused.empty() ? "" : "; ", "node '", problem.node, "': ", problem.message);
    if (!refused.empty())
      return unsupported(std::move(refused));
    instr::ProgramOp program = INGOT_TRY(lower::lower(main, *module, target, noPlan));
    mlir::PassManager place(module->getContext(), instr::ProgramOp::getOperationName());
    buildInstrPipeline(place);
    if (failed(place.run(program)))
      return failure("the commands could not be placed");
    auto text = std::make_shared<std::string>();
    llvm::raw_string_ostream stream(*text);
    program->print(stream, mlir::OpPrintingFlags().useLocalScope());
    return std::vector<Product>{{"commands.mlir", std::move(text)}};
  }
};

} // namespace

const Target &targetNull() {
  static const NullTarget target;
  return target;
}

} // namespace ingot
