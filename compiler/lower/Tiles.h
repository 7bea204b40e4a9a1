// Which of the tuned kernels of an operation suits a product: the tile whose padding wastes least.
#pragma once

#include "compiler/lower/LowerContext.h"

namespace ingot::lower {

/// Null when the machine has no such kernel that reads and stores elements of these types. Rows for
/// the machine's own instruction set go before those of the ones that it takes in.
const library::Kernel *bestTile(const LowerContext &c, std::string_view operation, ElementType in,
                                ElementType out, int64_t rows, int64_t columns, bool isDeep);

} // namespace ingot::lower
