// Problems and plans as CSV files.
//
//   id,lower,upper,size,alignment,offset,alias,memory,weight
//   x,0,4,1024,64,,,sram|dram,4096
//
// The first line names the columns, in any order; id, lower, upper and size are required, an empty
// field is as good as none. offset: a fixed one, or in a plan the chosen one. alias: the id of the
// buffer whose memory it shares. memory: the names of those it may lie in, or in a plan the one it
// lies in. Files are untrusted; errors name the line.
#pragma once

#include "compiler/memory/Problem.h"

namespace ingot::memory {

/// What a file says. Without `memories` there are those that it names, in the order in which it
/// does, or else a single one; none of them has a capacity. The result is valid.
Expected<Problem> readProblem(std::string_view csv, const std::vector<Memory> &memories);

struct PlannedProblem {
  Problem problem; ///< without fixed offsets
  Plan plan;
};
/// A file in which every buffer has an offset and, where there are several memories, a memory.
Expected<PlannedProblem> readPlan(std::string_view csv, const std::vector<Memory> &memories);

std::string writePlan(const Problem &problem, const Plan &plan);

} // namespace ingot::memory
