// Shape functions of sequences and optionals.
#include "compiler/dialect/graph/infer/Shapes.h"

#include <algorithm>

namespace ingot::graph {
namespace {

/// C1: operand 0 is a sequence. During a run its item type is none when it has no items.
Status requireSequence(InferContext &c) {
  return c.require(1, c.operand(0).isSequence(), "found ", c.operand(0).text());
}

/// C2: operand `i` is one integer, or none.
Status requirePosition(InferContext &c, size_t i) {
  if (!c.has(i))
    return success();
  const ValueType &type = c.operand(i);
  bool single = type.isTensor() && isInteger(type.element);
  for (int64_t dim : type.dims)
    single = single && (dim < 0 || dim == 1);
  return c.require(2, single, "the position is ", type.text());
}

} // namespace

Status inferSequenceConstruct(InferContext &c) {
  INGOT_TRY(c.require(1, c.operandCount() > 0, "found none"));
  INGOT_TRY(c.requireTensors(c.operandCount(), SIZE_MAX));
  ValueType item = c.operand(0);
  for (size_t i = 1; i < c.operandCount(); ++i) {
    auto common = commonType(item, c.operand(i));
    INGOT_TRY(c.require(2, common.has_value(), item.text(), " and ", c.operand(i).text()));
    item = std::move(*common);
  }
  return c.yield(ValueType::sequence(std::move(item)));
}

Status inferSequenceEmpty(InferContext &c) {
  INGOT_TRY(c.requireCount(0, 0));
  return c.yield(ValueType::sequence(ValueType::unranked(c.attributes.type("element"))));
}

Status inferSequenceAt(InferContext &c) {
  INGOT_TRY(c.requireCount(2, 2));
  INGOT_TRY(requireSequence(c));
  INGOT_TRY(c.require(2, c.has(1), "there is none"));
  INGOT_TRY(requirePosition(c, 1));
  return c.yield(*c.operand(0).inner);
}

Status inferSequenceInsert(InferContext &c) {
  INGOT_TRY(c.requireCount(3, 3));
  INGOT_TRY(requireSequence(c));
  INGOT_TRY(requirePosition(c, 2));
  const ValueType &item = c.operand(1);
  auto result =
      item.isTensor() ? commonType(c.operand(0), ValueType::sequence(item)) : std::nullopt;
  INGOT_TRY(
      c.require(3, result.has_value(), "an item ", item.text(), " for ", c.operand(0).text()));
  return c.yield(std::move(*result));
}

Status inferSequenceErase(InferContext &c) {
  INGOT_TRY(c.requireCount(2, 2));
  INGOT_TRY(requireSequence(c));
  INGOT_TRY(requirePosition(c, 1));
  return c.yield(c.operand(0));
}

Status inferSequenceLength(InferContext &c) {
  INGOT_TRY(c.requireCount(1, 1));
  INGOT_TRY(requireSequence(c));
  return c.yield(ValueType::tensor(ElementType::I64, {}));
}

Status inferSplitToSequence(InferContext &c) {
  INGOT_TRY(c.requireTensors(1, 2));
  const ValueType &x = c.operand(0);
  INGOT_TRY(c.require(2, !c.has(1) || (c.operand(1).rank() <= 1 && isInteger(c.operand(1).element)),
                      "split is ", c.has(1) ? c.operand(1).text() : ""));
  if (!x.ranked)
    return c.yield(ValueType::sequence(x));
  int64_t stated = c.attributes.integer("axis");
  auto axis = normalizeAxis(stated, x.rank());
  INGOT_TRY(c.require(1, axis.has_value(), "axis ", stated, " of ", x.text()));
  ValueType part = x;
  if (c.has(1))
    part.dims[static_cast<size_t>(*axis)] = unknownDim;
  else if (c.attributes.flag("keepdims"))
    part.dims[static_cast<size_t>(*axis)] = 1;
  else
    part.dims.erase(part.dims.begin() + *axis);
  return c.yield(ValueType::sequence(std::move(part)));
}

Status inferConcatFromSequence(InferContext &c) {
  INGOT_TRY(c.requireCount(1, 1));
  INGOT_TRY(requireSequence(c));
  ValueType item = *c.operand(0).inner;
  INGOT_TRY(c.require(1, item.isTensor(), "found ", c.operand(0).text()));
  if (!item.ranked)
    return c.yield(item);
  bool isNew = c.attributes.flag("new_axis");
  int64_t stated = c.attributes.integer("axis");
  auto axis = normalizeAxis(stated, item.rank() + isNew);
  INGOT_TRY(c.require(2, axis.has_value() && item.dims.size() < maxRank, "axis ", stated,
                      " for items ", item.text()));
  if (isNew)
    item.dims.insert(item.dims.begin() + *axis, unknownDim);
  else
    item.dims[static_cast<size_t>(*axis)] = unknownDim;
  return c.yield(std::move(item));
}

Status inferOptional(InferContext &c) {
  INGOT_TRY(c.requireCount(1, 1));
  if (c.has(0)) {
    INGOT_TRY(c.require(1, !c.operand(0).isOptional(), "found ", c.operand(0).text()));
    return c.yield(ValueType::optional(c.operand(0)));
  }
  INGOT_TRY(c.require(1, c.attributes.has("element"), "there is neither"));
  ValueType content = ValueType::unranked(c.attributes.type("element"));
  return c.yield(ValueType::optional(
      c.attributes.flag("sequence") ? ValueType::sequence(std::move(content)) : content));
}

Status inferOptionalGetElement(InferContext &c) {
  INGOT_TRY(c.requireCount(1, 1));
  INGOT_TRY(c.require(1, c.has(0), "it is empty"));
  return c.yield(c.operand(0).isOptional() ? *c.operand(0).inner : c.operand(0));
}

Status inferOptionalHasElement(InferContext &c) {
  INGOT_TRY(c.requireCount(1, 1));
  return c.yield(ValueType::tensor(ElementType::Bool, {}));
}

} // namespace ingot::graph
