// matmul(x, cast(w: f16, f32)) → matmul(x, w: f32), for weights w that are constant, or constants
// that are cast to f16, which folding had no time for.
//
// Folding leaves such casts, since they make constants larger. Kernels pack weights while the model
// compiles, in 16 bits again where those hold them; a cast would be computed in every run, and what
// it gives packed.
#include "compiler/dialect/graph/Elementwise.h"
#include "compiler/interp/EvalContext.h"
#include "compiler/transforms/graph/Emitter.h"
#include "compiler/transforms/graph/Passes.h"
#include "compiler/transforms/graph/PatternPass.h"

using namespace mlir;

namespace ingot {
#define GEN_PASS_DEF_WIDENWEIGHTS
#include "compiler/transforms/graph/Passes.h.inc"

namespace {
using namespace graph;

bool multiplies(Operation *op) {
  const OperatorInfo *info = infoOf(op);
  return info && info->macs;
}

/// What becomes of a constant through any number of casts; nothing for what is no constant.
std::optional<Tensor> castConstant(mlir::Value value) {
  auto cast = value.getDefiningOp<CastOp>();
  if (!cast)
    return constantTensor(value);
  auto from = isFloatValue(cast.getX()) ? castConstant(cast.getX()) : std::nullopt;
  if (!from)
    return std::nullopt;
  auto to = interp::convert(*from, elementOf(cast.getY()), nullptr);
  return to.ok() ? std::optional(to.take()) : std::nullopt;
}

struct Widen : OpRewritePattern<CastOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(CastOp cast, PatternRewriter &rewriter) const override {
    auto isSmall = [](Type type) { return type.isF16() || type.isBF16(); };
    auto from = dyn_cast<TensorType>(cast.getX().getType());
    if (!cast.getTo().isF32() || !from || !isSmall(from.getElementType()) ||
        llvm::none_of(cast->getUsers(), multiplies))
      return rewriter.notifyMatchFailure(cast, "it widens nothing that is multiplied with");
    auto wide = castConstant(cast.getY());
    if (!wide)
      return rewriter.notifyMatchFailure(cast, "the weights are not constant, or too large");
    rewriter.replaceOp(cast, createConstant(rewriter, cast.getLoc(), *wide));
    return llvm::success();
  }
};

struct WidenWeights : PatternPass<impl::WidenWeightsBase<WidenWeights>> {
  using PatternPass::PatternPass;
  void addPatterns(RewritePatternSet &patterns) override {
    patterns.add<Widen>(patterns.getContext());
  }
};

} // namespace
} // namespace ingot
