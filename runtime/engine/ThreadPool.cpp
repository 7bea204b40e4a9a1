// A pool of threads that share one job at a time.
#include "runtime/engine/ThreadPool.h"

#include <algorithm>

namespace ingot::runtime {
namespace {

/// How often an idle thread looks before it sleeps: about 50 µs, longer than most steps of a run.
constexpr int spins = 2000;
/// Parts per thread: more than one, so that a thread that was held up does not hold up the rest.
constexpr int64_t partsPerThread = 4;

inline void pause() {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  asm volatile("isb" ::: "memory");
#endif
}

} // namespace

ThreadPool::ThreadPool(int threads) {
  for (int i = 1; i < threads; ++i)
    workers.emplace_back([this] { work(); });
}

ThreadPool::~ThreadPool() {
  stopping.store(true, std::memory_order_relaxed);
  generation.fetch_add(1, std::memory_order_release);
  generation.notify_all();
  for (std::thread &worker : workers)
    worker.join();
}

void ThreadPool::takeParts(const Job &job) {
  for (;;) {
    int64_t begin = next.fetch_add(job.part, std::memory_order_relaxed);
    if (begin >= job.units)
      return;
    job.body(job.data, begin, std::min(begin + job.part, job.units));
  }
}

void ThreadPool::work() {
  uint32_t seen = 0;
  for (;;) {
    int looks = 0;
    while (generation.load(std::memory_order_acquire) == seen)
      if (++looks < spins)
        pause();
      else
        generation.wait(seen, std::memory_order_acquire);
    ++seen;
    if (stopping.load(std::memory_order_relaxed))
      return;
    takeParts(job);
    if (busy.fetch_sub(1, std::memory_order_acq_rel) == 1)
      busy.notify_one();
  }
}

void ThreadPool::run(int64_t units, void *data, Body body) {
  if (units <= 0)
    return;
  if (workers.empty() || units == 1) {
    body(data, 0, units);
    return;
  }
  int64_t parts = std::min(units, partsPerThread * threads());
  job = {body, data, units, (units + parts - 1) / parts};
  next.store(0, std::memory_order_relaxed);
  busy.store(static_cast<int>(workers.size()), std::memory_order_relaxed);
  generation.fetch_add(1, std::memory_order_release);
  generation.notify_all();
  takeParts(job);
  int looks = 0;
  for (int left; (left = busy.load(std::memory_order_acquire)) != 0;)
    if (++looks < spins)
      pause();
    else
      busy.wait(left, std::memory_order_acquire);
}

} // namespace ingot::runtime
