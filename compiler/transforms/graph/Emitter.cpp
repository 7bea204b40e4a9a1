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

void replaceKeepingType(PatternRewriter &rewriter, Operation *op, ValueRange values) {
  SmallVector<mlir::Value> replacements;
  for (auto [value, result] : llvm::zip_equal(values, op->getResults())) {
    mlir::Value replacement = value;
    if (value.getType() != result.getType()) {
      // What nobody reads yet can state what the users see; anything else gets a second name.
      if (!value.getDefiningOp() || !value.use_empty())
        replacement = Emitter(rewriter, op->getLoc()).value("identity", {value});
      replacement.setType(result.getType());
    }
    replacements.push_back(replacement);
  }
  rewriter.replaceOp(op, replacements);
}

} // namespace ingot::graph
