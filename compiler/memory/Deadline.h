// The time by which work ends.
#pragma once

#include <algorithm>
#include <chrono>

namespace ingot::memory {

class Deadline {
public:
  explicit Deadline(double seconds)
      : end(Clock::now() + std::chrono::duration_cast<Clock::duration>(
                               std::chrono::duration<double>(std::min(seconds, 1e9)))) {}
  bool passed() const { return Clock::now() >= end; }

private:
  using Clock = std::chrono::steady_clock;
  Clock::time_point end;
};

} // namespace ingot::memory
