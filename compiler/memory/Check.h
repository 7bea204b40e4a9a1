// The judge of plans. It shares nothing with the planners but the problem.
#pragma once

#include "compiler/memory/Problem.h"

namespace ingot::memory {

/// Fails, naming the buffers, when two that live at the same time overlap, or one lies in a memory
/// it may not lie in, beyond its memory's end, off its alignment or its fixed offset, or elsewhere
/// than what it is an alias of. The problem is valid.
Status checkPlan(const Problem &problem, const Plan &plan);

} // namespace ingot::memory
