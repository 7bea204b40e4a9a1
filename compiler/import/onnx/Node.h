// Node: an ONNX node as its import rule sees it, and where the rule puts what the node means.
//
// A rule is a function `Status importX(Node &n)`, found by name from the operator records. It reads
// the node's inputs and attributes under the rules of the node's own opset, emits graph operators
// and sets the node's outputs:
//
//   /// Softmax. Before opset 13 the axes from `axis` on count as one.
//   Status importSoftmax(Node &n) {
//     Handle x = n.input(0);
//     if (n.opset >= 13)
//       return n.result(n.emit("softmax", {x}, {{"axis", n.axis(x, n.integer("axis", -1))}}));
//     ...
//   }
//
// Rules know nothing of MLIR; see import/base/Emitter.h.
#pragma once

#include "compiler/import/base/Emitter.h"
#include "compiler/import/onnx/Proto.h"

namespace ingot::onnx {

using graph::Attributes;
using importer::Emitter;
using importer::Handle;
using importer::RegionSource;
using importer::Trace;

/// Where a name comes from.
struct Definition {
  const NodeProto *node = nullptr; ///< null for inputs and initializers
  int64_t order = 0;               ///< nodes with a larger one were imported later
};

/// What rules need of the model around a node.
class Surroundings {
public:
  virtual ~Surroundings() = default;
  /// Imports a subgraph of the node where we are, with these values as its inputs.
  virtual Expected<std::vector<Handle>> inlineGraph(const GraphProto &graph,
                                                    const std::vector<Handle> &arguments) = 0;
  /// The same with a trace of it.
  virtual Expected<Trace> traceGraph(const GraphProto &graph,
                                     const std::vector<Handle> &arguments) = 0;
  /// Nothing when the name is not defined before the node.
  virtual std::optional<Definition> lookUp(std::string_view name) = 0;
  virtual Expected<Tensor> decode(const TensorProto &proto) = 0;
  virtual Expected<Tensor> decode(const SparseTensorProto &proto) = 0;
};

/// The attributes with which a function was called, seen from the nodes in its body.
using AttributeBindings = std::map<std::string_view, const AttributeProto *>;

class Node {
public:
  Node(const NodeProto &proto, Emitter &emitter, Surroundings &around, int64_t opset,
       std::vector<Handle> inputs, const AttributeBindings *bindings)
      : proto(proto), emitter(emitter), around(around), opset(opset), inputs(std::move(inputs)),
        bindings(bindings), outputs(proto.outputs.size()) {}

  const NodeProto &proto;
  Emitter &emitter;
  Surroundings &around;
  const int64_t opset; ///< version of the node's own domain

  //===--- inputs ---===//
  size_t inputCount() const { return inputs.size(); }
  bool has(size_t i) const { return i < inputs.size() && !type(inputs[i]).isNone(); }
  /// The none value where the input was left out.
  Handle input(size_t i) const { return i < inputs.size() ? inputs[i] : emitter.none(); }
  const ValueType &type(Handle value) const { return emitter.typeOf(value); }
  /// -1 when unknown.
  int64_t rank(Handle value) const { return type(value).rank(); }
  ElementType element(Handle value) const { return type(value).element; }
  std::optional<Tensor> value(Handle value) const { return emitter.valueOf(value); }
  std::optional<std::vector<int64_t>> integersOf(Handle handle) const {
    return emitter.integersOf(handle);
  }
  /// `axis` counted from the front, if the rank is known.
  int64_t axis(Handle value, int64_t axis) const { return emitter.axisOf(value, axis); }

  //===--- attributes ---===//
  /// Null when the node does not have it. Inside a function, references are followed.
  const AttributeProto *attribute(std::string_view name) const;
  /// The same of this type; another one becomes the node's error.
  const AttributeProto *attribute(std::string_view name, AttributeProto::Type wanted) const;
  bool hasAttribute(std::string_view name) const { return attribute(name) != nullptr; }
  /// About an attribute of another type than the rule asked for; "" when there was none.
  const std::string &attributeError() const { return wrongAttribute; }
  int64_t integer(std::string_view name, int64_t otherwise) const;
  float number(std::string_view name, float otherwise) const;
  std::string text(std::string_view name, std::string_view otherwise) const;
  std::optional<std::vector<int64_t>> integers(std::string_view name) const;
  std::optional<std::vector<float>> numbers(std::string_view name) const;
  std::optional<std::vector<std::string>> texts(std::string_view name) const;
  /// Nothing when the attribute is not there.
  Expected<std::optional<Tensor>> tensor(std::string_view name) const;
  /// Null when there is none.
  const GraphProto *graph(std::string_view name) const;
  /// An attribute that holds a TensorProto.DataType.
  Expected<ElementType> elementType(std::string_view name, ElementType otherwise) const;

  //===--- meaning ---===//
  /// Emits an operator with one result (or the first of several).
  Expected<Handle> emit(std::string_view op, const std::vector<Handle> &operands,
                        Attributes attributes = {}) const;
  Expected<std::vector<Handle>> emitAll(std::string_view op, const std::vector<Handle> &operands,
                                        Attributes attributes = {},
                                        const std::vector<RegionSource> &regions = {}) const;
  /// Imports a subgraph where we are, with these values as its inputs; gives its outputs.
  Expected<std::vector<Handle>> inlineGraph(const GraphProto &graph,
                                            const std::vector<Handle> &arguments) const {
    return around.inlineGraph(graph, arguments);
  }
  Handle none() const { return emitter.none(); }
  Handle constant(Tensor value) const { return emitter.constant(std::move(value)); }
  Handle integersConstant(const std::vector<int64_t> &values) const {
    return emitter.integersConstant(values);
  }
  /// A scalar of the element type of `like`.
  Expected<Handle> scalarLike(Handle like, double value) const {
    return emitter.scalarLike(like, value);
  }

  /// Sets output `i`; what a rule leaves unset must not be used by the model.
  void setOutput(size_t i, Handle value);
  bool wants(size_t i) const { return i < proto.outputs.size() && !proto.outputs[i].empty(); }
  const std::vector<Handle> &results() const { return outputs; }

  //===--- rounding once ---===//
  /// Inputs of 16-bit floats become f32, for a rule that computes with several operators what the
  /// node does at once. Not where one input is a wider float already: types are not to be mixed.
  Status widenInputs();
  /// Outputs of f32 become what the inputs were before; not those whose bit is set.
  Status roundOutputs(uint32_t f32Outputs);
  /// The usual last line of a rule: output 0 is this value; or all outputs are these.
  Status result(Expected<Handle> value);
  Status result(Expected<std::vector<Handle>> values);

  template <typename... Parts> Status bad(const Parts &...message) const {
    return badModel(str(message...));
  }
  template <typename... Parts> Status unsupported(const Parts &...message) const {
    return ingot::unsupported(str(message...));
  }

private:
  std::vector<Handle> inputs;
  const AttributeBindings *bindings;
  std::vector<Handle> outputs;
  std::optional<ElementType> narrow; ///< what the inputs were before they were widened
  mutable std::string wrongAttribute;
};

/// `x` with elements of another type; `x` itself if it has that type.
Expected<Handle> castTo(const Node &n, Handle x, ElementType type);

using Rule = Status (*)(Node &);

/// The rule for an ONNX operator.
struct RuleEntry {
  std::string_view domain, name;
  Rule function = nullptr;         ///< or
  std::string_view directOperator; ///< operands by position, attributes by name
  bool widens;                     ///< 16-bit floats are computed in f32 and rounded once
  uint32_t f32Outputs;             ///< bits of outputs that are then not rounded
};
/// Null when there is none.
const RuleEntry *findRule(std::string_view domain, std::string_view name);
/// Known operators of a domain whose spelling is near: for error messages.
std::string suggestRule(std::string_view domain, std::string_view name);

/// Runs the entry's rule, or the generic one for direct operators.
Status applyRule(const RuleEntry &entry, Node &node);

} // namespace ingot::onnx
