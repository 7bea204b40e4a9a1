// Derivatives of softmax, normalizations and losses.
#include "compiler/autodiff/ChainRule.h"

#include <numeric>

namespace ingot::autodiff {
namespace {

//===--------------------------------------------------------------------------------------------===//
// Softmax
//===--------------------------------------------------------------------------------------------===//

/// `first` and the axes after it, `count` in all; 0 means all up to the last one.
std::vector<int64_t> axesFrom(ChainRule &c, int64_t first, int64_t count) {
  int64_t rank = c.emitter.rankOf(c.x().handle);
  if (rank < 0)
    c.fail(c.unsupported("the gradient of ", c.emission.op,
                         " of a tensor of unknown rank: give the shapes of the inputs"));
  std::vector<int64_t> axes(
      static_cast<size_t>(count > 0 ? count : std::max(rank - first, int64_t{0})));
  std::iota(axes.begin(), axes.end(), first);
  return axes;
}

std::vector<int64_t> softmaxAxes(ChainRule &c) {
  return axesFrom(c, c.attributes().integer("axis"), c.attributes().integer("count"));
}

void deriveSoftmax(ChainRule &c) {
  Term weighted = c.g() * c.y();
  c.pass(0, weighted - c.y() * sumAlong(weighted, softmaxAxes(c)));
}

void deriveLogSoftmax(ChainRule &c) {
  c.pass(0, c.g() - call("exp", c.y()) * sumAlong(c.g(), softmaxAxes(c)));
}

//===--------------------------------------------------------------------------------------------===//
// Normalizations
//===--------------------------------------------------------------------------------------------===//

Term meanAlong(Term x, const std::vector<int64_t> &axes) {
  return x.rule->emit("reduce_mean", {x, x.rule->integers(axes)}, {{"keepdims", true}});
}

bool onlyFirstResult(ChainRule &c) {
  for (size_t i = 1; i < c.emission.results.size(); ++i)
    if (c.hasGradient(i))
      c.fail(c.unsupported("the gradient of the statistics that ", c.emission.op,
                           " gives: compute them with operators of their own"));
  return c.failed.ok();
}

/// y = z * scale + bias, z = (x - mean) / deviation. A change of x that moves the mean or the
/// deviation does not change z.
void deriveLayerNorm(ChainRule &c) {
  if (!onlyFirstResult(c))
    return;
  Term x = c.x(), inverse = castLike(c.y(2), x), z = (x - castLike(c.y(1), x)) * inverse;
  if (c.wants(0)) {
    auto axes = axesFrom(c, c.attributes().integer("axis"), 0);
    Term g = c.g() * c.x(1);
    c.pass(0, inverse * (g - meanAlong(g, axes) - z * meanAlong(g * z, axes)));
  }
  if (c.wants(1))
    c.pass(1, reducedLike(c.g() * z, c.x(1), {x}));
  if (c.wants(2))
    c.pass(2, reducedLike(c.g(), c.x(2), {x}));
}

/// y = z * scale, z = x / root.
void deriveRmsNorm(ChainRule &c) {
  if (!onlyFirstResult(c))
    return;
  Term scale = c.x(1), inverse = castLike(c.y(1), scale), z = castLike(c.x(), scale) * inverse;
  if (c.wants(0)) {
    Term g = c.g() * scale;
    Term gradient =
        inverse * (g - z * meanAlong(g * z, axesFrom(c, c.attributes().integer("axis"), 0)));
    c.pass(0, castLike(gradient, c.x()));
  }
  if (c.wants(1))
    c.pass(1, reducedLike(c.g() * z, scale, {c.x()}));
}

/// Per-channel parameters of a batch normalization in the rank of x.
Term perChannel(ChainRule &c, Term parameters) {
  auto rank = static_cast<size_t>(std::max(c.emitter.rankOf(c.x().handle), int64_t{2}));
  if (c.emitter.rankOf(parameters.handle) != 1)
    c.fail(c.unsupported("the gradient of ", c.emission.op, " with parameters that are ",
                         c.emitter.typeOf(parameters.handle).text(), ", wanted one per channel"));
  std::vector<int64_t> shape(rank - 1, 1);
  shape[0] = -1;
  return c.emit("reshape", {parameters, c.integers(shape)});
}

std::vector<int64_t> allButChannels(ChainRule &c) {
  auto axes = axesFrom(c, 0, 0);
  std::erase(axes, 1);
  return axes;
}

Term sumPerChannel(ChainRule &c, Term x) {
  return c.emit("reduce_sum", {x, c.integers(allButChannels(c))}, {{"keepdims", false}});
}

Term inverseDeviation(ChainRule &c, Term variance) {
  double epsilon = static_cast<double>(c.attributes().number("epsilon"));
  return call("reciprocal", call("sqrt", perChannel(c, variance) + epsilon));
}

/// y = z * scale + bias, z = (x - mean) / deviation, where all but x is given.
void deriveBatchNorm(ChainRule &c) {
  Term inverse = inverseDeviation(c, c.x(4)), scaled = c.g() * perChannel(c, c.x(1)) * inverse;
  Term z = (c.x() - perChannel(c, c.x(3))) * inverse;
  if (c.wants(0))
    c.pass(0, scaled);
  if (c.wants(1))
    c.pass(1, sumPerChannel(c, c.g() * z));
  if (c.wants(2))
    c.pass(2, sumPerChannel(c, c.g()));
  if (c.wants(3))
    c.pass(3, -sumPerChannel(c, scaled));
  if (c.wants(4))
    c.pass(4, sumPerChannel(c, scaled * z * inverse) * -0.5);
}

/// The same with the statistics of x, as in layer_norm.
void deriveBatchNormTraining(ChainRule &c) {
  if (!onlyFirstResult(c))
    return;
  Term inverse = inverseDeviation(c, c.y(4)), z = (c.x() - perChannel(c, c.y(3))) * inverse;
  if (c.wants(0)) {
    auto axes = allButChannels(c);
    Term g = c.g() * perChannel(c, c.x(1));
    c.pass(0, inverse * (g - meanAlong(g, axes) - z * meanAlong(g * z, axes)));
  }
  if (c.wants(1))
    c.pass(1, sumPerChannel(c, c.g() * z));
  if (c.wants(2))
    c.pass(2, sumPerChannel(c, c.g()));
}

//===--------------------------------------------------------------------------------------------===//
// Losses
//===--------------------------------------------------------------------------------------------===//

/// What each entry of x counts for in the loss: the weight of its class where that is the target,
/// 0 elsewhere.
Term classWeights(ChainRule &c) {
  Term x = c.x(), target = c.x(1);
  Term classes = c.emit("shape", {x}, {{"start", int64_t{1}}, {"end", int64_t{2}}});
  Term values = castLike(c.integers({0, 1}), x);
  Term chosen =
      c.emit("one_hot", {target, classes, values}, {{"axis", int64_t{1}}, {"wrap", false}});
  if (c.attributes().has("ignore_index")) {
    double index = static_cast<double>(c.attributes().integer("ignore_index"));
    Term ignored = c.emit("equal", {target, c.scalarLike(target, index)});
    chosen = where(c.emit("unsqueeze", {ignored, c.integers({1})}), 0, chosen);
  }
  if (c.emitter.typeOf(c.x(2).handle).isNone())
    return chosen;
  std::vector<int64_t> perClass(
      static_cast<size_t>(std::max(c.emitter.rankOf(x.handle), int64_t{2})) - 1, 1);
  perClass[0] = -1;
  return chosen * c.emit("reshape", {c.x(2), c.integers(perClass)});
}

void deriveNegativeLogLikelihood(ChainRule &c) {
  if (c.wants(2))
    c.fail(c.unsupported("the gradient of a loss by the weights of its classes"));
  if (c.emitter.rankOf(c.x().handle) < 0)
    c.fail(c.unsupported("the gradient of a loss of a tensor of unknown rank: give the shapes of "
                         "the inputs"));
  if (!c.failed.ok() || !c.wants(0))
    return;
  Term weights = classWeights(c), g = c.g();
  const std::string &reduction = c.attributes().text("reduction");
  if (reduction == "none")
    g = c.emit("unsqueeze", {g, c.integers({1})});
  if (reduction == "mean")
    g = g / c.emit("reduce_sum", {weights, c.term(c.emitter.none())}, {{"keepdims", false}});
  c.pass(0, -(g * weights));
}

constexpr DerivativeEntry derivatives[] = {
    {"hardmax", nullptr},
    {"softmax", deriveSoftmax},
    {"log_softmax", deriveLogSoftmax},
    {"batch_norm", deriveBatchNorm},
    {"batch_norm_training", deriveBatchNormTraining},
    {"layer_norm", deriveLayerNorm},
    {"rms_norm", deriveRmsNorm},
    {"negative_log_likelihood", deriveNegativeLogLikelihood},
};
} // namespace

std::span<const DerivativeEntry> normalizationDerivatives() { return derivatives; }

} // namespace ingot::autodiff
