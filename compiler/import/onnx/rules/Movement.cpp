// Import rules of data movement.
#include "compiler/import/onnx/Node.h"

namespace ingot::onnx {

/// Transpose: without perm, the axes in reverse.
Status importTranspose(Node &n) {
  Handle x = n.input(0);
  auto perm = n.integers("perm");
  if (!perm) {
    if (n.rank(x) < 0)
      return n.unsupported("Transpose without perm of a tensor of unknown rank");
    perm.emplace();
    for (int64_t axis = n.rank(x); axis-- > 0;)
      perm->push_back(axis);
  }
  return n.result(n.emit("transpose", {x}, {{"perm", *perm}}));
}

/// Unsqueeze. Before opset 13 the axes are an attribute.
Status importUnsqueeze(Node &n) {
  Handle axes = n.opset >= 13 ? n.input(1)
                              : n.integersConstant(n.integers("axes").value_or(std::vector<int64_t>()));
  return n.result(n.emit("unsqueeze", {n.input(0), axes}));
}

} // namespace ingot::onnx
