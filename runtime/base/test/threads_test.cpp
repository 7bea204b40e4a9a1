// Threads, the cores there are for them, and what they share.
#include "runtime/base/Cores.h"
#include "runtime/base/Thread.h"
#include "runtime/base/Versioned.h"

#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <sched.h>
#include <unistd.h>

namespace ingot {
namespace {

TEST(Thread, RunsItsBody) {
  int value = 0;
  Thread thread = Thread::start([&] { value = 7; }).take();
  thread.join();
  thread.join();
  EXPECT_EQ(value, 7);
}

TEST(Thread, ThatCannotBeHadIsAnError) {
  auto thread = Thread::start([] {}, size_t{1} << 60);
  ASSERT_FALSE(thread.ok());
  EXPECT_TRUE(thread.status().message().starts_with("cannot start a thread: "))
      << thread.status().message();
}

/// A folder that looks like the root of a system with control groups.
class FakeRoot {
public:
  FakeRoot() {
    path = (std::filesystem::temp_directory_path() / ("ingot-cores-" + std::to_string(getpid())))
               .string();
    std::filesystem::remove_all(path);
  }
  ~FakeRoot() { std::filesystem::remove_all(path); }
  void write(const std::string &name, const std::string &text) {
    std::filesystem::create_directories(std::filesystem::path(path + name).parent_path());
    std::ofstream(path + name) << text;
  }
  std::string path;
};

/// Those of the affinity alone, which a quota can only lower.
int cores() {
  cpu_set_t mask;
  EXPECT_EQ(sched_getaffinity(0, sizeof mask, &mask), 0);
  return CPU_COUNT(&mask);
}

TEST(Cores, AreThoseOfTheAffinityWithoutAQuota) {
  FakeRoot root;
  EXPECT_EQ(usableCores(root.path), cores());
  root.write("/proc/self/cgroup", "0::/job\n");
  root.write("/proc/self/mountinfo",
             "31 24 0:27 / /sys/fs/cgroup rw,nosuid shared:9 - cgroup2 cgroup2 rw,nsdelegate\n");
  root.write("/sys/fs/cgroup/job/cpu.max", "max 100000\n");
  EXPECT_EQ(usableCores(root.path), cores());
}

TEST(Cores, AreNoMoreThanTheQuotaOfVersion2) {
  FakeRoot root;
  root.write("/proc/self/cgroup", "0::/user/job\n");
  root.write("/proc/self/mountinfo",
             "31 24 0:27 / /sys/fs/cgroup rw,nosuid shared:9 - cgroup2 cgroup2 rw,nsdelegate\n");
  root.write("/sys/fs/cgroup/user/job/cpu.max", "250000 100000\n");
  EXPECT_EQ(usableCores(root.path), std::min(cores(), 3)); // rounded up
  root.write("/sys/fs/cgroup/user/cpu.max", "50000 100000\n");
  EXPECT_EQ(usableCores(root.path), 1); // that of the group around it
}

TEST(Cores, AreNoMoreThanTheQuotaOfVersion1) {
  FakeRoot root;
  // A container: its group is the top of the mount.
  root.write("/proc/self/cgroup", "5:memory:/docker/17\n4:cpu,cpuacct:/docker/17\n");
  root.write("/proc/self/mountinfo",
             "40 32 0:33 /docker/17 /sys/fs/cgroup/cpu,cpuacct ro master:11 - cgroup cgroup "
             "rw,cpu,cpuacct\n");
  root.write("/sys/fs/cgroup/cpu,cpuacct/cpu.cfs_quota_us", "80000\n");
  root.write("/sys/fs/cgroup/cpu,cpuacct/cpu.cfs_period_us", "100000\n");
  EXPECT_EQ(usableCores(root.path), 1);
  root.write("/sys/fs/cgroup/cpu,cpuacct/cpu.cfs_quota_us", "-1\n");
  EXPECT_EQ(usableCores(root.path), cores());
}

TEST(Cores, KeepToTheAffinity) {
  cpu_set_t before, one;
  ASSERT_EQ(sched_getaffinity(0, sizeof before, &before), 0);
  CPU_ZERO(&one);
  for (int cpu = 0; cpu < CPU_SETSIZE && CPU_COUNT(&one) == 0; ++cpu)
    if (CPU_ISSET(cpu, &before))
      CPU_SET(cpu, &one);
  ASSERT_EQ(sched_setaffinity(0, sizeof one, &one), 0);
  EXPECT_EQ(usableCores(), 1);
  sched_setaffinity(0, sizeof before, &before);
}

// Run under ThreadSanitizer by `make tsan`.
TEST(Versioned, ReadersSeeWholeValues) {
  struct Pair {
    std::vector<int> a = {0}, b = {0};
  };
  Versioned<Pair> pair;
  std::atomic<bool> isOver{false};
  std::atomic<int> wrong{0};
  std::vector<Thread> readers;
  for (int i = 0; i < 4; ++i)
    readers.push_back(Thread::start([&] {
                        while (!isOver)
                          wrong += !pair.read([](const Pair &p) { return p.a == p.b; });
                      }).take());
  for (int i = 1; i <= 500; ++i) {
    auto next = std::make_unique<Pair>();
    next->a = next->b = std::vector<int>(static_cast<size_t>(i % 50), i);
    pair.replace(std::move(next));
  }
  isOver = true;
  readers.clear();
  EXPECT_EQ(wrong, 0);
}

} // namespace
} // namespace ingot
