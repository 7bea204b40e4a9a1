// reshape(transpose(reshape(x))) → channel_shuffle(x) {axis, groups}.
#include "compiler/dialect/graph/Movement.h"
#include "compiler/transforms/graph/Emitter.h"
#include "compiler/transforms/graph/Passes.h"
#include "compiler/transforms/graph/PatternPass.h"
#include "compiler/transforms/graph/Permutations.h"

#include <numeric>

using namespace mlir;

namespace ingot {
#define GEN_PASS_DEF_RAISECHANNELSHUFFLE
#include "compiler/transforms/graph/Passes.h.inc"

namespace {
using namespace graph;

int64_t product(ArrayRef<int64_t> sizes) {
  return std::accumulate(sizes.begin(), sizes.end(), int64_t{1}, std::multiplies<>());
}

/// An array as [outer, groups, n, inner], of which the middle two are exchanged.
struct Exchange {
  int64_t outer, groups, n;
};

/// What a transpose of an array of these dims does, if it exchanges two neighbouring runs of axes:
/// 0, 2, 3, 1, 4 exchanges 1 with 2, 3.
std::optional<Exchange> exchangeOf(ArrayRef<int64_t> dims, ArrayRef<int64_t> perm) {
  size_t first = 0, last = perm.size();
  while (first < last && perm[first] == static_cast<int64_t>(first))
    ++first;
  while (last > first && perm[last - 1] == static_cast<int64_t>(last - 1))
    --last;
  if (first == last)
    return std::nullopt;
  size_t size = last - first, shift = static_cast<size_t>(perm[first]) - first;
  for (size_t i = 0; i < size; ++i)
    if (perm[first + i] != static_cast<int64_t>(first + (i + shift) % size))
      return std::nullopt;
  return Exchange{product(dims.take_front(first)), product(dims.slice(first, shift)),
                  product(dims.slice(first + shift, size - shift))};
}

struct Raise : OpRewritePattern<ReshapeOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(ReshapeOp joined, PatternRewriter &rewriter) const override {
    auto transpose = joined.getX().getDefiningOp<TransposeOp>();
    auto split = transpose ? transpose.getX().getDefiningOp<ReshapeOp>() : nullptr;
    if (!split)
      return rewriter.notifyMatchFailure(joined, "no transpose between reshapes");
    auto x = staticShape(split.getX()), y = staticShape(joined.getResult()),
         parts = staticShape(transpose.getX());
    auto perm = permutationOf(transpose);
    if (!x || !parts || !perm || x != y || elementCount(*x).value_or(0) == 0)
      return rewriter.notifyMatchFailure(joined,
                                         "another shape, empty, or sizes that are not known");
    auto exchange = exchangeOf(*parts, *perm);
    if (!exchange || exchange->groups <= 1 || exchange->n <= 1)
      return rewriter.notifyMatchFailure(joined, "no two runs of axes are exchanged");
    for (size_t axis = 0; axis < x->size(); ++axis)
      if (product(ArrayRef(*x).take_front(axis)) == exchange->outer &&
          (*x)[axis] == exchange->groups * exchange->n) {
        Emitter e(rewriter, joined.getLoc());
        replaceKeepingType(
            rewriter, joined,
            e.value("channel_shuffle", {split.getX()},
                    {{"axis", static_cast<int64_t>(axis)}, {"groups", exchange->groups}}));
        return llvm::success();
      }
    return rewriter.notifyMatchFailure(joined, "more than one axis is shuffled");
  }
};

/// One that undoes another.
struct Undo : OpRewritePattern<ChannelShuffleOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(ChannelShuffleOp second, PatternRewriter &rewriter) const override {
    auto first = second.getX().getDefiningOp<ChannelShuffleOp>();
    auto shape = staticShape(second.getX());
    if (!first || !shape || first.getAxis() != second.getAxis() ||
        static_cast<int64_t>(first.getGroups() * second.getGroups()) !=
            (*shape)[static_cast<size_t>(second.getAxis())])
      return rewriter.notifyMatchFailure(second, "does not undo another");
    return replaceByExisting(rewriter, second, first.getX());
  }
};

struct RaiseChannelShuffle : PatternPass<impl::RaiseChannelShuffleBase<RaiseChannelShuffle>> {
  void addPatterns(RewritePatternSet &patterns) override {
    patterns.add<Raise, Undo>(patterns.getContext());
  }
};

} // namespace
} // namespace ingot
