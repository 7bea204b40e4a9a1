// Slots, gates and the threads that look for work.
#include "runtime/engine/ThreadPool.h"

#include <algorithm>
#include <bit>
#include <unistd.h>

namespace ingot::runtime {
namespace {

/// How often an idle thread looks before it sleeps: about 50 µs, longer than most steps of a run.
constexpr int spins = 2000;
/// A share is halved until that many parts of it would be left: a thread that was held up does not
/// hold up the rest for long.
constexpr int64_t partsPerShare = 16;
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
    int number = static_cast<int>(workers.size()) + 1; // the caller of a run is 0
    auto worker = Thread::start([this, number] { work(number); });
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

void ThreadPool::Share::fill(uint32_t begin, uint32_t end) {
  rest.store(uint64_t{begin} << 32 | end, std::memory_order_relaxed);
}

bool ThreadPool::Share::take(bool isOwner, uint32_t least, uint32_t &begin, uint32_t &end) {
  uint64_t before = rest.load(std::memory_order_relaxed), after;
  do {
    begin = static_cast<uint32_t>(before >> 32), end = static_cast<uint32_t>(before);
    if (begin == end)
      return false;
    uint32_t count = std::min(end - begin, std::max(least, (end - begin + 1) / 2));
    uint32_t cut = isOwner ? begin + count : end - count;
    after = isOwner ? uint64_t{cut} << 32 | end : uint64_t{begin} << 32 | cut;
    (isOwner ? end : begin) = cut;
  } while (!rest.compare_exchange_weak(before, after, std::memory_order_relaxed));
  return true;
}

void ThreadPool::Slot::fill(int64_t count, int threads) {
  constexpr int64_t mostPieces = 1 << 30;
  units = count;
  piece = (units + mostPieces - 1) / mostPieces;
  shareCount = std::min(threads, mostShares);
  int64_t pieces = (units + piece - 1) / piece;
  least = static_cast<uint32_t>((pieces + partsPerShare * shareCount - 1) /
                                (partsPerShare * shareCount));
  auto first = [&](int share) { return static_cast<uint32_t>(pieces * share / shareCount); };
  for (int i = 0; i < shareCount; ++i)
    shares[static_cast<size_t>(i)].fill(first(i), first(i + 1));
}

void ThreadPool::Slot::work(int thread) {
  for (int i = 0; i < shareCount; ++i) {
    Share &share = shares[static_cast<size_t>((thread + i) % shareCount)];
    for (uint32_t begin, end; share.take(i == 0, least, begin, end);)
      body(data, begin * piece, std::min(end * piece, units));
  }
}

/// Begins behind the slot it helped last, so that every caller gets its turn.
bool ThreadPool::helpSomebody(int thread, int &last) {
  uint64_t waiting = std::rotr(taken.load(std::memory_order_acquire), last + 1);
  for (; waiting; waiting &= waiting - 1) {
    int index = (std::countr_zero(waiting) + last + 1) % slotCount;
    Slot &slot = slots[static_cast<size_t>(index)];
    uint32_t gate = slot.gate.load(std::memory_order_relaxed);
    while (gate >= insideLimit)
      if (slot.gate.compare_exchange_weak(gate, gate - insideLimit + 1, std::memory_order_acquire,
                                          std::memory_order_relaxed)) {
        slot.work(thread);
        if (slot.gate.fetch_sub(1, std::memory_order_acq_rel) == 1)
          slot.gate.notify_one();
        last = index;
        return true;
      }
  }
  return false;
}

void ThreadPool::work(int thread) {
  int last = slotCount - 1;
  for (;;) {
    uint32_t seen = generation.load(std::memory_order_acquire);
    if (stopping.load(std::memory_order_relaxed))
      return;
    if (!helpSomebody(thread, last))
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
  slot->body = body;
  slot->data = data;
  slot->fill(units, threads);
  auto helpers = static_cast<uint32_t>(threads - 1);
  slot->gate.store(helpers * insideLimit, std::memory_order_release);
  pool.wake(threads - 1);
  slot->work(0);
  uint32_t inside = slot->gate.fetch_and(insideLimit - 1, std::memory_order_acq_rel);
  inside %= insideLimit;
  while (inside != 0)
    inside = waitWhile(slot->gate, inside);
}

} // namespace ingot::runtime
