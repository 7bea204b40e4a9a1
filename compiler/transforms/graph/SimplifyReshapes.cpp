// squeeze, unsqueeze, flatten → reshape; reshape(reshape(x)) → reshape(x); targets become
// constants.
#include "compiler/dialect/graph/Movement.h"
#include "compiler/transforms/graph/Passes.h"
#include "compiler/transforms/graph/PatternPass.h"
#include "compiler/transforms/graph/Patterns.h"
#include "compiler/transforms/graph/Support.h"

using namespace mlir;

namespace ingot {
#define GEN_PASS_DEF_SIMPLIFYRESHAPES
#include "compiler/transforms/graph/Passes.h.inc"

namespace {
using namespace graph;

/// Whether the type says to what shape: all dimensions but one are known, and if one is not, none
/// is empty.
bool saysTarget(mlir::Value value) {
  auto dims = dimsOf(value);
  if (!dims)
    return false;
  auto unknown = llvm::count_if(*dims, ShapedType::isDynamic);
  return unknown == 0 || (unknown == 1 && !llvm::is_contained(*dims, 0));
}

/// squeeze(x), unsqueeze(x), flatten(x) → reshape(x): one form, in which others recognize them.
template <typename Op> struct ToReshape : OpRewritePattern<Op> {
  using OpRewritePattern<Op>::OpRewritePattern;
  LogicalResult matchAndRewrite(Op op, PatternRewriter &rewriter) const override {
    if (!saysTarget(op.getY()))
      return rewriter.notifyMatchFailure(op, "the target shape is not known");
    rewriter.replaceOp(
        op, makeReshape(rewriter, op.getLoc(), op.getX(), op.getY().getType())->getResults());
    return llvm::success();
  }
};

/// reshape(x, computed) → reshape(x, constant), as the result's type says; 0 and -1 become what
/// they stand for. What computed the target is then unused.
struct ConstantTarget : OpRewritePattern<ReshapeOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(ReshapeOp op, PatternRewriter &rewriter) const override {
    auto dims = dimsOf(op.getY());
    if (!dims || !saysTarget(op.getY()))
      return rewriter.notifyMatchFailure(op, "the target shape is not known");
    std::vector<int64_t> target;
    for (int64_t dim : *dims)
      target.push_back(ShapedType::isDynamic(dim) ? -1 : dim);
    bool isEmpty = llvm::is_contained(target, 0);
    if (constantIntegers(op.getShape()) == target && op.getAllowzero() == isEmpty)
      return rewriter.notifyMatchFailure(op, "the target is written out already");
    rewriter.replaceOp(
        op, makeReshape(rewriter, op.getLoc(), op.getX(), op.getY().getType())->getResults());
    return llvm::success();
  }
};

/// reshape(x) to the shape of x → x. With one unknown dimension, the number of elements says that
/// it is the same.
struct DropReshape : OpRewritePattern<ReshapeOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(ReshapeOp op, PatternRewriter &rewriter) const override {
    if (!saysTarget(op.getY()))
      return rewriter.notifyMatchFailure(op, "the target shape is not known");
    return replaceByExisting(rewriter, op, op.getX());
  }
};

/// reshape(reshape(x), s) → reshape(x, s).
struct MergeReshapes : OpRewritePattern<ReshapeOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(ReshapeOp op, PatternRewriter &rewriter) const override {
    auto inner = op.getX().getDefiningOp<ReshapeOp>();
    if (!inner || !saysTarget(op.getY()))
      return rewriter.notifyMatchFailure(op, "not two reshapes to a known shape");
    rewriter.replaceOp(
        op, makeReshape(rewriter, op.getLoc(), inner.getX(), op.getY().getType())->getResults());
    return llvm::success();
  }
};

struct SimplifyReshapes : PatternPass<impl::SimplifyReshapesBase<SimplifyReshapes>> {
  void addPatterns(RewritePatternSet &patterns) override { addReshapePatterns(patterns); }
};

} // namespace

void graph::addReshapePatterns(RewritePatternSet &patterns) {
  patterns.add<ToReshape<SqueezeOp>, ToReshape<UnsqueezeOp>, ToReshape<FlattenOp>, ConstantTarget,
               DropReshape, MergeReshapes>(patterns.getContext());
}

} // namespace ingot
