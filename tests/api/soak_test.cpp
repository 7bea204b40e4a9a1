// 64 threads, one program, new shapes all the time: nobody waits for others, memory and threads
// stay bounded, and every result is right. Some seconds in ctest; INGOT_SOAK_SECONDS (`make soak`)
// says how long. Run under ThreadSanitizer by `make tsan`.
#include "ingot/Ingot.h"
#include "runtime/base/Cores.h"
#include "runtime/base/TimedLock.h"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <gtest/gtest.h>
#include <thread>

namespace ingot {
namespace {

/// Sums over a product: y = relu(x · w) summed over the batch, so that the answer is known.
constexpr const char *network = R"(
func.func @main(%x: tensor<?x?x8xf32>) -> tensor<?x16xf32> {
  %w = graph.constant {value = dense<0.5> : tensor<8x16xf32>} : tensor<8x16xf32>
  %b = graph.constant {value = dense<1.0> : tensor<16xf32>} : tensor<16xf32>
  %0 = graph.matmul %x, %w : (tensor<?x?x8xf32>, tensor<8x16xf32>) -> tensor<?x?x16xf32>
  %1 = graph.add %0, %b : (tensor<?x?x16xf32>, tensor<16xf32>) -> tensor<?x?x16xf32>
  %2 = graph.relu %1 : (tensor<?x?x16xf32>) -> tensor<?x?x16xf32>
  %a = graph.constant {value = dense<0> : tensor<1xi64>} : tensor<1xi64>
  %3 = graph.reduce_sum %2, %a {keepdims = false} : (tensor<?x?x16xf32>, tensor<1xi64>) -> tensor<?x16xf32>
  return %3 : tensor<?x16xf32>
})";

constexpr int callers = 64, poolThreads = 2;
constexpr int64_t programMemory = 16 << 20;

double soakSeconds() {
  const char *text = std::getenv("INGOT_SOAK_SECONDS");
  return text ? std::atof(text) : 4;
}

/// A number of this process as the system has it. Of its memory RssAnon is what it has for itself:
/// pages of files come and go.
int64_t processNumber(const std::string &key) {
  std::ifstream file("/proc/self/status");
  for (std::string line; std::getline(file, line);)
    if (line.starts_with(key + ":"))
      return std::atoll(line.c_str() + key.size() + 1);
  return -1;
}

/// Every element of x is 0.25: each product is 1, with the bias 2, over the batch 2·batch.
bool isRight(const Expected<std::vector<Value>> &outputs, int64_t batch, int64_t rows) {
  if (!outputs.ok())
    return false;
  const Tensor &y = (*outputs)[0].tensor();
  if (y.shape() != Shape{rows, 16})
    return false;
  const auto *data = y.data<float>();
  return std::all_of(data, data + y.elements(), [&](float value) {
    return std::fabs(value - 2 * static_cast<float>(batch)) < 1e-3f;
  });
}

Value inputOf(int64_t batch, int64_t rows) {
  return Tensor::of<float>({batch, rows, 8},
                           std::vector<float>(static_cast<size_t>(batch * rows * 8), 0.25f));
}

/// What the callers found.
struct Findings {
  std::atomic<int64_t> runs{0}, known{0}, wrong{0};
  std::atomic<double> longestWait{0};

  void waited(double seconds) {
    for (double longest = longestWait;
         longest < seconds && !longestWait.compare_exchange_weak(longest, seconds);) {
    }
  }
};

/// Runs shapes that are known with one of four threads and new ones with the others.
void call(const Program &program, int caller, std::chrono::steady_clock::time_point end,
          Findings &findings) {
  uint64_t state = static_cast<uint64_t>(caller) * 0x9e3779b97f4a7c15ull + 1;
  auto draw = [&](uint64_t below) {
    state = state * 6364136223846793005ull + 1442695040888963407ull;
    return static_cast<int64_t>((state >> 33) % below);
  };
  bool isNew = caller % 4 != 0;
  while (std::chrono::steady_clock::now() < end) {
    int64_t batch = isNew ? 5 + draw(500) : 1 + draw(4), rows = isNew ? 1 + draw(500) : 3;
    Value x = inputOf(batch, rows);
    TimedLock::waited = 0;
    auto outputs = program.run({x});
    findings.wrong += !isRight(outputs, batch, rows);
    ++findings.runs;
    if (!isNew) {
      findings.waited(TimedLock::waited);
      ++findings.known;
      std::this_thread::sleep_for(std::chrono::milliseconds(1)); // others compile
    }
  }
}

TEST(Soak, ManyCallersWithNewShapes) {
  LoadResult loaded = Model::loadText(network);
  ASSERT_TRUE(loaded.model) << loaded.diagnostics.front().message;
  CompileOptions options;
  options.threads = 2;
  options.pool = ThreadPool::create(poolThreads).take();
  options.programMemory = programMemory;
  Program program = loaded.model->compile(options).take();
  for (int64_t batch = 1; batch <= 4; ++batch)
    ASSERT_TRUE(isRight(program.run({inputOf(batch, 3)}), batch, 3));
  int64_t threadsBefore = processNumber("Threads");
  Findings findings;
  auto start = std::chrono::steady_clock::now();
  auto length = std::chrono::duration<double>(soakSeconds());
  auto end = start + std::chrono::duration_cast<std::chrono::steady_clock::duration>(length);
  std::vector<std::thread> threads;
  for (int i = 0; i < callers; ++i)
    threads.emplace_back([&, i] { call(program, i, end, findings); });
  // The first third warms up: heaps, caches of compiled code.
  std::this_thread::sleep_until(start + (end - start) / 3);
  int64_t warm = processNumber("RssAnon"), most = 0, mostThreads = 0;
  while (std::chrono::steady_clock::now() < end) {
    most = std::max(most, processNumber("RssAnon"));
    mostThreads = std::max(mostThreads, processNumber("Threads"));
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  }
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(findings.wrong, 0) << "of " << findings.runs << " runs";
  EXPECT_GT(findings.known, 0);
  EXPECT_LE(findings.longestWait, 0.005);
  // As many compile as there are cores, and those before them are listed until they are gone.
  EXPECT_LE(mostThreads, threadsBefore + callers + 2 * usableCores());
  std::printf("%lld runs, %lld of known shapes; longest wait for a lock %.3f ms; %lld threads; "
              "memory %lld KiB after a third, %lld KiB at most\n",
              static_cast<long long>(findings.runs), static_cast<long long>(findings.known),
              1e3 * findings.longestWait, static_cast<long long>(mostThreads),
              static_cast<long long>(warm), static_cast<long long>(most));
#if !__has_feature(thread_sanitizer) && !__has_feature(address_sanitizer)
  // What compilations use while they run comes and goes; what is kept must not add up.
  EXPECT_LE(most, warm + warm / 2 + (programMemory >> 10));
#endif
}

// What a compilation leaves behind would add up with the number of shapes.
TEST(Soak, ShapesLeaveNothingBehind) {
  LoadResult loaded = Model::loadText(network);
  ASSERT_TRUE(loaded.model) << loaded.diagnostics.front().message;
  CompileOptions options;
  options.threads = 1;
  options.programMemory = 1 << 20;
  Program program = loaded.model->compile(options).take();
  auto end = std::chrono::steady_clock::now() + std::chrono::duration<double>(soakSeconds());
  int64_t shapes = 0, warm = 0;
  for (; shapes < 40 || std::chrono::steady_clock::now() < end; ++shapes) {
    if (shapes == 30)
      warm = processNumber("RssAnon");
    ASSERT_TRUE(isRight(program.run({inputOf(1 + shapes % 97, 1 + shapes / 7)}), 1 + shapes % 97,
                        1 + shapes / 7));
  }
  int64_t grown = processNumber("RssAnon") - warm;
  std::printf("%lld shapes; memory %lld KiB after 30, %lld KiB more at the end\n",
              static_cast<long long>(shapes), static_cast<long long>(warm),
              static_cast<long long>(grown));
#if !__has_feature(thread_sanitizer) && !__has_feature(address_sanitizer)
  // The process keeps 16 MiB of compiled code (ObjectCache.h) and the heap has gaps. In one context
  // every shape would leave some 100 KiB of types and attributes.
  EXPECT_LE(grown, 32 << 10);
#endif
}

} // namespace
} // namespace ingot
