// The expansion of attention: two products around a softmax.
#include "compiler/dialect/graph/Attention.h"
#include "compiler/transforms/graph/Dimensions.h"
#include "compiler/transforms/graph/Expansions.h"

#include <cmath>
#include <limits>

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
  if (!isNone(op.getLengths()) || !isNone(op.getStarts()) || !isNone(op.getSink()))
    return false;
  if (auto type = op.getSoftmaxType(); type && !isa<Float32Type, Float64Type>(*type))
    return false;
  if (!isNone(op.getPastKey()) && (!dimsOf(op.getPastKey()) || !dimsOf(op.getPastValue())))
    return false;
  Sizes s = sizesOf(op);
  auto unknown = [](int64_t n) { return ShapedType::isDynamic(n); };
  if (unknown(s.queryHeads) || unknown(s.keyHeads) || unknown(s.size) || unknown(s.valueSize))
    return false;
  if (s.queryHeads != s.keyHeads && unknown(s.keys))
    return false;
  if (isWindowed(op) && (unknown(s.queries) || unknown(s.keys)))
    return false;
  if (isNone(op.getMask()))
    return true;
  // A mask of fewer keys than there are hides the rest.
  auto mask = dimsOf(op.getMask());
  return mask &&
         (mask->empty() || mask->back() == 1 || (!unknown(s.keys) && mask->back() == s.keys));
}

/// [batch, rows, heads * size] → [batch, heads, rows, size].
mlir::Value unpacked(mlir::Value x, int64_t heads, Emitter &e) {
  if (dimsOf(x)->size() == 4)
    return x;
  return e.transpose(e.reshape(x, {0, 0, heads, -1}), {0, 2, 1, 3});
}

/// The keys within the windows of each query, [queries, keys].
mlir::Value windowMask(AttentionOp op, const Sizes &s, Emitter &e) {
  auto left = static_cast<int64_t>(op.getLeftWindow());
  auto right = static_cast<int64_t>(op.getRightWindow());
  std::vector<double> seen;
  for (int64_t i = 0; i < s.queries; ++i)
    for (int64_t j = 0; j < s.keys; ++j) {
      int64_t ahead = j - (s.past + i);
      seen.push_back((left < 0 || -ahead <= left) && (right < 0 || ahead <= right));
    }
  return e.numbers({s.queries, s.keys}, seen, ElementType::Bool);
}

/// Which keys are seen, broadcast to the scores; null when all are.
mlir::Value seenKeys(AttentionOp op, const Sizes &s, Emitter &e) {
  mlir::Value seen;
  if (!isNone(op.getMask())) {
    seen = op.getMask();
    if (elementOf(seen) != ElementType::Bool)
      seen = e.value("greater", {seen, e.number(-HUGE_VAL, seen)});
  }
  if (!isWindowed(op))
    return seen;
  mlir::Value window = windowMask(op, s, e);
  return seen ? e.value("bit_and", {seen, window}) : window;
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
  if (!isNone(op.getMask()) && elementOf(op.getMask()) != ElementType::Bool)
    scores.masked = e.add(scores.capped, e.cast(op.getMask(), elementOf(q)));
  mlir::Value seen = seenKeys(op, s, e), finite = scores.masked;
  if (seen) {
    scores.masked = e.value("where", {seen, finite, e.number(-HUGE_VAL, q)});
    // A query that sees nothing must not divide by 0: it gets some softmax, then zeros.
    finite = e.value("where", {seen, finite, e.number(std::numeric_limits<float>::lowest(), q)});
  }
  scores.probabilities = e.value("softmax", {finite}, {{"axis", int64_t{3}}});
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
