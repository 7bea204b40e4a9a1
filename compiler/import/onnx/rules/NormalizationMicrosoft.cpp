// Import rules of onnxruntime's own normalizations (com.microsoft).
#include "compiler/import/onnx/rules/Quantized.h"

namespace ingot::onnx {

Status importSimplifiedLayerNormalization(Node &n);
Status importMicrosoftSimplifiedLayerNormalization(Node &n) {
  return importSimplifiedLayerNormalization(n);
}

namespace {
Attributes lastAxis(const Node &n, Handle x) {
  return {{"axis", n.axis(x, -1)},
          {"stash_type", ElementType::F32},
          {"epsilon", n.number("epsilon", 1e-12f)}};
}

/// input + skip (+ bias): what the Skip forms normalize.
Expected<Handle> sumOf(const Node &n, size_t biasInput) {
  Handle sum = INGOT_TRY(n.emit("add", {n.input(0), n.input(1)}));
  if (n.has(biasInput))
    sum = INGOT_TRY(n.emit("add", {sum, n.input(biasInput)}));
  return sum;
}
} // namespace

/// SkipLayerNormalization(input, skip, gamma, beta, bias) → output, mean, inverse deviation, sum.
Status importMicrosoftSkipLayerNormalization(Node &n) {
  Handle sum = INGOT_TRY(sumOf(n, 4));
  INGOT_TRY(n.result(n.emitAll("layer_norm", {sum, n.input(2), n.input(3)}, lastAxis(n, sum))));
  n.setOutput(3, sum);
  return success();
}

/// SkipSimplifiedLayerNormalization(input, skip, gamma, bias) → output, (no mean), inverse root,
/// sum.
Status importMicrosoftSkipSimplifiedLayerNormalization(Node &n) {
  Handle sum = INGOT_TRY(sumOf(n, 3));
  auto results = INGOT_TRY(n.emitAll("rms_norm", {sum, n.input(2)}, lastAxis(n, sum)));
  n.setOutput(0, results[0]);
  n.setOutput(2, results[1]);
  n.setOutput(3, sum);
  return success();
}

/// BiasSoftmax: softmax(x + bias) over the axes from `axis` on as one.
Status importMicrosoftBiasSoftmax(Node &n) {
  Handle sum = INGOT_TRY(n.emit("add", {n.input(0), n.input(1)}));
  return n.result(n.emit("softmax", {sum},
                         {{"axis", n.axis(sum, n.integer("axis", 1))}, {"count", int64_t{0}}}));
}

/// GroupNorm: group normalization of a channels-last tensor, then perhaps swish.
Status importMicrosoftGroupNorm(Node &n) {
  if (!n.hasAttribute("groups"))
    return n.bad("attribute 'groups' is missing");
  int64_t activation = n.integer("activation", 0), rank = n.rank(n.input(0));
  if (activation != 0 && activation != 1)
    return n.unsupported("GroupNorm with activation ", activation, ", wanted 0 or 1");
  bool channelsLast = n.integer("channels_last", 1) != 0;
  if (channelsLast && rank < 2)
    return n.unsupported("GroupNorm of a channels-last tensor of unknown rank or less than 2");
  std::vector<int64_t> toFront, toBack;
  for (int64_t i = 0; channelsLast && i < rank; ++i) {
    toFront.push_back(i == 0 ? 0 : i == 1 ? rank - 1 : i - 1);
    toBack.push_back(i == 0 ? 0 : i == rank - 1 ? 1 : i + 1);
  }
  Handle y = n.input(0);
  if (channelsLast)
    y = INGOT_TRY(n.emit("transpose", {y}, {{"perm", toFront}}));
  y = INGOT_TRY(
      n.emit("group_norm", {y, n.input(1), n.input(2)},
             {{"groups", n.integer("groups", 1)}, {"epsilon", n.number("epsilon", 1e-5f)}}));
  if (channelsLast)
    y = INGOT_TRY(n.emit("transpose", {y}, {{"perm", toBack}}));
  return n.result(activation ? n.emit("swish", {y}) : Expected<Handle>(y));
}

namespace {
/// The tables (inputs 2 to 6) of an embedding. Where they are quantized, each has its scale six
/// inputs further on and its zero point eleven.
struct Embedding {
  const Node &n;
  bool quantized;

  Expected<Handle> table(size_t i) const { return values(i, n.input(i)); }
  /// The rows of a table; only these are dequantized.
  Expected<Handle> rows(size_t i, Handle indices) const {
    return values(i, INGOT_TRY(n.emit("gather", {n.input(i), indices}, {{"axis", int64_t{0}}})));
  }
  /// The first rows of the position table, as many as there are words.
  Expected<Handle> positions() const {
    Handle length =
        INGOT_TRY(n.emit("shape", {n.input(0)}, {{"start", int64_t{1}}, {"end", int64_t{2}}}));
    Handle zero = n.integersConstant({0});
    return values(3, INGOT_TRY(n.emit("slice", {n.input(3), zero, length, zero, n.none()})));
  }

private:
  Expected<Handle> values(size_t i, Handle x) const {
    return quantized ? dequantized(n, x, n.input(i + 6), n.input(i + 11)) : Expected<Handle>(x);
  }
};

/// How many words of each sample are not masked; all zero without a mask.
Expected<Handle> maskIndexOf(const Node &n) {
  Handle mask = n.input(7);
  if (!n.has(7)) {
    Handle batch =
        INGOT_TRY(n.emit("shape", {n.input(0)}, {{"start", int64_t{0}}, {"end", int64_t{1}}}));
    return n.emit("expand", {n.constant(Tensor::scalar<int32_t>(0)), batch});
  }
  return n.emit("reduce_sum", {mask, n.integersConstant({1})}, {{"keepdims", false}});
}

/// The sum of the embeddings and its normalization, outputs 2 and 0, and the mask index.
Status embedAndNormalize(Node &n, const Embedding &embedding, Handle positions) {
  Handle sum = INGOT_TRY(embedding.rows(2, n.input(0)));
  sum = INGOT_TRY(n.emit("add", {sum, positions}));
  if (n.has(1) && n.has(4))
    sum = INGOT_TRY(n.emit("add", {sum, INGOT_TRY(embedding.rows(4, n.input(1)))}));
  Handle gamma = INGOT_TRY(embedding.table(5)), beta = INGOT_TRY(embedding.table(6));
  INGOT_TRY(n.result(n.emit("layer_norm", {sum, gamma, beta}, lastAxis(n, sum))));
  if (n.wants(1))
    n.setOutput(1, INGOT_TRY(maskIndexOf(n)));
  n.setOutput(2, sum);
  return success();
}
} // namespace

/// EmbedLayerNormalization(input_ids, segment_ids, word table, position table, segment table,
/// gamma, beta, mask, position_ids) → output, mask_index, sum of the embeddings. Positions are 0,
/// 1, … where they are not given.
Status importMicrosoftEmbedLayerNormalization(Node &n) {
  Embedding embedding{n, false};
  Handle positions = INGOT_TRY(n.has(8) ? embedding.rows(3, n.input(8)) : embedding.positions());
  return embedAndNormalize(n, embedding, positions);
}

/// QEmbedLayerNormalization: the same of quantized tables, gamma and beta; no position_ids.
Status importMicrosoftQEmbedLayerNormalization(Node &n) {
  Embedding embedding{n, true};
  return embedAndNormalize(n, embedding, INGOT_TRY(embedding.positions()));
}

} // namespace ingot::onnx
