// Import rules of elementwise operators outside of the standard: those of com.microsoft, and the
// experimental ones that ONNX dropped with opset 10 and old converters still write.
#include "compiler/import/onnx/Node.h"

namespace ingot::onnx {

//===--------------------------------------------------------------------------------------------===//
// com.microsoft
//===--------------------------------------------------------------------------------------------===//

Status importMicrosoftGelu(Node &n) { return n.result(n.emit("gelu", {n.input(0)})); }

/// BiasGelu(x, bias) = gelu(x + bias).
Status importMicrosoftBiasGelu(Node &n) {
  Handle sum = INGOT_TRY(n.emit("add", {n.input(0), n.input(1)}));
  return n.result(n.emit("gelu", {sum}));
}

/// FastGelu(x, bias?): the tanh approximation of gelu(x + bias).
Status importMicrosoftFastGelu(Node &n) {
  Handle x = n.input(0);
  if (n.has(1))
    x = INGOT_TRY(n.emit("add", {x, n.input(1)}));
  return n.result(n.emit("gelu", {x}, {{"approximate", true}}));
}

/// QuickGelu: x * sigmoid(alpha * x).
Status importMicrosoftQuickGelu(Node &n) {
  return n.result(n.emit("swish", {n.input(0)}, {{"alpha", n.number("alpha", 1.702f)}}));
}

/// BiasAdd(x, bias, skip) = x + bias + skip.
Status importMicrosoftBiasAdd(Node &n) {
  Handle sum = INGOT_TRY(n.emit("add", {n.input(0), n.input(1)}));
  return n.result(n.emit("add", {sum, n.input(2)}));
}

//===--------------------------------------------------------------------------------------------===//
// Experimental operators of the first opsets
//===--------------------------------------------------------------------------------------------===//

namespace {
/// outer * f(inner * x) for a function of one operand.
Expected<Handle> scaled(const Node &n, std::string_view f, float outer, float inner) {
  Handle x = n.input(0);
  Handle argument = INGOT_TRY(n.emit("mul", {x, INGOT_TRY(n.scalarLike(x, inner))}));
  Handle value = INGOT_TRY(n.emit(f, {argument}));
  return n.emit("mul", {value, INGOT_TRY(n.scalarLike(x, outer))});
}

Status requireTensor(const Node &n) {
  const ValueType &x = n.type(n.input(0));
  return x.isTensor() ? success() : n.bad("input 0 is ", x.text(), ", wanted a tensor");
}
} // namespace

/// Affine: alpha * x + beta.
Status importAffine(Node &n) {
  INGOT_TRY(requireTensor(n));
  Handle x = n.input(0);
  Handle product = INGOT_TRY(n.emit("mul", {x, INGOT_TRY(n.scalarLike(x, n.number("alpha", 1)))}));
  return n.result(n.emit("add", {product, INGOT_TRY(n.scalarLike(x, n.number("beta", 0)))}));
}

/// Scale: scale * x.
Status importScale(Node &n) {
  INGOT_TRY(requireTensor(n));
  Handle x = n.input(0);
  return n.result(n.emit("mul", {x, INGOT_TRY(n.scalarLike(x, n.number("scale", 1)))}));
}

/// ScaledTanh: alpha * tanh(beta * x).
Status importScaledTanh(Node &n) {
  INGOT_TRY(requireTensor(n));
  return n.result(scaled(n, "tanh", n.number("alpha", 1), n.number("beta", 1)));
}

/// ParametricSoftplus: alpha * log(1 + exp(beta * x)).
Status importParametricSoftplus(Node &n) {
  INGOT_TRY(requireTensor(n));
  return n.result(scaled(n, "softplus", n.number("alpha", 1), n.number("beta", 1)));
}

/// ImageScaler: scale * x + bias[channel], for x of shape [N, C, H, W].
Status importImageScaler(Node &n) {
  INGOT_TRY(requireTensor(n));
  Handle x = n.input(0);
  std::vector<float> bias = n.numbers("bias").value_or(std::vector<float>());
  Handle product = INGOT_TRY(n.emit("mul", {x, INGOT_TRY(n.scalarLike(x, n.number("scale", 1)))}));
  if (bias.empty())
    return n.result(product);
  Handle shift = n.constant(Tensor::of<float>({static_cast<int64_t>(bias.size()), 1, 1}, bias));
  shift = INGOT_TRY(n.emit("cast", {shift}, {{"to", n.element(x)}}));
  return n.result(n.emit("add", {product, shift}));
}

} // namespace ingot::onnx
