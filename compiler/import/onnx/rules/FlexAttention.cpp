// Import rule of FlexAttention: attention with the model's own functions of scores and
// probabilities.
#include "compiler/import/onnx/Node.h"

#include <cmath>

namespace ingot::onnx {
namespace {

int64_t dimOf(const Node &n, Handle value, size_t axis) {
  const ValueType &type = n.type(value);
  return axis < type.dims.size() ? type.dims[axis] : unknownDim;
}

/// The square root of the scale, as a scalar of the type of q.
Expected<Handle> rootOfScale(const Node &n, Handle q) {
  int64_t size = dimOf(n, q, 3);
  if (!n.hasAttribute("scale") && size < 0)
    return n.unsupported("a head of unknown size without the attribute 'scale'");
  double scale = n.hasAttribute("scale") ? static_cast<double>(n.number("scale", 1))
                                         : 1 / std::sqrt(static_cast<double>(size));
  return n.scalarLike(q, std::sqrt(scale));
}

/// Each head as often as query heads share it: [batch, heads, rows, size] for all query heads.
Expected<Handle> repeatHeads(const Node &n, Handle value, int64_t queryHeads) {
  int64_t heads = dimOf(n, value, 1), size = dimOf(n, value, 3);
  if (heads == queryHeads && heads >= 0)
    return value;
  if (heads < 0 || queryHeads < 0 || size < 0)
    return n.unsupported("an unknown number of heads, or heads of unknown size");
  if (heads == 0 || queryHeads % heads != 0)
    return n.bad(heads, " key heads for ", queryHeads, " query heads");
  Handle apart = INGOT_TRY(n.emit("unsqueeze", {value, n.integersConstant({2})}));
  Handle repeated =
      INGOT_TRY(n.emit("expand", {apart, n.integersConstant({1, 1, queryHeads / heads, 1, 1})}));
  return n.emit("reshape", {repeated, n.integersConstant({0, queryHeads, -1, size})});
}

/// A subgraph of one tensor applied to `value`; the value itself without the subgraph.
Expected<Handle> modify(const Node &n, std::string_view name, Handle value) {
  const GraphProto *graph = n.graph(name);
  if (!graph)
    return value;
  auto results = INGOT_TRY(n.inlineGraph(*graph, {value}));
  if (results.size() != 1)
    return n.bad(name, " gives ", results.size(), " values, wanted 1");
  const ValueType &found = n.type(results[0]), &wanted = n.type(value);
  if (!found.isTensor() || found.element != wanted.element)
    return n.bad(name, " gives ", found.text(), ", wanted ", wanted.text());
  return results[0];
}

} // namespace

/// FlexAttention. Without functions it is attention; with them its steps are written out, so that
/// the functions become part of the graph.
Status importPreviewFlexAttention(Node &n) {
  Handle q = n.input(0), k = n.input(1), v = n.input(2);
  for (Handle operand : {q, k, v}) {
    const ValueType &type = n.type(operand);
    if (!type.isTensor() || (type.ranked && type.rank() != 4))
      return n.bad("an operand is ", type.text(), ", wanted a tensor of rank 4");
  }
  ElementType type = n.element(q);
  ElementType compute = INGOT_TRY(n.elementType(
      "softmax_precision", type == ElementType::F64 ? ElementType::F64 : ElementType::F32));
  if (!n.graph("score_mod") && !n.graph("prob_mod")) {
    Attributes attributes{{"softmax_type", compute}};
    if (n.hasAttribute("scale"))
      attributes.set("scale", n.number("scale", 1));
    std::vector<Handle> operands{q, k, v};
    operands.resize(9, n.none());
    return n.result(n.emit("attention", operands, std::move(attributes)));
  }
  int64_t heads = dimOf(n, q, 1);
  Handle root = INGOT_TRY(rootOfScale(n, q));
  Handle left = INGOT_TRY(n.emit("mul", {q, root}));
  Handle right = INGOT_TRY(n.emit("mul", {INGOT_TRY(repeatHeads(n, k, heads)), root}));
  Handle scores = INGOT_TRY(n.emit("matmul", {left, right}, {{"transpose_b", true}}));
  scores = INGOT_TRY(n.emit("cast", {scores}, {{"to", compute}}));
  scores = INGOT_TRY(modify(n, "score_mod", scores));
  Handle weights = INGOT_TRY(n.emit("softmax", {scores}, {{"axis", int64_t{3}}}));
  weights = INGOT_TRY(modify(n, "prob_mod", weights));
  Handle values = INGOT_TRY(n.emit("cast", {v}, {{"to", compute}}));
  Handle y = INGOT_TRY(n.emit("matmul", {weights, INGOT_TRY(repeatHeads(n, values, heads))}));
  return n.result(n.emit("cast", {y}, {{"to", type}}));
}

} // namespace ingot::onnx
