// matmul(x, A), matmul(x, B) → slices of matmul(x, [A B]) for constants A and B.
//
// The queries, keys and values of attention are three products with one x. Merged, x is read once,
// and the product is wide enough for large tiles. The slices are views, or at worst one copy of
// results that took hundreds of multiplications each.
#include "compiler/dialect/graph/Contraction.h"
#include "compiler/dialect/graph/Movement.h"
#include "compiler/transforms/graph/Cuts.h"
#include "compiler/transforms/graph/Passes.h"
#include "compiler/transforms/graph/PatternPass.h"
#include "compiler/transforms/graph/Support.h"

using namespace mlir;

namespace ingot {
#define GEN_PASS_DEF_MERGEMATMULS
#include "compiler/transforms/graph/Passes.h.inc"

namespace {
using namespace graph;

constexpr int64_t leastDepth = 32;    ///< multiplications per element that pay for copying it
constexpr int64_t mostColumns = 1024; ///< a product this wide fills its tiles by itself

/// The columns of a product with a constant matrix that is worth merging; 0 for other products.
int64_t columnsOf(MatmulOp op) {
  auto shape = isConstant(op.getB()) ? staticShape(op.getB()) : std::nullopt;
  auto rows = dimsOf(op.getY()); // how many there are need not be known
  if (!shape || shape->size() != 2 || !rows || rows->empty() || !dimsOf(op.getA()))
    return 0;
  int64_t depth = (*shape)[op.getTransposeB() ? 1 : 0];
  int64_t columns = (*shape)[op.getTransposeB() ? 0 : 1];
  return depth >= leastDepth && columns <= mostColumns ? columns : 0;
}

/// The products that can be merged with `op`, itself included, if it is the first of them.
SmallVector<MatmulOp> siblings(MatmulOp op) {
  SmallVector<MatmulOp> found;
  for (Operation &other : *op->getBlock()) {
    auto matmul = dyn_cast<MatmulOp>(other);
    if (!matmul || matmul.getA() != op.getA() || columnsOf(matmul) == 0 ||
        matmul.getTransposeA() != op.getTransposeA() ||
        matmul.getTransposeB() != op.getTransposeB())
      continue;
    if (found.empty() && matmul != op)
      return {};
    // The constant must stand before the merged product.
    Operation *constant = matmul.getB().getDefiningOp();
    if (constant->getBlock() == op->getBlock() && !constant->isBeforeInBlock(op))
      continue;
    found.push_back(matmul);
  }
  return found;
}

struct MergeProducts : OpRewritePattern<MatmulOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(MatmulOp op, PatternRewriter &rewriter) const override {
    if (columnsOf(op) == 0 || op.getA().hasOneUse())
      return rewriter.notifyMatchFailure(op, "no product that is worth merging");
    SmallVector<MatmulOp> products = siblings(op);
    if (products.size() < 2)
      return rewriter.notifyMatchFailure(op, "no other product of the left operand");
    SmallVector<mlir::Value> matrices;
    for (MatmulOp product : products)
      matrices.push_back(product.getB());
    int64_t axis = op.getTransposeB() ? 0 : 1;
    auto joint =
        make<ConcatOp>(rewriter, op.getLoc(), matrices, integerAttribute(rewriter, "axis", axis));
    Operation *merged = cloneWith(rewriter, op, {op.getA(), joint.getY()});
    size_t rank = dimsOf(merged->getResult(0))->size();
    int64_t start = 0;
    for (MatmulOp product : products) {
      Cut cut(rank);
      int64_t columns = columnsOf(product);
      cut.axes[rank - 1] = SliceRange{start, 1, columns};
      start += columns;
      rewriter.replaceOp(product, makeCut(rewriter, product.getLoc(), merged->getResult(0), cut));
    }
    return llvm::success();
  }
};

struct MergeMatmuls : PatternPass<impl::MergeMatmulsBase<MergeMatmuls>> {
  void addPatterns(RewritePatternSet &patterns) override {
    patterns.add<MergeProducts>(patterns.getContext());
  }
};

} // namespace
} // namespace ingot
