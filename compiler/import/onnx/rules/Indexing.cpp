// Import rules of operators that read or write by index.
#include "compiler/import/onnx/Node.h"

namespace ingot::onnx {
namespace {

/// Before opset 16 a scatter always replaces.
std::string reductionOf(const Node &n) {
  return n.opset >= 16 ? n.text("reduction", "none") : "none";
}

Status importElements(Node &n, std::string_view op, const std::vector<Handle> &operands,
                      Attributes attributes = {}) {
  attributes.set("axis", n.axis(operands[0], n.integer("axis", 0)));
  return n.result(n.emit(op, operands, std::move(attributes)));
}

} // namespace

Status importGather(Node &n) { return importElements(n, "gather", {n.input(0), n.input(1)}); }

Status importGatherElements(Node &n) {
  return importElements(n, "gather_elements", {n.input(0), n.input(1)});
}

/// GatherND of com.microsoft: the form of opset 11.
Status importMicrosoftGatherND(Node &n) {
  return n.result(n.emit("gather_nd", {n.input(0), n.input(1)}));
}

Status importScatterElements(Node &n) {
  return importElements(n, "scatter_elements", {n.input(0), n.input(1), n.input(2)},
                        {{"reduction", reductionOf(n)}});
}

/// Scatter: the name of ScatterElements up to opset 10.
Status importScatter(Node &n) { return importScatterElements(n); }

Status importScatterND(Node &n) {
  return n.result(
      n.emit("scatter_nd", {n.input(0), n.input(1), n.input(2)}, {{"reduction", reductionOf(n)}}));
}

Status importTensorScatter(Node &n) {
  Handle x = n.input(0);
  return n.result(
      n.emit("tensor_scatter", {x, n.input(1), n.input(2)},
             {{"axis", n.axis(x, n.integer("axis", -2))}, {"mode", n.text("mode", "linear")}}));
}

} // namespace ingot::onnx
