// conv(pad(x)) → conv(x) {pads}, and pools likewise where their own padding means the same.
#include "compiler/dialect/graph/Contraction.h"
#include "compiler/dialect/graph/Movement.h"
#include "compiler/dialect/graph/Vision.h"
#include "compiler/transforms/graph/Emitter.h"
#include "compiler/transforms/graph/Passes.h"
#include "compiler/transforms/graph/PatternPass.h"

#include <cmath>

using namespace mlir;

namespace ingot {
#define GEN_PASS_DEF_FOLDPAD
#include "compiler/transforms/graph/Passes.h.inc"

namespace {
using namespace graph;

/// Elements added to the spatial axes: all begins, then all ends.
struct Padding {
  mlir::Value x;
  std::vector<int64_t> amounts;
  double value;
};

/// A pad by constants that adds a number to spatial axes and removes nothing.
std::optional<Padding> paddingOf(mlir::Value value) {
  auto pad = value.getDefiningOp<PadOp>();
  auto dims = pad ? dimsOf(pad.getX()) : std::nullopt;
  auto pads = pad ? constantIntegers(pad.getPads()) : std::nullopt;
  if (!dims || dims->size() < 3 || !pads || pad.getMode() != "constant" ||
      !isFloatValue(pad.getX()))
    return std::nullopt;
  auto rank = static_cast<int64_t>(dims->size()), spatial = rank - 2;
  std::vector<int64_t> axes(static_cast<size_t>(rank));
  for (int64_t axis = 0; axis < rank; ++axis)
    axes[static_cast<size_t>(axis)] = axis;
  if (!isNone(pad.getAxes())) {
    auto given = constantIntegers(pad.getAxes());
    if (!given)
      return std::nullopt;
    axes = *given;
  }
  auto number = isNone(pad.getValue()) ? std::optional(0.0) : uniformNumber(pad.getValue());
  if (!number || pads->size() != 2 * axes.size())
    return std::nullopt;
  Padding found{pad.getX(), std::vector<int64_t>(static_cast<size_t>(2 * spatial)), *number};
  for (size_t i = 0; i < axes.size(); ++i) {
    int64_t axis = axes[i] + (axes[i] < 0 ? rank : 0);
    int64_t before = (*pads)[i], after = (*pads)[axes.size() + i];
    if (before < 0 || after < 0 || (axis < 2 && before + after > 0))
      return std::nullopt;
    if (axis >= 2) {
      found.amounts[static_cast<size_t>(axis - 2)] = before;
      found.amounts[static_cast<size_t>(axis - 2 + spatial)] = after;
    }
  }
  return found;
}

/// The operator's own pads and those of the pad; an empty list means none.
std::vector<int64_t> sum(ArrayRef<int64_t> own, const std::vector<int64_t> &more) {
  std::vector<int64_t> pads = more;
  for (size_t i = 0; i < own.size(); ++i)
    pads[i] += own[i];
  return pads;
}

template <typename Root>
void readUnpadded(Root root, const Padding &padding, PatternRewriter &rewriter) {
  rewriter.modifyOpInPlace(root, [&] {
    root.getXMutable().set(padding.x);
    root.setPads(sum(root.getPads(), padding.amounts));
  });
}

/// A convolution's padding is 0.
struct FoldIntoConv : OpRewritePattern<ConvOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(ConvOp conv, PatternRewriter &rewriter) const override {
    auto padding = paddingOf(conv.getX());
    if (!padding || padding->value != 0 || conv.getAutoPad() != "explicit")
      return rewriter.notifyMatchFailure(conv, "operand is not padded with zeros");
    readUnpadded(conv, *padding, rewriter);
    return llvm::success();
  }
};

/// Pads, windows and all that keeps the two paddings from being the same.
template <typename Pool> bool isPlain(Pool pool) {
  return pool.getAutoPad() == "explicit" && !pool.getCeilMode();
}

/// The padding of max_pool is minus infinity, as long as every window holds an element: it is wider
/// than the padding and has no gaps.
struct FoldIntoMaxPool : OpRewritePattern<MaxPoolOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(MaxPoolOp pool, PatternRewriter &rewriter) const override {
    auto padding = paddingOf(pool.getX());
    if (!padding || padding->value != -HUGE_VAL || !isPlain(pool) || pool.getIndices() != "none")
      return rewriter.notifyMatchFailure(pool, "operand is not padded with minus infinity");
    auto pads = sum(pool.getPads(), padding->amounts);
    size_t spatial = pool.getKernelShape().size();
    for (size_t i = 0; i < pads.size(); ++i)
      if (pads[i] >= pool.getKernelShape()[i % spatial] || pool.getDilations()[i % spatial] != 1)
        return rewriter.notifyMatchFailure(pool, "a window may hold nothing but padding");
    readUnpadded(pool, *padding, rewriter);
    return llvm::success();
  }
};

/// The zeros of the pad count as elements of the mean. That is what count_include_pad does, for all
/// padding alike.
struct FoldIntoAveragePool : OpRewritePattern<AveragePoolOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(AveragePoolOp pool, PatternRewriter &rewriter) const override {
    auto padding = paddingOf(pool.getX());
    if (!padding || padding->value != 0 || !isPlain(pool))
      return rewriter.notifyMatchFailure(pool, "operand is not padded with zeros");
    bool unpadded = llvm::all_of(pool.getPads(), [](int64_t pad) { return pad == 0; });
    if (!unpadded && !pool.getCountIncludePad())
      return rewriter.notifyMatchFailure(pool, "its own padding does not count");
    readUnpadded(pool, *padding, rewriter);
    rewriter.modifyOpInPlace(pool, [&] { pool.setCountIncludePad(true); });
    return llvm::success();
  }
};

/// Zeros add nothing to a norm.
struct FoldIntoLpPool : OpRewritePattern<LpPoolOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(LpPoolOp pool, PatternRewriter &rewriter) const override {
    auto padding = paddingOf(pool.getX());
    if (!padding || padding->value != 0 || !isPlain(pool))
      return rewriter.notifyMatchFailure(pool, "operand is not padded with zeros");
    readUnpadded(pool, *padding, rewriter);
    return llvm::success();
  }
};

struct FoldPad : PatternPass<impl::FoldPadBase<FoldPad>> {
  void addPatterns(RewritePatternSet &patterns) override {
    patterns.add<FoldIntoConv, FoldIntoMaxPool, FoldIntoAveragePool, FoldIntoLpPool>(
        patterns.getContext());
  }
};

} // namespace
} // namespace ingot
