// Expansion of the loss of log-probabilities.
//
//   negative_log_likelihood(x [n, c], target, weight) {reduction = "mean"}
//   w = gather(weight, target);  sum(-gather_elements(x, target) * w) / sum(w)
//
// Sums are of f64 and rounded once, as the operator does.
#include "compiler/dialect/graph/Bridge.h"
#include "compiler/transforms/graph/Expansions.h"

using namespace mlir;

namespace ingot::graph {
namespace {

using Values = std::optional<SmallVector<mlir::Value>>;

/// The classes that samples are compared with, and which samples are not.
struct Targets {
  mlir::Value classes, ignored; ///< `ignored` is null where all count

  /// `value` of the samples that count, 0 of the others.
  mlir::Value counting(mlir::Value value, Emitter &e) const {
    return ignored ? e.value("where", {ignored, e.number(0, value), value}) : value;
  }
};

/// A target below 0 becomes one that no class has: it is an error, and not counted from the end.
Targets targetsOf(Operation *op, int64_t classes, Emitter &e) {
  Attributes attributes = attributesOf(op);
  Targets targets = {e.cast(op->getOperand(1), ElementType::I64), nullptr};
  mlir::Value zero = e.number(0, targets.classes);
  if (attributes.has("ignore_index")) {
    mlir::Value ignore = e.constant(Tensor::scalar(attributes.integer("ignore_index")));
    targets.ignored = e.value("equal", {targets.classes, ignore});
    targets.classes = e.value("where", {targets.ignored, zero, targets.classes});
  }
  mlir::Value none = e.constant(Tensor::scalar(classes));
  targets.classes =
      e.value("where", {e.value("less", {targets.classes, zero}), none, targets.classes});
  return targets;
}

mlir::Value sumOf(mlir::Value x, Emitter &e) {
  return e.value("reduce_sum", {x, e.none()}, {{"keepdims", false}});
}

Values expandNegativeLogLikelihood(Operation *op, Emitter &e) {
  mlir::Value x = op->getOperand(0), weight = op->getOperand(2);
  auto shape = staticShape(x), samples = staticShape(op->getOperand(1));
  if (!shape || !samples || elementCount(*shape).value_or(0) == 0)
    return std::nullopt;
  Targets targets = targetsOf(op, (*shape)[1], e);
  Shape column = *shape;
  column[1] = 1;
  mlir::Value picked =
      e.value("gather_elements", {x, e.reshape(targets.classes, column)}, {{"axis", int64_t{1}}});
  auto wide = [&](mlir::Value value) { return e.cast(value, ElementType::F64); };
  mlir::Value loss = e.value("neg", {wide(e.reshape(picked, *samples))}), weights;
  if (!isNone(weight)) {
    weights = wide(e.value("gather", {weight, targets.classes}, {{"axis", int64_t{0}}}));
    loss = e.mul(loss, weights);
  }
  loss = targets.counting(loss, e);
  std::string reduction = attributesOf(op).text("reduction");
  mlir::Value result = reduction == "none" ? loss : sumOf(loss, e);
  if (reduction == "mean") {
    if (!weights)
      weights = e.value("expand", {e.number(1, loss), e.integers(*samples)});
    result = e.div(result, sumOf(targets.counting(weights, e), e));
  }
  return SmallVector<mlir::Value>{e.cast(result, elementOf(x))};
}

constexpr ExpansionRow rows[] = {{"negative_log_likelihood", expandNegativeLogLikelihood}};

} // namespace

ArrayRef<ExpansionRow> lossExpansions() { return rows; }

} // namespace ingot::graph
