// What is found is as much as the data says: results have room for all, and the number is beside.
#pragma once

#include "kernels/base/vector.h"
#include "kernels/movement/contract.h"
#include "kernels/movement/sorting.h"

namespace ingot::kernels::movement {

/// The unit.
INGOT_INLINE void truePlaces(const bool *condition, int64_t *places, int64_t *count, const void *,
                             const TruePlacesSizes &s, int64_t, int64_t) {
  int64_t found = 0;
  INGOT_ROLLED
  for (int64_t i = 0; i < s.n; ++i) { // a place that does not count is written over
    places[found] = i;
    found += condition[i] ? 1 : 0;
  }
  INGOT_ROLLED
  for (int64_t i = found; i < s.n; ++i)
    places[i] = 0;
  *count = found;
}

/// The unit.
template <typename T>
INGOT_INLINE void distinct(const T *x, int64_t *scratch, int64_t *firsts, int64_t *inverse,
                           int64_t *counts, int64_t *count, const void *, const DistinctSizes &s,
                           int64_t, int64_t) {
  *count = unique([x](int64_t i) { return orderKey(x[i]); }, s.outer, s.n, s.inner, s.sorted != 0,
                  scratch, scratch + s.n, firsts, inverse, counts);
  INGOT_ROLLED
  for (int64_t i = *count; i < s.n; ++i)
    firsts[i] = counts[i] = 0;
}

} // namespace ingot::kernels::movement
