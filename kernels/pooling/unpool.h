// Elements put back to where max_pool found them.
#pragma once

#include "kernels/base/vector.h"
#include "kernels/pooling/contract.h"

namespace ingot::kernels::pooling {

/// Units [begin, end): of all elements those that belong there.
template <typename T>
INGOT_INLINE Fault maxUnpool(const T *x, const int64_t *indices, T *y, const void *,
                             const MaxUnpoolSizes &s, int64_t begin, int64_t end) {
  const int64_t first = begin * s.slab, last = end * s.slab;
  uint64_t size = 1;
  for (int64_t dim : s.from)
    size *= static_cast<uint64_t>(dim);
  for (int64_t i = first; i < last; ++i)
    y[i] = T(0);
  INGOT_ROLLED
  for (int64_t i = 0; i < s.count; ++i) {
    int64_t rest = indices[i], offset = 0, scale = 1;
    if (static_cast<uint64_t>(rest) >= size)
      return 1 + i;
    INGOT_UNROLL
    for (int axis = 7; axis >= 0; --axis) {
      int64_t next = rest / s.from[axis];
      offset += (rest - next * s.from[axis]) * scale;
      scale *= s.to[axis];
      rest = next;
    }
    if (offset >= first && offset < last)
      y[offset] = x[i];
  }
  return 0;
}

} // namespace ingot::kernels::pooling
