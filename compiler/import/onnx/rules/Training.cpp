// Import rules of losses and of ai.onnx.preview.training.
#include "compiler/autodiff/Differentiate.h"
#include "compiler/import/onnx/Subfunction.h"

#include <set>

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

namespace {
/// The tensors that `xs` and then `zs` name: the arguments of the function to differentiate.
Expected<std::vector<std::string_view>> gradientArguments(const Node &n) {
  std::vector<std::string_view> names;
  for (const char *list : {"xs", "zs"})
    if (const AttributeProto *attribute = n.attribute(list))
      names.insert(names.end(), attribute->strings.begin(), attribute->strings.end());
  std::set<std::string_view> seen;
  for (std::string_view name : names) {
    if (!n.around.lookUp(name))
      return n.bad("xs and zs name '", name, "', wanted a tensor defined before this node");
    if (!seen.insert(name).second)
      return n.bad("xs and zs name '", name, "' twice");
  }
  if (n.inputCount() != names.size())
    return n.bad("xs and zs name ", names.size(), " tensors, but ", n.inputCount(),
                 " inputs are given");
  return names;
}

/// The values of the arguments; those of the first `count` become variables.
Expected<std::vector<Handle>> gradientValues(const Node &n, size_t count) {
  std::vector<Handle> values;
  for (size_t i = 0; i < n.inputCount(); ++i) {
    const ValueType &type = n.type(n.input(i));
    if (type.isNone() || (i < count && !(type.isTensor() && isFloat(type.element))))
      return n.bad("input ", i, " is ", type.text(), ", wanted a tensor of floats");
    values.push_back(i < count ? n.emitter.variable(n.input(i)) : n.input(i));
  }
  return values;
}
} // namespace

/// Gradient(xs, zs, y): imports the nodes between xs and zs and y once more, with the node's inputs
/// in their place, and differentiates what they emit.
Status importTrainingGradient(Node &n) {
  const AttributeProto *xs = n.attribute("xs"), *y = n.attribute("y");
  if (!xs || xs->strings.empty())
    return n.bad("attribute 'xs' names no tensor, wanted those to differentiate by");
  if (!y || y->s.empty())
    return n.bad("attribute 'y' names no tensor, wanted the one to differentiate");
  auto names = INGOT_TRY(gradientArguments(n));
  if (!n.around.lookUp(y->s))
    return n.bad("y names '", y->s, "', wanted a tensor defined before this node");
  size_t count = xs->strings.size();
  auto values = INGOT_TRY(gradientValues(n, count));
  Trace trace = INGOT_TRY(n.around.traceGraph(cutOut(n, names, y->s), values));
  const ValueType &type = n.type(trace.outputs[0]);
  if (!type.isTensor() || !isFloat(type.element))
    return n.bad("y names '", y->s, "', which is ", type.text(), ", wanted a tensor of floats");
  values.resize(count);
  std::vector<bool> wanted;
  for (size_t i = 0; i < count; ++i)
    wanted.push_back(n.wants(i));
  return n.result(autodiff::differentiate(n.emitter, trace, values, wanted));
}

} // namespace ingot::onnx
