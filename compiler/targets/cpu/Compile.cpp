// The way from graph IR to machine code: specialize, optimize, cut into segments, lower, assemble.
#include "compiler/targets/cpu/Compile.h"

#include "compiler/dialect/graph/ConstantScope.h"
#include "compiler/dialect/graph/Graph.h"
#include "compiler/interp/Build.h"
#include "compiler/lower/Lower.h"
#include "compiler/pipelines/GraphOptimize.h"
#include "compiler/pipelines/Instr.h"
#include "compiler/pipelines/Precision.h"
#include "compiler/targets/Describe.h"
#include "compiler/targets/Outline.h"
#include "compiler/targets/RunPasses.h"
#include "compiler/targets/cpu/Assemble.h"
#include "compiler/targets/cpu/Load.h"
#include "compiler/targets/cpu/Whole.h"
#include "compiler/transforms/graph/DecidingInputs.h"
#include "compiler/transforms/graph/DropDuplicates.h"
#include "compiler/transforms/graph/Expansions.h"
#include "compiler/transforms/graph/FuseGroups.h"
#include "compiler/transforms/graph/Passes.h"
#include "compiler/transforms/graph/SpecializeInputs.h"
#include "compiler/transforms/graph/WidenFloats.h"
#include "runtime/base/Cores.h"
#include "runtime/base/File.h"

#include "mlir/IR/Verifier.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Pass/PassManager.h"

#include <algorithm>
#include <chrono>
#include <map>
#include <set>

namespace ingot::cpu {
namespace {

using target::runPasses;

codegen::Specialize levelOf(Specialization level, bool isRunHere) {
  switch (level) {
  case Specialization::None:
    return codegen::Specialize::None;
  case Specialization::Shapes:
    return codegen::Specialize::Shapes;
  case Specialization::All:
    return isRunHere ? codegen::Specialize::Buffers : codegen::Specialize::All;
  }
  return codegen::Specialize::Shapes;
}

/// The machine that a user asked for.
Expected<machine::Machine> machineOf(const CompileOptions &options, bool isRunHere) {
  if (!options.machine.empty() && !options.cpu.empty())
    return failure("a machine is described by a file or named, not both", ErrorKind::Usage);
  if (options.machine.empty() && options.cpu.empty())
    return machine::hostMachine();
  machine::Machine machine = options.machine.empty()
                                 ? INGOT_TRY(machine::machineNamed(options.cpu))
                                 : INGOT_TRY(machine::machineFromFile(options.machine));
  return isRunHere ? machine::runnableHere(std::move(machine)) : machine;
}

int threadsOf(const CompileOptions &options) {
  int most = options.pool.isOfProcess() ? CompileOptions::mostThreads : options.pool.threads();
  int wanted = options.threads > 0          ? options.threads
               : options.pool.isOfProcess() ? usableCores()
                                            : most;
  return std::min(wanted, most);
}

/// The text of a stage goes to whoever asked for it.
class Emission {
public:
  explicit Emission(const CompileOptions &options) : options(options) {}

  bool wants(const char *stage) const { return options.emitted && options.emit == stage; }
  void text(const char *stage, const std::string &title, mlir::Operation *op) const {
    if (!wants(stage))
      return;
    std::string text;
    llvm::raw_string_ostream stream(text);
    // Local scope: otherwise the weights are rendered.
    op->print(stream, mlir::OpPrintingFlags().useLocalScope());
    stream << "\n";
    options.emitted(title, text);
  }

  /// Collects the code of steps, which are done in any order.
  void watch(codegen::CodeOptions &code) {
    bool llvm = wants(stage::llvm);
    if (!llvm && !wants(stage::assembly))
      return;
    code.observe = [this, llvm](const std::string &name, const std::string &ir,
                                const std::string &assembly) {
      steps.emplace_back(name, llvm ? ir : assembly);
    };
  }
  void flush(const std::string &segment) {
    std::sort(steps.begin(), steps.end(), [](const auto &a, const auto &b) {
      return a.first.size() != b.first.size() ? a.first.size() < b.first.size() : a < b;
    });
    for (const auto &[name, text] : steps)
      options.emitted(segment + " " + name, text);
    steps.clear();
  }

private:
  const CompileOptions &options;
  std::vector<std::pair<std::string, std::string>> steps;
};

/// Compiles a module for one set of input types.
class Compilation {
public:
  Compilation(const Source &source, const CompileOptions &options,
              const Unwanted &isUnwanted = nullptr)
      : source(source), options(options), emission(options),
        context(std::make_shared<mlir::MLIRContext>(mlir::MLIRContext::Threading::DISABLED)),
        compiled(std::make_shared<Compiled>()) {
    code.isUnwanted = isUnwanted;
    code.isBehind = isUnwanted != nullptr;
    context->loadDialect<graph::GraphDialect, mlir::func::FuncDialect, instr::InstrDialect>();
  }

  /// A program that runs in this process.
  Expected<std::shared_ptr<const Compiled>> run(const Inputs &inputs) {
    INGOT_TRY(begin(inputs, true));
    if (inputs.values.empty() && !inputs.areOpen) {
      auto deciding = graph::decidingInputs(main());
      compiled->deciding.assign(deciding.begin(), deciding.end());
      if (!deciding.empty())
        return std::shared_ptr<const Compiled>(std::move(compiled));
    }
    INGOT_TRY(finishGraph());
    INGOT_TRY(segments([&](Assembled assembled) -> Status {
      std::string name = assembled.program.getSymName().str();
      keepKernels(*assembled.image);
      for (const Assembled &body : bodies)
        keepKernels(*body.image);
      natives[std::move(name)] = INGOT_TRY(segment(std::move(assembled)));
      for (Assembled &body : std::exchange(bodies, {}))
        body.program->erase();
      return success();
    }));
    INGOT_TRY(timed("link", [&] { return link(); }));
    compiled->report.whole = wholeSegment(*compiled->program) != nullptr;
    return std::shared_ptr<const Compiled>(std::move(compiled));
  }

  /// Everything but code.
  Expected<Report> survey(const std::vector<ValueType> &inputs) {
    INGOT_TRY(begin({inputs}, false));
    INGOT_TRY(finishGraph());
    return std::move(compiled->report);
  }

  /// Relocatable objects, for any machine.
  Expected<std::vector<Product>> emit(const std::vector<ValueType> &inputs) {
    INGOT_TRY(begin({inputs}, false));
    INGOT_TRY(finishGraph());
    std::vector<Product> products;
    std::set<std::string> taken;
    INGOT_TRY(segments([&](const Assembled &assembled) {
      auto take = [&](const runtime::Image &image) {
        for (const runtime::Object &object : image.objects)
          if (taken.insert(object.name).second)
            products.push_back({object.name + ".o", object.bytes});
      };
      take(*assembled.image);
      for (const Assembled &body : std::exchange(bodies, {}))
        take(*body.image);
      return success();
    }));
    return products;
  }

  /// What is the same for all sizes.
  Expected<OpenForm::Made> open() {
    module = INGOT_TRY(source.module->copyInto(*context));
    constants.emplace(context.get());
    mlir::PassManager passes(module->getContext());
    // Twice: arithmetic on sizes says more once it is simplified.
    buildGraphOptimizePipeline(passes);
    buildGraphOptimizePipeline(passes);
    buildGraphRaisePipeline(passes);
    buildGraphOptimizePipeline(passes);
    INGOT_TRY(runPasses(passes, *module, "the graph could not be optimized"));
    constants->count(*module);
    auto bytes = INGOT_TRY(target::ModuleBytes::of(*module));
    bytes->eachConstant(
        [&](llvm::ArrayRef<char> data) { source.weights->keep(data.data(), data.size()); });
    return OpenForm::Made{context, bytes};
  }

private:
  using Clock = std::chrono::steady_clock;

  struct Lowered {
    instr::ProgramOp program;
    int64_t size; ///< operators it was made of
  };
  mlir::func::FuncOp main() { return module->lookupSymbol<mlir::func::FuncOp>("main"); }

  /// The model for these inputs.
  Status begin(const Inputs &inputs, bool isRunHere) {
    auto bytes = source.module;
    if (source.open && options.optimize && !options.observable) {
      bytes = INGOT_TRY(source.open->get([&] { return Compilation(source, options).open(); }));
      capabilities.recipes = source.weights.get();
    }
    module = INGOT_TRY(bytes->copyInto(*context));
    constants.emplace(context.get());
    compiled->report.target = options.target;
    for (const ValueType &type : inputs.types)
      compiled->report.inputs.push_back(type.text());
    capabilities.machine = code.machine = INGOT_TRY(machineOf(options, isRunHere));
    capabilities.fastMath = options.math == Math::Fast;
    code.level = levelOf(options.specialize, isRunHere);
    code.threads = threadsOf(options);
    // Threads that cannot be had are an error now, not in the first run.
    pool = INGOT_TRY(runtime::ThreadPool::given(
        options.pool.isOfProcess() ? nullptr : options.pool.get(), code.threads));
    emission.watch(code);
    return timed("specialize", [&] { return specialize(inputs); });
  }

  /// Everything else before the first segment.
  Status finishGraph() {
    INGOT_TRY(timed("optimize", [&] { return optimize(); }));
    compiled->report.operators = target::describeOperators(*module, capabilities);
    return success();
  }

  /// Adds the time of some work to its stage.
  template <typename Work> Status timed(const char *stage, Work work) {
    auto start = Clock::now();
    auto &stages = compiled->report.stages;
    auto find = [&] {
      return std::find_if(stages.begin(), stages.end(),
                          [&](const StageReport &report) { return report.stage == stage; });
    };
    if (options.progress && done == 0 && find() == stages.end())
      options.progress({stage, 0, 0});
    Status status = work();
    auto known = find();
    if (known == stages.end())
      known = stages.insert(stages.end(), StageReport{stage, 0});
    known->seconds += std::chrono::duration<double>(Clock::now() - start).count();
    return status;
  }

  Status specialize(const Inputs &inputs) {
    INGOT_TRY(graph::specializeInputs(main(), inputs.types, inputs.values));
    emission.text(stage::graph, "graph", *module);
    return success();
  }

  Status optimize() {
    mlir::PassManager passes(module->getContext());
    if (options.precision)
      buildWidenPipeline(passes);
    if (!options.optimize)
      buildGraphMeaningPipeline(passes);
    if (options.optimize)
      addOptimizations(passes);
    else if (options.precision)
      buildRoundPipeline(passes, *options.precision);
    // Once, at the end: ingot-opt verifies every pass.
    passes.enableVerifier(false);
    constexpr const char *problem = "the graph could not be optimized";
    INGOT_TRY(runPasses(passes, *module, problem));
    if (failed(mlir::verify(*module)))
      return failure(problem);
    emission.text(stage::graphOptimized, "graph-optimized", *module);
    return success();
  }

  /// One run of all: a pass does not look again at what no other has changed.
  void addOptimizations(mlir::PassManager &passes) {
    buildGraphOptimizePipeline(passes);
    // Twice: arithmetic on sizes says more once it is simplified. Mostly there is none.
    for (int round = 0; round < 2; ++round) {
      passes.addNestedPass<mlir::func::FuncOp>(createBoundSizes());
      buildGraphOptimizePipeline(passes);
    }
    buildGraphRaisePipeline(passes, /*isNew=*/!capabilities.recipes);
    // First, so that what is taken apart is not rounded in between.
    passes.addNestedPass<mlir::func::FuncOp>(
        createWidenFloats([&](mlir::Operation *op) { return widens(op); }));
    passes.addNestedPass<mlir::func::FuncOp>(
        createDecomposeComposites([&](mlir::Operation *op) { return keeps(op); }));
    // What was raised, folded or taken apart brings new neighbours together.
    buildGraphOptimizePipeline(passes);
    // Weights have taken in all that they can.
    if (options.precision) {
      buildRoundPipeline(passes, *options.precision);
      passes.addNestedPass<mlir::func::FuncOp>(createFoldConstants());
      passes.addNestedPass<mlir::func::FuncOp>(createMoveConversions()); // behind lookups
      passes.addNestedPass<mlir::func::FuncOp>(createDropDuplicates());
    }
    // Kernels pack weights of f32, in 16 bits again where nothing is lost.
    passes.addNestedPass<mlir::func::FuncOp>(createWidenWeights());
    passes.addNestedPass<mlir::func::FuncOp>(
        createFuseGroups(capabilities, compiled->report.unfused));
  }

  /// Kernels compute in f32; loops convert what they read and store.
  bool widens(mlir::Operation *op) const {
    return lower::isLowerable(op) && lower::isStatic(op) && !lower::isCompiled(op, capabilities);
  }

  /// A composite stays whole if it has a kernel, and if its parts would round to f16 or bf16: what
  /// computes in those was widened, unless it has types of its own or only moves.
  bool keeps(mlir::Operation *op) const {
    auto isWide = [](mlir::Type type) {
      auto tensor = mlir::dyn_cast<mlir::TensorType>(type);
      return !tensor || !(tensor.getElementType().isF16() || tensor.getElementType().isBF16());
    };
    return !lower::isLowerable(op) || !lower::isStatic(op) ||
           (graph::infoOf(op)->widen && !llvm::all_of(op->getResultTypes(), isWide)) ||
           lower::isCompiled(op, capabilities);
  }

  /// Lowers all before the first is assembled, whose constants are given back when they are placed.
  template <typename Take> Status segments(Take take) {
    std::vector<Lowered> programs;
    for (mlir::func::FuncOp function : target::outlineSegments(*module, options.observable)) {
      programs.push_back({{}, sizeOf(function)});
      programs.back().program = INGOT_TRY(lower(function));
      total += programs.back().size;
    }
    constants->count(*module);
    for (auto [program, size] : programs) {
      INGOT_TRY(take(INGOT_TRY(assembled(program, size))));
      done += size;
    }
    return success();
  }

  static int64_t sizeOf(mlir::func::FuncOp function) {
    return static_cast<int64_t>(llvm::range_size(function.getBody().front()));
  }

  /// The function is a declaration afterwards.
  Expected<instr::ProgramOp> lower(mlir::func::FuncOp function) {
    instr::ProgramOp program;
    INGOT_TRY(timed("lower", [&]() -> Status {
      program = INGOT_TRY(lower::lower(function, *module, capabilities,
                                       [&](instr::ProgramOp body) { return planMemory(body); }));
      return success();
    }));
    function.eraseBody();
    INGOT_TRY(timed("memory", [&] { return planMemory(program); }));
    return program;
  }

  Expected<Assembled> assembled(instr::ProgramOp program, int64_t size) {
    Assembled made;
    INGOT_TRY(timed("code", [&]() -> Status {
      watchProgress(size);
      made = INGOT_TRY(assemble(program, code, bodies));
      return success();
    }));
    emission.flush(program.getSymName().str());
    describe(made);
    for (const Assembled &body : bodies) {
      describe(body);
      compiled->report.segments.back().isInner = true;
    }
    return made;
  }
  void describe(const Assembled &made) {
    compiled->report.segments.push_back(
        target::describeSegment(made.program, *made.image, made.sources, capabilities));
  }

  void keepKernels(const runtime::Image &image) {
    if (code.level == codegen::Specialize::None)
      compiled->kernels.insert(compiled->kernels.end(), image.objects.begin(), image.objects.end());
  }

  /// Erases the program, whose memory the next one can use.
  Expected<std::shared_ptr<const interp::NativeCall>> segment(Assembled assembled) {
    std::vector<mlir::ElementsAttr> weights;
    for (auto weight : assembled.program.getBody().front().getOps<instr::WeightOp>())
      weights.push_back(weight.getValue());
    Loaded loaded;
    INGOT_TRY(timed("code", [&]() -> Status {
      // While one copy of the weights grows the other one shrinks.
      loaded = INGOT_TRY(load(std::move(*assembled.image), *source.weights,
                              [&](size_t i) { constants->drop(weights[i]); }));
      return success();
    }));
    assembled.program->erase();
    compiled->weights.insert(loaded.weights.begin(), loaded.weights.end());
    compiled->segments.push_back(std::make_shared<const target::Segment>(
        std::move(loaded.executable),
        runtime::ContextOptions{code.threads, options.flushDenormals, pool}, source.kept));
    return std::shared_ptr<const interp::NativeCall>(compiled->segments.back());
  }

  static bool hasHostSteps(const runtime::Executable &program) {
    return llvm::any_of(program.steps, [](const runtime::Step &step) {
      return step.host ||
             llvm::any_of(step.programs, [](const auto &inner) { return hasHostSteps(*inner); });
    });
  }
  /// Operators outside of segments, or instructions that reference kernels run.
  bool hasHostSteps() {
    for (const auto &segment : compiled->segments)
      if (hasHostSteps(*segment->executable()))
        return true;
    bool found = false;
    module->walk([&](mlir::Operation *op) {
      found |= op->getDialect() == context->getLoadedDialect<graph::GraphDialect>();
    });
    return found;
  }

  Status planMemory(instr::ProgramOp program) {
    mlir::PassManager passes(module->getContext(), instr::ProgramOp::getOperationName());
    buildInstrPipeline(passes);
    // Once, at the end: instructions are ours from the first, and ingot-opt verifies every pass.
    passes.enableVerifier(false);
    constexpr const char *problem = "the instructions of a segment could not be optimized";
    INGOT_TRY(runPasses(passes, program, problem));
    if (failed(mlir::verify(program)))
      return failure(problem);
    emission.text(stage::instr, program.getSymName().str(), program);
    return success();
  }

  /// The share of this segment's operators that have their code counts as done.
  void watchProgress(int64_t size) {
    if (options.progress)
      code.progress = [this, size](size_t steps, size_t all) {
        auto share = static_cast<double>(steps) / static_cast<double>(all);
        options.progress(
            {"code", done + static_cast<int64_t>(share * static_cast<double>(size)), total});
      };
  }

  /// Constants of host steps lie in the context; code and weights do not.
  Status link() {
    struct Owners {
      std::shared_ptr<const void> model;
      std::shared_ptr<mlir::MLIRContext> context;
    };
    auto owners =
        std::make_shared<Owners>(Owners{source.owner, hasHostSteps() ? context : nullptr});
    compiled->program = INGOT_TRY(interp::buildProgram(*module, owners, [&](llvm::StringRef name) {
      auto found = natives.find(std::string_view(name));
      return found == natives.end() ? nullptr : found->second;
    }));
    return success();
  }

  const Source &source;
  const CompileOptions &options;
  Emission emission;
  std::shared_ptr<mlir::MLIRContext> context; ///< of its own: see ModuleBytes.h
  mlir::OwningOpRef<mlir::ModuleOp> module;
  std::optional<graph::ConstantScope> constants;
  std::shared_ptr<Compiled> compiled;
  codegen::CodeOptions code;
  std::shared_ptr<runtime::ThreadPool> pool; ///< of the runs
  lower::Capabilities capabilities;
  std::map<std::string, std::shared_ptr<const interp::NativeCall>, std::less<>> natives;
  std::vector<Assembled> bodies; ///< of the segment that is assembled
  int64_t done = 0, total = 0;   ///< operators of segments
};

} // namespace

int64_t Compiled::bytes() const {
  // Per segment: the linker's tables, pages of code that are not full, texts of the report.
  constexpr int64_t segmentBytes = 64 << 10;
  return report.codeBytes() + static_cast<int64_t>(segments.size()) * segmentBytes;
}

void Compiled::retire() const {
  for (const auto &segment : segments)
    segment->retire();
}

Expected<std::shared_ptr<const Compiled>> compile(const Source &source, const Inputs &inputs,
                                                  const CompileOptions &options,
                                                  const Unwanted &isUnwanted) {
  auto compiled = INGOT_TRY(Compilation(source, options, isUnwanted).run(inputs));
  // The weights have been copied; whoever reads the file again brings its pages back.
  releaseMappedPages();
  return compiled;
}

Expected<Report> survey(const Source &source, const std::vector<ValueType> &inputs,
                        const CompileOptions &options) {
  return Compilation(source, options).survey(inputs);
}

Expected<std::vector<Product>> emitObjects(const Source &source,
                                           const std::vector<ValueType> &inputs,
                                           const CompileOptions &options) {
  return Compilation(source, options).emit(inputs);
}

} // namespace ingot::cpu
