// What is inside a model: where it came from, its operators as a graph, what they cost.
#pragma once

#include "ingot/Value.h"

#include <utility>

namespace ingot {

/// How often an operator occurs in the model file, subgraphs and functions included.
struct SourceOperator {
  std::string op; ///< with its domain unless it is ai.onnx
  int64_t opset =
      0; ///< version of its domain that the model asks for; 0 for a model's own function
  int64_t count = 0;
};

/// What the model file says about itself.
struct ModelInfo {
  std::string format; ///< "ONNX"
  int64_t formatVersion = 0;
  std::string producer, producerVersion;
  std::string domain, graphName, description;
  int64_t modelVersion = 0;
  std::vector<std::pair<std::string, int64_t>> opsets; ///< domain and version
  std::vector<std::pair<std::string, std::string>> metadata;
  std::vector<SourceOperator> operators; ///< most frequent first
  int64_t nodes = 0, functions = 0;
};

/// A value of the graph: an input, a constant or the result of a node.
struct GraphValue {
  ValueType type;
  std::string name;  ///< of an input or a constant of the model; else empty
  int producer = -1; ///< index of the node that makes it; -1 for inputs and constants
  bool constant = false;
  std::optional<int64_t> bytes() const; ///< nothing when the size is not known
};

/// One operator of the graph dialect.
struct GraphNode {
  std::string name;          ///< the model's name of the node it came from
  std::string op;            ///< "conv"
  std::string category;      ///< "contraction"; see docs/lexicon.md
  std::vector<int> operands; ///< indices of values; -1 for an operand that was left out
  std::vector<int> captures; ///< values that its regions use from outside
  std::vector<int> results;
  std::vector<std::pair<std::string, std::string>> attributes; ///< as the IR spells them
  int parent = -1; ///< the node whose region this one is in; -1 at the top
  /// Multiply-accumulates; 0 for operators that have none; nothing when a size is not known.
  std::optional<int64_t> macs;
};

/// The operators of a model in the order of their execution, and the values between them.
struct GraphView {
  std::vector<GraphValue> values;
  std::vector<GraphNode> nodes;
  std::vector<int> inputs, outputs; ///< indices of values
  std::vector<std::string> outputNames;
};

/// What one run costs. Bodies of loops count once.
struct ModelCost {
  int64_t parameters = 0;      ///< elements of all constants
  int64_t weightBytes = 0;     ///< of all constants
  int64_t macs = 0;            ///< multiply-accumulates
  int64_t activationBytes = 0; ///< of all values that nodes make
  int64_t peakBytes = 0;       ///< most bytes of inputs and values alive at a time
  int64_t unknownMacs = 0;     ///< nodes whose multiply-accumulates are not known
  int64_t unknownSizes = 0;    ///< values whose size is not known; they count as nothing
};
ModelCost costOf(const GraphView &graph);

/// The graph in the language of Graphviz.
std::string toDot(const GraphView &graph, const std::string &title);
/// The graph as a picture: layers from top to bottom, boxes coloured by category.
std::string toSvg(const GraphView &graph, const std::string &title);

} // namespace ingot
