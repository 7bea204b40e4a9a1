// Thread: a thread whose start may fail without ending the process.
//
//   Thread thread = INGOT_TRY(Thread::start([&] { … }));
//   thread.join();
//
// std::thread throws where the system gives no more threads, and nothing here catches.
#pragma once

#include "ingot/Status.h"

#include <functional>
#include <pthread.h>

namespace ingot {

class Thread {
public:
  Thread() = default;
  /// The body gets no signals: they are for the threads of whoever uses the library. A stack of 0
  /// bytes is one of the usual size.
  static Expected<Thread> start(std::function<void()> body, size_t stackBytes = 0);
  Thread(Thread &&other) noexcept : handle(other.handle), isRunning(other.isRunning) {
    other.isRunning = false;
  }
  Thread &operator=(Thread &&other) noexcept {
    std::swap(handle, other.handle);
    std::swap(isRunning, other.isRunning);
    return *this;
  }
  /// Joins.
  ~Thread() { join(); }

  /// Waits for the end of the body; does nothing the second time.
  void join();
  /// Forgets the thread: after a fork the child has none of its parent's.
  void forget() { isRunning = false; }

private:
  pthread_t handle = {};
  bool isRunning = false;
};

} // namespace ingot
