// Writes small ONNX models for tests, right or wrong as the test wants them.
#pragma once

#include <protozero/pbf_writer.hpp>

#include <string>
#include <vector>

namespace ingot::onnx::test {

/// The bytes of one message; field numbers as in onnx.proto.
class Message {
public:
  Message &number(uint32_t field, int64_t value) {
    protozero::pbf_writer(bytes).add_int64(field, value);
    return *this;
  }
  Message &text(uint32_t field, const std::string &value) {
    protozero::pbf_writer(bytes).add_bytes(field, value);
    return *this;
  }
  Message &add(uint32_t field, const Message &message) { return text(field, message.bytes); }

  std::string bytes;
};

inline Message tensorType(const std::vector<int64_t> &dims, int64_t element = 1) {
  Message shape;
  for (int64_t dim : dims)
    shape.add(1, Message().number(1, dim));
  return Message().add(1, Message().number(1, element).add(2, shape));
}

inline Message valueInfo(const std::string &name, const std::vector<int64_t> &dims,
                         int64_t element = 1) {
  return Message().text(1, name).add(2, tensorType(dims, element));
}

inline Message node(const std::string &op, const std::vector<std::string> &inputs,
                    const std::vector<std::string> &outputs, const std::string &name = "",
                    const std::string &domain = "") {
  Message n;
  for (const auto &input : inputs)
    n.text(1, input);
  for (const auto &output : outputs)
    n.text(2, output);
  return n.text(3, name).text(4, op).text(7, domain);
}

inline Message opset(int64_t version, const std::string &domain = "") {
  return Message().text(1, domain).number(2, version);
}

inline Message tensor(const std::string &name, const std::vector<int64_t> &dims,
                      const std::string &raw, int64_t element = 1) {
  Message t;
  for (int64_t dim : dims)
    t.number(1, dim);
  return t.number(2, element).text(8, name).text(9, raw);
}

/// A tensor whose data lies in a file.
inline Message externalTensor(const std::string &name, const std::vector<int64_t> &dims,
                              const std::vector<std::pair<std::string, std::string>> &entries) {
  Message t;
  for (int64_t dim : dims)
    t.number(1, dim);
  t.number(2, 1).text(8, name).number(14, 1);
  for (const auto &[key, value] : entries)
    t.add(13, Message().text(1, key).text(2, value));
  return t;
}

inline std::string model(const Message &graph, int64_t version = 17) {
  return Message().number(1, 8).add(7, graph).add(8, opset(version)).bytes;
}

} // namespace ingot::onnx::test
