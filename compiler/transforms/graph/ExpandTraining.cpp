// Expansions of losses and of optimizer steps: sums and steps are computed in f64 and rounded once,
// as the operators do.
#include "compiler/dialect/graph/Bridge.h"
#include "compiler/dialect/graph/infer/Shapes.h"
#include "compiler/transforms/graph/Expansions.h"

using namespace mlir;

namespace ingot::graph {
namespace {

using Values = std::optional<SmallVector<mlir::Value>>;

/// What an optimizer keeps of one tensor, from its value on, and what becomes of it.
using State = SmallVector<mlir::Value>;

/// Operands are the rate, the number of the step, then for every kind of state that of each tensor;
/// the second kind is the gradient. The results are the other kinds.
template <typename F> Values forEachTensor(Operation *op, size_t kinds, Emitter &e, F &&step) {
  size_t count = (op->getNumOperands() - 2) / kinds;
  SmallVector<mlir::Value> results(op->getNumResults());
  for (size_t i = 0; i < count; ++i) {
    State state;
    for (size_t kind = 0; kind < kinds; ++kind)
      state.push_back(
          e.cast(op->getOperand(static_cast<unsigned>(2 + kind * count + i)), ElementType::F64));
    State next = step(state);
    for (size_t kind = 0; kind + 1 < kinds; ++kind) {
      size_t place = kind * count + i;
      results[place] = e.cast(next[kind], elementOf(op->getResult(static_cast<unsigned>(place))));
    }
  }
  return results;
}

/// An operand of one element, as a scalar.
mlir::Value wide(Operation *op, unsigned i, Emitter &e) {
  return e.cast(e.reshape(op->getOperand(i), {}), ElementType::F64);
}

double number(Operation *op, std::string_view name) { return attributesOf(op).number(name); }

/// The gradient with the penalty for large values.
mlir::Value gradientOf(Operation *op, const State &state, Emitter &e) {
  return e.add(e.mul(state[0], number(op, "norm_coefficient")), state[1]);
}

/// x - rate * (numerator / (sqrt(squares) + epsilon)), in this order of roundings.
mlir::Value moved(mlir::Value x, mlir::Value rate, mlir::Value numerator, mlir::Value squares,
                  double epsilon, Emitter &e) {
  mlir::Value divisor = e.add(e.value("sqrt", {squares}), epsilon);
  return e.sub(x, e.div(e.mul(rate, numerator), divisor));
}

Values expandAdagrad(Operation *op, Emitter &e) {
  mlir::Value decay = e.add(e.mul(wide(op, 1, e), number(op, "decay_factor")), 1);
  mlir::Value rate = e.div(wide(op, 0, e), decay);
  return forEachTensor(op, 3, e, [&](const State &state) {
    mlir::Value g = gradientOf(op, state, e);
    mlir::Value squares = e.add(state[2], e.mul(g, g));
    return State{moved(state[0], rate, g, squares, number(op, "epsilon"), e), squares};
  });
}

/// The rate with the corrections for the first steps.
mlir::Value adamRate(Operation *op, Emitter &e) {
  mlir::Value rate = wide(op, 0, e), step = wide(op, 1, e);
  auto rest = [&](const char *name) { // 1 - number ^ step
    return e.sub(e.number(1, step), e.value("pow", {e.number(number(op, name), step), step}));
  };
  mlir::Value factor = e.div(e.value("sqrt", {rest("beta")}), rest("alpha"));
  mlir::Value isLater = e.value("greater", {step, e.number(0, step)});
  return e.value("where", {isLater, e.mul(rate, factor), rate});
}

Values expandAdam(Operation *op, Emitter &e) {
  double alpha = number(op, "alpha"), beta = number(op, "beta");
  mlir::Value rate = adamRate(op, e);
  return forEachTensor(op, 4, e, [&](const State &state) {
    mlir::Value g = gradientOf(op, state, e);
    mlir::Value average = e.add(e.mul(state[2], alpha), e.mul(g, 1 - alpha));
    mlir::Value squares = e.add(e.mul(state[3], beta), e.mul(e.mul(g, 1 - beta), g));
    mlir::Value x = moved(state[0], rate, average, squares, number(op, "epsilon"), e);
    return State{e.mul(x, 1 - number(op, "norm_coefficient_post")), average, squares};
  });
}

Values expandMomentum(Operation *op, Emitter &e) {
  double alpha = number(op, "alpha");
  mlir::Value rate = wide(op, 0, e), step = wide(op, 1, e);
  mlir::Value isLater = e.value("greater", {step, e.number(0, step)});
  mlir::Value beta =
      e.value("where", {isLater, e.number(number(op, "beta"), step), e.number(1, step)});
  bool isNesterov = attributesOf(op).text("mode") == "nesterov";
  return forEachTensor(op, 3, e, [&](const State &state) {
    mlir::Value g = gradientOf(op, state, e);
    mlir::Value average = e.add(e.mul(state[2], alpha), e.mul(beta, g));
    mlir::Value direction = isNesterov ? e.add(g, e.mul(average, alpha)) : average;
    return State{e.sub(state[0], e.mul(rate, direction)), average};
  });
}

/// 0, step, 2 * step, …
std::vector<int64_t> multiples(int64_t count, int64_t step) {
  std::vector<int64_t> values(static_cast<size_t>(count));
  for (size_t i = 0; i < values.size(); ++i)
    values[i] = static_cast<int64_t>(i) * step;
  return values;
}

/// The samples of a loss: x [batch, classes, inner], target [batch, inner].
struct Samples {
  int64_t batch, classes, inner;
  mlir::Value isIgnored; ///< null where none is
  mlir::Value target;    ///< a class for every sample

  Samples(Operation *op, const Shape &x, Emitter &e)
      : batch(x[0]), classes(x[1]), inner(productOf(x, 2, x.size())) {
    target = e.reshape(e.cast(op->getOperand(1), ElementType::I64), {batch, inner});
    Attributes attributes = attributesOf(op);
    if (attributes.has("ignore_index")) {
      mlir::Value ignored = e.integers({attributes.integer("ignore_index")});
      isIgnored = e.value("equal", {target, ignored});
      target = e.value("where", {isIgnored, e.number(0, target), target});
    }
    // A gather refuses what is not a class, but takes negative ones.
    mlir::Value isNegative = e.value("less", {target, e.number(0, target)});
    target = e.value("where", {isNegative, e.integers({classes}), target});
    target = e.value("gather", {e.integers(multiples(classes, 1)), target}, {{"axis", int64_t{0}}});
  }

  /// The entries of x for the targets.
  mlir::Value entries(mlir::Value x, Emitter &e) const {
    mlir::Value rows = e.reshape(e.integers(multiples(batch, classes * inner)), {batch, 1});
    mlir::Value places = e.mul(target, e.integers({inner}));
    places = e.add(e.add(places, rows), e.integers(multiples(inner, 1)));
    return e.value("gather", {e.reshape(x, {batch * classes * inner}), places},
                   {{"axis", int64_t{0}}});
  }

  /// Numbers that are 0 for those that are ignored.
  mlir::Value counted(mlir::Value numbers, Emitter &e) const {
    return isIgnored ? e.value("where", {isIgnored, e.number(0, numbers), numbers}) : numbers;
  }
};

Values expandNegativeLogLikelihood(Operation *op, Emitter &e) {
  mlir::Value x = op->getOperand(0), weight = op->getOperand(2);
  auto shape = staticShape(x);
  if (!shape || elementCount(*shape).value_or(0) == 0)
    return std::nullopt;
  Samples samples(op, *shape, e);
  mlir::Value entries = e.cast(samples.entries(x, e), ElementType::F64);
  mlir::Value weights = e.number(1, entries);
  if (isNone(weight))
    weights = e.value("expand", {weights, e.integers({samples.batch, samples.inner})});
  else
    weights = e.cast(e.value("gather", {weight, samples.target}, {{"axis", int64_t{0}}}),
                     ElementType::F64);
  mlir::Value losses = samples.counted(e.mul(e.value("neg", {entries}), weights), e);
  std::string reduction = attributesOf(op).text("reduction");
  auto total = [&](mlir::Value numbers) {
    return e.value("reduce_sum", {numbers, e.integers({0, 1})}, {{"keepdims", false}});
  };
  mlir::Value result = losses;
  if (reduction == "none")
    result = e.reshape(losses, *staticShape(op->getResult(0)));
  else
    result = total(losses);
  if (reduction == "mean")
    result = e.div(result, total(samples.counted(weights, e)));
  return SmallVector<mlir::Value>{e.cast(result, elementOf(x))};
}

} // namespace

ArrayRef<ExpansionRow> trainingExpansions() {
  static constexpr ExpansionRow rows[] = {
      {"negative_log_likelihood", expandNegativeLogLikelihood},
      {"adagrad", expandAdagrad},
      {"adam", expandAdam},
      {"momentum", expandMomentum},
  };
  return rows;
}

} // namespace ingot::graph
