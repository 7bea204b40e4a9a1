// Evaluators of sequences and optionals.
#include "compiler/interp/Parts.h"

#include "compiler/dialect/graph/infer/Shapes.h"

namespace ingot::interp {
namespace {

/// The position that operand `i` names among `count`, counted from the front; `otherwise` without
/// it.
Expected<size_t> positionOf(const EvalContext &c, size_t i, size_t count, int64_t otherwise) {
  int64_t stated = c.has(i) ? INGOT_TRY(c.integer(i)) : otherwise;
  auto position = graph::normalizeAxis(stated, static_cast<int64_t>(count));
  if (!position)
    return c.fail("position ", stated, " is out of range for ", count, " items");
  return static_cast<size_t>(*position);
}

} // namespace

Status evalSequenceConstruct(EvalContext &c) {
  c.set(0, INGOT_TRY(c.sequence(c.operands)));
  return success();
}

Status evalSequenceEmpty(EvalContext &c) {
  c.set(0, Value::sequence({}));
  return success();
}

Status evalSequenceAt(EvalContext &c) {
  const auto &items = c.operands[0].sequence();
  c.set(0, items[INGOT_TRY(positionOf(c, 1, items.size(), -1))]);
  return success();
}

Status evalSequenceInsert(EvalContext &c) {
  const auto &items = c.operands[0].sequence();
  int64_t count = static_cast<int64_t>(items.size());
  int64_t stated = c.has(2) ? INGOT_TRY(c.integer(2)) : count;
  if (stated < -count || stated > count)
    return c.fail("position ", stated, " is out of range for ", count, " items");
  std::vector<Value> result;
  result.reserve(items.size() + 1);
  result = items;
  result.insert(result.begin() + (stated < 0 ? stated + count : stated), c.operands[1]);
  c.set(0, INGOT_TRY(c.sequence(std::move(result))));
  return success();
}

Status evalSequenceErase(EvalContext &c) {
  std::vector<Value> items = c.operands[0].sequence();
  size_t position = INGOT_TRY(positionOf(c, 1, items.size(), -1));
  items.erase(items.begin() + static_cast<ptrdiff_t>(position));
  c.set(0, INGOT_TRY(c.sequence(std::move(items))));
  return success();
}

Status evalSequenceLength(EvalContext &c) {
  *c.out<int64_t>(0) = static_cast<int64_t>(c.operands[0].sequence().size());
  return success();
}

namespace {
/// How a tensor of `size` along the axis is cut: `count` parts of `each`, or parts of `sizes`.
struct Cuts {
  int64_t count, each;
  std::vector<int64_t> sizes;
  int64_t at(int64_t i, int64_t left) const {
    return sizes.empty() ? std::min(each, left) : sizes[static_cast<size_t>(i)];
  }
};

Expected<Cuts> cutsOf(const EvalContext &c, int64_t size) {
  if (!c.has(1))
    return Cuts{size, 1, {}};
  std::vector<int64_t> sizes = c.in(1).integers();
  if (c.in(1).rank() == 0) {
    if (sizes[0] <= 0)
      return c.fail("parts of size ", sizes[0]);
    return Cuts{size / sizes[0] + (size % sizes[0] != 0), sizes[0], {}};
  }
  int64_t sum = 0;
  for (int64_t part : sizes)
    if (part < 0 || __builtin_add_overflow(sum, part, &sum))
      return c.fail("a part of size ", part);
  if (sum != size)
    return c.fail("parts of ", sum, " positions in all, wanted ", size);
  return Cuts{static_cast<int64_t>(sizes.size()), 0, std::move(sizes)};
}
} // namespace

Status evalSplitToSequence(EvalContext &c) {
  const Tensor &x = c.in(0);
  int64_t axis = *graph::normalizeAxis(c.attributes.integer("axis"), x.rank());
  bool drop = !c.has(1) && !c.attributes.flag("keepdims");
  Cuts cuts = INGOT_TRY(cutsOf(c, x.dim(axis)));
  // An empty tensor may have any number of positions: ask before making parts of them.
  MemoryCharge charge(c.budget);
  int64_t bytes = 0;
  if (__builtin_mul_overflow(cuts.count, sequenceItemBytes, &bytes))
    return c.fail("cannot make ", cuts.count, " parts");
  INGOT_TRY(charge.add(bytes));
  std::vector<Value> parts;
  for (int64_t i = 0, from = 0; i < cuts.count; ++i) {
    int64_t length = cuts.at(i, x.dim(axis) - from);
    Shape shape = x.shape();
    shape[static_cast<size_t>(axis)] = length;
    if (drop)
      shape.erase(shape.begin() + axis);
    parts.push_back(INGOT_TRY(takePart(c, x, axis, from, length, std::move(shape))));
    from += length;
  }
  c.set(0, INGOT_TRY(c.sequence(std::move(parts))));
  return success();
}

namespace {
/// The shape that the items have when joined: checks that they go together.
Expected<Shape> joinedShape(const EvalContext &c, const std::vector<Value> &items, int64_t axis,
                            bool isNew) {
  const Tensor &first = items[0].tensor();
  Shape shape = first.shape();
  auto at = static_cast<size_t>(axis);
  int64_t size = 0;
  for (const Value &item : items) {
    bool fits = item.isTensor() && item.tensor().type() == first.type() &&
                item.tensor().rank() == first.rank();
    for (size_t i = 0; fits && i < shape.size(); ++i)
      fits = (!isNew && i == at) || item.tensor().shape()[i] == shape[i];
    if (!fits || __builtin_add_overflow(size, isNew ? 1 : item.tensor().shape()[at], &size))
      return c.fail("items ", ValueType::of(items[0]).text(), " and ", ValueType::of(item).text(),
                    " do not join at axis ", axis);
  }
  if (isNew)
    shape.insert(shape.begin() + axis, size);
  else
    shape[at] = size;
  return shape;
}
} // namespace

Status evalConcatFromSequence(EvalContext &c) {
  const auto &items = c.operands[0].sequence();
  if (items.empty() || !items[0].isTensor())
    return c.fail("the sequence has no tensors to join");
  bool isNew = c.attributes.flag("new_axis");
  int64_t stated = c.attributes.integer("axis");
  auto axis = graph::normalizeAxis(stated, items[0].tensor().rank() + isNew);
  if (!axis)
    return c.fail("axis ", stated, " for items ", ValueType::of(items[0]).text());
  Shape shape = INGOT_TRY(joinedShape(c, items, *axis, isNew));
  Tensor result = INGOT_TRY(c.scratch(items[0].tensor().type(), std::move(shape)));
  int64_t text = 0;
  for (const Value &item : items)
    text += textBytes(item.tensor());
  INGOT_TRY(c.charge(result, text));
  int64_t from = 0;
  for (const Value &item : items) {
    placePart(item.tensor(), result, *axis, from);
    from += isNew ? 1 : item.tensor().dim(*axis);
  }
  c.set(0, std::move(result));
  return success();
}

Status evalOptional(EvalContext &c) {
  c.set(0, c.operands[0]);
  return success();
}

Status evalOptionalGetElement(EvalContext &c) {
  c.set(0, c.operands[0]);
  return success();
}

Status evalOptionalHasElement(EvalContext &c) {
  *c.out<bool>(0) = c.has(0);
  return success();
}

} // namespace ingot::interp
