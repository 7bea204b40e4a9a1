// f(reshape(x)) → reshape(f(x)): moves reshapes towards the end, where they meet and merge.
//
// A reshape costs nothing, but it stands between a convolution and the activation after it, and
// hides neighbours from patterns.
#include "compiler/dialect/graph/Movement.h"
#include "compiler/transforms/graph/Passes.h"
#include "compiler/transforms/graph/PatternPass.h"
#include "compiler/transforms/graph/Patterns.h"
#include "compiler/transforms/graph/Support.h"

using namespace mlir;

namespace ingot {
#define GEN_PASS_DEF_SINKRESHAPES
#include "compiler/transforms/graph/Passes.h.inc"

namespace {
using namespace graph;

/// op → reshape(moved) to the type that users see.
void sink(PatternRewriter &rewriter, Operation *op, Operation *moved) {
  Type type = op->getResult(0).getType();
  rewriter.replaceOp(op,
                     makeReshape(rewriter, op->getLoc(), moved->getResult(0), type)->getResults());
}

/// f(reshape(x)) → reshape(f(x)), unless f makes the elements wider: MoveConversions moves reshapes
/// before such ones.
struct ThroughUnary : RewritePattern {
  explicit ThroughUnary(MLIRContext *context) : RewritePattern(MatchAnyOpTypeTag(), 1, context) {}
  LogicalResult matchAndRewrite(Operation *op, PatternRewriter &rewriter) const override {
    auto reshape =
        isUnaryElementwise(op) ? op->getOperand(0).getDefiningOp<ReshapeOp>() : ReshapeOp();
    if (!reshape || !isUsedOnlyBy(reshape.getY(), op) || !isStatic(op->getResult(0)))
      return rewriter.notifyMatchFailure(op, "no elementwise operator on a reshape of its own");
    if (elementBytes(elementOf(op->getResult(0))) > elementBytes(elementOf(reshape.getX())))
      return rewriter.notifyMatchFailure(op, "the result's elements are wider");
    sink(rewriter, op, cloneWith(rewriter, op, reshape.getX()));
    return llvm::success();
  }
};

/// Whether a constant operand can be had in the shape before a reshape: one element, or as many as
/// the reshaped operand.
bool isReshapable(mlir::Value operand, const Shape &after) {
  auto shape = isConstant(operand) ? staticShape(operand) : std::nullopt;
  return shape && (elementCount(*shape) == 1 || *shape == after);
}

/// The operands of `op` before they were reshaped from one shape to another; nothing when they were
/// not. All of `op` happens on single elements, so that it does not matter how they are arranged.
std::optional<SmallVector<mlir::Value>> unreshaped(PatternRewriter &rewriter, Operation *op) {
  auto after = staticShape(op->getResult(0));
  RankedTensorType before;
  for (mlir::Value operand : op->getOperands()) {
    auto reshape = operand.getDefiningOp<ReshapeOp>();
    if (!reshape) {
      if (!after || !isReshapable(operand, *after))
        return std::nullopt;
      continue;
    }
    auto type = dyn_cast<RankedTensorType>(reshape.getX().getType());
    bool fits = type && type.hasStaticShape() && staticShape(operand) == after &&
                isUsedOnlyBy(operand, op) && (!before || before.getShape() == type.getShape());
    if (!fits)
      return std::nullopt;
    before = type;
  }
  if (!before)
    return std::nullopt;
  SmallVector<mlir::Value> operands;
  for (mlir::Value operand : op->getOperands()) {
    if (auto reshape = operand.getDefiningOp<ReshapeOp>()) {
      operands.push_back(reshape.getX());
      continue;
    }
    bool isSingle = elementCount(*staticShape(operand)) == 1;
    Type element = cast<TensorType>(operand.getType()).getElementType();
    auto type = isSingle ? RankedTensorType::get({}, element)
                         : RankedTensorType::get(before.getShape(), element);
    operands.push_back(makeReshape(rewriter, op->getLoc(), operand, type)->getResult(0));
  }
  return operands;
}

/// add(reshape(x), reshape(y)) → reshape(add(x, y)) where both have one shape before and after; a
/// constant is reshaped back, which folds.
struct ThroughBroadcasting : RewritePattern {
  explicit ThroughBroadcasting(MLIRContext *context)
      : RewritePattern(MatchAnyOpTypeTag(), 1, context) {}
  LogicalResult matchAndRewrite(Operation *op, PatternRewriter &rewriter) const override {
    auto operands = isBroadcasting(op) ? unreshaped(rewriter, op) : std::nullopt;
    if (!operands)
      return rewriter.notifyMatchFailure(op, "operands are not reshaped alike");
    sink(rewriter, op, cloneWith(rewriter, op, *operands));
    return llvm::success();
  }
};

struct SinkReshapes : PatternPass<impl::SinkReshapesBase<SinkReshapes>, ReshapeOp, SqueezeOp,
                                  UnsqueezeOp, FlattenOp> {
  void addPatterns(RewritePatternSet &patterns) override {
    addReshapePatterns(patterns);
    patterns.add<ThroughUnary, ThroughBroadcasting>(patterns.getContext());
  }
};

} // namespace
} // namespace ingot
