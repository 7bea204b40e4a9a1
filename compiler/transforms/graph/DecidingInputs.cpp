// Which inputs decide sizes: what shape functions ask for, followed back to the arguments.
#include "compiler/transforms/graph/DecidingInputs.h"

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

/// The operands whose values the shape function of an operator asks for.
SmallVector<mlir::Value> askedFor(Operation *op) {
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

/// The arguments that a value follows from; nothing where it follows from something that is not
/// small, or that is decided inside of an operator.
std::optional<SmallVector<mlir::Value>> argumentsBehind(mlir::Value value) {
  SmallVector<mlir::Value> arguments, open{value};
  DenseSet<mlir::Value> seen;
  while (!open.empty()) {
    mlir::Value next = open.pop_back_val();
    if (isa<NoneType>(next.getType()) || !seen.insert(next).second)
      continue;
    Operation *definition = next.getDefiningOp();
    bool isArgument = !definition && isa<func::FuncOp>(next.getParentBlock()->getParentOp());
    if (definition && definition->hasTrait<OpTrait::ConstantLike>())
      continue;
    const OperatorInfo *info = definition ? infoOf(definition) : nullptr;
    bool isPlain = info && definition->getNumRegions() == 0 && !info->random;
    if (isArgument ? !isSmall(next) : !isPlain)
      return std::nullopt;
    if (isArgument)
      arguments.push_back(next);
    else
      llvm::append_range(open, definition->getOperands());
  }
  return arguments;
}

bool hasOpenSizes(Operation *op) {
  return llvm::any_of(op->getResultTypes(), [](Type type) {
    auto value = fromMlir(type);
    return value && value->isTensor() && !value->isStatic();
  });
}

} // namespace

SmallVector<unsigned> decidingInputs(func::FuncOp main) {
  llvm::SmallSetVector<unsigned, 4> inputs;
  main.walk([&](Operation *op) {
    if (!infoOf(op) || op->hasTrait<OpTrait::IsTerminator>() || !hasOpenSizes(op))
      return;
    for (mlir::Value value : askedFor(op))
      if (auto arguments = argumentsBehind(value))
        for (mlir::Value argument : *arguments)
          inputs.insert(cast<BlockArgument>(argument).getArgNumber());
  });
  return inputs.takeVector();
}

} // namespace ingot::graph
