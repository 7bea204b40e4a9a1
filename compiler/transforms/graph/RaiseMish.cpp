// log(1 + exp(x)) → softplus(x); x * tanh(softplus(x)) → mish(x).
#include "compiler/dialect/graph/Elementwise.h"
#include "compiler/transforms/graph/Emitter.h"
#include "compiler/transforms/graph/Expressions.h"
#include "compiler/transforms/graph/Passes.h"
#include "compiler/transforms/graph/PatternPass.h"

using namespace mlir;

namespace ingot {
#define GEN_PASS_DEF_RAISEMISH
#include "compiler/transforms/graph/Passes.h.inc"

namespace {
using namespace graph;

/// Where exp(x) overflows, the formula is infinite and softplus still x.
struct RaiseSoftplus : OpRewritePattern<LogOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(LogOp log, PatternRewriter &rewriter) const override {
    auto sum = affineOf(log.getX(), "exp");
    if (!sum || sum->offset != 1 || sum->factor != 1)
      return rewriter.notifyMatchFailure(log, "operand is not 1 + exp(x)");
    Emitter e(rewriter, log.getLoc());
    replaceKeepingType(rewriter, log, e.value("softplus", {sum->inner->getOperand(0)}));
    return llvm::success();
  }
};

struct RaiseProduct : OpRewritePattern<MulOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(MulOp root, PatternRewriter &rewriter) const override {
    mlir::Value found;
    eitherOrder(root, [&](mlir::Value x, mlir::Value gate) {
      Operation *tanh = definedBy(gate, "tanh");
      Operation *softplus = tanh ? definedBy(tanh->getOperand(0), "softplus") : nullptr;
      found = softplus && softplus->getOperand(0) == x ? x : found;
      return found != nullptr;
    });
    if (!found)
      return rewriter.notifyMatchFailure(root, "not a product of x and tanh(softplus(x))");
    Emitter e(rewriter, root.getLoc());
    replaceKeepingType(rewriter, root, e.value("mish", {found}));
    return llvm::success();
  }
};

struct RaiseMish : PatternPass<impl::RaiseMishBase<RaiseMish>> {
  void addPatterns(RewritePatternSet &patterns) override {
    patterns.add<RaiseSoftplus, RaiseProduct>(patterns.getContext());
  }
};

} // namespace
} // namespace ingot
