// Buffers that share their memory, taken together.
#pragma once

#include "compiler/memory/Packing.h"
#include "compiler/memory/Problem.h"

namespace ingot::memory {

/// A buffer with everything that is its alias. The box lives from the first lower to the last upper
/// and is as large as the largest.
struct Group {
  std::vector<int> buffers;
  Box box;                   ///< its size may be 0
  std::vector<int> memories; ///< ascending, at least one
  int64_t weight = 0;        ///< of all of them
};

/// Of a valid problem. Fails when those that share memory want different offsets or memories, or
/// alignments without a common multiple below 2^60.
Expected<std::vector<Group>> groupAliases(const Problem &problem);

} // namespace ingot::memory
