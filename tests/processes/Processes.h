// Work that may crash or hang, in processes of its own.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

namespace ingot::processes {

struct Limits {
  unsigned cpuSeconds = 60; ///< that one item may compute
  unsigned seconds = 600;   ///< after which one that waits has hung
  int jobs = 0;             ///< processes at a time; 0: one a core
};

enum class End { Done, Died, Hung };

struct Outcome {
  End end = End::Died;
  std::string text; ///< what the work gave, or how its process ended
  double seconds = 0;
};

/// Does the work for every item from 0 to `count` and calls `take` here with its outcome, in the
/// order in which they come. A process goes on with the next item, since starting one is slow and
/// what it has learnt is of use; one that ends is replaced, behind the item that it ended with.
void forEach(int64_t count, const Limits &limits, const std::function<std::string(int64_t)> &work,
             const std::function<void(int64_t, const Outcome &)> &take);

} // namespace ingot::processes
