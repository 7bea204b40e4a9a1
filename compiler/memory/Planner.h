// The planner: where every buffer of a problem lies.
//
// Memories are filled in the order of preference. What does not fit into one goes on to the next
// that it may lie in: the buffers with the least traffic (weight) per byte go first. A buffer that
// may lie nowhere else stays. A memory without a capacity is filled as low as time allows.
//
// Equal problems get equal plans; the deadline only decides how far the search gets.
#pragma once

#include "compiler/memory/Pack.h"
#include "compiler/memory/Problem.h"

namespace ingot::memory {

struct PlanOptions {
  double seconds = 10; ///< from now
  bool search = true;  ///< false: greedy placements and hill climbing only
};

/// What became of one memory.
struct MemoryReport {
  int64_t buffers = 0;
  int64_t height = 0;     ///< bytes it takes
  int64_t lowerBound = 0; ///< no plan for these buffers takes fewer
  Method method = Method::None;
  int64_t nodes = 0; ///< of the complete search
};

struct PlanResult {
  Outcome outcome = Outcome::Unknown; ///< Infeasible is a proof; Unknown: not within the deadline
  Plan plan;                          ///< checked; empty unless the outcome is Found
  std::vector<MemoryReport> memories; ///< of the best attempt when there is no plan
  std::string reason;                 ///< why there is no plan
};

/// Fails only when the problem makes no sense.
Expected<PlanResult> plan(const Problem &problem, const PlanOptions &options);

} // namespace ingot::memory
