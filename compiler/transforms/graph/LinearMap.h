// LinearMap: a convolution or matrix product with constant weights, as a map between channels.
//
//   y[m] = sum over c of w[m, c] x[c] + bias[m]
//
// Whatever the operator and the layout of its weights, each weight belongs to one output and one
// input channel. Scaling channels, before or behind, is scaling weights; shifting them is a bias.
#pragma once

#include "compiler/transforms/graph/Emitter.h"

namespace ingot::graph {

class LinearMap {
public:
  /// conv, conv_transpose, or matmul with constant weights as its right operand; f32 or f64.
  static std::optional<LinearMap> of(mlir::Operation *op);
  static std::optional<LinearMap> of(mlir::Value y) {
    return y.getDefiningOp() ? of(y.getDefiningOp()) : std::nullopt;
  }

  mlir::Operation *operation() const { return op; }
  mlir::Value x() const { return op->getOperand(0); }
  mlir::Value y() const { return op->getResult(0); }
  bool isConv() const { return kind == Kind::Conv; }
  bool isConvTranspose() const { return kind == Kind::ConvTranspose; }
  /// A matmul has no bias of its own.
  bool hasBias() const { return isConv() || isConvTranspose(); }
  int64_t group() const { return groups; }
  int64_t inputs() const { return inputCount; }
  int64_t outputs() const { return outputCount; }
  /// Their bytes, which may have to be copied; the rest of this looks at their type only.
  Tensor weights() const;
  ElementType element() const { return elementOf(op->getOperand(1)); }
  /// The channels' axis in x and y: 1, and the last one of a matmul. Only where the rank is known.
  std::optional<size_t> axisIn(mlir::Value value) const;

  /// The channel that weight number `i` belongs to.
  int64_t outputOf(int64_t i) const;
  int64_t inputOf(int64_t i) const;

  /// All weights, in order.
  std::vector<double> numbers() const;
  /// One for each output; 0 when there is none. Nothing when it is not constant.
  std::optional<std::vector<double>> bias() const;
  /// No output depends on what is outside of x.
  bool hasNoPadding() const;
  /// Other operators use the same large weights: changed weights would be a second copy.
  bool sharesLargeWeights() const;

  /// The operator on another x with other numbers as weights, rounded once, and as bias, if any:
  /// otherwise with its own.
  mlir::Value rebuilt(mlir::RewriterBase &rewriter, mlir::Location loc, mlir::Value x,
                      const std::optional<std::vector<double>> &weights,
                      const std::optional<std::vector<double>> &bias) const;

private:
  enum class Kind : uint8_t { Conv, ConvTranspose, Matmul, TurnedMatmul };

  mlir::Operation *op = nullptr;
  Kind kind = Kind::Matmul;
  Shape shape; ///< of the weights
  int64_t groups = 1, inputCount = 0, outputCount = 0;
  int64_t inner = 1; ///< weights per pair of channels (kernel), or 1
};

/// One number for each of `channels` when a constant has them along `axis` of `y` and broadcasts
/// along all others.
std::optional<std::vector<double>> perChannel(mlir::Value constant, mlir::Value y, size_t axis,
                                              int64_t channels);
bool allFinite(const std::vector<double> &numbers);

} // namespace ingot::graph
