// Shape functions of classical machine learning.
#include "compiler/dialect/graph/infer/Shapes.h"

#include <algorithm>

namespace ingot::graph {

Status inferLookup(InferContext &c) {
  INGOT_TRY(c.requireTensors(1, 1));
  const Tensor &keys = c.attributes.get<Tensor>("keys"),
               &values = c.attributes.get<Tensor>("values");
  INGOT_TRY(c.require(1, keys.type() == c.operand(0).element, "keys ", elementName(keys.type()),
                      " for ", c.operand(0).text()));
  INGOT_TRY(c.require(2, keys.rank() == 1 && keys.shape() == values.shape(), "keys ",
                      shapeText(keys.shape()), ", values ", shapeText(values.shape())));
  if (c.attributes.has("otherwise")) {
    const Tensor &otherwise = c.attributes.get<Tensor>("otherwise");
    INGOT_TRY(c.require(3, otherwise.elements() == 1 && otherwise.type() == values.type(),
                        elementName(otherwise.type()), "[", shapeText(otherwise.shape()), "] for ",
                        elementName(values.type())));
  }
  ValueType result = c.operand(0);
  result.element = values.type();
  return c.yield(std::move(result));
}

Status inferScoreTransform(InferContext &c) {
  INGOT_TRY(c.requireTensors(1, 1));
  const std::string &mode = c.attributes.text("mode");
  INGOT_TRY(c.require(
      1, mode == "SOFTMAX" || mode == "SOFTMAX_ZERO" || mode == "LOGISTIC" || mode == "PROBIT",
      "found '", mode, "'"));
  INGOT_TRY(c.require(2, c.operand(0).rank() != 0, "found ", c.operand(0).text()));
  return c.yield(c.operand(0));
}

namespace {

Status checkTreeNodes(InferContext &c, int64_t features) {
  const auto &next = c.attributes.integers("true_next"),
             &other = c.attributes.integers("false_next");
  const auto &columns = c.attributes.integers("features"), &modes = c.attributes.integers("modes");
  const auto &starts = c.attributes.integers("member_starts");
  const auto &missing = c.attributes.integers("missing_true");
  const Tensor &splits = c.attributes.get<Tensor>("splits");
  const Tensor &members = c.attributes.get<Tensor>("members");
  size_t nodes = columns.size();
  INGOT_TRY(c.require(2,
                      modes.size() == nodes && next.size() == nodes && other.size() == nodes &&
                          splits.elements() == static_cast<int64_t>(nodes) &&
                          missing.size() == nodes && starts.size() == nodes,
                      nodes, " nodes, with ", modes.size(), " modes, ", splits.elements(),
                      " splits, ", next.size(), " and ", other.size(), " successors"));
  auto leaves = static_cast<int64_t>(c.attributes.integers("leaf_starts").size()) - 1;
  auto after = [&](int64_t to, int64_t from) {
    return to >= 0 ? to > from && to < static_cast<int64_t>(nodes) : -1 - to < leaves;
  };
  for (size_t i = 0; i < nodes; ++i) {
    auto node = static_cast<int64_t>(i);
    INGOT_TRY(c.require(3, after(next[i], node) && after(other[i], node), "node ", i, " goes to ",
                        next[i], " and ", other[i]));
    INGOT_TRY(c.require(4, columns[i] >= 0 && (features < 0 || columns[i] < features), "feature ",
                        columns[i], " of ", features));
    INGOT_TRY(c.require(2, modes[i] >= 0 && modes[i] <= 6, "mode ", modes[i]));
    if (modes[i] == 6)
      INGOT_TRY(c.require(5, starts[i] >= 0 && starts[i] < members.elements(), "node ", i,
                          " starts at ", starts[i], " of ", members.elements()));
  }
  if (members.elements() > 0) {
    double last = members.numberAt(members.elements() - 1);
    INGOT_TRY(c.require(5, last != last, "the last member is ", last));
  }
  for (int64_t root : c.attributes.integers("roots"))
    INGOT_TRY(c.require(3, after(root, -1), "root ", root));
  return success();
}

Status checkVotes(InferContext &c, int64_t targets) {
  const auto &starts = c.attributes.integers("leaf_starts");
  const auto &ids = c.attributes.integers("vote_targets");
  auto votes = static_cast<int64_t>(ids.size());
  INGOT_TRY(c.require(2, c.attributes.get<Tensor>("vote_weights").elements() == votes, votes,
                      " votes with ", c.attributes.get<Tensor>("vote_weights").elements(),
                      " weights"));
  bool grows = !starts.empty() && starts.front() == 0 && starts.back() == votes &&
               std::is_sorted(starts.begin(), starts.end());
  INGOT_TRY(c.require(6, grows, starts.size(), " starts for ", votes, " votes"));
  INGOT_TRY(c.require(7, targets >= 1, targets, " targets"));
  for (int64_t id : ids)
    INGOT_TRY(c.require(7, id >= 0 && id < targets, "target ", id, " of ", targets));
  int64_t base = c.attributes.get<Tensor>("base").elements();
  return c.require(9, base == 0 || base == targets, base, " base values for ", targets);
}

} // namespace

Status inferTreeEnsemble(InferContext &c) {
  INGOT_TRY(c.requireTensors(1, 1));
  const ValueType &x = c.operand(0);
  INGOT_TRY(c.require(1, !x.ranked || x.rank() == 2, "found ", x.text()));
  for (const char *name : {"splits", "members", "vote_weights", "base"}) {
    ElementType type = c.attributes.get<Tensor>(name).type();
    INGOT_TRY(c.require(10, type == ElementType::F64, name, " are ", elementName(type)));
  }
  const std::string &aggregate = c.attributes.text("aggregate");
  INGOT_TRY(c.require(
      8, aggregate == "SUM" || aggregate == "AVERAGE" || aggregate == "MIN" || aggregate == "MAX",
      "found '", aggregate, "'"));
  int64_t targets = c.attributes.integer("targets");
  INGOT_TRY(checkTreeNodes(c, x.ranked ? x.dims[1] : unknownDim));
  INGOT_TRY(checkVotes(c, targets));
  return c.yield(ValueType::tensor(c.attributes.type("element"),
                                   {x.ranked ? x.dims[0] : unknownDim, targets}));
}

namespace {

/// [rows of one operand, rows of the other]; constraint 1 is that both are matrices of as many
/// columns.
Expected<Shape> rowPairs(InferContext &c) {
  const ValueType &a = c.operand(0), &b = c.operand(1);
  bool matrices = (!a.ranked || a.rank() == 2) && (!b.ranked || b.rank() == 2);
  if (matrices && a.ranked && b.ranked)
    matrices = compatible(a.dims[1], b.dims[1]);
  INGOT_TRY(c.require(1, matrices, a.text(), " and ", b.text()));
  return Shape{a.ranked ? a.dims[0] : unknownDim, b.ranked ? b.dims[0] : unknownDim};
}

} // namespace

Status inferSvmKernel(InferContext &c) {
  INGOT_TRY(c.requireTensors(2, 2));
  const std::string &kernel = c.attributes.text("kernel");
  INGOT_TRY(
      c.require(2, kernel == "LINEAR" || kernel == "POLY" || kernel == "RBF" || kernel == "SIGMOID",
                "found '", kernel, "'"));
  return c.yield(ValueType::tensor(ElementType::F64, INGOT_TRY(rowPairs(c))));
}

Status inferPairwiseDistance(InferContext &c) {
  INGOT_TRY(c.requireTensors(2, 2));
  const ValueType &a = c.operand(0), &b = c.operand(1);
  INGOT_TRY(c.require(2, a.element == b.element, a.text(), " and ", b.text()));
  const std::string &metric = c.attributes.text("metric");
  INGOT_TRY(c.require(3, metric == "euclidean" || metric == "sqeuclidean", "found '", metric, "'"));
  return c.yield(ValueType::tensor(a.element, INGOT_TRY(rowPairs(c))));
}

Status inferSvmClassify(InferContext &c) {
  INGOT_TRY(c.requireTensors(1, 1));
  const ValueType &kernels = c.operand(0);
  const auto &counts = c.attributes.integers("vectors_per_class");
  auto classes = static_cast<int64_t>(counts.size());
  int64_t vectors = 0;
  bool counted = classes >= 2;
  for (int64_t count : counts)
    counted = counted && count >= 0 && !__builtin_add_overflow(vectors, count, &vectors);
  INGOT_TRY(c.require(2, counted, "found ", counts));
  INGOT_TRY(
      c.require(1, !kernels.ranked || (kernels.rank() == 2 && compatible(kernels.dims[1], vectors)),
                kernels.text(), " for ", vectors, " vectors"));
  auto coefficients = static_cast<int64_t>(c.attributes.numbers("coefficients").size());
  int64_t wanted = 0;
  INGOT_TRY(
      c.require(3, !__builtin_mul_overflow(classes - 1, vectors, &wanted) && coefficients == wanted,
                coefficients, " coefficients for ", classes, " classes and ", vectors, " vectors"));
  // The classes are as many as an attribute of the file has entries, so their square fits.
  int64_t pairs = classes * (classes - 1) / 2;
  auto rho = static_cast<int64_t>(c.attributes.numbers("rho").size());
  auto a = static_cast<int64_t>(c.attributes.numbers("prob_a").size());
  auto b = static_cast<int64_t>(c.attributes.numbers("prob_b").size());
  INGOT_TRY(c.require(4, rho == pairs && a == b && (a == 0 || a == pairs), rho, ", ", a, " and ", b,
                      " for ", pairs, " pairs"));
  int64_t rows = kernels.ranked ? kernels.dims[0] : unknownDim;
  INGOT_TRY(c.yield(ValueType::tensor(ElementType::I64, {rows})));
  return c.yield(ValueType::tensor(ElementType::F32, {rows, a > 0 ? classes : pairs}));
}

} // namespace ingot::graph
