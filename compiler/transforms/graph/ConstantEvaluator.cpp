// Runs reference evaluators on constants.
#include "compiler/transforms/graph/ConstantEvaluator.h"

#include "compiler/dialect/graph/Facts.h"
#include "compiler/interp/EvalContext.h"
#include "compiler/transforms/graph/Support.h"

using namespace mlir;

namespace ingot::graph {
namespace {

/// Bytes of a tensor's elements, or the letters of its texts.
int64_t sizeOf(const Tensor &tensor) {
  if (!tensor.isString())
    return static_cast<int64_t>(tensor.byteSize());
  int64_t size = tensor.elements();
  for (int64_t i = 0; i < tensor.elements(); ++i)
    size += static_cast<int64_t>(tensor.strings()[i].size());
  return size;
}

/// A tensor without elements is known whatever made it.
bool isEmpty(mlir::Value value) {
  auto shape = staticShape(value);
  return shape && elementCount(*shape) == 0;
}

/// The value of a constant, or of nothing.
std::optional<Tensor> knownTensor(mlir::Value value) {
  if (isConstant(value))
    return constantTensor(value);
  auto empty = Tensor::allocate(elementOf(value), *staticShape(value));
  return empty.ok() ? std::optional(empty.take()) : std::nullopt;
}

/// What is known of the results' sizes keeps to the bounds; what is not known, the budget bounds.
bool resultsFit(Operation *op, const FoldLimits &limits, int64_t bytes) {
  for (mlir::Value result : op->getResults()) {
    if (!isa<TensorType>(result.getType()))
      return false;
    auto shape = staticShape(result);
    auto count = shape ? elementCount(*shape) : std::nullopt;
    if (!shape)
      continue;
    size_t width = std::max<size_t>(1, elementBytes(elementOf(result)));
    if (!count || *count > limits.elements || *count * static_cast<int64_t>(width) > bytes)
      return false;
  }
  return true;
}

} // namespace

bool mayFold(Operation *op) {
  const OperatorInfo *info = infoOf(op);
  return info && info->foldable && !info->random && op->getNumRegions() == 0 &&
         !factsOf(*info).growsConstants;
}

std::optional<std::vector<Tensor>> ConstantEvaluator::evaluate(Operation *op) {
  if (!mayFold(op) || op->getNumOperands() == 0)
    return std::nullopt;
  for (mlir::Value operand : op->getOperands())
    if (!isNone(operand) && !isConstant(operand) && !isEmpty(operand))
      return std::nullopt;
  int64_t given = 0, elements = 0;
  std::vector<Value> operands;
  for (mlir::Value operand : op->getOperands()) {
    if (isNone(operand)) {
      operands.emplace_back();
      continue;
    }
    auto tensor = knownTensor(operand);
    if (!tensor || (elements += tensor->elements()) > limits.elements)
      return std::nullopt;
    given += sizeOf(*tensor);
    operands.emplace_back(std::move(*tensor));
  }
  int64_t allowed = std::max(given, limits.freeBytes);
  if (!resultsFit(op, limits, allowed))
    return std::nullopt;

  using Clock = std::chrono::steady_clock;
  auto started = Clock::now();
  interp::EvalOptions options;
  // Evaluators compute in wider types and hold temporaries.
  options.budget = std::make_shared<MemoryBudget>(16 * allowed + (int64_t{1} << 24));
  options.timeCheck = [&] {
    std::chrono::duration<double> total = spent + (Clock::now() - started);
    return total.count() < limits.seconds ? success() : failure("no time for more constants");
  };
  if (!options.timeCheck().ok())
    return std::nullopt;
  // What fails on these values may never run: it could stand in a branch that is not taken.
  auto computed = interp::evaluate(*infoOf(op), attributesOf(op), std::move(operands), options);
  spent += Clock::now() - started;
  if (!computed.ok())
    return std::nullopt;
  std::vector<Tensor> results;
  for (const Value &value : *computed) {
    if (!value.isTensor() || sizeOf(value.tensor()) > allowed)
      return std::nullopt;
    results.push_back(value.tensor());
  }
  return results;
}

} // namespace ingot::graph
