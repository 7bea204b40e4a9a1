// x / sqrt(mean(x²) + e) * scale → rms_norm(x, scale).
#include "compiler/dialect/graph/Elementwise.h"
#include "compiler/dialect/graph/Normalization.h"
#include "compiler/transforms/graph/Emitter.h"
#include "compiler/transforms/graph/Passes.h"
#include "compiler/transforms/graph/PatternPass.h"
#include "compiler/transforms/graph/Statistics.h"

using namespace mlir;

namespace ingot {
#define GEN_PASS_DEF_RAISERMSNORM
#include "compiler/transforms/graph/Passes.h.inc"

namespace {
using namespace graph;

void replaceByNorm(Operation *root, mlir::Value x, int64_t axis, double epsilon, mlir::Value scale,
                   PatternRewriter &rewriter) {
  Emitter e(rewriter, root->getLoc());
  ElementType element = elementOf(x);
  ElementType stash = element == ElementType::F64 ? element : ElementType::F32;
  if (!scale)
    scale = e.numbers({1}, {1}, element);
  Operation *norm =
      e.op("rms_norm", {x, scale},
           {{"axis", axis}, {"stash_type", stash}, {"epsilon", static_cast<float>(epsilon)}});
  replaceKeepingType(rewriter, root, norm->getResult(0));
}

/// The axis when `root` is made of the mean of the squares of x.
std::optional<int64_t> meanSquare(mlir::Value x, const std::optional<InverseRoot> &root) {
  Operation *mean = root ? keptReduction(root->v, "reduce_mean") : nullptr;
  if (!mean || squared(mean->getOperand(0)) != x)
    return std::nullopt;
  return trailingMean(root->v, mean->getOperand(0));
}

struct RaiseQuotient : OpRewritePattern<DivOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(DivOp div, PatternRewriter &rewriter) const override {
    auto root = rootOf(div.getY());
    auto axis = meanSquare(div.getX(), root);
    if (!axis)
      return rewriter.notifyMatchFailure(div, "not x over the root of its mean square");
    replaceByNorm(div, div.getX(), *axis, root->epsilon, {}, rewriter);
    return llvm::success();
  }
};

struct RaiseProduct : OpRewritePattern<MulOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(MulOp mul, PatternRewriter &rewriter) const override {
    bool raised = eitherOrder(mul, [&](mlir::Value x, mlir::Value r) {
      auto root = inverseRootOf(r);
      auto axis = meanSquare(x, root);
      if (axis)
        replaceByNorm(mul, x, *axis, root->epsilon, {}, rewriter);
      return axis.has_value();
    });
    return raised ? llvm::success()
                  : rewriter.notifyMatchFailure(mul, "not x times the inverse root");
  }
};

/// rms_norm(x, 1) * scale → rms_norm(x, scale).
struct TakeScale : OpRewritePattern<MulOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(MulOp mul, PatternRewriter &rewriter) const override {
    bool raised = eitherOrder(mul, [&](mlir::Value y, mlir::Value scale) {
      auto norm = y.getDefiningOp<RmsNormOp>();
      bool fits = norm && norm.getY() == y && y.hasOneUse() && norm.getInverseRoot().use_empty() &&
                  smallNumber(norm.getScale()) == 1 &&
                  isTrailingParameter(scale, y, axisFromFront(y, norm.getAxis()));
      if (fits)
        replaceByNorm(mul, norm.getX(), norm.getAxis(), norm.getEpsilon().convertToDouble(), scale,
                      rewriter);
      return fits;
    });
    return raised ? llvm::success()
                  : rewriter.notifyMatchFailure(mul, "no norm without scale beside a constant");
  }
};

struct RaiseRmsNorm : PatternPass<impl::RaiseRmsNormBase<RaiseRmsNorm>> {
  void addPatterns(RewritePatternSet &patterns) override {
    patterns.add<RaiseQuotient, RaiseProduct, TakeScale>(patterns.getContext());
  }
};

} // namespace
} // namespace ingot
