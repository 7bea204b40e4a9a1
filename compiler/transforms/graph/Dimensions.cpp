// Follows sizes that are not known back to where they come from.
#include "compiler/transforms/graph/Dimensions.h"

#include "compiler/dialect/graph/Contraction.h"
#include "compiler/dialect/graph/Facts.h"
#include "compiler/dialect/graph/Movement.h"

using namespace mlir;

namespace ingot::graph {
namespace {

/// Longer ways are not worth it.
constexpr int maxSteps = 256;

/// A place where a size is stated: an axis of a tensor.
struct Origin {
  mlir::Value value;
  size_t axis;
  bool operator==(const Origin &) const = default;
};

std::optional<std::vector<int64_t>> axesFromFront(mlir::Value axes, size_t rank) {
  auto given = constantIntegers(axes);
  if (given)
    for (int64_t &axis : *given)
      axis += axis < 0 ? static_cast<int64_t>(rank) : 0;
  return given;
}

size_t rankOf(mlir::Value value) { return dimsOf(value)->size(); }

bool contains(const std::vector<int64_t> &axes, size_t axis) {
  return llvm::is_contained(axes, static_cast<int64_t>(axis));
}

class Tracer {
public:
  /// Where the size of an axis comes from; the axis itself when nothing is known.
  Origin trace(Origin at) {
    while (steps++ < maxSteps) {
      auto before = stepBack(at);
      if (!before)
        return at;
      at = *before;
    }
    return at;
  }

private:
  std::optional<Origin> stepBack(Origin at) {
    Operation *op = at.value.getDefiningOp();
    if (!op || !dimsOf(at.value))
      return std::nullopt;
    // Only where the operand's axes are known does an axis mean something.
    if (op->getNumOperands() > 0 && !dimsOf(op->getOperand(0)))
      return std::nullopt;
    const OperatorInfo *info = infoOf(op);
    bool keepsShape = info && factsOf(*info).keepsShape && at.value == op->getResult(0);
    if (isUnaryElementwise(op) || keepsShape)
      return Origin{op->getOperand(0), at.axis};
    if (isBroadcasting(op))
      return throughBroadcast(op, at);
    if (auto transpose = dyn_cast<TransposeOp>(op)) {
      auto perm = transpose.getPerm();
      size_t axis =
          perm.empty() ? rankOf(at.value) - 1 - at.axis : static_cast<size_t>(perm[at.axis]);
      return Origin{transpose.getX(), axis};
    }
    if (auto matmul = dyn_cast<MatmulOp>(op))
      return throughMatmul(matmul, at);
    if (auto reshape = dyn_cast<ReshapeOp>(op))
      return entryOf(reshape.getShape(), static_cast<int64_t>(at.axis), reshape);
    return throughParts(op, at);
  }

  std::optional<Origin> throughParts(Operation *op, Origin at) {
    mlir::Value x = op->getNumOperands() ? op->getOperand(0) : mlir::Value();
    if (auto squeeze = dyn_cast<SqueezeOp>(op)) {
      auto axes = axesFromFront(squeeze.getAxes(), rankOf(x));
      if (!axes || axes->empty()) // every axis of size 1, whichever these are
        return std::nullopt;
      return Origin{x, nthOutside(*axes, at.axis)};
    }
    if (auto unsqueeze = dyn_cast<UnsqueezeOp>(op)) {
      auto axes = axesFromFront(unsqueeze.getAxes(), rankOf(at.value));
      if (!axes || contains(*axes, at.axis))
        return std::nullopt;
      size_t before =
          llvm::count_if(*axes, [&](int64_t axis) { return axis < static_cast<int64_t>(at.axis); });
      return Origin{x, at.axis - before};
    }
    if (auto split = dyn_cast<SplitOp>(op)) {
      auto axis = static_cast<int64_t>(split.getAxis());
      axis += axis < 0 ? static_cast<int64_t>(rankOf(x)) : 0;
      return axis == static_cast<int64_t>(at.axis) ? std::nullopt
                                                   : std::optional(Origin{x, at.axis});
    }
    if (auto slice = dyn_cast<SliceOp>(op)) {
      auto axes = axesFromFront(slice.getAxes(), rankOf(x));
      return !axes || contains(*axes, at.axis) ? std::nullopt : std::optional(Origin{x, at.axis});
    }
    return std::nullopt;
  }

  /// The axis that comes at place `n` when `axes` are left out.
  static size_t nthOutside(const std::vector<int64_t> &axes, size_t n) {
    size_t axis = 0;
    for (;; ++axis)
      if (!contains(axes, axis) && n-- == 0)
        return axis;
  }

  /// The one operand whose axis is not certainly 1; several where they agree.
  std::optional<Origin> throughBroadcast(Operation *op, Origin at) {
    size_t fromEnd = rankOf(at.value) - at.axis;
    std::optional<Origin> found;
    for (mlir::Value operand : op->getOperands()) {
      auto dims = dimsOf(operand);
      if (!dims)
        return std::nullopt;
      if (dims->size() < fromEnd || (*dims)[dims->size() - fromEnd] == 1)
        continue;
      Origin here{operand, dims->size() - fromEnd};
      if (found && trace(*found) != trace(here))
        return std::nullopt;
      found = here;
    }
    return found;
  }

  std::optional<Origin> throughMatmul(MatmulOp matmul, Origin at) {
    auto a = dimsOf(matmul.getA()), b = dimsOf(matmul.getB());
    size_t rank = rankOf(at.value);
    if (!a || !b || a->size() < 2 || b->size() < 2)
      return std::nullopt;
    size_t fromEnd = rank - at.axis;
    if (fromEnd == 2)
      return Origin{matmul.getA(), a->size() - (matmul.getTransposeA() ? 1 : 2)};
    if (fromEnd == 1)
      return Origin{matmul.getB(), b->size() - (matmul.getTransposeB() ? 2 : 1)};
    std::optional<Origin> found;
    for (mlir::Value operand : matmul->getOperands()) {
      auto dims = dimsOf(operand);
      if (dims->size() < fromEnd || (*dims)[dims->size() - fromEnd] == 1)
        continue;
      Origin here{operand, dims->size() - fromEnd};
      if (found && trace(*found) != trace(here))
        return std::nullopt;
      found = here;
    }
    return found;
  }

  /// Where entry `i` of a shape comes from: the dimension of some tensor. A constant 0 copies the
  /// reshape's own operand.
  std::optional<Origin> entryOf(mlir::Value shape, int64_t i, ReshapeOp reshape) {
    while (steps++ < maxSteps) {
      if (auto constant = constantIntegers(shape))
        return i < static_cast<int64_t>(constant->size()) &&
                       (*constant)[static_cast<size_t>(i)] == 0 && !reshape.getAllowzero()
                   ? std::optional(Origin{reshape.getX(), static_cast<size_t>(i)})
                   : std::nullopt;
      Operation *op = shape.getDefiningOp();
      if (auto shapeOf = op ? dyn_cast<ShapeOp>(op) : nullptr)
        return dimensionOf(shapeOf, i);
      if (!op || !stepThroughShape(op, shape, i))
        return std::nullopt;
    }
    return std::nullopt;
  }

  static std::optional<Origin> dimensionOf(ShapeOp shape, int64_t i) {
    auto dims = dimsOf(shape.getX());
    if (!dims)
      return std::nullopt;
    auto start = static_cast<int64_t>(shape.getStart());
    start += start < 0 ? static_cast<int64_t>(dims->size()) : 0;
    int64_t axis = std::max<int64_t>(start, 0) + i;
    return axis < static_cast<int64_t>(dims->size())
               ? std::optional(Origin{shape.getX(), static_cast<size_t>(axis)})
               : std::nullopt;
  }

  /// Goes from element `i` of a small vector to the element it is a copy of.
  static bool stepThroughShape(Operation *op, mlir::Value &shape, int64_t &i) {
    if (isa<ReshapeOp, SqueezeOp, UnsqueezeOp>(op) || op->getName().stripDialect() == "cast") {
      shape = op->getOperand(0);
      return true;
    }
    if (auto concat = dyn_cast<ConcatOp>(op)) {
      for (mlir::Value part : concat.getXs()) {
        auto size = staticShape(part);
        if (!size || size->size() != 1)
          return false;
        if (i < (*size)[0]) {
          shape = part;
          return true;
        }
        i -= (*size)[0];
      }
      return false;
    }
    if (auto gather = dyn_cast<GatherOp>(op)) {
      auto indices = constantIntegers(gather.getIndices());
      auto size = staticShape(gather.getX());
      if (!indices || !size || size->size() != 1 || i >= static_cast<int64_t>(indices->size()))
        return false;
      i = (*indices)[static_cast<size_t>(i)];
      i += i < 0 ? (*size)[0] : 0;
      shape = gather.getX();
      return true;
    }
    auto slice = dyn_cast<SliceOp>(op);
    auto starts = slice ? constantIntegers(slice.getStarts()) : std::nullopt;
    auto steps = slice ? constantIntegers(slice.getSteps()) : std::nullopt;
    auto size = slice ? staticShape(slice.getX()) : std::nullopt;
    bool plain =
        slice && (isNone(slice.getSteps()) || (steps && *steps == std::vector<int64_t>{1}));
    if (!plain || !starts || starts->size() != 1 || !size || size->size() != 1)
      return false;
    int64_t start = (*starts)[0] + ((*starts)[0] < 0 ? (*size)[0] : 0);
    i += std::clamp<int64_t>(start, 0, (*size)[0]);
    shape = slice.getX();
    return true;
  }

  int steps = 0;
};

} // namespace

bool sameDimension(mlir::Value a, size_t i, mlir::Value b, size_t j) {
  auto first = dimsOf(a), second = dimsOf(b);
  if (!first || !second)
    return false;
  if (!ShapedType::isDynamic((*first)[i]) && !ShapedType::isDynamic((*second)[j]))
    return (*first)[i] == (*second)[j];
  return Tracer().trace({a, i}) == Tracer().trace({b, j});
}

} // namespace ingot::graph
