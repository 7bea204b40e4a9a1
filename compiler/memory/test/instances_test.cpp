// Instances of other planners' authors, with what is known about them. Their folder lies beside the
// checkout or is not there.
#ifdef INGOT_MEMORY_INSTANCES

#include "compiler/memory/Csv.h"
#include "compiler/memory/Planner.h"
#include "runtime/base/File.h"

#include <gtest/gtest.h>

namespace ingot::memory {
namespace {

Problem load(const std::string &name) {
  auto file = MappedFile::open(std::string(INGOT_MEMORY_INSTANCES) + "/" + name);
  EXPECT_TRUE(file.ok()) << file.status().message();
  auto problem = readProblem((*file)->bytes(), {});
  EXPECT_TRUE(problem.ok()) << problem.status().message();
  return problem.take();
}

struct Instance {
  const char *file;
  int64_t height;
};

void PrintTo(const Instance &instance, std::ostream *out) { *out << instance.file; }

class Least : public testing::TestWithParam<Instance> {};

TEST_P(Least, isFoundAndProved) {
  auto result = plan(load(GetParam().file), {.seconds = 600});
  ASSERT_TRUE(result.ok());
  ASSERT_EQ(result->outcome, Outcome::Found);
  EXPECT_EQ(result->memories[0].height, GetParam().height);
  EXPECT_EQ(result->memories[0].lowerBound, GetParam().height);
}

INSTANTIATE_TEST_SUITE_P(Memory, Least,
                         testing::Values(Instance{"small/vela_hillclimb_1.csv", 16016},
                                         Instance{"small/vela_hillclimb_2.csv", 216096},
                                         Instance{"small/tflm_overlap5.csv", 80},
                                         Instance{"small/tflm_person_detection.csv", 64512},
                                         Instance{"minimalloc/examples/input.12.csv", 12}));

class Within : public testing::TestWithParam<Instance> {};

TEST_P(Within, isFound) {
  Problem problem = load(str("minimalloc/challenging/", GetParam().file, ".1048576.csv"));
  problem.memories[0].capacity = GetParam().height;
  auto result = plan(problem, {.seconds = 600});
  ASSERT_TRUE(result.ok());
  EXPECT_EQ(result->outcome, Outcome::Found) << result->reason;
}

INSTANTIATE_TEST_SUITE_P(Memory, Within,
                         testing::Values(Instance{"A", 1048576}, Instance{"B", 1048576},
                                         Instance{"C", 1039360}, Instance{"D", 1048576},
                                         Instance{"E", 1048576}, Instance{"F", 1048576},
                                         Instance{"G", 1048576}, Instance{"H", 1048576},
                                         Instance{"I", 1048576}, Instance{"J", 1048576},
                                         Instance{"K", 1048576}));

} // namespace
} // namespace ingot::memory

#endif
