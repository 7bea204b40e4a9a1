// softmax(scale * q k^T + mask) v → attention(q, k, v, mask) {scale}.
#include "compiler/dialect/graph/Attention.h"
#include "compiler/dialect/graph/Contraction.h"
#include "compiler/dialect/graph/Elementwise.h"
#include "compiler/dialect/graph/Movement.h"
#include "compiler/dialect/graph/Normalization.h"
#include "compiler/transforms/graph/Dimensions.h"
#include "compiler/transforms/graph/Emitter.h"
#include "compiler/transforms/graph/Expressions.h"
#include "compiler/transforms/graph/Passes.h"
#include "compiler/transforms/graph/PatternPass.h"

#include <algorithm>
#include <cmath>

using namespace mlir;

namespace ingot {
#define GEN_PASS_DEF_RAISEATTENTION
#include "compiler/transforms/graph/Passes.h.inc"

namespace {
using namespace graph;

/// What was found of an attention, from the probabilities down to q and k.
struct Parts {
  mlir::Value q, k; ///< k as [..., keys, size], or as [..., size, keys] if `turned`
  bool turned = false;
  mlir::Value mask;
  bool maskForbids = false; ///< a boolean mask is true where a key is not seen
  double scale = 1, softcap = 0;
};

/// x and the number when `value` is a number times x; `value` and 1 for anything else.
std::pair<mlir::Value, double> unscaled(mlir::Value value) {
  double number = 1;
  for (bool again = true; again;) {
    again = false;
    Operation *op = value.getDefiningOp();
    if (!op || !isa<MulOp, DivOp>(op))
      break;
    for (unsigned i = 0; i < 2; ++i) {
      auto c = numberFor(op->getOperand(i), op->getOperand(1 - i));
      if (!c || *c == 0 || (isa<DivOp>(op) && i == 0))
        continue;
      number *= isa<DivOp>(op) ? 1 / *c : *c;
      value = op->getOperand(1 - i);
      again = true;
      break;
    }
  }
  return {value, number};
}

/// A transpose of the last two axes.
TransposeOp turnedMatrix(mlir::Value value) {
  auto transpose = value.getDefiningOp<TransposeOp>();
  if (!transpose)
    return nullptr;
  auto perm = transpose.getPerm();
  for (size_t i = 0; i + 2 < perm.size(); ++i)
    if (perm[i] != static_cast<int64_t>(i))
      return nullptr;
  auto rank = static_cast<int64_t>(perm.size());
  bool swapped = rank >= 2 && perm[perm.size() - 1] == rank - 2;
  return swapped ? transpose : nullptr;
}

/// q, k and their scales from q k^T.
bool takeProduct(mlir::Value value, Parts &parts) {
  auto product = value.getDefiningOp<MatmulOp>();
  if (!product || product.getTransposeA())
    return false;
  auto [q, qScale] = unscaled(product.getA());
  auto [k, kScale] = unscaled(product.getB());
  parts.turned = !product.getTransposeB();
  parts.scale *= qScale * kScale;
  // The factor may stand before or behind the transposition.
  if (TransposeOp transpose = turnedMatrix(k)) {
    auto [inner, innerScale] = unscaled(transpose.getX());
    k = inner;
    parts.scale *= innerScale;
    parts.turned = !parts.turned;
  }
  parts.q = q;
  parts.k = k;
  return true;
}

/// The mask does not make the scores larger: it is as the attention wants it.
bool fitsScores(mlir::Value mask, mlir::Value scores) {
  auto small = dimsOf(mask), large = dimsOf(scores);
  if (!small || !large || small->size() > large->size())
    return false;
  size_t lead = large->size() - small->size();
  for (size_t i = 0; i < small->size(); ++i)
    if ((*small)[i] != 1 && !sameDimension(mask, i, scores, lead + i))
      return false;
  return true;
}

/// scores of scores + mask.
mlir::Value takeAddedMask(AddOp add, Parts &parts) {
  mlir::Value scores;
  eitherOrder(add, [&](mlir::Value a, mlir::Value mask) {
    mlir::Value inner = unscaled(a).first;
    bool isScores = inner.getDefiningOp<MatmulOp>() || definedBy(inner, "tanh");
    if (isScores && fitsScores(mask, a))
      scores = a, parts.mask = mask;
    return scores != nullptr;
  });
  return scores;
}

/// Every row of a constant condition has an element of this truth value.
bool everyRowHas(mlir::Value condition, bool wanted) {
  auto tensor = constantTensor(condition);
  if (!tensor || tensor->rank() == 0 || tensor->dim(tensor->rank() - 1) == 0)
    return false;
  int64_t columns = tensor->dim(tensor->rank() - 1);
  const bool *data = tensor->data<bool>();
  for (int64_t row = 0; row < tensor->elements() / columns; ++row)
    if (!std::count(data + row * columns, data + (row + 1) * columns, wanted))
      return false;
  return true;
}

/// Whether a score of `fill` means that a key is not seen. A finite one would let a query that sees
/// nothing look at everything, so there every query must see something.
bool hides(mlir::Value fill, mlir::Value scores, mlir::Value condition, bool seenWhere) {
  auto number = broadcastsInto(fill, scores) ? smallNumber(fill) : std::nullopt;
  return number && (*number == -HUGE_VAL || (*number <= -1e9 && everyRowHas(condition, seenWhere)));
}

/// where(allowed, scores, -infinity), or where(forbidden, -infinity, scores).
mlir::Value takeChosenMask(WhereOp where, Parts &parts) {
  mlir::Value condition = where.getCondition();
  if (!fitsScores(condition, where.getZ()))
    return {};
  for (bool seenWhere : {true, false}) {
    mlir::Value scores = seenWhere ? where.getX() : where.getY();
    if (!hides(seenWhere ? where.getY() : where.getX(), scores, condition, seenWhere))
      continue;
    parts.mask = condition;
    parts.maskForbids = !seenWhere;
    return scores;
  }
  return {};
}

/// The scores under a mask; `value` when there is none.
mlir::Value takeMask(mlir::Value value, Parts &parts) {
  mlir::Value scores;
  if (auto add = value.getDefiningOp<AddOp>())
    scores = takeAddedMask(add, parts);
  else if (auto where = value.getDefiningOp<WhereOp>())
    scores = takeChosenMask(where, parts);
  return scores ? scores : value;
}

/// c * tanh(scores / c) → scores.
mlir::Value takeSoftcap(mlir::Value value, Parts &parts) {
  auto [inner, cap] = unscaled(value);
  Operation *tanh = definedBy(inner, "tanh");
  if (!tanh || cap <= 0)
    return value;
  parts.softcap = cap;
  parts.scale *= cap;
  return tanh->getOperand(0);
}

/// The softmax over the last axis, under a guard that makes NaN of rows without keys 0.
SoftmaxOp probabilities(mlir::Value value) {
  if (auto where = value.getDefiningOp<WhereOp>()) {
    Operation *isNan = definedBy(where.getCondition(), "is_nan");
    if (isNan && isNan->getOperand(0) == where.getY() && numberFor(where.getX(), where.getY()) == 0)
      value = where.getY();
  }
  auto softmax = value.getDefiningOp<SoftmaxOp>();
  auto dims = softmax ? dimsOf(softmax.getX()) : std::nullopt;
  if (!dims)
    return nullptr;
  auto rank = static_cast<int64_t>(dims->size()), axis = static_cast<int64_t>(softmax.getAxis());
  bool last = (axis == rank - 1 || axis == -1) && softmax.getCount() <= 1;
  return last ? softmax : nullptr;
}

/// q, k and v agree in all axes but rows and size, where k and v may have one head for all.
bool headsAgree(const Parts &parts, mlir::Value v) {
  auto q = dimsOf(parts.q), k = dimsOf(parts.k), value = dimsOf(v);
  if (!q || !k || !value || q->size() != k->size() || q->size() != value->size() ||
      (q->size() != 3 && q->size() != 4))
    return false;
  if (!sameDimension(parts.q, 0, parts.k, 0) || !sameDimension(parts.q, 0, v, 0))
    return false;
  if (q->size() == 3)
    return true;
  bool oneKeyHead = (*k)[1] == 1 && (*value)[1] == 1;
  return oneKeyHead || (sameDimension(parts.q, 1, parts.k, 1) && sameDimension(parts.q, 1, v, 1));
}

/// A mask of rank 3 is one of [batch, queries, keys] where the heads are part of the batch.
mlir::Value maskOf(const Parts &parts, Emitter &e) {
  if (!parts.mask)
    return e.none();
  mlir::Value mask = parts.mask;
  if (parts.maskForbids)
    mask = e.value("logical_not", {mask});
  if (dimsOf(parts.q)->size() == 3 && dimsOf(mask)->size() == 3)
    mask = e.value("unsqueeze", {mask, e.integers({1})});
  return mask;
}

/// Heads may be axis 1 of rank 4, or part of the batch of rank 3; then each is packed on its own.
struct RaiseProduct : OpRewritePattern<MatmulOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(MatmulOp root, PatternRewriter &rewriter) const override {
    SoftmaxOp softmax = probabilities(root.getA());
    if (!softmax || root.getTransposeA() || root.getTransposeB())
      return rewriter.notifyMatchFailure(root, "does not weigh by a softmax over the last axis");
    Parts parts;
    mlir::Value scores = takeSoftcap(takeMask(softmax.getX(), parts), parts);
    auto [product, scale] = unscaled(scores);
    parts.scale *= scale;
    if (!takeProduct(product, parts) || !headsAgree(parts, root.getB()))
      return rewriter.notifyMatchFailure(root, "the scores are not q k^T of matching heads");
    replace(root, parts, rewriter);
    return llvm::success();
  }

  static void replace(MatmulOp root, const Parts &parts, PatternRewriter &rewriter) {
    Emitter e(rewriter, root.getLoc());
    mlir::Value k = parts.k;
    bool packed = dimsOf(parts.q)->size() == 3;
    if (parts.turned)
      k = e.transpose(k, packed ? std::vector<int64_t>{0, 2, 1} : std::vector<int64_t>{0, 1, 3, 2});
    Attributes attributes{{"scale", static_cast<float>(parts.scale)},
                          {"softcap", static_cast<float>(parts.softcap)}};
    if (packed) {
      attributes.set("q_heads", int64_t{1});
      attributes.set("kv_heads", int64_t{1});
    }
    mlir::Value none = e.none(), mask = maskOf(parts, e);
    Operation *attention =
        e.op("attention", {parts.q, k, root.getB(), mask, none, none, none, none, none},
             std::move(attributes));
    replaceKeepingType(rewriter, root, attention->getResult(0));
  }
};

struct RaiseAttention : PatternPass<impl::RaiseAttentionBase<RaiseAttention>> {
  void addPatterns(RewritePatternSet &patterns) override {
    patterns.add<RaiseProduct>(patterns.getContext());
  }
};

} // namespace
} // namespace ingot
