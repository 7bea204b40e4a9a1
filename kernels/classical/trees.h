// Rows sent down decision trees, after the reference.
#pragma once

#include "kernels/base/element.h"
#include "kernels/classical/contract.h"
#include "kernels/classical/reference.h"

namespace ingot::kernels::classical {

/// The tables of an ensemble, taken apart.
struct Ensemble {
  const TreeSizes &s;
  Trees trees;
  const int64_t *roots, *leafStarts, *voteTargets;
  const double *weights, *base;

  INGOT_INLINE Ensemble(const int64_t *integers, const double *numbers, const TreeSizes &s)
      : s(s), trees{.features = integers,
                    .modes = integers + s.nodes,
                    .trueNext = integers + 2 * s.nodes,
                    .falseNext = integers + 3 * s.nodes,
                    .missingTrue = integers + 4 * s.nodes,
                    .memberStarts = integers + 5 * s.nodes,
                    .splits = numbers,
                    .members = numbers + s.nodes},
        roots(integers + 6 * s.nodes), leafStarts(roots + s.roots),
        voteTargets(leafStarts + s.leaves + 1), weights(trees.members + s.members),
        base(weights + s.votes) {}

  /// Adds the votes of a leaf to sums; `voted` is 0 for targets that have none yet.
  INGOT_INLINE void vote(int64_t leaf, double *sums, double *voted) const {
    auto how = static_cast<Aggregate>(s.aggregate);
    INGOT_ROLLED
    for (int64_t i = leafStarts[leaf]; i < leafStarts[leaf + 1]; ++i) {
      int64_t target = voteTargets[i];
      double weight = weights[i], sum = sums[target];
      bool isFirst = voted[target] == 0;
      if (how == Aggregate::Min)
        sum = !isFirst && sum < weight ? sum : weight;
      else if (how == Aggregate::Max)
        sum = !isFirst && sum > weight ? sum : weight;
      else
        sum += weight;
      sums[target] = sum;
      voted[target] = 1;
    }
  }

  INGOT_INLINE double result(const double *sums, int64_t target) const {
    double sum = sums[target];
    if (static_cast<Aggregate>(s.aggregate) == Aggregate::Average)
      sum /= static_cast<double>(s.roots);
    return s.hasBase != 0 ? sum + base[target] : sum;
  }
};

/// Units [begin, end).
template <typename T>
INGOT_INLINE void treeEnsemble(const T *x, const int64_t *integers, const double *numbers,
                               double *scratch, void *y, const void *, const TreeSizes &s,
                               int64_t begin, int64_t end) {
  const Ensemble ensemble(integers, numbers, s);
  INGOT_ROLLED
  for (int64_t row = begin; row < end; ++row) {
    double *sums = scratch + row * 2 * s.targets, *voted = sums + s.targets;
    INGOT_ROLLED
    for (int64_t i = 0; i < 2 * s.targets; ++i)
      sums[i] = 0;
    INGOT_ROLLED
    for (int64_t i = 0; i < s.roots; ++i)
      ensemble.vote(findLeaf(ensemble.trees, ensemble.roots[i], x + row * s.features), sums, voted);
    INGOT_ROLLED
    for (int64_t target = 0; target < s.targets; ++target)
      setElement<double>(y, row * s.targets + target, s.yBytes, ensemble.result(sums, target));
  }
}

} // namespace ingot::kernels::classical
