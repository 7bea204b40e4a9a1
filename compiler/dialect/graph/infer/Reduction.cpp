// Shape functions of reductions.
#include "compiler/dialect/graph/infer/Shapes.h"

#include <algorithm>

namespace ingot::graph {

namespace {
/// What is known of the axes of a reduction of rank `rank`.
struct ReducedAxes {
  bool known = false;
  std::vector<int64_t> axes; ///< normalized, when known
  int64_t count = unknownDim;
};

Expected<ReducedAxes> reducedAxes(InferContext &c, int64_t rank) {
  ReducedAxes found;
  auto setAll = [&] {
    found.known = true;
    found.axes.clear();
    for (int64_t i = 0; i < rank; ++i)
      found.axes.push_back(i);
    found.count = rank;
  };
  if (!c.has(1)) {
    setAll();
    return found;
  }
  const ValueType &type = c.operand(1);
  bool allIfEmpty = c.attributes.flag("all_if_empty");
  auto values = c.integers(1);
  if (!values) {
    // An unknown list that may be empty, and then mean all, says nothing about the rank.
    if (type.ranked && type.dims.size() == 1 && (type.dims[0] > 0 || !allIfEmpty))
      found.count = type.dims[0];
    INGOT_TRY(c.require(1, found.count <= rank, found.count, " axes for rank ", rank));
    return found;
  }
  if (values->empty() && allIfEmpty) {
    setAll();
    return found;
  }
  auto normal = normalizeAxes(*values, rank);
  INGOT_TRY(c.require(1, normal.has_value(), "axes ", *values, " for rank ", rank));
  found.known = true;
  found.axes = std::move(*normal);
  found.count = static_cast<int64_t>(found.axes.size());
  return found;
}
} // namespace

Status inferReduce(InferContext &c) {
  INGOT_TRY(c.requireTensors(1, 2));
  const ValueType &x = c.operand(0);
  bool keep = c.attributes.flag("keepdims");
  if (c.has(1))
    INGOT_TRY(c.require(2, !c.operand(1).ranked || c.operand(1).rank() <= 1, "axes have type ",
                        c.operand(1).text()));
  if (!x.ranked)
    return c.yield(!c.has(1) && !keep ? tensorLike(x, {}) : ValueType::unranked(x.element));
  ReducedAxes reduced = INGOT_TRY(reducedAxes(c, x.rank()));
  Shape dims;
  if (reduced.known) {
    for (int64_t i = 0; i < x.rank(); ++i) {
      bool gone = std::find(reduced.axes.begin(), reduced.axes.end(), i) != reduced.axes.end();
      if (!gone)
        dims.push_back(x.dims[static_cast<size_t>(i)]);
      else if (keep)
        dims.push_back(1);
    }
    return c.yield(tensorLike(x, std::move(dims)));
  }
  if (keep)
    return c.yield(tensorLike(x, Shape(x.dims.size(), unknownDim)));
  if (reduced.count < 0)
    return c.yield(ValueType::unranked(x.element));
  return c.yield(tensorLike(x, Shape(static_cast<size_t>(x.rank() - reduced.count), unknownDim)));
}

Status inferArgReduce(InferContext &c) {
  INGOT_TRY(c.requireTensors(1, 1));
  const ValueType &x = c.operand(0);
  if (!x.ranked)
    return c.yield(ValueType::unranked(ElementType::I64));
  int64_t given = c.attributes.integer("axis");
  auto axis = normalizeAxis(given, x.rank());
  INGOT_TRY(c.require(1, axis.has_value(), "axis ", given, " for rank ", x.rank()));
  auto place = x.dims.begin() + *axis;
  INGOT_TRY(c.require(2, *place != 0, "axis ", *axis, " of ", shapeText(x.dims), " is empty"));
  Shape dims = x.dims;
  if (c.attributes.flag("keepdims"))
    dims[static_cast<size_t>(*axis)] = 1;
  else
    dims.erase(dims.begin() + *axis);
  return c.yield(ValueType::tensor(ElementType::I64, std::move(dims)));
}

} // namespace ingot::graph
