// Expansions of softmax and of the normalizations.
#include "compiler/dialect/graph/Normalization.h"
#include "compiler/dialect/graph/infer/Shapes.h"
#include "compiler/transforms/graph/Expansions.h"
#include "compiler/transforms/graph/Statistics.h"

using namespace mlir;

namespace ingot::graph {
namespace {

using Values = std::optional<SmallVector<mlir::Value>>;

Values one(mlir::Value value) { return SmallVector<mlir::Value>{value}; }

/// The axes from `first` to before `end`.
std::vector<int64_t> range(int64_t first, int64_t end) {
  std::vector<int64_t> axes;
  for (int64_t axis = first; axis < end; ++axis)
    axes.push_back(axis);
  return axes;
}

int64_t rankOf(mlir::Value x) { return static_cast<int64_t>(dimsOf(x)->size()); }

/// Small floats are computed in f32 and rounded once at the end, as the operators do.
mlir::Value widened(mlir::Value x, Emitter &e) {
  return elementBits(elementOf(x)) < 32 ? e.cast(x, ElementType::F32) : x;
}

mlir::Value reduce(StringRef name, mlir::Value x, const std::vector<int64_t> &axes, Emitter &e) {
  return e.value(name, {x, e.integers(axes)});
}

/// x - mean(x), and 1 / sqrt(variance + epsilon).
struct Standard {
  mlir::Value mean, centered, inverse;
};
Standard standardize(mlir::Value x, const std::vector<int64_t> &axes, double epsilon, Emitter &e) {
  mlir::Value mean = reduce("reduce_mean", x, axes, e), centered = e.sub(x, mean);
  mlir::Value variance = reduce("reduce_mean", e.mul(centered, centered), axes, e);
  mlir::Value inverse = e.value("reciprocal", {e.value("sqrt", {e.add(variance, epsilon)})});
  return {mean, centered, inverse};
}

/// One parameter per channel, to be multiplied with a tensor of this rank with channels at axis 1.
mlir::Value alongChannels(mlir::Value parameter, int64_t rank, Emitter &e) {
  if (rank <= 2)
    return parameter;
  std::vector<int64_t> shape(static_cast<size_t>(rank - 1), 1);
  shape[0] = -1;
  return e.reshape(parameter, shape);
}

/// Axes of a softmax; nothing when they depend on an unknown rank.
template <typename Op> std::optional<std::vector<int64_t>> axesOf(Op op) {
  auto count = static_cast<int64_t>(op.getCount());
  int64_t axis = axisFromFront(op.getX(), op.getAxis());
  if (dimsOf(op.getX()) && count == 0)
    count = rankOf(op.getX()) - axis;
  if (count == 0 || (axis < 0 && axis + count > 0))
    return std::nullopt;
  return range(axis, axis + count);
}

/// x - max(x), and the sum of its exponentials.
template <typename Op> std::optional<std::array<mlir::Value, 3>> shifted(Op op, Emitter &e) {
  auto axes = axesOf(op);
  if (!axes)
    return std::nullopt;
  mlir::Value x = widened(op.getX(), e);
  mlir::Value difference = e.sub(x, reduce("reduce_max", x, *axes, e));
  mlir::Value exp = e.value("exp", {difference});
  return std::array{difference, exp, reduce("reduce_sum", exp, *axes, e)};
}

/// exp(x - max(x)) / sum(exp(x - max(x))).
Values expandSoftmax(Operation *op, Emitter &e) {
  auto parts = shifted(cast<SoftmaxOp>(op), e);
  if (!parts)
    return std::nullopt;
  return one(e.cast(e.div((*parts)[1], (*parts)[2]), elementOf(op->getOperand(0))));
}

/// x - max(x) - log(sum(exp(x - max(x)))).
Values expandLogSoftmax(Operation *op, Emitter &e) {
  auto parts = shifted(cast<LogSoftmaxOp>(op), e);
  if (!parts)
    return std::nullopt;
  return one(
      e.cast(e.sub((*parts)[0], e.value("log", {(*parts)[2]})), elementOf(op->getOperand(0))));
}

/// x / norm(x), where a norm of 0 means that x is 0.
Values expandLpNorm(Operation *op, Emitter &e) {
  auto norm = cast<LpNormOp>(op);
  mlir::Value x = widened(norm.getX(), e);
  mlir::Value length = reduce(norm.getP() == 1 ? "reduce_l1" : "reduce_l2", x,
                              {static_cast<int64_t>(norm.getAxis())}, e);
  mlir::Value isZero = e.value("equal", {length, e.number(0, x)});
  mlir::Value divisor = e.value("where", {isZero, e.number(1, x), length});
  return one(e.cast(e.div(x, divisor), elementOf(norm.getX())));
}

/// (x - mean) / (sqrt(variance) + 1e-9).
Values expandMeanVarianceNorm(Operation *op, Emitter &e) {
  auto norm = cast<MeanVarianceNormOp>(op);
  mlir::Value x = widened(norm.getX(), e);
  std::vector<int64_t> axes = norm.getAxes().vec();
  mlir::Value centered = e.sub(x, reduce("reduce_mean", x, axes, e));
  mlir::Value variance = reduce("reduce_mean", e.mul(centered, centered), axes, e);
  mlir::Value y = e.div(centered, e.add(e.value("sqrt", {variance}), 1e-9));
  return one(e.cast(y, elementOf(norm.getX())));
}

/// (x - mean) * (scale / sqrt(variance + epsilon)) + bias.
Values expandBatchNorm(Operation *op, Emitter &e) {
  auto norm = cast<BatchNormOp>(op);
  if (!dimsOf(norm.getX()) || !dimsOf(norm.getScale()))
    return std::nullopt;
  int64_t rank = rankOf(norm.getX());
  ElementType wide =
      elementBits(elementOf(norm.getX())) < 32 ? ElementType::F32 : elementOf(norm.getX());
  auto parameter = [&](mlir::Value value) {
    value = e.cast(value, wide);
    return rankOf(value) == 1 ? alongChannels(value, rank, e) : value;
  };
  mlir::Value variance = e.add(parameter(norm.getVariance()), norm.getEpsilon().convertToDouble());
  mlir::Value factor = e.div(parameter(norm.getScale()), e.value("sqrt", {variance}));
  mlir::Value centered = e.sub(e.cast(norm.getX(), wide), parameter(norm.getMean()));
  mlir::Value y = e.add(e.mul(centered, factor), parameter(norm.getBias()));
  return one(e.cast(y, elementOf(norm.getX())));
}

/// Statistics of x itself, and the running ones; parameters are one per channel.
Values expandBatchNormTraining(Operation *op, Emitter &e) {
  auto norm = cast<BatchNormTrainingOp>(op);
  auto shape = staticShape(norm.getX());
  if (!shape || shape->size() < 2 || elementCount(*shape) == 0 || !dimsOf(norm.getScale()) ||
      rankOf(norm.getScale()) != 1)
    return std::nullopt;
  auto rank = static_cast<int64_t>(shape->size());
  mlir::Value x = widened(norm.getX(), e);
  std::vector<int64_t> axes = range(2, rank);
  axes.insert(axes.begin(), 0);
  mlir::Value mean = reduce("reduce_mean", x, axes, e), centered = e.sub(x, mean);
  mlir::Value variance = reduce("reduce_mean", e.mul(centered, centered), axes, e);
  auto parameter = [&](unsigned i) { return e.cast(op->getOperand(i), elementOf(x)); };
  auto alone = [&](mlir::Value statistic) { return e.reshape(statistic, {(*shape)[1]}); };
  mlir::Value root = e.value("sqrt", {e.add(variance, norm.getEpsilon().convertToDouble())});
  mlir::Value factor = e.div(alongChannels(parameter(1), rank, e), root);
  mlir::Value y = e.add(e.mul(centered, factor), alongChannels(parameter(2), rank, e));
  double momentum = norm.getMomentum().convertToDouble();
  auto running = [&](unsigned i, mlir::Value statistic) {
    return e.add(e.mul(parameter(i), momentum), e.mul(alone(statistic), 1 - momentum));
  };
  SmallVector<mlir::Value> results{y, running(3, mean), running(4, variance), alone(mean),
                                   alone(variance)};
  for (auto [value, result] : llvm::zip_equal(results, op->getResults()))
    value = e.cast(value, elementOf(result));
  return results;
}

/// x / (bias + alpha / size * (sum of x² over the `size` channels around each)) ^ beta: the sum is
/// one of slices, which cost nothing.
Values expandLocalResponseNorm(Operation *op, Emitter &e) {
  constexpr int64_t longest = 32; // then one addition for each channel is too many
  auto norm = cast<LocalResponseNormOp>(op);
  auto shape = staticShape(norm.getX());
  auto size = static_cast<int64_t>(norm.getSize());
  if (!shape || elementCount(*shape) == 0 || size > longest)
    return std::nullopt;
  mlir::Value x = widened(norm.getX(), e), squares = e.mul(x, x);
  int64_t channels = (*shape)[1], before = (size - 1) / 2, after = size - 1 - before;
  auto zeros = [&](int64_t count) {
    Shape part = *shape;
    part[1] = count;
    return e.value("expand", {e.number(0, x), e.integers(part)});
  };
  SmallVector<mlir::Value> parts{squares};
  if (before > 0)
    parts.insert(parts.begin(), zeros(before));
  if (after > 0)
    parts.push_back(zeros(after));
  mlir::Value padded = e.value("concat", parts, {{"axis", int64_t{1}}});
  auto from = [&](int64_t first) {
    return e.value("slice", {padded, e.integers({first}), e.integers({first + channels}),
                             e.integers({1}), e.none()});
  };
  mlir::Value sum = from(0);
  for (int64_t first = 1; first < size; ++first)
    sum = e.add(sum, from(first));
  double factor = norm.getAlpha().convertToDouble() / static_cast<double>(size);
  mlir::Value base = e.add(e.mul(sum, factor), norm.getBias().convertToDouble());
  mlir::Value power = e.value("pow", {base, e.number(norm.getBeta().convertToDouble(), x)});
  return one(e.cast(e.div(x, power), elementOf(norm.getX())));
}

Values expandInstanceNorm(Operation *op, Emitter &e) {
  auto norm = cast<InstanceNormOp>(op);
  if (!dimsOf(norm.getX()) || rankOf(norm.getX()) < 3)
    return std::nullopt;
  int64_t rank = rankOf(norm.getX());
  mlir::Value x = widened(norm.getX(), e);
  auto parts = standardize(x, range(2, rank), norm.getEpsilon().convertToDouble(), e);
  mlir::Value scale = alongChannels(e.cast(norm.getScale(), elementOf(x)), rank, e);
  mlir::Value bias = alongChannels(e.cast(norm.getBias(), elementOf(x)), rank, e);
  mlir::Value y = e.add(e.mul(e.mul(parts.centered, parts.inverse), scale), bias);
  return one(e.cast(y, elementOf(norm.getX())));
}

/// Standardized as [batch, groups, all else], scaled under the original shape, or per group.
Values expandGroupNorm(Operation *op, Emitter &e) {
  auto norm = cast<GroupNormOp>(op);
  auto scaleShape = staticShape(norm.getScale());
  auto dims = dimsOf(norm.getX());
  if (!dims || !scaleShape || ShapedType::isDynamic((*dims)[1]))
    return std::nullopt;
  auto groups = static_cast<int64_t>(norm.getGroups());
  int64_t rank = rankOf(norm.getX()), channels = (*dims)[1];
  mlir::Value x = widened(norm.getX(), e);
  mlir::Value grouped = e.reshape(x, {0, groups, -1});
  auto parts = standardize(grouped, {2}, norm.getEpsilon().convertToDouble(), e);
  mlir::Value y = e.mul(parts.centered, parts.inverse);
  mlir::Value scale = e.cast(norm.getScale(), elementOf(x));
  mlir::Value bias = e.cast(norm.getBias(), elementOf(x));
  bool perChannel = (*scaleShape)[0] == channels;
  if (!perChannel)
    y = e.add(e.mul(y, alongChannels(scale, 3, e)), alongChannels(bias, 3, e));
  auto known = staticShape(x);
  y = known ? e.reshape(y, *known) : e.value("reshape", {y, e.value("shape", {x})});
  if (perChannel)
    y = e.add(e.mul(y, alongChannels(scale, rank, e)), alongChannels(bias, rank, e));
  return one(e.cast(y, elementOf(norm.getX())));
}

Values expandLayerNorm(Operation *op, Emitter &e) {
  auto norm = cast<LayerNormOp>(op);
  if (!dimsOf(norm.getX()))
    return std::nullopt;
  ElementType stash = *elementFromMlir(norm.getStashType());
  mlir::Value x = e.cast(norm.getX(), stash);
  auto axes = range(axisFromFront(x, norm.getAxis()), rankOf(x));
  auto parts = standardize(x, axes, norm.getEpsilon().convertToDouble(), e);
  mlir::Value y = e.mul(parts.centered, parts.inverse);
  y = e.mul(y, e.cast(norm.getScale(), stash));
  if (!isNone(norm.getBias()))
    y = e.add(y, e.cast(norm.getBias(), stash));
  return SmallVector<mlir::Value>{e.cast(y, elementOf(norm.getScale())), parts.mean, parts.inverse};
}

Values expandRmsNorm(Operation *op, Emitter &e) {
  auto norm = cast<RmsNormOp>(op);
  if (!dimsOf(norm.getX()))
    return std::nullopt;
  ElementType stash = *elementFromMlir(norm.getStashType());
  mlir::Value x = e.cast(norm.getX(), stash);
  auto axes = range(axisFromFront(x, norm.getAxis()), rankOf(x));
  mlir::Value square = reduce("reduce_mean", e.mul(x, x), axes, e);
  mlir::Value root = e.value("sqrt", {e.add(square, norm.getEpsilon().convertToDouble())});
  mlir::Value inverse = e.value("reciprocal", {root});
  mlir::Value y = e.mul(e.mul(x, inverse), e.cast(norm.getScale(), stash));
  return SmallVector<mlir::Value>{e.cast(y, elementOf(norm.getScale())), inverse};
}

} // namespace

ArrayRef<ExpansionRow> normExpansions() {
  static constexpr ExpansionRow rows[] = {
      {"softmax", expandSoftmax},
      {"log_softmax", expandLogSoftmax},
      {"lp_norm", expandLpNorm},
      {"mean_variance_norm", expandMeanVarianceNorm},
      {"batch_norm", expandBatchNorm},
      {"instance_norm", expandInstanceNorm},
      {"group_norm", expandGroupNorm},
      {"layer_norm", expandLayerNorm},
      {"rms_norm", expandRmsNorm},
      {"batch_norm_training", expandBatchNormTraining},
      {"local_response_norm", expandLocalResponseNorm},
  };
  return rows;
}

} // namespace ingot::graph
