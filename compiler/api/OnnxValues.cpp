// ONNX .pb data files as values.
#include "compiler/import/onnx/TensorData.h"
#include "ingot/Ingot.h"
#include "runtime/base/File.h"

namespace ingot {
namespace {
Expected<Value> toValue(const onnx::ValueProto &proto, const onnx::TensorSource &source) {
  switch (proto.kind) {
  case onnx::ValueProto::Kind::Tensor:
    return Value(INGOT_TRY(INGOT_TRY(onnx::toTensor(proto.tensors.front(), source)).aligned()));
  case onnx::ValueProto::Kind::Optional:
    return proto.values.empty() ? Expected<Value>(Value()) : toValue(proto.values.front(), source);
  case onnx::ValueProto::Kind::Sequence:
    break;
  }
  std::vector<Value> items;
  for (const onnx::ValueProto &item : proto.values)
    items.push_back(INGOT_TRY(toValue(item, source)));
  return Value::sequence(std::move(items));
}
} // namespace

Expected<Value> readOnnxValue(const std::string &path, const ValueType &type) {
  auto file = INGOT_TRY(MappedFile::open(path));
  return readOnnxValueBytes(file->bytes(), file, type);
}

Expected<Value> readOnnxValueBytes(std::string_view bytes, std::shared_ptr<const void> owner,
                                   const ValueType &type) {
  Limits limits;
  onnx::TensorSource source{std::move(owner), nullptr, &limits};
  if (type.isSequence())
    return toValue(INGOT_TRY(onnx::parseSequence(bytes, limits)), source);
  if (type.isOptional())
    return toValue(INGOT_TRY(onnx::parseOptional(bytes, limits)), source);
  onnx::TensorProto tensor = INGOT_TRY(onnx::parseTensor(bytes, limits));
  Value value = INGOT_TRY(toValue({onnx::ValueProto::Kind::Tensor, {tensor}, {}}, source));
  // NumPy has no bfloat16: older data files hold its bits in a tensor of 16-bit integers.
  if (type.element == ElementType::BF16 && value.tensor().type() == ElementType::U16)
    return Value(value.tensor().reinterpreted(ElementType::BF16));
  return value;
}

} // namespace ingot
