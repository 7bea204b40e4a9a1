// Tensor: an n-dimensional array in host memory, row-major and dense.
//
// A Tensor is a cheap handle: copying shares the data. Data that came from a file is a read-only
// view of the mapping; data that was allocated belongs to the handles that share it. Whoever
// allocates fills the tensor before handing it on; nobody writes to a tensor they were given.
#pragma once

#include "ingot/ElementType.h"
#include "ingot/Status.h"

#include <atomic>
#include <cstring>
#include <memory>
#include <vector>

namespace ingot {

using Shape = std::vector<int64_t>;

/// Product of the dimensions; nothing when it is negative or does not fit into 63 bits.
std::optional<int64_t> elementCount(const Shape &shape);
/// "2x3x4", or "scalar" for rank 0; unknown dimensions (negative) print as "?".
std::string shapeText(const Shape &shape);

/// How many bytes of tensors one run may hold at a time. Shared by the tensors it pays for.
struct MemoryBudget {
  int64_t limit;
  std::atomic<int64_t> used{0};
  explicit MemoryBudget(int64_t limit) : limit(limit) {}
  /// Counts `bytes`; false, counting nothing, when less is left.
  bool take(int64_t bytes);
  void giveBack(int64_t bytes) { used -= bytes; }
};

/// Makes `count` elements in memory what the kernels want of their type: a bool is 0 or 1, an
/// integer of fewer than 8 bits is sign- or zero-extended to its byte, a float of fewer than 8 bits
/// has zeros above them. Other types are left alone: all their bits count.
void canonicalize(ElementType type, void *bytes, int64_t count);

/// What is held of a budget beside the bytes of tensors; paid back at the end of its life.
class MemoryCharge {
public:
  /// Without a budget nothing is counted.
  explicit MemoryCharge(std::shared_ptr<MemoryBudget> budget) : budget(std::move(budget)) {}
  MemoryCharge(const MemoryCharge &) = delete;
  MemoryCharge &operator=(const MemoryCharge &) = delete;
  ~MemoryCharge();
  /// Fails, holding no more than before, when the budget has less left.
  Status add(int64_t bytes);

private:
  std::shared_ptr<MemoryBudget> budget;
  int64_t held = 0;
};

class Tensor {
public:
  /// An f32 tensor with no elements.
  Tensor() = default;

  /// Zero-filled (strings: empty). Fails, rather than throws or dies, when the size overflows, is
  /// over the budget or cannot be had.
  static Expected<Tensor> allocate(ElementType type, Shape shape,
                                   std::shared_ptr<MemoryBudget> budget = nullptr);
  /// A read-only view; `owner` keeps the memory alive. The bytes must hold the whole tensor, and
  /// what stands in them must be elements of the type: see canonical().
  static Tensor view(ElementType type, Shape shape, const void *bytes,
                     std::shared_ptr<const void> owner);
  template <typename T> static Tensor of(Shape shape, const std::vector<T> &values);
  template <typename T> static Tensor scalar(T value) {
    return of<T>({}, std::vector<T>(1, value));
  }
  static Tensor ofInts(const std::vector<int64_t> &values) {
    return of<int64_t>({static_cast<int64_t>(values.size())}, values);
  }

  ElementType type() const { return elementType; }
  const Shape &shape() const { return dims; }
  int64_t rank() const { return static_cast<int64_t>(dims.size()); }
  int64_t dim(int64_t i) const { return dims[static_cast<size_t>(i)]; }
  int64_t elements() const { return count; }
  size_t byteSize() const { return static_cast<size_t>(count) * elementBytes(elementType); }
  bool isString() const { return elementType == ElementType::String; }

  const void *bytes() const { return memory; }
  /// Only for whoever allocated the tensor, before sharing it.
  void *mutableBytes() { return const_cast<void *>(memory); }
  template <typename T> const T *data() const {
    assert(elementTypeOf<T> == elementType && "tensor read as another type");
    return static_cast<const T *>(memory);
  }
  template <typename T> T *mutableData() {
    assert(elementTypeOf<T> == elementType && "tensor written as another type");
    return static_cast<T *>(const_cast<void *>(memory));
  }
  const std::string *strings() const { return data<std::string>(); }
  const std::shared_ptr<const void> &owner() const { return keepAlive; }

  /// Keeps this alive, too, as long as the data: the charge for the text of strings.
  void keep(std::shared_ptr<const void> more);
  /// Another size of one axis; the memory has room for it. Only for whoever allocated the tensor.
  void resize(int64_t axis, int64_t size);
  /// The same data under another shape of as many elements.
  Tensor reshaped(Shape shape) const;
  /// The same bytes read as another type of the same width.
  Tensor reinterpreted(ElementType type) const;
  /// This tensor if its data is aligned for its type, else an aligned copy.
  Expected<Tensor> aligned() const;
  /// For bytes from outside: an aligned tensor whose elements are as canonicalize makes them; this
  /// one unless that takes a copy.
  Expected<Tensor> canonical() const;

  /// The element as a 64-bit integer (floats truncate); for small integer operands.
  int64_t integerAt(int64_t index) const;
  /// The element as a double.
  double numberAt(int64_t index) const;
  /// All elements as 64-bit integers.
  std::vector<int64_t> integers() const;

private:
  ElementType elementType = ElementType::F32;
  Shape dims = {0};
  int64_t count = 0;
  const void *memory = nullptr;
  std::shared_ptr<const void> keepAlive;
};

template <typename T> Tensor Tensor::of(Shape shape, const std::vector<T> &values) {
  auto tensor = allocate(elementTypeOf<T>, std::move(shape));
  assert(tensor.ok() && tensor->elements() == static_cast<int64_t>(values.size()));
  for (size_t i = 0; i < values.size(); ++i)
    tensor->template mutableData<T>()[i] = values[i];
  return tensor.take();
}

} // namespace ingot
