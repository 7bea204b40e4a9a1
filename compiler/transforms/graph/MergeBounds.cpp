// max(max(x, a), b) → max(x, b), relu(sigmoid(x)) → sigmoid(x), …: few and ordered bounds.
//
// Clips are min(max(x, low), high), and relu is max(x, 0). max and min let NaN pass and give their
// left operand where both are equal, 0 and -0 included. So a bound on the right that an operand
// already keeps changes no bit of it.
#include "compiler/dialect/graph/Elementwise.h"
#include "compiler/transforms/graph/Passes.h"
#include "compiler/transforms/graph/PatternPass.h"
#include "compiler/transforms/graph/Ranges.h"
#include "compiler/transforms/graph/Support.h"

#include <cmath>

using namespace mlir;

namespace ingot {
#define GEN_PASS_DEF_MERGEBOUNDS
#include "compiler/transforms/graph/Passes.h.inc"

namespace {
using namespace graph;

/// An operator that bounds x on one side by a number.
struct Bound {
  mlir::Value x;
  double number;
  bool isLower; ///< max or relu
};

/// Numbers of 64-bit integers beyond this are not those of the double that holds them.
constexpr double exactIntegers = 9007199254740992.0;

std::optional<Bound> boundOf(Operation *op) {
  if (auto relu = dyn_cast_or_null<ReluOp>(op))
    return Bound{relu.getX(), 0, true};
  if (!op || !isa<MaxOp, MinOp>(op))
    return std::nullopt;
  mlir::Value x = op->getOperand(0), y = op->getOperand(1);
  auto number = broadcastsInto(y, x) ? uniformNumber(y) : std::nullopt;
  bool isExact =
      number && !std::isnan(*number) && (isFloatValue(x) || std::fabs(*number) < exactIntegers);
  return isExact ? std::optional(Bound{x, *number, isa<MaxOp>(op)}) : std::nullopt;
}

/// max(c, x) → max(x, c) and min alike, so that bounds stand on the right. Only zeros of floats
/// tell the left operand from an equal right one.
template <typename Op> struct BoundRight : OpRewritePattern<Op> {
  using OpRewritePattern<Op>::OpRewritePattern;
  LogicalResult matchAndRewrite(Op op, PatternRewriter &rewriter) const override {
    auto number = isConstant(op.getY()) ? std::nullopt : uniformNumber(op.getX());
    if (!number || (isFloatValue(op.getX()) && *number == 0))
      return rewriter.notifyMatchFailure(op, "no constant on the left that may change sides");
    rewriter.modifyOpInPlace(op, [&] { op->setOperands({op.getY(), op.getX()}); });
    return llvm::success();
  }
};

/// max(x, 0) → relu(x), not for -0.
struct MaxToRelu : OpRewritePattern<MaxOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(MaxOp op, PatternRewriter &rewriter) const override {
    auto bound = boundOf(op);
    bool isUnsigned = elementClass(elementOf(op.getX())) == ElementClass::Unsigned;
    if (!bound || bound->number != 0 || std::signbit(bound->number) || isUnsigned)
      return rewriter.notifyMatchFailure(op, "the bound is not 0");
    replaceBy(rewriter, op, make<ReluOp>(rewriter, op.getLoc(), bound->x));
    return llvm::success();
  }
};

/// max(x, c) → x where x is certainly c or more, and min alike: relu(relu(x)), min(sigmoid(x), 1).
template <typename Op> struct DropBound : OpRewritePattern<Op> {
  using OpRewritePattern<Op>::OpRewritePattern;
  LogicalResult matchAndRewrite(Op op, PatternRewriter &rewriter) const override {
    auto bound = boundOf(op);
    if (!bound)
      return rewriter.notifyMatchFailure(op, "the bound is not one number");
    Range range = rangeOf(bound->x);
    if (bound->isLower ? range.low < bound->number : range.high > bound->number)
      return rewriter.notifyMatchFailure(op, "the bound may cut something off");
    return replaceByExisting(rewriter, op, bound->x);
  }
};

/// max(max(x, a), b) → max(x, b) where b is larger (else it was dropped), and min alike.
template <typename Op> struct DropInnerBound : OpRewritePattern<Op> {
  using OpRewritePattern<Op>::OpRewritePattern;
  LogicalResult matchAndRewrite(Op op, PatternRewriter &rewriter) const override {
    auto outer = boundOf(op);
    auto inner = outer ? boundOf(outer->x.getDefiningOp()) : std::nullopt;
    if (!inner || inner->isLower != outer->isLower)
      return rewriter.notifyMatchFailure(op, "not two bounds of one side");
    if (inner->isLower ? inner->number >= outer->number : inner->number <= outer->number)
      return rewriter.notifyMatchFailure(op, "the inner bound is the tighter one");
    // The shapes are equal: the inner bound broadcasts into x.
    rewriter.modifyOpInPlace(op, [&] { op->setOperand(0, inner->x); });
    return llvm::success();
  }
};

/// max(min(x, high), low) → min(max(x, low), high) where low < high: the order of clips, in which
/// bounds of one side meet.
template <typename Op> struct LowerBoundFirst : OpRewritePattern<Op> {
  using OpRewritePattern<Op>::OpRewritePattern;
  LogicalResult matchAndRewrite(Op op, PatternRewriter &rewriter) const override {
    auto lower = boundOf(op);
    auto upper = lower && lower->isLower ? boundOf(lower->x.getDefiningOp()) : std::nullopt;
    if (!upper || upper->isLower || !(lower->number < upper->number))
      return rewriter.notifyMatchFailure(op, "not a lower bound on a larger upper one");
    Operation *inner = lower->x.getDefiningOp();
    if (!inner->hasOneUse())
      return rewriter.notifyMatchFailure(op, "the bounded value is used otherwise, too");
    SmallVector<mlir::Value> operands(op->getOperands());
    operands[0] = upper->x;
    Operation *first = cloneWith(rewriter, op, operands);
    replaceBy(rewriter, op,
              cloneWith(rewriter, inner, {first->getResult(0), inner->getOperand(1)}));
    return llvm::success();
  }
};

struct MergeBounds : PatternPass<impl::MergeBoundsBase<MergeBounds>> {
  void addPatterns(RewritePatternSet &patterns) override {
    patterns.add<BoundRight<MaxOp>, BoundRight<MinOp>, MaxToRelu, DropBound<ReluOp>,
                 DropBound<MaxOp>, DropBound<MinOp>, DropInnerBound<ReluOp>, DropInnerBound<MaxOp>,
                 DropInnerBound<MinOp>, LowerBoundFirst<ReluOp>, LowerBoundFirst<MaxOp>>(
        patterns.getContext());
  }
};

} // namespace
} // namespace ingot
