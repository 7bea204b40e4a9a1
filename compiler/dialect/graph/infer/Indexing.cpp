// Shape functions of operators that read or write by index.
#include "compiler/dialect/graph/infer/Shapes.h"

namespace ingot::graph {

Status inferGather(InferContext &c) {
  INGOT_TRY(c.requireTensors(2, 2));
  const ValueType &x = c.operand(0), &indices = c.operand(1);
  if (!x.ranked)
    return c.yield(ValueType::unranked(x.element));
  int64_t axis = c.attributes.integer("axis");
  auto normal = normalizeAxis(axis, x.rank());
  INGOT_TRY(c.require(1, normal.has_value(), "axis ", axis, " for rank ", x.rank()));
  if (!indices.ranked)
    return c.yield(ValueType::unranked(x.element));
  Shape dims(x.dims.begin(), x.dims.begin() + *normal);
  dims.insert(dims.end(), indices.dims.begin(), indices.dims.end());
  dims.insert(dims.end(), x.dims.begin() + *normal + 1, x.dims.end());
  return c.yield(tensorLike(x, std::move(dims)));
}

} // namespace ingot::graph
