// Strides of dense and of reshaped memory.
#include "compiler/lower/Memory.h"

#include <algorithm>
#include <numeric>

namespace ingot::lower {

Order rowMajor(size_t rank) {
  Order order(rank);
  std::iota(order.begin(), order.end(), 0);
  return order;
}

Order channelsLast(size_t rank) {
  Order order = rowMajor(rank);
  if (rank > 2) {
    order.erase(order.begin() + 1);
    order.push_back(1);
  }
  return order;
}

Order orderOf(const Memory &memory) {
  std::vector<int> moving;
  for (size_t i = 0; i < memory.dims.size(); ++i)
    if (memory.dims[i] != 1)
      moving.push_back(static_cast<int>(i));
  std::vector<int> sorted = moving;
  std::sort(sorted.begin(), sorted.end(), [&](int a, int b) {
    int64_t left = memory.strides[static_cast<size_t>(a)];
    int64_t right = memory.strides[static_cast<size_t>(b)];
    return left != right ? left > right : a < b;
  });
  Order order = rowMajor(memory.dims.size());
  for (size_t i = 0; i < moving.size(); ++i)
    order[static_cast<size_t>(moving[i])] = sorted[i];
  return order;
}

Order innermost(Order order, const std::vector<int> &axes) {
  std::erase_if(order,
                [&](int axis) { return std::find(axes.begin(), axes.end(), axis) != axes.end(); });
  order.insert(order.end(), axes.begin(), axes.end());
  return order;
}

std::vector<int64_t> denseStrides(const Shape &dims, const Order &order) {
  std::vector<int64_t> strides(dims.size());
  int64_t stride = 1;
  for (size_t i = order.size(); i-- > 0;) {
    auto axis = static_cast<size_t>(order[i]);
    strides[axis] = stride;
    stride *= std::max<int64_t>(dims[axis], 1);
  }
  return strides;
}

bool isDense(const Memory &memory, const Order &order) {
  auto dense = denseStrides(memory.dims, order);
  for (size_t i = 0; i < dense.size(); ++i)
    if (memory.dims[i] > 1 && memory.strides[i] != dense[i])
      return false;
  return true;
}

std::vector<int64_t> broadcastStrides(const Memory &memory, const Shape &dims) {
  std::vector<int64_t> strides(dims.size(), 0);
  size_t shift = dims.size() - memory.dims.size();
  for (size_t i = 0; i < memory.dims.size(); ++i)
    if (memory.dims[i] != 1)
      strides[shift + i] = memory.strides[i];
  return strides;
}

std::optional<int64_t> evenStride(const Shape &dims, const std::vector<int64_t> &strides,
                                  std::span<const int> axes) {
  std::optional<int64_t> innermost;
  int64_t expected = 0;
  for (size_t i = axes.size(); i-- > 0;) {
    auto axis = static_cast<size_t>(axes[i]);
    if (dims[axis] == 1)
      continue;
    if (!innermost)
      innermost = strides[axis];
    else if (strides[axis] != expected)
      return std::nullopt;
    expected = strides[axis] * dims[axis];
  }
  return innermost.value_or(0);
}

std::optional<MatrixStrides> matrixStrides(const Shape &dims, const std::vector<int64_t> &strides,
                                           const Walk &walk) {
  std::span<const int> axes = walk.axes;
  auto row = evenStride(dims, strides, axes.first(axes.size() - walk.columns));
  auto column = evenStride(dims, strides, axes.last(walk.columns));
  return row && column ? std::optional(MatrixStrides{*row, *column}) : std::nullopt;
}

std::optional<std::vector<int64_t>> reshapedStrides(const Memory &memory, const Shape &dims) {
  if (elementCount(memory.dims).value_or(0) == 0)
    return denseStrides(dims, rowMajor(dims.size()));
  // Runs of axes that are one even walk, outermost first: {elements, stride of the innermost}.
  struct Run {
    int64_t size, stride;
  };
  std::vector<Run> runs;
  for (size_t i = 0; i < memory.dims.size(); ++i) {
    if (memory.dims[i] == 1)
      continue;
    if (!runs.empty() && runs.back().stride == memory.strides[i] * memory.dims[i])
      runs.back() = {runs.back().size * memory.dims[i], memory.strides[i]};
    else
      runs.push_back({memory.dims[i], memory.strides[i]});
  }
  // Each new axis takes its elements from the end of the last run that has some left.
  std::vector<int64_t> strides(dims.size(), 1);
  for (size_t i = dims.size(); i-- > 0;) {
    if (dims[i] == 1)
      continue;
    while (!runs.empty() && runs.back().size == 1)
      runs.pop_back();
    if (runs.empty() || runs.back().size % dims[i] != 0)
      return std::nullopt;
    strides[i] = runs.back().stride;
    runs.back() = {runs.back().size / dims[i], runs.back().stride * dims[i]};
  }
  return strides;
}

} // namespace ingot::lower
