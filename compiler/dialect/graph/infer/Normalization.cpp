// Shape functions of softmax and of normalizations.
#include "compiler/dialect/graph/infer/Shapes.h"

namespace ingot::graph {

Status inferAlongAxis(InferContext &c) {
  INGOT_TRY(c.requireTensors(1, 1));
  const ValueType &x = c.operand(0);
  int64_t axis = c.attributes.integer("axis"), count = c.attributes.integer("count");
  INGOT_TRY(c.require(2, count >= 0, "count is ", count));
  if (x.ranked) {
    auto normal = normalizeAxis(axis, x.rank());
    INGOT_TRY(c.require(1, normal.has_value(), "axis ", axis, " for rank ", x.rank()));
    INGOT_TRY(c.require(2, count <= x.rank() - *normal, count, " axes from axis ", *normal,
                        " on for rank ", x.rank()));
  }
  return c.yield(x);
}

Status inferLpNorm(InferContext &c) {
  INGOT_TRY(c.requireTensors(1, 1));
  const ValueType &x = c.operand(0);
  int64_t axis = c.attributes.integer("axis"), p = c.attributes.integer("p");
  INGOT_TRY(c.require(1, !x.ranked || normalizeAxis(axis, x.rank()), "axis ", axis, " for rank ",
                      x.rank()));
  INGOT_TRY(c.require(2, p == 1 || p == 2, "p is ", p));
  return c.yield(x);
}

Status inferMeanVarianceNorm(InferContext &c) {
  INGOT_TRY(c.requireTensors(1, 1));
  const ValueType &x = c.operand(0);
  const auto &axes = c.attributes.integers("axes");
  INGOT_TRY(c.require(1, !x.ranked || normalizeAxes(axes, x.rank()), "axes ", axes, " for rank ",
                      x.rank()));
  return c.yield(x);
}

Status inferLocalResponseNorm(InferContext &c) {
  INGOT_TRY(c.requireTensors(1, 1));
  const ValueType &x = c.operand(0);
  INGOT_TRY(c.require(1, !x.ranked || x.rank() >= 2, "the operand is ", x.text()));
  int64_t size = c.attributes.integer("size");
  INGOT_TRY(c.require(2, size > 0, "size is ", size));
  return c.yield(x);
}

namespace {
/// The operand may have exactly these dims.
bool mayHaveDims(const ValueType &type, const Shape &dims) {
  return !type.ranked || compatibleDims(type.dims, dims);
}

/// The checks of both batch normalizations.
Status checkBatchNorm(InferContext &c) {
  INGOT_TRY(c.requireTensors(5, 5));
  const ValueType &x = c.operand(0);
  if (!x.ranked)
    return success();
  INGOT_TRY(c.require(1, x.rank() >= 1, "the operand is ", x.text()));
  Shape channels{x.rank() >= 2 ? x.dims[1] : 1}, sample(x.dims.begin() + 1, x.dims.end());
  bool perChannel = true, perElement = x.rank() >= 2;
  for (size_t i = 1; i < 5; ++i) {
    perChannel &= mayHaveDims(c.operand(i), channels);
    perElement &= mayHaveDims(c.operand(i), sample);
  }
  return c.require(2, perChannel || perElement, "parameters are ", c.operand(1).text(), ", ",
                   c.operand(2).text(), ", ", c.operand(3).text(), " and ", c.operand(4).text(),
                   " for ", x.text());
}
} // namespace

Status inferBatchNorm(InferContext &c) {
  INGOT_TRY(checkBatchNorm(c));
  return c.yield(c.operand(0));
}

Status inferBatchNormTraining(InferContext &c) {
  INGOT_TRY(checkBatchNorm(c));
  for (size_t i : {0, 3, 4, 3, 4})
    INGOT_TRY(c.yield(c.operand(i)));
  return success();
}

Status inferInstanceNorm(InferContext &c) {
  INGOT_TRY(c.requireTensors(3, 3));
  const ValueType &x = c.operand(0);
  if (x.ranked) {
    INGOT_TRY(c.require(1, x.rank() >= 2, "the operand is ", x.text()));
    for (size_t i : {1, 2})
      INGOT_TRY(c.require(2, mayHaveDims(c.operand(i), {x.dims[1]}), "parameter ",
                          c.operand(i).text(), " for ", x.text()));
  }
  return c.yield(x);
}

Status inferGroupNorm(InferContext &c) {
  INGOT_TRY(c.requireTensors(3, 3));
  const ValueType &x = c.operand(0), &scale = c.operand(1), &bias = c.operand(2);
  int64_t groups = c.attributes.integer("groups");
  INGOT_TRY(c.require(2, groups > 0, "groups is ", groups));
  int64_t channels = unknownDim;
  if (x.ranked) {
    INGOT_TRY(c.require(1, x.rank() >= 2, "the operand is ", x.text()));
    channels = x.dims[1];
    INGOT_TRY(c.require(2, !isKnown(channels) || channels % groups == 0, groups, " groups of ",
                        channels, " channels"));
  }
  bool fits = false;
  for (int64_t size : {channels, groups})
    fits |= mayHaveDims(scale, {size}) && mayHaveDims(bias, {size});
  INGOT_TRY(c.require(3, fits, "scale ", scale.text(), " and bias ", bias.text(), " for ", groups,
                      " groups of ", x.text()));
  return c.yield(x);
}

namespace {
/// Checks a normalization over the axes from `axis` on; gives the type of its statistics.
Expected<ValueType> checkTrailingNorm(InferContext &c) {
  const ValueType &x = c.operand(0);
  ElementType stash = c.attributes.type("stash_type");
  INGOT_TRY(c.require(3, isFloat(stash), "stash_type is ", elementName(stash)));
  if (!x.ranked)
    return ValueType::unranked(stash);
  int64_t axis = c.attributes.integer("axis");
  auto first = normalizeAxis(axis, x.rank());
  INGOT_TRY(c.require(1, first.has_value(), "axis ", axis, " for rank ", x.rank()));
  for (size_t i = 1; i < c.operandCount(); ++i)
    if (c.has(i) && c.operand(i).ranked)
      INGOT_TRY(c.require(2, broadcastsTo(c.operand(i).dims, x.dims), c.operand(i).text(),
                          " does not broadcast to ", x.text()));
  Shape dims = x.dims;
  for (size_t i = static_cast<size_t>(*first); i < dims.size(); ++i)
    dims[i] = 1;
  return ValueType::tensor(stash, std::move(dims));
}
} // namespace

Status inferLayerNorm(InferContext &c) {
  INGOT_TRY(c.requireTensors(2, 3));
  ValueType statistics = INGOT_TRY(checkTrailingNorm(c)), y = c.operand(0);
  y.element = c.operand(1).element;
  INGOT_TRY(c.yield(std::move(y)));
  INGOT_TRY(c.yield(statistics));
  return c.yield(std::move(statistics));
}

Status inferRmsNorm(InferContext &c) {
  INGOT_TRY(c.requireTensors(2, 2));
  ValueType statistics = INGOT_TRY(checkTrailingNorm(c)), y = c.operand(0);
  y.element = c.operand(1).element;
  INGOT_TRY(c.yield(std::move(y)));
  return c.yield(std::move(statistics));
}

} // namespace ingot::graph
