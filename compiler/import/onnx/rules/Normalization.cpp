// Import rules of softmax and of normalizations.
#include "compiler/import/onnx/Node.h"

namespace ingot::onnx {
namespace {

/// Softmax and its kin. Before opset 13 the axes from `axis` on count as one.
Status importAlongAxis(Node &n, std::string_view op) {
  Handle x = n.input(0);
  bool flattens = n.opset < 13;
  int64_t axis = n.axis(x, n.integer("axis", flattens ? 1 : -1)), rank = n.rank(x);
  int64_t count = !flattens ? 1 : rank > axis && axis >= 0 ? rank - axis : 0;
  return n.result(n.emit(op, {x}, {{"axis", axis}, {"count", count}}));
}

} // namespace

Status importSoftmax(Node &n) { return importAlongAxis(n, "softmax"); }
Status importLogSoftmax(Node &n) { return importAlongAxis(n, "log_softmax"); }
Status importHardmax(Node &n) { return importAlongAxis(n, "hardmax"); }

} // namespace ingot::onnx
