// Runs modules before and after passes and measures how far their outputs are apart.
#include "tests/passes/Compare.h"

#include "compiler/dialect/graph/Bridge.h"
#include "compiler/dialect/graph/Graph.h"
#include "compiler/interp/Build.h"
#include "compiler/transforms/graph/Passes.h"

#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Transforms/Passes.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace ingot::passes {
namespace {

/// Keeps the first error that MLIR reports, as text.
class ErrorText {
public:
  explicit ErrorText(mlir::MLIRContext *context)
      : handler(context, [this](mlir::Diagnostic &d) {
          if (text.empty() && d.getSeverity() == mlir::DiagnosticSeverity::Error)
            text = d.str();
          return llvm::success();
        }) {}
  std::string text;

private:
  mlir::ScopedDiagnosticHandler handler;
};

Expected<double> tensorDistance(const Tensor &wanted, const Tensor &found) {
  if (wanted.type() != found.type() || wanted.shape() != found.shape())
    return failure(str("found ", ValueType::of(Value(found)).text(), ", wanted ",
                       ValueType::of(Value(wanted)).text()));
  if (wanted.isString())
    return std::equal(wanted.strings(), wanted.strings() + wanted.elements(), found.strings())
               ? 0.0
               : HUGE_VAL;
  if (!isFloat(wanted.type())) // no pass has a reason to change an integer
    return std::memcmp(wanted.bytes(), found.bytes(), wanted.byteSize()) == 0 ? 0.0 : HUGE_VAL;
  double largest = 0, apart = 0;
  for (int64_t i = 0; i < wanted.elements(); ++i) {
    double a = wanted.numberAt(i), b = found.numberAt(i);
    if (a == b || (std::isnan(a) && std::isnan(b)))
      continue;
    if (!std::isfinite(a) || !std::isfinite(b))
      return failure(str("element ", i, " is ", b, ", wanted ", a));
    apart = std::max(apart, std::fabs(a - b));
  }
  for (int64_t i = 0; i < wanted.elements(); ++i)
    if (std::isfinite(wanted.numberAt(i)))
      largest = std::max(largest, std::fabs(wanted.numberAt(i)));
  return apart == 0 ? 0 : apart / std::max(largest, 1e-30);
}

Expected<double> valueDistance(const Value &wanted, const Value &found) {
  if (wanted.isTensor() && found.isTensor())
    return tensorDistance(wanted.tensor(), found.tensor());
  if (wanted.isNone() && found.isNone())
    return 0.0;
  if (!wanted.isSequence() || !found.isSequence() ||
      wanted.sequence().size() != found.sequence().size())
    return failure("values of different kinds");
  double most = 0;
  for (size_t i = 0; i < wanted.sequence().size(); ++i)
    most = std::max(most, INGOT_TRY(valueDistance(wanted.sequence()[i], found.sequence()[i])));
  return most;
}

} // namespace

Counts countOperators(mlir::ModuleOp module) {
  Counts counts;
  module.walk([&](mlir::Operation *op) {
    if (op->getName().getDialectNamespace() == "graph")
      ++counts[op->getName().stripDialect().str()];
  });
  return counts;
}

void prepare(mlir::MLIRContext &context) {
  static const bool registered = [] {
    mlir::registerTransformsPasses();
    registerGraphPasses();
    return true;
  }();
  (void)registered;
  context.loadDialect<graph::GraphDialect, mlir::func::FuncDialect>();
}

Expected<mlir::OwningOpRef<mlir::ModuleOp>> transform(mlir::ModuleOp module,
                                                      const std::string &pipeline) {
  ErrorText errors(module.getContext());
  mlir::OwningOpRef<mlir::ModuleOp> copy = module.clone();
  std::string parseError;
  llvm::raw_string_ostream stream(parseError);
  auto parsed = mlir::parsePassPipeline(pipeline, stream);
  if (failed(parsed))
    return failure("pipeline: " + parseError);
  mlir::PassManager manager(module.getContext(), parsed->getOpAnchorName());
  static_cast<mlir::OpPassManager &>(manager) = std::move(*parsed);
  if (failed(manager.run(*copy)))
    return failure("a pass failed: " + errors.text);
  return std::move(copy);
}

Expected<std::vector<Value>> inputsFor(mlir::ModuleOp module, uint64_t seed) {
  auto main = module.lookupSymbol<mlir::func::FuncOp>("main");
  if (!main)
    return failure("the module has no function 'main'");
  std::vector<Value> inputs;
  for (mlir::Type type : main.getArgumentTypes()) {
    ValueType wanted = graph::fromMlir(type).value_or(ValueType::none());
    std::replace(wanted.dims.begin(), wanted.dims.end(), unknownDim, int64_t{2});
    Value value = INGOT_TRY(randomValue(wanted, seed++));
    if (value.isTensor() && value.tensor().type() == ElementType::F32)
      for (int64_t i = 0; i < value.tensor().elements(); ++i)
        value.tensor().mutableData<float>()[i] = 4 * value.tensor().mutableData<float>()[i] - 2;
    inputs.push_back(std::move(value));
  }
  return inputs;
}

Expected<std::vector<Value>> run(mlir::ModuleOp module, const std::vector<Value> &inputs) {
  auto program = INGOT_TRY(interp::buildProgram(module, nullptr));
  return interp::run(*program, inputs, {});
}

Expected<double> distance(const std::vector<Value> &wanted, const std::vector<Value> &found) {
  if (wanted.size() != found.size())
    return failure(str(found.size(), " outputs, wanted ", wanted.size()));
  double most = 0;
  for (size_t i = 0; i < found.size(); ++i)
    most = std::max(most, INGOT_TRY(valueDistance(wanted[i], found[i])));
  return most;
}

} // namespace ingot::passes
