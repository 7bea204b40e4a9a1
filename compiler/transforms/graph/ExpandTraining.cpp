// Expansions of optimizer steps: they are computed in f64 and rounded once, as the operators do.
#include "compiler/dialect/graph/Bridge.h"
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

} // namespace

ArrayRef<ExpansionRow> trainingExpansions() {
  static constexpr ExpansionRow rows[] = {
      {"adagrad", expandAdagrad}, {"adam", expandAdam}, {"momentum", expandMomentum}};
  return rows;
}

} // namespace ingot::graph
