// Decodes the typed data fields of a TensorProto. Uses protozero, so exceptions are on here as in
// Proto.cpp and end here.
#include "compiler/import/onnx/TypedData.h"

#include "compiler/import/onnx/ProtoReader.h"
#include "compiler/import/onnx/TensorData.h"

namespace ingot::onnx {
namespace {

using protozero::pbf_reader;
using protozero::pbf_wire_type;

/// Field numbers of the typed data.
enum Field {
  FloatData = 4,
  Int32Data = 5,
  StringData = 6,
  Int64Data = 7,
  DoubleData = 10,
  Uint64Data = 11
};

Field fieldOf(ElementType type) {
  switch (type) {
  case ElementType::F32:
  case ElementType::C64:
    return FloatData;
  case ElementType::F64:
  case ElementType::C128:
    return DoubleData;
  case ElementType::I64:
    return Int64Data;
  case ElementType::U32:
  case ElementType::U64:
    return Uint64Data;
  case ElementType::String:
    return StringData;
  default:
    return Int32Data; // everything of 32 bits and less, small floats as their bits
  }
}

/// Collects up to `wanted` numbers of a repeated field, packed or not; counts the rest.
template <typename T, typename One, typename Packed>
int64_t collect(std::string_view body, Field field, pbf_wire_type single, std::vector<T> &out,
                int64_t wanted, One &&one, Packed &&packed) {
  int64_t count = 0;
  auto take = [&](T value) {
    if (count++ < wanted)
      out.push_back(value);
  };
  pbf_reader r(body.data(), body.size());
  while (r.next()) {
    if (r.tag() != static_cast<uint32_t>(field)) {
      r.skip();
    } else if (r.wire_type() == single) {
      take(one(r));
    } else {
      for (T value : packed(r))
        take(value);
    }
  }
  return count;
}

Status wrongCount(const TensorProto &proto, ElementType type, int64_t found, int64_t wanted) {
  return badModel(str("tensor '", proto.name, "' ", elementName(type), "[", shapeText(proto.dims),
                      "] has ", found, " values, wanted ", wanted));
}

Expected<Tensor> decodeStrings(const TensorProto &proto, int64_t elements) {
  std::vector<std::string> values;
  pbf_reader r(proto.body.data(), proto.body.size());
  while (r.next()) {
    if (r.tag() == StringData)
      values.emplace_back(std::string(r.get_view()));
    else
      r.skip();
  }
  if (static_cast<int64_t>(values.size()) != elements)
    return wrongCount(proto, ElementType::String, static_cast<int64_t>(values.size()), elements);
  return Tensor::of<std::string>(proto.dims, values);
}

/// Numbers of the wide C++ type W as elements of `type`.
template <typename W>
Expected<Tensor> narrow(const TensorProto &proto, ElementType type, const std::vector<W> &values) {
  Tensor tensor = INGOT_TRY(Tensor::allocate(type, proto.dims));
  size_t width = elementBytes(type);
  for (size_t i = 0; i < values.size(); ++i) {
    uint64_t bits = static_cast<uint64_t>(values[i]);
    if (type == ElementType::Bool)
      bits = values[i] != 0;
    else if (elementBits(type) == 6)
      bits &= 63;
    std::memcpy(static_cast<char *>(tensor.mutableBytes()) + i * width, &bits, width);
  }
  return tensor;
}

/// Small types in int32_data: 8 / bits elements packed into the low byte of each value.
Expected<Tensor> decodePacked(const TensorProto &proto, ElementType type,
                              const std::vector<int32_t> &values) {
  std::string bytes;
  for (int32_t value : values)
    bytes.push_back(static_cast<char>(value));
  return unpack(type, proto.dims, bytes);
}

Expected<Tensor> decode(const TensorProto &proto, ElementType type, int64_t elements) {
  Field field = fieldOf(type);
  int64_t perElement = elementClass(type) == ElementClass::Complex ? 2 : 1;
  int64_t wanted = elements * perElement;
  // Never reserve on the word of the header: the data must be there.
  if (field == StringData)
    return decodeStrings(proto, elements);
  if (field == FloatData || field == DoubleData) {
    std::vector<char> raw;
    int64_t found = 0;
    if (field == FloatData) {
      std::vector<float> values;
      found = collect<float>(
          proto.body, field, pbf_wire_type::fixed32, values, wanted,
          [](pbf_reader &r) { return r.get_float(); },
          [](pbf_reader &r) { return r.get_packed_float(); });
      raw.assign(reinterpret_cast<char *>(values.data()),
                 reinterpret_cast<char *>(values.data() + values.size()));
    } else {
      std::vector<double> values;
      found = collect<double>(
          proto.body, field, pbf_wire_type::fixed64, values, wanted,
          [](pbf_reader &r) { return r.get_double(); },
          [](pbf_reader &r) { return r.get_packed_double(); });
      raw.assign(reinterpret_cast<char *>(values.data()),
                 reinterpret_cast<char *>(values.data() + values.size()));
    }
    if (found != wanted)
      return wrongCount(proto, type, found, wanted);
    Tensor tensor = INGOT_TRY(Tensor::allocate(type, proto.dims));
    if (!raw.empty())
      std::memcpy(tensor.mutableBytes(), raw.data(), raw.size());
    return tensor;
  }
  unsigned bits = elementBits(type);
  bool packed = bits == 4 || bits == 2;
  if (packed)
    wanted = (elements + 8 / bits - 1) / (8 / bits);
  if (field == Int32Data) {
    std::vector<int32_t> values;
    int64_t found = collect<int32_t>(
        proto.body, field, pbf_wire_type::varint, values, wanted,
        [](pbf_reader &r) { return r.get_int32(); },
        [](pbf_reader &r) { return r.get_packed_int32(); });
    if (found != wanted)
      return wrongCount(proto, type, found, wanted);
    return packed ? decodePacked(proto, type, values) : narrow(proto, type, values);
  }
  std::vector<uint64_t> values;
  int64_t found = collect<uint64_t>(
      proto.body, field, pbf_wire_type::varint, values, wanted,
      [](pbf_reader &r) { return r.get_uint64(); },
      [](pbf_reader &r) { return r.get_packed_uint64(); });
  if (found != wanted)
    return wrongCount(proto, type, found, wanted);
  return narrow(proto, type, values);
}

} // namespace

Expected<Tensor> decodeTypedData(const TensorProto &proto, ElementType type, int64_t elements) {
  auto tensor = guarded([&] { return decode(proto, type, elements); });
  if (!tensor.ok())
    return tensor.takeStatus();
  return tensor.take();
}

} // namespace ingot::onnx
