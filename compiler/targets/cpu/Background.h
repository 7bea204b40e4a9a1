// Background: compilations that nobody waits for, one after the other, on a thread of their own.
//
//   Background background;
//   background.add("x: f32[1,129]", [&] { … });     // returns at once
//
// What was asked for last is done first, and what was asked for long ago not at all: a caller whose
// sizes change all the time does not leave a queue behind. The thread has a lower priority than
// those that compute answers. It ends with the object, after what it is just doing. When nothing
// has been asked for for a while, it clears up.
#pragma once

#include "runtime/base/Thread.h"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <string>
#include <sys/types.h>

namespace ingot::cpu {

class Background {
public:
  /// `clearUp`: what is done once there was nothing else to do for `untilIdle`.
  explicit Background(std::function<void()> clearUp) : clearUp(std::move(clearUp)) {}
  Background(const Background &) = delete;
  Background &operator=(const Background &) = delete;
  ~Background();

  /// Nothing where a task of this name waits or is being done. False if there is no thread for it.
  bool add(const std::string &name, std::function<void()> work);

  /// Something was done elsewhere that is to be cleared up after. False if there is no thread.
  bool wake();
  /// Whether it is at its end, so that nobody wants what is being done.
  bool isEnding() const { return hasEnded.load(std::memory_order_relaxed); }

private:
  static constexpr size_t mostTasks = 8;
  static constexpr std::chrono::milliseconds untilIdle{500};
  struct Task {
    std::string name;
    std::function<void()> work;
  };
  bool hasThread();
  void run();
  void awaitTask(std::unique_lock<std::mutex> &lock);

  const std::function<void()> clearUp;
  std::mutex mutex;
  std::condition_variable changed;
  std::deque<Task> tasks; ///< the next one is last
  bool isClear = true;    ///< nothing was done since it was cleared up
  std::string current;    ///< the name of what is being done
  std::atomic<bool> hasEnded{false};
  pid_t process = 0; ///< that has the thread: a child does not inherit it
  Thread thread;
};

} // namespace ingot::cpu
