// What callers of the kernels of classical machine learning must know: see base/contract.h.
#pragma once

#include "kernels/base/contract.h"

namespace ingot::kernels::classical {

#define INGOT_TREE_SIZES(X)                                                                        \
  X(rows)                                                                                          \
  X(features)                                                                                      \
  X(targets)                                                                                       \
  X(roots)                                                                                         \
  X(nodes)                                                                                         \
  X(leaves)                                                                                        \
  X(votes)                                                                                         \
  X(members)                                                                                       \
  X(hasBase)                                                                                       \
  X(aggregate)                                                                                     \
  X(xBytes)                                                                                        \
  X(yBytes)

/// Decision trees, as the operator tree_ensemble has them. Its attributes are two tables. One has
/// integers: six numbers a node (features, modes, true_next, false_next, missing_true,
/// member_starts, all of each together), roots, leaf_starts (one more than leaves) and
/// vote_targets; the other has doubles: splits, members, vote_weights and base values.
struct TreeSizes {
  INGOT_SIZES(INGOT_TREE_SIZES)
  INGOT_INLINE constexpr int64_t integers() const { return 6 * nodes + roots + leaves + 1 + votes; }
  INGOT_INLINE constexpr int64_t numbers() const {
    return nodes + members + votes + (hasBase != 0 ? targets : 0);
  }
};

/// How votes are combined.
enum class Aggregate : int64_t { Sum, Average, Min, Max };

/// Unit: a row. The scratch has two numbers for each of its targets.
struct TreeEnsemble {
  using Sizes = TreeSizes;
  static constexpr Operand operands[] = {{"x", Role::In},
                                         {"integers", Role::In},
                                         {"numbers", Role::In},
                                         {"scratch", Role::Out},
                                         {"y", Role::Out}};

  static constexpr int64_t units(const Sizes &s, Tile) { return s.rows; }
  static constexpr void footprint(const Sizes &s, Tile, int64_t begin, int64_t end,
                                  Extent *extents) {
    extents[0] = {begin * s.features * s.xBytes, end * s.features * s.xBytes};
    extents[1] = {0, s.integers() * 8};
    extents[2] = {0, s.numbers() * 8};
    extents[3] = {begin * s.targets * 16, end * s.targets * 16};
    extents[4] = {begin * s.targets * s.yBytes, end * s.targets * s.yBytes};
  }
};

#define INGOT_GRAM_SIZES(X)                                                                        \
  X(rows)                                                                                          \
  X(length)                                                                                        \
  X(width)                                                                                         \
  X(nodes)                                                                                         \
  X(least)                                                                                         \
  X(most)                                                                                          \
  X(maxSkip)                                                                                       \
  X(mode)                                                                                          \
  X(xBytes)

/// n-grams of `least` to `most` tokens as a trie, whose root is node 0. `edges` are those below
/// node 0, below node 1 and so on: where those of each node start (one more than nodes), their
/// tokens, ascending, and the nodes they lead to; then for each node the column that the n-gram
/// which ends there counts into, -1 where none does. `weights` has a number for each node.
struct GramSizes {
  INGOT_SIZES(INGOT_GRAM_SIZES)
  INGOT_INLINE constexpr int64_t edges() const { return nodes - 1; }
  INGOT_INLINE constexpr int64_t integers() const { return nodes + 1 + 2 * edges() + nodes; }
};

/// What a found n-gram does to its column.
enum class Counts : int64_t { One, Weight, Sets };

/// Unit: a row.
struct CountGrams {
  using Sizes = GramSizes;
  static constexpr Operand operands[] = {
      {"x", Role::In}, {"edges", Role::In}, {"weights", Role::In}, {"y", Role::Out}};

  static constexpr int64_t units(const Sizes &s, Tile) { return s.rows; }
  static constexpr void footprint(const Sizes &s, Tile, int64_t begin, int64_t end,
                                  Extent *extents) {
    extents[0] = {begin * s.length * s.xBytes, end * s.length * s.xBytes};
    extents[1] = {0, s.integers() * 8};
    extents[2] = {0, s.nodes * 4};
    extents[3] = {begin * s.width * 4, end * s.width * 4};
  }
};

} // namespace ingot::kernels::classical
