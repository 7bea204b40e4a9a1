// Copies between strided views, of elements of 1, 2, 4 or 8 bytes:
//
//   out[i0 * outStrides[0] + … + i7 * outStrides[7]] = in[i0 * inStrides[0] + … + i7 *
//   inStrides[7]]
//
// The last two axes do the work, the others are looped over. Where both sides are dense along axis
// 7, runs are copied; where the output is dense along axis 7 and the input along axis 6, square
// blocks are transposed in registers, a cache line of either side at a time; anything else goes
// element by element. planCopy puts any copy into this form. A unit of work is a piece of
// `unitRows` by `unitColumns` of the last two axes; strides are in elements and may be 0 or
// negative, as long as no element is written twice.
#pragma once

#include "kernels/base/transpose.h"
#include "kernels/movement/contract.h"

namespace ingot::kernels::movement {

/// Puts a copy of at most 8 axes into the form that is fast: axes of one element go, neighbours
/// that are dense on both sides merge, the output's densest axis comes last and the input's next to
/// it.
constexpr CopySizes planCopy(const int64_t *dims, const int64_t *inStrides,
                             const int64_t *outStrides, int rank) {
  int64_t size[copyAxes] = {}, in[copyAxes] = {}, out[copyAxes] = {};
  auto magnitude = [](int64_t x) { return x < 0 ? -x : x; };
  int count = 0;
  for (int axis = 0; axis < rank; ++axis) {
    if (dims[axis] == 1)
      continue;
    // Sorted by the output's strides, the largest first.
    int at = count++;
    for (; at > 0 && magnitude(out[at - 1]) < magnitude(outStrides[axis]); --at)
      size[at] = size[at - 1], in[at] = in[at - 1], out[at] = out[at - 1];
    size[at] = dims[axis], in[at] = inStrides[axis], out[at] = outStrides[axis];
  }
  int merged = 0;
  for (int axis = 0; axis < count; ++axis) {
    bool joins = merged > 0 && in[merged - 1] == in[axis] * size[axis] &&
                 out[merged - 1] == out[axis] * size[axis];
    int at = joins ? merged - 1 : merged++;
    size[at] = joins ? size[at] * size[axis] : size[axis];
    in[at] = in[axis], out[at] = out[axis];
  }
  // The input's densest axis, if it is not the last, goes before the last.
  for (int axis = 0; axis + 2 < merged; ++axis)
    if (magnitude(in[axis]) == 1 && in[merged - 1] != 1) {
      int64_t s = size[axis], i = in[axis], o = out[axis];
      for (int at = axis; at + 2 < merged; ++at)
        size[at] = size[at + 1], in[at] = in[at + 1], out[at] = out[at + 1];
      size[merged - 2] = s, in[merged - 2] = i, out[merged - 2] = o;
      break;
    }
  CopySizes plan = {};
  for (int axis = 0; axis < copyAxes; ++axis) {
    int from = axis - (copyAxes - merged);
    plan.dims[axis] = from < 0 ? 1 : size[from];
    plan.inStrides[axis] = from < 0 ? 0 : in[from];
    plan.outStrides[axis] = from < 0 ? 0 : out[from];
  }
  // An axis of one element is dense on either side.
  if (merged == 0)
    plan.inStrides[7] = plan.outStrides[7] = 1;
  return plan;
}

/// Two axes of a copy: [rows, columns].
struct Plane {
  int64_t rows, columns, inRow, inColumn, outRow, outColumn;
};

/// Elements of one vector register, and that many of them.
template <typename T> inline constexpr int blockSize = 16 / static_cast<int>(sizeof(T));
template <typename T> struct BlockVector {
  typedef T Type __attribute__((ext_vector_type(blockSize<T>)));
  typedef Type InMemory __attribute__((aligned(sizeof(T))));
};

template <typename T>
INGOT_INLINE void copySingly(const T *in, T *out, const Plane &p, int64_t fromRow, int64_t toRow,
                             int64_t fromColumn, int64_t toColumn) {
  INGOT_ROLLED
  for (int64_t r = fromRow; r < toRow; ++r) {
    INGOT_ROLLED
    for (int64_t c = fromColumn; c < toColumn; ++c)
      out[r * p.outRow + c * p.outColumn] = in[r * p.inRow + c * p.inColumn];
  }
}

/// Rows that are dense on both sides.
template <typename T> INGOT_INLINE void copyRuns(const T *in, T *out, const Plane &p) {
  typedef typename BlockVector<T>::InMemory Block;
  constexpr int64_t step = blockSize<T>;
  INGOT_ROLLED
  for (int64_t r = 0; r < p.rows; ++r) {
    const T *from = in + r * p.inRow;
    T *to = out + r * p.outRow;
    int64_t c = 0;
    INGOT_ROLLED
    for (; c + 4 * step <= p.columns; c += 4 * step) {
      INGOT_UNROLL
      for (int i = 0; i < 4; ++i)
        *reinterpret_cast<Block *>(to + c + i * step) =
            *reinterpret_cast<const Block *>(from + c + i * step);
    }
    INGOT_ROLLED
    for (; c < p.columns; ++c)
      to[c] = from[c];
  }
}

/// One square block: columns of the output are rows of the input.
template <typename T> INGOT_INLINE void transposeBlock(const T *in, T *out, const Plane &p) {
  typedef typename BlockVector<T>::InMemory InMemory;
  constexpr int size = blockSize<T>;
  typename BlockVector<T>::Type block[size];
  INGOT_UNROLL
  for (int i = 0; i < size; ++i)
    block[i] = *reinterpret_cast<const InMemory *>(in + i * p.inColumn);
  transpose(block);
  INGOT_UNROLL
  for (int i = 0; i < size; ++i)
    *reinterpret_cast<InMemory *>(out + i * p.outRow) = block[i];
}

/// At most `unitRows` rows, dense in the input; columns are dense in the output.
template <typename T> INGOT_INLINE void copyTransposed(const T *in, T *out, const Plane &p) {
  constexpr int64_t size = blockSize<T>, line = unitRows(sizeof(T));
  int64_t rows = p.rows / size * size, columns = p.columns / size * size;
  INGOT_ROLLED
  for (int64_t c = 0; c < columns; c += line) {
    INGOT_ROLLED
    for (int64_t r = 0; r < rows; r += size) {
      INGOT_ROLLED
      for (int64_t i = c; i < least(c + line, columns); i += size)
        transposeBlock(in + r + i * p.inColumn, out + r * p.outRow + i, p);
    }
  }
  copySingly(in, out, p, 0, rows, columns, p.columns);
  copySingly(in, out, p, rows, p.rows, 0, p.columns);
}

/// Units [begin, end).
template <typename T>
INGOT_INLINE void copyStrided(const T *in, T *out, const void *, const CopySizes &s, int64_t begin,
                              int64_t end) {
  const int64_t rowParts = ceilDiv(s.dims[6], unitRows(sizeof(T)));
  const int64_t columnParts = ceilDiv(s.dims[7], unitColumns);
  INGOT_ROLLED
  for (int64_t unit = begin; unit < end; ++unit) {
    int64_t rest = unit / columnParts, column = (unit - rest * columnParts) * unitColumns;
    int64_t above = rest / rowParts, row = (rest - above * rowParts) * unitRows(sizeof(T));
    const T *from = in + row * s.inStrides[6] + column * s.inStrides[7];
    T *to = out + row * s.outStrides[6] + column * s.outStrides[7];
    INGOT_UNROLL
    for (int axis = 5; axis >= 0; --axis) {
      int64_t next = above / s.dims[axis], index = above - next * s.dims[axis];
      from += index * s.inStrides[axis];
      to += index * s.outStrides[axis];
      above = next;
    }
    Plane p = {least(unitRows(sizeof(T)), s.dims[6] - row),
               least(unitColumns, s.dims[7] - column),
               s.inStrides[6],
               s.inStrides[7],
               s.outStrides[6],
               s.outStrides[7]};
    if (s.inStrides[7] == 1 && s.outStrides[7] == 1)
      copyRuns(from, to, p);
    else if (s.inStrides[6] == 1 && s.outStrides[7] == 1)
      copyTransposed(from, to, p);
    else
      copySingly(from, to, p, 0, p.rows, 0, p.columns);
  }
}

} // namespace ingot::kernels::movement
