// Evaluators of losses and optimizer steps.
#include "kernels/training/reference.h"

#include "compiler/interp/Reduction.h"

#include <cmath>

namespace ingot::interp {
namespace training = kernels::training;

Status evalNegativeLogLikelihood(EvalContext &c) {
  AxesView v(c.in(0), 1, 2);
  int64_t classes = c.in(0).dim(1);
  Tensor target = INGOT_TRY(convert(c.in(1), ElementType::I64, c.budget)), weight;
  if (c.has(2))
    weight = INGOT_TRY(convert(c.in(2), ElementType::F64, c.budget));
  const auto *ignored =
      c.attributes.has("ignore_index") ? &c.attributes.get<int64_t>("ignore_index") : nullptr;
  for (int64_t i = 0; i < target.elements(); ++i) {
    int64_t t = target.data<int64_t>()[i];
    if ((t < 0 || t >= classes) && !(ignored && t == *ignored))
      return c.fail("target [", i, "] is ", t, ", wanted 0 to ", classes - 1);
  }
  const std::string &reduction = c.attributes.text("reduction");
  // Without classes x is empty but there may be samples, all of them ignored.
  if (c.in(0).elements() == 0) {
    v.outer = target.elements();
    v.inner = 1;
  }
  return c.dispatchOn<float, double>(0, [&]<typename T> {
    training::LossTotal total = training::negativeLogLikelihood(
        c.in<T>(0), target.data<int64_t>(), c.has(2) ? weight.data<double>() : nullptr, v.outer,
        classes, v.inner, ignored, reduction == "none" ? c.out<T>(0) : nullptr);
    if (reduction == "sum")
      *c.out<T>(0) = static_cast<T>(total.loss);
    if (reduction == "mean")
      *c.out<T>(0) = static_cast<T>(total.loss / total.weight);
  });
}

namespace {
/// Runs f(tensor, n) for every tensor that is optimized; operand 2 + kind * each + tensor is its
/// value of that kind, and results follow the operands without the gradients.
template <typename F> Status forEachOptimized(EvalContext &c, size_t kinds, F &&f) {
  size_t each = (c.operands.size() - 2) / kinds;
  for (size_t i = 0; i < each; ++i) {
    auto run = [&]<typename T> {
      auto in = [&](size_t kind) { return c.in<T>(2 + kind * each + i); };
      auto out = [&](size_t kind) { return c.out<T>(kind * each + i); };
      f(in, out, c.in(2 + i).elements());
    };
    INGOT_TRY((c.dispatchOn<float, double>(2 + i, run)));
  }
  return success();
}
} // namespace

Status evalAdagrad(EvalContext &c) {
  const Attributes &a = c.attributes;
  double rate = c.in(0).numberAt(0) / (1 + c.in(1).numberAt(0) * a.number("decay_factor"));
  return forEachOptimized(c, 3, [&](auto in, auto out, int64_t n) {
    training::adagrad(in(0), in(1), in(2), n, rate, a.number("norm_coefficient"),
                      a.number("epsilon"), out(0), out(1));
  });
}

Status evalAdam(EvalContext &c) {
  const Attributes &a = c.attributes;
  training::AdamParameters parameters{a.number("alpha"), a.number("beta"), a.number("epsilon"),
                                      a.number("norm_coefficient"),
                                      a.number("norm_coefficient_post")};
  double rate = c.in(0).numberAt(0), step = c.in(1).numberAt(0);
  if (step > 0)
    rate *= std::sqrt(1 - std::pow(parameters.beta, step)) / (1 - std::pow(parameters.alpha, step));
  return forEachOptimized(c, 4, [&](auto in, auto out, int64_t n) {
    training::adam(in(0), in(1), in(2), in(3), n, rate, parameters, out(0), out(1), out(2));
  });
}

Status evalMomentum(EvalContext &c) {
  const Attributes &a = c.attributes;
  double rate = c.in(0).numberAt(0);
  double beta = c.in(1).numberAt(0) > 0 ? a.number("beta") : 1;
  bool nesterov = a.text("mode") == "nesterov";
  return forEachOptimized(c, 3, [&](auto in, auto out, int64_t n) {
    training::momentum(in(0), in(1), in(2), n, rate, a.number("alpha"), beta,
                       a.number("norm_coefficient"), nesterov, out(0), out(1));
  });
}

} // namespace ingot::interp
