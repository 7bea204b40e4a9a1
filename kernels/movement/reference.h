// Reference kernels of data movement. Elements move as bytes: only their width matters.
#pragma once

#include <stdint.h>

namespace ingot::kernels::movement {

/// Copies one element of `width` bytes.
inline void copyElement(const char *from, char *to, int64_t width) {
  for (int64_t i = 0; i < width; ++i)
    to[i] = from[i];
}

/// Gathers a strided view of `in` into dense `out`:
///   out[i0, i1, …] = in[i0 * strides[0] + i1 * strides[1] + …]   over all i < dims
/// `index` is scratch of `rank` entries. Strides are in elements and may be 0 or negative.
inline void copyStrided(const char *in, char *out, const int64_t *dims, const int64_t *strides,
                        int64_t rank, int64_t width, int64_t *index) {
  int64_t total = 1, offset = 0;
  for (int64_t axis = 0; axis < rank; ++axis) {
    total *= dims[axis];
    index[axis] = 0;
  }
  for (int64_t i = 0; i < total; ++i) {
    copyElement(in + offset * width, out + i * width, width);
    for (int64_t axis = rank; axis-- > 0;) {
      offset += strides[axis];
      if (++index[axis] < dims[axis])
        break;
      offset -= strides[axis] * dims[axis];
      index[axis] = 0;
    }
  }
}

} // namespace ingot::kernels::movement
