// Memory: a value of the program being lowered, as it lies in a buffer.
//
// Layout is a matter of strides: a [N, C, H, W] value whose strides make C the innermost axis lies
// "channels last", and a transposed, sliced or broadcast value is the same buffer with other
// strides.
#pragma once

#include "ingot/Tensor.h"

#include <span>

namespace ingot::lower {

struct Memory {
  int id = -1; ///< the buffer
  ElementType type = ElementType::F32;
  Shape dims;
  std::vector<int64_t> strides; ///< in elements; 0 where it repeats
  int64_t offset = 0;           ///< in elements from the buffer's start
};

/// Axes from the outermost to the innermost in memory.
using Order = std::vector<int>;

/// 0, 1, 2, …
Order rowMajor(size_t rank);
/// 0, 2, 3, …, 1: the channels innermost.
Order channelsLast(size_t rank);

/// The order in which a memory lies; axes of size 1 stay where they are.
Order orderOf(const Memory &memory);
/// The same with some axes moved inwards, behind all others and in rising order.
Order innermost(Order order, const std::vector<int> &axes);

/// Strides of a dense array with this order of axes.
std::vector<int64_t> denseStrides(const Shape &dims, const Order &order);

/// Whether the elements lie without gaps in this order; axes of size 1 lie anywhere.
bool isDense(const Memory &memory, const Order &order);

/// The strides of a value that broadcasts to `dims`, one per axis of it.
std::vector<int64_t> broadcastStrides(const Memory &memory, const Shape &dims);

/// Elements between neighbours along some axes of an array, walked as one, the last fastest;
/// nothing where they do not lie evenly.
std::optional<int64_t> evenStride(const Shape &dims, const std::vector<int64_t> &strides,
                                  std::span<const int> axes);

/// How a kernel walks the axes of its result: the last of them in vectors along a row, the others
/// from row to row.
struct Walk {
  Order axes;
  size_t columns;    ///< how many axes make a row
  int64_t piece = 0; ///< elements after which vectors start anew; 0: at the end of a row only
};

/// Elements between neighbouring rows, and between neighbours in a row.
struct MatrixStrides {
  int64_t row, column;
};
/// Those of an array as a kernel walks it; nothing where it does not lie evenly.
std::optional<MatrixStrides> matrixStrides(const Shape &dims, const std::vector<int64_t> &strides,
                                           const Walk &walk);

/// The strides of the same elements, in row-major order, under another shape; nothing when they
/// do not lie so that strides can say it.
std::optional<std::vector<int64_t>> reshapedStrides(const Memory &memory, const Shape &dims);

} // namespace ingot::lower
