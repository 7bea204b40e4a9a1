// The thread pool and the context that runs steps.
#include "runtime/engine/Executable.h"

#include <gtest/gtest.h>
#include <thread>

using namespace ingot;
using namespace ingot::runtime;

namespace {

/// How often each unit was run.
struct Counts {
  std::vector<std::atomic<int>> runs;
  explicit Counts(size_t units) : runs(units) {}
};

TEST(ThreadPool, RunsEveryUnitOnce) {
  for (int threads : {1, 2, 4}) {
    auto pool = ThreadPool::create(threads).take();
    EXPECT_EQ(pool->threads(), threads);
    for (int64_t units : {0, 1, 2, 7, 64, 1000}) {
      Counts counts(static_cast<size_t>(units));
      for (int round = 0; round < 20; ++round)
        pool->run(units, threads, &counts, [](void *data, int64_t begin, int64_t end) {
          for (int64_t i = begin; i < end; ++i)
            ++static_cast<Counts *>(data)->runs[static_cast<size_t>(i)];
        });
      for (const auto &runs : counts.runs)
        EXPECT_EQ(runs, 20);
    }
  }
}

/// More units than a share can count one by one.
TEST(ThreadPool, CountsManyUnits) {
  auto pool = ThreadPool::create(3).take();
  constexpr int64_t units = (int64_t{5} << 30) + 7;
  std::atomic<int64_t> done{0}, last{0};
  std::pair<std::atomic<int64_t> &, std::atomic<int64_t> &> seen{done, last};
  pool->run(units, 3, &seen, [](void *data, int64_t begin, int64_t end) {
    auto &[done, last] = *static_cast<decltype(seen) *>(data);
    done += end - begin;
    for (int64_t before = last; before < end && !last.compare_exchange_weak(before, end);) {
    }
  });
  EXPECT_EQ(done, units);
  EXPECT_EQ(last, units);
}

/// Which threads worked at the same time, and on how many units.
struct Crowd {
  std::atomic<int> inside{0}, most{0}, units{0};
  static void enter(void *data, int64_t begin, int64_t end) {
    auto &crowd = *static_cast<Crowd *>(data);
    int now = ++crowd.inside;
    for (int seen = crowd.most; seen < now && !crowd.most.compare_exchange_weak(seen, now);) {
    }
    std::this_thread::sleep_for(std::chrono::microseconds(50));
    crowd.units += static_cast<int>(end - begin);
    --crowd.inside;
  }
};

TEST(ThreadPool, UsesNoMoreThreadsThanAskedFor) {
  auto pool = ThreadPool::create(8).take();
  for (int threads : {1, 2, 3, 8, 20})
    for (int round = 0; round < 20; ++round) {
      Crowd crowd;
      pool->run(64, threads, &crowd, Crowd::enter);
      EXPECT_EQ(crowd.units, 64);
      EXPECT_LE(crowd.most, std::min(threads, 8));
    }
}

TEST(ThreadPool, HelpsItsCaller) {
  auto pool = ThreadPool::create(2).take();
  int most = 0;
  for (int round = 0; round < 1000 && most < 2; ++round) {
    Crowd crowd;
    pool->run(64, 2, &crowd, Crowd::enter);
    most = crowd.most;
  }
  EXPECT_EQ(most, 2);
}

// Run under ThreadSanitizer by `make tsan`. More callers than there are slots.
TEST(ThreadPool, ServesManyCallersAtATime) {
  auto pool = ThreadPool::create(3).take();
  std::atomic<int> wrong{0};
  std::vector<std::thread> callers;
  for (int i = 0; i < 80; ++i)
    callers.emplace_back([&, i] {
      for (int round = 0; round < 50; ++round) {
        Counts counts(static_cast<size_t>(i + 2));
        pool->run(i + 2, 1 + i % 4, &counts, [](void *data, int64_t begin, int64_t end) {
          for (int64_t unit = begin; unit < end; ++unit)
            ++static_cast<Counts *>(data)->runs[static_cast<size_t>(unit)];
        });
        for (const auto &runs : counts.runs)
          wrong += runs != 1;
      }
    });
  for (std::thread &caller : callers)
    caller.join();
  EXPECT_EQ(wrong, 0);
}

TEST(ThreadPool, OfTheProcessGrows) {
  auto pool = ThreadPool::given(nullptr, 2).take();
  EXPECT_EQ(pool, ThreadPool::ofProcess());
  EXPECT_GE(pool->threads(), 2);
  ThreadPool::given(nullptr, 5).take();
  EXPECT_GE(pool->threads(), 5);
  auto own = ThreadPool::create(2).take();
  EXPECT_EQ(ThreadPool::given(own, 5).take(), own);
  EXPECT_EQ(own->threads(), 2);
}

/// output = input + 1, in the arena first. Takes no negative numbers.
int64_t increment(char *const *bases, const int64_t *table, int64_t begin, int64_t end) {
  const auto *in = reinterpret_cast<const float *>(bases[PortBase]);
  auto *out = reinterpret_cast<float *>(bases[ArenaBase] + table[0]);
  for (int64_t i = begin; i < end; ++i) {
    if (in[i] < 0)
      return 1 + i;
    out[i] = in[i] + 1;
  }
  return 0;
}

std::shared_ptr<Executable> program() {
  auto executable = std::make_shared<Executable>();
  executable->inputs = {{"x", ElementType::F32, {64}, 256}};
  executable->outputs = {{"y", ElementType::F32, {64}, 256}};
  executable->arenaBytes = 512;
  Step code;
  code.code = increment;
  code.units = 64;
  code.table = {256};
  code.name = "the first";
  code.fault = "element % is negative";
  executable->steps.push_back(std::move(code));
  Step host;
  host.name = "the last";
  host.host = [](char *const *bases, const HostRun &) -> Status {
    std::memcpy(bases[PortBase + 1], bases[ArenaBase] + 256, 256);
    return success();
  };
  executable->steps.push_back(std::move(host));
  return executable;
}

TEST(Context, RunsStepsInOrder) {
  std::vector<float> x(64), y(64);
  for (size_t i = 0; i < x.size(); ++i)
    x[i] = static_cast<float>(i);
  for (int threads : {1, 2, 3}) {
    auto context = Context::create(program(), {.threads = threads}).take();
    context->setInput(0, x.data());
    context->setOutput(0, y.data());
    ASSERT_TRUE(context->run().ok());
    for (size_t i = 0; i < y.size(); ++i)
      EXPECT_EQ(y[i], static_cast<float>(i) + 1);
  }
}

TEST(Context, EndsAtAnElementThatAStepCannotTake) {
  std::vector<float> x(64), y(64, -1.0f);
  x[40] = x[41] = x[63] = -1;
  for (int threads : {1, 3}) {
    auto context = Context::create(program(), {.threads = threads}).take();
    context->setInput(0, x.data());
    context->setOutput(0, y.data());
    EXPECT_EQ(context->run().message(), "node 'the first': element 40 is negative");
    EXPECT_EQ(y[0], -1.0f); // the second was not run
  }
}

// Run under ThreadSanitizer by `make tsan`.
TEST(Context, EachCallerHasItsOwn) {
  auto executable = program();
  std::atomic<int> wrong{0};
  auto call = [&](float start) {
    auto context = Context::create(executable, {.threads = 2}).take();
    std::vector<float> x(64, start), y(64);
    context->setInput(0, x.data());
    context->setOutput(0, y.data());
    for (int i = 0; i < 200; ++i) {
      std::fill(y.begin(), y.end(), 0.0f);
      wrong += !context->run().ok();
      for (float value : y)
        wrong += value != start + 1;
    }
  };
  std::vector<std::thread> callers;
  for (int i = 0; i < 3; ++i)
    callers.emplace_back(call, static_cast<float>(i));
  for (std::thread &caller : callers)
    caller.join();
  EXPECT_EQ(wrong, 0);
}

TEST(Context, NamesTheStepThatFailed) {
  auto executable = program();
  executable->steps[1].host = [](char *const *, const HostRun &) { return failure("no luck"); };
  auto context = Context::create(executable, {}).take();
  std::vector<float> x(64), y(64);
  context->setInput(0, x.data());
  context->setOutput(0, y.data());
  Status status = context->run();
  ASSERT_FALSE(status.ok());
  EXPECT_EQ(status.message(), "node 'the last': no luck");
}

TEST(Context, KeepsToTheTimeGiven) {
  auto context = Context::create(program(), {}).take();
  std::vector<float> x(64), y(64);
  context->setInput(0, x.data());
  context->setOutput(0, y.data());
  HostRun run;
  run.timeCheck = [] { return failure("too late"); };
  EXPECT_FALSE(context->run(run).ok());
}

} // namespace
