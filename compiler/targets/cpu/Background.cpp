// A queue with its thread.
#include "compiler/targets/cpu/Background.h"

#include <algorithm>
#include <sys/resource.h>
#include <unistd.h>

namespace ingot::cpu {

Background::~Background() {
  if (process != getpid()) {
    thread.forget();
    return;
  }
  {
    std::scoped_lock lock(mutex);
    hasEnded = true;
    tasks.clear();
  }
  changed.notify_all();
  thread.join();
}

/// Starts it for the first who needs it. A process that was forked has none.
bool Background::hasThread() {
  if (process == 0) {
    auto started = Thread::start([this] { run(); });
    if (!started.ok())
      return false;
    thread = started.take();
    process = getpid();
  }
  return process == getpid();
}

bool Background::wake() {
  std::scoped_lock lock(mutex);
  if (!hasThread())
    return false;
  isClear = false;
  changed.notify_all();
  return true;
}

bool Background::add(const std::string &name, std::function<void()> work) {
  std::scoped_lock lock(mutex);
  if (!hasThread())
    return false;
  auto waits =
      std::find_if(tasks.begin(), tasks.end(), [&](const Task &task) { return task.name == name; });
  if (name == current || waits != tasks.end())
    return true;
  tasks.push_back({name, std::move(work)});
  if (tasks.size() > mostTasks)
    tasks.pop_front();
  changed.notify_all();
  return true;
}

void Background::run() {
  constexpr int lowPriority = 10;
  setpriority(PRIO_PROCESS, static_cast<id_t>(gettid()), lowPriority);
  std::unique_lock lock(mutex);
  while (true) {
    awaitTask(lock);
    if (hasEnded)
      return;
    Task task = std::move(tasks.back());
    tasks.pop_back();
    current = task.name;
    lock.unlock();
    task.work();
    lock.lock();
    current.clear();
    isClear = false;
  }
}

/// Or the end.
void Background::awaitTask(std::unique_lock<std::mutex> &lock) {
  auto isDue = [&] { return hasEnded || !tasks.empty(); };
  while (!isDue()) {
    auto isWoken = [&] { return isDue() || !isClear; };
    if (isClear) {
      changed.wait(lock, isWoken);
      continue;
    }
    isClear = true; // unless something is done in the time
    if (!changed.wait_for(lock, untilIdle, isWoken)) {
      lock.unlock();
      clearUp();
      lock.lock();
    }
  }
}

} // namespace ingot::cpu
