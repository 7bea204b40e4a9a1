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

} // namespace ingot::graph
