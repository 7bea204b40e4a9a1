// Shape functions of the random operators.
#include "compiler/dialect/graph/infer/Shapes.h"

namespace ingot::graph {

/// A float tensor of the shape that operand 0 holds.
Status inferRandomFill(InferContext &c) {
  INGOT_TRY(c.requireTensors(1, 1));
  const ValueType &shape = c.operand(0);
  ElementType to = c.attributes.type("to");
  INGOT_TRY(c.require(2, isFloat(to), "element type ", elementName(to)));
  INGOT_TRY(c.require(
      1, isInteger(shape.element) && (!shape.ranked || (shape.rank() == 1 && shape.dims[0] <= 64)),
      "shape is ", shape.text()));
  auto entries = c.partial(0);
  if (!entries)
    return c.yield(ValueType::unranked(to));
  Shape dims;
  for (const auto &entry : *entries) {
    INGOT_TRY(c.require(1, !entry || *entry >= 0, "entry ", entry.value_or(0)));
    dims.push_back(dimOf(entry));
  }
  return c.yield(ValueType::tensor(to, std::move(dims)));
}

Status inferBernoulli(InferContext &c) {
  INGOT_TRY(c.requireTensors(1, 1));
  ValueType type = c.operand(0);
  type.element = c.attributes.type("to");
  INGOT_TRY(c.require(
      1, isFloat(type.element) || isInteger(type.element) || type.element == ElementType::Bool,
      "element type ", elementName(type.element)));
  return c.yield(std::move(type));
}

Status inferMultinomial(InferContext &c) {
  INGOT_TRY(c.requireTensors(1, 1));
  const ValueType &x = c.operand(0);
  ElementType to = c.attributes.type("to");
  int64_t samples = c.attributes.integer("sample_size");
  INGOT_TRY(c.require(1, !x.ranked || (x.rank() == 2 && x.dims[1] != 0), "x is ", x.text()));
  INGOT_TRY(c.require(2, samples >= 1, "sample_size is ", samples));
  INGOT_TRY(c.require(3, to == ElementType::I32 || to == ElementType::I64, "element type ",
                      elementName(to)));
  return c.yield(ValueType::tensor(to, {x.ranked ? x.dims[0] : unknownDim, samples}));
}

Status inferDropout(InferContext &c) {
  INGOT_TRY(c.requireTensors(1, 3));
  for (size_t i : {1, 2})
    if (c.has(i)) {
      const ValueType &type = c.operand(i);
      INGOT_TRY(c.require(1, !type.isStatic() || elementCount(type.dims) == 1,
                          i == 1 ? "ratio" : "training", " is ", type.text()));
      INGOT_TRY(c.require(2, i == 1 ? isFloat(type.element) : type.element == ElementType::Bool,
                          i == 1 ? "ratio" : "training", " is ", type.text()));
    }
  ValueType mask = c.operand(0);
  mask.element = ElementType::Bool;
  INGOT_TRY(c.yield(c.operand(0)));
  return c.yield(std::move(mask));
}

} // namespace ingot::graph
