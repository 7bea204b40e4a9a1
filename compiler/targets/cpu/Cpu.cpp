// The CPU target: machine code for this processor, and the host for what has none.
#include "compiler/dialect/graph/Bridge.h"
#include "compiler/targets/Target.h"
#include "compiler/targets/cpu/ProgramCache.h"
#include "compiler/targets/cpu/Whole.h"
#include "runtime/base/Cores.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

#include <algorithm>
#include <atomic>

namespace ingot {
namespace {

/// A model with a program for each set of input types it was run with.
class CpuProgram : public Program::Impl {
public:
  CpuProgram(cpu::Source source, std::vector<ValueType> declared, CompileOptions options)
      : source(std::move(source)), declared(std::move(declared)), options(std::move(options)),
        programs(this->source.kept, usableCores()) {}

  using Program = std::shared_ptr<const cpu::Compiled>;

  /// Compiles what can be compiled before values are known.
  Status prepare(std::vector<ValueType> types) const {
    std::string key = keyOf(types);
    return find(key, {types}).takeStatus();
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
    Program program = INGOT_TRY(find(key, {types}));
    if (program->deciding.empty())
      return program;
    std::string valueKey = key + "values ";
    std::vector<std::optional<Tensor>> values(inputs.size());
    for (unsigned i : program->deciding) {
      const Tensor &value = inputs[i].tensor();
      valueKey.append(static_cast<const char *>(value.bytes()), value.byteSize());
      values[i] = value;
    }
    if (Program known = programs.known(valueKey))
      return known;
    // Those of a model that gets others in every run are not worth a program each.
    constexpr int mostValues = 8;
    if (valuesSeen.fetch_add(1, std::memory_order_relaxed) >= mostValues)
      return openFor(key, types);
    return find(valueKey, {std::move(types), std::move(values)});
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
    return last ? last->report : Report{.target = options.target};
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
  Expected<Program> find(const std::string &key, const cpu::Inputs &inputs) const {
    return programs.find(key, [&] { return cpu::compile(source, inputs, options); });
  }
  Expected<Program> openFor(const std::string &key, const std::vector<ValueType> &types) const {
    return find(key + "all values", {.types = types, .areOpen = true});
  }

  cpu::Source source;
  std::vector<ValueType> declared; ///< of the inputs
  CompileOptions options;
  mutable cpu::ProgramCache programs;
  mutable std::atomic<int> valuesSeen{0}; ///< of inputs that decide sizes
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
  return cpu::Source{INGOT_TRY(target::ModuleBytes::of(model.module)), model.owner,
                     std::make_shared<MemoryBudget>(limit), std::make_shared<cpu::WeightStore>()};
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
    auto program = std::make_shared<CpuProgram>(std::move(shared), types, oneCallAtATime(options));
    bool isStatic = std::all_of(types.begin(), types.end(), [](const ValueType &type) {
      return !type.isTensor() || type.isStatic();
    });
    if (isStatic)
      INGOT_TRY(program->prepare(types));
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
