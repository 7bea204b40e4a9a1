// Import rules of quantization.
#include "compiler/import/onnx/rules/Contraction.h"

namespace ingot::onnx {
namespace {
/// axis and block_size; the axis counts from the front where the rank of x is known.
Attributes granularity(const Node &n, Handle x, Handle scale) {
  // With one scale for all the default axis means nothing, and may be outside of x. Before opset
  // 13 there is no other granularity.
  bool one = n.type(scale).isStatic() && elementCount(n.type(scale).dims) == 1;
  bool whole = n.integer("block_size", 0) == 0 && (one || (n.proto.domain.empty() && n.opset < 13));
  return {{"axis", whole ? int64_t{0} : n.axis(x, n.integer("axis", 1))},
          {"block_size", n.integer("block_size", 0)}};
}

/// The attribute's type where it is given and not UNDEFINED.
Expected<std::optional<ElementType>> typeAttribute(const Node &n, std::string_view name) {
  if (n.integer(name, 0) == 0)
    return std::optional<ElementType>();
  return std::optional(INGOT_TRY(n.elementType(name, ElementType::F32)));
}
} // namespace

/// QuantizeLinear. The result's type is the zero point's, else as asked, else uint8.
Status importQuantizeLinear(Node &n) {
  Handle x = n.input(0), scale = n.input(1);
  Attributes attributes = granularity(n, x, scale);
  auto asked = INGOT_TRY(typeAttribute(n, "output_dtype"));
  ElementType to = n.has(2) ? n.element(n.input(2)) : asked.value_or(ElementType::U8);
  if (asked && *asked != to)
    return n.bad("output_dtype is ", elementName(*asked), ", the zero point is ", elementName(to));
  attributes.set("to", to);
  attributes.set("saturate", n.integer("saturate", 1) != 0);
  if (auto precision = INGOT_TRY(typeAttribute(n, "precision")))
    attributes.set("precision", *precision);
  return n.result(n.emit("quantize_linear", {x, scale, n.input(2)}, std::move(attributes)));
}

/// DequantizeLinear. The result's type is as asked, else the scale's.
Status importDequantizeLinear(Node &n) {
  Handle x = n.input(0), scale = n.input(1);
  Attributes attributes = granularity(n, x, scale);
  auto asked = INGOT_TRY(typeAttribute(n, "output_dtype"));
  attributes.set("to", asked.value_or(n.element(scale)));
  return n.result(n.emit("dequantize_linear", {x, scale, n.input(2)}, std::move(attributes)));
}

Status importMicrosoftQuantizeLinear(Node &n) { return importQuantizeLinear(n); }
Status importMicrosoftDequantizeLinear(Node &n) { return importDequantizeLinear(n); }

} // namespace ingot::onnx
