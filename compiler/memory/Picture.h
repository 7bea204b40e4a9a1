// A plan as a picture: addresses upwards, time to the right.
#pragma once

#include "compiler/memory/Planner.h"

namespace ingot::memory {

/// One self-contained SVG file with a panel per memory. Pointing at a box shows what it is. Above
/// 20,000 boxes only the largest are drawn, which the picture says.
std::string drawPlan(const Problem &problem, const PlanResult &result, std::string_view title);

} // namespace ingot::memory
