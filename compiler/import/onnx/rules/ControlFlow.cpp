// Import rules of control flow.
#include "compiler/import/onnx/Node.h"

#include "compiler/dialect/graph/infer/Shapes.h"

namespace ingot::onnx {
namespace {

Expected<const GraphProto *> subgraph(const Node &n, const char *name) {
  const GraphProto *graph = n.graph(name);
  if (!graph)
    return n.bad("attribute '", name, "' is missing or no graph");
  return graph;
}

/// A region that is the subgraph as it is.
RegionSource regionOf(const Node &n, const GraphProto &graph, std::vector<ValueType> arguments) {
  return {std::move(arguments),
          [&n, &graph](const std::vector<Handle> &values) { return n.inlineGraph(graph, values); },
          {}};
}

/// The type of a slice across an axis.
ValueType sliceType(const ValueType &type, int64_t axis) {
  if (!type.isTensor() || !type.ranked)
    return type;
  auto normal = graph::normalizeAxis(axis, type.rank());
  if (!normal)
    return ValueType::unranked(type.element); // the shape function reports it
  Shape dims = type.dims;
  dims.erase(dims.begin() + *normal);
  return ValueType::tensor(type.element, std::move(dims));
}

} // namespace

/// If. A condition that is known at import leaves only its own branch.
Status importIf(Node &n) {
  const GraphProto *then = INGOT_TRY(subgraph(n, "then_branch"));
  const GraphProto *otherwise = INGOT_TRY(subgraph(n, "else_branch"));
  auto known = n.value(n.input(0));
  if (known && known->type() == ElementType::Bool && known->elements() == 1)
    return n.result(n.inlineGraph(known->integerAt(0) ? *then : *otherwise, {}));
  return n.result(
      n.emitAll("if", {n.input(0)}, {}, {regionOf(n, *then, {}), regionOf(n, *otherwise, {})}));
}

/// Loop. A body may declare the trip and the condition as vectors of one element.
Status importLoop(Node &n) {
  const GraphProto *body = INGOT_TRY(subgraph(n, "body"));
  std::vector<Handle> operands;
  for (size_t i = 0; i < std::max<size_t>(n.inputCount(), 2); ++i)
    operands.push_back(n.input(i));
  RegionSource region;
  region.arguments = {ValueType::tensor(ElementType::I64, {}),
                      ValueType::tensor(ElementType::Bool, {})};
  for (size_t i = 2; i < operands.size(); ++i) {
    region.arguments.push_back(n.type(operands[i]));
    region.carried.emplace_back(i, i - 1);
  }
  region.build = [&](std::vector<Handle> values) -> Expected<std::vector<Handle>> {
    for (size_t i = 0; i < 2 && i < body->inputs.size(); ++i)
      if (const TypeProto &declared = body->inputs[i].type;
          declared.hasShape && declared.dims.size() == 1)
        values[i] = INGOT_TRY(n.emit("unsqueeze", {values[i], n.integersConstant({0})}));
    return n.inlineGraph(*body, values);
  };
  auto results = INGOT_TRY(n.emitAll("loop", operands, {}, {region}));
  // What starts as an optional and is always set by the body is used as if it were set.
  for (size_t i = 0; i + 2 < operands.size() && i + 1 < body->outputs.size(); ++i) {
    auto declared = body->outputs[i + 1].type.kind;
    bool plain = declared == TypeProto::Kind::Tensor || declared == TypeProto::Kind::Sequence;
    if (plain && n.type(results[i]).isOptional())
      results[i] = INGOT_TRY(n.emit("optional_get_element", {results[i]}));
  }
  return n.result(std::move(results));
}

namespace {
/// Directions and axes of a scan, one for each input or output.
Expected<std::vector<int64_t>> perValue(const Node &n, const char *name, size_t count) {
  auto values = n.integers(name).value_or(std::vector<int64_t>(count, 0));
  if (values.size() != count)
    return n.bad("'", name, "' has ", values.size(), " entries, wanted ", count);
  return values;
}
} // namespace

/// Scan. In opset 8 values are batched and the first input has the lengths of the sequences.
Status importScan(Node &n) {
  const GraphProto *body = INGOT_TRY(subgraph(n, "body"));
  bool batched = n.opset < 9;
  std::vector<Handle> operands{batched ? n.input(0) : n.none()};
  for (size_t i = batched; i < n.inputCount(); ++i)
    operands.push_back(n.input(i));
  int64_t inputs = n.integer("num_scan_inputs", 0);
  size_t values = operands.size() - 1;
  if (inputs < 1 || static_cast<size_t>(inputs) > values)
    return n.bad("'num_scan_inputs' is ", inputs, ", the node has ", values, " values");
  size_t states = values - static_cast<size_t>(inputs);
  if (body->outputs.size() < states)
    return n.bad("the body has ", body->outputs.size(), " outputs, wanted ", states, " or more");
  size_t count = static_cast<size_t>(inputs), outputs = body->outputs.size() - states;
  auto axes = INGOT_TRY(perValue(n, "scan_input_axes", count));
  Attributes attributes{
      {"scan_inputs", inputs},
      {"input_axes", axes},
      {"input_reversed",
       INGOT_TRY(perValue(n, batched ? "directions" : "scan_input_directions", count))},
      {"output_axes", INGOT_TRY(perValue(n, "scan_output_axes", outputs))},
      {"output_reversed", INGOT_TRY(perValue(n, "scan_output_directions", outputs))},
      {"batched", batched}};
  RegionSource region = regionOf(n, *body, {});
  for (size_t i = 0; i < values; ++i) {
    ValueType type = n.type(operands[i + 1]);
    if (batched)
      type = sliceType(type, 0);
    region.arguments.push_back(i < states ? type : sliceType(type, axes[i - states]));
    if (i < states)
      region.carried.emplace_back(i, i);
  }
  return n.result(n.emitAll("scan", operands, std::move(attributes), {region}));
}

/// SequenceMap: the body runs on an item of each sequence, with the tensors as they are.
Status importSequenceMap(Node &n) {
  const GraphProto *body = INGOT_TRY(subgraph(n, "body"));
  std::vector<Handle> operands;
  std::vector<ValueType> arguments;
  for (size_t i = 0; i < n.inputCount(); ++i) {
    operands.push_back(n.input(i));
    const ValueType &type = n.type(operands.back());
    arguments.push_back(type.isSequence() ? *type.inner : type);
  }
  return n.result(
      n.emitAll("sequence_map", operands, {}, {regionOf(n, *body, std::move(arguments))}));
}

} // namespace ingot::onnx
