// Import rules of onnxruntime's attention operators without a cache of fixed size.
#include "compiler/import/onnx/rules/Attention.h"

namespace ingot::onnx {

Expected<Handle> sizeOf(const Node &n, Handle value, int64_t axis) {
  return n.emit("shape", {value}, {{"start", axis}, {"end", axis + 1}});
}

Expected<std::vector<Handle>> splitLast(const Node &n, Handle value,
                                        const std::vector<int64_t> &sizes) {
  if (n.rank(value) < 1)
    return n.unsupported("a tensor of unknown rank to be split");
  return n.emitAll("split", {value, n.integersConstant(sizes)},
                   {{"axis", n.rank(value) - 1}, {"parts", static_cast<int64_t>(sizes.size())}});
}

Expected<int64_t> knownLast(const Node &n, Handle value, std::string_view name) {
  const ValueType &type = n.type(value);
  if (!type.isTensor() || type.rank() < 1 || type.dims.back() < 0)
    return n.unsupported(name, " is ", type.text(), ", wanted a known last dimension");
  return type.dims.back();
}

namespace {

/// Operands of one attention on their way through a rule.
struct Parts {
  Handle q, k, v;
  Handle mask, bias; ///< which keys count; what is added to the scores
  Handle pastKey, pastValue;
  int64_t heads = 0;
};

/// 0 for keys that are seen, the mask's filter value for the others, in the type of q.
Expected<Handle> penalty(const Node &n, Handle q, Handle seen) {
  Handle none = INGOT_TRY(n.scalarLike(q, 0));
  Handle filter =
      INGOT_TRY(n.scalarLike(q, static_cast<double>(n.number("mask_filter_value", -10000.0f))));
  return n.emit("where", {seen, none, filter});
}

/// A mask of one end, or of ends and then starts, per batch entry, as [batch, 1, 1, keys].
Expected<Handle> maskOfEnds(const Node &n, const Parts &p) {
  const ValueType &q = n.type(p.q), &mask = n.type(p.mask);
  int64_t batch = q.dims.empty() ? unknownDim : q.dims[0], entries = mask.dims[0];
  bool hasStarts = batch > 0 && entries >= 0 && entries / 2 == batch && entries % 2 == 0;
  if (batch >= 0 && entries >= 0 && entries != batch && !hasStarts)
    return n.unsupported("a mask of ", entries, " entries for a batch of ", batch);
  if (n.rank(p.k) < 0)
    return n.unsupported("a mask for keys of unknown rank");
  bool packedKeys = n.rank(p.k) == 3;
  Handle keys = INGOT_TRY(sizeOf(n, p.k, packedKeys ? 1 : 2));
  if (!n.type(p.pastKey).isNone())
    keys = INGOT_TRY(n.emit("add", {keys, INGOT_TRY(sizeOf(n, p.pastKey, 2))}));
  keys = INGOT_TRY(n.emit("reshape", {keys, n.integersConstant({})}));
  Handle positions = INGOT_TRY(n.emit("range", {n.constant(Tensor::scalar<int64_t>(0)), keys,
                                                n.constant(Tensor::scalar<int64_t>(1))}));
  Handle bounds = INGOT_TRY(n.emit("cast", {p.mask}, {{"to", ElementType::I64}}));
  Handle shape = n.integersConstant({-1, 1, 1, 1});
  if (!hasStarts) {
    Handle ends = INGOT_TRY(n.emit("reshape", {bounds, shape}));
    return penalty(n, p.q, INGOT_TRY(n.emit("less", {positions, ends})));
  }
  auto parts = INGOT_TRY(splitLast(n, bounds, {batch, batch}));
  Handle ends = INGOT_TRY(n.emit("reshape", {parts[0], shape}));
  Handle starts = INGOT_TRY(n.emit("reshape", {parts[1], shape}));
  Handle before = INGOT_TRY(n.emit("less", {positions, ends}));
  Handle after = INGOT_TRY(n.emit("greater_or_equal", {positions, starts}));
  return n.emit("add", {INGOT_TRY(penalty(n, p.q, before)), INGOT_TRY(penalty(n, p.q, after))});
}

/// The mask and the bias as one tensor to add to the scores; none when there is neither. A mask is
/// [batch, keys] or [batch, queries, keys] with 0 for what is hidden, or holds the ends of the
/// keys.
Expected<Handle> scoreBias(const Node &n, const Parts &p) {
  if (n.type(p.mask).isNone())
    return p.bias;
  int64_t rank = n.rank(p.mask);
  if (rank < 1 || rank > 3)
    return n.unsupported("a mask of type ", n.type(p.mask).text(), ", wanted rank 1 to 3");
  Handle bias;
  if (rank == 1) {
    bias = INGOT_TRY(maskOfEnds(n, p));
  } else {
    Handle zero = INGOT_TRY(n.scalarLike(p.mask, 0));
    Handle seen = INGOT_TRY(n.emit("greater", {p.mask, zero}));
    bias = INGOT_TRY(penalty(n, p.q, seen));
    auto axes = rank == 2 ? std::vector<int64_t>{1, 2} : std::vector<int64_t>{1};
    bias = INGOT_TRY(n.emit("unsqueeze", {bias, n.integersConstant(axes)}));
  }
  return n.type(p.bias).isNone() ? Expected<Handle>(bias) : n.emit("add", {bias, p.bias});
}

/// Emits the attention. Results as of the operator.
Expected<std::vector<Handle>> attend(const Node &n, const Parts &p, bool keepPresent,
                                     std::string_view keepScores) {
  Handle bias = INGOT_TRY(scoreBias(n, p));
  bool causal = n.integer("unidirectional", 0) != 0;
  Attributes attributes{{"q_heads", p.heads},
                        {"kv_heads", p.heads},
                        {"right_window", int64_t{causal ? 0 : -1}},
                        {"keep_present", keepPresent},
                        {"keep_scores", std::string(keepScores)}};
  if (n.number("scale", 0) != 0)
    attributes.set("scale", n.number("scale", 0));
  return n.emitAll("attention",
                   {p.q, p.k, p.v, bias, p.pastKey, p.pastValue, n.none(), n.none(), n.none()},
                   std::move(attributes));
}

/// Attention on projected rows `qkv`, whose past and present are stacked keys and values.
Status attendProjected(Node &n, Handle qkv, const std::vector<int64_t> &sizes, Parts p,
                       Handle past) {
  auto parts = INGOT_TRY(splitLast(n, qkv, sizes));
  p.q = parts[0], p.k = parts[1], p.v = parts[2];
  p.pastKey = p.pastValue = n.none();
  if (!n.type(past).isNone()) {
    for (auto [index, part] : {std::pair<int64_t, Handle *>{0, &p.pastKey}, {1, &p.pastValue}})
      *part = INGOT_TRY(
          n.emit("gather", {past, n.constant(Tensor::scalar(index))}, {{"axis", int64_t{0}}}));
  }
  auto results = INGOT_TRY(attend(n, p, n.wants(1), "none"));
  n.setOutput(0, results[0]);
  if (!n.wants(1))
    return success();
  Handle first = n.integersConstant({0});
  Handle key = INGOT_TRY(n.emit("unsqueeze", {results[1], first}));
  Handle value = INGOT_TRY(n.emit("unsqueeze", {results[2], first}));
  n.setOutput(1, INGOT_TRY(n.emit("concat", {key, value}, {{"axis", int64_t{0}}})));
  return success();
}

/// What is refused: operands that only kernels for GPUs take.
Status refuseSharedBuffers(const Node &n) {
  if (n.integer("past_present_share_buffer", 0) != 0)
    return n.unsupported("past_present_share_buffer is 1, wanted 0");
  if (n.integer("do_rotary", 0) != 0)
    return n.unsupported("do_rotary is 1, wanted 0");
  return success();
}

Expected<int64_t> headCount(const Node &n) {
  int64_t heads = n.integer("num_heads", 0);
  if (heads <= 0)
    return n.bad("num_heads is ", heads, ", wanted 1 or more");
  return heads;
}

} // namespace

/// Attention of onnxruntime: projects its input to queries, keys and values first.
Status importMicrosoftAttention(Node &n) {
  INGOT_TRY(refuseSharedBuffers(n));
  if (n.has(6))
    return n.unsupported("the input 'past_sequence_length'");
  Parts p;
  p.heads = INGOT_TRY(headCount(n));
  p.mask = n.input(3), p.bias = n.input(5);
  int64_t width = INGOT_TRY(knownLast(n, n.input(1), "weights"));
  auto sizes = n.integers("qkv_hidden_sizes").value_or(std::vector<int64_t>(3, width / 3));
  Handle qkv = INGOT_TRY(n.emit("matmul", {n.input(0), n.input(1)}));
  if (n.has(2))
    qkv = INGOT_TRY(n.emit("add", {qkv, n.input(2)}));
  if (sizes.size() != 3)
    return n.bad("qkv_hidden_sizes has ", sizes.size(), " entries, wanted 3");
  return attendProjected(n, qkv, sizes, p, n.input(4));
}

/// QAttention: the projection is an integer product.
Status importMicrosoftQAttention(Node &n) {
  INGOT_TRY(refuseSharedBuffers(n));
  Parts p;
  p.heads = INGOT_TRY(headCount(n));
  p.mask = n.input(5), p.bias = n.none();
  int64_t width = INGOT_TRY(knownLast(n, n.input(1), "weight"));
  Handle sums =
      INGOT_TRY(n.emit("matmul_integer", {n.input(0), n.input(1), n.input(6), n.input(7)}));
  ElementType type = n.element(n.input(3));
  Handle scale = INGOT_TRY(n.emit("mul", {n.input(3), n.input(4)}));
  Handle qkv = INGOT_TRY(n.emit("cast", {sums}, {{"to", type}}));
  qkv = INGOT_TRY(n.emit("mul", {qkv, scale}));
  qkv = INGOT_TRY(n.emit("add", {qkv, n.input(2)}));
  return attendProjected(n, qkv, std::vector<int64_t>(3, width / 3), p, n.input(8));
}

namespace {

/// One of the tensors packed along axis 3 of [batch, rows, heads, parts, size], as
/// [batch, rows, heads * size].
Expected<Handle> unpack(const Node &n, Handle packed, int64_t index) {
  Handle part = INGOT_TRY(
      n.emit("gather", {packed, n.constant(Tensor::scalar(index))}, {{"axis", int64_t{3}}}));
  const Shape &dims = n.type(part).dims;
  if (dims.size() != 4 || dims[2] < 0 || dims[3] < 0)
    return n.unsupported("packed heads of type ", n.type(packed).text());
  int64_t width;
  if (__builtin_mul_overflow(dims[2], dims[3], &width))
    return n.bad("packed heads of type ", n.type(packed).text());
  return n.emit("reshape", {part, n.integersConstant({0, 0, width})});
}

/// Queries, keys and values, packed or not, with the bias of their projection added. Keys and
/// values of rank 4 were projected before and have none.
Status setInputs(const Node &n, Handle bias, Parts &p) {
  if (n.rank(p.q) < 0)
    return n.unsupported("queries of unknown rank");
  if (n.rank(p.q) == 5) {
    if (!n.type(p.k).isNone() || !n.type(p.v).isNone())
      return n.bad("packed queries, keys and values together with keys");
    Handle packed = p.q;
    p.q = INGOT_TRY(unpack(n, packed, 0));
    p.k = INGOT_TRY(unpack(n, packed, 1));
    p.v = INGOT_TRY(unpack(n, packed, 2));
  } else if (n.rank(p.k) == 5) {
    Handle packed = p.k;
    p.k = INGOT_TRY(unpack(n, packed, 0));
    p.v = INGOT_TRY(unpack(n, packed, 1));
  } else if (n.type(p.k).isNone()) {
    // Packed rows [batch, rows, 3 * width].
    int64_t width = INGOT_TRY(knownLast(n, p.q, "query"));
    auto parts = INGOT_TRY(splitLast(n, p.q, std::vector<int64_t>(3, width / 3)));
    p.q = parts[0], p.k = parts[1], p.v = parts[2];
  }
  if (n.type(bias).isNone())
    return success();
  int64_t total = INGOT_TRY(knownLast(n, bias, "bias"));
  int64_t size = INGOT_TRY(knownLast(n, p.q, "query"));
  if (size > total / 2)
    return n.bad("a bias of ", total, " for rows of ", size);
  auto parts = INGOT_TRY(splitLast(n, bias, {size, size, total - 2 * size}));
  p.q = INGOT_TRY(n.emit("add", {p.q, parts[0]}));
  if (n.rank(p.k) < 0)
    return n.unsupported("a bias for keys of unknown rank");
  if (n.rank(p.k) == 4)
    return success();
  p.k = INGOT_TRY(n.emit("add", {p.k, parts[1]}));
  p.v = INGOT_TRY(n.emit("add", {p.v, parts[2]}));
  return success();
}

/// Attention on separate or packed rows; outputs are y, present keys and values, and scores.
Status attendRows(Node &n, Parts p, Handle bias) {
  p.heads = INGOT_TRY(headCount(n));
  INGOT_TRY(setInputs(n, bias, p));
  bool keepPresent = n.wants(1) || n.wants(2);
  return n.result(attend(n, p, keepPresent, n.wants(3) ? "masked" : "none"));
}

/// Queries, keys and values come first; mask, score bias and cache from input `mask` on.
Parts partsOf(const Node &n, size_t mask) {
  return {.q = n.input(0),
          .k = n.input(1),
          .v = n.input(2),
          .mask = n.input(mask),
          .bias = n.input(mask + 1),
          .pastKey = n.input(mask + 2),
          .pastValue = n.input(mask + 3)};
}

} // namespace

/// MultiHeadAttention.
Status importMicrosoftMultiHeadAttention(Node &n) {
  if (n.has(8) || n.has(9))
    return n.unsupported("the inputs 'past_sequence_length' and 'cache_indirection'");
  return attendRows(n, partsOf(n, 4), n.input(3));
}

/// DecoderMaskedMultiHeadAttention: the same for one query per batch entry.
Status importMicrosoftDecoderMaskedMultiHeadAttention(Node &n) {
  INGOT_TRY(refuseSharedBuffers(n));
  if (n.has(9))
    return n.unsupported("the input 'cache_indirection'");
  return attendRows(n, partsOf(n, 3), n.input(10));
}

} // namespace ingot::onnx
