// Creates operators with inferred types.
#include "compiler/transforms/graph/Emitter.h"

#include "compiler/dialect/graph/Structural.h"
#include "compiler/interp/EvalContext.h"
#include "compiler/transforms/graph/Dimensions.h"

#include <numeric>

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
  if (!info->infer(context).ok()) // the verifier says why
    context.results.assign(1, ValueType::none());

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

mlir::Value Emitter::within(mlir::Value index, int64_t most) {
  // A gather refuses what is beyond its table, but counts negative places from the end.
  std::vector<int64_t> places(static_cast<size_t>(most) + 1);
  std::iota(places.begin(), places.end(), 0);
  index = cast(index, ElementType::I64);
  mlir::Value isNegative = value("less", {index, number(0, index)});
  mlir::Value place =
      value("where", {isNegative, number(static_cast<double>(most) + 1, index), index});
  return value("gather", {integers(places), place}, {{"axis", int64_t{0}}});
}

SmallVector<mlir::Value>
Emitter::scan(ValueRange state, ValueRange xs, bool reversed,
              function_ref<SmallVector<mlir::Value>(ValueRange, ValueRange)> step) {
  auto first = mlir::cast<RankedTensorType>(state[0].getType());
  SmallVector<int64_t> stacked{(*dimsOf(xs[0]))[0]};
  llvm::append_range(stacked, first.getShape());
  SmallVector<Type> types(state.getTypes());
  types.push_back(RankedTensorType::get(stacked, first.getElementType()));
  SmallVector<mlir::Value> values(state);
  llvm::append_range(values, xs);
  SmallVector<int64_t> axes(xs.size(), 0), directions(xs.size(), reversed);
  auto scan = ScanOp::create(builder, loc, types, none(), values,
                             /*scan_inputs=*/static_cast<int64_t>(xs.size()),
                             /*input_axes=*/axes, /*input_reversed=*/directions,
                             /*output_axes=*/{0}, /*output_reversed=*/{reversed});
  Block &body = scan.getBody().emplaceBlock();
  for (mlir::Value value : state)
    body.addArgument(value.getType(), loc);
  for (mlir::Value x : xs) {
    auto type = mlir::cast<RankedTensorType>(x.getType());
    body.addArgument(RankedTensorType::get(type.getShape().drop_front(), type.getElementType()),
                     loc);
  }
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(&body);
  ValueRange arguments = body.getArguments();
  SmallVector<mlir::Value> yields =
      step(arguments.take_front(state.size()), arguments.drop_front(state.size()));
  yields.push_back(yields[0]);
  YieldOp::create(builder, loc, yields);
  return SmallVector<mlir::Value>(scan.getResults());
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
