// Shape functions of constants.
#include "compiler/dialect/graph/infer/Shapes.h"

namespace ingot::graph {

Status inferNone(InferContext &c) { return c.yield(ValueType::none()); }

Status inferConstant(InferContext &c) {
  const Tensor &value = c.attributes.get<Tensor>("value");
  return c.yield(ValueType::tensor(value.type(), value.shape()));
}

} // namespace ingot::graph
