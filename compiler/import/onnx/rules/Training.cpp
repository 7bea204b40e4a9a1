// Import rules of losses and of ai.onnx.preview.training.
#include "compiler/import/onnx/Node.h"

namespace ingot::onnx {
namespace {
/// The loss of log-probabilities under the node's attributes; target and weight are inputs 1 and 2.
Expected<Handle> lossOf(const Node &n, Handle logProbabilities) {
  Attributes attributes{{"reduction", n.text("reduction", "mean")}};
  if (n.hasAttribute("ignore_index"))
    attributes.set("ignore_index", n.integer("ignore_index", 0));
  return n.emit("negative_log_likelihood", {logProbabilities, n.input(1), n.input(2)},
                std::move(attributes));
}
} // namespace

Status importNegativeLogLikelihoodLoss(Node &n) { return n.result(lossOf(n, n.input(0))); }

/// SoftmaxCrossEntropyLoss → loss, log-probabilities.
Status importSoftmaxCrossEntropyLoss(Node &n) {
  Handle logs = INGOT_TRY(n.emit("log_softmax", {n.input(0)}, {{"axis", int64_t{1}}}));
  n.setOutput(1, logs);
  return n.result(lossOf(n, logs));
}

/// Gradient names tensors of the graph around it, which would have to be differentiated.
Status importTrainingGradient(Node &n) {
  return n.unsupported("the gradient of '", n.text("y", ""),
                       "': export the derivative as operators instead");
}

} // namespace ingot::onnx
