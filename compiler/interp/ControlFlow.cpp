// Evaluators of control flow: they run regions.
//
// Whoever runs a region checks the time limit, so a loop that never ends is stopped there.
#include "compiler/interp/Parts.h"

#include "compiler/dialect/graph/infer/Shapes.h"

namespace ingot::interp {
namespace {

Expected<bool> truthOf(const EvalContext &c, const Value &value) {
  if (!value.isTensor() || value.tensor().elements() != 1)
    return c.fail("the condition is ", ValueType::of(value).text(), ", wanted one truth value");
  return value.tensor().integerAt(0) != 0;
}

Status putItem(const EvalContext &c, Stack &stack, int64_t position, const Value &item) {
  if (!item.isTensor())
    return c.fail("item ", position, " is ", ValueType::of(item).text(), ", wanted a tensor");
  return stack.put(position, item.tensor());
}

} // namespace

Status evalGroup(EvalContext &c) {
  return c.setAll(INGOT_TRY(c.runRegion(0, std::move(c.operands))));
}

Status evalIf(EvalContext &c) {
  bool holds = INGOT_TRY(truthOf(c, c.operands[0]));
  return c.setAll(INGOT_TRY(c.runRegion(holds ? 0 : 1, {})));
}

Status evalLoop(EvalContext &c) {
  int64_t limit = c.has(0) ? INGOT_TRY(c.integer(0)) : INT64_MAX;
  bool holds = !c.has(1) || INGOT_TRY(truthOf(c, c.operands[1]));
  std::vector<Value> carried(c.operands.begin() + 2, c.operands.end());
  size_t count = carried.size();
  c.operands.resize(2); // the initial values need not outlive the first trip
  std::vector<Stack> stacks;
  for (size_t i = count; i < c.results.size(); ++i)
    stacks.emplace_back(c, 0, c.has(0) ? std::max<int64_t>(limit, 1) : 1);
  int64_t trip = 0;
  for (; holds && trip < limit; ++trip) {
    std::vector<Value> arguments{Tensor::scalar(trip), Tensor::scalar(true)};
    for (Value &value : carried)
      arguments.push_back(std::move(value));
    auto yields = INGOT_TRY(c.runRegion(0, std::move(arguments)));
    if (yields.size() != c.results.size() + 1)
      return c.fail("the region yields ", yields.size(), " values, wanted ", c.results.size() + 1);
    holds = INGOT_TRY(truthOf(c, yields[0]));
    for (size_t i = 0; i < count; ++i)
      carried[i] = std::move(yields[i + 1]);
    for (size_t i = 0; i < stacks.size(); ++i)
      INGOT_TRY(putItem(c, stacks[i], trip, yields[count + 1 + i]));
  }
  for (size_t i = 0; i < count; ++i)
    c.set(i, std::move(carried[i]));
  for (size_t i = 0; i < stacks.size(); ++i)
    c.set(count + i, INGOT_TRY(stacks[i].finish(trip, c.resultTypes[count + i])));
  return success();
}

namespace {

/// A scan over whole tensors; a batched one makes one for each entry of the batch.
class Scan {
public:
  explicit Scan(EvalContext &c)
      : c(c), inputAxes(c.attributes.integers("input_axes")),
        inputReversed(c.attributes.integers("input_reversed")),
        outputAxes(c.attributes.integers("output_axes")),
        outputReversed(c.attributes.integers("output_reversed")) {
    states = c.operands.size() - 1 - inputAxes.size();
  }

  /// `values` are the state and the inputs. `length` slices are scanned, results have `padded`.
  Expected<std::vector<Value>> run(std::vector<Value> values, int64_t length, int64_t padded);
  /// The length of the inputs along their axes; `skip` axes come first that are not theirs.
  Expected<int64_t> lengthOf(const std::vector<Value> &values, int64_t skip) const;
  /// A scan for each entry of the batch.
  Status runBatch();

private:
  Expected<Value> slice(size_t input, const Tensor &x, int64_t step, int64_t length) const;
  Status put(std::vector<Stack> &stacks, const std::vector<Value> &yields, int64_t step,
             int64_t length, int64_t padded);

  EvalContext &c;
  const std::vector<int64_t> &inputAxes, &inputReversed, &outputAxes, &outputReversed;
  size_t states;
};

Expected<int64_t> Scan::lengthOf(const std::vector<Value> &values, int64_t skip) const {
  int64_t length = -1;
  for (size_t i = 0; i < inputAxes.size(); ++i) {
    const Tensor &x = values[states + i].tensor();
    auto axis = graph::normalizeAxis(inputAxes[i], x.rank() - skip);
    int64_t found = axis ? x.dim(*axis + skip) : -1;
    if (found < 0 || (length >= 0 && found != length))
      return c.fail("input ", i, " has length ", found, ", wanted ", length);
    length = found;
  }
  return length;
}

Expected<Value> Scan::slice(size_t input, const Tensor &x, int64_t step, int64_t length) const {
  int64_t axis = *graph::normalizeAxis(inputAxes[input], x.rank());
  Shape shape = x.shape();
  shape.erase(shape.begin() + axis);
  int64_t position = inputReversed[input] ? length - 1 - step : step;
  return Value(INGOT_TRY(takePart(c, x, axis, position, 1, std::move(shape))));
}

Status Scan::put(std::vector<Stack> &stacks, const std::vector<Value> &yields, int64_t step,
                 int64_t length, int64_t padded) {
  for (size_t i = 0; i < outputAxes.size(); ++i) {
    const Value &item = yields[states + i];
    if (!item.isTensor())
      return c.fail("item ", i, " is ", ValueType::of(item).text(), ", wanted a tensor");
    if (step == 0) {
      auto axis = graph::normalizeAxis(outputAxes[i], item.tensor().rank() + 1);
      if (!axis)
        return c.fail("axis ", outputAxes[i], " for items ", ValueType::of(item).text());
      stacks.emplace_back(c, *axis, padded);
    }
    INGOT_TRY(stacks[i].put(outputReversed[i] ? length - 1 - step : step, item.tensor()));
  }
  return success();
}

Expected<std::vector<Value>> Scan::run(std::vector<Value> values, int64_t length, int64_t padded) {
  std::vector<Value> state(values.begin(), values.begin() + static_cast<ptrdiff_t>(states));
  std::vector<Stack> stacks;
  for (int64_t step = 0; step < length; ++step) {
    std::vector<Value> arguments = std::move(state);
    for (size_t i = 0; i < inputAxes.size(); ++i)
      arguments.push_back(INGOT_TRY(slice(i, values[states + i].tensor(), step, length)));
    auto yields = INGOT_TRY(c.runRegion(0, std::move(arguments)));
    if (yields.size() != c.results.size())
      return c.fail("the region yields ", yields.size(), " values, wanted ", c.results.size());
    state.assign(yields.begin(), yields.begin() + static_cast<ptrdiff_t>(states));
    INGOT_TRY(put(stacks, yields, step, length, padded));
  }
  std::vector<Value> results = std::move(state);
  for (size_t i = 0; i < outputAxes.size(); ++i) {
    const ValueType &type = c.resultTypes[states + i];
    results.push_back(i < stacks.size() ? INGOT_TRY(stacks[i].finish(padded, type))
                                        : INGOT_TRY(Stack(c, 0, 0).finish(0, type)));
  }
  return results;
}

Status Scan::runBatch() {
  std::vector<Value> values(c.operands.begin() + 1, c.operands.end());
  int64_t padded = INGOT_TRY(lengthOf(values, 1)), batch = values[0].tensor().dim(0);
  std::vector<Stack> stacks;
  for (size_t i = 0; i < c.results.size(); ++i)
    stacks.emplace_back(c, 0, batch);
  for (int64_t b = 0; b < batch; ++b) {
    int64_t length = c.has(0) ? c.in(0).integerAt(b) : padded;
    if (length < 0 || length > padded)
      return c.fail("length ", length, " of batch ", b, " is not within 0 to ", padded);
    std::vector<Value> entry;
    for (const Value &value : values) {
      const Tensor &x = value.tensor();
      entry.push_back(
          INGOT_TRY(takePart(c, x, 0, b, 1, Shape(x.shape().begin() + 1, x.shape().end()))));
    }
    auto results = INGOT_TRY(run(std::move(entry), length, padded));
    for (size_t i = 0; i < results.size(); ++i)
      // A sequence of length 0 gives no item to learn the shape from: its results stay zero.
      if (length > 0 || i < states)
        INGOT_TRY(putItem(c, stacks[i], b, results[i]));
  }
  for (size_t i = 0; i < stacks.size(); ++i)
    c.set(i, INGOT_TRY(stacks[i].finish(batch, c.resultTypes[i])));
  return success();
}

} // namespace

Status evalScan(EvalContext &c) {
  Scan scan(c);
  if (c.attributes.flag("batched"))
    return scan.runBatch();
  std::vector<Value> values(c.operands.begin() + 1, c.operands.end());
  int64_t length = INGOT_TRY(scan.lengthOf(values, 0));
  return c.setAll(INGOT_TRY(scan.run(std::move(values), length, length)));
}

Status evalSequenceMap(EvalContext &c) {
  size_t count = c.operands[0].sequence().size();
  for (const Value &operand : c.operands)
    if (operand.isSequence() && operand.sequence().size() != count)
      return c.fail("sequences of ", count, " and ", operand.sequence().size(), " items");
  std::vector<std::vector<Value>> results(c.results.size());
  MemoryCharge charge(c.budget);
  for (size_t item = 0; item < count; ++item) {
    std::vector<Value> arguments;
    for (const Value &operand : c.operands)
      arguments.push_back(operand.isSequence() ? operand.sequence()[item] : operand);
    auto yields = INGOT_TRY(c.runRegion(0, std::move(arguments)));
    if (yields.size() != results.size())
      return c.fail("the region yields ", yields.size(), " values, wanted ", results.size());
    INGOT_TRY(charge.add(static_cast<int64_t>(yields.size()) * sequenceItemBytes));
    for (size_t i = 0; i < yields.size(); ++i)
      results[i].push_back(std::move(yields[i]));
  }
  for (size_t i = 0; i < results.size(); ++i)
    c.set(i, INGOT_TRY(c.sequence(std::move(results[i]))));
  return success();
}

} // namespace ingot::interp
