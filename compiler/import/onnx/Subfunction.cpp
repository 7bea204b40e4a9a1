// Finds the nodes between some tensors and another one.
#include "compiler/import/onnx/Subfunction.h"

#include "compiler/import/onnx/NodeOrder.h"

#include <algorithm>

namespace ingot::onnx {
namespace {

using NodesInOrder = std::map<int64_t, const NodeProto *>;

/// All nodes from which `result` is computed, not looking behind the arguments.
NodesInOrder nodesBefore(const Node &n, NamesRead &namesRead, const Names &arguments,
                         std::string_view result) {
  NodesInOrder nodes;
  Names seen = arguments;
  std::vector<std::string_view> open{result};
  while (!open.empty()) {
    std::string_view name = open.back();
    open.pop_back();
    auto found = seen.insert(name).second ? n.around.lookUp(name) : std::nullopt;
    if (!found || !found->node || !nodes.emplace(found->order, found->node).second)
      continue;
    std::vector<std::string_view> read = namesRead.of(*found->node);
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
  NamesRead namesRead;
  for (const auto &[order, node] : nodesBefore(n, namesRead, given, result)) {
    std::vector<std::string_view> read = namesRead.of(*node);
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
