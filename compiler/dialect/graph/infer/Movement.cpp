// Shape functions of data movement.
#include "compiler/dialect/graph/infer/Shapes.h"

#include <algorithm>

namespace ingot::graph {

Status inferIdentity(InferContext &c) {
  if (c.operandCount() != 1)
    return badModel(str(c.op, ": ", c.operandCount(), " operands, wanted 1"));
  return c.yield(c.operand(0));
}

Status inferTranspose(InferContext &c) {
  INGOT_TRY(c.requireTensors(1, 1));
  const auto &perm = c.attributes.integers("perm");
  const ValueType &x = c.operand(0);
  int64_t rank = x.ranked ? x.rank() : static_cast<int64_t>(perm.size());
  INGOT_TRY(c.require(1, isPermutation(perm, rank), "perm ", perm, " for rank ", rank));
  Shape dims;
  for (int64_t axis : perm)
    dims.push_back(x.ranked ? x.dims[static_cast<size_t>(axis)] : unknownDim);
  return c.yield(tensorLike(x, std::move(dims)));
}

Status inferUnsqueeze(InferContext &c) {
  INGOT_TRY(c.requireTensors(2, 2));
  const ValueType &x = c.operand(0);
  auto axes = c.integers(1);
  if (!x.ranked || !axes)
    return c.yield(ValueType::unranked(x.element));
  int64_t rank = x.rank() + static_cast<int64_t>(axes->size());
  auto normal = normalizeAxes(*axes, rank);
  INGOT_TRY(c.require(1, normal.has_value(), "axes ", *axes, " for rank ", rank));
  Shape dims(static_cast<size_t>(rank), 0);
  for (int64_t axis : *normal)
    dims[static_cast<size_t>(axis)] = 1;
  auto next = x.dims.begin();
  for (int64_t i = 0; i < rank; ++i)
    if (std::find(normal->begin(), normal->end(), i) == normal->end())
      dims[static_cast<size_t>(i)] = *next++;
  return c.yield(tensorLike(x, std::move(dims)));
}

} // namespace ingot::graph
