// conv(x, w) * s + t → conv(x, w', b'), conv(x * s, w) → conv(x, w'); s and t per channel.
#include "compiler/dialect/graph/Contraction.h"
#include "compiler/dialect/graph/Elementwise.h"
#include "compiler/transforms/graph/Expressions.h"
#include "compiler/transforms/graph/LinearMap.h"
#include "compiler/transforms/graph/Passes.h"
#include "compiler/transforms/graph/PatternPass.h"

using namespace mlir;

namespace ingot {
#define GEN_PASS_DEF_FOLDAFFINE
#include "compiler/transforms/graph/Passes.h.inc"

namespace {
using namespace graph;

/// y = x * scale + shift, one of each per channel.
struct Line {
  mlir::Value x;
  std::vector<double> scale, shift;
  bool scales() const {
    return llvm::any_of(scale, [](double s) { return s != 1; });
  }
  bool shifts() const {
    return llvm::any_of(shift, [](double t) { return t != 0; });
  }
};

/// Reads mul, div, add, sub or neg with constants along `axis` of `x`, which is its operand `i`.
std::optional<Line> lineOf(Operation *op, unsigned i, size_t axis, int64_t channels) {
  Line line{op->getOperand(i), std::vector<double>(static_cast<size_t>(channels), 1),
            std::vector<double>(static_cast<size_t>(channels), 0)};
  if (isa<NegOp>(op)) {
    line.scale.assign(line.scale.size(), -1);
    return line;
  }
  if (!isa<MulOp, DivOp, AddOp, SubOp>(op) || (isa<DivOp>(op) && i == 1))
    return std::nullopt;
  auto numbers = perChannel(op->getOperand(1 - i), line.x, axis, channels);
  if (!numbers)
    return std::nullopt;
  if (isa<MulOp>(op))
    line.scale = *numbers;
  else if (isa<DivOp>(op))
    llvm::transform(*numbers, line.scale.begin(), [](double d) { return 1 / d; });
  else if (isa<SubOp>(op) && i == 0)
    llvm::transform(*numbers, line.shift.begin(), [](double d) { return -d; });
  else
    line.shift = *numbers;
  if (isa<SubOp>(op) && i == 1)
    line.scale.assign(line.scale.size(), -1);
  return allFinite(line.scale) && allFinite(line.shift) ? std::optional(line) : std::nullopt;
}

std::vector<double> scaledByOutput(const LinearMap &map, const std::vector<double> &scale) {
  std::vector<double> weights = map.numbers();
  for (size_t i = 0; i < weights.size(); ++i)
    weights[i] *= scale[static_cast<size_t>(map.outputOf(static_cast<int64_t>(i)))];
  return weights;
}

/// A contraction that only `op` reads, as operand i.
std::optional<LinearMap> mapBefore(Operation *op, unsigned i) {
  mlir::Value y = op->getOperand(i);
  auto map = y.hasOneUse() ? LinearMap::of(y) : std::nullopt;
  return map && !map->sharesLargeWeights() ? map : std::nullopt;
}

/// What follows a contraction. A shift becomes the bias of a convolution; behind a matmul it stays,
/// since an addition there is part of the product's last step anyway.
template <typename Root> struct FoldBehind : OpRewritePattern<Root> {
  using OpRewritePattern<Root>::OpRewritePattern;
  LogicalResult matchAndRewrite(Root root, PatternRewriter &rewriter) const override {
    for (unsigned i = 0; i < root->getNumOperands(); ++i) {
      auto map = mapBefore(root, i);
      auto axis = map ? map->axisIn(map->y()) : std::nullopt;
      auto line = axis ? lineOf(root, i, *axis, map->outputs()) : std::nullopt;
      if (line && (map->hasBias() || !line->shifts()) && fold(root, *map, *line, rewriter))
        return llvm::success();
    }
    return rewriter.notifyMatchFailure(root, "no contraction beside constants of its channels");
  }

  static bool fold(Root root, const LinearMap &map, const Line &line, PatternRewriter &rewriter) {
    auto bias = map.bias();
    // Weights that nothing scales stay: those of a network are not copied for an addition of 0.
    std::optional<std::vector<double>> weights;
    if (line.scales())
      weights = scaledByOutput(map, line.scale);
    if (!bias || (weights && !allFinite(*weights)))
      return false;
    for (size_t c = 0; c < bias->size(); ++c)
      (*bias)[c] = (*bias)[c] * line.scale[c] + line.shift[c];
    // A scaled convolution without bias needs none.
    bool needed = map.hasBias() && (line.shifts() || !isNone(map.operation()->getOperand(2)));
    if (needed && !allFinite(*bias))
      return false;
    Location loc = rewriter.getFusedLoc({map.operation()->getLoc(), root.getLoc()});
    replaceKeepingType(rewriter, root,
                       map.rebuilt(rewriter, loc, map.x(), weights, needed ? bias : std::nullopt));
    return true;
  }
};

/// (matmul(x, w) + c) * s → matmul(x, w * s) + c * s, so that the factor goes into the weights.
template <typename Root> struct FoldThroughBias : OpRewritePattern<Root> {
  using OpRewritePattern<Root>::OpRewritePattern;
  LogicalResult matchAndRewrite(Root root, PatternRewriter &rewriter) const override {
    for (unsigned i = 0; i < 2; ++i) {
      auto add = root->getOperand(i).template getDefiningOp<AddOp>();
      if (!add || !add->hasOneUse())
        continue;
      for (unsigned j = 0; j < 2; ++j) {
        auto map = mapBefore(add, j);
        if (!map || map->hasBias())
          continue;
        auto axis = map->axisIn(map->y());
        auto shift = perChannel(add->getOperand(1 - j), map->y(), *axis, map->outputs());
        auto line = shift ? lineOf(root, i, *axis, map->outputs()) : std::nullopt;
        std::vector<double> weights = line ? scaledByOutput(*map, line->scale) : map->numbers();
        if (!line || line->shifts() || !allFinite(weights))
          continue;
        for (size_t c = 0; c < shift->size(); ++c)
          (*shift)[c] *= line->scale[c];
        Location loc = rewriter.getFusedLoc({map->operation()->getLoc(), root.getLoc()});
        mlir::Value y = map->rebuilt(rewriter, loc, map->x(), weights, std::nullopt);
        Emitter e(rewriter, add.getLoc());
        replaceKeepingType(rewriter, root,
                           e.add(y, e.numbers({map->outputs()}, *shift, map->element())));
        return llvm::success();
      }
    }
    return rewriter.notifyMatchFailure(root, "no matmul with a bias beside constants");
  }
};

/// What comes before a contraction. A factor of an input channel is one of its weights, and padding
/// stays 0. A shift adds the same to every output only if no output looks at padding.
template <typename Root> struct FoldBefore : OpRewritePattern<Root> {
  using OpRewritePattern<Root>::OpRewritePattern;
  LogicalResult matchAndRewrite(Root root, PatternRewriter &rewriter) const override {
    auto map = LinearMap::of(root.getOperation());
    Operation *op = map ? map->x().getDefiningOp() : nullptr;
    auto axis = map ? map->axisIn(map->x()) : std::nullopt;
    if (!op || !axis || !op->hasOneUse() || map->sharesLargeWeights())
      return rewriter.notifyMatchFailure(root, "no operator of its own before constant weights");
    for (unsigned i = 0; i < op->getNumOperands(); ++i) {
      auto line = lineOf(op, i, *axis, map->inputs());
      bool exact = line && (!line->shifts() || (map->isConv() && map->hasNoPadding()));
      if (exact && op->getOperand(i).getType() == map->x().getType() &&
          fold(root, *map, *line, rewriter))
        return llvm::success();
    }
    return rewriter.notifyMatchFailure(root, "no constants of its channels before it");
  }

  static bool fold(Root root, const LinearMap &map, const Line &line, PatternRewriter &rewriter) {
    auto bias = map.bias();
    if (!bias)
      return false;
    std::vector<double> weights = map.numbers();
    for (size_t i = 0; i < weights.size(); ++i) {
      auto input = static_cast<size_t>(map.inputOf(static_cast<int64_t>(i)));
      auto output = static_cast<size_t>(map.outputOf(static_cast<int64_t>(i)));
      (*bias)[output] += weights[i] * line.shift[input];
      weights[i] *= line.scale[input];
    }
    if (!allFinite(weights) || !allFinite(*bias))
      return false;
    Location loc =
        rewriter.getFusedLoc({map.x().getDefiningOp()->getLoc(), map.operation()->getLoc()});
    replaceKeepingType(
        rewriter, root,
        map.rebuilt(rewriter, loc, line.x, weights, line.shifts() ? bias : std::nullopt));
    return true;
  }
};

struct FoldAffine : PatternPass<impl::FoldAffineBase<FoldAffine>> {
  void addPatterns(RewritePatternSet &patterns) override {
    patterns.add<FoldBehind<MulOp>, FoldBehind<DivOp>, FoldBehind<AddOp>, FoldBehind<SubOp>,
                 FoldBehind<NegOp>>(patterns.getContext());
    patterns.add<FoldThroughBias<MulOp>, FoldThroughBias<DivOp>>(patterns.getContext());
    patterns.add<FoldBefore<ConvOp>, FoldBefore<ConvTransposeOp>, FoldBefore<MatmulOp>>(
        patterns.getContext());
  }
};

} // namespace
} // namespace ingot
