// The CPU target: machine code for this processor, and the host for what has none.
#include "compiler/interp/Build.h"
#include "compiler/lower/Lower.h"
#include "compiler/pipelines/Instr.h"
#include "compiler/targets/Target.h"
#include "compiler/targets/cpu/Assemble.h"
#include "compiler/targets/cpu/Outline.h"
#include "compiler/targets/cpu/Segment.h"
#include "compiler/transforms/graph/Passes.h"

#include "mlir/Pass/PassManager.h"

#include <map>
#include <thread>

namespace ingot {
namespace {

codegen::Specialize levelOf(Specialization level) {
  switch (level) {
  case Specialization::None:
    return codegen::Specialize::None;
  case Specialization::Shapes:
    return codegen::Specialize::Shapes;
  case Specialization::All:
    return codegen::Specialize::All;
  }
  return codegen::Specialize::Shapes;
}

int threadsOf(const CompileOptions &options) {
  return options.threads > 0 ? options.threads
                             : std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
}

class CpuProgram : public Program::Impl {
public:
  explicit CpuProgram(std::shared_ptr<const interp::Program> program)
      : program(std::move(program)) {}

  Expected<std::vector<Value>> run(const std::vector<Value> &inputs,
                                   const RunOptions &options) const override {
    interp::RunOptions inner;
    inner.maxMemory = options.maxMemory;
    inner.timeout = options.timeout;
    inner.seed = options.seed;
    inner.observe = options.observe;
    return interp::run(*program, inputs, inner);
  }

private:
  std::shared_ptr<const interp::Program> program;
};

/// Compiles a module for one set of input types.
class Compilation {
public:
  Compilation(mlir::ModuleOp module, const CompileOptions &options)
      : module(module.clone()), options(options) {}

  Expected<std::shared_ptr<const interp::Program>> run(std::shared_ptr<const void> owner) {
    jit.machine = INGOT_TRY(codegen::hostMachine());
    jit.level = levelOf(options.specialize);
    jit.threads = threadsOf(options);
    mlir::PassManager passes(module->getContext());
    passes.addNestedPass<mlir::func::FuncOp>(createFuseGroups());
    if (failed(passes.run(*module)))
      return failure("the graph could not be optimized");
    auto functions = cpu::outlineSegments(*module);
    std::map<std::string, std::shared_ptr<const interp::NativeCall>, std::less<>> natives;
    for (mlir::func::FuncOp function : functions)
      natives[function.getName().str()] = INGOT_TRY(segment(function));
    return interp::buildProgram(*module, std::move(owner), [&](llvm::StringRef name) {
      auto found = natives.find(std::string_view(name));
      return found == natives.end() ? nullptr : found->second;
    });
  }

private:
  Expected<std::shared_ptr<const interp::NativeCall>> segment(mlir::func::FuncOp function) {
    auto program = INGOT_TRY(lower::lower(function, *module, *jit.machine.isa));
    mlir::PassManager passes(module->getContext(), instr::ProgramOp::getOperationName());
    buildInstrPipeline(passes);
    if (failed(passes.run(program)))
      return failure("the instructions of a segment could not be optimized");
    auto executable = INGOT_TRY(cpu::assemble(program, jit));
    program->erase();
    runtime::ContextOptions context;
    context.threads = threadsOf(options);
    return std::shared_ptr<const interp::NativeCall>(
        std::make_shared<cpu::Segment>(std::move(executable), context));
  }

  mlir::OwningOpRef<mlir::ModuleOp> module;
  const CompileOptions &options;
  codegen::JitOptions jit;
};

class CpuTarget : public Target {
public:
  TargetInfo info() const override {
    return {"cpu", "machine code for this processor, made for the model"};
  }
  Expected<std::shared_ptr<const Program::Impl>>
  compile(mlir::ModuleOp module, std::shared_ptr<const void> owner,
          const CompileOptions &options) const override {
    module.getContext()->loadDialect<instr::InstrDialect>();
    auto program = INGOT_TRY(Compilation(module, options).run(std::move(owner)));
    return std::shared_ptr<const Program::Impl>(std::make_shared<CpuProgram>(std::move(program)));
  }
};

} // namespace

const Target &targetCpu() {
  static const CpuTarget target;
  return target;
}

} // namespace ingot
