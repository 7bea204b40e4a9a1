// Shape functions of constants and of what cannot run.
#include "compiler/dialect/graph/infer/Shapes.h"

namespace ingot::graph {

Status inferNone(InferContext &c) { return c.yield(ValueType::none()); }

Status inferConstant(InferContext &c) {
  const Tensor &value = c.attributes.get<Tensor>("value");
  return c.yield(ValueType::tensor(value.type(), value.shape()));
}

/// Fails at once: nothing needs to be known of the operands.
Status inferInvalid(InferContext &c) { return badModel(c.attributes.text("message")); }

} // namespace ingot::graph
