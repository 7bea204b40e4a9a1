// Shape functions of attention and its companions.
#include "compiler/dialect/graph/infer/Shapes.h"

namespace ingot::graph {
namespace {

/// The dimensions of rows of heads, packed as [batch, rows, heads * size] or not.
struct HeadDims {
  int64_t batch = unknownDim, heads = unknownDim, rows = unknownDim, size = unknownDim;
};

/// a * b or a + b, unknown when one of them is. Nothing when it overflows.
std::optional<int64_t> productDim(int64_t a, int64_t b) {
  int64_t product;
  if (a < 0 || b < 0)
    return unknownDim;
  return __builtin_mul_overflow(a, b, &product) ? std::nullopt : std::optional(product);
}

std::optional<int64_t> sumDim(int64_t a, int64_t b) {
  int64_t sum;
  if (a < 0 || b < 0)
    return unknownDim;
  return __builtin_add_overflow(a, b, &sum) ? std::nullopt : std::optional(sum);
}

bool isIndex(ElementType type) { return type == ElementType::I32 || type == ElementType::I64; }

/// The dimensions of operand `i`; `heads` is the attribute, 0 when the shape says it. Constraint 1.
Expected<HeadDims> headDims(InferContext &c, size_t i, const char *name, int64_t heads) {
  const ValueType &x = c.operand(i);
  INGOT_TRY(c.require(1, heads >= 0, heads, " heads for ", name));
  if (!x.ranked)
    return HeadDims{.heads = heads > 0 ? heads : unknownDim};
  INGOT_TRY(c.require(1, x.rank() == 3 || x.rank() == 4, name, " has rank ", x.rank()));
  if (x.rank() == 4) {
    INGOT_TRY(c.require(1, heads == 0 || compatible(heads, x.dims[1]), heads, " heads for ", name,
                        " of ", shapeText(x.dims)));
    return HeadDims{x.dims[0], x.dims[1], x.dims[2], x.dims[3]};
  }
  INGOT_TRY(c.require(1, heads > 0 && (x.dims[2] < 0 || x.dims[2] % heads == 0), heads,
                      " heads for ", name, " of ", shapeText(x.dims)));
  return HeadDims{x.dims[0], heads, x.dims[1], x.dims[2] < 0 ? unknownDim : x.dims[2] / heads};
}

/// Operand `i`, where given, may have these dims.
Status requireDims(InferContext &c, int constraint, size_t i, const char *name,
                   const Shape &wanted) {
  if (!c.has(i) || !c.operand(i).ranked)
    return success();
  const Shape &found = c.operand(i).dims;
  bool fits = found.size() == wanted.size();
  for (size_t axis = 0; fits && axis < wanted.size(); ++axis)
    fits = compatible(found[axis], wanted[axis]);
  return c.require(constraint, fits, name, " is ", shapeText(found), ", wanted ",
                   shapeText(wanted));
}

Status requireMask(InferContext &c, const Shape &scores) {
  if (!c.has(3) || !c.operand(3).ranked)
    return success();
  const Shape &mask = c.operand(3).dims;
  bool fits = mask.size() <= 4;
  for (size_t i = 0; fits && i < mask.size(); ++i) {
    int64_t found = mask[mask.size() - 1 - i], wanted = scores[3 - i];
    // The last axis may be shorter than there are keys.
    fits = found == 1 || compatible(found, wanted) || (i == 0 && found < wanted);
  }
  return c.require(4, fits, "mask is ", shapeText(mask), " for scores ", shapeText(scores));
}

Status requireElements(InferContext &c) {
  ElementType type = c.operand(0).element;
  for (size_t i = 0; i < c.operandCount(); ++i) {
    if (!c.has(i))
      continue;
    ElementType found = c.operand(i).element;
    if (i == 6 || i == 7)
      INGOT_TRY(c.require(6, isIndex(found), i == 6 ? "lengths are " : "starts are ",
                          elementName(found)));
    else
      INGOT_TRY(
          c.require(3, (isFloat(found) && found == type) || (i == 3 && found == ElementType::Bool),
                    "operand ", i, " is ", elementName(found), ", q is ", elementName(type)));
  }
  return success();
}

Status requireAttributes(InferContext &c) {
  int64_t left = c.attributes.integer("left_window"), right = c.attributes.integer("right_window");
  INGOT_TRY(c.require(8, left >= -1 && right >= -1, "windows are ", left, " and ", right));
  const std::string &keep = c.attributes.text("keep_scores");
  INGOT_TRY(c.require(8,
                      keep == "none" || keep == "raw" || keep == "capped" || keep == "masked" ||
                          keep == "probabilities",
                      "keep_scores is '", keep, "'"));
  if (!c.attributes.has("softmax_type"))
    return success();
  ElementType type = c.attributes.type("softmax_type");
  return c.require(8, isFloat(type) && elementBits(type) >= 16, "softmax_type is ",
                   elementName(type));
}

/// What q, k, v, the past and the other operands say about an attention, merged.
struct AttentionDims {
  HeadDims q, k, v;
  int64_t past, total;
  int64_t width; ///< of y when it is packed
};

Expected<AttentionDims> attentionDims(InferContext &c) {
  int64_t kvHeads = c.attributes.integer("kv_heads");
  HeadDims q = INGOT_TRY(headDims(c, 0, "q", c.attributes.integer("q_heads")));
  HeadDims k = INGOT_TRY(headDims(c, 1, "k", kvHeads));
  HeadDims v = INGOT_TRY(headDims(c, 2, "v", kvHeads));
  INGOT_TRY(c.require(2,
                      compatible(q.batch, k.batch) && compatible(q.batch, v.batch) &&
                          compatible(k.batch, v.batch) && compatible(q.size, k.size) &&
                          compatible(k.rows, v.rows) && compatible(k.heads, v.heads),
                      "q is ", c.operand(0).text(), ", k ", c.operand(1).text(), ", v ",
                      c.operand(2).text()));
  q.batch = mergeDim(q.batch, mergeDim(k.batch, v.batch));
  q.size = k.size = mergeDim(q.size, k.size);
  k.rows = mergeDim(k.rows, v.rows);
  k.heads = v.heads = mergeDim(k.heads, v.heads);
  INGOT_TRY(c.require(2, k.heads < 0 || q.heads < 0 || (k.heads > 0 && q.heads % k.heads == 0),
                      k.heads, " key heads for ", q.heads, " query heads"));
  INGOT_TRY(c.require(5, c.has(4) == c.has(5), "one of past_key and past_value is missing"));
  int64_t past = c.has(4) ? unknownDim : 0;
  for (size_t i : {4, 5})
    if (c.has(i) && c.operand(i).rank() == 4)
      past = mergeDim(past, c.operand(i).dims[2]);
  auto total = sumDim(past, k.rows), width = productDim(q.heads, v.size);
  INGOT_TRY(c.require(2, total && width, "sizes overflow"));
  return AttentionDims{q, k, v, past, *total, *width};
}

} // namespace

Status inferAttention(InferContext &c) {
  INGOT_TRY(c.requireTensors(3, 9));
  INGOT_TRY(requireElements(c));
  INGOT_TRY(requireAttributes(c));
  auto [q, k, v, past, total, width] = INGOT_TRY(attentionDims(c));
  INGOT_TRY(requireDims(c, 5, 4, "past_key", {q.batch, k.heads, past, q.size}));
  INGOT_TRY(requireDims(c, 5, 5, "past_value", {q.batch, k.heads, past, v.size}));
  INGOT_TRY(requireMask(c, {q.batch, q.heads, q.rows, total}));
  INGOT_TRY(requireDims(c, 6, 6, "lengths", {q.batch}));
  if (c.has(7) && c.operand(7).dims != Shape{1})
    INGOT_TRY(requireDims(c, 6, 7, "starts", {q.batch}));
  INGOT_TRY(requireDims(c, 7, 8, "sink", {q.heads}));

  const ValueType &x = c.operand(0);
  if (!x.ranked)
    INGOT_TRY(c.yield(ValueType::unranked(x.element)));
  else if (x.rank() == 3)
    INGOT_TRY(c.yield(tensorLike(x, {q.batch, q.rows, width})));
  else
    INGOT_TRY(c.yield(tensorLike(x, {q.batch, q.heads, q.rows, v.size})));
  bool keepPresent = c.attributes.flag("keep_present");
  INGOT_TRY(
      c.yield(keepPresent ? tensorLike(x, {q.batch, k.heads, total, q.size}) : ValueType::none()));
  INGOT_TRY(
      c.yield(keepPresent ? tensorLike(x, {q.batch, k.heads, total, v.size}) : ValueType::none()));
  return c.yield(c.attributes.text("keep_scores") != "none"
                     ? tensorLike(x, {q.batch, q.heads, q.rows, total})
                     : ValueType::none());
}

Status inferRotaryEmbedding(InferContext &c) {
  INGOT_TRY(c.requireTensors(3, 4));
  const ValueType &x = c.operand(0);
  for (size_t i = 0; i < 3; ++i)
    INGOT_TRY(c.require(5, isFloat(x.element) && c.operand(i).element == x.element, "operand ", i,
                        " is ", elementName(c.operand(i).element), ", x is ",
                        elementName(x.element)));
  HeadDims dims = INGOT_TRY(headDims(c, 0, "x", c.attributes.integer("heads")));
  int64_t rotary = c.attributes.integer("rotary_size");
  int64_t rotated = rotary == 0 ? dims.size : rotary;
  INGOT_TRY(c.require(2,
                      rotary >= 0 && (rotated < 0 || rotated % 2 == 0) &&
                          (dims.size < 0 || rotated <= dims.size),
                      "rotary_size is ", rotary, " for heads of ", dims.size));
  int64_t half = rotated < 0 ? unknownDim : rotated / 2;
  Shape wanted = c.has(3) ? Shape{unknownDim, half} : Shape{dims.batch, dims.rows, half};
  INGOT_TRY(requireDims(c, 3, 1, "cosine", wanted));
  if (c.operand(1).rank() == static_cast<int64_t>(wanted.size()))
    wanted = c.operand(1).dims;
  INGOT_TRY(requireDims(c, 3, 2, "sine", wanted));
  if (c.has(3)) {
    const ValueType &positions = c.operand(3);
    INGOT_TRY(
        c.require(4, isIndex(positions.element), "positions are ", elementName(positions.element)));
    bool one = positions.ranked && positions.dims == Shape{1};
    if (positions.rank() == 1 && !one)
      INGOT_TRY(requireDims(c, 4, 3, "positions", {dims.batch}));
    else if (!one)
      INGOT_TRY(requireDims(c, 4, 3, "positions", {dims.batch, dims.rows}));
  }
  return c.yield(x);
}

namespace {
/// Operand `i`, where given, may have these dims, or `other` as the last one.
Status requireLast(InferContext &c, int constraint, size_t i, const char *name, Shape wanted,
                   int64_t other) {
  if (c.has(i) && c.operand(i).rank() == 3 && c.operand(i).dims[2] == other)
    wanted[2] = other;
  return requireDims(c, constraint, i, name, wanted);
}
} // namespace

Status inferLinearAttention(InferContext &c) {
  INGOT_TRY(c.requireTensors(3, 6));
  const ValueType &x = c.operand(0);
  for (size_t i = 0; i < c.operandCount(); ++i) {
    if (!c.has(i))
      continue;
    ElementType found = c.operand(i).element;
    // Small floats compute as f32, so the state may be any of these.
    bool sameClass = (found == ElementType::F64) == (x.element == ElementType::F64);
    INGOT_TRY(c.require(6, isFloat(found) && (found == x.element || (i == 3 && sameClass)),
                        "operand ", i, " is ", elementName(found), ", q is ",
                        elementName(x.element)));
  }
  int64_t queryHeads = c.attributes.integer("q_heads"), heads = c.attributes.integer("kv_heads");
  INGOT_TRY(c.require(1, heads > 0 && queryHeads > 0 && queryHeads % heads == 0, heads,
                      " key heads for ", queryHeads, " query heads"));
  HeadDims dims[3];
  for (size_t i = 0; i < 3; ++i) {
    const ValueType &operand = c.operand(i);
    int64_t count = i == 0 ? queryHeads : heads;
    if (!operand.ranked)
      continue;
    INGOT_TRY(
        c.require(2, operand.rank() == 3 && (operand.dims[2] < 0 || operand.dims[2] % count == 0),
                  "operand ", i, " is ", operand.text(), " for ", count, " heads"));
    int64_t width = operand.dims[2];
    dims[i] = {operand.dims[0], count, operand.dims[1], width < 0 ? unknownDim : width / count};
  }
  auto &[q, k, v] = dims;
  INGOT_TRY(c.require(2,
                      compatible(q.batch, k.batch) && compatible(q.batch, v.batch) &&
                          compatible(q.rows, k.rows) && compatible(q.rows, v.rows) &&
                          compatible(q.size, k.size),
                      "q is ", x.text(), ", k ", c.operand(1).text(), ", v ", c.operand(2).text()));
  int64_t batch = mergeDim(q.batch, mergeDim(k.batch, v.batch));
  int64_t rows = mergeDim(q.rows, mergeDim(k.rows, v.rows)), size = mergeDim(q.size, k.size);
  INGOT_TRY(requireDims(c, 3, 3, "past_state", {batch, heads, size, v.size}));
  auto keyWidth = productDim(heads, size), width = productDim(queryHeads, v.size);
  INGOT_TRY(c.require(2, keyWidth && width, "sizes overflow"));
  INGOT_TRY(requireLast(c, 4, 4, "decay", {batch, rows, *keyWidth}, heads));
  INGOT_TRY(requireLast(c, 5, 5, "beta", {batch, rows, heads}, 1));
  INGOT_TRY(c.yield(tensorLike(x, {batch, rows, *width})));
  return c.yield(tensorLike(c.has(3) ? c.operand(3) : x, {batch, heads, size, v.size}));
}

} // namespace ingot::graph
