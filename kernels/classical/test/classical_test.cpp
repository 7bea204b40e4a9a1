// Decision trees against the reference, and n-grams against a search by hand.
#pragma clang fp contract(off)
#define INGOT_TABLE "kernels/classical/kernels.inc"
#include "kernels/base/test/rows.h"
#include "kernels/classical/contract.h"
#include "kernels/classical/reference.h"

namespace ingot::kernels::classical {
namespace {

using test::Numbers;

constexpr double nan = __builtin_nan("");

/// Two trees over two columns: x0 <= 1 ? leaf 0 : (x1 is 2 or 5 ? leaf 1 : leaf 2), and x1 > 3 with
/// NaN on the true side ? leaf 3 : leaf 0.
struct TwoTrees {
  std::vector<int64_t> integers = {0,
                                   1,
                                   1,
                                   /*modes*/ 0,
                                   6,
                                   3,
                                   /*true_next*/ -1,
                                   -2,
                                   -4,
                                   /*false_next*/ 1,
                                   -3,
                                   -1,
                                   /*missing_true*/ 0,
                                   0,
                                   1,
                                   /*member_starts*/ 0,
                                   0,
                                   0,
                                   /*roots*/ 0,
                                   2,
                                   /*leaf_starts*/ 0,
                                   1,
                                   2,
                                   3,
                                   5,
                                   /*vote_targets*/ 0,
                                   1,
                                   0,
                                   1,
                                   0};
  std::vector<double> numbers = {
      1, 0, 3, /*members*/ 2, 5, nan, 10, -20, 0.25, /*weights*/ 3, 100, /*base*/ 0.5, -0.5};
  TreeSizes sizes(int64_t rows, Aggregate how) const {
    return {rows, 2, 2, 2, 3, 4, 5, 3, 1, static_cast<int64_t>(how), 4, 8};
  }
  /// A target of a row that reaches these leaves.
  double wanted(int64_t first, int64_t second, int64_t target, Aggregate how) const {
    const std::vector<std::vector<std::pair<int64_t, double>>> votes = {
        {{0, 10}}, {{1, -20}}, {{0, 0.25}}, {{1, 3}, {0, 100}}};
    std::vector<double> found;
    for (int64_t leaf : {first, second})
      for (auto [to, weight] : votes[static_cast<size_t>(leaf)])
        if (to == target)
          found.push_back(weight);
    double sum = 0;
    for (size_t i = 0; i < found.size(); ++i)
      sum = how == Aggregate::Min   ? (i == 0 ? found[0] : std::min(sum, found[i]))
            : how == Aggregate::Max ? (i == 0 ? found[0] : std::max(sum, found[i]))
                                    : sum + found[i];
    return (how == Aggregate::Average ? sum / 2 : sum) + (target == 0 ? 0.5 : -0.5);
  }
};

TEST(TreeEnsemble, SendsRowsToTheirLeaves) {
  TwoTrees trees;
  const std::vector<float> x = {0, 4, 2, 5, 2, 1, 2, __builtin_nanf("")};
  const int64_t leaves[][2] = {{0, 3}, {1, 3}, {2, 0}, {2, 3}};
  for (Aggregate how : {Aggregate::Sum, Aggregate::Average, Aggregate::Min, Aggregate::Max}) {
    TreeSizes s = trees.sizes(4, how);
    ASSERT_EQ(s.integers(), static_cast<int64_t>(trees.integers.size()));
    ASSERT_EQ(s.numbers(), static_cast<int64_t>(trees.numbers.size()));
    std::vector<double> y(8), scratch(16);
    std::vector<const void *> operands = {x.data(), trees.integers.data(), trees.numbers.data(),
                                          scratch.data(), y.data()};
    rowsOf("tree_ensemble")[0](operands, nullptr, s, 1, 4);
    rowsOf("tree_ensemble")[0](operands, nullptr, s, 0, 1);
    for (size_t row = 0; row < 4; ++row)
      for (int64_t target = 0; target < 2; ++target)
        ASSERT_EQ(y[2 * row + static_cast<size_t>(target)],
                  trees.wanted(leaves[row][0], leaves[row][1], target, how));
  }
}

/// The trie of the 1-gram 7 (column 1) and the 2-grams 7 7 (column 0) and 3 9 (column 2).
struct SomeGrams {
  std::vector<int64_t> edges = {0,
                                2,
                                3,
                                4,
                                4,
                                4,
                                /*tokens*/ 3,
                                7,
                                9,
                                7,
                                /*nodes*/ 1,
                                2,
                                3,
                                4,
                                /*columns*/ -1,
                                -1,
                                1,
                                2,
                                0};
  std::vector<float> weights = {1, 1, 0.5f, 4, 8};
};

TEST(CountGrams, CountsWithSkips) {
  SomeGrams grams;
  const std::vector<int32_t> x = {7, 3, 7, 9, 7, 1, 1, 1, 1, 3};
  // Row 0: 7 three times; 7 7 two apart, twice; 3 9 two apart, once. Row 1: nothing.
  for (auto [mode, skip, wanted] :
       {std::tuple{Counts::One, 1, std::vector<float>{2, 3, 1, 0, 0, 0}},
        std::tuple{Counts::One, 0, std::vector<float>{0, 3, 0, 0, 0, 0}},
        std::tuple{Counts::Weight, 1, std::vector<float>{16, 1.5f, 4, 0, 0, 0}},
        std::tuple{Counts::Sets, 1, std::vector<float>{8, 0.5f, 4, 0, 0, 0}}}) {
    GramSizes s{2, 5, 3, 5, 1, 2, skip, static_cast<int64_t>(mode), 4};
    ASSERT_EQ(s.integers(), static_cast<int64_t>(grams.edges.size()));
    std::vector<float> y(6, -1.0f);
    std::vector<const void *> operands = {x.data(), grams.edges.data(), grams.weights.data(),
                                          y.data()};
    rowsOf("count_grams")[0](operands, nullptr, s, 0, 2);
    EXPECT_EQ(y, wanted);
  }
}

} // namespace
} // namespace ingot::kernels::classical
