// Shape functions of operators that generate tensors from a few numbers.
#include "compiler/dialect/graph/infer/Shapes.h"

#include <cmath>

namespace ingot::graph {
namespace {

/// ceil((limit - start) / delta), not below 0; nothing when it does not fit into 63 bits.
std::optional<int64_t> rangeCount(const Tensor &start, const Tensor &limit, const Tensor &delta) {
  if (isFloat(start.type())) {
    double count = std::ceil((limit.numberAt(0) - start.numberAt(0)) / delta.numberAt(0));
    if (!(count < 9.0e18))
      return std::nullopt;
    return count > 0 ? static_cast<int64_t>(count) : 0;
  }
  bool isUnsigned = elementClass(start.type()) == ElementClass::Unsigned;
  auto wide = [&](const Tensor &tensor) {
    int64_t value = tensor.integerAt(0);
    return isUnsigned ? static_cast<__int128>(static_cast<uint64_t>(value)) : __int128{value};
  };
  __int128 span = wide(limit) - wide(start), step = wide(delta);
  if ((span > 0) != (step > 0) || span == 0)
    return 0;
  __int128 count = (span - (step > 0 ? 1 : -1)) / step + 1;
  return count <= INT64_MAX ? std::optional(static_cast<int64_t>(count)) : std::nullopt;
}

bool isFiniteNumber(const Tensor &tensor) { return std::isfinite(tensor.numberAt(0)); }

} // namespace

Status inferRange(InferContext &c) {
  INGOT_TRY(c.requireTensors(3, 3));
  bool known = true;
  for (size_t i = 0; i < 3; ++i) {
    const ValueType &type = c.operand(i);
    INGOT_TRY(c.require(1, type.element == c.operand(0).element, c.operand(0).text(), " and ",
                        type.text()));
    INGOT_TRY(c.require(2, !type.isStatic() || elementCount(type.dims) == 1, "operand ", i, " is ",
                        type.text()));
    auto value = c.value(i);
    known = known && value && value->elements() == 1;
  }
  if (!known)
    return c.yield(tensorLike(c.operand(0), {unknownDim}));
  Tensor start = *c.value(0), limit = *c.value(1), delta = *c.value(2);
  bool valid = isFiniteNumber(start) && isFiniteNumber(limit) && isFiniteNumber(delta) &&
               delta.numberAt(0) != 0;
  INGOT_TRY(c.require(3, valid, "start ", start.numberAt(0), ", limit ", limit.numberAt(0),
                      ", delta ", delta.numberAt(0)));
  auto count = rangeCount(start, limit, delta);
  INGOT_TRY(c.require(4, count.has_value(), "start ", start.numberAt(0), ", limit ",
                      limit.numberAt(0), ", delta ", delta.numberAt(0)));
  return c.yield(tensorLike(c.operand(0), {*count}));
}

Status inferEyeLike(InferContext &c) {
  INGOT_TRY(c.requireTensors(1, 1));
  const ValueType &x = c.operand(0);
  INGOT_TRY(c.require(1, !x.ranked || x.rank() == 2, "the operand is ", x.text()));
  return c.yield(ValueType::tensor(c.attributes.type("to"),
                                   x.ranked ? x.dims : Shape{unknownDim, unknownDim}));
}

Status inferTrilu(InferContext &c) {
  INGOT_TRY(c.requireTensors(1, 2));
  const ValueType &x = c.operand(0);
  INGOT_TRY(c.require(1, !x.ranked || x.rank() >= 2, "the operand is ", x.text()));
  if (c.has(1))
    INGOT_TRY(c.require(2, !c.operand(1).isStatic() || elementCount(c.operand(1).dims) == 1,
                        "k is ", c.operand(1).text()));
  return c.yield(x);
}

Status inferOneHot(InferContext &c) {
  INGOT_TRY(c.requireTensors(3, 3));
  const ValueType &indices = c.operand(0), &depth = c.operand(1), &values = c.operand(2);
  INGOT_TRY(
      c.require(1, !depth.isStatic() || elementCount(depth.dims) == 1, "depth is ", depth.text()));
  auto size = c.integers(1);
  INGOT_TRY(c.require(1, !size || (*size)[0] > 0, "depth is ", size ? (*size)[0] : 0));
  INGOT_TRY(c.require(2, !values.isStatic() || elementCount(values.dims) == 2, "values is ",
                      values.text()));
  if (!indices.ranked)
    return c.yield(ValueType::unranked(values.element));
  int64_t axis = c.attributes.integer("axis");
  auto normal = normalizeAxis(axis, indices.rank() + 1);
  INGOT_TRY(c.require(3, normal.has_value(), "axis ", axis, " for rank ", indices.rank() + 1));
  Shape dims = indices.dims;
  dims.insert(dims.begin() + *normal, size ? (*size)[0] : unknownDim);
  return c.yield(tensorLike(values, std::move(dims)));
}

} // namespace ingot::graph
