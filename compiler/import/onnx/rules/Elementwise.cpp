// Import rules of the elementwise operators.
#include "compiler/import/onnx/Node.h"

namespace ingot::onnx {
namespace {
/// Attributes of a conversion; `saturate` and `round_mode` matter only for the small floats.
Attributes castAttributes(const Node &n, ElementType to) {
  return {{"to", to},
          {"saturate", n.integer("saturate", 1) != 0},
          {"round_mode", n.text("round_mode", "up")}};
}
} // namespace

/// Cast. Up to opset 5 the type is given by name.
Status importCast(Node &n) {
  const AttributeProto *to = n.attribute("to");
  if (!to)
    return n.bad("attribute 'to' is missing");
  ElementType type = INGOT_TRY(n.elementType("to", ElementType::F32));
  return n.result(n.emit("cast", {n.input(0)}, castAttributes(n, type)));
}

/// CastLike(x, like): the type of the second input.
Status importCastLike(Node &n) {
  return n.result(n.emit("cast", {n.input(0)}, castAttributes(n, n.element(n.input(1)))));
}

} // namespace ingot::onnx
