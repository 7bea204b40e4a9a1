// Shape functions of control flow.
//
// During a run the types of regions are those that the IR states, while operands have their exact
// types: an optional is its content or none, a sequence without items is one of none.
#include "compiler/dialect/graph/infer/Shapes.h"

#include <algorithm>

namespace ingot::graph {
namespace {

bool isTensorOf(const ValueType &type, ElementType element) {
  return type.isTensor() && type.element == element;
}

/// One element, as far as is known.
bool mayBeSingle(const ValueType &type) {
  if (!type.isTensor())
    return false;
  return !type.ranked || std::all_of(type.dims.begin(), type.dims.end(),
                                     [](int64_t dim) { return dim < 0 || dim == 1; });
}

Status requireRegions(const InferContext &c, size_t count) {
  return c.regions.size() == count
             ? success()
             : badModel(str(c.op, ": ", c.regions.size(), " regions, wanted ", count));
}

/// The type of a value that a region carries from `initial` through its argument to `yielded`.
std::optional<ValueType> carriedType(const ValueType &initial, const ValueType &argument,
                                     const ValueType &yielded) {
  auto result = commonType(initial, yielded);
  return result && commonType(*result, argument) ? result : std::nullopt;
}

/// Items of this type stacked along a new axis of `length`.
ValueType stacked(const ValueType &item, int64_t axis, int64_t length) {
  if (!item.ranked)
    return item;
  ValueType result = item;
  result.dims.insert(result.dims.begin() + axis, length);
  return result;
}

} // namespace

namespace {
/// Whether a value may have both types.
bool mayBeEqual(const ValueType &a, const ValueType &b) {
  if (!commonType(a, b) || (a.ranked && b.ranked && a.rank() != b.rank()))
    return false;
  for (size_t i = 0; a.ranked && b.ranked && i < a.dims.size(); ++i)
    if (a.dims[i] != b.dims[i] && a.dims[i] != unknownDim && b.dims[i] != unknownDim)
      return false;
  return true;
}
} // namespace

Status inferGroup(InferContext &c) {
  INGOT_TRY(requireRegions(c, 1));
  const RegionTypes &region = c.regions[0];
  INGOT_TRY(c.require(1, region.arguments.size() == c.operandCount(), region.arguments.size(),
                      " arguments, wanted ", c.operandCount()));
  for (size_t i = 0; i < c.operandCount(); ++i)
    INGOT_TRY(c.require(1, mayBeEqual(region.arguments[i], c.operand(i)), "argument ", i, " is ",
                        region.arguments[i].text(), ", the operand ", c.operand(i).text()));
  for (const ValueType &type : region.yields)
    INGOT_TRY(c.yield(type));
  return success();
}

Status inferIf(InferContext &c) {
  INGOT_TRY(c.requireTensors(1, 1));
  INGOT_TRY(requireRegions(c, 2));
  INGOT_TRY(c.require(1, isTensorOf(c.operand(0), ElementType::Bool) && mayBeSingle(c.operand(0)),
                      "the condition is ", c.operand(0).text()));
  const RegionTypes &then = c.regions[0], &otherwise = c.regions[1];
  INGOT_TRY(c.require(2, then.arguments.empty() && otherwise.arguments.empty(), "arguments ",
                      then.arguments.size(), " and ", otherwise.arguments.size()));
  INGOT_TRY(c.require(3, then.yields.size() == otherwise.yields.size(), "yields ",
                      then.yields.size(), " and ", otherwise.yields.size(), " values"));
  for (size_t i = 0; i < then.yields.size(); ++i) {
    auto type = commonType(then.yields[i], otherwise.yields[i]);
    INGOT_TRY(c.require(4, type.has_value(), "result ", i, " is ", then.yields[i].text(), " or ",
                        otherwise.yields[i].text()));
    INGOT_TRY(c.yield(std::move(*type)));
  }
  return success();
}

Status inferLoop(InferContext &c) {
  INGOT_TRY(c.requireCount(2, SIZE_MAX));
  INGOT_TRY(requireRegions(c, 1));
  for (size_t i = 0; i < 2; ++i)
    INGOT_TRY(c.require(1, !c.has(i) || mayBeSingle(c.operand(i)), "operand ", i, " is ",
                        c.operand(i).text()));
  const auto &[arguments, yields] = c.regions[0];
  size_t carried = c.operandCount() - 2;
  INGOT_TRY(c.require(2, arguments.size() == carried + 2, arguments.size(), " arguments, wanted ",
                      carried + 2));
  bool areSingle = isTensorOf(arguments[0], ElementType::I64) && mayBeSingle(arguments[0]) &&
                   isTensorOf(arguments[1], ElementType::Bool) && mayBeSingle(arguments[1]);
  INGOT_TRY(
      c.require(2, areSingle, "the first are ", arguments[0].text(), " and ", arguments[1].text()));
  INGOT_TRY(c.require(3, yields.size() > carried, yields.size(), " values, wanted ", carried + 1,
                      " or more"));
  INGOT_TRY(c.require(3, isTensorOf(yields[0], ElementType::Bool) && mayBeSingle(yields[0]),
                      "the condition is ", yields[0].text()));
  for (size_t i = 0; i < carried; ++i) {
    auto type = carriedType(c.operand(i + 2), arguments[i + 2], yields[i + 1]);
    INGOT_TRY(c.require(4, type.has_value(), "value ", i, " is ", c.operand(i + 2).text(),
                        " at first, then ", yields[i + 1].text()));
    INGOT_TRY(c.yield(std::move(*type)));
  }
  for (size_t i = carried + 1; i < yields.size(); ++i) {
    INGOT_TRY(c.require(5, yields[i].isTensor(), "item ", i, " is ", yields[i].text()));
    INGOT_TRY(c.yield(stacked(yields[i], 0, unknownDim)));
  }
  return success();
}

namespace {

/// The parts of a scan, after the counts of everything have been checked.
struct ScanShape {
  size_t states, inputs, outputs;
  int64_t batch = unknownDim, length = unknownDim;
};

Expected<ScanShape> checkScanCounts(InferContext &c) {
  INGOT_TRY(c.requireCount(1, SIZE_MAX));
  INGOT_TRY(requireRegions(c, 1));
  size_t values = c.operandCount() - 1;
  int64_t inputs = c.attributes.integer("scan_inputs");
  INGOT_TRY(c.require(1, inputs >= 1 && static_cast<size_t>(inputs) <= values, inputs, " of ",
                      values, " values"));
  ScanShape shape{values - static_cast<size_t>(inputs), static_cast<size_t>(inputs), 0};
  const auto &[arguments, yields] = c.regions[0];
  INGOT_TRY(c.require(2, arguments.size() == values && yields.size() >= shape.states,
                      arguments.size(), " arguments and ", yields.size(), " yielded values for ",
                      shape.states, " states and ", inputs, " inputs"));
  shape.outputs = yields.size() - shape.states;
  for (auto [axes, reversed, wanted] :
       {std::tuple("input_axes", "input_reversed", shape.inputs),
        std::tuple("output_axes", "output_reversed", shape.outputs)}) {
    size_t given = c.attributes.integers(axes).size(),
           ways = c.attributes.integers(reversed).size();
    INGOT_TRY(c.require(3, given == wanted && ways == wanted, axes, " has ", given, ", ", reversed,
                        " has ", ways, ", wanted ", wanted));
  }
  return shape;
}

/// Merges what one more operand says about a size that all share.
Status mergeSize(InferContext &c, int rule, int64_t &size, int64_t found, const char *what) {
  INGOT_TRY(c.require(rule, compatible(size, found), what, " ", size, " and ", found));
  size = mergeDim(size, found);
  return success();
}

Status checkScanInputs(InferContext &c, ScanShape &shape, bool batched) {
  const auto &axes = c.attributes.integers("input_axes");
  for (size_t i = 0; i < shape.inputs; ++i) {
    const ValueType &x = c.operand(1 + shape.states + i);
    INGOT_TRY(c.require(5, x.isTensor(), "input ", i, " is ", x.text()));
    if (!x.ranked)
      continue;
    auto axis = normalizeAxis(axes[i], x.rank() - batched);
    INGOT_TRY(c.require(4, axis.has_value(), "axis ", axes[i], " of input ", i, ", ", x.text()));
    int64_t length = x.dims[static_cast<size_t>(*axis + batched)];
    INGOT_TRY(mergeSize(c, 5, shape.length, length, "lengths"));
  }
  if (!batched)
    return success();
  for (size_t i = 1; i < c.operandCount(); ++i) {
    const ValueType &x = c.operand(i);
    INGOT_TRY(c.require(8, x.isTensor() && (!x.ranked || x.rank() > 0), "value ", i - 1, " is ",
                        x.text()));
    if (x.ranked)
      INGOT_TRY(mergeSize(c, 8, shape.batch, x.dims[0], "batches"));
  }
  if (!c.has(0))
    return success();
  const ValueType &lengths = c.operand(0);
  bool vector = lengths.isTensor() && (!lengths.ranked || lengths.rank() == 1);
  INGOT_TRY(c.require(8, vector, "lengths are ", lengths.text()));
  return lengths.ranked ? mergeSize(c, 8, shape.batch, lengths.dims[0], "batches") : success();
}

} // namespace

Status inferScan(InferContext &c) {
  ScanShape shape = INGOT_TRY(checkScanCounts(c));
  bool batched = c.attributes.flag("batched");
  INGOT_TRY(checkScanInputs(c, shape, batched));
  const auto &[arguments, yields] = c.regions[0];
  auto batch = [&](ValueType type) {
    return batched && type.isTensor() ? stacked(type, 0, shape.batch) : type;
  };
  for (size_t i = 0; i < shape.states; ++i) {
    auto type = carriedType(c.operand(i + 1), batch(arguments[i]), batch(yields[i]));
    INGOT_TRY(c.require(6, type.has_value(), "state ", i, " is ", c.operand(i + 1).text(),
                        " at first, then ", yields[i].text()));
    INGOT_TRY(c.yield(std::move(*type)));
  }
  const auto &axes = c.attributes.integers("output_axes");
  for (size_t i = 0; i < shape.outputs; ++i) {
    const ValueType &item = yields[shape.states + i];
    INGOT_TRY(c.require(7, item.isTensor(), "item ", i, " is ", item.text()));
    auto axis = item.ranked ? normalizeAxis(axes[i], item.rank() + 1) : 0;
    INGOT_TRY(c.require(4, axis.has_value(), "axis ", axes[i], " of result ", i, ", items ",
                        item.text()));
    INGOT_TRY(c.yield(batch(stacked(item, *axis, shape.length))));
  }
  return success();
}

Status inferSequenceMap(InferContext &c) {
  INGOT_TRY(c.requireCount(1, SIZE_MAX));
  INGOT_TRY(requireRegions(c, 1));
  INGOT_TRY(c.require(1, c.operand(0).isSequence(), "found ", c.operand(0).text()));
  const auto &[arguments, yields] = c.regions[0];
  INGOT_TRY(c.require(2, arguments.size() == c.operandCount(), arguments.size(), " arguments for ",
                      c.operandCount(), " operands"));
  for (const ValueType &item : yields) {
    INGOT_TRY(c.require(3, item.isTensor(), "found ", item.text()));
    INGOT_TRY(c.yield(ValueType::sequence(item)));
  }
  return success();
}

} // namespace ingot::graph
