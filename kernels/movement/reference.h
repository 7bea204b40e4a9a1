// Reference kernels of data movement.
//
// T is any type that moves like the element: for numbers an unsigned integer of the same width.
// Sizes and indices have been checked by the caller: indices are in range and not negative.
#pragma once

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

} // namespace ingot::kernels::movement
