// ThreadPool: splits a range of independent units over threads.
//
//   ThreadPool pool(2);
//   pool.run(units, body, [](void *body, int64_t begin, int64_t end) { … });
//
// The units are independent, so how they are split decides nothing but the time. Nothing is
// allocated by a run. A worker that has nothing to do spins for a while, then sleeps.
#pragma once

#include <atomic>
#include <cstdint>
#include <thread>
#include <vector>

namespace ingot::runtime {

class ThreadPool {
public:
  using Body = void (*)(void *data, int64_t begin, int64_t end);

  /// `threads` counts the caller: 1 starts none.
  explicit ThreadPool(int threads);
  ~ThreadPool();
  ThreadPool(const ThreadPool &) = delete;
  ThreadPool &operator=(const ThreadPool &) = delete;

  int threads() const { return static_cast<int>(workers.size()) + 1; }

  /// Calls body for parts of [0, units) on all threads and returns when all is done. One caller at
  /// a time.
  void run(int64_t units, void *data, Body body);

private:
  /// What the threads work on; written by the caller between runs.
  struct Job {
    Body body = nullptr;
    void *data = nullptr;
    int64_t units = 0, part = 1;
  };

  void work();
  void takeParts(const Job &job);

  Job job;
  alignas(64) std::atomic<int64_t> next{0};        ///< first unit nobody has taken
  alignas(64) std::atomic<uint32_t> generation{0}; ///< counts jobs; workers wait for the next one
  alignas(64) std::atomic<int> busy{0};            ///< workers that have not finished the job
  std::atomic<bool> stopping{false};
  std::vector<std::thread> workers;
};

} // namespace ingot::runtime
