// Recognizes means, variances and their roots along trailing axes.
#include "compiler/transforms/graph/Statistics.h"

using namespace mlir;

namespace ingot::graph {

std::optional<int64_t> trailingMean(mlir::Value value, mlir::Value x) {
  Operation *mean = keptReduction(value, "reduce_mean");
  if (!mean || mean->getOperand(0) != x)
    return std::nullopt;
  auto axes = reducedAxes(mean);
  auto rank = static_cast<int64_t>(dimsOf(x)->size());
  bool trailing = axes && !axes->empty() && axes->back() == rank - 1 &&
                  axes->front() == rank - static_cast<int64_t>(axes->size());
  return trailing ? std::optional(axes->front()) : std::nullopt;
}

mlir::Value squared(mlir::Value value) {
  if (Operation *mul = definedBy(value, "mul"))
    return mul->getOperand(0) == mul->getOperand(1) ? mul->getOperand(0) : mlir::Value();
  Operation *pow = definedBy(value, "pow");
  return pow && numberFor(pow->getOperand(1), pow->getOperand(0)) == 2 ? pow->getOperand(0)
                                                                       : mlir::Value();
}

namespace {
/// v and epsilon of v + epsilon.
std::optional<InverseRoot> sumWithEpsilon(mlir::Value value) {
  std::optional<InverseRoot> found;
  if (Operation *add = definedBy(value, "add"))
    eitherOrder(add, [&](mlir::Value v, mlir::Value number) {
      auto epsilon = numberFor(number, v);
      if (epsilon && *epsilon >= 0)
        found = InverseRoot{v, *epsilon};
      return found.has_value();
    });
  return found;
}

/// x of pow(x, exponent).
mlir::Value powerOf(mlir::Value value, double exponent) {
  Operation *pow = definedBy(value, "pow");
  return pow && numberFor(pow->getOperand(1), pow->getOperand(0)) == exponent ? pow->getOperand(0)
                                                                              : mlir::Value();
}
} // namespace

std::optional<InverseRoot> rootOf(mlir::Value value) {
  Operation *sqrt = definedBy(value, "sqrt");
  mlir::Value inner = sqrt ? sqrt->getOperand(0) : powerOf(value, 0.5);
  return inner ? sumWithEpsilon(inner) : std::nullopt;
}

std::optional<InverseRoot> inverseRootOf(mlir::Value value) {
  if (Operation *reciprocal = definedBy(value, "reciprocal"))
    return rootOf(reciprocal->getOperand(0));
  if (Operation *div = definedBy(value, "div"))
    return numberFor(div->getOperand(0), div->getOperand(1)) == 1 ? rootOf(div->getOperand(1))
                                                                  : std::nullopt;
  mlir::Value inner = powerOf(value, -0.5);
  return inner ? sumWithEpsilon(inner) : std::nullopt;
}

int64_t axisFromFront(mlir::Value x, uint64_t axis) {
  auto dims = dimsOf(x);
  auto signedAxis = static_cast<int64_t>(axis);
  return signedAxis < 0 && dims ? signedAxis + static_cast<int64_t>(dims->size()) : signedAxis;
}

bool isTrailingParameter(mlir::Value parameter, mlir::Value x, int64_t axis) {
  if (!isConstant(parameter) || !broadcastsInto(parameter, x) ||
      elementOf(parameter) != elementOf(x))
    return false;
  auto small = dimsOf(parameter), large = dimsOf(x);
  if (!large)
    return false;
  auto lead = static_cast<int64_t>(large->size() - small->size());
  for (size_t i = 0; i < small->size(); ++i)
    if (lead + static_cast<int64_t>(i) < axis && (*small)[i] != 1)
      return false;
  return true;
}

} // namespace ingot::graph
