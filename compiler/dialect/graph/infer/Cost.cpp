// Counts of multiply-accumulates.
#include "compiler/dialect/graph/infer/Cost.h"

#include "compiler/dialect/graph/infer/Einsum.h"
#include "compiler/dialect/graph/infer/Shapes.h"

namespace ingot::graph {
namespace {

Macs times(Macs a, Macs b) {
  int64_t product = 0;
  if (!a || !b || *a < 0 || *b < 0 || __builtin_mul_overflow(*a, *b, &product))
    return std::nullopt;
  return product;
}

Macs plus(Macs a, Macs b) {
  int64_t sum = 0;
  if (!a || !b || __builtin_add_overflow(*a, *b, &sum))
    return std::nullopt;
  return sum;
}

Macs elements(const ValueType &type) {
  return type.isStatic() ? elementCount(type.dims) : std::nullopt;
}

/// Nothing when the type has no such axis or its size is not known.
Macs dim(const ValueType &type, size_t axis) {
  if (!type.ranked || axis >= type.dims.size() || type.dims[axis] < 0)
    return std::nullopt;
  return type.dims[axis];
}

/// Elements of a filter that meet one element: all axes but the first.
Macs filterSize(const ValueType &w) {
  if (!w.isStatic() || w.dims.empty())
    return std::nullopt;
  return elementCount(Shape(w.dims.begin() + 1, w.dims.end()));
}

} // namespace

Macs macsMatmul(const InferContext &c) {
  const ValueType &a = c.operand(0);
  bool transposed = c.attributes.has("transpose_a") && c.attributes.flag("transpose_a");
  if (!a.ranked || a.dims.size() < (transposed ? 2 : 1))
    return std::nullopt;
  return times(elements(c.results[0]), dim(a, a.dims.size() - (transposed ? 2 : 1)));
}

Macs macsConv(const InferContext &c) {
  return times(elements(c.results[0]), filterSize(c.operand(1)));
}

Macs macsConvTranspose(const InferContext &c) {
  return times(elements(c.operand(0)), filterSize(c.operand(1)));
}

Macs macsEinsum(const InferContext &c) {
  std::vector<Shape> shapes;
  for (const ValueType &operand : c.operands) {
    if (!operand.ranked)
      return std::nullopt;
    shapes.push_back(operand.dims);
  }
  int constraint = 0;
  auto plan = planEinsum(c.attributes.text("equation"), shapes, constraint);
  if (!plan.ok() || shapes.empty())
    return std::nullopt;
  // One product fewer than there are factors, for every point of the whole contraction.
  Macs points = static_cast<int64_t>(shapes.size()) - 1;
  for (int64_t size : plan->sizes)
    points = times(points, size);
  return points;
}

Macs macsRecurrent(const InferContext &c) {
  const ValueType &x = c.operand(0);
  // Per step and batch entry, every weight is used once.
  return times(times(dim(x, 0), dim(x, 1)), plus(elements(c.operand(1)), elements(c.operand(2))));
}

Macs macsAttention(const InferContext &c) {
  const ValueType &k = c.operand(1);
  Macs keys = dim(k, k.rank() == 4 ? 2 : 1);
  if (c.has(4))
    keys = plus(keys, dim(c.operand(4), 2));
  // Each element of q meets every key, and so does each of y.
  return times(plus(elements(c.operand(0)), elements(c.results[0])), keys);
}

Macs macsLinearAttention(const InferContext &c) {
  const ValueType &q = c.operand(0), &v = c.operand(2);
  int64_t queryHeads = c.attributes.integer("q_heads"), keyHeads = c.attributes.integer("kv_heads");
  Macs width = dim(q, 2), valueWidth = dim(v, 2);
  if (!width || !valueWidth || queryHeads <= 0 || keyHeads <= 0)
    return std::nullopt;
  // Of every row: a product with the state per query head, its update per key head, and one more
  // product for the correction by beta.
  Macs state = times(*width / queryHeads, *valueWidth / keyHeads);
  Macs uses = plus(queryHeads, times(keyHeads, c.has(5) ? 2 : 1));
  return times(times(dim(q, 0), dim(q, 1)), times(state, uses));
}

/// Each row of one matrix with each row of another.
Macs macsRowPairs(const InferContext &c) {
  return times(elements(c.results[0]), dim(c.operand(0), 1));
}

} // namespace ingot::graph
