// Block access: the walk over a broadcast operand, and the readers and writers of each element
// type.
#include "compiler/interp/Blocks.h"

#include "compiler/dialect/graph/infer/Shapes.h"

namespace ingot::interp {

OperandWalk::OperandWalk(const Shape &operand, const Shape &output) {
  auto dense = graph::denseStrides(operand);
  size_t missing = output.size() - operand.size();
  for (size_t axis = 0; axis < output.size(); ++axis) {
    if (output[axis] == 1)
      continue;
    bool repeated = axis < missing || operand[axis - missing] == 1;
    int64_t stride = repeated ? 0 : dense[axis - missing];
    if (!dims.empty() && strides.back() == stride * output[axis]) {
      dims.back() *= output[axis];
      strides.back() = stride;
      continue;
    }
    dims.push_back(output[axis]);
    strides.push_back(stride);
  }
  if (dims.empty()) {
    dims = {1};
    strides = {1};
  }
  index.resize(dims.size());
}

Cursor OperandWalk::cursor() {
  std::fill(index.begin(), index.end(), 0);
  return {dims.data(), strides.data(), index.data(), static_cast<int64_t>(dims.size())};
}

template <typename C> ReadFunction<C> readerOf(ElementType type) {
  ReadFunction<C> function = nullptr;
  dispatchNumeric(type, [&]<typename T> {
    function = [](const void *in, Cursor &at, int64_t n, C *out) {
      kernels::elementwise::readBlock(static_cast<const T *>(in), at, n, out);
    };
  });
  return function;
}

template <typename C> WriteFunction<C> writerOf(ElementType type) {
  WriteFunction<C> function = nullptr;
  dispatchNumeric(type, [&]<typename T> {
    function = [](const C *in, int64_t n, void *out, int64_t start) {
      kernels::elementwise::storeBlock(in, n, static_cast<T *>(out) + start);
    };
  });
  return function;
}

template ReadFunction<double> readerOf<double>(ElementType);
template ReadFunction<int64_t> readerOf<int64_t>(ElementType);
template ReadFunction<uint64_t> readerOf<uint64_t>(ElementType);
template WriteFunction<double> writerOf<double>(ElementType);
template WriteFunction<int64_t> writerOf<int64_t>(ElementType);
template WriteFunction<uint64_t> writerOf<uint64_t>(ElementType);

} // namespace ingot::interp
