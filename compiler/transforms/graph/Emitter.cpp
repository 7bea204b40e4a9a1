// Creates operators with inferred types.
#include "compiler/transforms/graph/Emitter.h"

#include "compiler/interp/EvalContext.h"

using namespace mlir;

namespace ingot::graph {

Operation *Emitter::op(StringRef name, ValueRange operands, Attributes attributes) {
  const OperatorInfo *info = findOperator(std::string_view(name));
  assert(info && "a rewrite creates an operator that has no record");
  fillDefaults(*info, attributes);
  std::vector<ValueType> types;
  for (mlir::Value operand : operands)
    types.push_back(fromMlir(operand.getType()).value_or(ValueType::none()));
  InferContext context(info->name, attributes, std::move(types));
  context.valueOf = [&](size_t i) { return constantTensor(operands[i]); };
  [[maybe_unused]] Status status = info->infer(context);
  assert(status.ok() && "a rewrite creates an operator that is not valid");

  OperationState state(loc, ("graph." + name).str());
  state.addOperands(operands);
  for (const auto &[key, value] : attributes)
    state.addAttribute(key, toMlir(builder.getContext(), value));
  for (const ValueType &type : context.results)
    state.addTypes(toMlir(builder.getContext(), type));
  return builder.create(state);
}

mlir::Value Emitter::numbers(Shape shape, const std::vector<double> &values, ElementType type) {
  auto rounded = interp::convert(Tensor::of<double>(std::move(shape), values), type, nullptr);
  assert(rounded.ok() && "every number type can be converted to");
  return constant(*rounded);
}

void replaceKeepingType(PatternRewriter &rewriter, Operation *op, mlir::Value value) {
  if (Operation *created = value.getDefiningOp(); created && value.use_empty())
    value.setType(op->getResult(0).getType());
  rewriter.replaceOp(op, value);
}

} // namespace ingot::graph
