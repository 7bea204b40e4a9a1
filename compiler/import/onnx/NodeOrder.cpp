// Sorts nodes by what they read.
#include "compiler/import/onnx/NodeOrder.h"

#include <algorithm>

namespace ingot::onnx {

std::vector<std::string_view> NamesRead::of(const NodeProto &node) {
  std::vector<std::string_view> names;
  Names seen{""}; // what was left out
  auto add = [&](std::string_view name) {
    if (seen.insert(name).second)
      names.push_back(name);
  };
  for (std::string_view name : node.inputs)
    add(name);
  for (const AttributeProto &attribute : node.attributes) {
    if (attribute.graph)
      for (std::string_view name : of(*attribute.graph))
        add(name);
    if (node.opType == "Gradient" && attribute.name == "y")
      add(attribute.s);
  }
  return names;
}

const std::vector<std::string_view> &NamesRead::of(const GraphProto &graph) {
  auto [entry, isNew] = known.try_emplace(&graph);
  if (!isNew)
    return entry->second;
  Names own;
  for (const ValueInfo &input : graph.inputs)
    own.insert(input.name);
  for (const TensorProto &tensor : graph.initializers)
    own.insert(tensor.name);
  for (const SparseTensorProto &tensor : graph.sparseInitializers)
    own.insert(tensor.values.name);
  // A name that a node of the subgraph defines may still be one of the graph around where it is
  // read first; to wait for that one does no harm.
  Names seen = own;
  std::vector<std::string_view> names;
  auto add = [&](std::string_view name) {
    if (seen.insert(name).second)
      names.push_back(name);
  };
  Names defined;
  for (const NodeProto &node : graph.nodes) {
    for (std::string_view name : of(node))
      if (!defined.count(name))
        add(name);
    defined.insert(node.outputs.begin(), node.outputs.end());
  }
  for (const ValueInfo &output : graph.outputs)
    if (!defined.count(output.name))
      add(output.name);
  return known[&graph] = std::move(names);
}

namespace {

/// Visits each node after those whose outputs it reads, without recursion: chains are long.
class Sorter {
public:
  Sorter(const std::vector<NodeProto> &nodes, NamesRead &read,
         const std::function<bool(std::string_view)> &isVisible)
      : nodes(nodes), read(read), isVisible(isVisible), states(nodes.size(), State::New) {
    for (size_t i = 0; i < nodes.size(); ++i)
      for (std::string_view output : nodes[i].outputs)
        definitions.emplace(output, i); // the second of two is the importer's to report
  }

  NodeOrder run() {
    for (size_t i = 0; i < nodes.size() && order.cycle.empty(); ++i)
      visit(i);
    if (!order.cycle.empty())
      order.nodes.clear();
    return std::move(order);
  }

private:
  enum class State { New, Open, Done };
  /// A node whose operands are being visited.
  struct Visit {
    size_t node;
    std::vector<size_t> uses; ///< still to be visited, the next one last
  };

  void visit(size_t first) {
    enter(first);
    while (!open.empty() && order.cycle.empty()) {
      Visit &current = open.back();
      if (current.uses.empty()) {
        states[current.node] = State::Done;
        order.nodes.push_back(&nodes[current.node]);
        open.pop_back();
        continue;
      }
      size_t next = current.uses.back();
      current.uses.pop_back();
      enter(next);
    }
  }

  void enter(size_t node) {
    if (states[node] == State::Open)
      return nameCycle(node);
    if (states[node] == State::Done)
      return;
    states[node] = State::Open;
    open.push_back({node, usesOf(node)});
  }

  std::vector<size_t> usesOf(size_t node) {
    std::vector<size_t> uses;
    for (std::string_view name : read.of(nodes[node])) {
      auto definition = definitions.find(name);
      if (definition == definitions.end() || (definition->second >= node && isVisible(name)))
        continue;
      uses.push_back(definition->second);
    }
    std::reverse(uses.begin(), uses.end());
    return uses;
  }

  void nameCycle(size_t node) {
    auto start = std::find_if(open.begin(), open.end(),
                              [&](const Visit &visit) { return visit.node == node; });
    for (; start != open.end(); ++start)
      order.cycle.push_back(&nodes[start->node]);
  }

  const std::vector<NodeProto> &nodes;
  NamesRead &read;
  const std::function<bool(std::string_view)> &isVisible;
  std::vector<State> states;
  std::map<std::string_view, size_t> definitions;
  std::vector<Visit> open;
  NodeOrder order;
};

} // namespace

NodeOrder sortByUse(const std::vector<NodeProto> &nodes, NamesRead &read,
                    const std::function<bool(std::string_view)> &isVisible) {
  return Sorter(nodes, read, isVisible).run();
}

} // namespace ingot::onnx
