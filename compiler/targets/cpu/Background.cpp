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

bool Background::add(const std::string &name, std::function<void()> work) {
  std::scoped_lock lock(mutex);
  if (process != 0 && process != getpid())
    return false;
  auto waits =
      std::find_if(tasks.begin(), tasks.end(), [&](const Task &task) { return task.name == name; });
  if (name == current || waits != tasks.end())
    return true;
  if (process == 0) {
    auto started = Thread::start([this] { run(); });
    if (!started.ok())
      return false;
    thread = started.take();
    process = getpid();
  }
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
    changed.wait(lock, [&] { return hasEnded || !tasks.empty(); });
    if (hasEnded)
      return;
    Task task = std::move(tasks.back());
    tasks.pop_back();
    current = task.name;
    lock.unlock();
    task.work();
    lock.lock();
    current.clear();
  }
}

} // namespace ingot::cpu
