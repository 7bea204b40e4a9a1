// Tensor allocation, views and element access.
#include "ingot/Tensor.h"

#include "runtime/base/Pages.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <new>

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

bool MemoryBudget::take(int64_t bytes) {
  if (bytes > limit) // the sum below cannot overflow
    return false;
  if ((used += bytes) <= limit)
    return true;
  used -= bytes;
  return false;
}

namespace {
Status overBudget(std::string_view what, const MemoryBudget &budget) {
  int64_t left = std::max<int64_t>(0, budget.limit - budget.used);
  return failure(
      str(what, " the ", left,
          " bytes left of the memory limit (raise RunOptions::maxMemory (--max-memory))"));
}

/// Frees the memory and pays the budget back.
struct Release {
  std::shared_ptr<MemoryBudget> budget;
  int64_t cost;
  size_t pages = 0; ///< bytes of them; 0: the memory is of the heap

  void operator()(std::string *texts) const {
    delete[] texts;
    giveBack();
  }
  void operator()(void *memory) const {
    if (pages > 0)
      freePages(memory, pages);
    else
      std::free(memory);
    giveBack();
  }
  void giveBack() const {
    if (budget)
      budget->giveBack(cost);
  }
};
} // namespace

MemoryCharge::~MemoryCharge() {
  if (budget)
    budget->giveBack(held);
}

Status MemoryCharge::add(int64_t bytes) {
  if (!budget)
    return success();
  if (!budget->take(bytes))
    return overBudget(str("another ", bytes, " bytes exceed"), *budget);
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
  if (budget && !budget->take(bytes))
    return overBudget(
        str("tensor ", elementName(type), "[", shapeText(shape), "] of ", bytes, " bytes exceeds"),
        *budget);
  Release release{std::move(budget), bytes};
  Tensor tensor;
  tensor.elementType = type;
  tensor.count = *count;
  tensor.dims = std::move(shape);
  if (type == ElementType::String) {
    auto *texts = new (std::nothrow) std::string[static_cast<size_t>(*count)];
    tensor.memory = texts;
    if (texts)
      tensor.keepAlive = std::shared_ptr<std::string>(texts, release);
  } else {
    constexpr size_t alignment = 64, fewestInPages = size_t{128} << 10;
    const size_t size = static_cast<size_t>(bytes) + 2 * alignment;
    release.pages = size < fewestInPages ? 0 : size;
    void *memory = release.pages > 0 ? allocatePages(size) : std::calloc(1, size);
    tensor.memory = reinterpret_cast<void *>((reinterpret_cast<uintptr_t>(memory) + alignment - 1) &
                                             ~(alignment - 1));
    if (memory)
      tensor.keepAlive = std::shared_ptr<void>(memory, release);
  }
  if (tensor.keepAlive)
    return tensor;
  release.giveBack();
  return failure(str("out of memory: ", bytes, " bytes for a tensor"));
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

void Tensor::resize(int64_t axis, int64_t size) {
  dims[static_cast<size_t>(axis)] = size;
  count = elementCount(dims).value_or(0);
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

namespace {
/// Whether a byte can hold something that is no element of the type.
bool hasSpareBits(ElementType type) { return type != ElementType::String && elementBits(type) < 8; }
} // namespace

void canonicalize(ElementType type, void *bytes, int64_t count) {
  if (!hasSpareBits(type))
    return;
  auto *all = static_cast<uint8_t *>(bytes);
  if (type == ElementType::Bool) {
    for (int64_t i = 0; i < count; ++i)
      all[i] = all[i] != 0;
    return;
  }
  unsigned mask = (1u << elementBits(type)) - 1;
  unsigned sign = elementClass(type) == ElementClass::Signed ? (mask + 1) / 2 : 0;
  // Flipping the sign bit and subtracting it extends it upwards.
  for (int64_t i = 0; i < count; ++i)
    all[i] = static_cast<uint8_t>(((all[i] & mask) ^ sign) - sign);
}

Expected<Tensor> Tensor::canonical() const {
  if (!hasSpareBits(elementType))
    return aligned();
  Tensor copy = INGOT_TRY(allocate(elementType, dims));
  if (count > 0)
    std::memcpy(copy.mutableBytes(), memory, byteSize());
  canonicalize(elementType, copy.mutableBytes(), count);
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
