// Evaluators of recurrent layers.
#include "compiler/interp/EvalContext.h"

#include "kernels/recurrent/reference.h"

#include <limits>

namespace ingot::interp {
namespace {

using namespace kernels::recurrent;

/// What all recurrent layers read from their operator.
struct LayerSetup {
  Layer layer;
  std::vector<ActivationFunction> activations;
  std::optional<std::vector<int64_t>> lengths;
  const int64_t *lengthsOrNull() const { return lengths ? lengths->data() : nullptr; }
};

Expected<LayerSetup> setUp(const EvalContext &c) {
  LayerSetup setup;
  const Tensor &x = c.in(0);
  const std::string &direction = c.attributes.text("direction");
  setup.layer = {.steps = x.dim(0),
                 .batch = x.dim(1),
                 .input = x.dim(2),
                 .hidden = c.in(2).dim(2),
                 .directions = direction == "bidirectional" ? 2 : 1,
                 .reverse = direction == "reverse",
                 .clip = c.attributes.has("clip") ? static_cast<double>(c.attributes.number("clip"))
                                                  : std::numeric_limits<double>::infinity()};
  const auto &names = c.attributes.texts("activations");
  for (size_t i = 0; i < names.size(); ++i)
    setup.activations.push_back({findActivation(names[i].data(), names[i].size()),
                                 c.attributes.numbers("alpha")[i],
                                 c.attributes.numbers("beta")[i]});
  if (c.has(4)) {
    setup.lengths = c.in(4).integers();
    for (int64_t length : *setup.lengths)
      if (length < 0 || length > x.dim(0))
        return c.fail("a sequence of length ", length, " in ", x.dim(0), " steps");
  }
  return setup;
}

/// Runs a layer. `makeCell<T>(layer, activations, scratch)` makes its cell, with `rows` rows of
/// `hidden` doubles as scratch.
template <typename F> Status runLayer(EvalContext &c, int64_t rows, F &&makeCell) {
  LayerSetup setup = INGOT_TRY(setUp(c));
  const Layer &layer = setup.layer;
  Tensor scratch = INGOT_TRY(c.scratch(ElementType::F64, {rows + 1, layer.hidden}));
  auto *h = scratch.mutableData<double>();
  Deadline deadline{c};
  INGOT_TRY((c.dispatchOn<float, double>(0, [&]<typename T> {
    auto cell = makeCell.template operator()<T>(layer, setup.activations.data(), h + layer.hidden);
    runSequences(layer, c.in<T>(0), setup.lengthsOrNull(), c.inOrNull<T>(5), cell, h, c.out<T>(0),
                 c.out<T>(1), deadline);
  })));
  return std::move(deadline.status);
}

} // namespace

Status evalRnn(EvalContext &c) {
  return runLayer(
      c, 1, [&]<typename T>(const Layer &layer, const ActivationFunction *f, double *scratch) {
        return RnnCell<T>{layer, c.in<T>(1), c.in<T>(2), c.inOrNull<T>(3), f, scratch};
      });
}

Status evalGru(EvalContext &c) {
  bool linear = c.attributes.flag("linear_before_reset");
  return runLayer(
      c, 4, [&]<typename T>(const Layer &layer, const ActivationFunction *f, double *scratch) {
        return GruCell<T>{layer, c.in<T>(1), c.in<T>(2), c.inOrNull<T>(3), f, linear, scratch};
      });
}

Status evalLstm(EvalContext &c) {
  bool coupled = c.attributes.flag("input_forget"), quantize = c.attributes.flag("quantize_state");
  Tensor bytes = INGOT_TRY(c.scratch(ElementType::F32, {quantize ? c.in(2).dim(2) : 0}));
  return runLayer(
      c, 5, [&]<typename T>(const Layer &layer, const ActivationFunction *f, double *scratch) {
        return LstmCell<T>{layer,
                           c.in<T>(1),
                           c.in<T>(2),
                           c.inOrNull<T>(3),
                           c.inOrNull<T>(6),
                           c.inOrNull<T>(7),
                           f,
                           coupled,
                           scratch + layer.hidden,
                           scratch,
                           quantize ? bytes.mutableData<float>() : nullptr,
                           c.out<T>(2)};
      });
}

} // namespace ingot::interp
