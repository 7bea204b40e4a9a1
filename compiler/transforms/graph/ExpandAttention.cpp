// The expansion of attention: two products around a softmax.
#include "compiler/dialect/graph/Attention.h"
#include "compiler/transforms/graph/Dimensions.h"
#include "compiler/transforms/graph/Expansions.h"

#include <cmath>
#include <limits>
#include <numeric>

using namespace mlir;

namespace ingot::graph {
namespace {

/// Sizes that the expansion needs; ShapedType::kDynamic where it does without.
struct Sizes {
  int64_t queryHeads, keyHeads, queries, keys, past, size, valueSize;
};

int64_t dim(mlir::Value value, size_t axis) { return (*dimsOf(value))[axis]; }

/// Heads and row size of a tensor, packed or not.
std::pair<int64_t, int64_t> headsOf(mlir::Value x, uint64_t heads) {
  if (dimsOf(x)->size() == 4)
    return {dim(x, 1), dim(x, 3)};
  auto count = static_cast<int64_t>(heads);
  int64_t width = dim(x, 2);
  return {count, ShapedType::isDynamic(width) ? width : width / count};
}

int64_t rows(mlir::Value x) { return dim(x, dimsOf(x)->size() - 2); }

Sizes sizesOf(AttentionOp op) {
  auto [queryHeads, size] = headsOf(op.getQ(), op.getQHeads());
  auto [keyHeads, keySize] = headsOf(op.getK(), op.getKvHeads());
  auto [valueHeads, valueSize] = headsOf(op.getV(), op.getKvHeads());
  int64_t past = isNone(op.getPastKey()) ? 0 : dim(op.getPastKey(), 2), keys = rows(op.getK());
  bool known = !ShapedType::isDynamic(past) && !ShapedType::isDynamic(keys);
  return {queryHeads, keyHeads, rows(op.getQ()), known ? past + keys : ShapedType::kDynamic,
          past,       size,     valueSize};
}

bool isWindowed(AttentionOp op) {
  return static_cast<int64_t>(op.getLeftWindow()) >= 0 ||
         static_cast<int64_t>(op.getRightWindow()) >= 0;
}

/// Everything that the formula below does not cover.
bool canExpand(AttentionOp op) {
  for (mlir::Value value : {op.getQ(), op.getK(), op.getV()})
    if (!dimsOf(value))
      return false;
  if (!isNone(op.getSink()))
    return false;
  if (!isNone(op.getPastKey()) && (!dimsOf(op.getPastKey()) || !dimsOf(op.getPastValue())))
    return false;
  Sizes s = sizesOf(op);
  auto unknown = [](int64_t n) { return ShapedType::isDynamic(n); };
  if (unknown(s.queryHeads) || unknown(s.keyHeads) || unknown(s.size) || unknown(s.valueSize))
    return false;
  if (s.queryHeads != s.keyHeads && unknown(s.keys))
    return false;
  bool hasPositions = isWindowed(op) || !isNone(op.getLengths());
  if (hasPositions && (unknown(s.queries) || unknown(s.keys)))
    return false;
  if (isNone(op.getMask()))
    return true;
  auto mask = dimsOf(op.getMask());
  return mask && (mask->empty() || mask->back() == 1 ||
                  (!unknown(s.keys) && !llvm::any_of(*mask, unknown) && mask->back() <= s.keys));
}

/// [batch, rows, heads * size] → [batch, heads, rows, size].
mlir::Value unpacked(mlir::Value x, int64_t heads, Emitter &e) {
  if (dimsOf(x)->size() == 4)
    return x;
  return e.transpose(e.reshape(x, {0, 0, heads, -1}), {0, 2, 1, 3});
}

/// One number for each entry of the batch, or one for all.
mlir::Value perEntry(mlir::Value x, Emitter &e) {
  return e.reshape(e.cast(x, ElementType::I64), {-1, 1, 1, 1});
}

/// How many keys each entry has; null when all.
mlir::Value lengthsOf(AttentionOp op, const Sizes &s, Emitter &e) {
  return isNone(op.getLengths()) ? mlir::Value() : perEntry(e.within(op.getLengths(), s.keys), e);
}

/// The position of the first query of each entry; see the record.
mlir::Value startsOf(AttentionOp op, const Sizes &s, mlir::Value lengths, Emitter &e) {
  if (!isNone(op.getStarts()))
    return perEntry(op.getStarts(), e);
  if (!isNone(op.getPastKey()) || !lengths)
    return e.number(static_cast<double>(s.past), ElementType::I64);
  return e.sub(lengths, e.number(static_cast<double>(s.queries), ElementType::I64));
}

/// Numbers from 0 on along one of the last two axes.
mlir::Value places(int64_t rows, int64_t columns, Emitter &e) {
  std::vector<double> numbers(static_cast<size_t>(rows * columns));
  std::iota(numbers.begin(), numbers.end(), 0.0);
  return e.numbers({rows, columns}, numbers, ElementType::I64);
}

/// The keys within the windows of each query: how far they are ahead of it decides.
mlir::Value windowMask(AttentionOp op, const Sizes &s, mlir::Value starts, Emitter &e) {
  auto left = static_cast<int64_t>(op.getLeftWindow());
  auto right = static_cast<int64_t>(op.getRightWindow());
  mlir::Value ahead = e.sub(e.sub(places(1, s.keys, e), places(s.queries, 1, e)), starts);
  mlir::Value seen;
  if (left >= 0)
    seen = e.value("greater_or_equal", {ahead, e.number(static_cast<double>(-left), ahead)});
  if (right < 0)
    return seen;
  mlir::Value behind =
      e.value("less_or_equal", {ahead, e.number(static_cast<double>(right), ahead)});
  return seen ? e.value("bit_and", {seen, behind}) : behind;
}

/// A mask of fewer keys than there are hides the rest.
mlir::Value wholeMask(AttentionOp op, const Sizes &s, Emitter &e) {
  mlir::Value mask = op.getMask();
  ArrayRef<int64_t> dims = *dimsOf(mask);
  if (dims.empty() || dims.back() == 1 || dims.back() == s.keys)
    return mask;
  ElementType type = elementOf(mask);
  auto axis = static_cast<int64_t>(dims.size()) - 1;
  Shape rest(dims.begin(), dims.end());
  rest.back() = s.keys - rest.back();
  mlir::Value hidden = e.value(
      "expand", {e.number(type == ElementType::Bool ? 0 : -HUGE_VAL, type), e.integers(rest)});
  return e.value("concat", {mask, hidden}, {{"axis", axis}});
}

/// Which keys are seen, broadcast to the scores; null when all are.
mlir::Value seenKeys(AttentionOp op, const Sizes &s, mlir::Value mask, Emitter &e) {
  mlir::Value seen, lengths = lengthsOf(op, s, e);
  auto add = [&](mlir::Value more) { seen = seen ? e.value("bit_and", {seen, more}) : more; };
  if (mask)
    add(elementOf(mask) == ElementType::Bool
            ? mask
            : e.value("greater", {mask, e.number(-HUGE_VAL, mask)}));
  if (lengths)
    add(e.value("less", {places(1, s.keys, e), lengths}));
  if (isWindowed(op))
    add(windowMask(op, s, startsOf(op, s, lengths, e), e));
  return seen;
}

/// Rounded to the type that softmax is said to be of, where that is a small one.
mlir::Value roundedTo(std::optional<Type> type, mlir::Value x, Emitter &e) {
  if (!type || !isa<Float16Type, BFloat16Type>(*type))
    return x;
  ElementType small = isa<Float16Type>(*type) ? ElementType::F16 : ElementType::BF16;
  return e.cast(e.cast(x, small), elementOf(x));
}

/// x [batch, key heads, queries of all heads of the group, …] from [batch, query heads, queries,
/// …], and back, so that grouped heads share one product.
mlir::Value grouped(mlir::Value x, int64_t heads, int64_t width, Emitter &e) {
  return e.reshape(x, {0, heads, -1, width});
}

struct Scores {
  mlir::Value raw, capped, masked, probabilities;
};

Scores scoresOf(AttentionOp op, const Sizes &s, mlir::Value q, mlir::Value k, Emitter &e) {
  bool groups = s.queryHeads != s.keyHeads;
  if (groups)
    q = grouped(q, s.keyHeads, s.size, e);
  Scores scores;
  double scale =
      op.getScale() ? op.getScale()->convertToDouble() : 1 / std::sqrt(static_cast<double>(s.size));
  scores.raw = e.mul(e.value("matmul", {q, k}, {{"transpose_b", true}}), scale);
  if (groups)
    scores.raw = grouped(scores.raw, s.queryHeads, s.keys, e);
  scores.capped = scores.raw;
  if (double cap = op.getSoftcap().convertToDouble(); cap > 0)
    scores.capped = e.mul(e.value("tanh", {e.mul(scores.raw, 1 / cap)}), cap);
  scores.masked = scores.capped;
  mlir::Value mask = isNone(op.getMask()) ? mlir::Value() : wholeMask(op, s, e);
  if (mask && elementOf(mask) != ElementType::Bool)
    scores.masked = e.add(scores.capped, e.cast(mask, elementOf(q)));
  mlir::Value seen = seenKeys(op, s, mask, e);
  mlir::Value finite = roundedTo(op.getSoftmaxType(), scores.masked, e);
  if (seen) {
    scores.masked = e.value("where", {seen, scores.masked, e.number(-HUGE_VAL, q)});
    // A query that sees nothing must not divide by 0: it gets some softmax, then zeros.
    finite = e.value("where", {seen, finite, e.number(std::numeric_limits<float>::lowest(), q)});
  }
  scores.probabilities =
      roundedTo(op.getSoftmaxType(), e.value("softmax", {finite}, {{"axis", int64_t{3}}}), e);
  if (seen)
    scores.probabilities = e.value("where", {seen, scores.probabilities, e.number(0, q)});
  return scores;
}

std::optional<SmallVector<mlir::Value>> expandAttention(Operation *operation, Emitter &e) {
  auto op = cast<AttentionOp>(operation);
  if (!canExpand(op))
    return std::nullopt;
  Sizes s = sizesOf(op);
  ElementType element = elementOf(op.getQ());
  ElementType wide = elementBits(element) < 32 ? ElementType::F32 : element;
  mlir::Value q = unpacked(op.getQ(), s.queryHeads, e);
  mlir::Value k = unpacked(op.getK(), s.keyHeads, e), v = unpacked(op.getV(), s.keyHeads, e);
  if (!isNone(op.getPastKey())) {
    k = e.value("concat", {op.getPastKey(), k}, {{"axis", int64_t{2}}});
    v = e.value("concat", {op.getPastValue(), v}, {{"axis", int64_t{2}}});
  }
  Scores scores = scoresOf(op, s, e.cast(q, wide), e.cast(k, wide), e);
  bool groups = s.queryHeads != s.keyHeads;
  mlir::Value weights = scores.probabilities;
  if (groups)
    weights = grouped(weights, s.keyHeads, s.keys, e);
  mlir::Value y = e.value("matmul", {weights, e.cast(v, wide)});
  if (groups)
    y = grouped(y, s.queryHeads, s.valueSize, e);
  y = e.cast(y, element);
  if (dimsOf(op.getQ())->size() == 3)
    y = e.reshape(e.transpose(y, {0, 2, 1, 3}), {0, 0, s.queryHeads * s.valueSize});
  StringRef keep = op.getKeepScores();
  mlir::Value kept = keep == "raw"             ? scores.raw
                     : keep == "capped"        ? scores.capped
                     : keep == "masked"        ? scores.masked
                     : keep == "probabilities" ? scores.probabilities
                                               : mlir::Value();
  bool present = op.getKeepPresent();
  return SmallVector<mlir::Value>{y, present ? k : e.none(), present ? v : e.none(),
                                  kept ? e.cast(kept, element) : e.none()};
}

} // namespace

ArrayRef<ExpansionRow> attentionExpansions() {
  static constexpr ExpansionRow rows[] = {{"attention", expandAttention}};
  return rows;
}

} // namespace ingot::graph
