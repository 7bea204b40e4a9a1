// Lowerings of classical machine learning: trees and n-grams become tables.
#include "compiler/lower/RowMajor.h"
#include "kernels/classical/contract.h"

#include <map>

namespace ingot::lower {
namespace {

using kernels::classical::Aggregate;
using kernels::classical::Counts;
using kernels::classical::GramSizes;
using kernels::classical::TreeSizes;

void append(std::vector<int64_t> &to, const std::vector<int64_t> &from) {
  to.insert(to.end(), from.begin(), from.end());
}

/// A table as a weight. One of nothing has an element, so that it lies somewhere.
template <typename T> Memory table(LowerContext &c, const char *name, std::vector<T> values) {
  if (values.empty())
    values.push_back(T());
  return c.weight(c.name() + name, Tensor::of<T>({static_cast<int64_t>(values.size())}, values));
}

//===--- trees ---===//

Aggregate aggregateOf(const std::string &name) {
  return name == "AVERAGE" ? Aggregate::Average
         : name == "MIN"   ? Aggregate::Min
         : name == "MAX"   ? Aggregate::Max
                           : Aggregate::Sum;
}

std::vector<int64_t> integersOf(const graph::Attributes &a) {
  std::vector<int64_t> all;
  for (const char *name : {"features", "modes", "true_next", "false_next", "missing_true",
                           "member_starts", "roots", "leaf_starts", "vote_targets"})
    append(all, a.integers(name));
  return all;
}

/// Nothing where there is no memory for it.
std::optional<std::vector<double>> numbersOf(const graph::Attributes &a) {
  std::vector<double> all;
  for (const char *name : {"splits", "members", "vote_weights", "base"}) {
    auto tensor = a.get<Tensor>(name).aligned();
    if (!tensor.ok())
      return std::nullopt;
    const double *numbers = tensor->data<double>();
    all.insert(all.end(), numbers, numbers + tensor->elements());
  }
  return all;
}

TreeSizes treeSizes(const LowerContext &c) {
  const graph::Attributes &a = c.attributes;
  auto count = [&](const char *name) { return static_cast<int64_t>(a.integers(name).size()); };
  return {.rows = c.operands[0].dims[0],
          .features = c.operands[0].dims[1],
          .targets = a.integer("targets"),
          .roots = count("roots"),
          .nodes = count("features"),
          .leaves = count("leaf_starts") - 1,
          .votes = count("vote_targets"),
          .members = a.get<Tensor>("members").elements(),
          .hasBase = a.get<Tensor>("base").elements() > 0,
          .aggregate = static_cast<int64_t>(aggregateOf(a.text("aggregate"))),
          .xBytes = static_cast<int64_t>(elementBytes(c.operands[0].element)),
          .yBytes = static_cast<int64_t>(elementBytes(c.results[0].element))};
}

//===--- n-grams ---===//

/// The n-grams of a pool as a trie.
struct Trie {
  struct Node {
    std::map<int64_t, int64_t> below;
    int64_t gram = -1;
  };
  std::vector<Node> nodes{1};

  explicit Trie(const graph::Attributes &a) {
    const auto &pool = a.integers("integer_pool"), &starts = a.integers("gram_starts");
    int64_t gram = 0;
    for (size_t i = 0; i < starts.size(); ++i) {
      auto size = static_cast<int64_t>(i) + 1;
      size_t to = i + 1 < starts.size() ? static_cast<size_t>(starts[i + 1]) : pool.size();
      bool counts = size >= a.integer("min_gram") && size <= a.integer("max_gram");
      for (auto from = static_cast<size_t>(starts[i]); from < to; from += i + 1, ++gram)
        if (counts)
          enter(pool.data() + from, i + 1, gram);
    }
  }

  /// See GramSizes.
  std::vector<int64_t> edges(const std::vector<int64_t> &columns) const {
    std::vector<int64_t> starts{0}, tokens, targets, ends;
    for (const Node &node : nodes) {
      for (auto [token, target] : node.below)
        tokens.push_back(token), targets.push_back(target);
      starts.push_back(static_cast<int64_t>(tokens.size()));
      ends.push_back(node.gram < 0 ? -1 : columns[static_cast<size_t>(node.gram)]);
    }
    for (const auto &part : {tokens, targets, ends})
      append(starts, part);
    return starts;
  }

  std::vector<float> weights(const std::vector<float> &given) const {
    std::vector<float> all;
    for (const Node &node : nodes)
      all.push_back(node.gram < 0 || given.empty() ? 1.0f : given[static_cast<size_t>(node.gram)]);
    return all;
  }

private:
  void enter(const int64_t *tokens, size_t size, int64_t gram) {
    size_t node = 0;
    for (size_t i = 0; i < size; ++i) {
      auto [edge, isNew] =
          nodes[node].below.try_emplace(tokens[i], static_cast<int64_t>(nodes.size()));
      auto next = static_cast<size_t>(edge->second);
      if (isNew)
        nodes.emplace_back();
      node = next;
    }
    nodes[node].gram = gram;
  }
};

Counts countsOf(const std::string &mode) {
  return mode == "TF" ? Counts::One : mode == "IDF" ? Counts::Sets : Counts::Weight;
}

} // namespace

bool lowerTreeEnsemble(LowerContext &c) {
  const library::Kernel *kernel =
      library::findKernel(str("tree_ensemble_", elementName(c.operands[0].element)));
  ElementType to = c.results[0].element;
  auto numbers = numbersOf(c.attributes);
  if (!kernel || !numbers || !hasElements(c.operands[0]) || !hasElements(c.results[0]) ||
      (to != ElementType::F32 && to != ElementType::F64))
    return false;
  TreeSizes sizes = treeSizes(c);
  Memory x = rowMajorIn(c, 0), nodes = table(c, ".trees", integersOf(c.attributes));
  Memory splits = table(c, ".splits", *numbers);
  Memory scratch = c.scratch(ElementType::F64, {sizes.rows, 2, sizes.targets});
  c.kernel(*kernel, {x, nodes, splits}, {scratch, rowMajorOut(c)}, library::valuesOf(sizes));
  return true;
}

/// Strings are left to the reference evaluator.
bool lowerTfIdf(LowerContext &c) {
  // Steps of a row; with more a unit takes so long that no limit of time can be kept.
  constexpr int64_t mostSteps = int64_t{1} << 24;
  const graph::Attributes &a = c.attributes;
  const Shape &dims = c.operands[0].dims;
  int64_t length = dims.back(), distances = std::min(a.integer("max_skip"), length) + 1;
  if (!isIndex(c.operands[0].element) || !hasElements(c.operands[0]) ||
      !hasElements(c.results[0]) || length > mostSteps / distances)
    return false;
  Trie trie(a);
  GramSizes sizes{.rows = dims.size() == 1 ? 1 : dims[0],
                  .length = length,
                  .width = c.results[0].dims.back(),
                  .nodes = static_cast<int64_t>(trie.nodes.size()),
                  .least = a.integer("min_gram"),
                  .most = a.integer("max_gram"),
                  .maxSkip = a.integer("max_skip"),
                  .mode = static_cast<int64_t>(countsOf(a.text("mode"))),
                  .xBytes = static_cast<int64_t>(elementBytes(c.operands[0].element))};
  Memory x = rowMajorIn(c, 0), edges = table(c, ".grams", trie.edges(a.integers("columns")));
  Memory weights = table(c, ".weights", trie.weights(a.numbers("weights")));
  c.kernel(*library::findKernel("count_grams"), {x, edges, weights}, {rowMajorOut(c)},
           library::valuesOf(sizes));
  return true;
}

} // namespace ingot::lower
