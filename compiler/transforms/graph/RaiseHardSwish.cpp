// clip(x + 3, 0, 6) / 6 → hard_sigmoid(x); x * clip(x + 3, 0, 6) / 6, x * hard_sigmoid(x) →
// hard_swish(x).
#include "compiler/dialect/graph/Elementwise.h"
#include "compiler/transforms/graph/Emitter.h"
#include "compiler/transforms/graph/Expressions.h"
#include "compiler/transforms/graph/Passes.h"
#include "compiler/transforms/graph/PatternPass.h"

using namespace mlir;

namespace ingot {
#define GEN_PASS_DEF_RAISEHARDSWISH
#include "compiler/transforms/graph/Passes.h.inc"

namespace {
using namespace graph;

/// a * x + b within 0 and `bound`.
struct Ramp {
  mlir::Value operand; ///< a * x + b as a value, or x of a hard_sigmoid
  double slope, offset, bound;
};

/// min(max(u, 0), bound), or hard_sigmoid.
std::optional<Ramp> rampOf(mlir::Value value) {
  if (auto hard = value.getDefiningOp<HardSigmoidOp>())
    return Ramp{hard.getX(), hard.getAlpha().convertToDouble(), hard.getBeta().convertToDouble(),
                1};
  auto clipped = clippedFromZero(value);
  return clipped ? std::optional(Ramp{clipped->operand, 1, 0, clipped->bound}) : std::nullopt;
}

/// number * x * ramp is hard_swish(x) when number * ramp is x / 6 + 1/2 within 0 and 1.
bool isHardSwish(mlir::Value x, const Ramp &ramp, double number) {
  double bottom = number * ramp.offset, slope = number * ramp.slope;
  if (!isNear(number * ramp.bound, 1))
    return false;
  if (auto p = polynomialIn(ramp.operand, x))
    return (*p)[2] == 0 && (*p)[3] == 0 && isNear(slope * (*p)[1], 1.0 / 6) &&
           isNear(slope * (*p)[0] + bottom, 0.5);
  // x itself may be a multiple of what the ramp was found to be over: slope * v + bottom must be
  // x / 6 + 1/2 with x = p0 + p1 * v.
  auto p = polynomialIn(x, ramp.operand);
  return p && (*p)[2] == 0 && (*p)[3] == 0 && isNear(slope, (*p)[1] / 6) &&
         isNear(bottom, (*p)[0] / 6 + 0.5);
}

template <typename Root> struct RaiseProduct : OpRewritePattern<Root> {
  using OpRewritePattern<Root>::OpRewritePattern;
  LogicalResult matchAndRewrite(Root root, PatternRewriter &rewriter) const override {
    mlir::Value found;
    auto accept = [&](mlir::Value x, mlir::Value gate, double number) {
      bool fits = isHardSwish(x, *rampOf(gate), number);
      found = fits ? x : found;
      return fits;
    };
    if (!isFloatValue(root.getZ()) ||
        !findGate(root.getZ(), [](mlir::Value v) { return rampOf(v).has_value(); }, accept))
      return rewriter.notifyMatchFailure(root, "not a product of x and a ramp over x");
    Emitter e(rewriter, root.getLoc());
    replaceKeepingType(rewriter, root, e.value("hard_swish", {found}));
    return llvm::success();
  }
};

/// x of a number times x plus a number, however often nested up to two levels.
mlir::Value underAffine(mlir::Value u) {
  for (int level = 0; level < 2; ++level) {
    mlir::Value inner;
    Operation *op = u.getDefiningOp();
    StringRef name = op ? op->getName().stripDialect() : "";
    if (name == "add" || name == "sub" || name == "mul" || name == "div")
      for (mlir::Value operand : op->getOperands())
        if (auto p = polynomialIn(u, operand); p && (*p)[1] != 0)
          inner = operand;
    if (!inner)
      break;
    u = inner;
  }
  return u;
}

/// number * min(max(a * x + b, 0), bound) → hard_sigmoid(x) when number * bound is 1.
LogicalResult raiseRamp(Operation *root, mlir::Value ramp, double number,
                        PatternRewriter &rewriter) {
  auto clipped = clippedFromZero(ramp);
  if (!clipped || !isFloatValue(ramp) || !isNear(number * clipped->bound, 1))
    return rewriter.notifyMatchFailure(root, "not a value clipped to 0 and 1");
  mlir::Value x = underAffine(clipped->operand);
  auto p = polynomialIn(clipped->operand, x);
  if (x == clipped->operand || !p || (*p)[2] != 0 || (*p)[3] != 0)
    return rewriter.notifyMatchFailure(root, "a plain clip");
  Emitter e(rewriter, root->getLoc());
  Attributes attributes{{"alpha", static_cast<float>(number * (*p)[1])},
                        {"beta", static_cast<float>(number * (*p)[0])}};
  replaceKeepingType(rewriter, root, e.value("hard_sigmoid", {x}, std::move(attributes)));
  return llvm::success();
}

template <typename Root> struct RaiseScaledRamp : OpRewritePattern<Root> {
  using OpRewritePattern<Root>::OpRewritePattern;
  LogicalResult matchAndRewrite(Root root, PatternRewriter &rewriter) const override {
    for (mlir::Value ramp : factorsOf(root.getZ()))
      if (auto number = productOf(root.getZ(), {ramp}))
        if (succeeded(raiseRamp(root, ramp, *number, rewriter)))
          return llvm::success();
    return rewriter.notifyMatchFailure(root, "not a multiple of a ramp");
  }
};

template <typename Root> struct RaiseRamp : OpRewritePattern<Root> {
  using OpRewritePattern<Root>::OpRewritePattern;
  LogicalResult matchAndRewrite(Root root, PatternRewriter &rewriter) const override {
    return raiseRamp(root, root->getResult(0), 1, rewriter);
  }
};

struct RaiseHardSwish : PatternPass<impl::RaiseHardSwishBase<RaiseHardSwish>> {
  void addPatterns(RewritePatternSet &patterns) override {
    patterns.add<RaiseProduct<MulOp>, RaiseProduct<DivOp>>(patterns.getContext(), /*benefit=*/2);
    patterns.add<RaiseScaledRamp<MulOp>, RaiseScaledRamp<DivOp>, RaiseRamp<MinOp>, RaiseRamp<MaxOp>,
                 RaiseRamp<ReluOp>>(patterns.getContext());
  }
};

} // namespace
} // namespace ingot
