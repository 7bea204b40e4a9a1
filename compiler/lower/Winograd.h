// Convolutions of 3 by 3 taps with fewer multiplications.
#pragma once

#include "compiler/lower/Windows.h"

namespace ingot::lower {

/// Lowers a convolution of one group with constant weights, x and y having channels last; false
/// where a direct sum takes less time.
bool lowerWinograd(LowerContext &c, const Window &w, int64_t columns, const Memory &x,
                   const Memory &y, const std::optional<Memory> &bias);

} // namespace ingot::lower
