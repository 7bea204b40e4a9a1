// Walks a function in order, refining types and folding constants.
#include "compiler/transforms/graph/Propagation.h"

#include "compiler/dialect/graph/Names.h"
#include "compiler/dialect/graph/Structural.h"
#include "compiler/dialect/graph/infer/Shapes.h"
#include "compiler/interp/PartialTensors.h"
#include "compiler/transforms/graph/Support.h"

#include "mlir/IR/Iterators.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/DenseMap.h"

using namespace mlir;

namespace ingot::graph {
namespace {

/// Attempts to find types for what a loop carries; each gives up some of them.
constexpr int attempts = 4;

ValueType typeOf(mlir::Value value) {
  return fromMlir(value.getType()).value_or(ValueType::none());
}

/// The types of everything in a region, to go back to.
class Snapshot {
public:
  explicit Snapshot(Region &region) {
    add(region.getArguments());
    region.walk([&](Operation *op) {
      add(op->getResults());
      for (Region &inner : op->getRegions())
        add(inner.getArguments());
    });
  }
  void restore() const {
    for (auto [value, type] : types)
      mlir::Value(value).setType(type);
  }

private:
  void add(ValueRange values) {
    for (mlir::Value value : values)
      types.emplace_back(value, value.getType());
  }

  std::vector<std::pair<mlir::Value, Type>> types;
};

class Walk {
public:
  explicit Walk(const PropagationOptions &options) : options(options), evaluator(options.limits) {}

  Status function(func::FuncOp op) {
    // Other functions are not looked at: passes may run on all of them at a time.
    isCalled = op.isPrivate();
    block(op.getBody().front());
    Operation *end = op.getBody().front().getTerminator();
    auto type = FunctionType::get(op.getContext(), op.getArgumentTypes(), end->getOperandTypes());
    if (!isCalled && type != op.getFunctionType()) {
      op.setFunctionType(type);
      changed = true;
    }
    return std::move(firstError);
  }

  bool changed = false;

private:
  void block(Block &block) {
    for (Operation &op : llvm::make_early_inc_range(block)) {
      Status status = visit(&op);
      if (!status.ok() && !trying)
        invalidate(&op, std::move(status));
    }
  }

  void invalidate(Operation *op, Status status) {
    bool isCertain = isa<func::FuncOp>(op->getParentOp());
    std::string name = nodeName(op->getLoc());
    if (isCertain && firstError.ok())
      firstError =
          badModel(status.message())
              .within(name.empty() ? op->getName().getStringRef().str() : str("node '", name, "'"));
    for (mlir::Value result : op->getResults())
      partials.erase(result);
    for (Region &region : op->getRegions())
      forget(region);
    makeInvalid(op, status.message());
    changed = true;
  }

  Status visit(Operation *op) {
    const OperatorInfo *info = infoOf(op);
    if (!info || op->hasTrait<OpTrait::ConstantLike>() || op->hasTrait<OpTrait::IsTerminator>() ||
        isa<InvalidOp>(op))
      return success();
    if (op->getNumRegions() > 0)
      visitRegions(op);
    else if (folding)
      if (auto values = evaluator.evaluate(op); values && replace(op, *values))
        return success();
    return infer(op, *info);
  }

  Status infer(Operation *op, const OperatorInfo &info) {
    if (!options.refine && !llvm::any_of(op->getResults(), mayBeSmall))
      return success(); // there is nothing to learn of its elements
    Attributes attributes = attributesOf(op);
    InferContext context = inferContextOf(op, attributes);
    context.partialOf = [&](size_t i) {
      return partialOf(op->getOperand(static_cast<unsigned>(i)));
    };
    INGOT_TRY(info.infer(context));
    if (context.results.size() != op->getNumResults())
      return success();
    if (mayFold(op))
      learn(op, info, context);
    if (folding && mayFold(op) && replaceKnown(op))
      return success();
    if (options.refine)
      for (auto [result, type] : llvm::zip(op->getResults(), context.results))
        refine(result, type);
    return success();
  }

  /// Whether elements of it may be known one by one.
  static bool mayBeSmall(mlir::Value value) {
    auto shape = staticShape(value);
    auto count = shape ? elementCount(*shape) : std::nullopt;
    return !shape || (count && *count <= maxPartial);
  }

  /// Keeps what is known of the elements of small results.
  void learn(Operation *op, const OperatorInfo &info, const InferContext &context) {
    std::vector<std::optional<PartialTensor>> known(context.results.size());
    for (size_t i = 0; i < context.known.size(); ++i)
      if (context.known[i])
        known[i] = interp::fromIntegers(*context.known[i], context.results[i]);
    if (context.known.empty() && llvm::all_of(op->getResults(), mayBeSmall)) {
      std::vector<std::optional<PartialTensor>> given;
      for (mlir::Value operand : op->getOperands())
        given.push_back(partialOf(operand));
      auto passed =
          interp::propagate(info, context.attributes, context.operands, given, context.results);
      for (size_t i = 0; passed && i < known.size(); ++i)
        known[i] = std::move((*passed)[i]);
    }
    for (auto [result, partial] : llvm::zip(op->getResults(), known))
      if (partial)
        partials.insert_or_assign(result, std::move(*partial));
  }

  std::optional<PartialTensor> partialOf(mlir::Value value) const {
    if (auto found = partials.find(value); found != partials.end())
      return found->second;
    auto shape = isConstant(value) ? staticShape(value) : std::nullopt;
    auto count = shape ? elementCount(*shape) : std::nullopt;
    if (!count || *count > maxPartial)
      return std::nullopt;
    auto tensor = constantTensor(value);
    return tensor ? std::optional(PartialTensor::of(std::move(*tensor))) : std::nullopt;
  }

  /// Replaces an operator by constants when all elements of all its results are known.
  bool replaceKnown(Operation *op) {
    std::vector<Tensor> values;
    for (mlir::Value result : op->getResults()) {
      auto found = partials.find(result);
      if (found == partials.end() || !found->second.isComplete())
        return false;
      values.push_back(found->second.value);
    }
    return !values.empty() && replace(op, values);
  }

  bool replace(Operation *op, const std::vector<Tensor> &values) {
    for (auto [result, value] : llvm::zip(op->getResults(), values))
      if (!refines(ValueType::tensor(value.type(), value.shape()), typeOf(result)))
        return false;
    OpBuilder builder(op);
    for (auto [result, value] : llvm::zip(op->getResults(), values)) {
      mlir::Value constant = createConstant(builder, op->getLoc(), value);
      if (constant.getType() != result.getType() && !mayChange(result))
        constant = identity(builder, op->getLoc(), constant, result.getType());
      result.replaceAllUsesWith(constant);
      partials.erase(result);
    }
    op->erase();
    changed = true;
    return true;
  }

  static mlir::Value identity(OpBuilder &builder, Location loc, mlir::Value value, Type type) {
    Operation *op = createInferred(builder, loc, "graph.identity", value);
    op->getResult(0).setType(type);
    return op->getResult(0);
  }

  /// Operators of the graph take whatever fits; calls and returns want the type that is written.
  bool mayChange(mlir::Value value) const {
    return llvm::all_of(value.getUsers(), [&](Operation *user) {
      return infoOf(user) || (isa<func::ReturnOp>(user) && !isCalled);
    });
  }

  void refine(mlir::Value value, const ValueType &inferred) {
    ValueType stated = typeOf(value);
    // A quantized element says more than its storage.
    bool isPlain = toMlir(value.getContext(), stated) == value.getType();
    auto better = isPlain ? meet(stated, inferred) : std::nullopt;
    Type type = better ? toMlir(value.getContext(), *better) : value.getType();
    if (type == value.getType() || !mayChange(value))
      return;
    value.setType(type);
    changed = true;
  }

  //===------------------------------------------------------------------------------------------===//
  // Regions
  //===------------------------------------------------------------------------------------------===//

  void visitRegions(Operation *op) {
    if (options.refine && isa<LoopOp, ScanOp>(op))
      settleArguments(op);
    for (Region &region : op->getRegions())
      block(region.front());
  }

  /// Gives the arguments of a loop's body the types of the initial values, or as much of them as
  /// every trip keeps.
  void settleArguments(Operation *op) {
    Region &body = op->getRegion(0);
    std::vector<std::optional<ValueType>> wanted = initialTypes(op);
    Snapshot before(body);
    for (int attempt = 0; attempt < attempts && takeTypes(body, wanted); ++attempt) {
      bool wasFolding = std::exchange(folding, false), wasTrying = std::exchange(trying, true);
      block(body.front());
      folding = wasFolding;
      trying = wasTrying;
      if (carriesOn(op, wanted))
        return;
      forget(body);
      before.restore();
    }
  }

  /// Sets the arguments' types; whether that changed one.
  bool takeTypes(Region &body, const std::vector<std::optional<ValueType>> &wanted) {
    bool isNew = false;
    for (auto [argument, type] : llvm::zip(body.getArguments(), wanted)) {
      auto better = type ? meet(typeOf(argument), *type) : std::nullopt;
      if (!better || better->text() == typeOf(argument).text())
        continue;
      argument.setType(toMlir(argument.getContext(), *better));
      isNew = true;
    }
    changed |= isNew;
    return isNew;
  }

  /// What is known of the body's arguments at the first trip; nothing for those that no operand
  /// gives.
  static std::vector<std::optional<ValueType>> initialTypes(Operation *op) {
    std::vector<std::optional<ValueType>> types(op->getRegion(0).getNumArguments());
    if (auto loop = dyn_cast<LoopOp>(op)) {
      for (auto [i, value] : llvm::enumerate(loop.getInitial()))
        types[i + 2] = typeOf(value);
      return types;
    }
    auto scan = cast<ScanOp>(op);
    if (scan.getBatched())
      return types;
    size_t states = types.size() - static_cast<size_t>(scan.getScanInputs());
    for (auto [i, value] : llvm::enumerate(scan.getValues())) {
      ValueType type = typeOf(value);
      if (i >= states) {
        auto axis = type.ranked ? normalizeAxis(scan.getInputAxes()[i - states], type.rank())
                                : std::nullopt;
        if (!axis)
          continue;
        type.dims.erase(type.dims.begin() + *axis);
      }
      types[i] = std::move(type);
    }
    return types;
  }

  /// Whether what the body yields has the types that its arguments were given; where not, `wanted`
  /// is widened.
  static bool carriesOn(Operation *op, std::vector<std::optional<ValueType>> &wanted) {
    bool isLoop = isa<LoopOp>(op);
    size_t first = isLoop ? 2 : 0, lead = isLoop ? 1 : 0;
    size_t carried = isLoop ? cast<LoopOp>(op).getInitial().size()
                            : wanted.size() - static_cast<size_t>(cast<ScanOp>(op).getScanInputs());
    Region &body = op->getRegion(0);
    auto yields = body.front().getTerminator()->getOperands();
    bool stable = true;
    for (size_t i = 0; i < carried; ++i) {
      ValueType argument = typeOf(body.getArgument(static_cast<unsigned>(first + i)));
      ValueType yielded = typeOf(yields[static_cast<unsigned>(lead + i)]);
      if (refines(yielded, argument))
        continue;
      stable = false;
      wanted[first + i] = commonType(argument, yielded);
    }
    return stable;
  }

  /// Drops what was learned of values in a region under types that did not hold.
  void forget(Region &region) {
    region.walk([&](Operation *op) {
      for (mlir::Value result : op->getResults())
        partials.erase(result);
    });
  }

  const PropagationOptions &options;
  ConstantEvaluator evaluator;
  bool isCalled = false;
  bool folding = options.fold;
  bool trying = false; ///< types that may not hold: nothing may change but types
  Status firstError = success();
  llvm::DenseMap<mlir::Value, PartialTensor> partials;
};

/// What was only there for the operators that became constants.
void dropUnused(func::FuncOp function) {
  function->walk<WalkOrder::PostOrder, ReverseIterator>([](Operation *op) {
    if (infoOf(op) && isOpTriviallyDead(op))
      op->erase();
  });
}

} // namespace

Status propagate(func::FuncOp function, const PropagationOptions &options, bool *changed) {
  if (function.isExternal())
    return success();
  Walk walk(options);
  Status status = walk.function(function);
  if (walk.changed)
    dropUnused(function);
  if (changed)
    *changed = walk.changed;
  return status;
}

} // namespace ingot::graph
