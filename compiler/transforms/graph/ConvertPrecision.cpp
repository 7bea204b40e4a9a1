// op(x: f32) → cast(op(cast(x, f16)), f32), with the casts between converted operators dropped.
//
// Every operator that may is given half-precision operands, and its shape function says what then
// comes out; one that refuses them stays as it is. What enters and leaves the function stays f32.
#include "compiler/dialect/graph/Elementwise.h"
#include "compiler/dialect/graph/Facts.h"
#include "compiler/dialect/graph/Names.h"
#include "compiler/interp/EvalContext.h"
#include "compiler/transforms/graph/Emitter.h"
#include "compiler/transforms/graph/Passes.h"

#include "mlir/IR/Iterators.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/StringSet.h"

#include <cmath>

using namespace mlir;

namespace ingot {
#define GEN_PASS_DEF_CONVERTPRECISION
#include "compiler/transforms/graph/Passes.h.inc"

namespace {
using namespace graph;

bool isF32(mlir::Value value) {
  return isa<TensorType>(value.getType()) && elementOf(value) == ElementType::F32;
}

/// A cast from integers that may be beyond 65504: sums of products, positions.
bool isWideInteger(mlir::Value value) {
  auto cast = value.getDefiningOp<CastOp>();
  return cast && isIntegerValue(cast.getX()) && elementBits(elementOf(cast.getX())) >= 32;
}

/// Not so where f32 is a parameter instead of data, where the conversion itself is the point, and
/// where wide integers are scaled to what has a normal range.
bool isConvertible(Operation *op) {
  const OperatorInfo *info = infoOf(op);
  if (!info || op->getNumRegions() > 0 || info->random || info->category == Category::Opaque ||
      info->category == Category::Structural)
    return false;
  if (llvm::any_of(op->getOperands(), isWideInteger))
    return false;
  if (auto cast = dyn_cast<CastOp>(op))
    return cast.getTo().isF32() && !isF32(cast.getX()) && !isWideInteger(cast.getY());
  return !factsOf(*info).keepsPrecision;
}

/// Values in the small type, each converted once.
class Halves {
public:
  explicit Halves(ElementType type) : type(type) {}

  /// `value` in the small type: what it was widened from, a converted constant, or a cast.
  mlir::Value of(mlir::Value value) {
    mlir::Value &half = halves[value];
    if (half)
      return half;
    OpBuilder builder(value.getContext());
    builder.setInsertionPointAfterValue(value);
    if (auto tensor = constantTensor(value))
      return half = createConstant(builder, value.getLoc(), converted(*tensor));
    return half = Emitter(builder, value.getLoc()).cast(value, type);
  }
  /// Says that `value` is `half`, widened.
  void remember(mlir::Value value, mlir::Value half) { halves[value] = half; }

private:
  /// Finite numbers stay finite: a mask of -3.4e38 must not become infinite, whose product with 0
  /// is NaN.
  Tensor converted(const Tensor &tensor) const {
    double largest = type == ElementType::F16 ? 65504.0 : 0x1.fep127;
    std::vector<double> numbers;
    for (int64_t i = 0; i < tensor.elements(); ++i) {
      double x = tensor.numberAt(i);
      numbers.push_back(std::isfinite(x) ? std::clamp(x, -largest, largest) : x);
    }
    auto half = interp::convert(Tensor::of<double>(tensor.shape(), numbers), type, nullptr);
    assert(half.ok() && "every float type can be converted to");
    return *half;
  }

  ElementType type;
  llvm::DenseMap<mlir::Value, mlir::Value> halves;
};

struct ConvertPrecision : impl::ConvertPrecisionBase<ConvertPrecision> {
  using ConvertPrecisionBase::ConvertPrecisionBase;

  void runOnOperation() override {
    auto parsed = elementFromName(type.getValue());
    if (parsed != ElementType::F16 && parsed != ElementType::BF16) {
      getOperation()->emitError("type: '") << type.getValue() << "', wanted f16 or bf16";
      return signalPassFailure();
    }
    small = *parsed;
    kept.clear();
    for (const std::string &name : keep)
      kept.insert(name);
    SmallVector<Operation *> candidates;
    getOperation()->walk([&](Operation *op) {
      if (isConvertible(op) && !isKept(op))
        candidates.push_back(op);
    });
    Halves halves(small);
    for (Operation *op : candidates)
      convert(op, halves);
    // Casts back that nobody needed, and the constants in f32.
    getOperation()->walk<WalkOrder::PostOrder, ReverseIterator>([](Operation *op) {
      if (infoOf(op) && isOpTriviallyDead(op))
        op->erase();
    });
  }

  /// By the operator's name or by that of the model's node.
  bool isKept(Operation *op) const {
    return kept.contains(op->getName().stripDialect()) ||
           kept.contains(graph::nodeName(op->getLoc()));
  }

  /// The types of the results on half-precision operands; nothing when the operator refuses them or
  /// they change nothing.
  std::optional<std::vector<ValueType>> inferredTypes(Operation *op,
                                                      const Attributes &attributes) const {
    InferContext context = inferContextOf(op, attributes);
    bool changed = isa<CastOp>(op);
    for (auto [type, operand] : llvm::zip(context.operands, op->getOperands()))
      if (isF32(operand)) {
        type.element = small;
        changed = true;
      }
    const OperatorInfo *info = infoOf(op);
    // Values that decide a shape are not f32.
    context.valueOf = [op](size_t i) {
      mlir::Value operand = op->getOperand(static_cast<unsigned>(i));
      return isF32(operand) ? std::nullopt : constantTensor(operand);
    };
    if (!changed || !info->infer(context).ok())
      return std::nullopt;
    return std::move(context.results);
  }

  void convert(Operation *op, Halves &halves) const {
    Attributes attributes = attributesOf(op);
    Attributes changed;
    for (const auto &[name, value] : attributes)
      changed.set(name, isa<CastOp>(op) && name == "to" ? AttributeValue(small) : value);
    auto types = inferredTypes(op, changed);
    if (!types)
      return;
    OpBuilder builder(op);
    for (OpOperand &operand : op->getOpOperands())
      if (isF32(operand.get()))
        operand.set(halves.of(operand.get()));
    if (isa<CastOp>(op))
      op->setAttr("to", TypeAttr::get(toMlir(op->getContext(), small)));
    builder.setInsertionPointAfter(op);
    for (auto [result, type] : llvm::zip(op->getResults(), *types)) {
      auto before = dyn_cast<TensorType>(result.getType());
      if (!before || !isF32(result) || type.element != small)
        continue;
      mlir::Type narrow = before.clone(toMlir(op->getContext(), small));
      result.setType(narrow);
      // Readers that stay in f32 get it back; those that follow take the small value itself.
      Emitter e(builder, op->getLoc());
      Operation *widened = e.op("cast", {result}, {{"to", ElementType::F32}});
      widened->getResult(0).setType(before);
      result.replaceAllUsesExcept(widened->getResult(0), widened);
      halves.remember(widened->getResult(0), result);
    }
  }

  ElementType small = ElementType::F16;
  llvm::StringSet<> kept;
};

} // namespace
} // namespace ingot
