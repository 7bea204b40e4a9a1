// Shape functions of the elementwise operators.
#include "compiler/dialect/graph/infer/Shapes.h"

namespace ingot::graph {

Status inferSameAsFirst(InferContext &c) {
  INGOT_TRY(c.requireTensors(1, 1));
  return c.yield(c.operand(0));
}

namespace {
Expected<ValueType> broadcastType(InferContext &c) {
  INGOT_TRY(c.requireTensors(2, 2));
  const ValueType &first = c.operand(0);
  for (const ValueType &operand : c.operands)
    INGOT_TRY(c.require(1, operand.element == first.element, "element types ",
                        elementName(first.element), " and ", elementName(operand.element),
                        " differ"));
  auto shape = INGOT_TRY(broadcastOperands(c, 2, 0, c.operandCount()));
  return shape ? tensorLike(first, *shape) : ValueType::unranked(first.element);
}
} // namespace

Status inferBroadcast(InferContext &c) { return c.yield(INGOT_TRY(broadcastType(c))); }

Status inferBroadcastToBool(InferContext &c) {
  ValueType type = INGOT_TRY(broadcastType(c));
  type.element = ElementType::Bool;
  return c.yield(std::move(type));
}

Status inferCast(InferContext &c) {
  INGOT_TRY(c.requireTensors(1, 1));
  const std::string &mode = c.attributes.text("round_mode");
  INGOT_TRY(c.require(1, mode == "up" || mode == "down" || mode == "nearest", "round_mode is '",
                      mode, "'"));
  ValueType type = c.operand(0);
  type.element = c.attributes.type("to");
  return c.yield(std::move(type));
}

} // namespace ingot::graph
