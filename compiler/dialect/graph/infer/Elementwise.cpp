// Shape functions of the elementwise operators.
#include "compiler/dialect/graph/infer/Shapes.h"

namespace ingot::graph {

Status inferSameAsFirst(InferContext &c) {
  INGOT_TRY(c.requireTensors(1, 1));
  return c.yield(c.operand(0));
}

Status inferSameShapeBool(InferContext &c) {
  INGOT_TRY(c.requireTensors(1, 1));
  ValueType type = c.operand(0);
  type.element = ElementType::Bool;
  return c.yield(std::move(type));
}

namespace {
Status requireSameElement(InferContext &c, int constraint, size_t a, size_t b) {
  return c.require(constraint, c.operand(a).element == c.operand(b).element, "element types ",
                   elementName(c.operand(a).element), " and ", elementName(c.operand(b).element),
                   " differ");
}

/// All operands broadcast together, with this element type.
Expected<ValueType> broadcastType(InferContext &c, int constraint, ElementType element) {
  auto shape = INGOT_TRY(broadcastOperands(c, constraint, 0, c.operandCount()));
  return shape ? ValueType::tensor(element, *shape) : ValueType::unranked(element);
}

Expected<ValueType> binaryType(InferContext &c) {
  INGOT_TRY(c.requireTensors(2, 2));
  INGOT_TRY(requireSameElement(c, 1, 0, 1));
  return broadcastType(c, 2, c.operand(0).element);
}
} // namespace

Status inferBroadcast(InferContext &c) { return c.yield(INGOT_TRY(binaryType(c))); }

Status inferBroadcastToBool(InferContext &c) {
  ValueType type = INGOT_TRY(binaryType(c));
  type.element = ElementType::Bool;
  return c.yield(std::move(type));
}

/// The second operand may be repeated, the first may not.
Status inferBroadcastToFirst(InferContext &c) {
  ValueType joint = INGOT_TRY(binaryType(c));
  const ValueType &x = c.operand(0);
  if (joint.ranked) {
    bool same = joint.dims.size() == x.dims.size();
    for (size_t i = 0; same && i < x.dims.size(); ++i)
      same = compatible(joint.dims[i], x.dims[i]);
    INGOT_TRY(c.require(2, same, "shape ", shapeText(c.operand(1).dims), " does not broadcast to ",
                        shapeText(x.dims)));
  }
  return c.yield(x);
}

Status inferPow(InferContext &c) {
  INGOT_TRY(c.requireTensors(2, 2));
  return c.yield(INGOT_TRY(broadcastType(c, 1, c.operand(0).element)));
}

Status inferWhere(InferContext &c) {
  INGOT_TRY(c.requireTensors(3, 3));
  ElementType condition = c.operand(0).element;
  INGOT_TRY(
      c.require(1, condition == ElementType::Bool, "the condition is ", elementName(condition)));
  INGOT_TRY(requireSameElement(c, 2, 1, 2));
  return c.yield(INGOT_TRY(broadcastType(c, 3, c.operand(1).element)));
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

Status inferBitCast(InferContext &c) {
  INGOT_TRY(c.requireTensors(1, 1));
  ValueType type = c.operand(0);
  ElementType from = type.element, to = c.attributes.type("to");
  INGOT_TRY(c.require(2, from != ElementType::String && to != ElementType::String, "from ",
                      elementName(from), " to ", elementName(to)));
  auto bits = [](ElementType e) { return e == ElementType::Bool ? 8 : elementBits(e); };
  INGOT_TRY(c.require(1, bits(from) == bits(to), elementName(from), " has ", bits(from), " bits, ",
                      elementName(to), " has ", bits(to)));
  type.element = to;
  return c.yield(std::move(type));
}

} // namespace ingot::graph
