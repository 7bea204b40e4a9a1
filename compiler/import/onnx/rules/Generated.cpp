// Import rules of operators that generate tensors from a few numbers.
#include "compiler/import/onnx/Node.h"

namespace ingot::onnx {

/// Range of com.microsoft: delta may be left out and is then 1.
Status importMicrosoftRange(Node &n) {
  Handle delta = n.has(2) ? n.input(2) : INGOT_TRY(n.scalarLike(n.input(0), 1));
  return n.result(n.emit("range", {n.input(0), n.input(1), delta}));
}

} // namespace ingot::onnx
