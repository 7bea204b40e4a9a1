// Slots, gates and the threads that look for work.
#include "runtime/engine/ThreadPool.h"

#include <algorithm>
#include <bit>
#include <unistd.h>

namespace ingot::runtime {
namespace {

/// How often an idle thread looks before it sleeps: about 50 µs, longer than most steps of a run.
constexpr int spins = 2000;
/// Parts per thread: more than one, so that a thread that was held up does not hold up the rest.
constexpr int64_t partsPerThread = 4;
/// A gate holds its seats above this many helpers.
constexpr uint32_t insideLimit = 1 << 16;
constexpr int mostThreads = insideLimit - 1;

inline void pause() {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  asm volatile("isb" ::: "memory");
#endif
}

/// Waits until the number is another one: looks for a while, then sleeps. Gives it.
uint32_t waitWhile(const std::atomic<uint32_t> &number, uint32_t old) {
  int looks = 0;
  for (uint32_t found; (found = number.load(std::memory_order_acquire)) == old;)
    if (++looks < spins)
      pause();
    else
      number.wait(old, std::memory_order_acquire);
  return number.load(std::memory_order_acquire);
}

} // namespace

ThreadPool::ThreadPool() : process(::getpid()) {}

Expected<std::shared_ptr<ThreadPool>> ThreadPool::create(int threads) {
  std::shared_ptr<ThreadPool> pool(new ThreadPool);
  INGOT_TRY(pool->reserve(threads));
  return pool;
}

const std::shared_ptr<ThreadPool> &ThreadPool::ofProcess() {
  // Never destroyed: at the end of the process others may still be running.
  static const auto *pool = new std::shared_ptr<ThreadPool>(new ThreadPool);
  return *pool;
}

Expected<std::shared_ptr<ThreadPool>> ThreadPool::given(std::shared_ptr<ThreadPool> pool,
                                                        int threads) {
  if (pool)
    return pool;
  if (ofProcess()->threads() < threads || ofProcess()->process != ::getpid())
    INGOT_TRY(ofProcess()->reserve(threads));
  return ofProcess();
}

ThreadPool::~ThreadPool() {
  stopping.store(true, std::memory_order_relaxed);
  generation.fetch_add(1, std::memory_order_release);
  generation.notify_all();
  if (process != ::getpid())
    for (Thread &worker : workers)
      worker.forget();
}

Status ThreadPool::reserve(int threads) {
  int wanted = std::min(threads, mostThreads) - 1;
  std::scoped_lock lock(mutex);
  if (process != ::getpid()) { // a child has none of its parent's threads
    for (Thread &worker : workers)
      worker.forget();
    workers.clear();
    taken = 0;
    process = ::getpid();
  }
  while (static_cast<int>(workers.size()) < wanted) {
    auto worker = Thread::start([this] { work(); });
    if (!worker.ok())
      return worker.takeStatus()
          .within(str("thread ", workers.size() + 2, " of ", threads))
          .hint("ask for fewer threads (CompileOptions::threads, --threads), or raise the limit on "
                "processes and memory");
    workers.push_back(worker.take());
    started.store(static_cast<int>(workers.size()), std::memory_order_relaxed);
  }
  started.store(static_cast<int>(workers.size()), std::memory_order_relaxed);
  return success();
}

void ThreadPool::takeParts(Slot &slot) {
  for (;;) {
    int64_t begin = slot.next.fetch_add(slot.part, std::memory_order_relaxed);
    if (begin >= slot.units)
      return;
    slot.body(slot.data, begin, std::min(begin + slot.part, slot.units));
  }
}

/// Begins behind the slot it helped last, so that every caller gets its turn.
bool ThreadPool::helpSomebody(int &last) {
  uint64_t waiting = std::rotr(taken.load(std::memory_order_acquire), last + 1);
  for (; waiting; waiting &= waiting - 1) {
    int index = (std::countr_zero(waiting) + last + 1) % slotCount;
    Slot &slot = slots[static_cast<size_t>(index)];
    uint32_t gate = slot.gate.load(std::memory_order_relaxed);
    while (gate >= insideLimit)
      if (slot.gate.compare_exchange_weak(gate, gate - insideLimit + 1, std::memory_order_acquire,
                                          std::memory_order_relaxed)) {
        takeParts(slot);
        if (slot.gate.fetch_sub(1, std::memory_order_acq_rel) == 1)
          slot.gate.notify_one();
        last = index;
        return true;
      }
  }
  return false;
}

void ThreadPool::work() {
  int last = slotCount - 1;
  for (;;) {
    uint32_t seen = generation.load(std::memory_order_acquire);
    if (stopping.load(std::memory_order_relaxed))
      return;
    if (!helpSomebody(last))
      waitWhile(generation, seen);
  }
}

ThreadPool::Slot *ThreadPool::takeSlot() {
  uint64_t before = taken.load(std::memory_order_relaxed);
  while (~before) {
    int index = std::countr_one(before);
    if (taken.compare_exchange_weak(before, before | uint64_t{1} << index,
                                    std::memory_order_acquire, std::memory_order_relaxed))
      return &slots[static_cast<size_t>(index)];
  }
  return nullptr;
}

void ThreadPool::giveBack(Slot *slot) {
  taken.fetch_and(~(uint64_t{1} << (slot - slots.data())), std::memory_order_release);
}

/// Costs nothing where nobody sleeps.
void ThreadPool::wake(int helpers) {
  generation.fetch_add(1, std::memory_order_release);
  if (helpers >= started.load(std::memory_order_relaxed))
    generation.notify_all();
  else
    for (int i = 0; i < helpers; ++i)
      generation.notify_one();
}

ThreadPool::Caller::~Caller() {
  if (slot)
    pool.giveBack(slot);
}

void ThreadPool::Caller::run(int64_t units, int threads, void *data, Body body) {
  if (units <= 0)
    return;
  threads = static_cast<int>(std::min<int64_t>(std::min(threads, pool.threads()), units));
  if (!slot && threads > 1)
    slot = pool.takeSlot();
  if (!slot || threads == 1) {
    body(data, 0, units);
    return;
  }
  int64_t parts = std::min(units, partsPerThread * threads);
  slot->body = body;
  slot->data = data;
  slot->units = units;
  slot->part = (units + parts - 1) / parts;
  slot->next.store(0, std::memory_order_relaxed);
  auto helpers = static_cast<uint32_t>(threads - 1);
  slot->gate.store(helpers * insideLimit, std::memory_order_release);
  pool.wake(threads - 1);
  takeParts(*slot);
  uint32_t inside = slot->gate.fetch_and(insideLimit - 1, std::memory_order_acq_rel);
  inside %= insideLimit;
  while (inside != 0)
    inside = waitWhile(slot->gate, inside);
}

} // namespace ingot::runtime
