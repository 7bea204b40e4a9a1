// max(x, a * x), where(x < 0, a * x, x), prelu(x, a) → leaky_relu(x) {alpha = a}.
#include "compiler/dialect/graph/Elementwise.h"
#include "compiler/transforms/graph/Emitter.h"
#include "compiler/transforms/graph/Expressions.h"
#include "compiler/transforms/graph/Passes.h"
#include "compiler/transforms/graph/PatternPass.h"

using namespace mlir;

namespace ingot {
#define GEN_PASS_DEF_RAISELEAKYRELU
#include "compiler/transforms/graph/Passes.h.inc"

namespace {
using namespace graph;

/// The number a when `value` is a * x.
std::optional<double> multipleOf(mlir::Value value, mlir::Value x) {
  auto p = polynomialIn(value, x);
  bool fits = p && (*p)[0] == 0 && (*p)[2] == 0 && (*p)[3] == 0;
  return fits && isFloatValue(x) ? std::optional((*p)[1]) : std::nullopt;
}

LogicalResult replaceByLeaky(Operation *root, mlir::Value x, double alpha,
                             PatternRewriter &rewriter) {
  Emitter e(rewriter, root->getLoc());
  replaceKeepingType(rewriter, root,
                     e.value("leaky_relu", {x}, {{"alpha", static_cast<float>(alpha)}}));
  return llvm::success();
}

/// max(x, a * x): for 0 < a < 1 the first is the larger one exactly when x is positive. (With a = 0
/// it is NaN for an infinite x.)
struct RaiseMax : OpRewritePattern<MaxOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(MaxOp max, PatternRewriter &rewriter) const override {
    mlir::Value found;
    double alpha = 0;
    eitherOrder(max, [&](mlir::Value x, mlir::Value other) {
      auto a = multipleOf(other, x);
      bool fits = a && *a > 0 && *a < 1;
      if (fits)
        found = x, alpha = *a;
      return fits;
    });
    if (!found)
      return rewriter.notifyMatchFailure(max, "not x and a * x with a between 0 and 1");
    return replaceByLeaky(max, found, alpha, rewriter);
  }
};

/// Whether a condition says that x is above 0 (1), below 0 (-1) or neither (0). What it says of 0
/// and NaN does not matter: a * 0 is 0 and a * NaN is NaN.
int signTested(mlir::Value condition, mlir::Value x) {
  Operation *op = condition.getDefiningOp();
  if (!op || op->getNumOperands() != 2)
    return 0;
  int direction = isa<GreaterOp, GreaterOrEqualOp>(op) ? 1
                  : isa<LessOp, LessOrEqualOp>(op)     ? -1
                                                       : 0;
  if (op->getOperand(0) == x && numberFor(op->getOperand(1), x) == 0)
    return direction;
  if (op->getOperand(1) == x && numberFor(op->getOperand(0), x) == 0)
    return -direction;
  return 0;
}

struct RaiseWhere : OpRewritePattern<WhereOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(WhereOp where, PatternRewriter &rewriter) const override {
    auto tryAs = [&](mlir::Value x, mlir::Value scaled, int sign) {
      auto alpha = multipleOf(scaled, x);
      return alpha && signTested(where.getCondition(), x) == sign &&
             succeeded(replaceByLeaky(where, x, *alpha, rewriter));
    };
    if (tryAs(where.getX(), where.getY(), 1) || tryAs(where.getY(), where.getX(), -1))
      return llvm::success();
    return rewriter.notifyMatchFailure(where, "does not choose between x and a * x by x's sign");
  }
};

struct RaisePrelu : OpRewritePattern<PreluOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(PreluOp prelu, PatternRewriter &rewriter) const override {
    auto slope = numberFor(prelu.getSlope(), prelu.getX());
    if (!slope || !isFloatValue(prelu.getX()))
      return rewriter.notifyMatchFailure(prelu, "the slope is not one number");
    return replaceByLeaky(prelu, prelu.getX(), *slope, rewriter);
  }
};

struct RaiseLeakyRelu : PatternPass<impl::RaiseLeakyReluBase<RaiseLeakyRelu>> {
  void addPatterns(RewritePatternSet &patterns) override {
    patterns.add<RaiseMax, RaiseWhere, RaisePrelu>(patterns.getContext());
  }
};

} // namespace
} // namespace ingot
