// The CPU target: machine code for this processor, and the host for what has none.
#include "compiler/dialect/graph/Bridge.h"
#include "compiler/dialect/instr/Instr.h"
#include "compiler/targets/Target.h"
#include "compiler/targets/cpu/Whole.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

#include <algorithm>
#include <map>

namespace ingot {
namespace {

/// A model with a program for each set of input types it was run with.
class CpuProgram : public Program::Impl {
public:
  CpuProgram(ModelSource source, CompileOptions options)
      : source(std::move(source)), options(std::move(options)) {}

  /// Compiles for these types unless that was done before; the source's mutex is held.
  Expected<std::shared_ptr<const cpu::Compiled>>
  compileFor(const std::vector<ValueType> &types) const {
    std::string key;
    for (const ValueType &type : types)
      key += type.text() + ";";
    std::scoped_lock lock(mutex);
    auto known = programs.find(key);
    if (known != programs.end())
      return known->second;
    auto program = INGOT_TRY(cpu::compile(source.module, types, options, source.owner));
    if (programs.size() >= mostPrograms)
      programs.erase(programs.begin());
    programs[key] = last = program;
    return program;
  }

  Expected<std::vector<Value>> run(const std::vector<Value> &inputs,
                                   const RunOptions &options) const override {
    std::vector<ValueType> types;
    for (const Value &input : inputs)
      types.push_back(ValueType::of(input));
    auto compiled = INGOT_TRY(compiledFor(types));
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
    std::scoped_lock lock(mutex);
    return last ? last->report : Report{.target = options.target};
  }

  Expected<Report> reportFor(const std::vector<ValueType> &types) const override {
    return INGOT_TRY(compiledFor(types))->report;
  }

private:
  static constexpr size_t mostPrograms = 32;

  /// What is no tensor has the type that is declared.
  Expected<std::shared_ptr<const cpu::Compiled>> compiledFor(std::vector<ValueType> types) const {
    std::scoped_lock lock(*source.mutex);
    auto main = mlir::ModuleOp(source.module).lookupSymbol<mlir::func::FuncOp>("main");
    for (size_t i = 0; i < types.size(); ++i) {
      ValueType declared = *graph::fromMlir(main.getArgumentTypes()[i]);
      if (!declared.isTensor())
        types[i] = declared;
    }
    return compileFor(types);
  }

  ModelSource source;
  CompileOptions options;
  mutable std::mutex mutex;
  mutable std::map<std::string, std::shared_ptr<const cpu::Compiled>> programs;
  mutable std::shared_ptr<const cpu::Compiled> last;
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
  Expected<std::vector<Product>> emit(const ModelSource &source,
                                      const std::vector<ValueType> &types,
                                      const CompileOptions &options) const override {
    source.module->getContext()->loadDialect<instr::InstrDialect>();
    return cpu::emitObjects(source.module, types, options);
  }
};

} // namespace

const Target &targetCpu() {
  static const CpuTarget target;
  return target;
}

} // namespace ingot
