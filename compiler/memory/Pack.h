// Packs boxes into one memory, as well as time allows: greedy placements within milliseconds, then
// hill climbing, then the complete search.
#pragma once

#include "compiler/memory/Search.h"

#include <limits>

namespace ingot::memory {

enum class Method { None, ByTime, FirstFit, BestFit, HillClimbing, Search };
/// "first fit", "search", …
const char *nameOf(Method method);

constexpr int unlimitedRounds = std::numeric_limits<int>::max();

struct PackOptions {
  int64_t capacity = 0;
  bool minimize = false;        ///< go on below the capacity until the height is proved least
  int rounds = unlimitedRounds; ///< of searches for one capacity; each takes more nodes
};

struct PackResult {
  Outcome outcome = Outcome::Unknown;
  Offsets offsets;    ///< the lowest known; too high unless the outcome is Found
  int64_t height = 0; ///< of these offsets
  int64_t lowerBound = 0;
  Method method = Method::None; ///< that found the highest part
  int64_t nodes = 0;            ///< of the search
};

/// Fixed boxes must not overlap.
PackResult pack(std::span<const Box> boxes, const PackOptions &options, const Deadline &deadline);

} // namespace ingot::memory
