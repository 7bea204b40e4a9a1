// Reference kernels that need an order: sorting, the k largest, distinct elements, running sums.
//
// Elements are compared through 64-bit keys that have their order, so that sorting is one function
// whatever the element type.
#pragma once

#include "kernels/base/scalar.h"

namespace ingot::kernels::movement {

/// A key with the order of the numbers: equal for equal ones (-0 and 0 too), largest for NaN.
template <typename T> uint64_t orderKey(T x) {
  constexpr uint64_t top = uint64_t{1} << 63;
  auto wide = load(x);
  if constexpr (__is_same(decltype(wide), double)) {
    if (wide != wide)
      return ~uint64_t{0};
    uint64_t bits = __builtin_bit_cast(uint64_t, wide == 0 ? 0.0 : wide);
    return bits & top ? ~bits : bits | top;
  } else if constexpr (__is_same(decltype(wide), int64_t)) {
    return static_cast<uint64_t>(wide) ^ top;
  } else {
    return wide;
  }
}

/// Sorts `items` by `less`, equal ones in the order in which they were; `scratch` is as long.
template <typename Less>
void sortStable(int64_t *items, int64_t *scratch, int64_t count, Less &&less) {
  for (int64_t width = 1; width < count; width *= 2) {
    for (int64_t start = 0; start < count; start += 2 * width) {
      int64_t middle = start + width < count ? start + width : count;
      int64_t end = middle + width < count ? middle + width : count;
      int64_t left = start, right = middle;
      for (int64_t i = start; i < end; ++i) {
        bool takeRight = left == middle || (right < end && less(items[right], items[left]));
        scratch[i] = takeRight ? items[right++] : items[left++];
      }
    }
    for (int64_t i = 0; i < count; ++i)
      items[i] = scratch[i];
  }
}

/// The places of the k largest (or smallest) of each lane of keys[outer, dim, inner], in order;
/// `order` and `scratch` have `dim` entries.
///   indices[o, j, i] = place of the j-th largest of keys[o, :, i]
inline void topK(const uint64_t *keys, int64_t outer, int64_t dim, int64_t inner, int64_t k,
                 bool largest, int64_t *order, int64_t *scratch, int64_t *indices) {
  for (int64_t o = 0; o < outer; ++o)
    for (int64_t i = 0; i < inner; ++i) {
      const uint64_t *lane = keys + o * dim * inner + i;
      for (int64_t j = 0; j < dim; ++j)
        order[j] = j;
      sortStable(order, scratch, dim, [&](int64_t a, int64_t b) {
        return largest ? lane[a * inner] > lane[b * inner] : lane[a * inner] < lane[b * inner];
      });
      for (int64_t j = 0; j < k; ++j)
        indices[(o * k + j) * inner + i] = order[j];
    }
}

/// The distinct slices of keys [outer, dim, inner] along dim, their number as result. For each:
/// `firsts`, where it first occurs, and `counts`, how often; `inverse` says for each slice which it
/// is. Ascending, or in the order of first occurrence. All arrays have `dim` entries; `order` and
/// `scratch` are for working.
template <typename KeyAt>
int64_t unique(KeyAt keyAt, int64_t outer, int64_t dim, int64_t inner, bool sorted, int64_t *order,
               int64_t *scratch, int64_t *firsts, int64_t *inverse, int64_t *counts) {
  auto compare = [&](int64_t a, int64_t b) {
    for (int64_t o = 0; o < outer; ++o)
      for (int64_t i = 0; i < inner; ++i) {
        uint64_t x = keyAt((o * dim + a) * inner + i), y = keyAt((o * dim + b) * inner + i);
        if (x != y)
          return x < y ? -1 : 1;
      }
    return 0;
  };
  for (int64_t j = 0; j < dim; ++j)
    order[j] = j;
  sortStable(order, scratch, dim, [&](int64_t a, int64_t b) { return compare(a, b) < 0; });
  int64_t groups = 0;
  for (int64_t j = 0; j < dim; ++j) {
    if (j == 0 || compare(order[j - 1], order[j]) != 0) {
      firsts[groups] = order[j];
      counts[groups++] = 0;
    }
    inverse[order[j]] = groups - 1;
    ++counts[groups - 1];
  }
  if (sorted)
    return groups;
  // Number the groups anew as they come; `order` collects their counts.
  for (int64_t g = 0; g < groups; ++g)
    scratch[g] = -1;
  int64_t next = 0;
  for (int64_t j = 0; j < dim; ++j) {
    int64_t group = inverse[j];
    if (scratch[group] < 0) {
      firsts[next] = j;
      order[next] = counts[group];
      scratch[group] = next++;
    }
    inverse[j] = scratch[group];
  }
  for (int64_t g = 0; g < groups; ++g)
    counts[g] = order[g];
  return groups;
}

/// Running combination along the middle axis of x[outer, dim, inner]:
///   out[o, j, i] = combine(x[o, 0, i], …, x[o, j, i]), without x[o, j, i] itself when `exclusive`
/// starting from `identity`, from the end when `reverse`; computed in the wide type.
template <typename T, typename Combine>
void cumulate(const T *x, int64_t outer, int64_t dim, int64_t inner, bool exclusive, bool reverse,
              Compute<T> identity, Combine &&combine, T *out) {
  for (int64_t o = 0; o < outer; ++o)
    for (int64_t i = 0; i < inner; ++i) {
      Compute<T> total = identity;
      for (int64_t j = 0; j < dim; ++j) {
        int64_t at = (o * dim + (reverse ? dim - 1 - j : j)) * inner + i;
        Compute<T> next = combine(total, load(x[at]));
        out[at] = store<T>(exclusive ? total : next);
        total = next;
      }
    }
}

} // namespace ingot::kernels::movement
