// Derivatives of reductions, softmax, normalizations and losses.
#include "compiler/import/onnx/gradient/ChainRule.h"

#include <numeric>

namespace ingot::onnx {
namespace {

//===--------------------------------------------------------------------------------------------===//
// Reductions
//===--------------------------------------------------------------------------------------------===//

/// A reduction of `x` along the axes of this one, which stay with size 1.
Term reducedAlike(ChainRule &c, std::string_view op, Term x) {
  return c.emit(op, {x, c.x(1)},
                {{"keepdims", true}, {"all_if_empty", c.attributes().flag("all_if_empty")}});
}

/// A result of the reduction, or its gradient, with size 1 in the reduced axes.
Term restored(ChainRule &c, Term reduced) {
  bool all = c.n.type(c.x(1).handle).isNone();
  if (c.attributes().flag("keepdims") || all) // a scalar broadcasts to any rank
    return reduced;
  if (c.attributes().flag("all_if_empty"))
    return reshapedLike(reduced, reducedAlike(c, "reduce_sum", c.x()));
  return c.emit("unsqueeze", {reduced, c.x(1)});
}

Term restoredGradient(ChainRule &c) { return restored(c, c.g()); }

void deriveMean(ChainRule &c) {
  Term count = c.emit("div", {call("size", c.x()), call("size", c.y())});
  c.pass(0, expandedLike(restoredGradient(c) / castLike(count, c.x()), c.x()));
}

/// Shared evenly by all elements that are the extreme one.
void deriveReduceExtreme(ChainRule &c) {
  Term extreme = castLike(c.emit("equal", {c.x(), restored(c, c.y())}), c.x());
  c.pass(0, restoredGradient(c) * extreme / reducedAlike(c, "reduce_sum", extreme));
}

/// x / |x|, 0 where all elements are.
void deriveL2(ChainRule &c) {
  Term norm = restored(c, c.y());
  c.pass(0, where(norm > 0, restoredGradient(c) * c.x() / norm, 0));
}

//===--------------------------------------------------------------------------------------------===//
// Softmax
//===--------------------------------------------------------------------------------------------===//

/// `first` and the axes after it, `count` in all; 0 means all up to the last one.
std::vector<int64_t> axesFrom(ChainRule &c, int64_t first, int64_t count) {
  int64_t rank = c.n.rank(c.x().handle);
  if (rank < 0)
    c.fail(c.n.unsupported("the gradient of ", c.emission.op,
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
      c.fail(c.n.unsupported("the gradient of the statistics that ", c.emission.op,
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
  if (c.n.type(c.x(2).handle).isNone())
    return chosen;
  std::vector<int64_t> perClass(static_cast<size_t>(std::max(c.n.rank(x.handle), int64_t{2})) - 1,
                                1);
  perClass[0] = -1;
  return chosen * c.emit("reshape", {c.x(2), c.integers(perClass)});
}

void deriveNegativeLogLikelihood(ChainRule &c) {
  if (c.wants(2))
    c.fail(c.n.unsupported("the gradient of a loss by the weights of its classes"));
  if (c.n.rank(c.x().handle) < 0)
    c.fail(c.n.unsupported("the gradient of a loss of a tensor of unknown rank: give the shapes of "
                           "the inputs"));
  if (!c.failed.ok() || !c.wants(0))
    return;
  Term weights = classWeights(c), g = c.g();
  const std::string &reduction = c.attributes().text("reduction");
  if (reduction == "none")
    g = c.emit("unsqueeze", {g, c.integers({1})});
  if (reduction == "mean")
    g = g / c.emit("reduce_sum", {weights, c.term(c.n.none())}, {{"keepdims", false}});
  c.pass(0, -(g * weights));
}

constexpr DerivativeEntry derivatives[] = {
    {"reduce_sum", [](ChainRule &c) { c.pass(0, expandedLike(restoredGradient(c), c.x())); }},
    {"reduce_mean", deriveMean},
    {"reduce_max", deriveReduceExtreme},
    {"reduce_min", deriveReduceExtreme},
    {"reduce_l1", [](ChainRule &c) { c.pass(0, restoredGradient(c) * call("sign", c.x())); }},
    {"reduce_l2", deriveL2},
    {"reduce_sum_square", [](ChainRule &c) { c.pass(0, restoredGradient(c) * c.x() * 2); }},
    {"reduce_log_sum",
     [](ChainRule &c) {
       Term sum = reducedAlike(c, "reduce_sum", c.x());
       c.pass(0, expandedLike(restoredGradient(c) / sum, c.x()));
     }},
    {"reduce_log_sum_exp",
     [](ChainRule &c) {
       c.pass(0, restoredGradient(c) * call("exp", c.x() - restored(c, c.y())));
     }},
    {"hardmax", nullptr},
    {"softmax", deriveSoftmax},
    {"log_softmax", deriveLogSoftmax},
    {"layer_norm", deriveLayerNorm},
    {"rms_norm", deriveRmsNorm},
    {"negative_log_likelihood", deriveNegativeLogLikelihood},
};
} // namespace

std::span<const DerivativeEntry> reductionDerivatives() { return derivatives; }

} // namespace ingot::onnx
