// Cancellation: how a run ends before its work is done.
//
//   auto token = CancellationToken::create();
//   std::thread other([&] { token.cancel(); });
//   auto outputs = program.run(inputs, {.limits = {.cancellation = token}});
//
// A run looks between its steps, and now and then inside of compiled ones.
#pragma once

#include "ingot/Status.h"

#include <atomic>
#include <chrono>

namespace ingot {

/// Copies share one flag, which any thread may raise. One that was not created is never cancelled.
class CancellationToken {
public:
  CancellationToken() = default;
  static CancellationToken create() {
    CancellationToken token;
    token.flag = std::make_shared<std::atomic<bool>>(false);
    return token;
  }
  /// For good: a token is not used again.
  void cancel() const {
    if (flag)
      flag->store(true, std::memory_order_relaxed);
  }
  /// Whether anybody could cancel: a token without a source is never cancelled.
  bool isGiven() const { return flag != nullptr; }
  bool isCancelled() const { return flag && flag->load(std::memory_order_relaxed); }

private:
  std::shared_ptr<std::atomic<bool>> flag;
};

/// A run beyond them fails with ErrorKind::Cancelled.
struct RunLimits {
  using Clock = std::chrono::steady_clock;

  CancellationToken cancellation = {};
  Clock::time_point deadline = Clock::time_point::max(); ///< the last: none

  /// Whether there is any.
  bool isLimited() const { return cancellation.isGiven() || deadline != Clock::time_point::max(); }
  Status check() const {
    if (cancellation.isCancelled())
      return failure("the run was cancelled", ErrorKind::Cancelled);
    if (deadline != Clock::time_point::max() && Clock::now() >= deadline)
      return failure("the run was not over at its deadline", ErrorKind::Cancelled);
    return success();
  }
};

} // namespace ingot
