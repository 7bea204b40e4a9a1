// The way from graph IR to machine code: specialize, optimize, cut into segments, lower, assemble.
#include "compiler/targets/cpu/Compile.h"

#include "compiler/interp/Build.h"
#include "compiler/lower/Lower.h"
#include "compiler/pipelines/GraphOptimize.h"
#include "compiler/pipelines/Instr.h"
#include "compiler/targets/cpu/Assemble.h"
#include "compiler/targets/cpu/Outline.h"
#include "compiler/targets/cpu/Segment.h"
#include "compiler/transforms/graph/Passes.h"
#include "compiler/transforms/graph/SpecializeInputs.h"

#include "mlir/Pass/PassManager.h"

#include <algorithm>
#include <map>
#include <thread>

namespace ingot::cpu {
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

/// Compiles a module for one set of input types.
class Compilation {
public:
  Compilation(mlir::ModuleOp module, const CompileOptions &options)
      : module(module.clone()), options(options) {}

  Expected<std::shared_ptr<const interp::Program>> run(const std::vector<ValueType> &inputs,
                                                       const std::shared_ptr<const void> &owner) {
    jit.machine = INGOT_TRY(codegen::hostMachine());
    jit.level = levelOf(options.specialize);
    jit.threads = threadsOf(options);
    INGOT_TRY(graph::specializeInputs(module->lookupSymbol<mlir::func::FuncOp>("main"), inputs));
    if (options.optimize)
      INGOT_TRY(optimize());
    auto functions = outlineSegments(*module);
    std::map<std::string, std::shared_ptr<const interp::NativeCall>, std::less<>> natives;
    for (mlir::func::FuncOp function : functions)
      natives[function.getName().str()] = INGOT_TRY(segment(function));
    return interp::buildProgram(*module, owner, [&](llvm::StringRef name) {
      auto found = natives.find(std::string_view(name));
      return found == natives.end() ? nullptr : found->second;
    });
  }

private:
  Status optimize() {
    mlir::PassManager passes(module->getContext());
    buildGraphOptimizePipeline(passes);
    buildGraphRaisePipeline(passes);
    // What was raised or folded brings new neighbours together.
    buildGraphOptimizePipeline(passes);
    passes.addNestedPass<mlir::func::FuncOp>(createFuseGroups());
    return failed(passes.run(*module)) ? failure("the graph could not be optimized") : success();
  }

  Expected<std::shared_ptr<const interp::NativeCall>> segment(mlir::func::FuncOp function) {
    auto program = INGOT_TRY(lower::lower(function, *module, *jit.machine.isa));
    mlir::PassManager passes(module->getContext(), instr::ProgramOp::getOperationName());
    buildInstrPipeline(passes);
    if (failed(passes.run(program)))
      return failure("the instructions of a segment could not be optimized");
    auto executable = INGOT_TRY(assemble(program, jit));
    program->erase();
    runtime::ContextOptions context;
    context.threads = threadsOf(options);
    return std::shared_ptr<const interp::NativeCall>(
        std::make_shared<Segment>(std::move(executable), context));
  }

  mlir::OwningOpRef<mlir::ModuleOp> module;
  const CompileOptions &options;
  codegen::JitOptions jit;
};

} // namespace

Expected<std::shared_ptr<const interp::Program>> compile(mlir::ModuleOp module,
                                                         const std::vector<ValueType> &inputs,
                                                         const CompileOptions &options,
                                                         const std::shared_ptr<const void> &owner) {
  return Compilation(module, options).run(inputs, owner);
}

} // namespace ingot::cpu
