// Import rules of operators that depend on the order of elements.
#include "compiler/import/onnx/Node.h"

namespace ingot::onnx {

/// TopK. Before opset 10 k is an attribute, before opset 11 always the largest. The results are in
/// order whether the model asks for it or not.
Status importTopK(Node &n) {
  Handle x = n.input(0), k = n.input(1);
  if (n.opset < 10) {
    if (!n.hasAttribute("k"))
      return n.bad("attribute 'k' is missing");
    k = n.integersConstant({n.integer("k", 0)});
  }
  bool largest = n.opset < 11 || n.integer("largest", 1) != 0;
  return n.result(n.emitAll("top_k", {x, k},
                            {{"axis", n.axis(x, n.integer("axis", -1))}, {"largest", largest}}));
}

/// Unique of com.microsoft: in the order of first occurrence; gives values, for each element which
/// of them it is, and counts.
Status importMicrosoftUnique(Node &n) {
  auto all = INGOT_TRY(n.emitAll("unique", {n.input(0)}, {{"sorted", false}}));
  return n.result(std::vector<Handle>{all[0], all[2], all[3]});
}

} // namespace ingot::onnx
