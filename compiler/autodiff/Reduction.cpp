// Derivatives of reductions.
#include "compiler/autodiff/ChainRule.h"

#include <numeric>

namespace ingot::autodiff {
namespace {

/// A reduction of `x` along the axes of this one, which stay with size 1.
Term reducedAlike(ChainRule &c, std::string_view op, Term x) {
  return c.emit(op, {x, c.x(1)},
                {{"keepdims", true}, {"all_if_empty", c.attributes().flag("all_if_empty")}});
}

/// A result of the reduction, or its gradient, with size 1 in the reduced axes.
Term restored(ChainRule &c, Term reduced) {
  bool all = c.emitter.typeOf(c.x(1).handle).isNone();
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

/// The product of the other elements along the reduced axes; not y / x, which fails at 0.
void deriveProd(ChainRule &c) {
  int64_t rank = c.emitter.rankOf(c.x().handle);
  auto axes = c.emitter.integersOf(c.x(1).handle);
  bool all = c.emitter.typeOf(c.x(1).handle).isNone();
  if (rank < 0 || (!axes && !all))
    return c.fail(c.unsupported("the gradient of reduce_prod along unknown axes: give the shapes "
                                "of the inputs"));
  if (all) {
    axes.emplace(static_cast<size_t>(rank));
    std::iota(axes->begin(), axes->end(), 0);
  }
  Term product = c.x(), others = restoredGradient(c);
  for (int64_t axis : *axes) {
    Term along = c.integers({axis});
    for (bool reverse : {false, true})
      others = others *
               c.emit("cum_prod", {product, along}, {{"exclusive", true}, {"reverse", reverse}});
    product = c.emit("reduce_prod", {product, along}, {{"keepdims", true}});
  }
  c.pass(0, expandedLike(others, c.x()));
}

constexpr DerivativeEntry derivatives[] = {
    {"reduce_sum", [](ChainRule &c) { c.pass(0, expandedLike(restoredGradient(c), c.x())); }},
    {"reduce_mean", deriveMean},
    {"reduce_prod", deriveProd},
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
};
} // namespace

std::span<const DerivativeEntry> reductionDerivatives() { return derivatives; }

} // namespace ingot::autodiff
