// What the graph patterns share.
#include "compiler/transforms/graph/Support.h"

#include "compiler/dialect/graph/Facts.h"
#include "compiler/dialect/graph/Graph.h"
#include "compiler/dialect/graph/Structural.h"
#include "compiler/dialect/graph/infer/Shapes.h"
#include "compiler/interp/EvalContext.h"

#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "llvm/ADT/SetVector.h"

#include <algorithm>
#include <cmath>

using namespace mlir;

namespace ingot::graph {

Status inferBroadcast(InferContext &);
Status inferBroadcastToBool(InferContext &);
Status inferBroadcastToFirst(InferContext &);
Status inferPow(InferContext &);
Status inferWhere(InferContext &);

//===--------------------------------------------------------------------------------------------===//
// Constants
//===--------------------------------------------------------------------------------------------===//

bool isConstant(mlir::Value value) {
  Operation *op = value.getDefiningOp();
  return op && op->getName().getStringRef() == "graph.constant";
}

std::optional<Tensor> constantTensor(mlir::Value value) {
  auto tensor = constantOf(value);
  if (!tensor)
    return std::nullopt;
  auto aligned = tensor->aligned();
  return aligned.ok() ? std::optional(aligned.take()) : std::nullopt;
}

std::optional<std::vector<int64_t>> constantIntegers(mlir::Value value) {
  auto tensor = constantTensor(value);
  bool fits = tensor && tensor->rank() <= 1 &&
              (isInteger(tensor->type()) || tensor->type() == ElementType::Bool);
  return fits ? std::optional(tensor->integers()) : std::nullopt;
}

std::optional<double> uniformNumber(mlir::Value value) {
  // Not aligned: a large constant would be copied to see that its second element differs.
  auto tensor = constantOf(value);
  bool isNumber = tensor && !tensor->isString() &&
                  elementClass(tensor->type()) != ElementClass::Complex && tensor->elements() > 0;
  if (!isNumber)
    return std::nullopt;
  size_t width = elementBytes(tensor->type());
  const char *bytes = static_cast<const char *>(tensor->bytes());
  for (int64_t i = 1; i < tensor->elements(); ++i)
    if (std::memcmp(bytes, bytes + static_cast<size_t>(i) * width, width) != 0)
      return std::nullopt;
  auto first = Tensor::view(tensor->type(), {}, bytes, nullptr).aligned();
  return first.ok() ? std::optional(first->numberAt(0)) : std::nullopt;
}

mlir::Value createConstant(OpBuilder &builder, Location loc, const Tensor &tensor) {
  ElementsAttr value = toMlir(builder.getContext(), tensor);
  OperationState state(loc, "graph.constant");
  state.addAttribute("value", value);
  state.addTypes(value.getType());
  return builder.create(state)->getResult(0);
}

mlir::Value createIntegers(OpBuilder &builder, Location loc, ArrayRef<int64_t> values) {
  return createConstant(builder, loc, Tensor::ofInts(values.vec()));
}

mlir::Value createNone(OpBuilder &builder, Location loc) {
  OperationState state(loc, "graph.none");
  state.addTypes(builder.getNoneType());
  return builder.create(state)->getResult(0);
}

mlir::Value createScalar(OpBuilder &builder, Location loc, ElementType type, double number) {
  auto tensor = interp::convert(Tensor::scalar(number), type, nullptr);
  assert(tensor.ok() && "every number type can be converted to");
  return createConstant(builder, loc, *tensor);
}

//===--------------------------------------------------------------------------------------------===//
// Types
//===--------------------------------------------------------------------------------------------===//

ElementType elementOf(mlir::Value value) {
  auto type = dyn_cast<TensorType>(value.getType());
  auto element = type ? elementFromMlir(type.getElementType()) : std::nullopt;
  return element.value_or(ElementType::F32);
}

bool isFloatValue(mlir::Value value) {
  return isa<TensorType>(value.getType()) && isFloat(elementOf(value));
}

bool isIntegerValue(mlir::Value value) {
  return isa<TensorType>(value.getType()) && isInteger(elementOf(value));
}

std::optional<ArrayRef<int64_t>> dimsOf(mlir::Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  return type ? std::optional(type.getShape()) : std::nullopt;
}

bool isStatic(mlir::Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  return type && type.hasStaticShape();
}

std::optional<Shape> staticShape(mlir::Value value) {
  auto dims = dimsOf(value);
  return dims && isStatic(value) ? std::optional(Shape(dims->begin(), dims->end())) : std::nullopt;
}

bool broadcastsInto(mlir::Value from, mlir::Value to) {
  auto small = dimsOf(from), large = dimsOf(to);
  if (!small)
    return false;
  if (!large)
    return small->empty();
  if (small->size() > large->size())
    return false;
  size_t lead = large->size() - small->size();
  for (size_t i = 0; i < small->size(); ++i) {
    int64_t dim = (*small)[i];
    if (dim != 1 && (ShapedType::isDynamic(dim) || dim != (*large)[lead + i]))
      return false;
  }
  return true;
}

std::optional<ValueType> meet(const ValueType &a, const ValueType &b) {
  if (a.kind != b.kind)
    return std::nullopt;
  if (a.isNone())
    return a;
  if (!a.isTensor()) {
    auto inner = meet(*a.inner, *b.inner);
    if (!inner)
      return std::nullopt;
    return a.isSequence() ? ValueType::sequence(*inner) : ValueType::optional(*inner);
  }
  if (a.element != b.element)
    return std::nullopt;
  if (a.quantization && b.quantization && *a.quantization != *b.quantization)
    return std::nullopt;
  ValueType both = a.ranked ? a : b;
  // Shape functions tell of the storage only.
  both.quantization = a.quantization ? a.quantization : b.quantization;
  if (!a.ranked || !b.ranked)
    return both;
  if (!compatibleDims(a.dims, b.dims))
    return std::nullopt;
  for (size_t i = 0; i < both.dims.size(); ++i)
    both.dims[i] = mergeDim(a.dims[i], b.dims[i]);
  return both;
}

bool refines(const ValueType &precise, const ValueType &vague) {
  auto both = meet(precise, vague);
  return both && both->text() == precise.text();
}

//===--------------------------------------------------------------------------------------------===//
// Operators
//===--------------------------------------------------------------------------------------------===//

const OperatorInfo *infoOf(Operation *op) {
  StringRef name = op->getName().getStringRef();
  return name.starts_with("graph.") ? findOperator(std::string_view(name)) : nullptr;
}

bool isUnaryElementwise(Operation *op) {
  const OperatorInfo *info = infoOf(op);
  return info && info->category == Category::Elementwise && !info->random &&
         op->getNumOperands() == 1 && op->getNumResults() == 1;
}

bool isBroadcasting(Operation *op) {
  const OperatorInfo *info = infoOf(op);
  return info && factsOf(*info).broadcasts;
}

InferContext inferContextOf(Operation *op, const Attributes &attributes) {
  const OperatorInfo *info = infoOf(op);
  std::vector<ValueType> types;
  for (mlir::Value operand : op->getOperands())
    types.push_back(fromMlir(operand.getType()).value_or(ValueType::none()));
  InferContext context(info->name, attributes, std::move(types));
  context.valueOf = [op](size_t i) {
    return constantTensor(op->getOperand(static_cast<unsigned>(i)));
  };
  for (Region &region : op->getRegions())
    context.regions.push_back(typesOf(region));
  return context;
}

std::optional<ValueType> resultTypeWith(Operation *op, ValueRange operands) {
  Attributes attributes = attributesOf(op);
  InferContext context = inferContextOf(op, attributes);
  for (auto [type, operand] : llvm::zip(context.operands, operands))
    type = fromMlir(operand.getType()).value_or(ValueType::none());
  context.valueOf = [&](size_t i) { return constantTensor(operands[i]); };
  if (!infoOf(op)->infer(context).ok() || context.results.size() != 1)
    return std::nullopt;
  return context.results[0];
}

namespace {
/// A result that has the first operand's elements keeps their quantization.
Type withQuantization(Operation *op, Type inferred) {
  auto operand = op->getNumOperands() ? dyn_cast<TensorType>(op->getOperand(0).getType()) : nullptr;
  auto result = dyn_cast<TensorType>(inferred);
  bool moved = operand && result && isa<quant::QuantizedType>(operand.getElementType()) &&
               infoOf(op)->category == Category::Injective;
  return moved ? Type(result.clone(operand.getElementType())) : inferred;
}

/// Sets the result types to what the shape function says of the operands.
void setInferredTypes(Operation *op) {
  Attributes attributes = attributesOf(op);
  InferContext context = inferContextOf(op, attributes);
  if (!infoOf(op)->infer(context).ok())
    return; // the verifier says why
  for (auto [result, type] : llvm::zip(op->getResults(), context.results))
    result.setType(withQuantization(op, toMlir(op->getContext(), type)));
}
} // namespace

Operation *createInferred(OpBuilder &builder, Location loc, StringRef name, ValueRange operands,
                          ArrayRef<NamedAttribute> attributes) {
  OperationState state(loc, name);
  state.addOperands(operands);
  state.addAttributes(attributes);
  state.addTypes(builder.getNoneType());
  Operation *op = builder.create(state);
  setInferredTypes(op);
  return op;
}

Operation *cloneWith(OpBuilder &builder, Operation *op, ValueRange operands) {
  OperationState state(op->getLoc(), op->getName());
  state.addOperands(operands);
  state.addAttributes(op->getAttrs());
  state.addTypes(op->getResultTypes());
  Operation *clone = builder.create(state);
  setInferredTypes(clone);
  return clone;
}

void replaceBy(RewriterBase &rewriter, Operation *op, Operation *created) {
  created->getResult(0).setType(op->getResult(0).getType());
  rewriter.replaceOp(op, created->getResults());
}

LogicalResult replaceByExisting(PatternRewriter &rewriter, Operation *op, mlir::Value value) {
  if (op->getResult(0).getType() != value.getType())
    return rewriter.notifyMatchFailure(op, "users see another type than the value has");
  rewriter.replaceOp(op, value);
  return llvm::success();
}

Operation *makeReshape(OpBuilder &builder, Location loc, mlir::Value x, Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor || tensor.getNumDynamicDims() > 1)
    return nullptr;
  SmallVector<int64_t> target;
  for (int64_t dim : tensor.getShape())
    target.push_back(ShapedType::isDynamic(dim) ? -1 : dim);
  bool isEmpty = llvm::is_contained(target, 0);
  if (isEmpty && tensor.getNumDynamicDims() == 1)
    return nullptr;
  mlir::Value shape = createIntegers(builder, loc, target);
  Operation *reshape = createInferred(builder, loc, "graph.reshape", {x, shape},
                                      flagAttribute(builder, "allowzero", isEmpty));
  reshape->getResult(0).setType(type);
  return reshape;
}

NamedAttribute integerAttribute(OpBuilder &builder, StringRef name, int64_t value) {
  return builder.getNamedAttr(name, builder.getI64IntegerAttr(value));
}

NamedAttribute integersAttribute(OpBuilder &builder, StringRef name, ArrayRef<int64_t> values) {
  return builder.getNamedAttr(name, builder.getDenseI64ArrayAttr(values));
}

NamedAttribute flagAttribute(OpBuilder &builder, StringRef name, bool value) {
  return builder.getNamedAttr(name, builder.getBoolAttr(value));
}

Status checkConstraints(Operation *op) {
  const OperatorInfo *info = infoOf(op);
  if (!info || op->hasTrait<OpTrait::IsTerminator>() || isa<InvalidOp>(op))
    return success();
  Attributes attributes = attributesOf(op);
  InferContext context = inferContextOf(op, attributes);
  return info->infer(context);
}

void makeInvalid(Operation *op, StringRef message) {
  OpBuilder builder(op);
  auto invalid =
      InvalidOp::create(builder, op->getLoc(), op->getResultTypes(), op->getOperands(), message);
  op->replaceAllUsesWith(invalid);
  op->erase();
}

namespace {
/// Remembers the operators that rewrites have made or given other operands.
class Touched : public RewriterBase::Listener {
public:
  void notifyOperationInserted(Operation *op, OpBuilder::InsertPoint) override { ops.insert(op); }
  void notifyOperationModified(Operation *op) override { ops.insert(op); }
  void notifyOperationErased(Operation *op) override {
    op->walk([&](Operation *inner) { ops.erase(inner); });
  }
  /// Those of them that are in `root`, in the order of the program.
  std::vector<Operation *> in(Operation *root) const {
    std::vector<Operation *> ordered;
    if (!ops.empty())
      root->walk<WalkOrder::PreOrder>([&](Operation *op) {
        if (ops.contains(op))
          ordered.push_back(op);
      });
    return ordered;
  }

private:
  llvm::DenseSet<Operation *> ops;
};

/// Whether an operator occurs that a pattern starts at.
bool mayMatch(Operation *root, const FrozenRewritePatternSet &patterns) {
  if (!patterns.getMatchAnyOpNativePatterns().empty())
    return true;
  const auto &starts = patterns.getOpSpecificNativePatterns();
  return root
      ->walk([&](Operation *op) {
        return starts.contains(op->getName()) ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

/// Moves constants to the start of the function, out of branches and loops.
void constantsFirst(Operation *root) {
  root->walk([](func::FuncOp function) {
    if (function.isExternal())
      return;
    Block &entry = function.getBody().front();
    Operation *rest = &entry.front();
    while (isa<ConstantOp>(rest))
      rest = rest->getNextNode();
    std::vector<Operation *> late;
    for (Operation &op : llvm::make_range(rest->getIterator(), entry.end()))
      op.walk([&](ConstantOp constant) {
        if (constant->getParentWithTrait<OpTrait::IsIsolatedFromAbove>() == function)
          late.push_back(constant);
      });
    for (Operation *op : late)
      op->moveBefore(rest);
  });
}

} // namespace

bool applyGreedily(Operation *root, const FrozenRewritePatternSet &patterns) {
  if (!mayMatch(root, patterns))
    return false;
  GreedyRewriteConfig config;
  config.setRegionSimplificationLevel(GreedySimplifyRegionLevel::Disabled);
  // Only constants fold, to themselves; equal ones are merged by a pass of their own.
  config.enableFolding(false);
  config.enableConstantCSE(false);
  Touched touched;
  config.setListener(&touched);
  bool changed = false;
  // Every rewrite leaves a valid graph, so to stop early loses only what comes after.
  (void)applyPatternsGreedily(root, patterns, config, &changed);
  constantsFirst(root);
  llvm::DenseSet<Operation *> gone; // with an operator go those in its regions
  for (Operation *op : touched.in(root)) {
    Status status = gone.contains(op) ? success() : checkConstraints(op);
    if (status.ok())
      continue;
    op->walk([&](Operation *inner) { gone.insert(inner); });
    makeInvalid(op, status.message());
  }
  return changed;
}

} // namespace ingot::graph
