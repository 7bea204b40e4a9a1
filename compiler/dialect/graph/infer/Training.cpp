// Shape functions of losses and optimizer steps.
#include "compiler/dialect/graph/infer/Shapes.h"

#include <algorithm>

namespace ingot::graph {

Status inferNegativeLogLikelihood(InferContext &c) {
  INGOT_TRY(c.requireTensors(2, 3));
  const ValueType &x = c.operand(0), &target = c.operand(1);
  const std::string &reduction = c.attributes.text("reduction");
  INGOT_TRY(c.require(4, reduction == "none" || reduction == "sum" || reduction == "mean",
                      "reduction is '", reduction, "'"));
  Shape samples;
  if (x.ranked) {
    INGOT_TRY(c.require(1, x.rank() >= 2, "x is ", x.text()));
    samples = x.dims;
    samples.erase(samples.begin() + 1);
    INGOT_TRY(c.require(2, !target.ranked || compatibleDims(target.dims, samples), "target ",
                        target.text(), " for ", x.text()));
    for (size_t i = 0; target.ranked && i < samples.size(); ++i)
      samples[i] = mergeDim(samples[i], target.dims[i]);
  }
  if (c.has(2) && c.operand(2).ranked)
    INGOT_TRY(c.require(3, compatibleDims(c.operand(2).dims, {x.ranked ? x.dims[1] : unknownDim}),
                        "weight ", c.operand(2).text(), " for ", x.text()));
  if (reduction != "none")
    return c.yield(tensorLike(x, {}));
  if (!x.ranked)
    return c.yield(target.ranked ? tensorLike(x, target.dims) : ValueType::unranked(x.element));
  return c.yield(tensorLike(x, std::move(samples)));
}

namespace {
/// Rate, step, then `kinds` tensors for each one optimized; all but the gradients are updated.
Status inferOptimizer(InferContext &c, size_t kinds) {
  INGOT_TRY(c.requireTensors(std::max<size_t>(2, c.operandCount()), SIZE_MAX));
  for (size_t i : {0, 1}) {
    const ValueType &type = c.operand(i);
    bool one = !type.isStatic() || elementCount(type.dims) == 1;
    INGOT_TRY(c.require(1, one, i ? "step" : "rate", " is ", type.text()));
  }
  size_t count = c.operandCount() - 2, each = count / kinds;
  INGOT_TRY(c.require(2, count > 0 && count % kinds == 0, count, " tensors, wanted ", kinds,
                      " for each one optimized"));
  for (size_t i = 0; i < each; ++i) {
    const ValueType &x = c.operand(2 + i);
    for (size_t kind = 1; kind < kinds; ++kind) {
      const ValueType &other = c.operand(2 + kind * each + i);
      bool same = other.element == x.element &&
                  (!x.ranked || !other.ranked || compatibleDims(other.dims, x.dims));
      INGOT_TRY(c.require(3, same, "tensor ", x.text(), " comes with ", other.text()));
    }
  }
  for (size_t kind = 0; kind < kinds; ++kind)
    for (size_t i = 0; kind != 1 && i < each; ++i)
      INGOT_TRY(c.yield(c.operand(2 + kind * each + i)));
  return success();
}
} // namespace

Status inferAdagrad(InferContext &c) { return inferOptimizer(c, 3); }
Status inferAdam(InferContext &c) { return inferOptimizer(c, 4); }

Status inferMomentum(InferContext &c) {
  const std::string &mode = c.attributes.text("mode");
  INGOT_TRY(c.require(4, mode == "standard" || mode == "nesterov", "mode is '", mode, "'"));
  return inferOptimizer(c, 3);
}

} // namespace ingot::graph
