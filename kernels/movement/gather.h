// Rows that an index picks: embeddings, and whatever else looks something up.
#pragma once

#include "kernels/movement/copy.h"

namespace ingot::kernels::movement {

/// Index number i of an array whose elements have 4 or 8 bytes.
INGOT_INLINE int64_t indexAt(const void *indices, int64_t i, int64_t bytes) {
  return bytes == 8 ? static_cast<const int64_t *>(indices)[i]
                    : static_cast<const int32_t *>(indices)[i];
}

/// An index that may count from the end, as it counts from the beginning; not inside of [0, size)
/// where it is out of range.
INGOT_INLINE int64_t fromStart(int64_t index, int64_t size) {
  return index < 0 ? index + size : index;
}
INGOT_INLINE bool isInside(int64_t index, int64_t size) {
  return static_cast<uint64_t>(index) < static_cast<uint64_t>(size);
}

/// Units [begin, end).
template <typename T>
INGOT_INLINE Fault gather(const T *x, const void *indices, T *y, const void *, const GatherSizes &s,
                          int64_t begin, int64_t end) {
  INGOT_ROLLED
  for (int64_t unit = begin; unit < end; ++unit) {
    int64_t outer = unit / s.count, k = unit - outer * s.count;
    int64_t index = fromStart(indexAt(indices, k, s.indexBytes), s.size);
    if (!isInside(index, s.size))
      return 1 + k;
    copyRuns(x + (outer * s.size + index) * s.inner, y + unit * s.inner,
             Plane{1, s.inner, 0, 1, 0, 1});
  }
  return 0;
}

} // namespace ingot::kernels::movement
