// Threads of the operating system.
#include "runtime/base/Thread.h"

#include <csignal>
#include <cstring>
#include <memory>

namespace ingot {
namespace {

void *runBody(void *data) {
  std::unique_ptr<std::function<void()>> body(static_cast<std::function<void()> *>(data));
  (*body)();
  return nullptr;
}

} // namespace

Expected<Thread> Thread::start(std::function<void()> body, size_t stackBytes) {
  auto owned = std::make_unique<std::function<void()>>(std::move(body));
  pthread_attr_t attributes;
  ::pthread_attr_init(&attributes);
  int error = stackBytes > 0 ? ::pthread_attr_setstacksize(&attributes, stackBytes) : 0;
  Thread thread;
  if (error == 0) {
    sigset_t all, before;
    ::sigfillset(&all);
    ::pthread_sigmask(SIG_SETMASK, &all, &before);
    error = ::pthread_create(&thread.handle, &attributes, runBody, owned.get());
    ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
  }
  ::pthread_attr_destroy(&attributes);
  if (error != 0)
    return failure(str("cannot start a thread: ", std::strerror(error)));
  owned.release();
  thread.isRunning = true;
  return thread;
}

void Thread::join() {
  if (isRunning)
    ::pthread_join(handle, nullptr);
  isRunning = false;
}

} // namespace ingot
