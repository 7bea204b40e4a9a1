// Decodes tensor data in every form ONNX has for it.
#include "compiler/import/onnx/TensorData.h"

#include "compiler/import/onnx/TypedData.h"

#include <charconv>

namespace ingot::onnx {
namespace {

/// Type and size of a tensor, checked against the limits.
struct Header {
  ElementType type;
  int64_t elements;
};

Expected<Header> checkHeader(const TensorProto &proto, const Limits &limits) {
  auto type = elementFromOnnx(proto.dataType);
  if (!type)
    return badModel(str("tensor '", proto.name, "' has data type ", proto.dataType,
                        ", which ONNX does not define"));
  auto count = elementCount(proto.dims);
  int64_t width = std::max<int64_t>(1, static_cast<int64_t>(elementBytes(*type)));
  int64_t bytes = 0;
  if (!count || __builtin_mul_overflow(*count, width, &bytes) || bytes > limits.tensorBytes)
    return badModel(str("tensor '", proto.name, "' has dims ", proto.dims,
                        ", which are negative or over the limit of ", limits.tensorBytes,
                        " bytes"));
  return Header{*type, *count};
}

Expected<int64_t> parseInteger(std::string_view text, std::string_view key) {
  int64_t value = 0;
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || value < 0)
    return badModel(str("external data: ", key, " is '", text, "', wanted a number"));
  return value;
}

Expected<std::pair<std::string_view, std::shared_ptr<const void>>>
readExternal(const TensorProto &proto, const TensorSource &source) {
  if (!source.files)
    return badModel(str("tensor '", proto.name, "' uses external data, which is not allowed here"));
  std::string location;
  int64_t offset = 0, length = -1;
  for (auto [key, value] : proto.externalData) {
    if (key == "location")
      location = std::string(value);
    else if (key == "offset")
      offset = INGOT_TRY(parseInteger(value, key));
    else if (key == "length")
      length = INGOT_TRY(parseInteger(value, key));
    else if (key != "checksum")
      return badModel(str("tensor '", proto.name, "': unknown external data key '", key, "'"));
  }
  auto bytes = source.files->read(location, offset, length);
  if (!bytes.ok())
    return bytes.takeStatus().within(str("tensor '", proto.name, "'"));
  return bytes;
}

/// Bytes that a tensor takes in the file.
int64_t packedBytes(const Header &header) {
  unsigned bits = elementBits(header.type);
  if (header.type == ElementType::Bool)
    return header.elements;
  if (bits < 8)
    return header.elements / 8 * bits + (header.elements % 8 * bits + 7) / 8;
  return header.elements * static_cast<int64_t>(elementBytes(header.type));
}

Expected<Tensor> fromBytes(const TensorProto &proto, const Header &header, std::string_view bytes,
                           std::shared_ptr<const void> owner) {
  if (header.type == ElementType::String)
    return badModel(str("tensor '", proto.name, "' holds strings as raw bytes"));
  int64_t wanted = packedBytes(header);
  if (static_cast<int64_t>(bytes.size()) != wanted)
    return badModel(str("tensor '", proto.name, "' ", elementName(header.type), "[",
                        shapeText(proto.dims), "] has ", bytes.size(), " bytes of data, wanted ",
                        wanted));
  unsigned bits = elementBits(header.type);
  if (bits < 8 && header.type != ElementType::Bool)
    return unpack(header.type, proto.dims, bytes);
  Tensor view = Tensor::view(header.type, proto.dims, bytes.data(), std::move(owner));
  return header.type == ElementType::Bool ? view.canonical() : Expected<Tensor>(std::move(view));
}

} // namespace

Expected<Tensor> unpack(ElementType type, Shape shape, std::string_view packed) {
  Tensor tensor = INGOT_TRY(Tensor::allocate(type, std::move(shape)));
  unsigned bits = elementBits(type);
  bool isSigned = elementClass(type) == ElementClass::Signed;
  auto *out = static_cast<int8_t *>(tensor.mutableBytes());
  for (int64_t i = 0; i < tensor.elements(); ++i) {
    // Eight elements take `bits` bytes; one of 6 bits may lie in two of them.
    size_t first = static_cast<size_t>(i) / 8 * bits + static_cast<size_t>(i) % 8 * bits / 8;
    size_t shift = static_cast<size_t>(i) % 8 * bits % 8;
    unsigned window = static_cast<uint8_t>(packed[first]);
    if (shift + bits > 8)
      window |= static_cast<unsigned>(static_cast<uint8_t>(packed[first + 1])) << 8;
    unsigned value = (window >> shift) & ((1u << bits) - 1);
    bool negative = isSigned && (value >> (bits - 1));
    out[i] = static_cast<int8_t>(negative ? value | ~((1u << bits) - 1) : value);
  }
  return tensor;
}

Expected<Tensor> toTensor(const TensorProto &proto, const TensorSource &source) {
  Header header = INGOT_TRY(checkHeader(proto, *source.limits));
  if (proto.external) {
    auto [bytes, owner] = INGOT_TRY(readExternal(proto, source));
    return fromBytes(proto, header, bytes, owner);
  }
  if (proto.hasRaw)
    return fromBytes(proto, header, proto.raw, source.owner);
  return decodeTypedData(proto, header.type, header.elements);
}

Expected<Tensor> toTensor(const SparseTensorProto &proto, const TensorSource &source) {
  Tensor values = INGOT_TRY(INGOT_TRY(toTensor(proto.values, source)).aligned());
  Tensor indices = INGOT_TRY(INGOT_TRY(toTensor(proto.indices, source)).aligned());
  auto total = elementCount(proto.dims);
  int64_t rank = static_cast<int64_t>(proto.dims.size());
  auto bad = [&](const auto &...why) {
    return badModel(str("sparse tensor '", proto.values.name, "': ", why...));
  };
  int64_t bytes = 0;
  if (!total || values.isString() ||
      __builtin_mul_overflow(*total, static_cast<int64_t>(elementBytes(values.type())), &bytes) ||
      bytes > source.limits->foldedBytes)
    return bad("dims ", proto.dims, " are not a size this loader expands");
  bool linear = indices.rank() == 1;
  if (indices.type() != ElementType::I64 || values.rank() != 1 ||
      (!linear && (indices.rank() != 2 || indices.dim(1) != rank)) ||
      indices.dim(0) != values.dim(0))
    return bad("indices ", shapeText(indices.shape()), " do not fit ", values.dim(0), " values");
  Tensor dense = INGOT_TRY(Tensor::allocate(values.type(), proto.dims, source.budget));
  size_t width = elementBytes(values.type());
  for (int64_t i = 0; i < values.dim(0); ++i) {
    int64_t place = linear ? indices.data<int64_t>()[i] : 0;
    for (int64_t axis = 0; !linear && axis < rank; ++axis) {
      int64_t index = indices.data<int64_t>()[i * rank + axis];
      if (index < 0 || index >= proto.dims[static_cast<size_t>(axis)])
        return bad("index ", index, " is outside dimension ",
                   proto.dims[static_cast<size_t>(axis)]);
      place = place * proto.dims[static_cast<size_t>(axis)] + index;
    }
    if (place < 0 || place >= *total)
      return bad("index ", place, " is outside ", *total, " elements");
    std::memcpy(static_cast<char *>(dense.mutableBytes()) + static_cast<size_t>(place) * width,
                static_cast<const char *>(values.bytes()) + static_cast<size_t>(i) * width, width);
  }
  return dense;
}

} // namespace ingot::onnx
