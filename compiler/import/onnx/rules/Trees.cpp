// Import rules of tree ensembles. Every form becomes the table of the operator tree_ensemble.
#include "compiler/import/onnx/rules/Scores.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace ingot::onnx {
namespace {

using Integers = std::vector<int64_t>;
using Numbers = std::vector<double>;

/// Trees as the operator has them, but with nodes in any order.
struct Table {
  Integers roots, features, modes, trueNext, falseNext, missingTrue, memberStarts;
  Numbers splits, members;
  Integers leafStarts, voteTargets;
  Numbers voteWeights, base;
  int64_t targets = 0;
  std::string aggregate = "SUM";
};

/// A leaf where a node or a leaf may stand.
int64_t leafAt(int64_t leaf) { return -1 - leaf; }

Tensor vectorOf(const Numbers &values) {
  return Tensor::of<double>({static_cast<int64_t>(values.size())}, values);
}

/// The nodes that the roots lead to, every node before those it leads to.
Expected<Integers> parentsFirst(const Node &n, const Table &table) {
  enum State : char { Unseen, Open, Done };
  std::vector<char> state(table.features.size(), Unseen);
  Integers order, open;
  auto visit = [&](int64_t node) -> Status {
    if (node < 0)
      return success();
    if (static_cast<size_t>(node) >= state.size())
      return n.bad("a tree leads to node ", node, " of ", state.size());
    if (state[static_cast<size_t>(node)] == Open)
      return n.bad("the nodes of a tree form a circle at node ", node);
    if (state[static_cast<size_t>(node)] == Unseen)
      open.push_back(node);
    return success();
  };
  for (int64_t root : table.roots) {
    INGOT_TRY(visit(root));
    while (!open.empty()) {
      auto node = static_cast<size_t>(open.back());
      if (state[node] != Unseen) { // both sides are done
        open.pop_back();
        if (state[node] == Open)
          order.push_back(static_cast<int64_t>(node));
        state[node] = Done;
        continue;
      }
      state[node] = Open;
      INGOT_TRY(visit(table.trueNext[node]));
      INGOT_TRY(visit(table.falseNext[node]));
    }
  }
  std::reverse(order.begin(), order.end());
  return order;
}

/// Puts the nodes in an order in which they only lead on, and emits the operator.
Expected<Handle> emitTrees(const Node &n, Handle x, const Table &table, ElementType element) {
  Integers order = INGOT_TRY(parentsFirst(n, table)), place(table.features.size(), 0);
  for (size_t i = 0; i < order.size(); ++i)
    place[static_cast<size_t>(order[i])] = static_cast<int64_t>(i);
  auto moved = [&](int64_t next) { return next < 0 ? next : place[static_cast<size_t>(next)]; };
  Table sorted;
  for (int64_t root : table.roots)
    sorted.roots.push_back(moved(root));
  for (int64_t old : order) {
    auto i = static_cast<size_t>(old);
    sorted.features.push_back(table.features[i]);
    sorted.modes.push_back(table.modes[i]);
    sorted.splits.push_back(table.splits[i]);
    sorted.trueNext.push_back(moved(table.trueNext[i]));
    sorted.falseNext.push_back(moved(table.falseNext[i]));
    sorted.missingTrue.push_back(table.missingTrue.empty() ? 0 : table.missingTrue[i] != 0);
    sorted.memberStarts.push_back(table.memberStarts.empty() ? 0 : table.memberStarts[i]);
  }
  return n.emit("tree_ensemble", {x},
                {{"roots", std::move(sorted.roots)},
                 {"features", std::move(sorted.features)},
                 {"modes", std::move(sorted.modes)},
                 {"splits", vectorOf(sorted.splits)},
                 {"true_next", std::move(sorted.trueNext)},
                 {"false_next", std::move(sorted.falseNext)},
                 {"missing_true", std::move(sorted.missingTrue)},
                 {"member_starts", std::move(sorted.memberStarts)},
                 {"members", vectorOf(table.members)},
                 {"leaf_starts", table.leafStarts},
                 {"vote_targets", table.voteTargets},
                 {"vote_weights", vectorOf(table.voteWeights)},
                 {"base", vectorOf(table.base)},
                 {"targets", table.targets},
                 {"aggregate", table.aggregate},
                 {"element", element}});
}

//===--- reading attributes ---===//

/// The numbers of a tensor attribute.
Expected<Numbers> tensorNumbers(const Node &n, const std::string &name) {
  auto tensor = INGOT_TRY(n.tensor(name));
  Numbers numbers;
  if (tensor)
    for (int64_t i = 0; i < tensor->elements(); ++i)
      numbers.push_back(tensor->numberAt(i));
  return numbers;
}

/// The numbers of attribute NAME, or of NAME_as_tensor.
Expected<Numbers> numbersOf(const Node &n, const std::string &name) {
  if (n.hasAttribute(name + "_as_tensor"))
    return tensorNumbers(n, name + "_as_tensor");
  auto floats = n.numbers(name).value_or(std::vector<float>());
  return Numbers(floats.begin(), floats.end());
}

Expected<Integers> integersOf(const Node &n, const std::string &name, size_t count) {
  Integers values = n.integers(name).value_or(Integers());
  if (values.size() != count)
    return n.bad("'", name, "' has ", values.size(), " entries, wanted ", count);
  return values;
}

/// Optional flags of nodes: none, or one for each.
Expected<Integers> missingOf(const Node &n, size_t count) {
  Integers values = n.integers("nodes_missing_value_tracks_true").value_or(Integers());
  if (!values.empty() && values.size() != count)
    return n.bad("'nodes_missing_value_tracks_true' has ", values.size(), " entries, wanted ",
                 count);
  return values;
}

//===--- ensembles before opset 5 of ai.onnx.ml ---===//

/// Nodes with ids of their own in each tree; leaves are nodes, too.
class OldTrees {
public:
  explicit OldTrees(const Node &n) : n(n) {}

  Status read();
  /// Reads the votes; `prefix` is "class" or "target".
  Status readVotes(const std::string &prefix);
  Table table;

private:
  using Key = std::pair<int64_t, int64_t>; ///< tree, node
  Expected<int64_t> modeOf(std::string_view name) const;
  Expected<int64_t> placeOf(int64_t tree, int64_t node) const;
  /// Where a comparison leads: the inner node or leaf at a position of the attributes.
  int64_t target(int64_t position) const {
    auto at = static_cast<size_t>(position);
    return isLeaf[at] ? leafAt(number[at]) : number[at];
  }
  void findRoots(const Integers &trees, const std::vector<bool> &isChild);

  const Node &n;
  std::map<Key, int64_t> places;
  std::vector<bool> isLeaf;
  Integers number; ///< among the inner nodes, or among the leaves
  int64_t leaves = 0;
};

Expected<int64_t> OldTrees::modeOf(std::string_view name) const {
  static constexpr std::string_view names[] = {"BRANCH_LEQ", "BRANCH_LT", "BRANCH_GTE",
                                               "BRANCH_GT",  "BRANCH_EQ", "BRANCH_NEQ"};
  for (size_t i = 0; i < std::size(names); ++i)
    if (name == names[i])
      return static_cast<int64_t>(i);
  return n.bad("'", name, "' is no mode of a node");
}

Expected<int64_t> OldTrees::placeOf(int64_t tree, int64_t node) const {
  auto found = places.find({tree, node});
  if (found == places.end())
    return n.bad("tree ", tree, " has no node ", node);
  return found->second;
}

Status OldTrees::read() {
  auto modes = n.texts("nodes_modes").value_or(std::vector<std::string>());
  size_t count = modes.size();
  Integers trees = INGOT_TRY(integersOf(n, "nodes_treeids", count));
  Integers ids = INGOT_TRY(integersOf(n, "nodes_nodeids", count));
  Integers features = INGOT_TRY(integersOf(n, "nodes_featureids", count));
  Integers whenTrue = INGOT_TRY(integersOf(n, "nodes_truenodeids", count));
  Integers whenFalse = INGOT_TRY(integersOf(n, "nodes_falsenodeids", count));
  Integers missing = INGOT_TRY(missingOf(n, count));
  Numbers splits = INGOT_TRY(numbersOf(n, "nodes_values"));
  if (splits.size() != count)
    return n.bad("'nodes_values' has ", splits.size(), " entries, wanted ", count);
  int64_t inner = 0;
  for (size_t i = 0; i < count; ++i) {
    if (!places.emplace(Key(trees[i], ids[i]), static_cast<int64_t>(i)).second)
      return n.bad("tree ", trees[i], " has two nodes ", ids[i]);
    isLeaf.push_back(modes[i] == "LEAF");
    number.push_back(isLeaf[i] ? leaves++ : inner++);
  }
  std::vector<bool> isChild(count, false);
  for (size_t i = 0; i < count; ++i) {
    if (isLeaf[i])
      continue;
    int64_t yes = INGOT_TRY(placeOf(trees[i], whenTrue[i]));
    int64_t no = INGOT_TRY(placeOf(trees[i], whenFalse[i]));
    isChild[static_cast<size_t>(yes)] = isChild[static_cast<size_t>(no)] = true;
    table.features.push_back(features[i]);
    table.modes.push_back(INGOT_TRY(modeOf(modes[i])));
    table.splits.push_back(splits[i]);
    table.trueNext.push_back(target(yes));
    table.falseNext.push_back(target(no));
    table.missingTrue.push_back(missing.empty() ? 0 : missing[i]);
  }
  findRoots(trees, isChild);
  if (table.roots.empty())
    return n.bad("no tree has a root");
  return success();
}

/// The root of a tree is the first of its nodes that no other leads to.
void OldTrees::findRoots(const Integers &trees, const std::vector<bool> &isChild) {
  std::set<int64_t> rooted;
  for (size_t i = 0; i < trees.size(); ++i)
    if (!isChild[i] && rooted.insert(trees[i]).second)
      table.roots.push_back(target(static_cast<int64_t>(i)));
}

Status OldTrees::readVotes(const std::string &prefix) {
  Integers ids = n.integers(prefix + "_ids").value_or(Integers());
  Integers trees = INGOT_TRY(integersOf(n, prefix + "_treeids", ids.size()));
  Integers nodes = INGOT_TRY(integersOf(n, prefix + "_nodeids", ids.size()));
  Numbers weights = INGOT_TRY(numbersOf(n, prefix + "_weights"));
  if (weights.size() != ids.size())
    return n.bad("'", prefix, "_weights' has ", weights.size(), " entries, wanted ", ids.size());
  std::vector<std::vector<size_t>> votes(static_cast<size_t>(leaves));
  for (size_t i = 0; i < ids.size(); ++i) {
    auto place = static_cast<size_t>(INGOT_TRY(placeOf(trees[i], nodes[i])));
    if (isLeaf[place]) // what stands at inner nodes never counts
      votes[static_cast<size_t>(number[place])].push_back(i);
  }
  table.leafStarts.push_back(0);
  for (const auto &leaf : votes) {
    for (size_t vote : leaf) {
      table.voteTargets.push_back(ids[vote]);
      table.voteWeights.push_back(weights[vote]);
    }
    table.leafStarts.push_back(static_cast<int64_t>(table.voteTargets.size()));
  }
  table.base = INGOT_TRY(numbersOf(n, "base_values"));
  return success();
}

} // namespace

Status importMlTreeEnsembleRegressor(Node &n) {
  OldTrees trees(n);
  INGOT_TRY(trees.read());
  INGOT_TRY(trees.readVotes("target"));
  trees.table.targets = n.integer("n_targets", 1);
  trees.table.aggregate = n.text("aggregate_function", "SUM");
  Handle x = INGOT_TRY(rowsOf(n, n.input(0)));
  Handle y = INGOT_TRY(emitTrees(n, x, trees.table, ElementType::F32));
  return n.result(transformed(n, y, n.text("post_transform", "NONE")));
}

/// TreeEnsembleClassifier. Two classes of which only one gets votes share one score; where all
/// votes are 0 or more it is a probability.
Status importMlTreeEnsembleClassifier(Node &n) {
  OldTrees trees(n);
  INGOT_TRY(trees.read());
  INGOT_TRY(trees.readVotes("class"));
  Table &table = trees.table;
  Tensor labels = INGOT_TRY(classLabels(n, "classlabels_int64s", "classlabels_strings"));
  Handle x = INGOT_TRY(rowsOf(n, n.input(0)));
  const auto &ids = table.voteTargets;
  bool shared = labels.elements() == 2 && !ids.empty() &&
                std::all_of(ids.begin(), ids.end(), [&](int64_t id) { return id == ids[0]; }) &&
                (ids[0] == 0 || ids[0] == 1) && table.base.size() < 2;
  table.targets = shared ? 1 : labels.elements();
  if (!shared)
    return classify(n, INGOT_TRY(emitTrees(n, x, table, ElementType::F32)), labels);
  std::fill(table.voteTargets.begin(), table.voteTargets.end(), 0);
  bool positive = std::all_of(table.voteWeights.begin(), table.voteWeights.end(),
                              [](double weight) { return weight >= 0; });
  return classifyBinary(n, INGOT_TRY(emitTrees(n, x, table, ElementType::F32)), labels,
                        positive ? 0.5f : 0.0f, positive ? Second::Complement : Second::Negation);
}

namespace {

/// Where a side of a node of TreeEnsemble leads.
Expected<Integers> sidesOf(const Node &n, const std::string &side, size_t count, size_t leaves) {
  Integers next = INGOT_TRY(integersOf(n, "nodes_" + side + "nodeids", count));
  Integers isLeaf = INGOT_TRY(integersOf(n, "nodes_" + side + "leafs", count));
  for (size_t i = 0; i < count; ++i) {
    int64_t limit = static_cast<int64_t>(isLeaf[i] ? leaves : count);
    if (next[i] < 0 || next[i] >= limit)
      return n.bad("node ", i, " leads to ", isLeaf[i] ? "leaf " : "node ", next[i], " of ", limit);
    next[i] = isLeaf[i] ? leafAt(next[i]) : next[i];
  }
  return next;
}

/// Where the members of each node begin; they are listed in the order of the nodes, ended by NaNs.
Expected<Integers> memberStarts(const Node &n, const Integers &modes, const Numbers &members) {
  Integers starts;
  size_t at = 0;
  for (int64_t mode : modes) {
    starts.push_back(static_cast<int64_t>(at));
    if (mode != 6)
      continue;
    while (at < members.size() && !std::isnan(members[at]))
      ++at;
    if (at++ >= members.size())
      return n.bad("'membership_values' has too few sets");
  }
  return starts;
}

} // namespace

/// TreeEnsemble: inner nodes and leaves are apart, a leaf has one vote.
Status importMlTreeEnsemble(Node &n) {
  static constexpr const char *aggregates[] = {"AVERAGE", "SUM", "MIN", "MAX"};
  static constexpr const char *transforms[] = {"NONE", "SOFTMAX", "LOGISTIC", "SOFTMAX_ZERO",
                                               "PROBIT"};
  int64_t aggregate = n.integer("aggregate_function", 1), post = n.integer("post_transform", 0);
  if (aggregate < 0 || aggregate > 3 || post < 0 || post > 4)
    return n.bad("'aggregate_function' is ", aggregate, ", 'post_transform' ", post);
  Table table;
  for (double mode : INGOT_TRY(tensorNumbers(n, "nodes_modes")))
    table.modes.push_back(static_cast<int64_t>(mode));
  size_t count = table.modes.size();
  table.features = INGOT_TRY(integersOf(n, "nodes_featureids", count));
  table.splits = INGOT_TRY(tensorNumbers(n, "nodes_splits"));
  table.voteWeights = INGOT_TRY(tensorNumbers(n, "leaf_weights"));
  table.voteTargets = INGOT_TRY(integersOf(n, "leaf_targetids", table.voteWeights.size()));
  if (table.splits.size() != count)
    return n.bad("'nodes_splits' has ", table.splits.size(), " entries, wanted ", count);
  for (size_t i = 0; i <= table.voteWeights.size(); ++i)
    table.leafStarts.push_back(static_cast<int64_t>(i));
  table.trueNext = INGOT_TRY(sidesOf(n, "true", count, table.voteWeights.size()));
  table.falseNext = INGOT_TRY(sidesOf(n, "false", count, table.voteWeights.size()));
  table.missingTrue = INGOT_TRY(missingOf(n, count));
  table.members = INGOT_TRY(tensorNumbers(n, "membership_values"));
  table.memberStarts = INGOT_TRY(memberStarts(n, table.modes, table.members));
  table.roots = n.integers("tree_roots").value_or(Integers());
  for (int64_t root : table.roots)
    if (root < 0)
      return n.bad("a tree starts at node ", root);
  table.targets = n.integer("n_targets", 1);
  table.aggregate = aggregates[aggregate];
  Handle x = INGOT_TRY(rowsOf(n, n.input(0)));
  Handle y = INGOT_TRY(emitTrees(n, x, table, n.element(x)));
  return n.result(transformed(n, y, transforms[post]));
}

} // namespace ingot::onnx
