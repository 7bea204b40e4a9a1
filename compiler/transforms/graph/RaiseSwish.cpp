// 1 / (1 + exp(-x)) → sigmoid(x); x * sigmoid(a * x) and x / (1 + exp(-a * x)) → swish(x) {alpha =
// a}.
#include "compiler/dialect/graph/Elementwise.h"
#include "compiler/transforms/graph/Emitter.h"
#include "compiler/transforms/graph/Expressions.h"
#include "compiler/transforms/graph/Passes.h"
#include "compiler/transforms/graph/PatternPass.h"

using namespace mlir;

namespace ingot {
#define GEN_PASS_DEF_RAISESWISH
#include "compiler/transforms/graph/Passes.h.inc"

namespace {
using namespace graph;

/// u of 1 + exp(u).
mlir::Value exponentOf(mlir::Value value) {
  auto sum = affineOf(value, "exp");
  return sum && sum->offset == 1 && sum->factor == 1 ? sum->inner->getOperand(0) : mlir::Value();
}

/// x where u is -x.
mlir::Value negated(mlir::Value u) {
  for (mlir::Value x : factorsOf(u))
    if (productOf(u, {x}) == -1)
      return x;
  return {};
}

/// 1 / (1 + exp(-x)) → sigmoid(x). Where exp overflows, both are 0 or nearly so.
LogicalResult raiseSigmoid(Operation *root, mlir::Value divisor, PatternRewriter &rewriter) {
  mlir::Value u = exponentOf(divisor), x = u ? negated(u) : mlir::Value();
  if (!x)
    return rewriter.notifyMatchFailure(root, "the divisor is not 1 + exp(-x)");
  Emitter e(rewriter, root->getLoc());
  replaceKeepingType(rewriter, root, e.value("sigmoid", {x}));
  return llvm::success();
}

struct RaiseReciprocal : OpRewritePattern<ReciprocalOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(ReciprocalOp root, PatternRewriter &rewriter) const override {
    return raiseSigmoid(root, root.getX(), rewriter);
  }
};

LogicalResult replaceBySwish(Operation *root, mlir::Value x, double alpha,
                             PatternRewriter &rewriter) {
  Emitter e(rewriter, root->getLoc());
  replaceKeepingType(rewriter, root, e.value("swish", {x}, {{"alpha", static_cast<float>(alpha)}}));
  return llvm::success();
}

/// 1 / (1 + exp(-x)) → sigmoid(x); x / (1 + exp(-a * x)) → swish(x).
struct RaiseQuotient : OpRewritePattern<DivOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(DivOp root, PatternRewriter &rewriter) const override {
    if (!isFloatValue(root.getZ()))
      return rewriter.notifyMatchFailure(root, "not a float");
    if (numberFor(root.getX(), root.getY()) == 1)
      return raiseSigmoid(root, root.getY(), rewriter);
    mlir::Value u = exponentOf(root.getY());
    auto p = u ? polynomialIn(u, root.getX()) : std::nullopt;
    if (!p || !isNear(*p, Polynomial{0, (*p)[1], 0, 0}) || (*p)[1] == 0)
      return rewriter.notifyMatchFailure(root, "the divisor is not 1 + exp(-a * x)");
    return replaceBySwish(root, root.getX(), -(*p)[1], rewriter);
  }
};

/// x * sigmoid(a * x) → swish(x).
struct RaiseProduct : OpRewritePattern<MulOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(MulOp root, PatternRewriter &rewriter) const override {
    mlir::Value found;
    double alpha = 0;
    auto accept = [&](mlir::Value x, mlir::Value gate, double number) {
      auto u = polynomialIn(gate.getDefiningOp()->getOperand(0), x);
      bool fits = number == 1 && u && (*u)[1] != 0 && isNear(*u, Polynomial{0, (*u)[1], 0, 0});
      if (fits)
        found = x, alpha = (*u)[1];
      return fits;
    };
    if (!findGate(root.getZ(), [](mlir::Value v) { return definedBy(v, "sigmoid"); }, accept))
      return rewriter.notifyMatchFailure(root, "not a product of x and sigmoid(a * x)");
    return replaceBySwish(root, found, alpha, rewriter);
  }
};

struct RaiseSwish : PatternPass<impl::RaiseSwishBase<RaiseSwish>> {
  void addPatterns(RewritePatternSet &patterns) override {
    patterns.add<RaiseReciprocal, RaiseQuotient, RaiseProduct>(patterns.getContext());
  }
};

} // namespace
} // namespace ingot
