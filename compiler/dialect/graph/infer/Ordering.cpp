// Shape functions of operators that depend on the order of elements.
#include "compiler/dialect/graph/infer/Shapes.h"

namespace ingot::graph {
namespace {

ValueType integersOf(Shape dims) { return ValueType::tensor(ElementType::I64, std::move(dims)); }

/// Not known to have other than one element.
bool isSingle(const ValueType &type) { return !type.isStatic() || elementCount(type.dims) == 1; }

} // namespace

Status inferTopK(InferContext &c) {
  INGOT_TRY(c.requireTensors(2, 2));
  const ValueType &x = c.operand(0);
  INGOT_TRY(c.require(1, isSingle(c.operand(1)), "k is ", c.operand(1).text()));
  if (!x.ranked) {
    INGOT_TRY(c.yield(ValueType::unranked(x.element)));
    return c.yield(ValueType::unranked(ElementType::I64));
  }
  int64_t given = c.attributes.integer("axis");
  auto axis = normalizeAxis(given, x.rank());
  INGOT_TRY(c.require(2, axis.has_value(), "axis ", given, " for rank ", x.rank()));
  Shape dims = x.dims;
  int64_t &dim = dims[static_cast<size_t>(*axis)];
  auto k = c.integers(1);
  INGOT_TRY(c.require(3, !k || ((*k)[0] >= 0 && (dim < 0 || (*k)[0] <= dim)), "k is ",
                      k ? (*k)[0] : 0, " for ", x.text(), " along axis ", *axis));
  dim = k ? (*k)[0] : unknownDim;
  INGOT_TRY(c.yield(tensorLike(x, dims)));
  return c.yield(integersOf(std::move(dims)));
}

Status inferUnique(InferContext &c) {
  INGOT_TRY(c.requireTensors(1, 1));
  const ValueType &x = c.operand(0);
  bool hasAxis = c.attributes.has("axis");
  int64_t slices = unknownDim;
  if (!hasAxis) {
    slices = x.isStatic() ? elementCount(x.dims).value_or(unknownDim) : unknownDim;
    INGOT_TRY(c.yield(tensorLike(x, {unknownDim})));
  } else if (!x.ranked) {
    INGOT_TRY(c.yield(ValueType::unranked(x.element)));
  } else {
    int64_t given = c.attributes.integer("axis");
    auto axis = normalizeAxis(given, x.rank());
    INGOT_TRY(c.require(1, axis.has_value(), "axis ", given, " for rank ", x.rank()));
    Shape dims = x.dims;
    slices = std::exchange(dims[static_cast<size_t>(*axis)], unknownDim);
    INGOT_TRY(c.yield(tensorLike(x, std::move(dims))));
  }
  INGOT_TRY(c.yield(integersOf({unknownDim})));
  INGOT_TRY(c.yield(integersOf({slices})));
  return c.yield(integersOf({unknownDim}));
}

Status inferNonZero(InferContext &c) {
  INGOT_TRY(c.requireTensors(1, 1));
  return c.yield(integersOf({c.operand(0).rank(), unknownDim}));
}

Status inferCumulative(InferContext &c) {
  INGOT_TRY(c.requireTensors(2, 2));
  const ValueType &x = c.operand(0);
  INGOT_TRY(c.require(1, isSingle(c.operand(1)), "axis is ", c.operand(1).text()));
  auto axis = c.integers(1);
  INGOT_TRY(c.require(2, !axis || !x.ranked || normalizeAxis((*axis)[0], x.rank()), "axis ",
                      axis ? (*axis)[0] : 0, " for rank ", x.rank()));
  return c.yield(x);
}

} // namespace ingot::graph
