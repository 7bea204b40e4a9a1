// The CPU target: machine code for this processor, and the host for what has none.
#include "compiler/dialect/graph/Bridge.h"
#include "compiler/dialect/graph/ConstantScope.h"
#include "compiler/interp/Build.h"
#include "compiler/lower/Lower.h"
#include "compiler/pipelines/GraphOptimize.h"
#include "compiler/pipelines/Instr.h"
#include "compiler/targets/Target.h"
#include "compiler/targets/cpu/Assemble.h"
#include "compiler/targets/cpu/Footprint.h"
#include "compiler/targets/cpu/Outline.h"
#include "compiler/targets/cpu/Segment.h"
#include "compiler/transforms/graph/Expansions.h"
#include "compiler/transforms/graph/Passes.h"
#include "compiler/transforms/graph/SpecializeInputs.h"

#include "mlir/Pass/PassManager.h"

#include <algorithm>
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
    graph::ConstantScope constants(module->getContext());
    INGOT_TRY(graph::specializeInputs(module->lookupSymbol<mlir::func::FuncOp>("main"), inputs));
    if (options.optimize)
      INGOT_TRY(optimize());
    std::vector<instr::ProgramOp> programs;
    for (mlir::func::FuncOp function : cpu::outlineSegments(*module))
      programs.push_back(INGOT_TRY(lower(function)));
    constants.count(*module);
    std::map<std::string, std::shared_ptr<const interp::NativeCall>, std::less<>> natives;
    for (instr::ProgramOp program : programs)
      natives[program.getName().str()] = INGOT_TRY(assemble(program, constants));
    return interp::buildProgram(*module, owner, [&](llvm::StringRef name) {
      auto found = natives.find(std::string_view(name));
      return found == natives.end() ? nullptr : found->second;
    });
  }

private:
  Status optimize() {
    INGOT_TRY(apply([](mlir::PassManager &passes) {
      buildGraphOptimizePipeline(passes);
      buildGraphRaisePipeline(passes);
    }));
    graph::decomposeComposites(*module, [&](mlir::Operation *op) { return keeps(op); });
    return apply([](mlir::PassManager &passes) {
      // What was raised, folded or taken apart brings new neighbours together.
      buildGraphOptimizePipeline(passes);
      passes.addNestedPass<mlir::func::FuncOp>(createFuseGroups());
    });
  }

  template <typename F> Status apply(F &&build) {
    mlir::PassManager passes(module->getContext());
    build(passes);
    return failed(passes.run(*module)) ? failure("the graph could not be optimized") : success();
  }

  /// A composite stays whole if it has a kernel, and if its parts have none: all of them want f32.
  bool keeps(mlir::Operation *op) const {
    auto isF32 = [](mlir::Type type) {
      auto tensor = mlir::dyn_cast<mlir::TensorType>(type);
      return !tensor || tensor.getElementType().isF32();
    };
    return !lower::isLowerable(op) || !lower::isStatic(op) ||
           !llvm::all_of(op->getResultTypes(), isF32) || lower::isCompiled(op, *jit.machine.isa);
  }

  /// The function is a declaration afterwards.
  Expected<instr::ProgramOp> lower(mlir::func::FuncOp function) {
    auto program = INGOT_TRY(lower::lower(function, *module, *jit.machine.isa));
    function.eraseBody();
    mlir::PassManager passes(module->getContext(), instr::ProgramOp::getOperationName());
    buildInstrPipeline(passes);
    if (failed(passes.run(program)))
      return failure("the instructions of a segment could not be optimized");
    return program;
  }

  Expected<std::shared_ptr<const interp::NativeCall>> assemble(instr::ProgramOp program,
                                                               graph::ConstantScope &constants) {
    auto executable = INGOT_TRY(cpu::assemble(program, jit, constants));
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

/// A model with a program for each set of input types it was run with.
class CpuProgram : public Program::Impl {
public:
  CpuProgram(ModelSource source, CompileOptions options)
      : source(std::move(source)), options(std::move(options)) {}

  /// Compiles for these types unless that was done before; the source's mutex is held.
  Expected<std::shared_ptr<const interp::Program>>
  compileFor(const std::vector<ValueType> &types) const {
    std::string key;
    for (const ValueType &type : types)
      key += type.text() + ";";
    std::scoped_lock lock(mutex);
    auto known = programs.find(key);
    if (known != programs.end())
      return known->second;
    auto program = INGOT_TRY(Compilation(source.module, options).run(types, source.owner));
    cpu::releaseCompilerMemory();
    if (programs.size() >= mostPrograms)
      programs.erase(programs.begin());
    programs[key] = program;
    return program;
  }

  Expected<std::vector<Value>> run(const std::vector<Value> &inputs,
                                   const RunOptions &options) const override {
    auto program = INGOT_TRY(programFor(inputs));
    interp::RunOptions inner;
    inner.maxMemory = options.maxMemory;
    inner.timeout = options.timeout;
    inner.seed = options.seed;
    inner.observe = options.observe;
    return interp::run(*program, inputs, inner);
  }

private:
  static constexpr size_t mostPrograms = 32;

  Expected<std::shared_ptr<const interp::Program>>
  programFor(const std::vector<Value> &inputs) const {
    std::scoped_lock lock(*source.mutex);
    auto main = mlir::ModuleOp(source.module).lookupSymbol<mlir::func::FuncOp>("main");
    std::vector<ValueType> types;
    for (size_t i = 0; i < inputs.size(); ++i) {
      ValueType declared = *graph::fromMlir(main.getArgumentTypes()[i]);
      types.push_back(declared.isTensor() ? ValueType::of(inputs[i]) : declared);
    }
    return compileFor(types);
  }

  ModelSource source;
  CompileOptions options;
  mutable std::mutex mutex;
  mutable std::map<std::string, std::shared_ptr<const interp::Program>> programs;
};

class CpuTarget : public Target {
public:
  TargetInfo info() const override {
    return {"cpu", "machine code for this processor, made for the model"};
  }
  /// A model whose inputs have static types is compiled now, others when their inputs are known.
  Expected<std::shared_ptr<const Program::Impl>>
  compile(const ModelSource &source, const CompileOptions &options) const override {
    source.module->getContext()->loadDialect<instr::InstrDialect>();
    auto program = std::make_shared<CpuProgram>(source, options);
    auto main = mlir::ModuleOp(source.module).lookupSymbol<mlir::func::FuncOp>("main");
    std::vector<ValueType> types;
    for (mlir::Type type : main.getArgumentTypes())
      types.push_back(*graph::fromMlir(type));
    bool isStatic = std::all_of(types.begin(), types.end(), [](const ValueType &type) {
      return !type.isTensor() || type.isStatic();
    });
    if (isStatic)
      INGOT_TRY(program->compileFor(types));
    return std::shared_ptr<const Program::Impl>(std::move(program));
  }
};

} // namespace

const Target &targetCpu() {
  static const CpuTarget target;
  return target;
}

} // namespace ingot
