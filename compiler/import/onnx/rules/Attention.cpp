// Import rules of attention and its companions.
#include "compiler/import/onnx/Node.h"

namespace ingot::onnx {
namespace {

/// A number of heads counts only where the tensor packs its heads into the last axis.
int64_t packedHeads(const Node &n, Handle value, std::string_view attribute) {
  return n.rank(value) == 4 ? 0 : n.integer(attribute, 0);
}

/// The mask as the operator takes it: boolean, or numbers to add in the type of the scores.
Expected<Handle> maskLike(const Node &n, Handle mask, Handle q) {
  const ValueType &type = n.type(mask);
  if (!type.isTensor() || type.element == ElementType::Bool || type.element == n.element(q))
    return mask;
  return n.emit("cast", {mask}, {{"to", n.element(q)}});
}

Status addPrecision(const Node &n, Handle q, Attributes &attributes) {
  ElementType type = INGOT_TRY(n.elementType("softmax_precision", n.element(q)));
  attributes.set("softmax_type", type);
  return success();
}

} // namespace

/// Attention. Opset 24 adds the lengths of padded keys, opset 25 windows.
Status importAttention(Node &n) {
  size_t most = n.opset >= 24 ? 7 : 6;
  if (n.inputCount() > most)
    return n.bad(n.inputCount(), " inputs, wanted 3 to ", most);
  if (n.has(6) && (n.has(4) || n.has(5)))
    return n.bad("nonpad_kv_seqlen together with past keys");
  Handle q = n.input(0), k = n.input(1);
  if (n.has(2) && n.has(0) && n.element(q) != n.element(n.input(2)))
    return n.unsupported("Q of ", n.type(q).text(), " with V of ", n.type(n.input(2)).text());
  static constexpr const char *modes[] = {"raw", "capped", "masked", "probabilities"};
  int64_t mode = n.integer("qk_matmul_output_mode", 0);
  if (mode < 0 || mode > 3)
    return n.bad("qk_matmul_output_mode is ", mode, ", wanted 0 to 3");
  bool causal = n.integer("is_causal", 0) != 0, windows = n.opset >= 25;
  Attributes attributes{{"q_heads", packedHeads(n, q, "q_num_heads")},
                        {"kv_heads", packedHeads(n, k, "kv_num_heads")},
                        {"softcap", n.number("softcap", 0)},
                        {"left_window", windows ? n.integer("left_window_size", -1) : int64_t{-1}},
                        {"right_window", causal    ? int64_t{0}
                                         : windows ? n.integer("right_window_size", -1)
                                                   : int64_t{-1}},
                        {"keep_present", n.wants(1) || n.wants(2)},
                        {"keep_scores", std::string(n.wants(3) ? modes[mode] : "none")}};
  if (n.hasAttribute("scale"))
    attributes.set("scale", n.number("scale", 1));
  INGOT_TRY(addPrecision(n, q, attributes));
  Handle mask = INGOT_TRY(maskLike(n, n.input(3), q));
  return n.result(n.emitAll(
      "attention", {q, k, n.input(2), mask, n.input(4), n.input(5), n.input(6), n.none(), n.none()},
      std::move(attributes)));
}

Status importRotaryEmbedding(Node &n) {
  Handle x = n.input(0);
  return n.result(n.emit("rotary_embedding", {x, n.input(1), n.input(2), n.input(3)},
                         {{"heads", packedHeads(n, x, "num_heads")},
                          {"rotary_size", n.integer("rotary_embedding_dim", 0)},
                          {"interleaved", n.integer("interleaved", 0) != 0}}));
}

/// LinearAttention. The update rule only says which of decay and beta are there.
Status importLinearAttention(Node &n) {
  std::string rule = n.text("update_rule", "gated_delta");
  bool gated = rule == "gated" || rule == "gated_delta";
  bool delta = rule == "delta" || rule == "gated_delta";
  if (!gated && !delta && rule != "linear")
    return n.bad("update_rule is '", rule, "', wanted linear, gated, delta or gated_delta");
  if (n.has(4) != gated || n.has(5) != delta)
    return n.bad("update_rule '", rule, "' ", gated ? "wants" : "forbids", " decay and ",
                 delta ? "wants" : "forbids", " beta");
  Attributes attributes{{"q_heads", n.integer("q_num_heads", 0)},
                        {"kv_heads", n.integer("kv_num_heads", 0)}};
  if (n.number("scale", 0) != 0)
    attributes.set("scale", n.number("scale", 0));
  std::vector<Handle> operands;
  for (size_t i = 0; i < 6; ++i)
    operands.push_back(n.input(i));
  return n.result(n.emitAll("linear_attention", operands, std::move(attributes)));
}

} // namespace ingot::onnx
