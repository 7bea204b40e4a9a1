// Walking over the indices of a tensor.
#pragma once

#include <stdint.h>

namespace ingot::kernels {

/// Moves to the next index in row-major order; after the last one, back to the first and false.
inline bool nextIndex(int64_t *index, const int64_t *dims, int64_t rank) {
  for (int64_t axis = rank; axis-- > 0;) {
    if (++index[axis] < dims[axis])
      return true;
    index[axis] = 0;
  }
  return false;
}

} // namespace ingot::kernels
