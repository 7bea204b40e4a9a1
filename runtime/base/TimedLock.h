// TimedLock: holds a mutex, and adds what it waited for it to the time that this thread has waited.
#pragma once

#include <chrono>
#include <mutex>

namespace ingot {

class TimedLock {
public:
  explicit TimedLock(std::mutex &mutex) : lock(mutex, std::try_to_lock) {
    if (lock.owns_lock())
      return;
    auto start = std::chrono::steady_clock::now();
    lock.lock();
    waited += std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  }
  std::unique_lock<std::mutex> &get() { return lock; }

  /// Seconds that this thread has waited for locks of this kind.
  static inline thread_local double waited = 0;

private:
  std::unique_lock<std::mutex> lock;
};

} // namespace ingot
