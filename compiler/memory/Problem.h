// A memory-planning problem and its plan: which buffers live when, and where each one lies.
//
//   Problem problem;
//   problem.buffers = {{.id = "a", .lower = 0, .upper = 2, .size = 64},
//                      {.id = "b", .lower = 1, .upper = 3, .size = 32}};
//   problem.memories = {{"sram", 65536}, {"dram"}};
//   PlanResult result = plan(problem, {.seconds = 1});        // Planner.h
//
// Problems may come from untrusted files: validate() says whether one makes sense, and everything
// else in this folder relies on it.
#pragma once

#include "ingot/Status.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ingot::memory {

/// No size, offset, time or sum of sizes is greater; two of them always add up in 64 bits.
constexpr int64_t maxBytes = int64_t{1} << 60;

struct Buffer {
  std::string id = {};
  int64_t lower = 0, upper = 0;      ///< lives during [lower, upper)
  int64_t size = 0;                  ///< in bytes; may be 0
  int64_t alignment = 1;             ///< its offset is a multiple
  std::optional<int64_t> fixed = {}; ///< the only offset it may have, in the first of its memories
  int alias = -1;                    ///< index of a buffer whose memory it shares, or -1
  std::vector<int> memories = {};    ///< indices of those it may lie in; none: all
  int64_t weight = 0;                ///< traffic: bytes read and written in a run
};

struct Memory {
  std::string name;
  int64_t capacity = maxBytes; ///< in bytes; maxBytes: as much as it takes, but as little as can be
};

struct Problem {
  std::vector<Buffer> buffers;
  std::vector<Memory> memories = {{"memory"}}; ///< the preferred one first
};

struct Placement {
  int memory = 0;
  int64_t offset = 0;
};

/// One placement per buffer.
using Plan = std::vector<Placement>;

/// Says what is wrong with a problem, naming the buffer.
Status validate(const Problem &problem);

} // namespace ingot::memory
