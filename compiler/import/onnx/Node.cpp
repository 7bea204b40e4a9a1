// What rules read of a node and how they emit.
#include "compiler/import/onnx/Node.h"

namespace ingot::onnx {

const AttributeProto *Node::attribute(std::string_view name) const {
  for (const AttributeProto &attribute : proto.attributes) {
    if (attribute.name != name)
      continue;
    if (attribute.reference.empty())
      return &attribute;
    if (!bindings)
      return nullptr;
    auto bound = bindings->find(attribute.reference);
    return bound == bindings->end() ? nullptr : bound->second;
  }
  return nullptr;
}

const AttributeProto *Node::attribute(std::string_view name, AttributeProto::Type wanted) const {
  static constexpr std::string_view names[] = {
      "undefined",      "FLOAT",      "INT",        "STRING",  "TENSOR", "GRAPH",
      "FLOATS",         "INTS",       "STRINGS",    "TENSORS", "GRAPHS", "SPARSE_TENSOR",
      "SPARSE_TENSORS", "TYPE_PROTO", "TYPE_PROTOS"};
  const AttributeProto *a = attribute(name);
  if (!a || a->type == wanted || a->type == AttributeProto::Undefined)
    return a;
  bool known = a->type > 0 && a->type < static_cast<int64_t>(std::size(names));
  if (wrongAttribute.empty())
    wrongAttribute = str("attribute '", name, "' is ",
                         known ? names[static_cast<size_t>(a->type)] : "of an unknown type",
                         ", wanted ", names[static_cast<size_t>(wanted)]);
  return nullptr;
}

int64_t Node::integer(std::string_view name, int64_t otherwise) const {
  const AttributeProto *a = attribute(name, AttributeProto::Int);
  return a ? a->i : otherwise;
}

float Node::number(std::string_view name, float otherwise) const {
  const AttributeProto *a = attribute(name, AttributeProto::Float);
  return a ? a->f : otherwise;
}

std::string Node::text(std::string_view name, std::string_view otherwise) const {
  const AttributeProto *a = attribute(name, AttributeProto::String);
  return std::string(a ? a->s : otherwise);
}

std::optional<std::vector<int64_t>> Node::integers(std::string_view name) const {
  const AttributeProto *a = attribute(name, AttributeProto::Ints);
  return a ? std::optional(a->ints) : std::nullopt;
}

std::optional<std::vector<float>> Node::numbers(std::string_view name) const {
  const AttributeProto *a = attribute(name, AttributeProto::Floats);
  return a ? std::optional(a->floats) : std::nullopt;
}

std::optional<std::vector<std::string>> Node::texts(std::string_view name) const {
  const AttributeProto *a = attribute(name, AttributeProto::Strings);
  if (!a)
    return std::nullopt;
  return std::vector<std::string>(a->strings.begin(), a->strings.end());
}

Expected<std::optional<Tensor>> Node::tensor(std::string_view name) const {
  const AttributeProto *a = attribute(name);
  if (!a)
    return std::optional<Tensor>();
  if (a->sparse)
    return std::optional(INGOT_TRY(around.decode(*a->sparse)));
  if (!a->tensor)
    return bad("attribute '", name, "' is not a tensor");
  return std::optional(INGOT_TRY(around.decode(*a->tensor)));
}

const GraphProto *Node::graph(std::string_view name) const {
  const AttributeProto *a = attribute(name);
  return a ? a->graph.get() : nullptr;
}

Expected<ElementType> Node::elementType(std::string_view name, ElementType otherwise) const {
  const AttributeProto *a = attribute(name, AttributeProto::Int);
  if (!a)
    return otherwise;
  auto type = elementFromOnnx(a->i);
  if (!type)
    return bad("attribute '", name, "' is ", a->i, ", which is no ONNX data type");
  return *type;
}

Expected<std::vector<Handle>> Node::emitAll(std::string_view op,
                                            const std::vector<Handle> &operands,
                                            Attributes attributes,
                                            const std::vector<RegionSource> &regions) const {
  return emitter.emit(op, operands, std::move(attributes), regions);
}

Expected<Handle> Node::emit(std::string_view op, const std::vector<Handle> &operands,
                            Attributes attributes) const {
  auto results = INGOT_TRY(emitAll(op, operands, std::move(attributes)));
  return results.front();
}

void Node::setOutput(size_t i, Handle value) {
  if (i < outputs.size())
    outputs[i] = value;
}

Status Node::result(Expected<Handle> value) {
  setOutput(0, INGOT_TRY(std::move(value)));
  return success();
}

Status Node::result(Expected<std::vector<Handle>> values) {
  auto handles = INGOT_TRY(std::move(values));
  for (size_t i = 0; i < handles.size(); ++i)
    setOutput(i, handles[i]);
  return success();
}

Status Node::widenInputs() {
  std::vector<Handle> wide = inputs;
  std::optional<ElementType> found;
  for (Handle &input : wide) {
    const ValueType &given = type(input);
    if (!given.isTensor() || !isFloat(given.element) || elementBits(given.element) < 16)
      continue;
    if (elementBits(given.element) > 16 || given.element != found.value_or(given.element))
      return success();
    found = given.element;
  }
  if (!found)
    return success();
  for (Handle &input : wide)
    if (type(input).isTensor() && element(input) == *found)
      input = INGOT_TRY(castTo(*this, input, ElementType::F32));
  inputs = std::move(wide);
  narrow = found;
  return success();
}

Status Node::roundOutputs(uint32_t f32Outputs) {
  for (size_t i = 0; narrow && i < outputs.size(); ++i) {
    bool stays = i < 32 && (f32Outputs >> i & 1) != 0;
    if (!stays && outputs[i].id >= 0 && type(outputs[i]).isTensor() &&
        element(outputs[i]) == ElementType::F32)
      outputs[i] = INGOT_TRY(castTo(*this, outputs[i], *narrow));
  }
  return success();
}

Expected<Handle> castTo(const Node &n, Handle x, ElementType type) {
  return n.element(x) == type ? Expected<Handle>(x) : n.emit("cast", {x}, {{"to", type}});
}

} // namespace ingot::onnx
