// op(x: f32) → cast(op(cast(x, f16)), f32), with the casts between converted operators dropped.
//
// Every operator that may is given half-precision operands, and its shape function says what then
// comes out; one that refuses them stays as it is. What enters and leaves the function stays f32.
// To f32 it is the same with the types exchanged.
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

bool isHalf(ElementType type) { return type == ElementType::F16 || type == ElementType::BF16; }

/// What becomes of the other type: f32, or f16 and bf16.
bool isConverted(ElementType element, ElementType type) {
  return isHalf(type) ? element == ElementType::F32 : isHalf(element);
}
bool isConverted(mlir::Value value, ElementType type) {
  return isa<TensorType>(value.getType()) && isConverted(elementOf(value), type);
}

/// A cast from integers that may be beyond 65504: sums of products, positions.
bool isWideInteger(mlir::Value value) {
  auto cast = value.getDefiningOp<CastOp>();
  return cast && isIntegerValue(cast.getX()) && elementBits(elementOf(cast.getX())) >= 32;
}

/// Not so where f32 is a parameter instead of data, where the conversion itself is the point, and
/// where wide integers are scaled to what has a normal range.
bool isConvertible(Operation *op, ElementType type) {
  const OperatorInfo *info = infoOf(op);
  if (!info || op->getNumRegions() > 0 || info->random || info->category == Category::Opaque ||
      info->category == Category::Structural)
    return false;
  if (isHalf(type) && llvm::any_of(op->getOperands(), isWideInteger))
    return false;
  if (auto cast = dyn_cast<CastOp>(op))
    return isHalf(type) ? isConverted(cast.getY(), type) && !isConverted(cast.getX(), type) &&
                              !isWideInteger(cast.getY())
                        : isConverted(cast.getX(), type) || isConverted(cast.getY(), type);
  return !factsOf(*info).keepsPrecision;
}

/// Values in the type that they are converted to, each converted once.
class Converted {
public:
  explicit Converted(ElementType type) : type(type) {}

  /// `value` in the type: what it was converted back from, a converted constant, or a cast.
  mlir::Value of(mlir::Value value) {
    mlir::Value &found = values[value];
    if (found)
      return found;
    OpBuilder builder(value.getContext());
    builder.setInsertionPointAfterValue(value);
    if (auto tensor = isHalf(type) ? constantTensor(value) : std::nullopt)
      return found = createConstant(builder, value.getLoc(), converted(*tensor));
    return found = Emitter(builder, value.getLoc()).cast(value, type);
  }
  /// Says that `value` is `from`, converted back.
  void remember(mlir::Value value, mlir::Value from) { values[value] = from; }

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
  llvm::DenseMap<mlir::Value, mlir::Value> values;
};

struct ConvertPrecision : impl::ConvertPrecisionBase<ConvertPrecision> {
  using ConvertPrecisionBase::ConvertPrecisionBase;

  void runOnOperation() override {
    auto parsed = elementFromName(type.getValue());
    if (!parsed || (!isHalf(*parsed) && parsed != ElementType::F32)) {
      getOperation()->emitError("type: '") << type.getValue() << "', wanted f16, bf16 or f32";
      return signalPassFailure();
    }
    wanted = *parsed;
    kept.clear();
    for (const std::string &name : keep)
      kept.insert(name);
    SmallVector<Operation *> candidates;
    getOperation()->walk([&](Operation *op) {
      if (isConvertible(op, wanted) && !isKept(op))
        candidates.push_back(op);
    });
    Converted values(wanted);
    for (Operation *op : candidates)
      convert(op, values);
    // Casts back that nobody needed, and the constants that were converted.
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

  /// The types of the results on converted operands; nothing when the operator refuses them or they
  /// change nothing.
  std::optional<std::vector<ValueType>> inferredTypes(Operation *op,
                                                      const Attributes &attributes) const {
    InferContext context = inferContextOf(op, attributes);
    bool changed = isa<CastOp>(op);
    for (auto [type, operand] : llvm::zip(context.operands, op->getOperands()))
      if (isConverted(operand, wanted)) {
        type.element = wanted;
        changed = true;
      }
    const OperatorInfo *info = infoOf(op);
    // Values that decide a shape are not of such floats.
    context.valueOf = [op, this](size_t i) {
      mlir::Value operand = op->getOperand(static_cast<unsigned>(i));
      return isConverted(operand, wanted) ? std::nullopt : constantTensor(operand);
    };
    if (!changed || !info->infer(context).ok())
      return std::nullopt;
    return std::move(context.results);
  }

  void convert(Operation *op, Converted &values) const {
    Attributes attributes = attributesOf(op);
    Attributes changed;
    auto cast = dyn_cast<CastOp>(op);
    bool castsToOther = cast && isConverted(cast.getY(), wanted);
    for (const auto &[name, value] : attributes)
      changed.set(name, castsToOther && name == "to" ? AttributeValue(wanted) : value);
    auto types = inferredTypes(op, changed);
    if (!types)
      return;
    OpBuilder builder(op);
    for (OpOperand &operand : op->getOpOperands())
      if (isConverted(operand.get(), wanted))
        operand.set(values.of(operand.get()));
    if (castsToOther)
      op->setAttr("to", TypeAttr::get(toMlir(op->getContext(), wanted)));
    builder.setInsertionPointAfter(op);
    for (auto [result, type] : llvm::zip(op->getResults(), *types)) {
      auto before = dyn_cast<TensorType>(result.getType());
      if (!before || !isConverted(result, wanted) || type.element != wanted)
        continue;
      ElementType element = elementOf(result);
      result.setType(before.clone(toMlir(op->getContext(), wanted)));
      // Readers that stay get it back; those that follow take the converted value itself.
      Emitter e(builder, op->getLoc());
      Operation *back = e.op("cast", {result}, {{"to", element}});
      back->getResult(0).setType(before);
      result.replaceAllUsesExcept(back->getResult(0), back);
      values.remember(back->getResult(0), result);
    }
  }

  ElementType wanted = ElementType::F16;
  llvm::StringSet<> kept;
};

} // namespace
} // namespace ingot
