// Tensors read and written in blocks of a compute type, with broadcasting.
//
//   BlockReader<double> x(c.in(0), out.shape());
//   forEachBlock(out, [&](int64_t start, int64_t n) {
//     const double *xs = x.next(n);
//     …
//   });
#pragma once

#include "ingot/Tensor.h"
#include "kernels/elementwise/reference.h"

#include <algorithm>

namespace ingot::interp {

using kernels::elementwise::blockSize;
using kernels::elementwise::Cursor;

/// The walk over an operand of shape `operand` in the order of the elements of `output`, to which
/// it broadcasts. `output` has elements.
class OperandWalk {
public:
  OperandWalk(const Shape &operand, const Shape &output);
  /// At the first element. Refers to this walk, which may have one cursor at a time.
  Cursor cursor();
  /// The operand's elements in their own order, each once.
  bool isDense() const { return dims.size() == 1 && strides[0] == 1; }
  /// One element, repeated.
  bool isConstant() const { return dims.size() == 1 && strides[0] == 0; }

private:
  std::vector<int64_t> dims, strides, index; ///< see kernels::elementwise::Cursor
};

/// Reads the next n elements at the cursor from a tensor's memory.
template <typename C> using ReadFunction = void (*)(const void *, Cursor &, int64_t n, C *);
/// Writes n elements to a tensor's memory, from element `start` on.
template <typename C> using WriteFunction = void (*)(const C *, int64_t n, void *, int64_t start);

/// For C double, int64_t and uint64_t; null for strings and complex numbers.
template <typename C> ReadFunction<C> readerOf(ElementType type);
template <typename C> WriteFunction<C> writerOf(ElementType type);

/// The elements of a numeric operand, block after block.
template <typename C> class BlockReader {
public:
  BlockReader(const Tensor &tensor, const Shape &output)
      : tensor(tensor), walk(tensor.shape(), output), at(walk.cursor()),
        read(readerOf<C>(tensor.type())),
        direct(walk.isDense() && tensor.type() == elementTypeOf<C>),
        buffer(direct ? 0 : static_cast<size_t>(blockSize)) {
    if (walk.isConstant()) // a block of it is read once
      read(tensor.bytes(), at, std::min(blockSize, at.remaining()), buffer.data());
  }
  BlockReader(const BlockReader &) = delete;

  /// The next n elements, at most blockSize; valid until the next call.
  const C *next(int64_t n) {
    if (direct) {
      const C *here = tensor.data<C>() + position;
      position += n;
      return here;
    }
    if (!walk.isConstant())
      read(tensor.bytes(), at, n, buffer.data());
    return buffer.data();
  }

private:
  Tensor tensor;
  OperandWalk walk;
  Cursor at;
  ReadFunction<C> read;
  bool direct;
  int64_t position = 0;
  std::vector<C> buffer;
};

/// Calls f(start, n) for each block of a tensor's elements, in order.
template <typename F> void forEachBlock(const Tensor &tensor, F &&f) {
  for (int64_t start = 0; start < tensor.elements(); start += blockSize)
    f(start, std::min(blockSize, tensor.elements() - start));
}

/// Calls f.operator()<C>() with the compute type of a numeric element type.
template <typename F> bool dispatchCompute(ElementType type, F &&f) {
  switch (elementClass(type)) {
  case ElementClass::Float:
    f.template operator()<double>();
    return true;
  case ElementClass::Signed:
    f.template operator()<int64_t>();
    return true;
  case ElementClass::Unsigned:
  case ElementClass::Boolean:
    f.template operator()<uint64_t>();
    return true;
  case ElementClass::Complex:
  case ElementClass::Text:
    return false;
  }
  return false;
}

} // namespace ingot::interp
