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

Status importLpNormalization(Node &n) {
  Handle x = n.input(0);
  return n.result(n.emit("lp_norm", {x},
                         {{"axis", n.axis(x, n.integer("axis", -1))}, {"p", n.integer("p", 2)}}));
}

/// MeanVarianceNormalization. Before opset 9 it was experimental and had no axes.
Status importMeanVarianceNormalization(Node &n) {
  Handle x = n.input(0);
  auto axes = n.integers("axes");
  if (n.opset < 9 && !axes)
    return n.unsupported("MeanVarianceNormalization without axes before opset 9");
  if (!axes)
    axes = {0, 2, 3};
  for (int64_t &axis : *axes)
    axis = n.axis(x, axis);
  return n.result(n.emit("mean_variance_norm", {x}, {{"axes", *axes}}));
}

/// BatchNormalization. Whether it trains is said by is_test before opset 7, by the presence of
/// further outputs before opset 14, and by training_mode since. Non-spatial ones, before opset 9,
/// have parameters of another shape. consumed_inputs says nothing about the result.
Status importBatchNormalization(Node &n) {
  std::vector<Handle> operands;
  for (size_t i = 0; i < 5; ++i)
    operands.push_back(n.input(i));
  bool updates = n.wants(1) || n.wants(2) || n.wants(3) || n.wants(4);
  bool trains = n.opset >= 14  ? n.integer("training_mode", 0) != 0
                : n.opset >= 7 ? updates
                               : n.integer("is_test", 0) == 0;
  Attributes attributes{{"epsilon", n.number("epsilon", 1e-5f)}};
  if (!trains)
    return n.result(n.emit("batch_norm", operands, std::move(attributes)));
  attributes.set("momentum", n.number("momentum", 0.9f));
  return n.result(n.emitAll("batch_norm_training", operands, std::move(attributes)));
}

/// GroupNormalization. Before opset 21 scale and bias are per group; the operator takes both.
Status importGroupNormalization(Node &n) {
  if (!n.hasAttribute("num_groups"))
    return n.bad("attribute 'num_groups' is missing");
  return n.result(
      n.emit("group_norm", {n.input(0), n.input(1), n.input(2)},
             {{"groups", n.integer("num_groups", 1)}, {"epsilon", n.number("epsilon", 1e-5f)}}));
}

namespace {
/// The attributes of a normalization over trailing axes.
Expected<Attributes> trailingAttributes(const Node &n, Handle x, float epsilon) {
  ElementType stash = INGOT_TRY(n.elementType("stash_type", ElementType::F32));
  return Attributes{{"axis", n.axis(x, n.integer("axis", -1))},
                    {"stash_type", stash},
                    {"epsilon", n.number("epsilon", epsilon)}};
}
} // namespace

/// LayerNormalization; before opset 17 onnxruntime's own, which is the same.
Status importLayerNormalization(Node &n) {
  Handle x = n.input(0);
  Attributes attributes = INGOT_TRY(trailingAttributes(n, x, 1e-5f));
  return n.result(n.emitAll("layer_norm", {x, n.input(1), n.input(2)}, std::move(attributes)));
}

/// RMSNormalization. Its only output is the first; onnxruntime's form also gives the inverse root.
Status importRMSNormalization(Node &n) {
  Handle x = n.input(0);
  Attributes attributes = INGOT_TRY(trailingAttributes(n, x, 1e-5f));
  return n.result(n.emitAll("rms_norm", {x, n.input(1)}, std::move(attributes)));
}
/// What onnxruntime's optimizer writes for RMSNormalization.
Status importSimplifiedLayerNormalization(Node &n) { return importRMSNormalization(n); }

} // namespace ingot::onnx
