// slice(slice(x)) → slice(x), slice(concat(x, y)) → slice(x), gather(x, [2, 3]) → slice(x), …
#include "compiler/dialect/graph/Movement.h"
#include "compiler/transforms/graph/Cuts.h"
#include "compiler/transforms/graph/Passes.h"
#include "compiler/transforms/graph/PatternPass.h"
#include "compiler/transforms/graph/Support.h"

#include <algorithm>

using namespace mlir;

namespace ingot {
#define GEN_PASS_DEF_SIMPLIFYSLICES
#include "compiler/transforms/graph/Passes.h.inc"

namespace {
using namespace graph;

/// Replaces an operator of one result by a cut of x.
LogicalResult replaceByCut(PatternRewriter &rewriter, Operation *op, mlir::Value x,
                           const Cut &cut) {
  if (cut.isWhole())
    return replaceByExisting(rewriter, op, x);
  replaceBy(rewriter, op, makeCut(rewriter, op->getLoc(), x, cut).getDefiningOp());
  return llvm::success();
}

/// slice(x) that takes everything → x.
struct DropSlice : OpRewritePattern<SliceOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(SliceOp op, PatternRewriter &rewriter) const override {
    auto cut = cutOf(op.getY());
    if (!cut || !cut->cut.isWhole())
      return rewriter.notifyMatchFailure(op, "takes not everything");
    return replaceByExisting(rewriter, op, op.getX());
  }
};

/// slice(slice(x)) → slice(x), and of a part of a split alike.
struct MergeSlices : OpRewritePattern<SliceOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(SliceOp op, PatternRewriter &rewriter) const override {
    auto outer = cutOf(op.getY());
    auto inner = outer ? cutOf(op.getX()) : std::nullopt;
    if (!inner)
      return rewriter.notifyMatchFailure(op, "not a slice of a slice with known bounds");
    return replaceByCut(rewriter, op, inner->x, compose(inner->cut, outer->cut));
  }
};

/// split(x) of which one result is used → slice(x): the other parts need not be made.
struct SplitToSlice : OpRewritePattern<SplitOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(SplitOp op, PatternRewriter &rewriter) const override {
    auto used = llvm::make_filter_range(op.getYs(), [](mlir::Value y) { return !y.use_empty(); });
    if (std::distance(used.begin(), used.end()) != 1)
      return rewriter.notifyMatchFailure(op, "not one result is used");
    mlir::Value part = *used.begin();
    auto cut = cutOf(part);
    if (!cut || (cut->cut.isWhole() && part.getType() != cut->x.getType()))
      return rewriter.notifyMatchFailure(op, "the sizes of the parts are not known");
    mlir::Value slice = makeCut(rewriter, op.getLoc(), cut->x, cut->cut);
    if (slice != cut->x)
      slice.setType(part.getType());
    rewriter.replaceAllUsesWith(part, slice);
    rewriter.eraseOp(op);
    return llvm::success();
  }
};

/// start, start + step, … as a range; nothing for other indices. They are within `dim`.
std::optional<SliceRange> evenlySpaced(std::vector<int64_t> indices, int64_t dim) {
  for (int64_t &index : indices) {
    index += index < 0 ? dim : 0;
    if (index < 0 || index >= dim)
      return std::nullopt;
  }
  auto count = static_cast<int64_t>(indices.size());
  if (count == 0)
    return std::nullopt;
  int64_t step = count > 1 ? indices[1] - indices[0] : 1;
  for (size_t i = 1; i < indices.size(); ++i)
    if (step == 0 || indices[i] - indices[i - 1] != step)
      return std::nullopt;
  return SliceRange{indices[0], step, count};
}

/// gather(x, [2, 3, 4]) → slice(x); gather(x, 2) → reshape(slice(x)).
struct GatherToSlice : OpRewritePattern<GatherOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(GatherOp op, PatternRewriter &rewriter) const override {
    auto dims = dimsOf(op.getX()), resultDims = dimsOf(op.getY());
    auto indices = constantIntegers(op.getIndices());
    auto axis =
        dims ? normalizeAxis(op.getAxis(), static_cast<int64_t>(dims->size())) : std::nullopt;
    if (!axis || !indices || !resultDims)
      return rewriter.notifyMatchFailure(op, "the rank or the indices are not known");
    int64_t dim = (*dims)[static_cast<size_t>(*axis)];
    auto range = ShapedType::isDynamic(dim) ? std::nullopt : evenlySpaced(*indices, dim);
    if (!range)
      return rewriter.notifyMatchFailure(op, "the indices are not evenly spaced");
    Cut cut(dims->size());
    if (range->count != dim || range->step != 1)
      cut.axes[static_cast<size_t>(*axis)] = *range;
    if (!dimsOf(op.getIndices())->empty())
      return replaceByCut(rewriter, op, op.getX(), cut);
    // A single index: its axis goes.
    if (llvm::count_if(*resultDims, ShapedType::isDynamic) > 1 ||
        (!isStatic(op.getY()) && llvm::is_contained(*resultDims, 0)))
      return rewriter.notifyMatchFailure(op, "the shape without the axis is not known");
    mlir::Value slice = makeCut(rewriter, op.getLoc(), op.getX(), cut);
    rewriter.replaceOp(op, makeReshape(rewriter, op.getLoc(), slice, op.getY().getType()));
    return llvm::success();
  }
};

/// slice(concat(x, y, z)) → slice(concat(y, z)), or slice(y): only what it takes something of.
struct SliceOfConcat : OpRewritePattern<SliceOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(SliceOp op, PatternRewriter &rewriter) const override {
    auto concat = op.getX().getDefiningOp<ConcatOp>();
    auto outer = concat ? cutOf(op.getY()) : std::nullopt;
    if (!outer)
      return rewriter.notifyMatchFailure(op, "not a slice of a concat with known bounds");
    auto axis = normalizeAxis(concat.getAxis(), static_cast<int64_t>(outer->cut.axes.size()));
    auto &range = outer->cut.axes[static_cast<size_t>(*axis)];
    if (!range || range->count == 0)
      return rewriter.notifyMatchFailure(op, "takes all along the axis, or nothing");
    int64_t last = range->start + (range->count - 1) * range->step;
    int64_t low = std::min(range->start, last), high = std::max(range->start, last);
    SmallVector<mlir::Value> kept;
    int64_t begin = 0, offset = 0;
    for (mlir::Value x : concat.getXs()) {
      auto dims = dimsOf(x);
      int64_t size = dims ? (*dims)[static_cast<size_t>(*axis)] : ShapedType::kDynamic;
      if (ShapedType::isDynamic(size))
        return rewriter.notifyMatchFailure(op, "an operand of the concat has unknown size");
      if (begin + size <= low)
        offset += size;
      else if (begin <= high)
        kept.push_back(x);
      begin += size;
    }
    if (kept.size() == concat.getXs().size())
      return rewriter.notifyMatchFailure(op, "takes of every operand");
    range->start -= offset;
    mlir::Value x = kept[0];
    if (kept.size() > 1)
      x = make<ConcatOp>(rewriter, concat.getLoc(), kept,
                         integerAttribute(rewriter, "axis", *axis));
    // What it takes of the one operand that is left may be all of it.
    auto dim = (*dimsOf(x))[static_cast<size_t>(*axis)];
    if (range->start == 0 && range->step == 1 && range->count == dim)
      range = std::nullopt;
    return replaceByCut(rewriter, op, x, outer->cut);
  }
};

/// slice(pad(x)) that takes nothing of the padding → slice(x).
struct SliceOfPad : OpRewritePattern<SliceOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(SliceOp op, PatternRewriter &rewriter) const override {
    auto pad = op.getX().getDefiningOp<PadOp>();
    auto outer = pad ? cutOf(op.getY()) : std::nullopt;
    if (!outer || !isStatic(pad.getX()) || !isConstant(pad.getPads()) ||
        !(isNone(pad.getAxes()) || isConstant(pad.getAxes())))
      return rewriter.notifyMatchFailure(op, "not a slice of a pad with known bounds");
    Attributes attributes = attributesOf(pad.getOperation());
    InferContext context = inferContextOf(pad, attributes);
    auto ranges = padRanges(context);
    if (!ranges.ok() || !*ranges)
      return rewriter.notifyMatchFailure(op, "the padded axes are not known");
    Cut cut(outer->cut.axes.size());
    for (size_t i = 0; i < cut.axes.size(); ++i) {
      const PadRange &kept = (**ranges)[i];
      SliceRange taken =
          outer->cut.axes[i].value_or(SliceRange{0, 1, kept.before + kept.count + kept.after});
      int64_t last = taken.start + (taken.count - 1) * taken.step;
      if (taken.count == 0 || std::min(taken.start, last) < kept.before ||
          std::max(taken.start, last) >= kept.before + kept.count)
        return rewriter.notifyMatchFailure(op, "takes of the padding");
      taken.start += kept.start - kept.before;
      if (taken.step != 1 || taken.count != (*dimsOf(pad.getX()))[i])
        cut.axes[i] = taken;
    }
    return replaceByCut(rewriter, op, pad.getX(), cut);
  }
};

struct SimplifySlices : PatternPass<impl::SimplifySlicesBase<SimplifySlices>> {
  void addPatterns(RewritePatternSet &patterns) override {
    patterns.add<DropSlice, MergeSlices, SplitToSlice, GatherToSlice, SliceOfConcat, SliceOfPad>(
        patterns.getContext());
  }
};

} // namespace
} // namespace ingot
