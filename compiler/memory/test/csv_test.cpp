// CSV files: what is read, what is refused, and that nothing hostile gets through.
#include "compiler/memory/Check.h"
#include "compiler/memory/Csv.h"
#include "compiler/memory/test/Problems.h"

#include <gtest/gtest.h>

namespace ingot::memory {
namespace {

constexpr const char *header = "id,lower,upper,size\n";

/// What is wrong with a file; empty: nothing.
std::string complaint(const std::string &csv) {
  auto problem = readProblem(csv, {});
  return problem.ok() ? "" : problem.status().message();
}

TEST(Csv, readsEveryColumn) {
  auto problem = readProblem("weight,memory,alias,offset,alignment,size,upper,lower,id\r\n"
                             "7,s|d,,64,32,10,2,-1,\"a,\"\"b\"\"\"\r\n"
                             ",,\"a,\"\"b\"\"\",,,5,9,8,c\n\n",
                             {});
  ASSERT_TRUE(problem.ok()) << problem.status().message();
  ASSERT_EQ(problem->buffers.size(), 2u);
  const Buffer &a = problem->buffers[0], &c = problem->buffers[1];
  EXPECT_EQ(a.id, "a,\"b\"");
  EXPECT_EQ(a.lower, -1);
  EXPECT_EQ(a.upper, 2);
  EXPECT_EQ(a.size, 10);
  EXPECT_EQ(a.alignment, 32);
  EXPECT_EQ(a.fixed, 64);
  EXPECT_EQ(a.memories, (std::vector<int>{0, 1}));
  EXPECT_EQ(a.weight, 7);
  EXPECT_EQ(c.alias, 0);
  EXPECT_FALSE(c.fixed);
  EXPECT_TRUE(c.memories.empty());
  ASSERT_EQ(problem->memories.size(), 2u);
  EXPECT_EQ(problem->memories[1].name, "d");
}

TEST(Csv, namesTheLineOfAnError) {
  std::string h = header;
  EXPECT_EQ(complaint(""), "the file is empty; its first line should be id,lower,upper,size");
  EXPECT_EQ(complaint("id,lower,upper\n"), "line 1: column 'size' is missing");
  EXPECT_EQ(complaint("id,lower,upper,size,size\n"), "line 1: column 'size' stands there twice");
  EXPECT_NE(complaint("id,lower,upper,size,colour\n").find("line 1: no column 'colour'"),
            std::string::npos);
  EXPECT_EQ(complaint(h + "a,0,1\n"), "line 2: 3 fields, but the first line names 4");
  EXPECT_EQ(complaint(h + "a,0,1,1,1\n"), "line 2: 5 fields, but the first line names 4");
  EXPECT_EQ(complaint(h + "a,0,1,x\n"), "line 2: size 'x' is not a whole number");
  EXPECT_EQ(complaint(h + "a,0,1,1.5\n"), "line 2: size '1.5' is not a whole number");
  EXPECT_EQ(complaint(h + "a,0,1,99999999999999999999\n"),
            "line 2: size '99999999999999999999' does not fit into 64 bits");
  EXPECT_EQ(complaint(h + "a,,1,1\n"), "line 2: lower is empty");
  EXPECT_EQ(complaint(h + "\"a,0,1,1\n"), "line 2: a quote is not closed");
  EXPECT_EQ(complaint(h + "\"a\"b,0,1,1\n"), "line 2: something follows a closing quote");
  EXPECT_EQ(complaint("id,lower,upper,size,alias\na,0,1,1,\n\nb,0,1,1,z\n"),
            "line 4: no buffer 'z' to be an alias of");
}

TEST(Csv, refusesWhatMakesNoSense) {
  std::string h = header;
  EXPECT_EQ(complaint(h + "a,0,1,-1\n"), "buffer 'a': size -1 is not between 0 and 2^60");
  EXPECT_EQ(complaint(h + "a,1,1,1\n"),
            "buffer 'a': lower 1 is not less than upper 1: it never lives");
  EXPECT_EQ(complaint(h + "a,0,1,1\na,0,1,1\n"), "buffer 'a': there are two buffers of this id");
  EXPECT_NE(complaint(h + "a,0,1,9223372036854775807\n"), "");
  EXPECT_NE(complaint(h + "a,-9223372036854775808,9223372036854775807,1\n"), "");
  EXPECT_NE(complaint(h + "a,0,1,1000000000000000000\nb,0,1,1000000000000000000\n"), "");
  std::string aliased = "id,lower,upper,size,alias\n";
  EXPECT_EQ(complaint(aliased + "a,0,1,1,a\n"), "buffer 'a': is an alias of itself");
  EXPECT_NE(complaint(aliased + "a,0,1,1,b\nb,0,1,1,c\nc,0,1,1,b\n"), "");
  EXPECT_EQ(complaint("id,lower,upper,size,memory\na,0,1,1,|s\n"), "line 2: a memory has no name");
  std::string fixed = "id,lower,upper,size,alignment,offset\n";
  EXPECT_NE(complaint(fixed + "a,0,1,1,0,\n"), "");
  EXPECT_NE(complaint(fixed + "a,0,1,1,8,12\n"), "");
  EXPECT_NE(complaint(fixed + "a,0,1,1,1,-1\n"), "");
  EXPECT_NE(complaint(fixed + "a,0,1,1,1,9223372036854775807\n"), "");
  EXPECT_NE(complaint(std::string(header) + std::string(1 << 20, ',')), "");
}

TEST(Csv, survivesTheLargestNumbersAllowed) {
  auto problem = readProblem("id,lower,upper,size,alignment\n"
                             "a,-1152921504606846976,1152921504606846976,500000000000000000,1\n"
                             "b,0,1,500000000000000000,4294967296\n"
                             "c,-5,1152921504606846976,100000000000000000,3\n",
                             {});
  ASSERT_TRUE(problem.ok()) << problem.status().message();
  auto result = plan(*problem, {});
  ASSERT_TRUE(result.ok());
  EXPECT_EQ(result->outcome, Outcome::Found);
}

TEST(Csv, walksLongChainsOfAliases) {
  std::string csv = "id,lower,upper,size,alias\n";
  constexpr int length = 100000;
  for (int i = 0; i < length; ++i)
    csv += str(i, ",", i, ",", i + 1, ",1,", i + 1, "\n");
  csv += str(length, ",0,1,1,\n");
  auto problem = readProblem(csv, {});
  ASSERT_TRUE(problem.ok()) << problem.status().message();
  auto result = plan(*problem, {});
  ASSERT_TRUE(result.ok());
  EXPECT_EQ(result->memories[0].height, 1);
}

TEST(Csv, readsBackWhatItWrites) {
  Problem problem;
  problem.memories = {{"s", 100}, {"d"}};
  problem.buffers = {
      {.id = "a,", .lower = 0, .upper = 4, .size = 8, .alignment = 4, .weight = 3},
      {.id = "\"b\"", .lower = 1, .upper = 2, .size = 8, .alias = 0},
      {.id = "c", .lower = 1, .upper = 2, .size = 8, .memories = {1}},
  };
  Plan plan = {{0, 4}, {0, 4}, {1, 0}};
  auto read = readPlan(writePlan(problem, plan), problem.memories);
  ASSERT_TRUE(read.ok()) << read.status().message();
  EXPECT_TRUE(checkPlan(read->problem, read->plan).ok());
  for (size_t i = 0; i < plan.size(); ++i) {
    EXPECT_EQ(read->problem.buffers[i].id, problem.buffers[i].id);
    EXPECT_EQ(read->problem.buffers[i].alias, problem.buffers[i].alias);
    EXPECT_EQ(read->plan[i].memory, plan[i].memory);
    EXPECT_EQ(read->plan[i].offset, plan[i].offset);
  }
}

TEST(Csv, endsWhateverTheBytes) {
  Random random(5);
  std::string base = "id,lower,upper,size,alignment,offset,alias,memory,weight\n"
                     "a,0,4,8,4,,,x|y,1\nb,1,3,7,,0,,x,\nc,2,9,3,2,,a,,9\nd,1,2,5,,,b,,\n";
  constexpr std::string_view bytes = "0123456789-,\"\n\r|abcxy. ";
  int valid = 0;
  for (int i = 0; i < 20000; ++i) {
    std::string csv = base;
    for (int edits = 1 + random.below(3); edits > 0; --edits) {
      size_t at = static_cast<size_t>(random.below(static_cast<int>(csv.size())));
      char byte = bytes[static_cast<size_t>(random.below(static_cast<int>(bytes.size())))];
      if (random.below(2) == 0)
        csv[at] = byte;
      else
        csv.insert(at, 1, byte);
    }
    auto problem = readProblem(csv, {});
    if (!problem.ok())
      continue;
    ++valid;
    auto result = plan(*problem, {.seconds = 5});
    if (result.ok() && result->outcome == Outcome::Found)
      EXPECT_TRUE(checkPlan(*problem, result->plan).ok());
  }
  EXPECT_GT(valid, 1000);
}

} // namespace
} // namespace ingot::memory
