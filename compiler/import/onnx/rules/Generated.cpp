// Import rules of operators that generate tensors from a few numbers.
#include "compiler/import/onnx/Node.h"

namespace ingot::onnx {

/// Range of com.microsoft: delta may be left out and is then 1.
Status importMicrosoftRange(Node &n) {
  Handle delta = n.has(2) ? n.input(2) : INGOT_TRY(n.scalarLike(n.input(0), 1));
  return n.result(n.emit("range", {n.input(0), n.input(1), delta}));
}

/// EyeLike: the type is that of the input unless given.
Status importEyeLike(Node &n) {
  Handle x = n.input(0);
  ElementType type = INGOT_TRY(n.elementType("dtype", n.element(x)));
  return n.result(n.emit("eye_like", {x}, {{"to", type}, {"k", n.integer("k", 0)}}));
}

Status importTrilu(Node &n) {
  return n.result(
      n.emit("trilu", {n.input(0), n.input(1)}, {{"upper", n.integer("upper", 1) != 0}}));
}

Status importMicrosoftTrilu(Node &n) { return importTrilu(n); }

/// OneHot. Before opset 11 negative indices select nothing.
Status importOneHot(Node &n) {
  int64_t axis = n.integer("axis", -1), rank = n.rank(n.input(0));
  if (rank >= 0 && axis < 0 && axis >= -rank - 1)
    axis += rank + 1;
  return n.result(n.emit("one_hot", {n.input(0), n.input(1), n.input(2)},
                         {{"axis", axis}, {"wrap", n.opset >= 11}}));
}

} // namespace ingot::onnx
