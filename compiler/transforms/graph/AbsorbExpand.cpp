// add(expand(x), y) → add(x, y): operators that broadcast need no copies.
#include "compiler/dialect/graph/Contraction.h"
#include "compiler/dialect/graph/Movement.h"
#include "compiler/transforms/graph/Passes.h"
#include "compiler/transforms/graph/PatternPass.h"
#include "compiler/transforms/graph/Support.h"

using namespace mlir;

namespace ingot {
#define GEN_PASS_DEF_ABSORBEXPAND
#include "compiler/transforms/graph/Passes.h.inc"

namespace {
using namespace graph;

/// Whether an expand leaves the matrices in the last two axes as they are: matmul repeats what is
/// before them only.
bool keepsMatrices(ExpandOp expand) {
  auto x = dimsOf(expand.getX()), y = dimsOf(expand.getY());
  if (!x || !y || x->size() < 2 || y->size() < 2)
    return false;
  auto last = x->take_back(2);
  return last == y->take_back(2) && llvm::none_of(last, ShapedType::isDynamic);
}

/// add(expand(x), y) → add(x, y), and matmul alike, where y alone gives the result its shape.
struct IntoBroadcasting : RewritePattern {
  explicit IntoBroadcasting(MLIRContext *context)
      : RewritePattern(MatchAnyOpTypeTag(), 1, context) {}
  LogicalResult matchAndRewrite(Operation *op, PatternRewriter &rewriter) const override {
    if (!(isBroadcasting(op) || isa<MatmulOp>(op)) || !isStatic(op->getResult(0)))
      return rewriter.notifyMatchFailure(op, "does not broadcast to a known shape");
    for (OpOperand &operand : op->getOpOperands()) {
      auto expand = operand.get().getDefiningOp<ExpandOp>();
      if (!expand || (isa<MatmulOp>(op) && !keepsMatrices(expand)))
        continue;
      SmallVector<mlir::Value> operands(op->getOperands());
      operands[operand.getOperandNumber()] = expand.getX();
      auto type = resultTypeWith(op, operands);
      if (!type || toMlir(op->getContext(), *type) != op->getResult(0).getType())
        continue;
      rewriter.modifyOpInPlace(op, [&] { operand.set(expand.getX()); });
      return llvm::success();
    }
    return rewriter.notifyMatchFailure(op, "every expanded operand gives the result its shape");
  }
};

/// f(expand(x)) → expand(f(x)): the same elements, computed once.
struct BelowUnary : RewritePattern {
  explicit BelowUnary(MLIRContext *context) : RewritePattern(MatchAnyOpTypeTag(), 1, context) {}
  LogicalResult matchAndRewrite(Operation *op, PatternRewriter &rewriter) const override {
    auto expand = isUnaryElementwise(op) ? op->getOperand(0).getDefiningOp<ExpandOp>() : ExpandOp();
    if (!expand || !isUsedOnlyBy(expand.getY(), op))
      return rewriter.notifyMatchFailure(op, "no elementwise operator on an expand of its own");
    Operation *moved = cloneWith(rewriter, op, expand.getX());
    replaceBy(rewriter, op,
              make<ExpandOp>(rewriter, op->getLoc(), {moved->getResult(0), expand.getShape()}));
    return llvm::success();
  }
};

/// f(expand(x), number) → expand(f(x, number)), and the same with the operands the other way round.
struct BelowNumber : RewritePattern {
  explicit BelowNumber(MLIRContext *context) : RewritePattern(MatchAnyOpTypeTag(), 1, context) {}
  LogicalResult matchAndRewrite(Operation *op, PatternRewriter &rewriter) const override {
    for (unsigned i = 0; i < 2 && isBroadcasting(op) && op->getNumOperands() == 2; ++i) {
      auto expand = op->getOperand(i).getDefiningOp<ExpandOp>();
      auto number = constantTensor(op->getOperand(1 - i));
      auto from = expand ? dimsOf(expand.getX()) : std::nullopt;
      if (!from || !number || number->elements() != 1 || number->shape().size() > from->size() ||
          !isUsedOnlyBy(expand.getY(), op))
        continue;
      SmallVector<mlir::Value> operands(op->getOperands());
      operands[i] = expand.getX();
      Operation *moved = cloneWith(rewriter, op, operands);
      replaceBy(rewriter, op,
                make<ExpandOp>(rewriter, op->getLoc(), {moved->getResult(0), expand.getShape()}));
      return llvm::success();
    }
    return rewriter.notifyMatchFailure(op, "no number meets an expand of its own");
  }
};

/// expand(x) to the shape of x → x.
struct DropExpand : OpRewritePattern<ExpandOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(ExpandOp op, PatternRewriter &rewriter) const override {
    if (!isStatic(op.getY()))
      return rewriter.notifyMatchFailure(op, "the result's shape is not known");
    return replaceByExisting(rewriter, op, op.getX());
  }
};

/// expand(expand(x), s) → expand(x, all of it); expand(x, computed) → expand(x, constant).
struct ConstantShape : OpRewritePattern<ExpandOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(ExpandOp op, PatternRewriter &rewriter) const override {
    auto shape = staticShape(op.getY());
    auto inner = op.getX().getDefiningOp<ExpandOp>();
    if (!shape || (!inner && isConstant(op.getShape())))
      return rewriter.notifyMatchFailure(op, "nothing to write out");
    mlir::Value dims = createIntegers(rewriter, op.getLoc(), *shape);
    mlir::Value x = inner ? inner.getX() : op.getX();
    rewriter.modifyOpInPlace(op, [&] { op->setOperands({x, dims}); });
    return llvm::success();
  }
};

struct AbsorbExpand : PatternPass<impl::AbsorbExpandBase<AbsorbExpand>, ExpandOp> {
  void addPatterns(RewritePatternSet &patterns) override {
    patterns.add<IntoBroadcasting, BelowUnary, BelowNumber, DropExpand, ConstantShape>(
        patterns.getContext());
  }
};

} // namespace
} // namespace ingot
