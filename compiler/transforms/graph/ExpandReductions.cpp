// Expansions of reductions that end with a logarithm.
//
//   reduce_log_sum(x)       →   log(reduce_sum(x))
//   reduce_log_sum_exp(x)   →   top + log(reduce_sum(exp(x - top))), top = reduce_max(x)
#include "compiler/dialect/graph/Bridge.h"
#include "compiler/transforms/graph/Expansions.h"

#include <cmath>

using namespace mlir;

namespace ingot::graph {
namespace {

using Values = std::optional<SmallVector<mlir::Value>>;

/// Of integers the logarithm is truncated; of nothing there is no largest element.
bool isExpandable(Operation *op) {
  auto x = staticShape(op->getOperand(0)), y = staticShape(op->getResult(0));
  ElementType type = elementOf(op->getOperand(0));
  return x && y && elementCount(*x).value_or(0) > 0 &&
         (type == ElementType::F32 || type == ElementType::F64);
}

/// Over the same axes, which stay with size 1.
mlir::Value reduced(StringRef name, mlir::Value x, Operation *op, Emitter &e) {
  Attributes attributes = attributesOf(op);
  return e.value(name, {x, op->getOperand(1)},
                 {{"keepdims", true}, {"all_if_empty", attributes.flag("all_if_empty")}});
}

SmallVector<mlir::Value> shapedAs(Operation *op, mlir::Value value, Emitter &e) {
  return {e.reshape(value, *staticShape(op->getResult(0)))};
}

Values expandLogSum(Operation *op, Emitter &e) {
  if (!isExpandable(op))
    return std::nullopt;
  mlir::Value sum = reduced("reduce_sum", op->getOperand(0), op, e);
  return shapedAs(op, e.value("log", {sum}), e);
}

Values expandLogSumExp(Operation *op, Emitter &e) {
  if (!isExpandable(op))
    return std::nullopt;
  mlir::Value x = op->getOperand(0), top = reduced("reduce_max", x, op, e);
  // Less an infinity, every other element would be one, too.
  mlir::Value isInfinite = e.value("equal", {e.value("abs", {top}), e.number(HUGE_VAL, top)});
  mlir::Value shift = e.value("where", {isInfinite, e.number(0, top), top});
  mlir::Value sum = reduced("reduce_sum", e.value("exp", {e.sub(x, shift)}), op, e);
  return shapedAs(op, e.add(shift, e.value("log", {sum})), e);
}

constexpr ExpansionRow rows[] = {
    {"reduce_log_sum", expandLogSum},
    {"reduce_log_sum_exp", expandLogSumExp},
};

} // namespace

ArrayRef<ExpansionRow> reductionExpansions() { return rows; }

} // namespace ingot::graph
