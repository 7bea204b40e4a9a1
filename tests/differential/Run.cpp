// Runs modules and compares their outputs.
#include "tests/differential/Run.h"

#include "compiler/interp/Build.h"
#include "compiler/targets/Target.h"

#include <cmath>

namespace ingot::differential {

mlir::func::FuncOp mainOf(mlir::ModuleOp module) {
  return module.lookupSymbol<mlir::func::FuncOp>("main");
}

int64_t operatorsIn(mlir::ModuleOp module) {
  int64_t count = 0;
  module.walk([&](mlir::Operation *op) {
    llvm::StringRef name = op->getName().getStringRef();
    count += name.starts_with("graph.") && name != "graph.constant" && name != "graph.none" &&
             name != "graph.yield";
  });
  return count;
}

Results runModule(mlir::ModuleOp module, const std::vector<Value> &inputs) {
  auto program = INGOT_TRY(interp::buildProgram(module, nullptr));
  interp::RunOptions options;
  options.timeout = 120;
  return interp::run(*program, inputs, options);
}

Results runCompiled(mlir::ModuleOp module, const std::vector<Value> &inputs,
                    const CompileOptions &options) {
  const Target *target = findTarget(options.target);
  if (!target)
    return failure("no target '" + options.target + "'");
  std::mutex mutex;
  const std::vector<Port> ports; // looked at for ranges of sizes only
  auto program = INGOT_TRY(target->compile({module, nullptr, &mutex, &ports}, options));
  RunOptions run;
  run.timeout = 120;
  return program->run(inputs, run);
}

std::string textAt(const Tensor &tensor, int64_t i) {
  if (tensor.isString())
    return "'" + tensor.strings()[i] + "'";
  return isFloat(tensor.type()) ? str(tensor.numberAt(i)) : str(tensor.integerAt(i));
}

namespace {

bool isNanAt(const Tensor &tensor, int64_t i) {
  return isFloat(tensor.type()) && std::isnan(tensor.numberAt(i));
}

std::string differenceOf(const Tensor &a, const Tensor &b) {
  size_t width = elementBytes(a.type());
  for (int64_t i = 0; i < a.elements(); ++i) {
    if (a.isString()
            ? a.strings()[i] == b.strings()[i]
            : std::memcmp(static_cast<const char *>(a.bytes()) + static_cast<size_t>(i) * width,
                          static_cast<const char *>(b.bytes()) + static_cast<size_t>(i) * width,
                          width) == 0)
      continue;
    if (!a.isString() && isNanAt(a, i) && isNanAt(b, i))
      continue;
    return str("element ", i, " is ", textAt(b, i), ", was ", textAt(a, i));
  }
  return "";
}

} // namespace

std::string differenceOf(const Value &before, const Value &after, bool valuesToo) {
  std::string types[2] = {ValueType::of(before).text(), ValueType::of(after).text()};
  if (types[0] != types[1])
    return "is " + types[1] + ", was " + types[0];
  if (before.isTensor() && valuesToo)
    return differenceOf(before.tensor(), after.tensor());
  if (!before.isSequence())
    return "";
  if (before.sequence().size() != after.sequence().size())
    return "has another number of items";
  for (size_t i = 0; i < before.sequence().size(); ++i)
    if (auto text = differenceOf(before.sequence()[i], after.sequence()[i], valuesToo);
        !text.empty())
      return str("item ", i, " ", text);
  return "";
}

std::string differenceOf(const std::vector<Value> &before, const std::vector<Value> &after,
                         bool valuesToo) {
  if (before.size() != after.size())
    return "another number of outputs";
  for (size_t i = 0; i < before.size(); ++i)
    if (auto text = differenceOf(before[i], after[i], valuesToo); !text.empty())
      return str("output ", i, " ", text);
  return "";
}

} // namespace ingot::differential
