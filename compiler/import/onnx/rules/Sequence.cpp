// Import rules of sequences and optionals.
#include "compiler/import/onnx/Node.h"

namespace ingot::onnx {

Status importSequenceEmpty(Node &n) {
  ElementType element = INGOT_TRY(n.elementType("dtype", ElementType::F32));
  return n.result(n.emit("sequence_empty", {}, {{"element", element}}));
}

/// SequenceInsert: the position may be left out.
Status importSequenceInsert(Node &n) {
  return n.result(n.emit("sequence_insert", {n.input(0), n.input(1), n.input(2)}));
}

/// SequenceErase: the position may be left out.
Status importSequenceErase(Node &n) {
  return n.result(n.emit("sequence_erase", {n.input(0), n.input(1)}));
}

/// SplitToSequence: the sizes may be left out.
Status importSplitToSequence(Node &n) {
  Handle x = n.input(0);
  return n.result(n.emit(
      "split_to_sequence", {x, n.input(1)},
      {{"axis", n.axis(x, n.integer("axis", 0))}, {"keepdims", n.integer("keepdims", 1) != 0}}));
}

/// Optional: of the input, or an empty one whose type is an attribute.
Status importOptional(Node &n) {
  if (n.has(0))
    return n.result(n.emit("optional", {n.input(0)}));
  const AttributeProto *type = n.attribute("type");
  const TypeProto *proto = type ? type->typeProto.get() : nullptr;
  if (!proto)
    return n.bad("an Optional has neither an input nor a type");
  // The type may be written as that of the content or of the optional itself.
  if (proto->kind == TypeProto::Kind::Optional)
    proto = proto->inner.get();
  bool sequence = proto && proto->kind == TypeProto::Kind::Sequence;
  if (sequence)
    proto = proto->inner.get();
  if (!proto || proto->kind != TypeProto::Kind::Tensor)
    return n.unsupported("an empty optional of something else than a tensor or a sequence of them");
  auto element = elementFromOnnx(proto->element);
  if (!element)
    return n.bad("element type ", proto->element, " is not one that ONNX defines");
  return n.result(n.emit("optional", {n.none()}, {{"element", *element}, {"sequence", sequence}}));
}

/// OptionalGetElement: since opset 18 also of what is no optional.
Status importOptionalGetElement(Node &n) {
  const ValueType &type = n.type(n.input(0));
  if (type.isTensor() || type.isSequence())
    return n.result(n.input(0));
  return n.result(n.emit("optional_get_element", {n.input(0)}));
}

/// OptionalHasElement: since opset 18 also of what is no optional, and of nothing.
Status importOptionalHasElement(Node &n) {
  if (const ValueType &type = n.type(n.input(0)); !type.isOptional())
    return n.result(n.constant(Tensor::scalar(!type.isNone())));
  return n.result(n.emit("optional_has_element", {n.input(0)}));
}

} // namespace ingot::onnx
