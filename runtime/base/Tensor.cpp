// Tensor allocation, views and element access.
#include "ingot/Tensor.h"

#include <cmath>
#include <cstdlib>

namespace ingot {

std::optional<int64_t> elementCount(const Shape &shape) {
  int64_t count = 1;
  bool empty = false;
  for (int64_t dim : shape) {
    if (dim < 0)
      return std::nullopt;
    empty |= dim == 0;
    // The other dimensions of an empty tensor must not overflow either: strides are made from them.
    if (dim != 0 && __builtin_mul_overflow(count, dim, &count))
      return std::nullopt;
  }
  return empty ? 0 : count;
}

std::string shapeText(const Shape &shape) {
  if (shape.empty())
    return "scalar";
  std::string text;
  for (size_t i = 0; i < shape.size(); ++i)
    text += (i ? "x" : "") + (shape[i] < 0 ? std::string("?") : std::to_string(shape[i]));
  return text;
}

namespace {
/// Frees the memory and pays the budget back.
struct Release {
  std::shared_ptr<MemoryBudget> budget;
  int64_t cost;
  void operator()(const void *memory) const {
    std::free(const_cast<void *>(memory));
    if (budget)
      budget->used -= cost;
  }
};

Status charge(const std::shared_ptr<MemoryBudget> &budget, int64_t cost, const Shape &shape,
              ElementType type) {
  if (!budget)
    return success();
  if (cost > budget->limit || (budget->used += cost) > budget->limit) {
    if (cost <= budget->limit)
      budget->used -= cost;
    return failure(str("tensor ", elementName(type), "[", shapeText(shape), "] of ", cost,
                       " bytes exceeds the memory limit of ", budget->limit,
                       " bytes (raise it with --max-memory)"));
  }
  return success();
}
} // namespace

MemoryCharge::~MemoryCharge() {
  if (budget)
    budget->used -= held;
}

Status MemoryCharge::add(int64_t bytes) {
  if (!budget)
    return success();
  if (bytes > budget->limit || (budget->used += bytes) > budget->limit) {
    if (bytes <= budget->limit)
      budget->used -= bytes;
    return failure(str("another ", bytes, " bytes exceed the memory limit of ", budget->limit,
                       " bytes (raise it with --max-memory)"));
  }
  held += bytes;
  return success();
}

void Tensor::keep(std::shared_ptr<const void> more) {
  auto both = std::make_shared<std::pair<std::shared_ptr<const void>, std::shared_ptr<const void>>>(
      std::move(keepAlive), std::move(more));
  keepAlive = std::shared_ptr<const void>(both, memory);
}

Expected<Tensor> Tensor::allocate(ElementType type, Shape shape,
                                  std::shared_ptr<MemoryBudget> budget) {
  auto count = elementCount(shape);
  size_t width = type == ElementType::String ? sizeof(std::string) : elementBytes(type);
  int64_t bytes = 0;
  if (!count || __builtin_mul_overflow(*count, static_cast<int64_t>(width), &bytes))
    return failure(str("tensor shape ", shapeText(shape), " has no representable size"));
  INGOT_TRY(charge(budget, bytes, shape, type));
  Tensor tensor;
  tensor.elementType = type;
  tensor.count = *count;
  tensor.dims = std::move(shape);
  if (type == ElementType::String) {
    auto strings = std::make_shared<std::vector<std::string>>(static_cast<size_t>(*count));
    tensor.memory = strings->data();
    if (budget) // a string tensor pays back when its last handle goes
      tensor.keepAlive = std::shared_ptr<const void>(
          strings->data(), [strings, budget, bytes](const void *) { budget->used -= bytes; });
    else
      tensor.keepAlive = strings;
    return tensor;
  }
  // Not aligned_alloc and memset: large memory from calloc is zero without being touched.
  constexpr size_t alignment = 64;
  void *memory = std::calloc(1, static_cast<size_t>(bytes) + 2 * alignment);
  if (!memory) {
    if (budget)
      budget->used -= bytes;
    return failure(str("out of memory: ", bytes, " bytes for a tensor"));
  }
  tensor.memory = reinterpret_cast<void *>((reinterpret_cast<uintptr_t>(memory) + alignment - 1) &
                                           ~(alignment - 1));
  tensor.keepAlive = std::shared_ptr<const void>(memory, Release{std::move(budget), bytes});
  return tensor;
}

Tensor Tensor::view(ElementType type, Shape shape, const void *bytes,
                    std::shared_ptr<const void> owner) {
  Tensor tensor;
  tensor.elementType = type;
  tensor.count = elementCount(shape).value_or(0);
  tensor.dims = std::move(shape);
  tensor.memory = bytes;
  tensor.keepAlive = std::move(owner);
  return tensor;
}

Tensor Tensor::reshaped(Shape shape) const {
  assert(elementCount(shape) == count && "reshape must keep the number of elements");
  Tensor tensor = *this;
  tensor.dims = std::move(shape);
  return tensor;
}

Tensor Tensor::reinterpreted(ElementType type) const {
  assert(elementBytes(type) == elementBytes(elementType));
  Tensor tensor = *this;
  tensor.elementType = type;
  return tensor;
}

Expected<Tensor> Tensor::aligned() const {
  size_t width = elementBytes(elementType);
  if (!width || reinterpret_cast<uintptr_t>(memory) % width == 0)
    return *this;
  Tensor copy = INGOT_TRY(allocate(elementType, dims));
  std::memcpy(copy.mutableBytes(), memory, byteSize());
  return copy;
}

double Tensor::numberAt(int64_t index) const {
  double value = 0;
  dispatchNumeric(elementType, [&]<typename T> {
    T element;
    std::memcpy(&element, static_cast<const char *>(memory) + index * sizeof(T), sizeof(T));
    value = static_cast<double>(kernels::load(element));
  });
  return value;
}

int64_t Tensor::integerAt(int64_t index) const {
  int64_t value = 0;
  dispatchNumeric(elementType, [&]<typename T> {
    T element;
    std::memcpy(&element, static_cast<const char *>(memory) + index * sizeof(T), sizeof(T));
    auto wide = kernels::load(element);
    if constexpr (std::is_floating_point_v<decltype(wide)>)
      value = std::isnan(wide)  ? 0
              : wide >= 9.2e18  ? INT64_MAX
              : wide <= -9.2e18 ? INT64_MIN
                                : static_cast<int64_t>(wide);
    else
      value = static_cast<int64_t>(wide);
  });
  return value;
}

std::vector<int64_t> Tensor::integers() const {
  std::vector<int64_t> values(static_cast<size_t>(count));
  for (int64_t i = 0; i < count; ++i)
    values[static_cast<size_t>(i)] = integerAt(i);
  return values;
}

} // namespace ingot
