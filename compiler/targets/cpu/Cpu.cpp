// The CPU target: machine code for this processor, and the host for what has none.
#include "compiler/dialect/graph/Bridge.h"
#include "compiler/targets/Target.h"
#include "compiler/targets/cpu/Background.h"
#include "compiler/targets/cpu/CompilerPages.h"
#include "compiler/targets/cpu/KernelSet.h"
#include "compiler/targets/cpu/ProgramCache.h"
#include "compiler/targets/cpu/SizesAhead.h"
#include "compiler/targets/cpu/Whole.h"
#include "runtime/base/Cores.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>

namespace ingot {
namespace {

/// A model with a program for each set of input types it was run with.
class CpuProgram : public Program::Impl {
public:
  CpuProgram(cpu::Source source, std::vector<ValueType> declared, const std::vector<Port> &ports,
             CompileOptions options)
      : source(std::move(source)), declared(std::move(declared)), ports(ports),
        options(std::move(options)), programs(this->source.kept, usableCores()) {
    // What is to be looked at is made when it is asked for.
    const CompileOptions &given = this->options;
    if (this->source.open && given.inBackground && given.specialize != Specialization::None &&
        given.optimize && !given.observable && !given.emitted)
      background = std::make_unique<cpu::Background>(cpu::releaseCompilerPages);
  }

  using Program = std::shared_ptr<const cpu::Compiled>;

  /// Compiles what can be compiled before values are known.
  Status prepare(std::vector<ValueType> types) const {
    std::string key = keyOf(types);
    return find(key, {types}).takeStatus();
  }

  /// Makes the kernels for the ranges, if that can be done before the first run.
  Status prepareRanges() const {
    if (options.ranges.empty())
      return success();
    bool isComplete = cpu::SizesAhead(ports, options.ranges, declared).isComplete();
    return isComplete ? makeRanges({declared}) : success();
  }

  /// Compiles for these types unless that was done before; of inputs that decide sizes for any
  /// value. What is no tensor has the type that is declared.
  Expected<Program> compiledFor(std::vector<ValueType> types) const {
    std::string key = keyOf(types);
    Program program = INGOT_TRY(find(key, {types}));
    return program->deciding.empty() ? Expected(std::move(program)) : openFor(key, types);
  }

  /// The same for inputs of which the values are known.
  Expected<Program> compiledFor(const std::vector<Value> &inputs) const {
    std::vector<ValueType> types;
    for (const Value &input : inputs)
      types.push_back(ValueType::of(input));
    std::string key = keyOf(types);
    Program program = INGOT_TRY(answer(key, {types}));
    if (program->deciding.empty())
      return program;
    std::vector<std::optional<Tensor>> values(inputs.size());
    for (unsigned i : program->deciding)
      values[i] = inputs[i].tensor();
    std::string valueKey = keyOf({types, values});
    if (Program known = programs.known(valueKey))
      return known;
    // Those of a model that gets others in every run are not worth a program each.
    constexpr int mostValues = 8;
    if (valuesSeen.fetch_add(1, std::memory_order_relaxed) >= mostValues)
      return openFor(key, types);
    return answer(valueKey, {std::move(types), std::move(values)});
  }

  Expected<std::vector<Value>> run(const std::vector<Value> &inputs,
                                   const RunOptions &options) const override {
    INGOT_TRY(options.limits.check()); // before a compilation, which nobody can end
    auto compiled = INGOT_TRY(compiledFor(inputs));
    return interp::run(*compiled->program, inputs, options);
  }

  Expected<std::unique_ptr<Context::Impl>> context(const std::vector<ValueType> &types,
                                                   const RunOptions &options) const override {
    auto compiled = INGOT_TRY(compiledFor(types));
    if (compiled->report.whole)
      return cpu::wholeContext(std::move(compiled), options);
    return std::unique_ptr<Context::Impl>();
  }

  Report report() const override {
    auto last = programs.last();
    Report report = last ? last->report : Report{.target = options.target};
    std::scoped_lock lock(aheadMutex);
    report.ahead = ahead;
    return report;
  }

  Expected<Report> reportFor(const std::vector<ValueType> &types) const override {
    return INGOT_TRY(compiledFor(types))->report;
  }

private:
  std::string keyOf(std::vector<ValueType> &types) const {
    std::string key;
    for (size_t i = 0; i < types.size(); ++i) {
      if (!declared[i].isTensor())
        types[i] = declared[i];
      key += types[i].text() + ";";
    }
    return key;
  }
  /// The same for inputs of which the values may be known.
  static std::string keyOf(const cpu::Inputs &inputs) {
    std::string key;
    for (const ValueType &type : inputs.types)
      key += type.text() + ";";
    if (!inputs.values.empty())
      key += "values ";
    for (const std::optional<Tensor> &value : inputs.values)
      if (value)
        key.append(static_cast<const char *>(value->bytes()), value->byteSize());
    return key;
  }
  Expected<Program> find(const std::string &key, const cpu::Inputs &inputs) const {
    return programs.find(key, [&] { return compile(inputs, options); });
  }
  /// Compiles, and lets go of the compiler until it is needed again: soon, if sizes may change.
  Expected<Program> compile(const cpu::Inputs &inputs, const CompileOptions &options,
                            const cpu::Unwanted &isUnwanted = nullptr) const {
    auto compiled = cpu::compile(source, inputs, options, isUnwanted);
    if (!background || !background->wake())
      cpu::releaseCompilerPages();
    return compiled;
  }
  /// A program for a run: the one that is made for these inputs if it is there. Else one whose
  /// kernels are made for all sizes, which is there at once, while the other one is made in the
  /// background once the inputs come again. Both give the same bits.
  Expected<Program> answer(const std::string &key, const cpu::Inputs &inputs) const {
    Program known = programs.known(key);
    if (known)
      return known;
    if (areRangesDue.load(std::memory_order_acquire))
      (void)makeRanges(inputs); // where the model refuses them all, these inputs may do
    if (!background)
      return find(key, inputs);
    if (!areKernelsComing.load(std::memory_order_acquire)) {
      // The first inputs of all; the kernels for all sizes are made meanwhile.
      auto made = find(key, inputs);
      if (made.ok() && made->get()->deciding.empty()) {
        background->add("kernels", [this, inputs] { makeKernels(inputs); });
        areKernelsComing.store(true, std::memory_order_release);
      }
      return made;
    }
    // Sizes that come once, such as those of a text that grows, are not worth more.
    Program general = programs.known(anySize(key));
    if (!general)
      return areKernelsMade.load(std::memory_order_acquire)
                 ? findAnySize(inputs, cpu::ProgramCache::Turn::AtOnce, generic)
                 : findAnySize(inputs, cpu::ProgramCache::Turn::Wait, genericTold);
    bool isComing = background->add(key, [this, key, inputs] {
      if (findBehind(key, inputs))
        programs.forget(anySize(key));
    });
    return isComing ? Expected(std::move(general)) : find(key, inputs);
  }

  /// Makes the kernels for ranges of sizes, once. Sizes that are in none of them are those of the
  /// inputs. Nothing while values are to come that decide sizes.
  Status makeRanges(const cpu::Inputs &inputs) const {
    std::scoped_lock lock(rangesMutex);
    if (!areRangesDue.load(std::memory_order_relaxed))
      return success();
    auto start = std::chrono::steady_clock::now();
    cpu::SizesAhead sizes(ports, options.ranges, inputs.types);
    if (auto first = findAnySize({sizes.first(), inputs.values});
        first.ok() && !(*first)->deciding.empty())
      return success();
    std::set<std::shared_ptr<const cpu::WeightBlock>> weights;
    bool areValuesMissing = false;
    auto make = [&](const std::vector<ValueType> &types) -> Expected<bool> {
      size_t known = kernels.count();
      Program program = INGOT_TRY(findAnySize({types, inputs.values}));
      areValuesMissing |= !program->deciding.empty();
      // Weights that are packed for some sizes only stay with a program for one of them.
      size_t before = weights.size();
      weights.insert(program->weights.begin(), program->weights.end());
      if (weights.size() == before)
        programs.forget(anySize(keyOf({types, inputs.values})));
      return kernels.count() > known;
    };
    auto made = sizes.run(make, [&](int64_t done, int64_t total) {
      if (options.progress)
        options.progress({"sizes", done, total});
    });
    if (areValuesMissing)
      return success();
    areRangesDue.store(false, std::memory_order_release);
    if (!made.ok())
      return made.takeStatus();
    made->codeBytes = kernels.codeBytes();
    made->seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    std::scoped_lock aheadLock(aheadMutex);
    ahead = *made;
    areKernelsComing.store(true, std::memory_order_release);
    areKernelsMade.store(true, std::memory_order_release);
    return success();
  }

  /// Compiles the kernels that are made for all sizes: those of these inputs, and of some others.
  void makeKernels(const cpu::Inputs &inputs) const {
    auto isOpen = [&](size_t i, size_t axis) { // a rank may be open, too
      return declared[i].isTensor() && axis < declared[i].dims.size() && declared[i].dims[axis] < 0;
    };
    for (double scale : {1.0, 1.01, 2.0, 0.5, 0.1}) {
      std::vector<ValueType> types = inputs.types;
      for (size_t i = 0; i < types.size(); ++i)
        for (size_t axis = 0; axis < types[i].dims.size(); ++axis)
          if (isOpen(i, axis) && types[i].dims[axis] > 1)
            types[i].dims[axis] = scaled(types[i].dims[axis], scale);
      if (background->isEnding())
        return;
      // Nobody finds the program, so that no caller waits for this thread. A model may refuse sizes
      // that nobody asked for.
      auto made =
          compile({types, inputs.values}, generic, [this] { return background->isEnding(); });
      if (made.ok())
        kernels.add(**made);
    }
    areKernelsMade.store(true, std::memory_order_release);
  }
  static int64_t scaled(int64_t size, double scale) {
    return std::max<int64_t>(1, static_cast<int64_t>(std::ceil(static_cast<double>(size) * scale)));
  }
  static CompileOptions withLevel(CompileOptions options, Specialization specialize) {
    options.specialize = specialize;
    return options;
  }
  /// What is compiled while others run tells nobody how far it is.
  static CompileOptions quiet(CompileOptions options) {
    options.progress = nullptr;
    return options;
  }
  static std::string anySize(const std::string &key) { return key + "any size"; }

  /// A program whose kernels are made for all sizes, which stay for other programs.
  Expected<Program> findAnySize(const cpu::Inputs &inputs) const {
    return findAnySize(inputs, cpu::ProgramCache::Turn::Wait, generic);
  }
  Expected<Program> findAnySize(const cpu::Inputs &inputs, cpu::ProgramCache::Turn turn,
                                const CompileOptions &options) const {
    Program program = INGOT_TRY(
        programs.find(anySize(keyOf(inputs)), [&] { return compile(inputs, options); }, turn));
    kernels.add(*program);
    return program;
  }
  /// Makes the program for these inputs on the thread in the background; false where it is not
  /// made.
  bool findBehind(const std::string &key, const cpu::Inputs &inputs) const {
    auto isUnwanted = [this] { return background->isEnding(); };
    return !isUnwanted() &&
           programs.find(key, [&] { return compile(inputs, behind, isUnwanted); }).ok();
  }
  Expected<Program> openFor(const std::string &key, const std::vector<ValueType> &types) const {
    return find(key + "all values", {.types = types, .areOpen = true});
  }

  cpu::Source source;
  std::vector<ValueType> declared; ///< of the inputs
  const std::vector<Port> &ports;  ///< which the source's owner has
  CompileOptions options;
  CompileOptions genericTold = withLevel(options, Specialization::None); ///< while one waits
  CompileOptions generic = quiet(genericTold);
  CompileOptions behind = quiet(options);
  mutable cpu::ProgramCache programs;
  mutable std::atomic<int> valuesSeen{0};            ///< of inputs that decide sizes
  mutable std::atomic<bool> areKernelsComing{false}; ///< those for all sizes: new ones take them
  mutable std::atomic<bool> areKernelsMade{false};
  mutable cpu::KernelSet kernels; ///< for all sizes
  mutable std::atomic<bool> areRangesDue{!options.ranges.empty()};
  mutable std::mutex rangesMutex; ///< held while they are made
  mutable std::mutex aheadMutex;  ///< of the next one
  mutable AheadReport ahead;
  std::unique_ptr<cpu::Background> background; ///< last: what it does uses the rest; may be null
};

/// The module and the types of its inputs, for compilations that do not touch it again.
Expected<cpu::Source> sourceOf(const ModelSource &model, const CompileOptions &options,
                               std::vector<ValueType> &inputs) {
  std::scoped_lock lock(*model.mutex);
  auto main = mlir::ModuleOp(model.module).lookupSymbol<mlir::func::FuncOp>("main");
  for (mlir::Type type : main.getArgumentTypes())
    inputs.push_back(*graph::fromMlir(type));
  int64_t limit =
      options.programMemory > 0 ? options.programMemory : RunOptions().memoryLimit() / 2;
  bool isOpen = std::any_of(inputs.begin(), inputs.end(), [](const ValueType &type) {
    return type.isTensor() && !type.isStatic();
  });
  return cpu::Source{INGOT_TRY(target::ModuleBytes::of(model.module)), model.owner,
                     std::make_shared<MemoryBudget>(limit), std::make_shared<cpu::WeightStore>(),
                     isOpen ? std::make_shared<cpu::OpenForm>() : nullptr};
}

/// Compilations run side by side; whoever listens hears one at a time.
CompileOptions oneCallAtATime(CompileOptions options) {
  auto mutex = std::make_shared<std::mutex>();
  if (options.progress)
    options.progress = [mutex, call = std::move(options.progress)](const Progress &progress) {
      std::scoped_lock lock(*mutex);
      call(progress);
    };
  if (options.emitted)
    options.emitted = [mutex, call = std::move(options.emitted)](const std::string &title,
                                                                 const std::string &text) {
      std::scoped_lock lock(*mutex);
      call(title, text);
    };
  return options;
}

class CpuTarget : public Target {
public:
  TargetInfo info() const override {
    return {"cpu", "machine code for this processor, made for the model"};
  }
  /// A model whose inputs have static types is compiled now, others when their inputs are known.
  Expected<std::shared_ptr<const Program::Impl>>
  compile(const ModelSource &source, const CompileOptions &options) const override {
    std::vector<ValueType> types;
    auto shared = INGOT_TRY(sourceOf(source, options, types));
    auto program = std::make_shared<CpuProgram>(std::move(shared), types, *source.inputs,
                                                oneCallAtATime(options));
    bool isStatic = std::all_of(types.begin(), types.end(), [](const ValueType &type) {
      return !type.isTensor() || type.isStatic();
    });
    if (isStatic)
      INGOT_TRY(program->prepare(types));
    INGOT_TRY(program->prepareRanges());
    return std::shared_ptr<const Program::Impl>(std::move(program));
  }
  Expected<Report> survey(const ModelSource &source, const std::vector<ValueType> &types,
                          const CompileOptions &options) const override {
    std::vector<ValueType> declared;
    return cpu::survey(INGOT_TRY(sourceOf(source, options, declared)), types, options);
  }
  Expected<std::vector<Product>> emit(const ModelSource &source,
                                      const std::vector<ValueType> &types,
                                      const CompileOptions &options) const override {
    std::vector<ValueType> declared;
    return cpu::emitObjects(INGOT_TRY(sourceOf(source, options, declared)), types, options);
  }
};

} // namespace

const Target &targetCpu() {
  static const CpuTarget target;
  return target;
}

} // namespace ingot
