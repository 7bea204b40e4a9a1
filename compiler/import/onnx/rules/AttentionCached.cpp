// Import rules of onnxruntime's operators for language models: grouped queries with a cache, and
// rotary embedding.
#include "compiler/import/onnx/rules/Attention.h"

namespace ingot::onnx {
namespace {

/// Operands of one grouped-query attention on their way through the rule.
struct Grouped {
  Handle q, k, v;
  int64_t heads, keyHeads, size; ///< size of a head
  Handle lengths;                ///< valid keys of each batch entry, the new ones included
  Handle starts;                 ///< where the new keys of each batch entry go
  Handle total;                  ///< the most keys of any batch entry, one element
};

/// Queries, keys and values apart; the sizes of heads.
Status setRows(const Node &n, Grouped &g) {
  g.heads = n.integer("num_heads", 0), g.keyHeads = n.integer("kv_num_heads", 0);
  if (g.heads <= 0 || g.keyHeads <= 0 || g.heads % g.keyHeads != 0)
    return n.bad(g.keyHeads, " key heads for ", g.heads, " query heads");
  g.q = n.input(0), g.k = n.input(1), g.v = n.input(2);
  int64_t width = INGOT_TRY(knownLast(n, g.q, "query"));
  if (!n.type(g.k).isNone()) {
    g.size = width / g.heads;
    return success();
  }
  int64_t rows;
  if (__builtin_mul_overflow(int64_t{2}, g.keyHeads, &rows) ||
      __builtin_add_overflow(rows, g.heads, &rows) || width % rows != 0)
    return n.bad("packed rows of ", width, " for ", g.heads, " and ", g.keyHeads, " heads");
  g.size = width / rows;
  auto parts =
      INGOT_TRY(splitLast(n, g.q, {g.heads * g.size, g.keyHeads * g.size, g.keyHeads * g.size}));
  g.q = parts[0], g.k = parts[1], g.v = parts[2];
  return success();
}

/// Lengths and where new keys go. A first prompt may be padded behind, so that there are more rows
/// than valid keys; then its rows go to the front.
Status setPositions(const Node &n, Grouped &g) {
  Handle vector = n.integersConstant({-1});
  auto asVector = [&](Handle value) -> Expected<Handle> {
    Handle wide = INGOT_TRY(n.emit("cast", {value}, {{"to", ElementType::I64}}));
    return n.emit("reshape", {wide, vector});
  };
  Handle last = INGOT_TRY(asVector(n.input(5)));
  g.lengths = INGOT_TRY(n.emit("add", {last, n.integersConstant({1})}));
  g.total = INGOT_TRY(asVector(n.input(6)));
  Handle before = INGOT_TRY(n.emit("sub", {g.lengths, INGOT_TRY(sizeOf(n, g.q, 1))}));
  g.starts = INGOT_TRY(n.emit("max", {before, n.integersConstant({0})}));
  return success();
}

/// Rotated queries or keys.
Expected<Handle> rotated(const Node &n, const Grouped &g, Handle rows, int64_t heads) {
  Handle positions = n.has(9) ? n.input(9) : g.starts;
  int64_t half = INGOT_TRY(knownLast(n, n.input(7), "cos_cache"));
  if (half > g.size / 2)
    return n.bad("cos_cache has ", half, " columns for heads of ", g.size);
  return n.emit("rotary_embedding", {rows, n.input(7), n.input(8), positions},
                {{"heads", heads},
                 {"rotary_size", 2 * half},
                 {"interleaved", n.integer("rotary_interleaved", 0) != 0}});
}

/// The past with the new rows written to it, made longer where the new rows do not fit.
Expected<Handle> present(const Node &n, const Grouped &g, Handle past, Handle rows) {
  Handle apart =
      INGOT_TRY(n.emit("reshape", {rows, n.integersConstant({0, 0, g.keyHeads, g.size})}));
  Handle fresh =
      INGOT_TRY(n.emit("transpose", {apart}, {{"perm", std::vector<int64_t>{0, 2, 1, 3}}}));
  if (n.type(past).isNone())
    return fresh;
  Handle missing = INGOT_TRY(n.emit("sub", {g.total, INGOT_TRY(sizeOf(n, past, 2))}));
  Handle zero = n.integersConstant({0});
  missing = INGOT_TRY(n.emit("max", {missing, zero}));
  Handle pads = INGOT_TRY(n.emit("concat", {zero, missing}, {{"axis", int64_t{0}}}));
  Handle longer = INGOT_TRY(n.emit("pad", {past, pads, n.none(), n.integersConstant({2})}));
  return n.emit("tensor_scatter", {longer, fresh, g.starts}, {{"axis", int64_t{2}}});
}

/// A score beside those of the keys, per head; none without.
Expected<Handle> sinkOf(const Node &n, const Grouped &g) {
  if (n.has(11) || n.integer("smooth_softmax", 0) == 0)
    return n.input(11);
  Handle zero = INGOT_TRY(n.scalarLike(g.q, 0));
  return n.emit("expand", {zero, n.integersConstant({g.heads})});
}

Status refuseForms(const Node &n) {
  for (auto [name, wanted] :
       {std::pair<std::string_view, int64_t>{"sliding_window_cache", 0}, {"kv_cache_bit_width", 0}})
    if (n.integer(name, wanted) != wanted)
      return n.unsupported(name, " is ", n.integer(name, wanted), ", wanted ", wanted);
  for (std::string_view name : {"k_quant_type", "v_quant_type"})
    if (n.text(name, "NONE") != "NONE")
      return n.unsupported(name, " is ", n.text(name, "NONE"), ", wanted NONE");
  for (size_t i = 12; i < n.inputCount(); ++i)
    if (n.has(i))
      return n.unsupported("input ", i, ": a cache of another type, or normalized queries");
  return success();
}

} // namespace

/// GroupQueryAttention: the new keys are written to a cache, per batch entry behind its valid keys.
Status importMicrosoftGroupQueryAttention(Node &n) {
  INGOT_TRY(refuseForms(n));
  if (n.has(3) != n.has(4))
    return n.bad("one of past_key and past_value is missing");
  Grouped g;
  INGOT_TRY(setRows(n, g));
  INGOT_TRY(setPositions(n, g));
  if (n.integer("do_rotary", 0) != 0) {
    g.q = INGOT_TRY(rotated(n, g, g.q, g.heads));
    g.k = INGOT_TRY(rotated(n, g, g.k, g.keyHeads));
  }
  Handle keys = INGOT_TRY(present(n, g, n.input(3), g.k));
  Handle values = INGOT_TRY(present(n, g, n.input(4), g.v));
  static constexpr const char *kept[] = {"none", "capped", "probabilities"};
  int64_t keep = n.integer("qk_output", 0), window = n.integer("local_window_size", -1);
  if (keep < 0 || keep > 2)
    return n.bad("qk_output is ", keep, ", wanted 0 to 2");
  Attributes attributes{{"q_heads", g.heads},
                        {"softcap", n.number("softcap", 0)},
                        {"left_window", window},
                        {"right_window", int64_t{n.integer("causal", 1) != 0 ? 0 : -1}},
                        {"keep_scores", std::string(n.wants(3) ? kept[keep] : "none")}};
  if (n.number("scale", 0) != 0)
    attributes.set("scale", n.number("scale", 0));
  Handle sink = INGOT_TRY(sinkOf(n, g));
  auto results = INGOT_TRY(n.emitAll(
      "attention", {g.q, keys, values, n.input(10), n.none(), n.none(), g.lengths, g.starts, sink},
      std::move(attributes)));
  n.setOutput(0, results[0]);
  n.setOutput(1, keys);
  n.setOutput(2, values);
  if (n.wants(3))
    n.setOutput(3, INGOT_TRY(n.emit("slice", {results[3], n.integersConstant({0}), g.total,
                                              n.integersConstant({3}), n.none()})));
  return success();
}

/// RotaryEmbedding of onnxruntime. Positions of one element are that of the first row. Without a
/// number of heads their size follows from the tables.
Status importMicrosoftRotaryEmbedding(Node &n) {
  if (n.number("scale", 1) != 1)
    return n.unsupported("scale is ", n.number("scale", 1), ", wanted 1");
  Handle x = n.input(0);
  int64_t heads = n.rank(x) == 4 ? 0 : n.integer("num_heads", 0);
  if (n.rank(x) != 4 && heads == 0) {
    int64_t size = INGOT_TRY(knownLast(n, n.input(2), "cos_cache"));
    int64_t width = INGOT_TRY(knownLast(n, x, "input"));
    if (size <= 0 || width / 2 < size)
      return n.bad("cos_cache has ", size, " columns for rows of ", width);
    heads = width / 2 / size;
  }
  return n.result(n.emit("rotary_embedding", {x, n.input(2), n.input(3), n.input(1)},
                         {{"heads", heads},
                          {"rotary_size", n.integer("rotary_embedding_dim", 0)},
                          {"interleaved", n.integer("interleaved", 0) != 0}}));
}

} // namespace ingot::onnx
