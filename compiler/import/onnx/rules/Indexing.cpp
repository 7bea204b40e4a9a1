// Import rules of operators that read or write by index.
#include "compiler/import/onnx/Node.h"

namespace ingot::onnx {

Status importGather(Node &n) {
  Handle x = n.input(0);
  return n.result(n.emit("gather", {x, n.input(1)}, {{"axis", n.axis(x, n.integer("axis", 0))}}));
}

} // namespace ingot::onnx
