// Which inputs decide sizes: what shape functions ask for, followed back to the arguments.
#include "compiler/transforms/graph/DecidingInputs.h"

#include "compiler/dialect/graph/Structural.h"
#include "compiler/transforms/graph/KnownTrips.h"
#include "compiler/transforms/graph/Prefixes.h"
#include "compiler/transforms/graph/Support.h"

#include "llvm/ADT/SetVector.h"

using namespace mlir;

namespace ingot::graph {
namespace {

bool isSmall(mlir::Value value) {
  auto type = fromMlir(value.getType());
  if (!type || !type->isTensor() || !type->isStatic() || type->element == ElementType::String)
    return false;
  auto elements = elementCount(type->dims);
  return elements && *elements <= mostDecidingElements;
}

/// A loop that stacks as many items as its count says.
bool isStacking(Operation *op) {
  auto loop = dyn_cast<LoopOp>(op);
  return loop && loop.getNumResults() > loop.getInitial().size() && isEndedByCount(loop);
}

/// The operands whose values the shape function of an operator asks for. That of a loop does not
/// ask how many trips it makes, which does not decide alone. Where sizes have a bound, there is
/// memory for all of them.
SmallVector<mlir::Value> askedFor(Operation *op) {
  if (hasBound(op))
    return {};
  if (isStacking(op))
    return {op->getOperand(0), op->getOperand(1)};
  llvm::SetVector<mlir::Value> asked;
  Attributes attributes = attributesOf(op);
  InferContext context = inferContextOf(op, attributes);
  context.valueOf = [&, known = context.valueOf](size_t i) {
    asked.insert(op->getOperand(static_cast<unsigned>(i)));
    return known(i);
  };
  context.partialOf = [&](size_t i) {
    asked.insert(op->getOperand(static_cast<unsigned>(i)));
    return std::optional<PartialTensor>();
  };
  if (!infoOf(op)->infer(context).ok())
    return {}; // what is wrong with it is said when it runs
  return SmallVector<mlir::Value>(asked.takeVector());
}

/// What follows from constants and small arguments by operators on small values alone.
class SmallValues {
public:
  explicit SmallValues(func::FuncOp main) {
    for (BlockArgument argument : main.getArguments())
      if (isSmall(argument))
        values.insert(argument);
    main.walk<WalkOrder::PreOrder>([&](Operation *op) { visit(op); });
  }
  bool contains(mlir::Value value) const {
    return isa<NoneType>(value.getType()) || values.contains(value);
  }

private:
  /// An operator comes after its operands.
  void visit(Operation *op) {
    const OperatorInfo *info = infoOf(op);
    if (!info || info->random || op->getNumRegions() != 0)
      return;
    if (llvm::all_of(op->getOperands(), [&](mlir::Value operand) { return contains(operand); }))
      for (mlir::Value result : op->getResults())
        if (isSmall(result) || op->hasTrait<OpTrait::ConstantLike>())
          values.insert(result);
  }

  DenseSet<mlir::Value> values;
};

bool hasOpenSizes(Operation *op) {
  return llvm::any_of(op->getResultTypes(), [](Type type) {
    auto value = fromMlir(type);
    return value && value->isTensor() && !value->isStatic();
  });
}

} // namespace

SmallVector<unsigned> decidingInputs(func::FuncOp main) {
  SmallVector<mlir::Value> open;
  SmallValues small(main);
  main.walk([&](Operation *op) {
    if (infoOf(op) && !op->hasTrait<OpTrait::IsTerminator>() &&
        (hasOpenSizes(op) || isStacking(op)))
      llvm::copy_if(askedFor(op), std::back_inserter(open),
                    [&](mlir::Value value) { return small.contains(value); });
  });
  llvm::SmallSetVector<unsigned, 4> inputs;
  DenseSet<mlir::Value> seen;
  while (!open.empty()) {
    mlir::Value value = open.pop_back_val();
    if (!seen.insert(value).second)
      continue;
    if (Operation *definition = value.getDefiningOp())
      llvm::append_range(open, definition->getOperands());
    else
      inputs.insert(cast<BlockArgument>(value).getArgNumber());
  }
  return inputs.takeVector();
}

} // namespace ingot::graph
