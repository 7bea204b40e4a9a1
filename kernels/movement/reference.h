// Reference kernels of data movement.
//
// T is any type that moves like the element: for numbers an unsigned integer of the same width.
// Sizes and indices have been checked by the caller: indices are in range and not negative.
#pragma once

#include "kernels/base/index.h"

#include <stdint.h>

namespace ingot::kernels::movement {

/// Gathers a strided view of `in` into dense `out`:
///   out[i0, i1, …] = in[i0 * strides[0] + i1 * strides[1] + …]   over all i < dims
/// `index` is scratch of `rank` entries. Strides are in elements and may be 0 or negative.
template <typename T>
void copyStrided(const T *in, T *out, const int64_t *dims, const int64_t *strides, int64_t rank,
                 int64_t *index) {
  if (rank == 0) {
    out[0] = in[0];
    return;
  }
  for (int64_t axis = 0; axis < rank; ++axis) {
    if (dims[axis] == 0)
      return;
    index[axis] = 0;
  }
  const int64_t run = dims[rank - 1], step = strides[rank - 1];
  for (;;) {
    for (int64_t i = 0; i < run; ++i)
      out[i] = in[i * step];
    out += run;
    int64_t axis = rank - 1;
    for (; axis-- > 0;) {
      in += strides[axis];
      if (++index[axis] < dims[axis])
        break;
      in -= strides[axis] * dims[axis];
      index[axis] = 0;
    }
    if (axis < 0)
      return;
  }
}

/// Copies `blocks` runs of `length` elements; runs start `inStep` and `outStep` elements apart.
template <typename T>
void copyBlocks(const T *in, int64_t inStep, T *out, int64_t outStep, int64_t blocks,
                int64_t length) {
  for (int64_t b = 0; b < blocks; ++b)
    for (int64_t i = 0; i < length; ++i)
      out[b * outStep + i] = in[b * inStep + i];
}

/// x[outer, dim, inner] by index along the middle axis:
///   out[o, k, i] = x[o, indices[k], i]
template <typename T>
void gather(const T *x, int64_t outer, int64_t dim, int64_t inner, const int64_t *indices,
            int64_t count, T *out) {
  for (int64_t o = 0; o < outer; ++o)
    for (int64_t k = 0; k < count; ++k)
      for (int64_t i = 0; i < inner; ++i)
        *out++ = x[(o * dim + indices[k]) * inner + i];
}

/// out[j, i] = x[offsets[j] + i] for i < inner.
template <typename T>
void gatherAt(const T *x, const int64_t *offsets, int64_t count, int64_t inner, T *out) {
  for (int64_t j = 0; j < count; ++j)
    for (int64_t i = 0; i < inner; ++i)
      out[j * inner + i] = x[offsets[j] + i];
}

/// out[offsets[j] + i] = combine(out[offsets[j] + i], updates[j, i]) for i < inner, in the order of
/// j.
template <typename T, typename Combine>
void scatterAt(T *out, const int64_t *offsets, int64_t count, int64_t inner, const T *updates,
               Combine &&combine) {
  for (int64_t j = 0; j < count; ++j)
    for (int64_t i = 0; i < inner; ++i)
      out[offsets[j] + i] = combine(out[offsets[j] + i], updates[j * inner + i]);
}

/// out[i0, i1, …] = x[maps[0][i0], maps[1][i1], …], or `fill` where a map says -1. `strides` are
/// those of x; `index` is scratch of `rank` entries. There is at least one axis and one element.
template <typename T>
void pad(const T *x, const int64_t *strides, const int64_t *const *maps, const int64_t *dims,
         int64_t rank, const T &fill, T *out, int64_t *index) {
  for (int64_t axis = 0; axis < rank; ++axis)
    index[axis] = 0;
  const int64_t last = rank - 1;
  do {
    int64_t offset = 0;
    bool outside = false;
    for (int64_t axis = 0; axis < last; ++axis) {
      int64_t from = maps[axis][index[axis]];
      outside = outside || from < 0;
      offset += from * strides[axis];
    }
    for (int64_t i = 0; i < dims[last]; ++i) {
      int64_t from = maps[last][i];
      *out++ = outside || from < 0 ? fill : x[offset + from];
    }
  } while (nextIndex(index, dims, last));
}

/// x[d0, d1, inner]: reverses the first lengths[b] places of the time axis, where b is the place on
/// the batch axis; the batch axis is 0 and the time axis 1, or the other way around.
template <typename T>
void reverseSequence(const T *x, int64_t d0, int64_t d1, int64_t inner, const int64_t *lengths,
                     bool batchFirst, T *out) {
  for (int64_t a = 0; a < d0; ++a)
    for (int64_t b = 0; b < d1; ++b) {
      int64_t length = lengths[batchFirst ? a : b], time = batchFirst ? b : a;
      int64_t from = time < length ? length - 1 - time : time;
      const T *source = x + (batchFirst ? a * d1 + from : from * d1 + b) * inner;
      for (int64_t i = 0; i < inner; ++i)
        *out++ = source[i];
    }
}

} // namespace ingot::kernels::movement
