// An ONNX model as it lies in the file: plain structs over the mapped bytes.
//
// Strings and tensor data are views into the file; nothing large is copied, and reading a model of
// any size touches only its structure. The limits are checked while reading.
#pragma once

#include "ingot/Limits.h"
#include "ingot/Tensor.h"

#include <map>

namespace ingot::onnx {

struct Dimension {
  int64_t value = unknown; ///< or
  std::string_view name;   ///< a symbol
  static constexpr int64_t unknown = -1;
};

struct TypeProto {
  enum class Kind { Absent, Tensor, SparseTensor, Sequence, Optional, Map, Opaque };
  Kind kind = Kind::Absent;
  int64_t element = 0; ///< TensorProto.DataType; key type of a map
  bool hasShape = false;
  std::vector<Dimension> dims;
  std::shared_ptr<TypeProto> inner;
};

struct ValueInfo {
  std::string_view name;
  TypeProto type;
};

struct TensorProto {
  std::string_view name;
  int64_t dataType = 0;
  Shape dims;
  bool hasRaw = false;
  std::string_view raw;
  bool external = false;
  std::vector<std::pair<std::string_view, std::string_view>> externalData;
  std::string_view body; ///< the whole message, for the typed data fields
};

struct SparseTensorProto {
  TensorProto values, indices;
  Shape dims;
};

struct GraphProto;

struct AttributeProto {
  /// AttributeProto.AttributeType.
  enum Type {
    Undefined,
    Float,
    Int,
    String,
    Tensor,
    Graph,
    Floats,
    Ints,
    Strings,
    Tensors,
    Graphs,
    SparseTensor,
    SparseTensors,
    Type_,
    Types
  };
  std::string_view name;
  std::string_view reference; ///< inside a function: the function's attribute meant here
  int64_t type = Undefined;   ///< left out by models of IR version 1 and 2
  float f = 0;
  int64_t i = 0;
  std::string_view s;
  std::shared_ptr<TensorProto> tensor;
  std::shared_ptr<GraphProto> graph;
  std::shared_ptr<SparseTensorProto> sparse;
  std::shared_ptr<TypeProto> typeProto;
  std::vector<float> floats;
  std::vector<int64_t> ints;
  std::vector<std::string_view> strings;
};

struct NodeProto {
  std::string_view name, opType, domain, overload;
  std::vector<std::string_view> inputs, outputs;
  std::vector<AttributeProto> attributes;
};

struct GraphProto {
  std::string_view name;
  std::vector<NodeProto> nodes;
  std::vector<TensorProto> initializers;
  std::vector<SparseTensorProto> sparseInitializers;
  std::vector<ValueInfo> inputs, outputs, values;
};

using OpsetImports = std::map<std::string, int64_t, std::less<>>;

struct FunctionProto {
  std::string_view name, domain, overload;
  std::vector<std::string_view> inputs, outputs;
  std::vector<AttributeProto> defaults;
  std::vector<NodeProto> nodes;
  OpsetImports opsets;
};

struct ModelProto {
  int64_t irVersion = 0;
  std::string_view producerName, producerVersion, domain, docString;
  int64_t modelVersion = 0;
  OpsetImports opsets; ///< "ai.onnx" is filed under ""
  GraphProto graph;
  std::vector<FunctionProto> functions;
  std::vector<std::pair<std::string_view, std::string_view>> metadata;
};

/// Reads a ModelProto; the result points into `bytes`.
Expected<std::shared_ptr<ModelProto>> parseModel(std::string_view bytes, const Limits &limits);
/// Reads a single TensorProto, as test data files hold.
Expected<TensorProto> parseTensor(std::string_view bytes, const Limits &limits);

/// What a data file of a sequence or optional holds.
struct ValueProto {
  enum class Kind { Tensor, Sequence, Optional } kind = Kind::Tensor;
  std::vector<TensorProto> tensors; ///< one for a tensor
  std::vector<ValueProto> values;   ///< items of a sequence, or the content of an optional
};
Expected<ValueProto> parseSequence(std::string_view bytes, const Limits &limits);
Expected<ValueProto> parseOptional(std::string_view bytes, const Limits &limits);

} // namespace ingot::onnx
