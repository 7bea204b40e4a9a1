// batch_norm(conv(x, w, b)) → conv(x, w', b'); any other batch_norm(x) → x * scale + shift.
#include "compiler/dialect/graph/Normalization.h"
#include "compiler/transforms/graph/LinearMap.h"
#include "compiler/transforms/graph/Passes.h"
#include "compiler/transforms/graph/PatternPass.h"

#include <cmath>

using namespace mlir;

namespace ingot {
#define GEN_PASS_DEF_FOLDBATCHNORM
#include "compiler/transforms/graph/Passes.h.inc"

namespace {
using namespace graph;

/// A batch norm is y = x * scale + shift, with one of each per channel, or per element of a sample.
struct Line {
  std::vector<double> scale, shift;
  Shape shape; ///< of the parameters
};

/// In double: scale / sqrt(variance + epsilon), and bias - mean * that.
std::optional<Line> lineOf(BatchNormOp norm) {
  auto scale = constantTensor(norm.getScale()), bias = constantTensor(norm.getBias()),
       mean = constantTensor(norm.getMean()), variance = constantTensor(norm.getVariance());
  ElementType element = elementOf(norm.getX());
  bool exact = element == ElementType::F32 || element == ElementType::F64;
  if (!exact || !scale || !bias || !mean || !variance)
    return std::nullopt;
  double epsilon = norm.getEpsilon().convertToDouble();
  Line line;
  line.shape = scale->shape();
  for (int64_t i = 0; i < scale->elements(); ++i) {
    double factor = scale->numberAt(i) / std::sqrt(variance->numberAt(i) + epsilon);
    line.scale.push_back(factor);
    line.shift.push_back(bias->numberAt(i) - mean->numberAt(i) * factor);
  }
  return line;
}

/// The weights of each output channel scaled, the bias scaled and shifted. Both are computed in
/// double and rounded once, so that the result is nearer to the exact one than before.
struct FoldIntoWeights : OpRewritePattern<BatchNormOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(BatchNormOp norm, PatternRewriter &rewriter) const override {
    auto map = LinearMap::of(norm.getX());
    if (!map || !norm.getX().hasOneUse() || map->sharesLargeWeights() ||
        map->axisIn(norm.getX()) != size_t{1})
      return rewriter.notifyMatchFailure(norm, "not of a contraction of its own by constants");
    auto line = lineOf(norm);
    auto bias = map->bias();
    if (!line || !bias || static_cast<int64_t>(line->scale.size()) != map->outputs() ||
        line->shape.size() != 1)
      return rewriter.notifyMatchFailure(norm, "parameters are not constants of each channel");
    std::vector<double> weights = map->numbers();
    for (size_t i = 0; i < weights.size(); ++i)
      weights[i] *= line->scale[static_cast<size_t>(map->outputOf(static_cast<int64_t>(i)))];
    for (size_t i = 0; i < bias->size(); ++i)
      (*bias)[i] = (*bias)[i] * line->scale[i] + line->shift[i];
    if (!allFinite(weights) || !allFinite(*bias))
      return rewriter.notifyMatchFailure(norm, "folded weights would not be finite");
    Location loc = rewriter.getFusedLoc({map->operation()->getLoc(), norm.getLoc()});
    auto own = map->hasBias() ? bias : std::nullopt;
    mlir::Value y = map->rebuilt(rewriter, loc, map->x(), weights, own);
    if (!map->hasBias()) {
      Emitter e(rewriter, loc);
      y = e.add(y, e.numbers({map->outputs()}, *bias, map->element()));
    }
    replaceKeepingType(rewriter, norm, y);
    return llvm::success();
  }
};

/// Without a contraction before it a batch norm is still two operators that fuse with any other
/// elementwise one.
struct WriteOut : OpRewritePattern<BatchNormOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(BatchNormOp norm, PatternRewriter &rewriter) const override {
    auto line = lineOf(norm);
    auto dims = dimsOf(norm.getX());
    if (!line || !dims || !allFinite(line->scale) || !allFinite(line->shift))
      return rewriter.notifyMatchFailure(norm, "parameters are not finite constants");
    // One for each channel: axis 1, so followed by as many axes as the tensor has behind it.
    Shape shape = line->shape;
    if (shape.size() == 1)
      for (size_t axis = 2; axis < dims->size(); ++axis)
        shape.push_back(1);
    Emitter e(rewriter, norm.getLoc());
    ElementType element = elementOf(norm.getX());
    mlir::Value scaled = e.mul(norm.getX(), e.numbers(shape, line->scale, element));
    replaceKeepingType(rewriter, norm, e.add(scaled, e.numbers(shape, line->shift, element)));
    return llvm::success();
  }
};

struct FoldBatchNorm : PatternPass<impl::FoldBatchNormBase<FoldBatchNorm>> {
  void addPatterns(RewritePatternSet &patterns) override {
    patterns.add<FoldIntoWeights>(patterns.getContext(), /*benefit=*/2);
    patterns.add<WriteOut>(patterns.getContext(), /*benefit=*/1);
  }
};

} // namespace
} // namespace ingot
