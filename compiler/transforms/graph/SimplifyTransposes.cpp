// transpose(transpose(x, p), q) → transpose(x, p then q), and transposes that others can do.
#include "compiler/dialect/graph/Contraction.h"
#include "compiler/transforms/graph/Passes.h"
#include "compiler/transforms/graph/PatternPass.h"
#include "compiler/transforms/graph/Patterns.h"
#include "compiler/transforms/graph/Permutations.h"
#include "compiler/transforms/graph/Support.h"

using namespace mlir;

namespace ingot {
#define GEN_PASS_DEF_SIMPLIFYTRANSPOSES
#include "compiler/transforms/graph/Passes.h.inc"

namespace {
using namespace graph;

/// transpose(x) that keeps the order → x.
struct DropTranspose : OpRewritePattern<TransposeOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(TransposeOp op, PatternRewriter &rewriter) const override {
    auto perm = permutationOf(op);
    if (!perm || !isIdentity(*perm))
      return rewriter.notifyMatchFailure(op, "the order changes");
    return replaceByExisting(rewriter, op, op.getX());
  }
};

/// transpose(transpose(x, p), q) → transpose(x, p then q).
struct MergeTransposes : OpRewritePattern<TransposeOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(TransposeOp op, PatternRewriter &rewriter) const override {
    auto inner = op.getX().getDefiningOp<TransposeOp>();
    auto first = inner ? permutationOf(inner) : std::nullopt, second = permutationOf(op);
    if (!first || !second)
      return rewriter.notifyMatchFailure(op, "not two transposes of known rank");
    auto perm = integersAttribute(rewriter, "perm", compose(*first, *second));
    replaceBy(rewriter, op, make<TransposeOp>(rewriter, op.getLoc(), inner.getX(), perm));
    return llvm::success();
  }
};

/// transpose(x) that moves only axes of size 1 → reshape(x): no element moves in memory.
struct TransposeToReshape : OpRewritePattern<TransposeOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(TransposeOp op, PatternRewriter &rewriter) const override {
    auto perm = permutationOf(op);
    auto dims = dimsOf(op.getX());
    if (!perm || !dims || isIdentity(*perm))
      return rewriter.notifyMatchFailure(op, "the rank is not known");
    int64_t last = -1;
    for (int64_t axis : *perm) {
      if ((*dims)[static_cast<size_t>(axis)] == 1)
        continue;
      if (axis < last)
        return rewriter.notifyMatchFailure(op, "axes that have elements change places");
      last = axis;
    }
    Operation *reshape = makeReshape(rewriter, op.getLoc(), op.getX(), op.getY().getType());
    if (!reshape)
      return rewriter.notifyMatchFailure(op, "two dimensions are unknown");
    rewriter.replaceOp(op, reshape->getResults());
    return llvm::success();
  }
};

/// reshape(transpose(reshape(x))) → transpose(reshape(x)) where the batch alone, axis 0 between the
/// reshapes, has another shape before and after: so exporters write batches of matrices.
struct LiftBatch : OpRewritePattern<ReshapeOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(ReshapeOp op, PatternRewriter &rewriter) const override {
    auto transpose = op.getX().getDefiningOp<TransposeOp>();
    auto inner = transpose ? transpose.getX().getDefiningOp<ReshapeOp>() : ReshapeOp();
    auto perm = inner ? permutationOf(transpose) : std::nullopt;
    auto to = staticShape(op.getY()), from = inner ? staticShape(inner.getY()) : std::nullopt;
    if (!perm || !to || !from || perm->size() < 2 || perm->front() != 0 ||
        llvm::is_contained(*to, 0) || !isUsedOnlyBy(op.getX(), op))
      return rewriter.notifyMatchFailure(op, "no transpose of its own between reshapes");
    size_t tail = perm->size() - 1;
    auto turned = staticShape(op.getX());
    if (to->size() < tail || !std::equal(turned->begin() + 1, turned->end(),
                                         to->end() - static_cast<std::ptrdiff_t>(tail)))
      return rewriter.notifyMatchFailure(op, "more than the batch changes shape");
    size_t batch = to->size() - tail;
    Shape shape(to->begin(), to->begin() + static_cast<std::ptrdiff_t>(batch));
    shape.insert(shape.end(), from->begin() + 1, from->end());
    Permutation lifted;
    for (size_t i = 0; i < batch; ++i)
      lifted.push_back(static_cast<int64_t>(i));
    for (int64_t axis : ArrayRef(*perm).drop_front())
      lifted.push_back(axis + static_cast<int64_t>(batch) - 1);
    auto target = createIntegers(rewriter, op.getLoc(), shape);
    auto whole = make<ReshapeOp>(rewriter, op.getLoc(), {inner.getX(), target});
    replaceBy(rewriter, op,
              make<TransposeOp>(rewriter, op.getLoc(), whole.getY(),
                                integersAttribute(rewriter, "perm", lifted)));
    return llvm::success();
  }
};

/// The operand of a transpose that swaps the last two axes and no others.
mlir::Value swappedMatrices(mlir::Value value) {
  auto op = value.getDefiningOp<TransposeOp>();
  auto perm = op ? permutationOf(op) : std::nullopt;
  if (!perm || perm->size() < 2)
    return nullptr;
  std::swap((*perm)[perm->size() - 1], (*perm)[perm->size() - 2]);
  return isIdentity(*perm) ? op.getX() : mlir::Value();
}

/// matmul(transpose(a), b) → matmul(a, b) {transpose_a}, and b alike.
struct TransposeIntoMatmul : OpRewritePattern<MatmulOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(MatmulOp op, PatternRewriter &rewriter) const override {
    mlir::Value a = swappedMatrices(op.getA()), b = swappedMatrices(op.getB());
    if (!a && !b)
      return rewriter.notifyMatchFailure(op, "no operand is a transposed matrix");
    rewriter.modifyOpInPlace(op, [&] {
      if (a)
        op.setTransposeA(!op.getTransposeA());
      if (b)
        op.setTransposeB(!op.getTransposeB());
      op->setOperands({a ? a : op.getA(), b ? b : op.getB()});
    });
    return llvm::success();
  }
};

struct SimplifyTransposes : PatternPass<impl::SimplifyTransposesBase<SimplifyTransposes>> {
  void addPatterns(RewritePatternSet &patterns) override { addTransposePatterns(patterns); }
};

} // namespace

void graph::addTransposePatterns(RewritePatternSet &patterns) {
  patterns.add<DropTranspose, MergeTransposes, TransposeToReshape, LiftBatch, TransposeIntoMatmul>(
      patterns.getContext());
}

} // namespace ingot
