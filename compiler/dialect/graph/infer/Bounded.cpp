// Shape functions of operators that have room for all that can be, and say how much is there.
#include "compiler/dialect/graph/infer/Shapes.h"

namespace ingot::graph {
namespace {

ValueType integersOf(Shape dims) { return ValueType::tensor(ElementType::I64, std::move(dims)); }

} // namespace

Status inferPrefix(InferContext &c) {
  INGOT_TRY(c.requireTensors(2, 2));
  const ValueType &x = c.operand(0), &count = c.operand(1);
  INGOT_TRY(
      c.require(1, !count.isStatic() || elementCount(count.dims) == 1, "count is ", count.text()));
  if (!x.ranked)
    return c.yield(x);
  int64_t given = c.attributes.integer("axis");
  auto axis = normalizeAxis(given, x.rank());
  INGOT_TRY(c.require(2, axis.has_value(), "axis ", given, " for rank ", x.rank()));
  Shape dims = x.dims;
  int64_t &dim = dims[static_cast<size_t>(*axis)];
  auto kept = c.integers(1);
  INGOT_TRY(c.require(3, !kept || ((*kept)[0] >= 0 && (dim < 0 || (*kept)[0] <= dim)), "count is ",
                      kept ? (*kept)[0] : 0, " for ", x.text(), " along axis ", *axis));
  dim = kept ? (*kept)[0] : unknownDim;
  return c.yield(tensorLike(x, std::move(dims)));
}

Status inferTruePlaces(InferContext &c) {
  INGOT_TRY(c.requireTensors(1, 1));
  const ValueType &x = c.operand(0);
  INGOT_TRY(c.require(1, x.element == ElementType::Bool && (!x.ranked || x.rank() == 1),
                      "condition is ", x.text()));
  INGOT_TRY(c.yield(integersOf({x.ranked ? x.dims[0] : unknownDim})));
  return c.yield(integersOf({}));
}

Status inferDistinct(InferContext &c) {
  INGOT_TRY(c.requireTensors(1, 1));
  const ValueType &x = c.operand(0);
  int64_t slices = unknownDim;
  if (!c.attributes.has("axis")) {
    slices = x.isStatic() ? elementCount(x.dims).value_or(unknownDim) : unknownDim;
  } else if (x.ranked) {
    int64_t given = c.attributes.integer("axis");
    auto axis = normalizeAxis(given, x.rank());
    INGOT_TRY(c.require(1, axis.has_value(), "axis ", given, " for rank ", x.rank()));
    slices = x.dims[static_cast<size_t>(*axis)];
  }
  for (int i = 0; i < 3; ++i)
    INGOT_TRY(c.yield(integersOf({slices})));
  return c.yield(integersOf({}));
}

} // namespace ingot::graph
