// Hill climbing over the order of boxes.
#pragma once

#include "compiler/memory/Deadline.h"
#include "compiler/memory/Packing.h"

namespace ingot::memory {

/// Starts from an order and its placement by first fit; moves boxes at the top, or what they rest
/// on, forward in the order, and keeps what does not make the plan higher. Stops at `goal`, after a
/// fixed amount of work, or at the deadline. Gives the lowest placement seen.
Offsets climb(const Packing &packing, std::vector<int> order, Offsets start, int64_t goal,
              const Deadline &deadline);

} // namespace ingot::memory
