// concat(slice(x, 0:2), slice(x, 2:4)) → x, concat(concat(x, y), z) → concat(x, y, z), …
#include "compiler/dialect/graph/Movement.h"
#include "compiler/transforms/graph/Cuts.h"
#include "compiler/transforms/graph/Passes.h"
#include "compiler/transforms/graph/PatternPass.h"
#include "compiler/transforms/graph/Support.h"

using namespace mlir;

namespace ingot {
#define GEN_PASS_DEF_SIMPLIFYCONCATS
#include "compiler/transforms/graph/Passes.h.inc"

namespace {
using namespace graph;

std::optional<size_t> axisOf(ConcatOp op) {
  auto dims = dimsOf(op.getY());
  auto axis = dims ? normalizeAxis(op.getAxis(), static_cast<int64_t>(dims->size())) : std::nullopt;
  return axis ? std::optional(static_cast<size_t>(*axis)) : std::nullopt;
}

/// The size of a value along an axis; negative when it is not known.
int64_t sizeAlong(mlir::Value value, size_t axis) {
  auto dims = dimsOf(value);
  return dims && !ShapedType::isDynamic((*dims)[axis]) ? (*dims)[axis] : -1;
}

/// concat(x) → x.
struct DropConcat : OpRewritePattern<ConcatOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(ConcatOp op, PatternRewriter &rewriter) const override {
    if (op.getXs().size() != 1)
      return rewriter.notifyMatchFailure(op, "has several operands");
    return replaceByExisting(rewriter, op, op.getXs()[0]);
  }
};

/// The same concat of other operands.
void replaceOperands(PatternRewriter &rewriter, ConcatOp op, ArrayRef<mlir::Value> operands) {
  rewriter.modifyOpInPlace(op, [&] { op->setOperands(operands); });
}

/// concat(x, empty, y) → concat(x, y).
struct DropEmpty : OpRewritePattern<ConcatOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(ConcatOp op, PatternRewriter &rewriter) const override {
    auto axis = axisOf(op);
    if (!axis)
      return rewriter.notifyMatchFailure(op, "the rank is not known");
    SmallVector<mlir::Value> kept;
    for (mlir::Value x : op.getXs())
      if (sizeAlong(x, *axis) != 0)
        kept.push_back(x);
    if (kept.empty() || kept.size() == op.getXs().size())
      return rewriter.notifyMatchFailure(op, "no operand is empty, or all are");
    replaceOperands(rewriter, op, kept);
    return llvm::success();
  }
};

/// concat(concat(x, y), z) → concat(x, y, z), where nothing else uses the inner one.
struct FlattenConcat : OpRewritePattern<ConcatOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(ConcatOp op, PatternRewriter &rewriter) const override {
    auto axis = axisOf(op);
    SmallVector<mlir::Value> operands;
    for (mlir::Value x : op.getXs()) {
      auto inner = x.getDefiningOp<ConcatOp>();
      if (inner && axis && axisOf(inner) == axis && isUsedOnlyBy(x, op))
        operands.append(inner.getXs().begin(), inner.getXs().end());
      else
        operands.push_back(x);
    }
    if (operands.size() == op.getXs().size())
      return rewriter.notifyMatchFailure(op, "no operand is a concat of its own along the axis");
    replaceOperands(rewriter, op, operands);
    return llvm::success();
  }
};

/// One cut for two that are neighbours along the axis and alike elsewhere.
std::optional<CutOf> joined(const CutOf &a, const CutOf &b, size_t axis) {
  const auto &first = a.cut.axes[axis], &second = b.cut.axes[axis];
  if (a.x != b.x || !first || !second || first->step != 1 || second->step != 1 ||
      first->start + first->count != second->start)
    return std::nullopt;
  for (size_t i = 0; i < a.cut.axes.size(); ++i) {
    const auto &left = a.cut.axes[i], &right = b.cut.axes[i];
    bool alike = i == axis || (!left && !right) ||
                 (left && right && left->start == right->start && left->step == right->step &&
                  left->count == right->count);
    if (!alike)
      return std::nullopt;
  }
  CutOf both = a;
  both.cut.axes[axis]->count += second->count;
  if (both.cut.axes[axis]->count == sizeAlong(a.x, axis))
    both.cut.axes[axis] = std::nullopt;
  return both;
}

/// concat(slice(x, 0:2), slice(x, 2:5)) → concat(slice(x, 0:5)), and parts of a split alike.
struct JoinSlices : OpRewritePattern<ConcatOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(ConcatOp op, PatternRewriter &rewriter) const override {
    auto axis = axisOf(op);
    if (!axis)
      return rewriter.notifyMatchFailure(op, "the rank is not known");
    for (unsigned i = 0; i + 1 < op.getXs().size(); ++i) {
      auto a = cutOf(op.getXs()[i]), b = cutOf(op.getXs()[i + 1]);
      auto both = a && b ? joined(*a, *b, *axis) : std::nullopt;
      if (!both)
        continue;
      SmallVector<mlir::Value> operands(op.getXs());
      operands[i] = makeCut(rewriter, op.getLoc(), both->x, both->cut);
      operands.erase(operands.begin() + i + 1);
      replaceOperands(rewriter, op, operands);
      return llvm::success();
    }
    return rewriter.notifyMatchFailure(op, "no two operands are neighbours in one value");
  }
};

struct SimplifyConcats : PatternPass<impl::SimplifyConcatsBase<SimplifyConcats>> {
  void addPatterns(RewritePatternSet &patterns) override {
    patterns.add<DropConcat, DropEmpty, FlattenConcat, JoinSlices>(patterns.getContext());
  }
};

} // namespace
} // namespace ingot
