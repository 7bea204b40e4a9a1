// ThreadPool: the threads that run compiled programs.
//
//   CompileOptions options;
//   options.pool = INGOT_TRY(ThreadPool::create(4));
//
// All programs share the process's pool unless they are given another one. It starts its threads
// when the first program is compiled and grows to the most threads that any program asks for.
#pragma once

#include "ingot/Status.h"

#include <memory>

namespace ingot {

namespace runtime {
class ThreadPool;
}

/// A handle: copies share the threads, which end with the last of them.
class ThreadPool {
public:
  /// The process's.
  ThreadPool() = default;
  /// A pool of its own for `threads` threads, the caller of a run among them. It never grows: a
  /// program that asks for more gets these.
  static Expected<ThreadPool> create(int threads);

  /// With the caller of a run.
  int threads() const;
  bool isOfProcess() const { return !impl; }
  const std::shared_ptr<runtime::ThreadPool> &get() const;

private:
  explicit ThreadPool(std::shared_ptr<runtime::ThreadPool> impl) : impl(std::move(impl)) {}
  std::shared_ptr<runtime::ThreadPool> impl;
};

} // namespace ingot
