// Placements that take one box after the other and never move it again.
#pragma once

#include "compiler/memory/Deadline.h"
#include "compiler/memory/Packing.h"

namespace ingot::memory {

enum class Fit {
  First, ///< the lowest gap that is large enough
  Best,  ///< the smallest gap that is large enough
};

/// Places the boxes of a detailed packing in the given order, fixed ones first. Gives up, with
/// nothing, when a box ends above `ceiling` or the deadline has passed.
Offsets placeInOrder(const Packing &packing, std::span<const int> order, Fit fit, int64_t ceiling,
                     const Deadline &deadline);

/// Goes over time like an allocator: a box gets the smallest free gap when it starts and gives it
/// back when it ends. Takes n log n steps, whatever the boxes; all lie above the fixed ones. After
/// the deadline memory is no longer reused, which still is a plan.
Offsets placeByTime(std::span<const Box> boxes, const Deadline &deadline);

} // namespace ingot::memory
