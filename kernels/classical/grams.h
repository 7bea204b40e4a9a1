// n-grams counted in rows of tokens.
#pragma once

#include "kernels/base/element.h"
#include "kernels/classical/contract.h"

namespace ingot::kernels::classical {

/// The n-grams to look for.
struct Grams {
  const GramSizes &s;
  const int64_t *starts, *tokens, *nodes, *columns;
  const float *weights;

  INGOT_INLINE Grams(const int64_t *edges, const float *weights, const GramSizes &s)
      : s(s), starts(edges), tokens(starts + s.nodes + 1), nodes(tokens + s.edges()),
        columns(nodes + s.edges()), weights(weights) {}

  /// The node below `node` for a token; -1 when there is none.
  INGOT_INLINE int64_t below(int64_t node, int64_t token) const {
    int64_t low = starts[node], high = starts[node + 1];
    INGOT_ROLLED
    while (low < high) {
      int64_t middle = low + (high - low) / 2;
      if (tokens[middle] < token)
        low = middle + 1;
      else
        high = middle;
    }
    return low < starts[node + 1] && tokens[low] == token ? nodes[low] : -1;
  }

  INGOT_INLINE void count(int64_t node, float *y) const {
    auto how = static_cast<Counts>(s.mode);
    float &value = y[columns[node]];
    value = how == Counts::One    ? value + 1
            : how == Counts::Sets ? weights[node]
                                  : value + weights[node];
  }

  /// Those of tokens `distance` apart that begin at `start`, of at least `smallest` tokens.
  INGOT_INLINE void walk(const void *x, int64_t row, int64_t start, int64_t distance,
                         int64_t smallest, float *y) const {
    int64_t node = 0;
    INGOT_ROLLED
    for (int64_t at = start, size = 1; at < s.length && size <= s.most; at += distance, ++size) {
      node = below(node, elementAt<int64_t>(x, row * s.length + at, s.xBytes));
      if (node < 0)
        return;
      if (size >= smallest && columns[node] >= 0)
        count(node, y);
    }
  }
};

/// Units [begin, end).
INGOT_INLINE void countGrams(const void *x, const int64_t *edges, const float *weights, float *y,
                             const void *, const GramSizes &s, int64_t begin, int64_t end) {
  const Grams grams(edges, weights, s);
  INGOT_ROLLED
  for (int64_t row = begin; row < end; ++row) {
    float *out = y + row * s.width;
    INGOT_ROLLED
    for (int64_t i = 0; i < s.width; ++i)
      out[i] = 0;
    int64_t smallest = s.least;
    INGOT_ROLLED
    for (int64_t distance = 1; distance - 1 <= s.maxSkip && distance <= s.length; ++distance) {
      INGOT_ROLLED
      for (int64_t start = 0; start < s.length; ++start)
        grams.walk(x, row, start, distance, smallest, out);
      // A single token is the same at every distance.
      if (smallest == 1 && ++smallest > s.most)
        break;
    }
  }
}

} // namespace ingot::kernels::classical
