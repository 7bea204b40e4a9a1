// Shape arithmetic.
#include "compiler/dialect/graph/infer/Shapes.h"

#include <algorithm>

namespace ingot::graph {

std::optional<int64_t> broadcastDim(int64_t a, int64_t b) {
  if (a == b || b == 1)
    return a;
  if (a == 1)
    return b;
  if (a < 0 || b < 0) // the known one is not 1, so it wins: the other is equal or 1
    return std::max(a, b);
  return std::nullopt;
}

std::optional<Shape> broadcastShapes(const Shape &a, const Shape &b) {
  size_t rank = std::max(a.size(), b.size());
  Shape out(rank);
  for (size_t i = 0; i < rank; ++i) {
    size_t fromEnd = rank - i;
    int64_t da = fromEnd <= a.size() ? a[a.size() - fromEnd] : 1;
    int64_t db = fromEnd <= b.size() ? b[b.size() - fromEnd] : 1;
    auto dim = broadcastDim(da, db);
    if (!dim)
      return std::nullopt;
    out[i] = *dim;
  }
  return out;
}

Expected<std::optional<Shape>> broadcastOperands(InferContext &c, int constraint, size_t first,
                                                 size_t last) {
  std::optional<Shape> shape = Shape{};
  for (size_t i = first; i < last; ++i) {
    if (!c.operand(i).ranked)
      return std::optional<Shape>();
    auto wider = broadcastShapes(*shape, c.operand(i).dims);
    INGOT_TRY(c.require(constraint, wider.has_value(), "shapes ", shapeText(*shape), " and ",
                        shapeText(c.operand(i).dims), " do not broadcast"));
    shape = std::move(wider);
  }
  return shape;
}

bool compatibleDims(const Shape &a, const Shape &b) {
  return a.size() == b.size() && std::equal(a.begin(), a.end(), b.begin(), compatible);
}

bool broadcastsTo(const Shape &from, const Shape &to) {
  if (from.size() > to.size())
    return false;
  return std::equal(from.begin(), from.end(), to.end() - static_cast<int64_t>(from.size()),
                    [](int64_t a, int64_t b) { return a == 1 || compatible(a, b); });
}

int64_t productOf(const Shape &dims, size_t from, size_t to) {
  int64_t product = 1;
  for (size_t i = from; i < to; ++i)
    if (dims[i] < 0 || __builtin_mul_overflow(product, dims[i], &product))
      return unknownDim;
  return product;
}

std::optional<int64_t> normalizeAxis(int64_t axis, int64_t rank) {
  if (axis < -rank || axis >= rank)
    return std::nullopt;
  return axis < 0 ? axis + rank : axis;
}

std::optional<std::vector<int64_t>> normalizeAxes(const std::vector<int64_t> &axes, int64_t rank) {
  std::vector<int64_t> out;
  for (int64_t axis : axes) {
    auto normal = normalizeAxis(axis, rank);
    if (!normal || std::find(out.begin(), out.end(), *normal) != out.end())
      return std::nullopt;
    out.push_back(*normal);
  }
  return out;
}

bool isPermutation(const std::vector<int64_t> &perm, int64_t rank) {
  auto axes = normalizeAxes(perm, rank);
  return axes && *axes == perm && static_cast<int64_t>(perm.size()) == rank;
}

namespace {
std::optional<ValueType> commonTensor(const ValueType &a, const ValueType &b) {
  if (a.element != b.element)
    return std::nullopt;
  if (!a.ranked || !b.ranked || a.dims.size() != b.dims.size())
    return ValueType::unranked(a.element);
  ValueType merged = a;
  for (size_t i = 0; i < merged.dims.size(); ++i)
    if (a.dims[i] != b.dims[i])
      merged.dims[i] = unknownDim;
  return merged;
}
} // namespace

std::optional<ValueType> commonType(const ValueType &a, const ValueType &b) {
  if (a.isNone() || b.isNone()) {
    const ValueType &other = a.isNone() ? b : a;
    return other.isNone() || other.isOptional() ? other : ValueType::optional(other);
  }
  if (a.isOptional() || b.isOptional()) {
    auto inner = commonType(a.isOptional() ? *a.inner : a, b.isOptional() ? *b.inner : b);
    return inner ? std::optional(ValueType::optional(std::move(*inner))) : std::nullopt;
  }
  if (a.kind != b.kind)
    return std::nullopt;
  if (a.isTensor())
    return commonTensor(a, b);
  if (a.inner->isNone() || b.inner->isNone())
    return a.inner->isNone() ? b : a;
  auto inner = commonType(*a.inner, *b.inner);
  return inner ? std::optional(ValueType::sequence(std::move(*inner))) : std::nullopt;
}

ValueType withoutShape(const ValueType &type) {
  if (type.isTensor())
    return ValueType::unranked(type.element);
  if (type.isSequence())
    return ValueType::sequence(withoutShape(*type.inner));
  return type.isOptional() ? ValueType::optional(withoutShape(*type.inner)) : type;
}

std::vector<int64_t> denseStrides(const Shape &dims) {
  std::vector<int64_t> strides(dims.size());
  int64_t stride = 1;
  for (size_t i = dims.size(); i-- > 0;) {
    strides[i] = stride;
    // It can overflow only in a tensor without elements, whose strides do not matter.
    if (__builtin_mul_overflow(stride, dims[i], &stride))
      stride = 0;
  }
  return strides;
}

bool PartialTensor::isComplete() const {
  return std::find(known.begin(), known.end(), false) == known.end();
}

std::optional<PartialTensor> InferContext::partialTensor(size_t i) const {
  if (!has(i) || !operand(i).isTensor() || operand(i).rank() > 1)
    return std::nullopt;
  auto count = operand(i).isStatic() ? elementCount(operand(i).dims) : std::nullopt;
  if (count && *count > maxPartial)
    return std::nullopt;
  if (auto tensor = value(i))
    return tensor->elements() <= maxPartial ? std::optional(PartialTensor::of(*tensor))
                                            : std::nullopt;
  if (!count)
    return std::nullopt;
  if (auto partial = partialOf ? partialOf(i) : std::nullopt)
    return partial;
  return PartialTensor{Tensor(), std::vector<bool>(static_cast<size_t>(*count), false)};
}

std::optional<PartialIntegers> InferContext::partial(size_t i) const {
  auto tensor = partialTensor(i);
  if (!tensor)
    return std::nullopt;
  PartialIntegers values(tensor->known.size());
  for (size_t k = 0; k < values.size(); ++k)
    if (tensor->known[k])
      values[k] = tensor->value.integerAt(static_cast<int64_t>(k));
  return values;
}

std::optional<PartialNumbers> InferContext::partialNumbers(size_t i) const {
  auto tensor = partialTensor(i);
  if (!tensor)
    return std::nullopt;
  PartialNumbers values(tensor->known.size());
  for (size_t k = 0; k < values.size(); ++k)
    if (tensor->known[k])
      values[k] = tensor->value.numberAt(static_cast<int64_t>(k));
  return values;
}

Expected<std::optional<PartialIntegers>> shapeOperand(InferContext &c, size_t i, int number) {
  const ValueType &type = c.operand(i);
  bool sensible =
      !type.ranked || (type.rank() == 1 && type.dims[0] <= static_cast<int64_t>(maxRank));
  INGOT_TRY(c.require(number, sensible, "shape is ", type.text(), ", wanted a vector of at most ",
                      maxRank, " entries"));
  return c.partial(i);
}

} // namespace ingot::graph
