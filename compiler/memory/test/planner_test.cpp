// The planner against brute force, and what it promises about aliases, memories and bounds.
#include "compiler/memory/Check.h"
#include "compiler/memory/test/Problems.h"

#include <gtest/gtest.h>

namespace ingot::memory {
namespace {

constexpr double longEnough = 600; // tests wait for results, never for the clock

PlanResult planned(const Problem &problem) {
  auto result = plan(problem, {.seconds = longEnough});
  EXPECT_TRUE(result.ok()) << result.status().message();
  return result.take();
}

/// The planner finds the least height, and proves that there is nothing below.
void expectOptimal(const Problem &problem, const std::string &what) {
  SCOPED_TRACE(what);
  int64_t least = leastByBruteForce(problem);
  PlanResult result = planned(problem);
  ASSERT_EQ(result.outcome, Outcome::Found);
  EXPECT_EQ(result.memories[0].height, least);
  EXPECT_EQ(result.memories[0].lowerBound, least);
  Problem tight = problem;
  tight.memories[0].capacity = least;
  EXPECT_EQ(planned(tight).outcome, Outcome::Found);
  tight.memories[0].capacity = least - 1;
  result = planned(tight);
  EXPECT_EQ(result.outcome, Outcome::Infeasible);
  EXPECT_TRUE(result.plan.empty());
}

TEST(Planner, isOptimalOnTinyProblems) {
  Random random(7);
  for (int i = 0; i < 300; ++i)
    expectOptimal(randomProblem({.buffers = 1 + i % 7}, random), std::to_string(i));
}

TEST(Planner, isOptimalWithAlignments) {
  Random random(8);
  for (int i = 0; i < 300; ++i)
    expectOptimal(randomProblem({.buffers = 1 + i % 6, .mostAlignment = 4}, random),
                  std::to_string(i));
}

TEST(Planner, isOptimalAroundFixedBuffers) {
  Random random(9);
  int apart = 0;
  for (int i = 0; i < 300; ++i) {
    Problem problem = randomProblem(
        {.buffers = 2 + i % 5, .mostAlignment = 1 + i % 3, .fixed = 1 + i % 2}, random);
    if (fitsByBruteForce(problem, 60)) {
      ++apart;
      expectOptimal(problem, std::to_string(i));
    } else {
      EXPECT_EQ(planned(problem).outcome, Outcome::Infeasible);
    }
  }
  EXPECT_GT(apart, 200);
}

TEST(Planner, givesEqualProblemsEqualPlans) {
  Random random(10);
  Problem problem = randomProblem({.buffers = 60, .times = 40, .mostSize = 50}, random);
  problem.memories[0].capacity = planned(problem).memories[0].height;
  Plan first = planned(problem).plan, second = planned(problem).plan;
  ASSERT_EQ(first.size(), second.size());
  for (size_t i = 0; i < first.size(); ++i)
    EXPECT_EQ(first[i].offset, second[i].offset);
}

TEST(Planner, takesNothingForNothing) {
  EXPECT_EQ(planned({}).outcome, Outcome::Found);
  Problem empty;
  empty.buffers = {{.id = "a", .upper = 1}, {.id = "b", .upper = 1, .fixed = 8}};
  empty.memories[0].capacity = 8;
  PlanResult result = planned(empty);
  EXPECT_EQ(result.outcome, Outcome::Found);
  EXPECT_EQ(result.memories[0].height, 0);
}

TEST(Planner, unitesAliases) {
  Problem problem;
  problem.buffers = {{.id = "a", .lower = 0, .upper = 2, .size = 4},
                     {.id = "b", .lower = 2, .upper = 4, .size = 6, .alias = 0},
                     {.id = "c", .lower = 4, .upper = 6, .size = 2, .alignment = 8, .alias = 1},
                     {.id = "d", .lower = 0, .upper = 6, .size = 3}};
  PlanResult result = planned(problem);
  ASSERT_EQ(result.outcome, Outcome::Found);
  EXPECT_EQ(result.plan[0].offset, result.plan[1].offset);
  EXPECT_EQ(result.plan[0].offset, result.plan[2].offset);
  EXPECT_EQ(result.plan[0].offset % 8, 0);
  EXPECT_EQ(result.memories[0].height, 9);
}

TEST(Planner, refusesAliasesThatContradict) {
  Problem problem;
  problem.buffers = {{.id = "a", .upper = 2, .size = 4, .fixed = 0},
                     {.id = "b", .upper = 2, .size = 4, .fixed = 4, .alias = 0}};
  EXPECT_FALSE(plan(problem, {}).ok());
  problem.buffers[1].fixed.reset();
  EXPECT_TRUE(plan(problem, {}).ok());
  problem.memories = {{"x"}, {"y"}};
  problem.buffers[0].memories = {0};
  problem.buffers[1].memories = {1};
  EXPECT_FALSE(plan(problem, {}).ok());
}

TEST(Planner, spillsTheLeastTrafficPerByte) {
  Problem problem;
  problem.memories = {{"fast", 10}, {"slow", 100}};
  problem.buffers = {{.id = "hot", .upper = 2, .size = 6, .weight = 60},
                     {.id = "cold", .upper = 2, .size = 6, .weight = 6},
                     {.id = "warm", .upper = 2, .size = 4, .weight = 20}};
  PlanResult result = planned(problem);
  ASSERT_EQ(result.outcome, Outcome::Found);
  EXPECT_EQ(result.plan[0].memory, 0);
  EXPECT_EQ(result.plan[1].memory, 1);
  EXPECT_EQ(result.plan[2].memory, 0);
  EXPECT_EQ(result.memories[0].height, 10);
  EXPECT_EQ(result.memories[1].height, 6);
}

TEST(Planner, keepsWhatMayLieNowhereElse) {
  Problem problem;
  problem.memories = {{"fast", 10}, {"slow"}};
  problem.buffers = {{.id = "hot", .upper = 2, .size = 6, .weight = 60},
                     {.id = "bound", .upper = 2, .size = 6, .memories = {0}},
                     {.id = "slow", .upper = 2, .size = 1, .memories = {1}, .weight = 9}};
  PlanResult result = planned(problem);
  ASSERT_EQ(result.outcome, Outcome::Found);
  EXPECT_EQ(result.plan[0].memory, 1);
  EXPECT_EQ(result.plan[1].memory, 0);
  EXPECT_EQ(result.plan[2].memory, 1);
  problem.buffers.push_back({.id = "bound too", .upper = 2, .size = 6, .memories = {0}});
  EXPECT_EQ(planned(problem).outcome, Outcome::Infeasible);
}

TEST(Planner, fillsSeveralMemoriesOfRandomProblems) {
  Random random(11);
  for (int i = 0; i < 50; ++i) {
    Problem problem = randomProblem({.buffers = 40, .times = 20, .mostSize = 30}, random);
    problem.memories = {{"first", 60}, {"second", 80}, {"third", 1000}};
    for (Buffer &buffer : problem.buffers) {
      buffer.weight = random.below(1000);
      if (random.below(4) == 0)
        buffer.memories = {1 + random.below(2), 2};
    }
    PlanResult result = planned(problem);
    EXPECT_EQ(result.outcome, Outcome::Found) << result.reason;
    EXPECT_TRUE(checkPlan(problem, result.plan).ok());
  }
}

TEST(Planner, endsAtTheDeadlineWithAPlan) {
  Problem problem;
  Random random(12);
  for (int i = 0; i < 200000; ++i)
    problem.buffers.push_back({.id = std::to_string(i),
                               .lower = random.below(1000),
                               .upper = 1001 + random.below(1000),
                               .size = 1 + random.below(1 << 20)});
  auto result = plan(problem, {.seconds = 0});
  ASSERT_TRUE(result.ok());
  EXPECT_EQ(result->outcome, Outcome::Found);
}

} // namespace
} // namespace ingot::memory
