// The driver of reference evaluators: constraints, widening, allocation, call, narrowing.
#include "compiler/interp/EvalContext.h"

namespace ingot::interp {

#define INGOT_OPERATOR(name, category, infer, eval, ...) Status eval(EvalContext &);
#include "compiler/dialect/graph/Operators.inc"
#undef INGOT_OPERATOR

Evaluator evaluatorOf(const graph::OperatorInfo &op) {
  static constexpr Evaluator table[] = {
#define INGOT_OPERATOR(name, category, infer, eval, ...) eval,
#include "compiler/dialect/graph/Operators.inc"
#undef INGOT_OPERATOR
  };
  return table[op.index];
}

Status EvalContext::allocate(size_t i, Shape shape) {
  return allocate(i, resultTypes[i].element, std::move(shape));
}

Status EvalContext::allocate(size_t i, ElementType type, Shape shape) {
  results[i] = INGOT_TRY(Tensor::allocate(type, std::move(shape), budget));
  return success();
}

Status EvalContext::setAll(std::vector<Value> values) {
  if (values.size() != results.size())
    return fail(values.size(), " results, wanted ", results.size());
  results = std::move(values);
  return success();
}

Expected<Value> EvalContext::sequence(std::vector<Value> items) const {
  auto charge = std::make_shared<MemoryCharge>(budget);
  INGOT_TRY(charge->add(static_cast<int64_t>(items.size()) * sequenceItemBytes));
  return Value::sequence(std::move(items), std::move(charge));
}

Status EvalContext::charge(Tensor &tensor, int64_t bytes) const {
  auto charge = std::make_shared<MemoryCharge>(budget);
  INGOT_TRY(charge->add(bytes));
  tensor.keep(std::move(charge));
  return success();
}

Expected<int64_t> EvalContext::integer(size_t i) const {
  if (!operands[i].isTensor() || in(i).elements() != 1)
    return fail("operand ", i, " is ", ValueType::of(operands[i]).text(), ", wanted one integer");
  return in(i).integerAt(0);
}

namespace {
bool isSmallFloat(ElementType type) { return isFloat(type) && elementBits(type) < 32; }

ElementType widened(ElementType type) { return isSmallFloat(type) ? ElementType::F32 : type; }

Expected<std::vector<ValueType>> inferTypes(const graph::OperatorInfo &op,
                                            const Attributes &attributes,
                                            const std::vector<Value> &operands,
                                            const EvalOptions &options) {
  std::vector<ValueType> types;
  for (const Value &operand : operands)
    types.push_back(ValueType::of(operand));
  graph::InferContext context(op.name, attributes, std::move(types));
  context.regions = options.regionTypes;
  context.valueOf = [&](size_t i) {
    return operands[i].isTensor() ? std::optional(operands[i].tensor()) : std::nullopt;
  };
  INGOT_TRY(op.infer(context));
  return std::move(context.results);
}

Status widenOperands(EvalContext &context) {
  for (Value &operand : context.operands)
    if (operand.isTensor() && isSmallFloat(operand.tensor().type()))
      operand = INGOT_TRY(convert(operand.tensor(), ElementType::F32, context.budget));
  for (ValueType &type : context.resultTypes)
    type.element = widened(type.element);
  return success();
}
} // namespace

Expected<std::vector<Value>> evaluate(const graph::OperatorInfo &op, const Attributes &attributes,
                                      std::vector<Value> operands, const EvalOptions &options) {
  auto types = INGOT_TRY(inferTypes(op, attributes, operands, options));
  EvalContext context(op, attributes, std::move(operands));
  context.resultTypes = types;
  context.budget = options.budget;
  context.runRegion = options.runRegion;
  context.timeCheck = options.timeCheck;
  context.seed = options.seed;
  if (op.widen)
    INGOT_TRY(widenOperands(context));
  context.results.resize(types.size());
  for (size_t i = 0; i < types.size(); ++i)
    if (!op.ownsResults && types[i].isStatic())
      INGOT_TRY(context.allocate(i, types[i].dims));
  INGOT_TRY(evaluatorOf(op)(context));
  for (size_t i = 0; i < types.size(); ++i)
    if (op.widen && types[i].isTensor() && context.results[i].isTensor())
      context.results[i] =
          INGOT_TRY(convert(context.results[i].tensor(), types[i].element, options.budget));
  return std::move(context.results);
}

} // namespace ingot::interp
