// Boxes that overlap no better one.
//
// Candidates are a heap, the best one at its root: few are taken of many, so that most need not be
// sorted.
#pragma once

#include "kernels/base/vector.h"
#include "kernels/vision/contract.h"
#include "kernels/vision/reference.h"

namespace ingot::kernels::vision {

template <typename T> struct Candidates {
  const T *scores;
  int32_t *boxes; ///< a heap
  int64_t count = 0;

  /// NaN is worse than any score; of equal ones the first is better.
  INGOT_INLINE bool isBetter(int64_t a, int64_t b) const {
    T left = scores[a] == scores[a] ? scores[a] : -T(__builtin_inf());
    T right = scores[b] == scores[b] ? scores[b] : -T(__builtin_inf());
    return left != right ? left > right : a < b;
  }
  /// Candidate i goes down to where it is better than both below it.
  INGOT_INLINE void sink(int64_t i) {
    int32_t box = boxes[i];
    INGOT_ROLLED
    for (int64_t below = 2 * i + 1; below < count; below = 2 * i + 1) {
      below += below + 1 < count && isBetter(boxes[below + 1], boxes[below]) ? 1 : 0;
      if (!isBetter(boxes[below], box))
        break;
      boxes[i] = boxes[below];
      i = below;
    }
    boxes[i] = box;
  }
  INGOT_INLINE void arrange() {
    INGOT_ROLLED
    for (int64_t i = count / 2; i-- > 0;)
      sink(i);
  }
  INGOT_INLINE int64_t takeBest() {
    int32_t best = boxes[0];
    boxes[0] = boxes[--count];
    if (count > 0)
      sink(0);
    return best;
  }
};

/// Units [begin, end).
template <typename T>
INGOT_INLINE Fault selectBoxes(const T *boxes, const T *scores, const int64_t *most,
                               const T *overlap, const T *least, const int64_t *count,
                               int32_t *scratch, int64_t *selected, const void *,
                               const SelectBoxesSizes &s, int64_t begin, int64_t end) {
  const int64_t there = s.hasCount ? *count : s.boxes, limit = *most < s.limit ? *most : s.limit;
  if (there < 0 || there > s.boxes)
    return 1;
  INGOT_ROLLED
  for (int64_t unit = begin; unit < end; ++unit) {
    Candidates<T> candidates{scores + unit * s.boxes, scratch + unit * s.boxes};
    INGOT_ROLLED
    for (int64_t i = 0; i < there; ++i)
      if (!s.hasLeast || candidates.scores[i] > *least)
        candidates.boxes[candidates.count++] = static_cast<int32_t>(i);
    candidates.arrange();
    const T *all = boxes + unit / s.classes * s.boxes * 4;
    int64_t *taken = selected + unit * s.limit, size = 0;
    INGOT_ROLLED
    while (candidates.count > 0 && size < limit) {
      int64_t box = candidates.takeBest(), k = 0;
      while (k < size && !overlaps(all + box * 4, all + taken[k] * 4, s.centred != 0, *overlap))
        ++k;
      if (k == size)
        taken[size++] = box;
    }
    INGOT_ROLLED
    for (int64_t i = size; i < s.limit; ++i)
      taken[i] = -1;
  }
  return 0;
}

} // namespace ingot::kernels::vision
