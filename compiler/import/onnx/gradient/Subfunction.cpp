// Finds the nodes between some tensors and another one.
#include "compiler/import/onnx/gradient/Subfunction.h"

#include <algorithm>
#include <set>

namespace ingot::onnx {
namespace {

using Names = std::set<std::string_view>;

void collectNames(const NodeProto &node, Names &names);

/// A superset of the outer names that a graph reads; names of its own do no harm.
void collectNames(const GraphProto &graph, Names &names) {
  for (const NodeProto &node : graph.nodes)
    collectNames(node, names);
  for (const ValueInfo &output : graph.outputs)
    names.insert(output.name);
}

/// The names that a node reads: its inputs, what its subgraphs see, and of a Gradient the tensor
/// that it differentiates.
void collectNames(const NodeProto &node, Names &names) {
  names.insert(node.inputs.begin(), node.inputs.end());
  for (const AttributeProto &attribute : node.attributes) {
    if (attribute.graph)
      collectNames(*attribute.graph, names);
    if (node.opType == "Gradient" && attribute.name == "y")
      names.insert(attribute.s);
  }
  names.erase(""); // what was left out
}

using NodesInOrder = std::map<int64_t, const NodeProto *>;

/// All nodes from which `result` is computed, not looking behind the arguments.
NodesInOrder nodesBefore(const Node &n, const Names &arguments, std::string_view result) {
  NodesInOrder nodes;
  Names seen = arguments;
  std::vector<std::string_view> open{result};
  while (!open.empty()) {
    std::string_view name = open.back();
    open.pop_back();
    auto found = seen.insert(name).second ? n.emitter.lookUp(name) : std::nullopt;
    if (!found || !found->node || !nodes.emplace(found->order, found->node).second)
      continue;
    Names read;
    collectNames(*found->node, read);
    open.insert(open.end(), read.begin(), read.end());
  }
  return nodes;
}

} // namespace

GraphProto cutOut(const Node &n, const std::vector<std::string_view> &arguments,
                  std::string_view result) {
  GraphProto graph;
  graph.name = result;
  for (std::string_view name : arguments)
    graph.inputs.push_back({name, {}});
  graph.outputs.push_back({result, {}});
  const Names given(arguments.begin(), arguments.end());
  Names dependent = given;
  for (const auto &[order, node] : nodesBefore(n, given, result)) {
    Names read;
    collectNames(*node, read);
    if (std::none_of(read.begin(), read.end(), [&](auto name) { return dependent.count(name); }))
      continue;
    graph.nodes.push_back(*node);
    // A node may compute an argument beside what is wanted of it.
    for (std::string_view &output : graph.nodes.back().outputs)
      if (given.count(output))
        output = "";
      else
        dependent.insert(output);
  }
  return graph;
}

} // namespace ingot::onnx
