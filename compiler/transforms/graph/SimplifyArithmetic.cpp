// x + 0 → x, x * 1 → x, -(-x) → x, …: identities that hold to the bit.
//
// Floats are not numbers: x + 0 turns -0 into 0, and (x * a) * b rounds twice. So a rewrite of
// floats stands here only where IEEE arithmetic gives the same bits; integers wrap, and may be
// reordered.
#include "compiler/dialect/graph/Elementwise.h"
#include "compiler/dialect/graph/Movement.h"
#include "compiler/transforms/graph/Passes.h"
#include "compiler/transforms/graph/PatternPass.h"
#include "compiler/transforms/graph/Ranges.h"
#include "compiler/transforms/graph/Support.h"

#include <cmath>

using namespace mlir;

namespace ingot {
#define GEN_PASS_DEF_SIMPLIFYARITHMETIC
#include "compiler/transforms/graph/Passes.h.inc"

namespace {
using namespace graph;

/// c op x → x op c, so that other patterns look for constants on the right only.
template <typename Op> struct ConstantRight : OpRewritePattern<Op> {
  using OpRewritePattern<Op>::OpRewritePattern;
  LogicalResult matchAndRewrite(Op op, PatternRewriter &rewriter) const override {
    if (!isConstant(op.getX()) || isConstant(op.getY()))
      return rewriter.notifyMatchFailure(op, "no constant on the left only");
    rewriter.modifyOpInPlace(op, [&] { op->setOperands({op.getY(), op.getX()}); });
    return llvm::success();
  }
};

/// The number that the right operand is everywhere, if the result has the left operand's shape.
template <typename Op> std::optional<double> rightNumber(Op op) {
  return broadcastsInto(op.getY(), op.getX()) ? uniformNumber(op.getY()) : std::nullopt;
}

bool isNegativeZero(double number) { return number == 0 && std::signbit(number); }

/// Whether adding this zero changes no element of x: -0 + 0 is 0, but -0 + -0 and 0 + -0 are what
/// the first one is.
bool addsNothing(mlir::Value x, double zero) {
  return !isFloatValue(x) || isNegativeZero(zero) || !rangeOf(x).negativeZero;
}

/// x + 0 → x, unless x may be -0.
struct AddZero : OpRewritePattern<AddOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(AddOp op, PatternRewriter &rewriter) const override {
    auto number = rightNumber(op);
    if (!number || *number != 0 || !addsNothing(op.getX(), *number))
      return rewriter.notifyMatchFailure(op, "does not add a zero that changes nothing");
    return replaceByExisting(rewriter, op, op.getX());
  }
};

/// x - 0 → x; x - -0 is x + 0.
struct SubZero : OpRewritePattern<SubOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(SubOp op, PatternRewriter &rewriter) const override {
    auto number = rightNumber(op);
    if (!number || *number != 0 || !addsNothing(op.getX(), -*number))
      return rewriter.notifyMatchFailure(op, "does not subtract a zero that changes nothing");
    return replaceByExisting(rewriter, op, op.getX());
  }
};

/// x * 1 → x, x / 1 → x, x to the power of 1 → x.
template <typename Op> struct ByOne : OpRewritePattern<Op> {
  using OpRewritePattern<Op>::OpRewritePattern;
  LogicalResult matchAndRewrite(Op op, PatternRewriter &rewriter) const override {
    if (rightNumber(op) != 1.0)
      return rewriter.notifyMatchFailure(op, "the right operand is not 1");
    return replaceByExisting(rewriter, op, op.getX());
  }
};

/// x * -1 → -x, x / -1 → -x.
template <typename Op> struct ByMinusOne : OpRewritePattern<Op> {
  using OpRewritePattern<Op>::OpRewritePattern;
  LogicalResult matchAndRewrite(Op op, PatternRewriter &rewriter) const override {
    bool isUnsigned = elementClass(elementOf(op.getX())) == ElementClass::Unsigned;
    if (isUnsigned || rightNumber(op) != -1.0)
      return rewriter.notifyMatchFailure(op, "the right operand is not -1");
    replaceBy(rewriter, op, make<NegOp>(rewriter, op.getLoc(), op.getX()));
    return llvm::success();
  }
};

/// Replaces an operator by zeros of its static shape.
LogicalResult replaceByZeros(PatternRewriter &rewriter, Operation *op) {
  auto shape = staticShape(op->getResult(0));
  if (!shape)
    return rewriter.notifyMatchFailure(op, "the shape of the zeros is not known");
  mlir::Value zero = createScalar(rewriter, op->getLoc(), elementOf(op->getResult(0)), 0);
  mlir::Value dims = createIntegers(rewriter, op->getLoc(), *shape);
  replaceBy(rewriter, op, make<ExpandOp>(rewriter, op->getLoc(), {zero, dims}));
  return llvm::success();
}

/// x * 0 → 0, x & 0 → 0 for integers; among floats infinity * 0 is NaN.
template <typename Op> struct ByZero : OpRewritePattern<Op> {
  using OpRewritePattern<Op>::OpRewritePattern;
  LogicalResult matchAndRewrite(Op op, PatternRewriter &rewriter) const override {
    if (isFloatValue(op.getX()) || uniformNumber(op.getY()) != 0.0)
      return rewriter.notifyMatchFailure(op, "no product of integers with 0");
    return replaceByZeros(rewriter, op);
  }
};

/// x - x → 0, x ^ x → 0 for integers; among floats infinity - infinity is NaN.
template <typename Op> struct WithItselfZero : OpRewritePattern<Op> {
  using OpRewritePattern<Op>::OpRewritePattern;
  LogicalResult matchAndRewrite(Op op, PatternRewriter &rewriter) const override {
    if (isFloatValue(op.getX()) || op.getX() != op.getY())
      return rewriter.notifyMatchFailure(op, "not two equal integer operands");
    return replaceByZeros(rewriter, op);
  }
};

/// max(x, x), min(x, x), x & x, x | x → x.
template <typename Op> struct WithItself : OpRewritePattern<Op> {
  using OpRewritePattern<Op>::OpRewritePattern;
  LogicalResult matchAndRewrite(Op op, PatternRewriter &rewriter) const override {
    if (op.getX() != op.getY())
      return rewriter.notifyMatchFailure(op, "the operands differ");
    return replaceByExisting(rewriter, op, op.getX());
  }
};

/// x to the power of 2 → x * x: the square of a float of up to 32 bits is exact in the double that
/// powers are computed in; integers wrap either way.
struct SquareByMul : OpRewritePattern<PowOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(PowOp op, PatternRewriter &rewriter) const override {
    mlir::Value x = op.getX();
    bool exact = isFloatValue(x) ? elementBits(elementOf(x)) <= 32 : isIntegerValue(op.getY());
    if (!exact || rightNumber(op) != 2.0)
      return rewriter.notifyMatchFailure(op, "not an exact square");
    replaceBy(rewriter, op, make<MulOp>(rewriter, op.getLoc(), {x, x}));
    return llvm::success();
  }
};

/// The bits of exponent in which powers of two have an exact reciprocal; 0 for other types.
int exponentsOf(ElementType type) {
  switch (type) {
  case ElementType::F64:
    return 1022;
  case ElementType::F32:
  case ElementType::BF16:
    return 126;
  case ElementType::F16:
    return 14;
  default:
    return 0;
  }
}

/// x / 2^n → x * 2^-n: both are the same number, rounded once.
struct DivByPowerOfTwo : OpRewritePattern<DivOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(DivOp op, PatternRewriter &rewriter) const override {
    auto number = rightNumber(op);
    int exponent = 0;
    bool isPower = number && std::fabs(std::frexp(*number, &exponent)) == 0.5;
    if (!isPower || *number == 1 || std::abs(exponent - 1) > exponentsOf(elementOf(op.getX())))
      return rewriter.notifyMatchFailure(op, "the reciprocal is not exact");
    mlir::Value factor = createScalar(rewriter, op.getLoc(), elementOf(op.getX()), 1 / *number);
    replaceBy(rewriter, op, make<MulOp>(rewriter, op.getLoc(), {op.getX(), factor}));
    return llvm::success();
  }
};

/// 1 / x → reciprocal(x).
struct OneOver : OpRewritePattern<DivOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(DivOp op, PatternRewriter &rewriter) const override {
    bool isOne = isFloatValue(op.getY()) && broadcastsInto(op.getX(), op.getY()) &&
                 uniformNumber(op.getX()) == 1.0;
    if (!isOne)
      return rewriter.notifyMatchFailure(op, "the left operand is not 1");
    replaceBy(rewriter, op, make<ReciprocalOp>(rewriter, op.getLoc(), op.getY()));
    return llvm::success();
  }
};

/// op(op(x)) → x: negations of all kinds.
template <typename Op> struct TwiceIsNothing : OpRewritePattern<Op> {
  using OpRewritePattern<Op>::OpRewritePattern;
  LogicalResult matchAndRewrite(Op op, PatternRewriter &rewriter) const override {
    auto inner = op.getX().template getDefiningOp<Op>();
    if (!inner)
      return rewriter.notifyMatchFailure(op, "the operand is not the same operator");
    return replaceByExisting(rewriter, op, inner.getX());
  }
};

/// outer(inner(x)) → inner(x): what the outer operator does is already so.
template <typename Outer, typename... Inner> struct AlreadySo : OpRewritePattern<Outer> {
  using OpRewritePattern<Outer>::OpRewritePattern;
  LogicalResult matchAndRewrite(Outer op, PatternRewriter &rewriter) const override {
    Operation *inner = op.getX().getDefiningOp();
    if (!inner || !isa<Inner...>(inner))
      return rewriter.notifyMatchFailure(op, "the operand may still change");
    return replaceByExisting(rewriter, op, op.getX());
  }
};

/// |-x| → |x|.
struct AbsOfNeg : OpRewritePattern<AbsOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(AbsOp op, PatternRewriter &rewriter) const override {
    auto neg = op.getX().getDefiningOp<NegOp>();
    if (!neg)
      return rewriter.notifyMatchFailure(op, "the operand is not negated");
    rewriter.modifyOpInPlace(op, [&] { op->setOperands(neg.getX()); });
    return llvm::success();
  }
};

/// x + -y → x - y, x - -y → x + y.
template <typename Op, typename Other> struct RightNegated : OpRewritePattern<Op> {
  using OpRewritePattern<Op>::OpRewritePattern;
  LogicalResult matchAndRewrite(Op op, PatternRewriter &rewriter) const override {
    auto neg = op.getY().template getDefiningOp<NegOp>();
    if (!neg)
      return rewriter.notifyMatchFailure(op, "the right operand is not negated");
    replaceBy(rewriter, op, make<Other>(rewriter, op.getLoc(), {op.getX(), neg.getX()}));
    return llvm::success();
  }
};

/// -x + y → y - x.
struct LeftNegated : OpRewritePattern<AddOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(AddOp op, PatternRewriter &rewriter) const override {
    auto neg = op.getX().getDefiningOp<NegOp>();
    if (!neg)
      return rewriter.notifyMatchFailure(op, "the left operand is not negated");
    replaceBy(rewriter, op, make<SubOp>(rewriter, op.getLoc(), {op.getY(), neg.getX()}));
    return llvm::success();
  }
};

/// -x * -y → x * y, -x / -y → x / y.
template <typename Op> struct BothNegated : OpRewritePattern<Op> {
  using OpRewritePattern<Op>::OpRewritePattern;
  LogicalResult matchAndRewrite(Op op, PatternRewriter &rewriter) const override {
    auto x = op.getX().template getDefiningOp<NegOp>(),
         y = op.getY().template getDefiningOp<NegOp>();
    // Division of the most negative integer by -1 wraps: that of its negation by 1 does not.
    if (!x || !y || !isFloatValue(op.getX()))
      return rewriter.notifyMatchFailure(op, "not two negated floats");
    rewriter.modifyOpInPlace(op, [&] { op->setOperands({x.getX(), y.getX()}); });
    return llvm::success();
  }
};

/// (x op a) op b → x op (a op b) for integers and constants a, b; floats would round differently.
template <typename Op> struct JoinConstants : OpRewritePattern<Op> {
  using OpRewritePattern<Op>::OpRewritePattern;
  LogicalResult matchAndRewrite(Op op, PatternRewriter &rewriter) const override {
    auto inner = op.getX().template getDefiningOp<Op>();
    if (!inner || isFloatValue(op.getX()) || !isConstant(op.getY()) || !isConstant(inner.getY()) ||
        isConstant(inner.getX()))
      return rewriter.notifyMatchFailure(op, "not two operators on integer constants");
    auto joint = make<Op>(rewriter, op.getLoc(), {inner.getY(), op.getY()});
    rewriter.modifyOpInPlace(op, [&] { op->setOperands({inner.getX(), joint.getZ()}); });
    return llvm::success();
  }
};

template <template <typename> typename Pattern, typename... Ops>
void addFor(RewritePatternSet &patterns) {
  patterns.add<Pattern<Ops>...>(patterns.getContext());
}

struct SimplifyArithmetic : PatternPass<impl::SimplifyArithmeticBase<SimplifyArithmetic>> {
  void addPatterns(RewritePatternSet &patterns) override {
    addFor<ConstantRight, AddOp, MulOp, EqualOp, BitAndOp, BitOrOp, BitXorOp>(patterns);
    addFor<ByOne, MulOp, DivOp, PowOp>(patterns);
    addFor<ByMinusOne, MulOp, DivOp>(patterns);
    addFor<ByZero, MulOp, BitAndOp>(patterns);
    addFor<WithItselfZero, SubOp, BitXorOp>(patterns);
    addFor<WithItself, MaxOp, MinOp, BitAndOp, BitOrOp>(patterns);
    addFor<TwiceIsNothing, NegOp, LogicalNotOp, BitNotOp>(patterns);
    addFor<BothNegated, MulOp, DivOp>(patterns);
    addFor<JoinConstants, AddOp, MulOp, BitAndOp, BitOrOp, BitXorOp>(patterns);
    patterns.add<AddZero, SubZero, SquareByMul, DivByPowerOfTwo, OneOver, AbsOfNeg, LeftNegated,
                 RightNegated<AddOp, SubOp>, RightNegated<SubOp, AddOp>, AlreadySo<AbsOp, AbsOp>,
                 AlreadySo<SignOp, SignOp>, AlreadySo<CeilOp, CeilOp, FloorOp, RoundOp>,
                 AlreadySo<FloorOp, CeilOp, FloorOp, RoundOp>,
                 AlreadySo<RoundOp, CeilOp, FloorOp, RoundOp>>(patterns.getContext());
  }
};

} // namespace
} // namespace ingot
