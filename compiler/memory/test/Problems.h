// Problems for tests: random ones, and all there is to know about tiny ones by brute force.
#pragma once

#include "compiler/memory/Planner.h"
#include "compiler/memory/Random.h"

namespace ingot::memory {

struct Shape {
  int buffers = 6, times = 8, mostSize = 5;
  int mostAlignment = 1;
  int fixed = 0; ///< how many have a fixed offset
};

/// Fixed offsets may overlap.
Problem randomProblem(const Shape &shape, Random &random);

/// Whether there is a plan below a capacity, found by trying every offset of every buffer.
bool fitsByBruteForce(const Problem &problem, int64_t capacity);

/// The least capacity with a plan.
int64_t leastByBruteForce(const Problem &problem);

} // namespace ingot::memory
