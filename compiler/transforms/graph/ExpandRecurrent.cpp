// Expansions of recurrent layers: products with the inputs of all steps at once, then a scan over
// the steps, in which only what depends on the state is left.
#include "compiler/dialect/graph/Recurrent.h"
#include "compiler/transforms/graph/Expansions.h"

#include "kernels/recurrent/activation.h"

#include <numeric>

using namespace mlir;

namespace ingot::graph {
namespace {

using kernels::recurrent::Activation;
using Values = std::optional<SmallVector<mlir::Value>>;

/// What all recurrent layers have, where it can be expanded.
template <typename Op> class Layer {
public:
  Layer(Op op, Emitter &e) : e(e), op(op) {}

  bool isExpandable() {
    auto x = dimsOf(op.getX()), r = dimsOf(op.getR()), w = dimsOf(op.getW());
    if (!x || !r || !w)
      return false;
    for (const auto &dims : {*x, *r, *w})
      if (llvm::any_of(dims, [](int64_t dim) { return dim <= 0; }))
        return false;
    steps = (*x)[0], batch = (*x)[1], directions = (*r)[0], hidden = (*r)[2];
    ElementType type = elementOf(op.getX());
    return type == ElementType::F32 || type == ElementType::F64;
  }

  bool isReversed(int64_t direction) { return direction == 1 || op.getDirection() == "reverse"; }

  /// The part of an operand [directions, …] that belongs to one direction.
  mlir::Value part(mlir::Value all, int64_t direction) {
    auto dims = *dimsOf(all);
    if (directions > 1)
      all = e.value("slice", {all, e.integers({direction}), e.integers({direction + 1}),
                              e.integers({0}), e.none()});
    return e.reshape(all, ArrayRef<int64_t>(dims.begin() + 1, dims.end()));
  }
  /// The same of an operand that may be none, and is zero then.
  mlir::Value state(mlir::Value initial, int64_t direction) {
    if (!isa<NoneType>(initial.getType()))
      return part(initial, direction);
    return e.numbers({batch, hidden}, std::vector<double>(static_cast<size_t>(batch * hidden)),
                     elementOf(op.getX()));
  }

  SmallVector<mlir::Value> split(mlir::Value x, int64_t axis, int64_t parts) {
    return SmallVector<mlir::Value>(
        e.op("split", {x, e.none()}, {{"axis", axis}, {"parts", parts}})->getResults());
  }

  /// The biases of w and of r; null without.
  std::pair<mlir::Value, mlir::Value> biases(int64_t direction) {
    if (isa<NoneType>(op.getB().getType()))
      return {};
    auto halves = split(part(op.getB(), direction), 0, 2);
    return {halves[0], halves[1]};
  }

  /// x · wᵀ of all steps, [steps, batch, gates * hidden].
  mlir::Value inputs(int64_t direction) {
    return e.value("matmul", {op.getX(), e.transpose(part(op.getW(), direction), {1, 0})});
  }
  mlir::Value recurrence(int64_t direction) {
    return e.transpose(part(op.getR(), direction), {1, 0});
  }

  mlir::Value plus(mlir::Value x, mlir::Value bias) { return bias ? e.add(x, bias) : x; }

  /// The activation `index` of a direction, of which each has `count`; gates are clipped first.
  mlir::Value gate(mlir::Value x, int64_t direction, size_t count, size_t index) {
    if (auto clip = op.getClip()) {
      double bound = clip->convertToDouble();
      x = e.value("min", {e.value("max", {x, e.number(-bound, x)}), e.number(bound, x)});
    }
    return activated(x, direction, count, index);
  }

  mlir::Value activated(mlir::Value x, int64_t direction, size_t count, size_t index) {
    size_t i = static_cast<size_t>(direction) * count + index;
    StringRef name = cast<StringAttr>(op.getActivations()[static_cast<unsigned>(i)]).getValue();
    float alpha = op.getAlpha()[i], beta = op.getBeta()[i];
    switch (kernels::recurrent::findActivation(name.data(), name.size())) {
    case Activation::Affine:
      return e.add(e.mul(x, alpha), beta);
    case Activation::ScaledTanh:
      return e.mul(e.value("tanh", {e.mul(x, beta)}), alpha);
    case Activation::ThresholdedRelu: // at the threshold, x
      return e.value("where", {e.value("less", {x, e.number(alpha, x)}), e.number(0, x), x});
    case Activation::HardSigmoid:
      return e.value(name, {x}, {{"alpha", alpha}, {"beta", beta}});
    case Activation::LeakyRelu:
    case Activation::Elu:
      return e.value(name, {x}, {{"alpha", alpha}});
    default:
      return e.value(name, {x});
    }
  }

  bool hasLengths() { return !isa<NoneType>(op.getLengths().getType()); }

  /// Which steps each sequence has, [steps, batch, 1]: from the first on, and from the last one it
  /// begins where it ends.
  mlir::Value activeSteps(mlir::Value lengths) {
    std::vector<double> numbers(static_cast<size_t>(steps));
    std::iota(numbers.begin(), numbers.end(), 0.0);
    return e.value("less", {e.numbers({steps, 1, 1}, numbers, ElementType::I64), lengths});
  }

  mlir::Value orZero(mlir::Value condition, mlir::Value x) {
    return e.value("where", {condition, x, e.number(0, x)});
  }

  /// A scan of sequences of different lengths: a state stays as it is where its sequence is not
  /// active, and an output is zero.
  template <typename Step>
  SmallVector<mlir::Value> scanActive(ValueRange state, mlir::Value x, bool reversed, Step step) {
    mlir::Value lengths = e.reshape(e.within(op.getLengths(), steps), {1, batch, 1});
    mlir::Value active = activeSteps(lengths);
    auto found = e.scan(state, {x, active}, reversed, [&](ValueRange now, ValueRange slices) {
      SmallVector<mlir::Value> next = step(now, slices[0]);
      for (auto [value, old] : llvm::zip_equal(next, now))
        value = e.value("where", {slices[1], value, old});
      return next;
    });
    // Of an empty sequence not even the first state is left.
    mlir::Value isAny = e.reshape(e.value("greater", {lengths, e.number(0, lengths)}), {batch, 1});
    for (mlir::Value &last : MutableArrayRef<mlir::Value>(found).drop_back())
      last = orZero(isAny, last);
    found.back() = orZero(active, found.back());
    return found;
  }

  /// Scans every direction. `step(direction, state, x)` gives the next state, whose first value is
  /// h; `initial(direction)` the first one and what is cut into steps.
  template <typename Initial, typename Step>
  SmallVector<mlir::Value> scan(Initial initial, Step step) {
    SmallVector<SmallVector<mlir::Value>> results; // y, then the last states
    for (int64_t d = 0; d < directions; ++d) {
      auto [state, x] = initial(d);
      auto one = [&](ValueRange now, mlir::Value slice) { return step(d, now, slice); };
      auto all = [&](ValueRange now, ValueRange slices) { return one(now, slices[0]); };
      auto found = hasLengths() ? scanActive(state, x, isReversed(d), one)
                                : e.scan(state, x, isReversed(d), all);
      results.resize(found.size());
      results[0].push_back(e.reshape(found.back(), {steps, 1, batch, hidden}));
      for (size_t i = 1; i < found.size(); ++i)
        results[i].push_back(e.reshape(found[i - 1], {1, batch, hidden}));
    }
    SmallVector<mlir::Value> joined;
    for (auto [i, parts] : llvm::enumerate(results))
      joined.push_back(directions == 1 ? parts[0]
                                       : e.value("concat", parts, {{"axis", int64_t{i == 0}}}));
    return joined;
  }

  Emitter &e;

private:
  Op op;
  int64_t steps = 0, batch = 0, directions = 0, hidden = 0;
};

using State = SmallVector<mlir::Value>;

/// h' = f(w x + r h + b).
Values expandRnn(Operation *op, Emitter &e) {
  auto rnn = cast<RnnOp>(op);
  Layer layer(rnn, e);
  if (!layer.isExpandable())
    return std::nullopt;
  mlir::Value r;
  return layer.scan(
      [&](int64_t d) {
        auto [wb, rb] = layer.biases(d);
        r = layer.recurrence(d);
        State state{layer.state(rnn.getInitialH(), d)};
        return std::pair(state, layer.plus(layer.plus(layer.inputs(d), wb), rb));
      },
      [&](int64_t d, ValueRange state, mlir::Value x) {
        mlir::Value sum = e.add(e.value("matmul", {state[0], r}), x);
        return State{layer.gate(sum, d, 1, 0)};
      });
}

/// Gates are update, reset and candidate. Products of the same state merge later, where r is known.
Values expandGru(Operation *op, Emitter &e) {
  auto gru = cast<GruOp>(op);
  Layer layer(gru, e);
  if (!layer.isExpandable())
    return std::nullopt;
  bool linear = gru.getLinearBeforeReset();
  SmallVector<mlir::Value> r, biasOfR;
  auto product = [&](mlir::Value state, size_t gate) {
    mlir::Value sums = e.value("matmul", {state, r[gate]});
    return biasOfR.empty() ? sums : e.add(sums, biasOfR[gate]);
  };
  return layer.scan(
      [&](int64_t d) {
        auto [wb, rb] = layer.biases(d);
        r = layer.split(layer.recurrence(d), 1, 3);
        if (rb && linear)
          biasOfR = layer.split(rb, 0, 3);
        State state{layer.state(gru.getInitialH(), d)};
        mlir::Value x = layer.plus(layer.inputs(d), wb);
        return std::pair(state, linear ? x : layer.plus(x, rb));
      },
      [&](int64_t d, ValueRange state, mlir::Value x) {
        mlir::Value h = state[0];
        auto of = layer.split(x, 1, 3);
        mlir::Value update = layer.gate(e.add(product(h, 0), of[0]), d, 2, 0);
        mlir::Value reset = layer.gate(e.add(product(h, 1), of[1]), d, 2, 0);
        mlir::Value candidate = linear ? e.mul(reset, product(h, 2)) : product(e.mul(reset, h), 2);
        candidate = layer.gate(e.add(candidate, of[2]), d, 2, 1);
        mlir::Value fresh = e.mul(e.sub(e.number(1, h), update), candidate);
        return State{e.add(fresh, e.mul(update, h))};
      });
}

/// What remains of each row of [rows, n] after a quantization to 0 … 255 that fits the row and 0.
mlir::Value throughBytes(mlir::Value x, Emitter &e) {
  auto boundOf = [&](StringRef reduction, StringRef beyond) {
    mlir::Value most = e.value(reduction, {x, e.integers({1})}, {{"keepdims", true}});
    return e.value(beyond, {most, e.number(0, x)});
  };
  auto clamped = [&](mlir::Value value) {
    return e.value("min", {e.value("max", {value, e.number(0, x)}), e.number(255, x)});
  };
  mlir::Value low = boundOf("reduce_min", "min"), high = boundOf("reduce_max", "max");
  mlir::Value length = e.div(e.sub(high, low), e.number(255, x));
  mlir::Value scale = e.value("where", {e.value("equal", {high, low}), e.number(1, x), length});
  mlir::Value place = e.sub(e.number(0, x), e.div(low, scale));
  mlir::Value zero = e.value("round", {clamped(place)});
  mlir::Value bytes = clamped(e.add(e.value("round", {e.div(x, scale)}), zero));
  return e.mul(e.sub(bytes, zero), scale);
}

/// Gates are input, output, forget and cell, in this order.
Values expandLstm(Operation *op, Emitter &e) {
  auto lstm = cast<LstmOp>(op);
  Layer layer(lstm, e);
  bool isQuantized = lstm.getQuantizeState();
  if (!layer.isExpandable() || (isQuantized && elementOf(lstm.getX()) != ElementType::F32))
    return std::nullopt;
  mlir::Value r;
  SmallVector<mlir::Value> peepholes;
  auto peeped = [&](mlir::Value sum, size_t which, mlir::Value cell) {
    return peepholes.empty() ? sum : e.add(sum, e.mul(peepholes[which], cell));
  };
  return layer.scan(
      [&](int64_t d) {
        auto [wb, rb] = layer.biases(d);
        r = layer.recurrence(d);
        if (!isa<NoneType>(lstm.getPeepholes().getType()))
          peepholes = layer.split(layer.part(lstm.getPeepholes(), d), 0, 3);
        State state{layer.state(lstm.getInitialH(), d), layer.state(lstm.getInitialC(), d)};
        return std::pair(state, layer.plus(layer.plus(layer.inputs(d), wb), rb));
      },
      [&](int64_t d, ValueRange state, mlir::Value x) {
        mlir::Value h = isQuantized ? throughBytes(state[0], e) : state[0], c = state[1];
        auto sums = layer.split(e.add(e.value("matmul", {h, r}), x), 1, 4);
        mlir::Value input = layer.gate(peeped(sums[0], 0, c), d, 3, 0);
        mlir::Value forget = lstm.getInputForget() ? e.sub(e.number(1, c), input)
                                                   : layer.gate(peeped(sums[2], 2, c), d, 3, 0);
        mlir::Value cell = layer.gate(sums[3], d, 3, 1);
        mlir::Value next = e.add(e.mul(forget, c), e.mul(input, cell));
        mlir::Value output = layer.gate(peeped(sums[1], 1, next), d, 3, 0);
        return State{e.mul(output, layer.activated(next, d, 3, 2)), next};
      });
}

} // namespace

ArrayRef<ExpansionRow> recurrentExpansions() {
  static const ExpansionRow rows[] = {{"rnn", expandRnn}, {"gru", expandGru}, {"lstm", expandLstm}};
  return rows;
}

} // namespace ingot::graph
