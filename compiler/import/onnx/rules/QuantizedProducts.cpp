// Import rules of quantized matrix products and convolutions: an integer contraction less the zero
// points, then one multiplication and one rounding.
#include "compiler/import/onnx/rules/Quantized.h"

#include "compiler/import/onnx/rules/Contraction.h"

namespace ingot::onnx {

Handle floatScalar(const Node &n, float value) { return n.constant(Tensor::scalar(value)); }

Expected<Handle> dequantized(const Node &n, Handle x, Handle scale, Handle zeroPoint) {
  return n.emit("dequantize_linear", {x, scale, zeroPoint}, {{"to", n.element(scale)}});
}

Expected<Handle> quantizedAs(const Node &n, Handle x, Handle scale, Handle zeroPoint,
                             ElementType to) {
  return n.emit("quantize_linear", {x, scale, zeroPoint}, {{"to", to}});
}

Expected<Handle> requantize(const Node &n, Handle sums, Handle multiplier, Handle zeroPoint,
                            ElementType to) {
  Handle x = INGOT_TRY(castTo(n, sums, ElementType::F32));
  x = INGOT_TRY(n.emit("mul", {x, multiplier}));
  return quantizedAs(n, x, floatScalar(n, 1), zeroPoint, to);
}

Expected<Handle> productScale(const Node &n, Handle a, Handle b, Handle y) {
  a = INGOT_TRY(castTo(n, a, ElementType::F32));
  Handle scale = INGOT_TRY(n.emit("mul", {a, INGOT_TRY(castTo(n, b, ElementType::F32))}));
  if (n.type(y).isNone())
    return scale;
  return n.emit("div", {scale, INGOT_TRY(castTo(n, y, ElementType::F32))});
}

Expected<Handle> perRow(const Node &n, Handle x) {
  if (n.type(x).isTensor() && n.rank(x) < 0)
    return n.unsupported("a scale or zero point of unknown rank");
  if (n.rank(x) != 1 || n.type(x).dims[0] == 1)
    return x;
  return n.emit("unsqueeze", {x, n.integersConstant({1})});
}

namespace {
/// One element, or one per channel, as it broadcasts to [N, channels, spatial…].
Expected<Handle> perChannel(const Node &n, Handle x, int64_t rank) {
  bool one = n.rank(x) == 0 || (n.rank(x) == 1 && n.type(x).dims[0] == 1);
  if (one || !n.type(x).isTensor())
    return x;
  if (rank < 3)
    return n.unsupported("values per channel for weights of unknown rank");
  std::vector<int64_t> shape(static_cast<size_t>(rank - 1), 1);
  shape[0] = -1;
  return n.emit("reshape", {x, n.integersConstant(shape)});
}

bool isEightBitFloat(ElementType type) { return isFloat(type) && elementBits(type) == 8; }
} // namespace

/// MatMulInteger: a vector of zero points for `a` has one per row.
Status importMatMulInteger(Node &n) {
  Handle zero = INGOT_TRY(perRow(n, n.input(2)));
  return n.result(n.emit("matmul_integer", {n.input(0), n.input(1), zero, n.input(3)}));
}

/// QLinearMatMul. Since opset 21 also of 8-bit floats, whose products are summed as f32.
Status importQLinearMatMul(Node &n) {
  Handle a = n.input(0), b = n.input(3);
  Handle aZero = INGOT_TRY(perRow(n, n.input(2))), bZero = n.input(5);
  Handle scale =
      INGOT_TRY(productScale(n, INGOT_TRY(perRow(n, n.input(1))), n.input(4), n.input(6)));
  ElementType to = n.has(7) ? n.element(n.input(7)) : n.element(a);
  if (!isEightBitFloat(n.element(a)) && !isEightBitFloat(n.element(b))) {
    Handle sums = INGOT_TRY(n.emit("matmul_integer", {a, b, aZero, bZero}));
    return n.result(requantize(n, sums, scale, n.input(7), to));
  }
  a = INGOT_TRY(dequantized(n, a, floatScalar(n, 1), n.input(2)));
  b = INGOT_TRY(dequantized(n, b, floatScalar(n, 1), bZero));
  return n.result(requantize(n, INGOT_TRY(n.emit("matmul", {a, b})), scale, n.input(7), to));
}

Status importQLinearConv(Node &n) {
  Handle x = n.input(0), w = n.input(3);
  int64_t rank = n.rank(w) >= 0 ? n.rank(w) : n.rank(x);
  Handle sums = INGOT_TRY(n.emit("conv_integer", {x, w, n.input(2), n.input(5)},
                                 INGOT_TRY(convolutionAttributes(n, x, w))));
  if (n.has(8))
    sums = INGOT_TRY(n.emit("add", {sums, INGOT_TRY(perChannel(n, n.input(8), rank))}));
  Handle scale = INGOT_TRY(
      productScale(n, n.input(1), INGOT_TRY(perChannel(n, n.input(4), rank)), n.input(6)));
  return n.result(
      requantize(n, sums, scale, n.input(7), n.has(7) ? n.element(n.input(7)) : n.element(x)));
}

/// QGemm: alpha * a * b plus c, which is quantized like the product. Without y_scale the result is
/// f32.
Status importMicrosoftQGemm(Node &n) {
  auto oriented = [&](Handle x, std::string_view flag) -> Expected<Handle> {
    if (n.integer(flag, 0) == 0)
      return x;
    return n.emit("transpose", {x}, {{"perm", std::vector<int64_t>{1, 0}}});
  };
  Handle a = INGOT_TRY(oriented(n.input(0), "transA")),
         b = INGOT_TRY(oriented(n.input(3), "transB"));
  Handle sums = INGOT_TRY(n.emit("matmul_integer", {a, b, n.input(2), n.input(5)}));
  if (n.has(6))
    sums = INGOT_TRY(n.emit("add", {sums, n.input(6)}));
  Handle scale = INGOT_TRY(productScale(n, n.input(1), n.input(4), n.input(7)));
  scale = INGOT_TRY(scaled(n, scale, n.number("alpha", 1)));
  if (n.has(7))
    return n.result(
        requantize(n, sums, scale, n.input(8), n.has(8) ? n.element(n.input(8)) : n.element(a)));
  return n.result(n.emit("mul", {INGOT_TRY(castTo(n, sums, ElementType::F32)), scale}));
}

namespace {
/// The float product of integer matrices with these scales, plus a bias where given.
Expected<Handle> floatProduct(const Node &n, const std::vector<Handle> &operands, Handle scale,
                              Handle bias, ElementType to) {
  Handle sums = INGOT_TRY(n.emit("matmul_integer", operands));
  sums = INGOT_TRY(castTo(n, sums, ElementType::F32));
  Handle y = INGOT_TRY(n.emit("mul", {sums, scale}));
  if (!n.type(bias).isNone())
    y = INGOT_TRY(n.emit("add", {y, INGOT_TRY(castTo(n, bias, ElementType::F32))}));
  return castTo(n, y, to);
}
} // namespace

Status importMicrosoftMatMulIntegerToFloat(Node &n) {
  Handle scale = INGOT_TRY(productScale(n, INGOT_TRY(perRow(n, n.input(2))), n.input(3), n.none()));
  Handle zero = INGOT_TRY(perRow(n, n.input(4)));
  return n.result(floatProduct(n, {n.input(0), n.input(1), zero, n.input(5)}, scale, n.input(6),
                               n.element(n.input(2))));
}

Status importMicrosoftDynamicQuantizeMatMul(Node &n) {
  auto a = INGOT_TRY(n.emitAll("dynamic_quantize_linear", {n.input(0)}));
  Handle scale = INGOT_TRY(productScale(n, a[1], n.input(2), n.none()));
  return n.result(
      floatProduct(n, {a[0], n.input(1), a[2], n.input(3)}, scale, n.input(4), ElementType::F32));
}

} // namespace ingot::onnx
