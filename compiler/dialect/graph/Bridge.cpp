// Conversions between MLIR's types and attributes and the plain C++ ones.
#include "compiler/dialect/graph/Bridge.h"

#include "compiler/dialect/graph/Graph.h"
#include "compiler/dialect/graph/Operators.h"

#include "mlir/IR/AsmState.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinDialect.h"
#include "mlir/IR/DialectResourceBlobManager.h"

using namespace mlir;

namespace ingot::graph {
namespace {
constexpr size_t inlineBytes = 1024;

/// One row per element type: its MLIR type, built from the spelling in ElementType.inc.
Type buildElement(MLIRContext *context, ElementType type) {
  unsigned bits = elementBits(type);
  switch (elementClass(type)) {
  case ElementClass::Signed:
  case ElementClass::Boolean:
    return IntegerType::get(context, bits);
  case ElementClass::Unsigned:
    return IntegerType::get(context, bits, IntegerType::Unsigned);
  case ElementClass::Text:
    return StringType::get(context);
  case ElementClass::Complex:
    return ComplexType::get(bits == 64 ? Type(Float32Type::get(context))
                                       : Type(Float64Type::get(context)));
  case ElementClass::Float:
    break;
  }
  switch (type) {
  case ElementType::F64:
    return Float64Type::get(context);
  case ElementType::F16:
    return Float16Type::get(context);
  case ElementType::BF16:
    return BFloat16Type::get(context);
  case ElementType::F8E4M3FN:
    return Float8E4M3FNType::get(context);
  case ElementType::F8E4M3FNUZ:
    return Float8E4M3FNUZType::get(context);
  case ElementType::F8E5M2:
    return Float8E5M2Type::get(context);
  case ElementType::F8E5M2FNUZ:
    return Float8E5M2FNUZType::get(context);
  case ElementType::F8E8M0:
    return Float8E8M0FNUType::get(context);
  case ElementType::F4E2M1:
    return Float4E2M1FNType::get(context);
  case ElementType::F6E2M3:
    return Float6E2M3FNType::get(context);
  case ElementType::F6E3M2:
    return Float6E3M2FNType::get(context);
  default:
    return Float32Type::get(context);
  }
}

/// Copies a tensor's elements so that MLIR can own them as an attribute in the IR.
ElementsAttr inlineAttr(RankedTensorType type, const Tensor &tensor) {
  if (tensor.isString()) {
    SmallVector<StringRef> texts;
    for (int64_t i = 0; i < tensor.elements(); ++i)
      texts.push_back(tensor.strings()[i]);
    return DenseStringElementsAttr::get(type, texts);
  }
  if (tensor.type() == ElementType::Bool) {
    SmallVector<bool> bits;
    for (int64_t i = 0; i < tensor.elements(); ++i)
      bits.push_back(static_cast<const char *>(tensor.bytes())[i] != 0);
    return DenseElementsAttr::get(type, bits);
  }
  return DenseElementsAttr::getFromRawBuffer(
      type, ArrayRef(static_cast<const char *>(tensor.bytes()), tensor.byteSize()));
}

ElementsAttr resourceAttr(RankedTensorType type, const Tensor &tensor) {
  ArrayRef<char> bytes(static_cast<const char *>(tensor.bytes()), tensor.byteSize());
  auto blob = UnmanagedAsmResourceBlob::allocateWithAlign(
      bytes, 1, [owner = tensor.owner()](void *, size_t, size_t) {}, /*dataIsMutable=*/false);
  // MLIR numbers equal names, but looks for a free number from 1 on.
  auto &manager =
      DenseResourceElementsHandle::getManagerInterface(type.getContext()).getBlobManager();
  size_t count = 0;
  manager.getBlobMap([&](const auto &blobs) { count = blobs.size(); });
  std::string name = count == 0 ? "weight" : str("weight_", count);
  return DenseResourceElementsAttr::get(type, name, std::move(blob));
}

std::optional<Tensor> fromDense(DenseElementsAttr dense, ElementType type, Shape shape) {
  auto bytes = dense.getRawData();
  if (elementBits(type) >= 8 && !dense.isSplat())
    return Tensor::view(type, std::move(shape), bytes.data(), nullptr);
  auto tensor = Tensor::allocate(type, std::move(shape));
  if (!tensor.ok())
    return std::nullopt;
  if (type == ElementType::Bool) {
    int64_t i = 0;
    for (bool bit : dense.getValues<bool>())
      tensor->mutableData<bool>()[i++] = bit;
    return tensor.take();
  }
  size_t width = elementBytes(type);
  for (int64_t i = 0; i < tensor->elements(); ++i)
    std::memcpy(static_cast<char *>(tensor->mutableBytes()) + static_cast<size_t>(i) * width,
                bytes.data() + (dense.isSplat() ? 0 : static_cast<size_t>(i) * width), width);
  // MLIR keeps an i4 zero-extended in its byte.
  canonicalize(type, tensor->mutableBytes(), tensor->elements());
  return tensor.take();
}
} // namespace

Type toMlir(MLIRContext *context, ElementType type) { return buildElement(context, type); }

namespace {

/// Integers that stand for f32: the upstream type that says so.
Type quantizedType(ElementType storage, const Quantization &quantization, MLIRContext *context) {
  unsigned bits = elementBits(storage);
  bool isSigned = elementClass(storage) == ElementClass::Signed;
  unsigned flags = isSigned ? quant::QuantizationFlags::Signed : 0;
  Type integer = IntegerType::get(context, bits), number = Float32Type::get(context);
  int64_t low = quant::QuantizedType::getDefaultMinimumForInteger(isSigned, bits);
  int64_t high = quant::QuantizedType::getDefaultMaximumForInteger(isSigned, bits);
  if (quantization.axis < 0)
    return quant::UniformQuantizedType::get(flags, integer, number, quantization.scales[0],
                                            quantization.zeroPoints[0], low, high);
  return quant::UniformQuantizedPerAxisType::get(
      flags, integer, number, quantization.scales, quantization.zeroPoints,
      static_cast<int32_t>(quantization.axis), low, high);
}

/// What a quantized element type says beside its storage; null for others.
std::shared_ptr<const Quantization> quantizationOf(Type element) {
  if (auto uniform = dyn_cast<quant::UniformQuantizedType>(element))
    return std::make_shared<Quantization>(
        Quantization{{uniform.getScale()}, {uniform.getZeroPoint()}, -1});
  if (auto perAxis = dyn_cast<quant::UniformQuantizedPerAxisType>(element))
    return std::make_shared<Quantization>(
        Quantization{{perAxis.getScales().begin(), perAxis.getScales().end()},
                     {perAxis.getZeroPoints().begin(), perAxis.getZeroPoints().end()},
                     perAxis.getQuantizedDimension()});
  return nullptr;
}

} // namespace

Type toMlir(MLIRContext *context, const ValueType &type) {
  switch (type.kind) {
  case ValueType::Kind::None:
    return NoneType::get(context);
  case ValueType::Kind::Sequence:
    return SequenceType::get(context, toMlir(context, *type.inner));
  case ValueType::Kind::Optional:
    return OptionalType::get(context, toMlir(context, *type.inner));
  case ValueType::Kind::Tensor:
    break;
  }
  Type element = toMlir(context, type.element);
  if (type.quantization)
    element = quantizedType(type.element, *type.quantization, context);
  if (!type.ranked)
    return UnrankedTensorType::get(element);
  SmallVector<int64_t> dims;
  for (int64_t dim : type.dims)
    dims.push_back(dim < 0 ? ShapedType::kDynamic : dim);
  return RankedTensorType::get(dims, element);
}

std::optional<ElementType> elementFromMlir(Type type) {
  if (auto quantized = dyn_cast<quant::QuantizedType>(type))
    type = quantized.isSigned()
               ? quantized.getStorageType()
               : IntegerType::get(type.getContext(), quantized.getStorageTypeIntegralWidth(),
                                  IntegerType::Unsigned);
  if (isa<StringType>(type))
    return ElementType::String;
  // The common ones without a look at their spelling: this is asked for every type in the IR.
  if (type.isF32())
    return ElementType::F32;
  if (type.isSignlessInteger(64))
    return ElementType::I64;
  if (type.isSignlessInteger(1))
    return ElementType::Bool;
  std::string text;
  llvm::raw_string_ostream(text) << type;
  return elementFromName(text);
}

std::optional<ValueType> fromMlir(Type type) {
  if (isa<NoneType>(type))
    return ValueType::none();
  if (auto sequence = dyn_cast<SequenceType>(type)) {
    auto inner = fromMlir(sequence.getElement());
    return inner ? std::optional(ValueType::sequence(*inner)) : std::nullopt;
  }
  if (auto optional = dyn_cast<OptionalType>(type)) {
    auto inner = fromMlir(optional.getElement());
    return inner ? std::optional(ValueType::optional(*inner)) : std::nullopt;
  }
  auto tensor = dyn_cast<TensorType>(type);
  auto element = tensor ? elementFromMlir(tensor.getElementType()) : std::nullopt;
  if (!element)
    return std::nullopt;
  ValueType result = ValueType::unranked(*element);
  result.quantization = quantizationOf(tensor.getElementType());
  if (!tensor.hasRank())
    return result;
  Shape dims;
  for (int64_t dim : tensor.getShape())
    dims.push_back(ShapedType::isDynamic(dim) ? unknownDim : dim);
  result.ranked = true;
  result.dims = std::move(dims);
  return result;
}

ElementsAttr toMlir(MLIRContext *context, const Tensor &tensor) {
  auto type = RankedTensorType::get(tensor.shape(), toMlir(context, tensor.type()));
  bool complex = elementClass(tensor.type()) == ElementClass::Complex;
  if (tensor.isString() || (tensor.byteSize() <= inlineBytes && !complex))
    return inlineAttr(type, tensor);
  return resourceAttr(type, tensor);
}

Attribute toMlir(MLIRContext *context, const AttributeValue &value) {
  Builder b(context);
  struct Visitor {
    Builder &b;
    Attribute operator()(int64_t v) const { return b.getI64IntegerAttr(v); }
    Attribute operator()(float v) const { return b.getF32FloatAttr(v); }
    Attribute operator()(bool v) const { return b.getBoolAttr(v); }
    Attribute operator()(const std::string &v) const { return b.getStringAttr(v); }
    Attribute operator()(const std::vector<int64_t> &v) const { return b.getDenseI64ArrayAttr(v); }
    Attribute operator()(const std::vector<float> &v) const { return b.getDenseF32ArrayAttr(v); }
    Attribute operator()(const std::vector<std::string> &v) const {
      SmallVector<StringRef> texts(v.begin(), v.end());
      return b.getStrArrayAttr(texts);
    }
    Attribute operator()(ElementType v) const { return TypeAttr::get(toMlir(b.getContext(), v)); }
    Attribute operator()(const Tensor &v) const { return toMlir(b.getContext(), v); }
  };
  return std::visit(Visitor{b}, value);
}

std::optional<Tensor> fromMlir(ElementsAttr value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  auto element = type ? elementFromMlir(type.getElementType()) : std::nullopt;
  if (!element || !type.hasStaticShape())
    return std::nullopt;
  Shape shape(type.getShape().begin(), type.getShape().end());
  if (auto strings = dyn_cast<DenseStringElementsAttr>(value)) {
    auto texts = strings.getRawStringData();
    std::vector<std::string> copies;
    for (int64_t i = 0; i < type.getNumElements(); ++i)
      copies.push_back(texts[strings.isSplat() ? 0 : static_cast<size_t>(i)].str());
    return Tensor::of<std::string>(std::move(shape), copies);
  }
  if (auto resource = dyn_cast<DenseResourceElementsAttr>(value)) {
    AsmResourceBlob *blob = resource.getRawHandle().getBlob();
    auto count = elementCount(shape);
    if (!blob || !count ||
        blob->getData().size() != static_cast<size_t>(*count) * elementBytes(*element))
      return std::nullopt;
    Tensor view = Tensor::view(*element, std::move(shape), blob->getData().data(), nullptr);
    if (elementBits(*element) >= 8)
      return view;
    auto tensor = view.canonical();
    return tensor.ok() ? std::optional(tensor.take()) : std::nullopt;
  }
  if (auto dense = dyn_cast<DenseElementsAttr>(value))
    return fromDense(dense, *element, std::move(shape));
  return std::nullopt;
}

namespace {
std::optional<AttributeValue> fromMlirAttribute(Attribute attribute) {
  if (auto v = dyn_cast<BoolAttr>(attribute))
    return AttributeValue(v.getValue());
  if (auto v = dyn_cast<IntegerAttr>(attribute))
    return AttributeValue(v.getValue().getSExtValue());
  if (auto v = dyn_cast<FloatAttr>(attribute))
    return AttributeValue(static_cast<float>(v.getValueAsDouble()));
  if (auto v = dyn_cast<StringAttr>(attribute))
    return AttributeValue(v.getValue().str());
  if (auto v = dyn_cast<DenseI64ArrayAttr>(attribute))
    return AttributeValue(std::vector<int64_t>(v.asArrayRef().begin(), v.asArrayRef().end()));
  if (auto v = dyn_cast<DenseF32ArrayAttr>(attribute))
    return AttributeValue(std::vector<float>(v.asArrayRef().begin(), v.asArrayRef().end()));
  if (auto v = dyn_cast<ArrayAttr>(attribute)) {
    std::vector<std::string> texts;
    for (Attribute item : v)
      if (auto text = dyn_cast<StringAttr>(item))
        texts.push_back(text.getValue().str());
    return AttributeValue(std::move(texts));
  }
  if (auto v = dyn_cast<TypeAttr>(attribute)) {
    auto element = elementFromMlir(v.getValue());
    return element ? std::optional<AttributeValue>(*element) : std::nullopt;
  }
  if (auto v = dyn_cast<ElementsAttr>(attribute)) {
    auto tensor = fromMlir(v);
    return tensor ? std::optional<AttributeValue>(*tensor) : std::nullopt;
  }
  return std::nullopt;
}
} // namespace

Attributes attributesOf(Operation *op) {
  Attributes attributes;
  auto add = [&](StringAttr name, Attribute attribute) {
    if (auto value = fromMlirAttribute(attribute))
      attributes.set(name.str(), std::move(*value));
  };
  // Not getAttrs(), which makes a dictionary in the context for every operator it is asked of.
  if (auto info = op->getRegisteredInfo())
    for (StringAttr name : info->getAttributeNames())
      if (auto attribute = op->getInherentAttr(name); attribute && *attribute)
        add(name, *attribute);
  for (NamedAttribute named : op->getDiscardableAttrs())
    add(named.getName(), named.getValue());
  return attributes;
}

RegionTypes typesOf(Region &region) {
  RegionTypes types;
  Block &block = region.front();
  for (Type type : block.getArgumentTypes())
    types.arguments.push_back(fromMlir(type).value_or(ValueType::none()));
  for (Type type : block.getTerminator()->getOperandTypes())
    types.yields.push_back(fromMlir(type).value_or(ValueType::none()));
  return types;
}

std::optional<int64_t> macsOf(Operation *op) {
  const OperatorInfo *info = findOperator(std::string_view(op->getName().getStringRef()));
  if (!info || !info->macs)
    return 0;
  auto typesOf = [](TypeRange types) {
    std::vector<ValueType> plain;
    for (Type type : types)
      plain.push_back(fromMlir(type).value_or(ValueType::none()));
    return plain;
  };
  Attributes attributes = attributesOf(op);
  InferContext context(info->name, attributes, typesOf(op->getOperandTypes()));
  context.results = typesOf(op->getResultTypes());
  return info->macs(context);
}

std::optional<Tensor> constantOf(mlir::Value value) {
  Operation *op = value.getDefiningOp();
  if (!op || op->getName().getStringRef() != "graph.constant")
    return std::nullopt;
  auto attribute = op->getAttrOfType<ElementsAttr>("value");
  return attribute ? fromMlir(attribute) : std::nullopt;
}

} // namespace ingot::graph
