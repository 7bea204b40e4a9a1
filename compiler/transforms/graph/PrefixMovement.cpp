// Data movement on the first slices of a whole: shapes, places, and what stands there.
#include "compiler/dialect/graph/Movement.h"
#include "compiler/dialect/graph/infer/Movement.h"
#include "compiler/transforms/graph/Cuts.h"
#include "compiler/transforms/graph/Permutations.h"
#include "compiler/transforms/graph/Prefixes.h"

#include <algorithm>
#include <numeric>

using namespace mlir;

namespace ingot::graph {
namespace {

using Values = std::optional<SmallVector<mlir::Value>>;

Values one(const Prefix &prefix, Emitter &e) {
  return SmallVector<mlir::Value>{makePrefix(prefix, e)};
}

mlir::Value integer(int64_t number, Emitter &e) { return e.constant(Tensor::scalar(number)); }

/// count * factor.
mlir::Value times(mlir::Value count, int64_t factor, Emitter &e) {
  count = asCount(count, e);
  return factor == 1 ? count : e.mul(count, integer(factor, e));
}

//===--------------------------------------------------------------------------------------------===//
// Shapes
//===--------------------------------------------------------------------------------------------===//

/// All dimensions; that of the prefix is its count.
mlir::Value shapeOf(const Prefix &x, Emitter &e) {
  ArrayRef<int64_t> dims = *dimsOf(x.whole);
  SmallVector<mlir::Value> parts;
  if (x.axis > 0)
    parts.push_back(e.integers(dims.take_front(x.axis)));
  parts.push_back(e.reshape(asCount(x.count, e), {1}));
  if (x.axis + 1 < dims.size())
    parts.push_back(e.integers(dims.drop_front(x.axis + 1)));
  return parts.size() == 1 ? parts[0] : e.value("concat", parts, {{"axis", int64_t{0}}});
}

Values moveShape(Operation *op, Emitter &e, OpBuilder &) {
  auto x = prefixOf(op->getOperand(0));
  if (!x)
    return std::nullopt;
  auto rank = static_cast<int64_t>(dimsOf(x->whole)->size());
  auto [start, end] = shapeBounds(attributesOf(op), rank);
  if (start >= end)
    return std::nullopt;
  mlir::Value all = shapeOf(*x, e);
  if (start == 0 && end == rank)
    return SmallVector<mlir::Value>{all};
  return SmallVector<mlir::Value>{
      e.value("slice", {all, e.integers({start}), e.integers({end}), e.integers({0}), e.none()})};
}

Values moveSize(Operation *op, Emitter &e, OpBuilder &) {
  auto x = prefixOf(op->getOperand(0));
  if (!x || x->bound() == 0)
    return std::nullopt;
  int64_t elements = *elementCount(*staticShape(x->whole));
  return SmallVector<mlir::Value>{times(x->count, elements / x->bound(), e)};
}

/// reshape and its like, where the result has one size that is not known, and what stands before it
/// in the shape is as large as before.
Values moveReshape(Operation *op, Emitter &e, OpBuilder &) {
  auto x = prefixOf(op->getOperand(0));
  auto to = dimsOf(op->getResult(0));
  if (!x || !to || llvm::count(*to, ShapedType::kDynamic) != 1)
    return std::nullopt;
  Shape from = *staticShape(x->whole);
  auto axis = static_cast<size_t>(llvm::find(*to, ShapedType::kDynamic) - to->begin());
  Shape wanted(to->begin(), to->end());
  int64_t inner = productOf(from, x->axis + 1, from.size());
  int64_t newInner = productOf(wanted, axis + 1, wanted.size());
  if (productOf(from, 0, x->axis) != productOf(wanted, 0, axis) || newInner == 0 ||
      inner % newInner != 0)
    return std::nullopt;
  wanted[axis] = x->bound() * (inner / newInner);
  return one({e.reshape(x->whole, wanted), times(x->count, inner / newInner, e), axis}, e);
}

Values moveTranspose(Operation *op, Emitter &e, OpBuilder &) {
  auto x = prefixOf(op->getOperand(0));
  auto perm = x ? permutationOf(cast<TransposeOp>(op)) : std::nullopt;
  if (!perm)
    return std::nullopt;
  auto axis = static_cast<size_t>(llvm::find(*perm, static_cast<int64_t>(x->axis)) - perm->begin());
  mlir::Value whole = e.transpose(x->whole, std::vector<int64_t>(perm->begin(), perm->end()));
  return one({whole, x->count, axis}, e);
}

//===--------------------------------------------------------------------------------------------===//
// Parts
//===--------------------------------------------------------------------------------------------===//

/// The bounds of a slice along each axis; nothing where one is not known.
struct Bounds {
  int64_t start, end, step;
};
std::optional<std::vector<std::optional<Bounds>>> sliceBounds(Operation *op, size_t rank) {
  auto known = [&](unsigned i, std::vector<int64_t> otherwise) {
    mlir::Value operand = op->getOperand(i);
    return isNone(operand) ? std::optional(std::move(otherwise)) : constantIntegers(operand);
  };
  auto starts = constantIntegers(op->getOperand(1)), ends = constantIntegers(op->getOperand(2));
  if (!starts || !ends)
    return std::nullopt;
  std::vector<int64_t> all(starts->size());
  std::iota(all.begin(), all.end(), int64_t{0});
  auto axes = known(3, all), steps = known(4, std::vector<int64_t>(starts->size(), 1));
  if (!axes || !steps)
    return std::nullopt;
  std::vector<std::optional<Bounds>> bounds(rank);
  for (size_t i = 0; i < starts->size(); ++i) {
    auto axis = *normalizeAxis((*axes)[i], static_cast<int64_t>(rank));
    bounds[static_cast<size_t>(axis)] = Bounds{(*starts)[i], (*ends)[i], (*steps)[i]};
  }
  return bounds;
}

/// How many of the first `count` slices lie in [start, end); a negative end counts from the last of
/// them.
mlir::Value countWithin(mlir::Value count, int64_t bound, const Bounds &range, Emitter &e) {
  count = asCount(count, e);
  if (range.end < 0)
    count = e.sub(count, integer(-std::max(range.end, -bound), e));
  else if (range.end < bound)
    count = e.value("min", {count, integer(range.end, e)});
  if (range.start > 0)
    count = e.sub(count, integer(std::min(range.start, bound), e));
  if (range.start > 0 || range.end < 0)
    count = e.value("max", {count, integer(0, e)});
  return count;
}

/// Neighbours from a place on, along the prefix; anything along other axes.
Values moveSlice(Operation *op, Emitter &e, OpBuilder &builder) {
  auto x = prefixOf(op->getOperand(0));
  size_t rank = x ? dimsOf(x->whole)->size() : 0;
  auto bounds = x ? sliceBounds(op, rank) : std::nullopt;
  if (!bounds)
    return std::nullopt;
  Cut cut(rank);
  for (size_t axis = 0; axis < rank; ++axis)
    if (auto range = (*bounds)[axis]) {
      int64_t dim = (*dimsOf(x->whole))[axis];
      // From the prefix all up to its own end, wherever that is.
      if (axis == x->axis && range->end < 0)
        range->end = dim;
      cut.axes[axis] = sliceRange(range->start, range->end, range->step, dim);
    }
  const auto &along = (*bounds)[x->axis];
  if (along && (along->step != 1 || along->start < 0))
    return std::nullopt;
  mlir::Value count = along ? countWithin(x->count, x->bound(), *along, e) : x->count;
  return one({makeCut(builder, op->getLoc(), x->whole, cut), count, x->axis}, e);
}

/// Along another axis next to each other; along their own, those that count close together.
Values moveConcat(Operation *op, Emitter &e, OpBuilder &builder) {
  auto rank = dimsOf(op->getResult(0));
  if (!rank)
    return std::nullopt;
  auto axis = static_cast<size_t>(
      *normalizeAxis(attributesOf(op).integer("axis"), static_cast<int64_t>(rank->size())));
  std::optional<Prefix> first;
  bool areAlike = true, areAlong = true;
  SmallVector<mlir::Value> wholes;
  for (mlir::Value operand : op->getOperands()) {
    auto prefix = prefixOf(operand);
    if (!prefix && !isStatic(operand))
      return std::nullopt;
    first = first ? first : prefix;
    areAlike &= prefix && prefix->axis == first->axis && prefix->count == first->count &&
                prefix->bound() == first->bound();
    areAlong &= !prefix || prefix->axis == axis;
    wholes.push_back(prefix ? prefix->whole : operand);
  }
  if (!first || (first->axis != axis ? !areAlike : !areAlong))
    return std::nullopt;
  if (first->axis != axis)
    return one({cloneWith(builder, op, wholes)->getResult(0), first->count, first->axis}, e);
  // place i of the result is place i + gap of the wholes: behind each prefix the gap grows by what
  // is not there of it, from the place on at which it ends.
  mlir::Value whole = cloneWith(builder, op, wholes)->getResult(0);
  int64_t bound = (*dimsOf(whole))[axis];
  std::vector<int64_t> numbers(static_cast<size_t>(bound));
  std::iota(numbers.begin(), numbers.end(), int64_t{0});
  mlir::Value places = e.integers(numbers), from = places, end = integer(0, e);
  for (mlir::Value operand : op->getOperands()) {
    auto prefix = prefixOf(operand);
    int64_t size = (*dimsOf(prefix ? prefix->whole : operand))[axis];
    end = e.add(end, prefix ? asCount(prefix->count, e) : integer(size, e));
    if (!prefix)
      continue;
    mlir::Value gap = e.sub(integer(size, e), asCount(prefix->count, e));
    from = e.value("where", {e.value("less", {places, end}), from, e.add(from, gap)});
  }
  from = e.value("min", {from, integer(bound - 1, e)});
  mlir::Value close = e.value("gather", {whole, from}, {{"axis", static_cast<int64_t>(axis)}});
  return one({close, end, axis}, e);
}

//===--------------------------------------------------------------------------------------------===//
// Places
//===--------------------------------------------------------------------------------------------===//

/// Places that count as they are, and 0 elsewhere.
mlir::Value safePlaces(const Prefix &indices, Emitter &e) { return filled(indices, 0, e); }

/// Places along the prefix: from the end of what is there, and none behind it.
mlir::Value placesWithin(mlir::Value indices, const Prefix &x, Emitter &e) {
  mlir::Value count = asCount(x.count, e), zero = integer(0, e);
  indices = e.cast(indices, ElementType::I64);
  mlir::Value isNegative = e.value("less", {indices, zero});
  indices = e.value("where", {isNegative, e.add(indices, count), indices});
  mlir::Value isInside = e.value(
      "bit_and", {e.value("less", {indices, count}), e.value("greater_or_equal", {indices, zero})});
  return e.value("where", {isInside, indices, integer(x.bound(), e)});
}

Values moveGather(Operation *op, Emitter &e, OpBuilder &) {
  auto x = prefixOf(op->getOperand(0)), indices = prefixOf(op->getOperand(1));
  mlir::Value data = x ? x->whole : op->getOperand(0);
  mlir::Value places = indices ? indices->whole : op->getOperand(1);
  if ((!x && !indices) || !isStatic(data) || !isStatic(places))
    return std::nullopt;
  auto rank = static_cast<int64_t>(dimsOf(data)->size());
  auto axis = static_cast<size_t>(*normalizeAxis(attributesOf(op).integer("axis"), rank));
  bool isAlong = x && x->axis == axis;
  if ((x && indices && !isAlong) || (*dimsOf(data))[axis] == 0)
    return std::nullopt;
  size_t more = dimsOf(places)->size();
  if (isAlong)
    places = placesWithin(places, *x, e);
  if (indices)
    places = safePlaces({places, indices->count, indices->axis}, e);
  mlir::Value y = e.value("gather", {data, places}, {{"axis", static_cast<int64_t>(axis)}});
  if (indices)
    return one({y, indices->count, axis + indices->axis}, e);
  if (isAlong)
    return SmallVector<mlir::Value>{y};
  return one({y, x->count, x->axis < axis ? x->axis : x->axis - 1 + more}, e);
}

Values moveGatherNd(Operation *op, Emitter &e, OpBuilder &) {
  mlir::Value x = op->getOperand(0);
  auto indices = prefixOf(op->getOperand(1));
  if (!indices || !isStatic(x) || attributesOf(op).integer("batch_dims") != 0 ||
      elementCount(*staticShape(x)).value_or(0) == 0 ||
      indices->axis + 1 == dimsOf(indices->whole)->size())
    return std::nullopt;
  mlir::Value y = e.value("gather_nd", {x, safePlaces(*indices, e)}, attributesOf(op));
  return one({y, indices->count, indices->axis}, e);
}

/// Places along the prefix of what is there; or, along another axis, as many rows of places as of
/// data.
Values moveGatherElements(Operation *op, Emitter &e, OpBuilder &) {
  auto x = prefixOf(op->getOperand(0)), indices = prefixOf(op->getOperand(1));
  if (!x || !indices || x->axis != indices->axis)
    return std::nullopt;
  auto rank = static_cast<int64_t>(dimsOf(x->whole)->size());
  auto axis = static_cast<size_t>(*normalizeAxis(attributesOf(op).integer("axis"), rank));
  bool isAlong = axis == x->axis;
  bool areAlike = x->count == indices->count && x->bound() == indices->bound();
  if ((!isAlong && !areAlike) || (*dimsOf(x->whole))[axis] == 0)
    return std::nullopt;
  mlir::Value places = isAlong ? placesWithin(indices->whole, *x, e) : indices->whole;
  places = safePlaces({places, indices->count, indices->axis}, e);
  mlir::Value y = e.value("gather_elements", {x->whole, places}, attributesOf(op));
  return one({y, indices->count, indices->axis}, e);
}

/// As many regions as images that they are of.
Values moveRoiAlign(Operation *op, Emitter &e, OpBuilder &builder) {
  mlir::Value x = op->getOperand(0);
  auto rois = prefixOf(op->getOperand(1)), images = prefixOf(op->getOperand(2));
  if (!isStatic(x) || !rois || !images || rois->axis != 0 || rois->count != images->count ||
      rois->bound() != images->bound() || (*dimsOf(x))[0] == 0)
    return std::nullopt;
  Operation *whole = cloneWith(builder, op, {x, filled(*rois, 0, e), safePlaces(*images, e)});
  return one({whole->getResult(0), rois->count, 0}, e);
}

constexpr MoveRow rows[] = {
    {"concat", moveConcat},      {"flatten", moveReshape},
    {"gather", moveGather},      {"gather_elements", moveGatherElements},
    {"gather_nd", moveGatherNd}, {"reshape", moveReshape},
    {"roi_align", moveRoiAlign}, {"shape", moveShape},
    {"size", moveSize},          {"slice", moveSlice},
    {"squeeze", moveReshape},    {"transpose", moveTranspose},
    {"unsqueeze", moveReshape},
};

} // namespace

ArrayRef<MoveRow> movementMoves() { return rows; }

} // namespace ingot::graph
