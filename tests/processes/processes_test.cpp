// What becomes of work that ends, dies or hangs.
#include "tests/processes/Processes.h"

#include <csignal>
#include <gtest/gtest.h>
#include <map>
#include <unistd.h>

using namespace ingot::processes;

namespace {

std::map<int64_t, Outcome> outcomes(int64_t count, const Limits &limits,
                                    const std::function<std::string(int64_t)> &work) {
  std::map<int64_t, Outcome> found;
  forEach(count, limits, work, [&](int64_t i, const Outcome &outcome) {
    EXPECT_EQ(found.count(i), 0u) << i;
    found[i] = outcome;
  });
  return found;
}

TEST(Processes, DoesEveryItem) {
  auto found =
      outcomes(1234, {}, [](int64_t i) { return std::string(static_cast<size_t>(i), 'x'); });
  ASSERT_EQ(found.size(), 1234u);
  for (const auto &[i, outcome] : found) {
    EXPECT_EQ(outcome.end, End::Done);
    EXPECT_EQ(outcome.text, std::string(static_cast<size_t>(i), 'x'));
  }
}

TEST(Processes, DoesNothingForNoItem) {
  EXPECT_TRUE(outcomes(0, {}, [](int64_t) { return ""; }).empty());
}

TEST(Processes, HasTextsLongerThanAPipe) {
  std::string text(1 << 20, 'y');
  auto found = outcomes(3, {.jobs = 1}, [&](int64_t) { return text; });
  for (const auto &[i, outcome] : found)
    EXPECT_EQ(outcome.text, text);
}

TEST(Processes, GoesOnBehindWhatDied) {
  auto found = outcomes(10, {.jobs = 2}, [](int64_t i) {
    if (i % 3 == 0)
      ::raise(SIGKILL);
    if (i == 4)
      ::_exit(7);
    return std::to_string(i);
  });
  ASSERT_EQ(found.size(), 10u);
  for (const auto &[i, outcome] : found)
    EXPECT_EQ(outcome.end, i % 3 == 0 || i == 4 ? End::Died : End::Done) << i;
  EXPECT_EQ(found[0].text, "died of signal 9 (Killed)");
  EXPECT_EQ(found[4].text, "exited with 7");
  EXPECT_EQ(found[5].text, "5");
}

TEST(Processes, EndsWhatHangs) {
  auto found = outcomes(3, {.cpuSeconds = 1, .seconds = 1}, [](int64_t i) {
    volatile bool forever = true;
    while (i == 0 && forever) {
    }
    if (i == 1)
      ::pause();
    return "";
  });
  EXPECT_EQ(found[0].end, End::Hung);
  EXPECT_EQ(found[1].end, End::Hung);
  EXPECT_EQ(found[2].end, End::Done);
}

} // namespace
