// The checker finds what is planted, and nothing else.
#include "compiler/memory/Check.h"
#include "compiler/memory/test/Problems.h"

#include <gtest/gtest.h>

namespace ingot::memory {
namespace {

Problem three() {
  Problem problem;
  problem.memories = {{"small", 12}, {"large"}};
  problem.buffers = {{.id = "a", .lower = 0, .upper = 4, .size = 4},
                     {.id = "b", .lower = 2, .upper = 6, .size = 4},
                     {.id = "c", .lower = 4, .upper = 8, .size = 4, .alignment = 4}};
  return problem;
}

std::string complaint(const Problem &problem, const Plan &plan) {
  Status checked = checkPlan(problem, plan);
  return checked.ok() ? "" : checked.message();
}

TEST(Check, acceptsWhatIsRight) {
  EXPECT_EQ(complaint(three(), {{0, 0}, {0, 4}, {0, 0}}), "");
  EXPECT_EQ(complaint(three(), {{0, 0}, {1, 0}, {0, 0}}), "");
}

TEST(Check, namesBothBuffersOfAnOverlap) {
  EXPECT_EQ(complaint(three(), {{0, 0}, {0, 3}, {0, 8}}),
            "buffer 'b' at [3, 7) overlaps buffer 'a' at [0, 4) at time 2");
  EXPECT_EQ(complaint(three(), {{0, 0}, {0, 4}, {0, 4}}),
            "buffer 'c' at [4, 8) overlaps buffer 'b' at [4, 8) at time 4");
}

TEST(Check, findsEveryOtherFault) {
  EXPECT_NE(complaint(three(), {{0, 0}, {0, 9}, {0, 0}}), "");  // beyond the capacity
  EXPECT_NE(complaint(three(), {{0, -4}, {0, 4}, {0, 0}}), ""); // below the ground
  EXPECT_NE(complaint(three(), {{0, 0}, {0, 4}, {0, 2}}), "");  // off its alignment
  EXPECT_NE(complaint(three(), {{0, 0}, {0, 4}, {2, 0}}), "");  // in no memory
  EXPECT_NE(complaint(three(), {{0, 0}, {0, 4}}), "");          // not all placed
  Problem problem = three();
  problem.buffers[0].fixed = 4;
  EXPECT_NE(complaint(problem, {{0, 0}, {0, 4}, {0, 0}}), "");
  problem = three();
  problem.buffers[0].memories = {1};
  EXPECT_NE(complaint(problem, {{0, 0}, {0, 4}, {0, 0}}), "");
}

TEST(Check, takesAliasesTogether) {
  Problem problem = three();
  problem.buffers.push_back({.id = "d", .lower = 5, .upper = 9, .size = 4, .alias = 0});
  EXPECT_EQ(complaint(problem, {{0, 0}, {0, 4}, {0, 8}, {0, 0}}), "");
  EXPECT_NE(complaint(problem, {{0, 0}, {0, 4}, {0, 8}, {1, 0}}), "");
  // The memory of 'a' is in use until 'd' ends.
  EXPECT_NE(complaint(problem, {{0, 0}, {0, 4}, {0, 0}, {0, 0}}), "");
}

TEST(Check, findsPlantedOverlaps) {
  Random random(3);
  int planted = 0;
  for (int i = 0; i < 200; ++i) {
    Problem problem = randomProblem({.buffers = 30, .times = 20, .mostSize = 9}, random);
    auto result = plan(problem, {.search = false});
    ASSERT_TRUE(result.ok());
    Plan plan = result->plan;
    EXPECT_EQ(complaint(problem, plan), "");
    int a = random.below(30), b = random.below(30);
    const Buffer &x = problem.buffers[a], &y = problem.buffers[b];
    if (a == b || x.lower >= y.upper || y.lower >= x.upper)
      continue;
    ++planted;
    plan[a].offset = plan[b].offset + random.below(static_cast<int>(y.size));
    EXPECT_NE(complaint(problem, plan), "");
  }
  EXPECT_GT(planted, 50);
}

} // namespace
} // namespace ingot::memory
