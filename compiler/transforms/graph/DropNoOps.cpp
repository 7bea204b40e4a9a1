// tile(x) by 1 → x, resize(x) to its own size → x, dropout(x) in inference → x, …
#include "compiler/dialect/graph/Elementwise.h"
#include "compiler/dialect/graph/Movement.h"
#include "compiler/dialect/graph/Random.h"
#include "compiler/dialect/graph/Reduction.h"
#include "compiler/dialect/graph/Vision.h"
#include "compiler/dialect/graph/infer/Resize.h"
#include "compiler/dialect/graph/infer/Shapes.h"
#include "compiler/transforms/graph/Passes.h"
#include "compiler/transforms/graph/PatternPass.h"
#include "compiler/transforms/graph/Support.h"

using namespace mlir;

namespace ingot {
#define GEN_PASS_DEF_DROPNOOPS
#include "compiler/transforms/graph/Passes.h.inc"

namespace {
using namespace graph;

/// tile(x) by 1 along all axes → x.
struct TileOnce : OpRewritePattern<TileOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(TileOp op, PatternRewriter &rewriter) const override {
    auto repeats = constantIntegers(op.getRepeats());
    if (!repeats || llvm::any_of(*repeats, [](int64_t n) { return n != 1; }))
      return rewriter.notifyMatchFailure(op, "repeats something");
    return replaceByExisting(rewriter, op, op.getX());
  }
};

/// resize(x) that changes neither size nor scale of an axis → x.
struct ResizeNothing : OpRewritePattern<ResizeOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(ResizeOp op, PatternRewriter &rewriter) const override {
    bool isKnown = isStatic(op.getX()) && isStatic(op.getY());
    for (mlir::Value operand : op->getOperands().drop_front())
      isKnown &= isNone(operand) || isConstant(operand);
    if (!isKnown)
      return rewriter.notifyMatchFailure(op, "sizes or scales are not known");
    Attributes attributes = attributesOf(op.getOperation());
    InferContext context = inferContextOf(op, attributes);
    auto axes = resizeAxes(context);
    if (!axes.ok() || llvm::any_of(*axes, [](const ResizeAxis &axis) { return axis.resized; }))
      return rewriter.notifyMatchFailure(op, "an axis is resized");
    return replaceByExisting(rewriter, op, op.getX());
  }
};

/// Blocks of one element stay where they are.
template <typename Op> struct BlocksOfOne : OpRewritePattern<Op> {
  using OpRewritePattern<Op>::OpRewritePattern;
  LogicalResult matchAndRewrite(Op op, PatternRewriter &rewriter) const override {
    if (op.getBlocksize() != 1)
      return rewriter.notifyMatchFailure(op, "moves blocks");
    return replaceByExisting(rewriter, op, op.getX());
  }
};

/// dropout(x) outside of training → x, and true for every element.
struct DropoutInInference : OpRewritePattern<DropoutOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(DropoutOp op, PatternRewriter &rewriter) const override {
    if (!isNone(op.getTraining()) && uniformNumber(op.getTraining()) != 0.0)
      return rewriter.notifyMatchFailure(op, "may be training");
    auto shape = staticShape(op.getMask());
    if (op.getX().getType() != op.getY().getType() || (!shape && !op.getMask().use_empty()))
      return rewriter.notifyMatchFailure(op, "the shape of the mask is not known");
    if (!op.getMask().use_empty()) {
      mlir::Value yes = createScalar(rewriter, op.getLoc(), ElementType::Bool, 1);
      mlir::Value dims = createIntegers(rewriter, op.getLoc(), *shape);
      rewriter.replaceAllUsesWith(op.getMask(),
                                  make<ExpandOp>(rewriter, op.getLoc(), {yes, dims}).getY());
    }
    rewriter.replaceAllUsesWith(op.getY(), op.getX());
    rewriter.eraseOp(op);
    return llvm::success();
  }
};

/// where(true, x, y) → x, where(false, x, y) → y, where(c, x, x) → x, if the result has its shape.
struct WhereAlways : OpRewritePattern<WhereOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(WhereOp op, PatternRewriter &rewriter) const override {
    auto condition = uniformNumber(op.getCondition());
    if (!condition && op.getX() != op.getY())
      return rewriter.notifyMatchFailure(op, "the condition varies");
    bool takesX = !condition || *condition != 0;
    mlir::Value taken = takesX ? op.getX() : op.getY(), other = takesX ? op.getY() : op.getX();
    if (!broadcastsInto(op.getCondition(), taken) ||
        (other != taken && !broadcastsInto(other, taken)))
      return rewriter.notifyMatchFailure(op, "the others may repeat it");
    return replaceByExisting(rewriter, op, taken);
  }
};

/// where(!c, x, y) → where(c, y, x).
struct WhereNot : OpRewritePattern<WhereOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(WhereOp op, PatternRewriter &rewriter) const override {
    auto negation = op.getCondition().getDefiningOp<LogicalNotOp>();
    if (!negation)
      return rewriter.notifyMatchFailure(op, "the condition is not negated");
    rewriter.modifyOpInPlace(op, [&] { op->setOperands({negation.getX(), op.getY(), op.getX()}); });
    return llvm::success();
  }
};

/// The largest, the smallest or the product of single elements → reshape(x). Not the sum: of -0 it
/// is 0.
template <typename Op> struct ReduceSingle : OpRewritePattern<Op> {
  using OpRewritePattern<Op>::OpRewritePattern;
  LogicalResult matchAndRewrite(Op op, PatternRewriter &rewriter) const override {
    auto x = staticShape(op.getX()), y = staticShape(op.getY());
    if (!x || !y || elementCount(*x) != elementCount(*y) || elementCount(*x) == 0)
      return rewriter.notifyMatchFailure(op, "combines elements");
    rewriter.replaceOp(op, makeReshape(rewriter, op.getLoc(), op.getX(), op.getY().getType()));
    return llvm::success();
  }
};

struct DropNoOps : PatternPass<impl::DropNoOpsBase<DropNoOps>> {
  void addPatterns(RewritePatternSet &patterns) override {
    patterns.add<TileOnce, ResizeNothing, BlocksOfOne<DepthToSpaceOp>, BlocksOfOne<SpaceToDepthOp>,
                 DropoutInInference, WhereAlways, WhereNot, ReduceSingle<ReduceMaxOp>,
                 ReduceSingle<ReduceMinOp>, ReduceSingle<ReduceProdOp>>(patterns.getContext());
  }
};

} // namespace
} // namespace ingot
