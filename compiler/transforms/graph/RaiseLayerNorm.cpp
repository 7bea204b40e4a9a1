// (x - mean(x)) / sqrt(mean((x - mean(x))²) + e) * scale + bias → layer_norm(x, scale, bias).
#include "compiler/dialect/graph/Elementwise.h"
#include "compiler/dialect/graph/Normalization.h"
#include "compiler/transforms/graph/Emitter.h"
#include "compiler/transforms/graph/Passes.h"
#include "compiler/transforms/graph/PatternPass.h"
#include "compiler/transforms/graph/Statistics.h"

using namespace mlir;

namespace ingot {
#define GEN_PASS_DEF_RAISELAYERNORM
#include "compiler/transforms/graph/Passes.h.inc"

namespace {
using namespace graph;

/// What is normalized, over the axes from `axis` on.
struct Normalized {
  mlir::Value x;
  int64_t axis;
  double epsilon;
};

/// x of d = x - mean(x).
std::optional<Normalized> centered(mlir::Value d) {
  Operation *sub = definedBy(d, "sub");
  auto axis = sub ? trailingMean(sub->getOperand(1), sub->getOperand(0)) : std::nullopt;
  return axis ? std::optional(Normalized{sub->getOperand(0), *axis, 0}) : std::nullopt;
}

/// x when `root` is made of the variance of x: the mean of the squares of x - mean(x).
std::optional<Normalized> varianceIn(const std::optional<InverseRoot> &root) {
  Operation *mean = root ? keptReduction(root->v, "reduce_mean") : nullptr;
  mlir::Value d = mean ? squared(mean->getOperand(0)) : mlir::Value();
  auto found = d ? centered(d) : std::nullopt;
  if (!found || trailingMean(root->v, mean->getOperand(0)) != found->axis)
    return std::nullopt;
  found->epsilon = root->epsilon;
  return found;
}

/// (x - mean(x)) over the root of x's own variance.
std::optional<Normalized> normalized(mlir::Value d, const std::optional<InverseRoot> &root) {
  auto variance = varianceIn(root), center = variance ? centered(d) : std::nullopt;
  return center && center->x == variance->x && center->axis == variance->axis ? variance
                                                                              : std::nullopt;
}

/// scale and bias may be null.
void replaceByNorm(Operation *root, const Normalized &found, mlir::Value scale, mlir::Value bias,
                   PatternRewriter &rewriter) {
  Emitter e(rewriter, root->getLoc());
  ElementType element = elementOf(found.x);
  ElementType stash = element == ElementType::F64 ? element : ElementType::F32;
  if (!scale)
    scale = e.numbers({1}, {1}, element);
  Operation *norm = e.op("layer_norm", {found.x, scale, bias ? bias : e.none()},
                         {{"axis", found.axis},
                          {"stash_type", stash},
                          {"epsilon", static_cast<float>(found.epsilon)}});
  replaceKeepingType(rewriter, root, norm->getResult(0));
}

/// d / sqrt(v + e) → layer_norm(x).
struct RaiseQuotient : OpRewritePattern<DivOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(DivOp div, PatternRewriter &rewriter) const override {
    auto found = normalized(div.getX(), rootOf(div.getY()));
    if (!found)
      return rewriter.notifyMatchFailure(div, "not x - mean(x) over its deviation");
    replaceByNorm(div, *found, {}, {}, rewriter);
    return llvm::success();
  }
};

/// d * r → layer_norm(x), d * (r * scale) → layer_norm(x, scale), with r the inverse deviation.
struct RaiseProduct : OpRewritePattern<MulOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(MulOp mul, PatternRewriter &rewriter) const override {
    bool raised = eitherOrder(mul, [&](mlir::Value d, mlir::Value r) {
      if (auto found = normalized(d, inverseRootOf(r))) {
        replaceByNorm(mul, *found, {}, {}, rewriter);
        return true;
      }
      Operation *scaled = definedBy(r, "mul");
      return scaled && eitherOrder(scaled, [&](mlir::Value inverse, mlir::Value scale) {
               auto found = normalized(d, inverseRootOf(inverse));
               if (!found || !isTrailingParameter(scale, found->x, found->axis))
                 return false;
               replaceByNorm(mul, *found, scale, {}, rewriter);
               return true;
             });
    });
    return raised ? llvm::success()
                  : rewriter.notifyMatchFailure(mul, "not x - mean(x) times its inverse deviation");
  }
};

/// x * s + (bias - mean(x) * s) with s = r * scale, as TensorFlow writes it.
struct RaiseFactored : OpRewritePattern<AddOp> {
  using OpRewritePattern::OpRewritePattern;

  /// scale of s = r * scale.
  static mlir::Value scaleIn(mlir::Value s, std::optional<Normalized> &found) {
    Operation *mul = definedBy(s, "mul");
    mlir::Value scale;
    if (mul)
      eitherOrder(mul, [&](mlir::Value inverse, mlir::Value parameter) {
        found = varianceIn(inverseRootOf(inverse));
        scale = found && isTrailingParameter(parameter, found->x, found->axis) ? parameter : scale;
        return scale != nullptr;
      });
    return scale;
  }

  static bool raise(AddOp add, mlir::Value left, mlir::Value right, PatternRewriter &rewriter) {
    Operation *product = definedBy(left, "mul"), *rest = definedBy(right, "sub");
    Operation *shift = rest ? definedBy(rest->getOperand(1), "mul") : nullptr;
    if (!product || !shift)
      return false;
    return eitherOrder(product, [&](mlir::Value x, mlir::Value s) {
      std::optional<Normalized> found;
      mlir::Value scale = scaleIn(s, found), bias = rest->getOperand(0);
      if (!scale || found->x != x || !isTrailingParameter(bias, x, found->axis))
        return false;
      bool shifted = eitherOrder(shift, [&](mlir::Value mean, mlir::Value factor) {
        return factor == s && trailingMean(mean, x) == found->axis;
      });
      if (shifted)
        replaceByNorm(add, *found, scale, bias, rewriter);
      return shifted;
    });
  }

  LogicalResult matchAndRewrite(AddOp add, PatternRewriter &rewriter) const override {
    bool raised =
        eitherOrder(add, [&](mlir::Value a, mlir::Value b) { return raise(add, a, b, rewriter); });
    return raised ? llvm::success() : rewriter.notifyMatchFailure(add, "not a factored norm");
  }
};

Normalized whatIs(LayerNormOp norm) {
  return {norm.getX(), axisFromFront(norm.getX(), norm.getAxis()),
          norm.getEpsilon().convertToDouble()};
}

/// A norm that nobody else reads, and a constant that fits as its parameter.
LayerNormOp normBeside(Operation *op, mlir::Value &parameter) {
  LayerNormOp found;
  eitherOrder(op, [&](mlir::Value y, mlir::Value constant) {
    auto norm = y.getDefiningOp<LayerNormOp>();
    bool fits = norm && norm.getY() == y && y.hasOneUse() && norm.getMean().use_empty() &&
                norm.getInverseDeviation().use_empty();
    if (fits && isTrailingParameter(constant, y, whatIs(norm).axis))
      found = norm, parameter = constant;
    return found != nullptr;
  });
  return found;
}

/// layer_norm(x, 1) * scale → layer_norm(x, scale).
struct TakeScale : OpRewritePattern<MulOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(MulOp mul, PatternRewriter &rewriter) const override {
    mlir::Value scale;
    LayerNormOp norm = normBeside(mul, scale);
    if (!norm || smallNumber(norm.getScale()) != 1 || !isNone(norm.getBias()))
      return rewriter.notifyMatchFailure(mul, "no layer norm without parameters beside a constant");
    replaceByNorm(mul, whatIs(norm), scale, {}, rewriter);
    return llvm::success();
  }
};

/// layer_norm(x, scale) + bias → layer_norm(x, scale, bias).
struct TakeBias : OpRewritePattern<AddOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(AddOp add, PatternRewriter &rewriter) const override {
    mlir::Value bias;
    LayerNormOp norm = normBeside(add, bias);
    if (!norm || !isNone(norm.getBias()))
      return rewriter.notifyMatchFailure(add, "no layer norm without bias beside a constant");
    replaceByNorm(add, whatIs(norm), norm.getScale(), bias, rewriter);
    return llvm::success();
  }
};

struct RaiseLayerNorm : PatternPass<impl::RaiseLayerNormBase<RaiseLayerNorm>> {
  void addPatterns(RewritePatternSet &patterns) override {
    patterns.add<RaiseQuotient, RaiseProduct, RaiseFactored, TakeScale, TakeBias>(
        patterns.getContext());
  }
};

} // namespace
} // namespace ingot
