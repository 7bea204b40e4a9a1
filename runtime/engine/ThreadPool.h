// ThreadPool: threads that any number of callers share, to split ranges of independent units.
//
//   auto pool = INGOT_TRY(ThreadPool::create(8));
//   pool->run(units, 2, body, [](void *body, int64_t begin, int64_t end) { … });
//
// A caller works on its own range and never waits for a thread that has not begun to help, so that
// a pool whose threads are all busy, or gone, delays nobody. The units are independent: how they
// are split decides nothing but the time. Nothing is allocated and no lock is taken by a run. A
// thread that has nothing to do spins for a while, then sleeps.
//
// Every thread begins with a share of the units that is its own, the same one of every range, and
// takes from the others' when it is through: what the units of one range wrote, the same units of
// the next find in the cache of their core. Another core's is several times as far.
//
// How it works. A range that wants help lies in one of 64 slots; a bit in `taken` says which are in
// use. The gate of a slot counts the seats that are left for helpers and the helpers inside:
//
//   caller   has a slot, writes the job, opens the gate with n seats, raises `generation`,
//            works until no unit is left, closes the gate, waits until nobody is inside
//   helper   waits for `generation`, finds a gate with a seat, takes the seat and goes inside,
//            works until no unit is left, goes out
//
// Where all slots are taken, a caller works alone.
#pragma once

#include "runtime/base/Thread.h"

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

namespace ingot::runtime {

class ThreadPool {
public:
  using Body = void (*)(void *data, int64_t begin, int64_t end);

  /// A pool for `threads` threads, the caller of a run among them: 1 starts none.
  static Expected<std::shared_ptr<ThreadPool>> create(int threads);
  /// The one of this process, which has no threads before somebody reserves some.
  static const std::shared_ptr<ThreadPool> &ofProcess();
  /// The pool that was given as it is; without one the process's, with that many threads reserved.
  static Expected<std::shared_ptr<ThreadPool>> given(std::shared_ptr<ThreadPool> pool, int threads);

  ~ThreadPool();
  ThreadPool(const ThreadPool &) = delete;
  ThreadPool &operator=(const ThreadPool &) = delete;

  /// Starts threads until there are so many, callers of runs counted as one.
  Status reserve(int threads);
  int threads() const { return started.load(std::memory_order_relaxed) + 1; }

private:
  static constexpr int slotCount = 64;
  /// Shares of a range: threads beyond have one with another.
  static constexpr int mostShares = 32;
  struct Slot;

public:
  /// Whoever runs one range after the other. Its slot is its own meanwhile.
  class Caller {
  public:
    explicit Caller(ThreadPool &pool) : pool(pool) {}
    ~Caller();
    Caller(const Caller &) = delete;
    Caller &operator=(const Caller &) = delete;

    /// Calls body for parts of [0, units) on up to `threads` threads, of which the caller is one,
    /// and returns when all is done.
    void run(int64_t units, int threads, void *data, Body body);

  private:
    ThreadPool &pool;
    Slot *slot = nullptr; ///< taken with the first range that others can help with
  };

  /// One range.
  void run(int64_t units, int threads, void *data, Body body) {
    Caller(*this).run(units, threads, data, body);
  }

private:
  /// Pieces [begin, end) of a range that nobody has taken. Its owner takes them from the front,
  /// others from the back.
  struct alignas(64) Share {
    std::atomic<uint64_t> rest{0}; ///< begin · 2^32 + end

    void fill(uint32_t begin, uint32_t end);
    /// About half of them, but at least so many; false where none is left.
    bool take(bool isOwner, uint32_t least, uint32_t &begin, uint32_t &end);
  };

  struct alignas(64) Slot {
    // Written by the caller while the gate is closed.
    Body body = nullptr;
    void *data = nullptr;
    int64_t units = 0, piece = 1; ///< in the range, and in a piece of it
    uint32_t least = 1;           ///< pieces to take at a time
    int shareCount = 1;
    std::atomic<uint32_t> gate{0}; ///< seats · insideLimit + helpers inside
    std::array<Share, mostShares> shares;

    void fill(int64_t count, int threads);
    /// Works until no unit is left, first on the share of the thread with that number.
    void work(int thread);
  };

  ThreadPool();
  void work(int thread);
  bool helpSomebody(int thread, int &last);
  Slot *takeSlot();
  void giveBack(Slot *slot);
  void wake(int helpers);

  std::array<Slot, slotCount> slots;
  alignas(64) std::atomic<uint64_t> taken{0};      ///< a bit for each slot in use
  alignas(64) std::atomic<uint32_t> generation{0}; ///< counts jobs; threads wait for the next one
  std::atomic<bool> stopping{false};
  std::atomic<int> started{0};
  std::mutex mutex; ///< of the threads
  std::vector<Thread> workers;
  std::atomic<int> process; ///< that the threads are in
};

} // namespace ingot::runtime
