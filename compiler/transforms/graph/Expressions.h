// Expressions: recognizes arithmetic however an exporter wrote it.
//
// One formula has many spellings: operands in either order, a factor at either end, x * x * x or
// pow(x, 3), division by sqrt(2) or multiplication by its inverse. Patterns that raise formulas to
// operators ask what an expression is, not how it is written:
//
//   0.797885 * (x + x * (x * (0.044715 * x)))   is the polynomial 0, 0.797885, 0, 0.035677 in x
//   (0.5 * x) * (erf(…) + 1)                    is 0.5 times the product of x and (erf(…) + 1)
#pragma once

#include "compiler/transforms/graph/Support.h"

#include <array>

namespace ingot::graph {

/// Equal as f32 constants that went through a few roundings are.
bool isNear(double found, double wanted);

/// The number that a small constant holds everywhere, if multiplying `x` by it keeps the shape.
std::optional<double> numberFor(mlir::Value value, mlir::Value x);
/// The same, whatever it is combined with.
std::optional<double> smallNumber(mlir::Value value);

/// Coefficients of 1, x, x², x³.
using Polynomial = std::array<double, 4>;
/// `value` as a polynomial of degree 3 at most in `x`, of the shape of `x`.
std::optional<Polynomial> polynomialIn(mlir::Value value, mlir::Value x);
bool isNear(const Polynomial &found, const Polynomial &wanted);

/// Everything that `root` is a multiple of: the nodes of its tree of products, without `root`.
llvm::SmallVector<mlir::Value> factorsOf(mlir::Value root);
/// The number c when `root` is c times the product of these values, each once.
std::optional<double> productOf(mlir::Value root, llvm::ArrayRef<mlir::Value> factors);

/// Finds a gate and x so that `root` is a number times x times the gate, until `accept(x, gate,
/// number)` says true. Only factors that `isGate` knows are tried.
bool findGate(mlir::Value root, llvm::function_ref<bool(mlir::Value gate)> isGate,
              llvm::function_ref<bool(mlir::Value x, mlir::Value gate, double number)> accept);

/// The numbers a and b, and u, when `value` is a + b * u with an operator of type Op as u.
struct Affine {
  double offset, factor;
  mlir::Operation *inner;
};
std::optional<Affine> affineOf(mlir::Value value, llvm::StringRef innerName);

/// The operand when `value` is max(u, 0) or relu(u), and the upper bound of
/// min(max(u, 0), bound), in any order.
struct Clipped {
  mlir::Value operand;
  double bound;
};
std::optional<Clipped> clippedFromZero(mlir::Value value);

/// Calls `visit(a, b)` for both orders of the operands of a binary operator, until it says true.
template <typename F> bool eitherOrder(mlir::Operation *op, F &&visit) {
  return visit(op->getOperand(0), op->getOperand(1)) || visit(op->getOperand(1), op->getOperand(0));
}

/// The operator of this name ("exp") that defines `value`; null for any other.
mlir::Operation *definedBy(mlir::Value value, llvm::StringRef name);

/// The axes of a reduction, counted from the front and sorted; nothing unless they are constant.
std::optional<std::vector<int64_t>> reducedAxes(mlir::Operation *reduction);
/// The reduction of this name that `value` comes from, axes still there with size 1: it keeps them,
/// or an unsqueeze or reshape puts them back.
mlir::Operation *keptReduction(mlir::Value value, llvm::StringRef name);

} // namespace ingot::graph
