// pad(x) by nothing → x, pad(x) by less → slice(x), pad(pad(x)) → pad(x).
#include "compiler/dialect/graph/Movement.h"
#include "compiler/transforms/graph/Cuts.h"
#include "compiler/transforms/graph/Passes.h"
#include "compiler/transforms/graph/PatternPass.h"
#include "compiler/transforms/graph/Support.h"

using namespace mlir;

namespace ingot {
#define GEN_PASS_DEF_SIMPLIFYPADS
#include "compiler/transforms/graph/Passes.h.inc"

namespace {
using namespace graph;

/// The pads before and after each axis of x; nothing when they are not known.
std::optional<std::pair<Shape, Shape>> padsOf(PadOp op) {
  auto dims = dimsOf(op.getX());
  auto pads = constantIntegers(op.getPads());
  if (!dims || !pads || pads->size() % 2 != 0)
    return std::nullopt;
  size_t count = pads->size() / 2;
  auto axes = isNone(op.getAxes()) ? std::optional(Shape()) : constantIntegers(op.getAxes());
  if (axes && isNone(op.getAxes()))
    for (size_t i = 0; i < dims->size(); ++i)
      axes->push_back(static_cast<int64_t>(i));
  auto normal = axes ? normalizeAxes(*axes, static_cast<int64_t>(dims->size())) : std::nullopt;
  if (!normal || normal->size() != count)
    return std::nullopt;
  Shape before(dims->size()), after(dims->size());
  for (size_t i = 0; i < count; ++i) {
    before[static_cast<size_t>((*normal)[i])] = (*pads)[i];
    after[static_cast<size_t>((*normal)[i])] = (*pads)[count + i];
  }
  return std::pair(before, after);
}

/// pad(x) that adds and removes nothing → x.
struct DropPad : OpRewritePattern<PadOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(PadOp op, PatternRewriter &rewriter) const override {
    auto pads = constantIntegers(op.getPads());
    if (!pads || llvm::any_of(*pads, [](int64_t pad) { return pad != 0; }))
      return rewriter.notifyMatchFailure(op, "pads something");
    return replaceByExisting(rewriter, op, op.getX());
  }
};

/// pad(x) that only removes → slice(x).
struct PadToSlice : OpRewritePattern<PadOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(PadOp op, PatternRewriter &rewriter) const override {
    auto pads = padsOf(op);
    auto shape = staticShape(op.getX());
    if (!pads || !shape)
      return rewriter.notifyMatchFailure(op, "pads or sizes are not known");
    const auto &[before, after] = *pads;
    Cut cut(shape->size());
    for (size_t i = 0; i < shape->size(); ++i) {
      if (before[i] > 0 || after[i] > 0)
        return rewriter.notifyMatchFailure(op, "adds elements");
      if (before[i] < 0 || after[i] < 0)
        cut.axes[i] = SliceRange{-before[i], 1, (*shape)[i] + before[i] + after[i]};
    }
    if (cut.isWhole())
      return rewriter.notifyMatchFailure(op, "removes nothing");
    replaceBy(rewriter, op, makeCut(rewriter, op.getLoc(), op.getX(), cut).getDefiningOp());
    return llvm::success();
  }
};

/// Whether two pads in mode constant add the same element.
bool addTheSame(PadOp a, PadOp b) {
  if (a.getMode() != "constant" || b.getMode() != "constant")
    return false;
  if (isNone(a.getValue()) && isNone(b.getValue()))
    return true;
  if (a.getValue() == b.getValue())
    return true;
  auto left = constantTensor(a.getValue()), right = constantTensor(b.getValue());
  return left && right && !left->isString() && left->byteSize() == right->byteSize() &&
         std::memcmp(left->bytes(), right->bytes(), left->byteSize()) == 0;
}

/// pad(pad(x, p), q) → pad(x, p + q) where both add the same element and remove nothing.
struct MergePads : OpRewritePattern<PadOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(PadOp op, PatternRewriter &rewriter) const override {
    auto inner = op.getX().getDefiningOp<PadOp>();
    auto first = inner ? padsOf(inner) : std::nullopt, second = padsOf(op);
    if (!first || !second || !addTheSame(inner, op) || !isUsedOnlyBy(op.getX(), op))
      return rewriter.notifyMatchFailure(op, "not two pads with the same element");
    std::vector<int64_t> pads;
    for (bool end : {false, true}) {
      const Shape &a = end ? first->second : first->first,
                  &b = end ? second->second : second->first;
      for (size_t i = 0; i < a.size(); ++i) {
        int64_t sum = 0;
        if (a[i] < 0 || b[i] < 0 || __builtin_add_overflow(a[i], b[i], &sum))
          return rewriter.notifyMatchFailure(op, "one removes elements");
        pads.push_back(sum);
      }
    }
    SmallVector<mlir::Value> operands = {inner.getX(), createIntegers(rewriter, op.getLoc(), pads),
                                         op.getValue(), createNone(rewriter, op.getLoc())};
    replaceBy(rewriter, op, cloneWith(rewriter, op, operands));
    return llvm::success();
  }
};

struct SimplifyPads : PatternPass<impl::SimplifyPadsBase<SimplifyPads>> {
  void addPatterns(RewritePatternSet &patterns) override {
    patterns.add<DropPad, PadToSlice, MergePads>(patterns.getContext());
  }
};

} // namespace
} // namespace ingot
