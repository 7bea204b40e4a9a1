// Sizes that depend on data → memory for all that can be, and a number of how much is there.
//
//   non_zero(x [4, 6])
//   places [24], n = true_places(reshape(x != 0))
//   prefix(stack(places / 6, places % 6) [2, 24], n) {axis = 1}
//
// Operators behind the prefix are computed on the whole (Prefixes.h), so that prefixes move on to
// the results of the model, where they are cut off.
#include "compiler/dialect/graph/Movement.h"
#include "compiler/dialect/graph/Vision.h"
#include "compiler/dialect/graph/infer/Shapes.h"
#include "compiler/transforms/graph/Passes.h"
#include "compiler/transforms/graph/PatternPass.h"
#include "compiler/transforms/graph/Prefixes.h"

#include <algorithm>

using namespace mlir;

namespace ingot {
#define GEN_PASS_DEF_BOUNDSIZES
#include "compiler/transforms/graph/Passes.h.inc"

namespace graph {
namespace {

using Values = std::optional<SmallVector<mlir::Value>>;

/// Where the data lies: of a prefix its whole. Null where not even that has known sizes.
mlir::Value wholeOf(mlir::Value value) {
  if (auto prefix = prefixOf(value))
    return prefix->whole;
  return isStatic(value) ? value : mlir::Value();
}

/// Memory that kernels take: elements that lie in it, of which there is at least one.
bool isPlain(mlir::Value whole) {
  return whole && elementOf(whole) != ElementType::String &&
         elementCount(*staticShape(whole)).value_or(0) > 0;
}

/// A condition, which is false where a value is not there.
mlir::Value whereThere(mlir::Value condition, mlir::Value value, Emitter &e) {
  auto prefix = prefixOf(value);
  if (!prefix)
    return condition;
  size_t rank = staticShape(condition)->size();
  return e.value("bit_and", {condition, isAmong(*prefix, prefix->axis, rank, e)});
}

struct Places {
  mlir::Value places, count;
};
Places truePlaces(mlir::Value condition, Emitter &e) {
  Operation *op = e.op("true_places", {condition});
  return {op->getResult(0), op->getResult(1)};
}

mlir::Value integer(int64_t number, Emitter &e) { return e.constant(Tensor::scalar(number)); }

Values boundNonZero(Operation *op, Emitter &e, OpBuilder &) {
  mlir::Value x = op->getOperand(0), whole = wholeOf(x);
  if (!isPlain(whole) || elementClass(elementOf(whole)) == ElementClass::Complex)
    return std::nullopt;
  Shape shape = *staticShape(whole);
  if (shape.empty()) // no axis, no row, however many there are
    return std::nullopt;
  mlir::Value isThere =
      elementOf(whole) == ElementType::Bool
          ? whole
          : e.value("logical_not", {e.value("equal", {whole, e.number(0, whole)})});
  int64_t elements = *elementCount(shape), stride = elements;
  auto [places, count] = truePlaces(e.reshape(whereThere(isThere, x, e), {elements}), e);
  SmallVector<mlir::Value> rows;
  for (int64_t dim : shape) {
    stride /= dim;
    mlir::Value row = stride == 1 ? places : e.div(places, integer(stride, e));
    if (!rows.empty()) // the first is within its dimension
      row = e.sub(row, e.mul(e.div(row, integer(dim, e)), integer(dim, e)));
    rows.push_back(e.reshape(row, {1, elements}));
  }
  mlir::Value all = rows.size() == 1 ? rows[0] : e.value("concat", rows, {{"axis", int64_t{0}}});
  return SmallVector<mlir::Value>{makePrefix({all, count, 1}, e)};
}

Values boundCompress(Operation *op, Emitter &e, OpBuilder &) {
  mlir::Value x = op->getOperand(0), condition = op->getOperand(1);
  mlir::Value data = wholeOf(x), flags = wholeOf(condition);
  Attributes attributes = attributesOf(op);
  if (!isPlain(data) || !isPlain(flags) || (!attributes.has("axis") && !isStatic(x)))
    return std::nullopt;
  size_t axis = 0;
  if (attributes.has("axis"))
    axis = static_cast<size_t>(
        *normalizeAxis(attributes.integer("axis"), static_cast<int64_t>(dimsOf(data)->size())));
  if (auto prefix = prefixOf(x); prefix && prefix->axis != axis)
    return std::nullopt; // two sizes that depend on data
  if (!attributes.has("axis"))
    data = e.reshape(data, {*elementCount(*staticShape(data))});
  auto [places, count] = truePlaces(whereThere(flags, condition, e), e);
  mlir::Value kept = e.value("gather", {data, places}, {{"axis", static_cast<int64_t>(axis)}});
  return SmallVector<mlir::Value>{makePrefix({kept, count, axis}, e)};
}

Values boundUnique(Operation *op, Emitter &e, OpBuilder &) {
  mlir::Value x = op->getOperand(0);
  if (!isStatic(x) || !isPlain(x) || elementClass(elementOf(x)) == ElementClass::Complex)
    return std::nullopt;
  Attributes attributes = attributesOf(op);
  Operation *distinct = e.op("distinct", {x}, attributes);
  mlir::Value firsts = distinct->getResult(0), count = distinct->getResult(3);
  int64_t axis = 0;
  if (attributes.has("axis"))
    axis = *normalizeAxis(attributes.integer("axis"), static_cast<int64_t>(dimsOf(x)->size()));
  else
    x = e.reshape(x, {*elementCount(*staticShape(x))});
  mlir::Value y = e.value("gather", {x, firsts}, {{"axis", axis}});
  return SmallVector<mlir::Value>{makePrefix({y, count, static_cast<size_t>(axis)}, e),
                                  makePrefix({firsts, count, 0}, e), distinct->getResult(1),
                                  makePrefix({distinct->getResult(2), count, 0}, e)};
}

/// An operand of one element, or none in its place where it was left out.
bool isGiven(mlir::Value value) {
  return !isNone(value) && elementCount(staticShape(value).value_or(Shape{0})) != 0;
}

Values boundSuppression(Operation *op, Emitter &e, OpBuilder &) {
  mlir::Value boxes = op->getOperand(0), scores = op->getOperand(1);
  mlir::Value places = wholeOf(boxes), ranks = wholeOf(scores);
  auto some = prefixOf(boxes), others = prefixOf(scores);
  bool arePrefixes = some && others && some->axis == 1 && others->axis == 2 &&
                     some->count == others->count && some->bound() == others->bound();
  for (mlir::Value given : op->getOperands().drop_front(2))
    if (!isNone(given) && !isStatic(given))
      return std::nullopt;
  if (!isPlain(places) || !isPlain(ranks) || ((some || others) && !arePrefixes))
    return std::nullopt;
  ElementType type = elementOf(places);
  mlir::Value most = op->getOperand(2), overlap = op->getOperand(3), least = op->getOperand(4);
  Shape shape = *staticShape(ranks);
  int64_t limit = shape[2];
  if (auto given = isGiven(most) ? constantIntegers(most) : std::nullopt)
    limit = std::clamp<int64_t>(given->front(), 0, limit);
  if (!isGiven(most) || limit == 0)
    return std::nullopt; // nothing is taken
  overlap = isGiven(overlap) ? e.cast(overlap, type) : e.number(0, type);
  least = isGiven(least) ? e.cast(least, type) : e.none();
  mlir::Value there = arePrefixes ? some->count : e.none();
  mlir::Value rows = e.value("select_boxes",
                             {places, ranks, e.cast(most, ElementType::I64), overlap, least, there},
                             {{"limit", limit}, {"centred", attributesOf(op).flag("centred")}});
  int64_t all = shape[0] * shape[1] * limit;
  mlir::Value chosen = e.reshape(rows, {all});
  auto [taken, count] = truePlaces(e.value("greater_or_equal", {chosen, integer(0, e)}), e);
  mlir::Value row = e.div(taken, integer(limit, e)), batch = e.div(row, integer(shape[1], e));
  mlir::Value kind = e.sub(row, e.mul(batch, integer(shape[1], e)));
  mlir::Value box = e.value("gather", {chosen, taken}, {{"axis", int64_t{0}}});
  SmallVector<mlir::Value> columns;
  for (mlir::Value column : {batch, kind, box})
    columns.push_back(e.reshape(e.cast(column, elementOf(op->getResult(0))), {all, 1}));
  return SmallVector<mlir::Value>{
      makePrefix({e.value("concat", columns, {{"axis", int64_t{1}}}), count, 0}, e)};
}

/// A prefix whose size has become known.
Values cutPrefix(Operation *op, Emitter &e, OpBuilder &) {
  auto prefix = prefixOf(op->getResult(0));
  auto count = constantIntegers(op->getOperand(1));
  if (!prefix || !count)
    return std::nullopt;
  if (count->front() == prefix->bound())
    return SmallVector<mlir::Value>{prefix->whole};
  mlir::Value axes = e.integers({static_cast<int64_t>(prefix->axis)});
  return SmallVector<mlir::Value>{e.value(
      "slice", {prefix->whole, e.integers({0}), e.integers({count->front()}), axes, e.none()})};
}

constexpr MoveRow sources[] = {
    {"compress", boundCompress}, {"non_max_suppression", boundSuppression},
    {"non_zero", boundNonZero},  {"prefix", cutPrefix},
    {"unique", boundUnique},
};

struct Bound : RewritePattern {
  Bound(MLIRContext *context, const MoveRow &row)
      : RewritePattern(("graph." + row.name).str(), 1, context), move(row.move) {}
  LogicalResult matchAndRewrite(Operation *op, PatternRewriter &rewriter) const override {
    Emitter e(rewriter, op->getLoc());
    auto values = move(op, e, rewriter);
    if (!values)
      return rewriter.notifyMatchFailure(op, "its sizes have no bound, or it has no form with one");
    replaceKeepingType(rewriter, op, *values);
    return llvm::success();
  }
  Move move;
};

struct BoundElementwise : RewritePattern {
  explicit BoundElementwise(MLIRContext *context)
      : RewritePattern(MatchAnyOpTypeTag(), 1, context) {}
  LogicalResult matchAndRewrite(Operation *op, PatternRewriter &rewriter) const override {
    Emitter e(rewriter, op->getLoc());
    bool isElementwise = isBroadcasting(op) || isUnaryElementwise(op);
    auto values = isElementwise ? moveElementwise(op, e, rewriter) : std::nullopt;
    if (!values)
      return rewriter.notifyMatchFailure(op, "no elementwise operator on prefixes");
    replaceKeepingType(rewriter, op, *values);
    return llvm::success();
  }
};

} // namespace

bool hasBound(Operation *op) {
  return llvm::any_of(sources, [name = op->getName().stripDialect()](const MoveRow &row) {
    return row.name == name;
  });
}

} // namespace graph

namespace {
using namespace graph;

struct BoundSizes : PatternPass<impl::BoundSizesBase<BoundSizes>, CompressOp, NonMaxSuppressionOp,
                                NonZeroOp, UniqueOp, PrefixOp> {
  void addPatterns(RewritePatternSet &patterns) override {
    for (ArrayRef<MoveRow> rows : {ArrayRef<MoveRow>(sources), movementMoves(), slicewiseMoves()})
      for (const MoveRow &row : rows)
        patterns.add<Bound>(patterns.getContext(), row);
    patterns.add<BoundElementwise>(patterns.getContext());
  }
};
} // namespace

} // namespace ingot
