// NodeOrder: the nodes of a graph in an order in which each comes after what it uses.
//
// ONNX wants files sorted so; many are not, and other runtimes take them. Nodes that are in order
// stay where they are.
#pragma once

#include "compiler/import/onnx/Proto.h"

#include <functional>
#include <set>

namespace ingot::onnx {

using Names = std::set<std::string_view>;

/// The names that a node reads: its inputs, what its subgraphs read of the graphs around them, and
/// of a Gradient the tensor that it differentiates.
class NamesRead {
public:
  /// Without repetition; in the order of the file.
  std::vector<std::string_view> of(const NodeProto &node);

private:
  const std::vector<std::string_view> &of(const GraphProto &graph);

  /// Of subgraphs, each of which is read once for every graph around it.
  std::map<const GraphProto *, std::vector<std::string_view>> known;
};

struct NodeOrder {
  std::vector<const NodeProto *> nodes; ///< in order; empty when there is a cycle
  /// Each uses an output of the next, and the last one of the first.
  std::vector<const NodeProto *> cycle;
};

/// Sorts by use, in time proportional to the nodes and the names they read. `isVisible` says which
/// names exist before any of the nodes runs: those of the graph around, inputs and initializers. A
/// node that reads such a name means a node's output only if that node comes before it in the file.
NodeOrder sortByUse(const std::vector<NodeProto> &nodes, NamesRead &read,
                    const std::function<bool(std::string_view)> &isVisible);

} // namespace ingot::onnx
