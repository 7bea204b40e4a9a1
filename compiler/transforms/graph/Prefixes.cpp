// Operators on the first slices of a whole: elementwise ones, and those that compute each slice, or
// group of slices, from the same ones of their operands.
#include "compiler/transforms/graph/Prefixes.h"

#include "compiler/dialect/graph/Movement.h"
#include "compiler/dialect/graph/infer/Shapes.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

using namespace mlir;

namespace ingot::graph {

std::optional<Prefix> prefixOf(mlir::Value value) {
  auto op = value.getDefiningOp<PrefixOp>();
  if (!op || !isStatic(op.getX()) || !isStatic(op.getCount()))
    return std::nullopt;
  auto rank = static_cast<int64_t>(dimsOf(op.getX())->size());
  auto axis = normalizeAxis(static_cast<int64_t>(op.getAxis()), rank);
  if (!axis)
    return std::nullopt;
  return Prefix{op.getX(), op.getCount(), static_cast<size_t>(*axis)};
}

mlir::Value makePrefix(const Prefix &prefix, Emitter &e) {
  return e.value("prefix", {prefix.whole, prefix.count},
                 {{"axis", static_cast<int64_t>(prefix.axis)}});
}

mlir::Value isAmong(const Prefix &prefix, size_t axis, size_t rank, Emitter &e) {
  std::vector<int64_t> places(static_cast<size_t>(prefix.bound()));
  std::iota(places.begin(), places.end(), int64_t{0});
  Shape shape(rank, 1);
  shape[axis] = prefix.bound();
  return e.value("less", {e.constant(Tensor::of(shape, places)), asCount(prefix.count, e)});
}

mlir::Value filled(const Prefix &prefix, double number, Emitter &e) {
  mlir::Value isThere = isAmong(prefix, prefix.axis, dimsOf(prefix.whole)->size(), e);
  return e.value("where", {isThere, prefix.whole, e.number(number, prefix.whole)});
}

mlir::Value asCount(mlir::Value number, Emitter &e) {
  number = e.cast(number, ElementType::I64);
  return dimsOf(number)->empty() ? number : e.reshape(number, {});
}

namespace {

using Values = std::optional<SmallVector<mlir::Value>>;

/// The first `bound` slices of a whole that has more.
mlir::Value narrowed(const Prefix &prefix, int64_t bound, Emitter &e) {
  if (prefix.bound() == bound)
    return prefix.whole;
  mlir::Value axes = e.integers({static_cast<int64_t>(prefix.axis)});
  return e.value("slice", {prefix.whole, e.integers({0}), e.integers({bound}), axes, e.none()});
}

size_t axisOf(const Attributes &attributes, size_t rank) {
  return static_cast<size_t>(
      *normalizeAxis(attributes.integer("axis"), static_cast<int64_t>(rank)));
}

/// Operand 0, where it is a prefix and all others have known sizes.
std::optional<Prefix> firstOperand(Operation *op) {
  auto others = op->getOperands().drop_front();
  bool areKnown =
      llvm::all_of(others, [](mlir::Value other) { return isNone(other) || isStatic(other); });
  return areKnown ? prefixOf(op->getOperand(0)) : std::nullopt;
}

/// The operator on the whole of operand 0; its results are prefixes along an axis of theirs.
Values onWhole(Operation *op, const Prefix &x, size_t axis, Emitter &e, OpBuilder &builder) {
  SmallVector<mlir::Value> operands(op->getOperands());
  operands[0] = x.whole;
  Operation *whole = cloneWith(builder, op, operands);
  SmallVector<mlir::Value> results;
  for (mlir::Value result : whole->getResults())
    results.push_back(isNone(result) ? result : makePrefix({result, x.count, axis}, e));
  return results;
}

/// Along its axis the operator looks at all elements, elsewhere at each for itself.
Values moveBesideAxis(Operation *op, Emitter &e, OpBuilder &builder) {
  auto x = firstOperand(op);
  if (!x || axisOf(attributesOf(op), dimsOf(x->whole)->size()) == x->axis)
    return std::nullopt;
  return onWhole(op, *x, x->axis, e, builder);
}

Values moveArgExtreme(Operation *op, Emitter &e, OpBuilder &builder) {
  auto x = firstOperand(op);
  Attributes attributes = attributesOf(op);
  size_t axis = x ? axisOf(attributes, dimsOf(x->whole)->size()) : 0;
  if (!x || axis == x->axis)
    return std::nullopt;
  bool isDropped = !attributes.flag("keepdims") && axis < x->axis;
  return onWhole(op, *x, x->axis - (isDropped ? 1 : 0), e, builder);
}

/// softmax and its like: `count` axes from `axis` on are one.
Values moveSoftmax(Operation *op, Emitter &e, OpBuilder &builder) {
  auto x = firstOperand(op);
  if (!x)
    return std::nullopt;
  Attributes attributes = attributesOf(op);
  size_t rank = dimsOf(x->whole)->size(), axis = axisOf(attributes, rank);
  auto count = static_cast<size_t>(attributes.integer("count"));
  if (x->axis >= axis && (count == 0 || x->axis < axis + count))
    return std::nullopt;
  return onWhole(op, *x, x->axis, e, builder);
}

/// Norms over all axes from one on.
Values moveNorm(Operation *op, Emitter &e, OpBuilder &builder) {
  auto x = firstOperand(op);
  if (!x || x->axis >= axisOf(attributesOf(op), dimsOf(x->whole)->size()))
    return std::nullopt;
  return onWhole(op, *x, x->axis, e, builder);
}

/// Each element for itself, with a scale for all or for each place along another axis.
Values moveQuantization(Operation *op, Emitter &e, OpBuilder &builder) {
  auto x = firstOperand(op);
  auto scale = x ? dimsOf(op->getOperand(1)) : std::nullopt;
  if (!scale || scale->size() > 1)
    return std::nullopt;
  bool isAlong = axisOf(attributesOf(op), dimsOf(x->whole)->size()) == x->axis;
  if (isAlong && !scale->empty() && scale->front() != 1)
    return std::nullopt;
  return onWhole(op, *x, x->axis, e, builder);
}

/// Each image of a batch for itself.
Values moveBatch(Operation *op, Emitter &e, OpBuilder &builder) {
  auto x = firstOperand(op);
  if (!x || x->axis != 0)
    return std::nullopt;
  return onWhole(op, *x, 0, e, builder);
}

/// Each row of the left factor for itself. A factor of fewer axes than the other is broadcast.
Values moveMatmul(Operation *op, Emitter &e, OpBuilder &builder) {
  auto x = firstOperand(op);
  if (!x)
    return std::nullopt;
  size_t rank = dimsOf(x->whole)->size(), other = dimsOf(op->getOperand(1))->size();
  if (rank < 2 || x->axis + 1 == rank || other > 2)
    return std::nullopt;
  return onWhole(op, *x, x->axis, e, builder);
}

/// Sums and extremes: along the prefix too, where a number changes nothing.
Values moveReduction(Operation *op, Emitter &e, OpBuilder &builder) {
  auto x = firstOperand(op);
  mlir::Value given = op->getOperand(1);
  auto axes = isNone(given) ? std::vector<int64_t>() : constantIntegers(given).value_or(Shape());
  Attributes attributes = attributesOf(op);
  if (!x || (!isNone(given) && axes.empty()))
    return std::nullopt;
  auto rank = static_cast<int64_t>(dimsOf(x->whole)->size());
  auto isBefore = [&](int64_t axis) {
    return *normalizeAxis(axis, rank) < static_cast<int64_t>(x->axis);
  };
  auto isAlong = [&](int64_t axis) {
    return *normalizeAxis(axis, rank) == static_cast<int64_t>(x->axis);
  };
  if (!isNone(given) && llvm::none_of(axes, isAlong)) {
    size_t dropped =
        attributes.flag("keepdims") ? 0 : static_cast<size_t>(llvm::count_if(axes, isBefore));
    return onWhole(op, *x, x->axis - dropped, e, builder);
  }
  ElementType type = elementOf(x->whole);
  std::optional<double> neutral;
  StringRef name = op->getName().stripDialect();
  constexpr double infinity = std::numeric_limits<double>::infinity();
  if (name == "reduce_sum" || name == "reduce_l1" || name == "reduce_l2" ||
      name == "reduce_sum_square")
    neutral = 0;
  else if (name == "reduce_prod")
    neutral = 1;
  else if (name == "reduce_max" && isFloat(type))
    neutral = -infinity;
  else if (name == "reduce_min" && isFloat(type))
    neutral = infinity;
  if (!neutral)
    return std::nullopt;
  SmallVector<mlir::Value> operands = {filled(*x, *neutral, e), given};
  return SmallVector<mlir::Value>{cloneWith(builder, op, operands)->getResult(0)};
}

/// A running sum does not look ahead.
Values moveCumulative(Operation *op, Emitter &e, OpBuilder &builder) {
  auto x = firstOperand(op);
  auto axis = x ? constantIntegers(op->getOperand(1)) : std::nullopt;
  if (!axis)
    return std::nullopt;
  auto along = *normalizeAxis(axis->front(), static_cast<int64_t>(dimsOf(x->whole)->size()));
  if (attributesOf(op).flag("reverse") && along == static_cast<int64_t>(x->axis))
    return std::nullopt;
  return onWhole(op, *x, x->axis, e, builder);
}

/// The largest number that a count can be; nothing where that is not known.
std::optional<int64_t> mostOf(mlir::Value count, int depth = 8) {
  if (auto known = constantIntegers(count))
    return known->size() == 1 ? std::optional(known->front()) : std::nullopt;
  Operation *op = count.getDefiningOp();
  if (!op || depth == 0)
    return std::nullopt;
  if (isa<TruePlacesOp, DistinctOp>(op))
    return elementCount(*staticShape(op->getResult(0)));
  StringRef name = op->getName().stripDialect();
  if (name == "cast" || name == "reshape" || name == "squeeze" || name == "unsqueeze" ||
      name == "identity")
    return mostOf(op->getOperand(0), depth - 1);
  if (name != "min")
    return std::nullopt;
  std::optional<int64_t> least;
  for (mlir::Value operand : op->getOperands())
    if (auto most = mostOf(operand, depth - 1); most && (!least || *most < *least))
      least = most;
  return least;
}

/// The k best of those that count: all others are worse. A k that is over their number ends the
/// run.
Values moveTopK(Operation *op, Emitter &e, OpBuilder &builder) {
  auto x = firstOperand(op);
  if (!x)
    return std::nullopt;
  Attributes attributes = attributesOf(op);
  if (axisOf(attributes, dimsOf(x->whole)->size()) != x->axis)
    return isConstant(op->getOperand(1)) ? onWhole(op, *x, x->axis, e, builder) : std::nullopt;
  auto most = mostOf(op->getOperand(1));
  if (!most || *most <= 0 || !isFloatValue(x->whole))
    return std::nullopt;
  int64_t bound = std::min(*most, x->bound());
  constexpr double infinity = std::numeric_limits<double>::infinity();
  double worst = attributes.flag("largest") ? -infinity : std::nan("");
  mlir::Value k = asCount(op->getOperand(1), e), n = asCount(x->count, e);
  mlir::Value count = e.sub(n, e.within(e.sub(n, k), x->bound()));
  Operation *whole = cloneWith(builder, op, {filled(*x, worst, e), e.integers({bound})});
  SmallVector<mlir::Value> results;
  for (mlir::Value result : whole->getResults())
    results.push_back(makePrefix({result, count, x->axis}, e));
  return results;
}

constexpr MoveRow rows[] = {
    {"arg_max", moveArgExtreme},   {"arg_min", moveArgExtreme},
    {"average_pool", moveBatch},   {"batch_norm", moveBatch},
    {"conv", moveBatch},           {"cum_prod", moveCumulative},
    {"cum_sum", moveCumulative},   {"dequantize_linear", moveQuantization},
    {"hardmax", moveSoftmax},      {"layer_norm", moveNorm},
    {"log_softmax", moveSoftmax},  {"matmul", moveMatmul},
    {"max_pool", moveBatch},       {"quantize_linear", moveQuantization},
    {"reduce_l1", moveReduction},  {"reduce_l2", moveReduction},
    {"reduce_max", moveReduction}, {"reduce_mean", moveReduction},
    {"reduce_min", moveReduction}, {"reduce_prod", moveReduction},
    {"reduce_sum", moveReduction}, {"reduce_sum_square", moveReduction},
    {"rms_norm", moveNorm},        {"softmax", moveSoftmax},
    {"split", moveBesideAxis},     {"top_k", moveTopK},
};

} // namespace

ArrayRef<MoveRow> slicewiseMoves() { return rows; }

std::optional<SmallVector<mlir::Value>> moveElementwise(Operation *op, Emitter &e,
                                                        OpBuilder &builder) {
  std::optional<Prefix> first;
  size_t back = 0; // how many axes there are from that of the prefixes on
  int64_t bound = 0;
  for (mlir::Value operand : op->getOperands()) {
    auto prefix = prefixOf(operand);
    if (!prefix) {
      if (!isNone(operand) && !isStatic(operand))
        return std::nullopt;
      continue;
    }
    size_t behind = dimsOf(prefix->whole)->size() - prefix->axis;
    if (first && (behind != back || prefix->count != first->count))
      return std::nullopt;
    bound = first ? std::min(bound, prefix->bound()) : prefix->bound();
    back = behind;
    first = prefix;
  }
  if (!first || op->getNumResults() != 1)
    return std::nullopt;
  size_t rank = 0;
  for (mlir::Value operand : op->getOperands()) {
    if (isNone(operand))
      continue;
    auto prefix = prefixOf(operand);
    ArrayRef<int64_t> dims = *dimsOf(prefix ? prefix->whole : operand);
    if (!prefix && dims.size() >= back && dims[dims.size() - back] != 1)
      return std::nullopt;
    rank = std::max(rank, dims.size());
  }
  SmallVector<mlir::Value> operands;
  for (mlir::Value operand : op->getOperands()) {
    auto prefix = prefixOf(operand);
    operands.push_back(prefix ? narrowed(*prefix, bound, e) : operand);
  }
  mlir::Value whole = cloneWith(builder, op, operands)->getResult(0);
  return SmallVector<mlir::Value>{makePrefix({whole, first->count, rank - back}, e)};
}

} // namespace ingot::graph
