// Reads and writes protobuf wire format as an editable tree.
#include "tests/mutation/Wire.h"

#include <cstring>

namespace ingot::mutation {
namespace {

struct Edge {
  MessageKind parent;
  uint32_t field;
  MessageKind child;
};
constexpr Edge schema[] = {
    {MessageKind::Model, 7, MessageKind::Graph},
    {MessageKind::Model, 8, MessageKind::OpsetId},
    {MessageKind::Model, 25, MessageKind::Function},
    {MessageKind::Function, 7, MessageKind::Node},
    {MessageKind::Function, 9, MessageKind::OpsetId},
    {MessageKind::Graph, 1, MessageKind::Node},
    {MessageKind::Graph, 5, MessageKind::Tensor},
    {MessageKind::Graph, 11, MessageKind::ValueInfo},
    {MessageKind::Graph, 12, MessageKind::ValueInfo},
    {MessageKind::Graph, 13, MessageKind::ValueInfo},
    {MessageKind::Node, 5, MessageKind::Attribute},
    {MessageKind::Attribute, 5, MessageKind::Tensor},
    {MessageKind::Attribute, 6, MessageKind::Graph},
    {MessageKind::ValueInfo, 2, MessageKind::Type},
    {MessageKind::Type, 1, MessageKind::TensorType},
    {MessageKind::TensorType, 2, MessageKind::Shape},
    {MessageKind::Shape, 1, MessageKind::Dimension},
};

MessageKind childKind(MessageKind parent, uint32_t field) {
  for (const Edge &edge : schema)
    if (edge.parent == parent && edge.field == field)
      return edge.child;
  return MessageKind::Bytes;
}

bool readVarint(std::string_view &in, uint64_t &out) {
  out = 0;
  for (unsigned shift = 0; shift < 64 && !in.empty(); shift += 7) {
    auto byte = static_cast<uint8_t>(in.front());
    in.remove_prefix(1);
    out |= static_cast<uint64_t>(byte & 0x7f) << shift;
    if (!(byte & 0x80))
      return true;
  }
  return false;
}

void writeVarint(std::string &out, uint64_t value) {
  for (; value >= 0x80; value >>= 7)
    out.push_back(static_cast<char>(value | 0x80));
  out.push_back(static_cast<char>(value));
}

bool readFixed(std::string_view &in, size_t width, uint64_t &out) {
  if (in.size() < width)
    return false;
  out = 0;
  std::memcpy(&out, in.data(), width);
  in.remove_prefix(width);
  return true;
}

bool readField(std::string_view &in, MessageKind parent, Field &field, int depth) {
  switch (field.wire) {
  case 0:
    return readVarint(in, field.value);
  case 1:
    return readFixed(in, 8, field.value);
  case 5:
    return readFixed(in, 4, field.value);
  case 2:
    break;
  default:
    return false;
  }
  uint64_t length = 0;
  if (!readVarint(in, length) || length > in.size())
    return false;
  std::string_view body = in.substr(0, static_cast<size_t>(length));
  in.remove_prefix(static_cast<size_t>(length));
  MessageKind kind = childKind(parent, field.number);
  auto message = std::make_unique<Message>();
  if (kind != MessageKind::Bytes && depth < 32 && parseMessage(body, kind, *message, depth + 1))
    field.message = std::move(message);
  else
    field.bytes = std::string(body);
  return true;
}

} // namespace

bool parseMessage(std::string_view bytes, MessageKind kind, Message &out, int depth) {
  out.kind = kind;
  while (!bytes.empty()) {
    uint64_t key = 0;
    if (!readVarint(bytes, key))
      return false;
    Field field;
    field.number = static_cast<uint32_t>(key >> 3);
    field.wire = key & 7;
    if (!readField(bytes, kind, field, depth))
      return false;
    out.fields.push_back(std::move(field));
  }
  return true;
}

std::string serialize(const Message &message) {
  std::string out;
  for (const Field &field : message.fields) {
    writeVarint(out, static_cast<uint64_t>(field.number) << 3 | field.wire);
    if (field.wire == 0) {
      writeVarint(out, field.value);
    } else if (field.wire == 2) {
      std::string body = field.message ? serialize(*field.message) : field.bytes;
      writeVarint(out, body.size());
      out += body;
    } else {
      size_t width = field.wire == 1 ? 8 : 4;
      out.append(reinterpret_cast<const char *>(&field.value), width);
    }
  }
  return out;
}

} // namespace ingot::mutation
