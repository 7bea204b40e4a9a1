// identity(x) → x.
#include "compiler/dialect/graph/Movement.h"
#include "compiler/transforms/graph/Passes.h"
#include "compiler/transforms/graph/PatternPass.h"

using namespace mlir;

namespace ingot {
#define GEN_PASS_DEF_DROPIDENTITY
#include "compiler/transforms/graph/Passes.h.inc"

namespace {

/// identity(x) → x: a second name is no operation.
struct ReplaceByOperand : OpRewritePattern<graph::IdentityOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(graph::IdentityOp identity,
                                PatternRewriter &rewriter) const override {
    // The result may state less of the shape than the operand does, never something else.
    if (identity.getX().getType() != identity.getY().getType())
      return rewriter.notifyMatchFailure(identity, "operand and result types differ");
    rewriter.replaceOp(identity, identity.getX());
    return llvm::success();
  }
};

struct DropIdentity : graph::PatternPass<impl::DropIdentityBase<DropIdentity>> {
  void addPatterns(RewritePatternSet &patterns) override {
    patterns.add<ReplaceByOperand>(patterns.getContext());
  }
};

} // namespace
} // namespace ingot
