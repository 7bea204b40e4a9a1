// Shape functions of operators that read or write by index.
#include "compiler/dialect/graph/infer/Shapes.h"

#include <algorithm>

namespace ingot::graph {
namespace {

bool isReduction(const std::string &name) {
  return name == "none" || name == "add" || name == "mul" || name == "max" || name == "min";
}

/// The same rank and compatible dims, as far as known.
bool compatibleShapes(const ValueType &a, const ValueType &b) {
  if (!a.ranked || !b.ranked)
    return true;
  return a.dims.size() == b.dims.size() &&
         std::equal(a.dims.begin(), a.dims.end(), b.dims.begin(), compatible);
}

/// C1 to C3 of gather_elements and scatter_elements; x is ranked.
Status checkElements(InferContext &c) {
  const ValueType &x = c.operand(0), &indices = c.operand(1);
  int64_t axis = c.attributes.integer("axis");
  auto normal = normalizeAxis(axis, x.rank());
  INGOT_TRY(c.require(1, normal.has_value(), "axis ", axis, " for rank ", x.rank()));
  INGOT_TRY(c.require(2, !indices.ranked || indices.rank() == x.rank(), "indices is ",
                      indices.text(), " for ", x.text()));
  for (int64_t i = 0; i < indices.rank(); ++i) {
    int64_t have = x.dims[static_cast<size_t>(i)], want = indices.dims[static_cast<size_t>(i)];
    INGOT_TRY(c.require(3, i == *normal || have < 0 || want <= have, "indices is ", indices.text(),
                        " for ", x.text(), " along axis ", *normal));
  }
  return success();
}

} // namespace

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

Status inferGatherElements(InferContext &c) {
  INGOT_TRY(c.requireTensors(2, 2));
  const ValueType &x = c.operand(0), &indices = c.operand(1);
  if (x.ranked)
    INGOT_TRY(checkElements(c));
  if (indices.ranked)
    return c.yield(tensorLike(x, indices.dims));
  return c.yield(x.ranked ? tensorLike(x, Shape(x.dims.size(), unknownDim))
                          : ValueType::unranked(x.element));
}

Status inferGatherNd(InferContext &c) {
  INGOT_TRY(c.requireTensors(2, 2));
  const ValueType &x = c.operand(0), &indices = c.operand(1);
  int64_t batch = c.attributes.integer("batch_dims");
  INGOT_TRY(c.require(1,
                      batch >= 0 && (!x.ranked || batch < x.rank()) &&
                          (!indices.ranked || batch < indices.rank()),
                      "batch_dims ", batch, " for ", x.text(), " and ", indices.text()));
  if (!x.ranked || !indices.ranked)
    return c.yield(ValueType::unranked(x.element));
  Shape dims(indices.dims.begin(), indices.dims.end() - 1);
  for (int64_t i = 0; i < batch; ++i) {
    auto at = static_cast<size_t>(i);
    INGOT_TRY(c.require(2, compatible(x.dims[at], indices.dims[at]), x.text(), " and ",
                        indices.text(), " at axis ", i));
    dims[at] = mergeDim(dims[at], x.dims[at]);
  }
  int64_t tuple = indices.dims.back();
  INGOT_TRY(c.require(3, tuple <= x.rank() - batch, x.text(), " and ", indices.text(), " after ",
                      batch, " batch axes"));
  if (tuple < 0)
    return c.yield(ValueType::unranked(x.element));
  dims.insert(dims.end(), x.dims.begin() + batch + tuple, x.dims.end());
  return c.yield(tensorLike(x, std::move(dims)));
}

Status inferScatterElements(InferContext &c) {
  INGOT_TRY(c.requireTensors(3, 3));
  const ValueType &x = c.operand(0), &indices = c.operand(1), &updates = c.operand(2);
  if (x.ranked)
    INGOT_TRY(checkElements(c));
  INGOT_TRY(c.require(2, compatibleShapes(indices, updates), "indices is ", indices.text(),
                      ", updates ", updates.text()));
  INGOT_TRY(c.require(4, x.element == updates.element, x.text(), " and ", updates.text()));
  INGOT_TRY(c.require(5, isReduction(c.attributes.text("reduction")), "reduction '",
                      c.attributes.text("reduction"), "'"));
  return c.yield(x);
}

Status inferScatterNd(InferContext &c) {
  INGOT_TRY(c.requireTensors(3, 3));
  const ValueType &x = c.operand(0), &indices = c.operand(1), &updates = c.operand(2);
  INGOT_TRY(c.require(3, x.element == updates.element, x.text(), " and ", updates.text()));
  INGOT_TRY(c.require(4, isReduction(c.attributes.text("reduction")), "reduction '",
                      c.attributes.text("reduction"), "'"));
  if (!x.ranked || !indices.ranked)
    return c.yield(x);
  bool fits = indices.rank() >= 1 && indices.dims.back() <= x.rank();
  INGOT_TRY(c.require(1, fits, "indices is ", indices.text(), " for ", x.text()));
  if (indices.dims.back() < 0)
    return c.yield(x);
  Shape wanted(indices.dims.begin(), indices.dims.end() - 1);
  wanted.insert(wanted.end(), x.dims.begin() + indices.dims.back(), x.dims.end());
  INGOT_TRY(c.require(2, compatibleShapes(updates, tensorLike(x, wanted)), "updates is ",
                      updates.text(), " for ", x.text(), " and indices ", indices.text()));
  return c.yield(x);
}

Status inferTensorScatter(InferContext &c) {
  INGOT_TRY(c.requireTensors(2, 3));
  const ValueType &x = c.operand(0), &updates = c.operand(1);
  const auto &mode = c.attributes.text("mode");
  INGOT_TRY(c.require(1, mode == "linear" || mode == "circular", "mode '", mode, "'"));
  INGOT_TRY(c.require(4, x.element == updates.element, x.text(), " and ", updates.text()));
  if (!x.ranked)
    return c.yield(x);
  auto axis = normalizeAxis(c.attributes.integer("axis"), x.rank());
  INGOT_TRY(c.require(2, axis && *axis > 0, "axis ", c.attributes.integer("axis"), " for rank ",
                      x.rank()));
  INGOT_TRY(c.require(3, !updates.ranked || updates.rank() == x.rank(), x.text(), " and ",
                      updates.text()));
  for (int64_t i = 0; i < updates.rank(); ++i) {
    int64_t have = x.dims[static_cast<size_t>(i)], given = updates.dims[static_cast<size_t>(i)];
    INGOT_TRY(c.require(3, compatible(have, given) || (i == *axis && given < have), x.text(),
                        " and ", updates.text(), " along axis ", *axis));
  }
  if (!c.has(2) || !c.operand(2).ranked)
    return c.yield(x);
  const ValueType &positions = c.operand(2);
  INGOT_TRY(c.require(5, positions.rank() == 1 && compatible(positions.dims[0], x.dims[0]),
                      "positions is ", positions.text(), " for ", x.text()));
  return c.yield(x);
}

Status inferCompress(InferContext &c) {
  INGOT_TRY(c.requireTensors(2, 2));
  const ValueType &x = c.operand(0), &condition = c.operand(1);
  INGOT_TRY(c.require(
      1, condition.element == ElementType::Bool && (!condition.ranked || condition.rank() == 1),
      "condition is ", condition.text()));
  bool hasAxis = c.attributes.has("axis");
  auto axis =
      hasAxis && x.ranked ? normalizeAxis(c.attributes.integer("axis"), x.rank()) : std::nullopt;
  INGOT_TRY(c.require(2, !hasAxis || !x.ranked || axis, "axis ",
                      hasAxis ? c.attributes.integer("axis") : 0, " for ", x.text()));
  int64_t slices = unknownDim, kept = unknownDim;
  if (x.ranked)
    slices = axis ? x.dims[static_cast<size_t>(*axis)]
                  : (x.isStatic() ? elementCount(x.dims).value_or(unknownDim) : unknownDim);
  if (auto value = c.value(1)) {
    kept = 0;
    for (int64_t i = 0; i < value->elements(); ++i) {
      if (!value->data<bool>()[i])
        continue;
      INGOT_TRY(
          c.require(3, slices < 0 || i < slices, "condition ", i, " of ", slices, " is true"));
      ++kept;
    }
  }
  if (!hasAxis)
    return c.yield(tensorLike(x, {kept}));
  if (!x.ranked)
    return c.yield(ValueType::unranked(x.element));
  Shape dims = x.dims;
  dims[static_cast<size_t>(*axis)] = kept;
  return c.yield(tensorLike(x, std::move(dims)));
}

} // namespace ingot::graph
