// ONNX messages as trees of protobuf fields that can be edited and written back.
//
// Knows of the schema only which fields are messages. What it cannot read stays bytes.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace ingot::mutation {

/// The message types of onnx.proto that edits look into.
enum class MessageKind {
  Model,
  Graph,
  Node,
  Attribute,
  Tensor,
  ValueInfo,
  Type,
  TensorType,
  Shape,
  Dimension,
  OpsetId,
  Function,
  Bytes, ///< not a message
};

struct Message;

struct Field {
  uint32_t number = 0;
  uint32_t wire = 0;  ///< 0 varint, 1 fixed64, 2 length-delimited, 5 fixed32
  uint64_t value = 0; ///< of numbers
  std::string bytes;  ///< of strings, bytes and packed numbers
  std::unique_ptr<Message> message;
};

struct Message {
  MessageKind kind;
  std::vector<Field> fields;
};

/// False when the bytes are not wire format.
bool parseMessage(std::string_view bytes, MessageKind kind, Message &out, int depth = 0);
std::string serialize(const Message &message);

} // namespace ingot::mutation
