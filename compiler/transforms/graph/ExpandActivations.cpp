// Expansions of activations and of other elementwise operators.
#include "compiler/dialect/graph/Elementwise.h"
#include "compiler/transforms/graph/Expansions.h"

#include <numbers>

using namespace mlir;

namespace ingot::graph {
namespace {

using Values = std::optional<SmallVector<mlir::Value>>;

Values one(mlir::Value value) { return SmallVector<mlir::Value>{value}; }

/// x / 2 * (1 + erf(x / sqrt(2))), or x / 2 * (1 + tanh(sqrt(2 / pi) * (x + 0.044715 * x³))).
Values expandGelu(Operation *op, Emitter &e) {
  auto gelu = cast<GeluOp>(op);
  mlir::Value x = gelu.getX(), gate;
  if (gelu.getApproximate()) {
    mlir::Value cube = e.mul(e.mul(x, x), x);
    mlir::Value sum = e.add(x, e.mul(cube, 0.044715));
    gate = e.value("tanh", {e.mul(sum, std::numbers::sqrt2 * std::numbers::inv_sqrtpi)});
  } else {
    gate = e.value("erf", {e.mul(x, std::numbers::sqrt2 / 2)});
  }
  return one(e.mul(e.mul(x, 0.5), e.add(gate, 1)));
}

mlir::Value gated(mlir::Value x, double alpha, Emitter &e) {
  return e.mul(x, e.value("sigmoid", {alpha == 1 ? x : e.mul(x, alpha)}));
}

/// x * sigmoid(alpha * x).
Values expandSwish(Operation *op, Emitter &e) {
  auto swish = cast<SwishOp>(op);
  return one(gated(swish.getX(), swish.getAlpha().convertToDouble(), e));
}

/// x * sigmoid(alpha * x) * y.
Values expandSwiglu(Operation *op, Emitter &e) {
  auto swiglu = cast<SwigluOp>(op);
  return one(e.mul(gated(swiglu.getX(), swiglu.getAlpha().convertToDouble(), e), swiglu.getY()));
}

/// min(max(alpha * x + beta, 0), 1).
Values expandHardSigmoid(Operation *op, Emitter &e) {
  auto hard = cast<HardSigmoidOp>(op);
  mlir::Value x = hard.getX();
  mlir::Value line =
      e.add(e.mul(x, hard.getAlpha().convertToDouble()), hard.getBeta().convertToDouble());
  return one(e.value("min", {e.value("max", {line, e.number(0, x)}), e.number(1, x)}));
}

/// x * hard_sigmoid(x).
Values expandHardSwish(Operation *op, Emitter &e) {
  mlir::Value x = op->getOperand(0);
  return one(e.mul(x, e.value("hard_sigmoid", {x}, {{"alpha", 1.0f / 6}, {"beta", 0.5f}})));
}

/// max(x, 0) + log(1 + exp(-|x|)): exp cannot overflow.
Values expandSoftplus(Operation *op, Emitter &e) {
  mlir::Value x = op->getOperand(0);
  mlir::Value small = e.value("exp", {e.value("neg", {e.value("abs", {x})})});
  return one(e.add(e.value("relu", {x}), e.value("log", {e.add(small, 1)})));
}

/// x * tanh(softplus(x)).
Values expandMish(Operation *op, Emitter &e) {
  mlir::Value x = op->getOperand(0);
  return one(e.mul(x, e.value("tanh", {e.value("softplus", {x})})));
}

/// max(x, 0) + slope * min(x, 0).
mlir::Value leaky(mlir::Value x, mlir::Value slope, Emitter &e) {
  return e.add(e.value("relu", {x}), e.mul(e.value("min", {x, e.number(0, x)}), slope));
}

Values expandLeakyRelu(Operation *op, Emitter &e) {
  auto relu = cast<LeakyReluOp>(op);
  mlir::Value x = relu.getX();
  return one(leaky(x, e.number(relu.getAlpha().convertToDouble(), x), e));
}

Values expandPrelu(Operation *op, Emitter &e) {
  auto prelu = cast<PreluOp>(op);
  if (!isFloatValue(prelu.getX()))
    return std::nullopt;
  return one(leaky(prelu.getX(), prelu.getSlope(), e));
}

/// A power of two types, one a float, is one of f64.
Values expandPow(Operation *op, Emitter &e) {
  mlir::Value x = op->getOperand(0), y = op->getOperand(1);
  bool isMixed = elementOf(x) != elementOf(y);
  if (!isMixed || (!isFloatValue(x) && !isFloatValue(y)))
    return std::nullopt;
  mlir::Value power = e.value("pow", {e.cast(x, ElementType::F64), e.cast(y, ElementType::F64)});
  return one(e.cast(power, elementOf(x)));
}

} // namespace

ArrayRef<ExpansionRow> activationExpansions() {
  static constexpr ExpansionRow rows[] = {
      {"gelu", expandGelu},
      {"swish", expandSwish},
      {"swiglu", expandSwiglu},
      {"hard_sigmoid", expandHardSigmoid},
      {"hard_swish", expandHardSwish},
      {"softplus", expandSoftplus},
      {"mish", expandMish},
      {"leaky_relu", expandLeakyRelu},
      {"prelu", expandPrelu},
      {"pow", expandPow},
  };
  return rows;
}

} // namespace ingot::graph
