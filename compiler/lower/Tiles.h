// Which of a family's tuned kernels suits a product: the tile whose padding wastes least.
#pragma once

#include "compiler/codegen/Isa.h"

#include <optional>

namespace ingot::lower {

/// A kernel named <prefix><rows>x<columns>.
struct Tile {
  std::string kernel;
  int64_t rows, columns;
};

/// Nothing when the family has no kernel for this instruction set.
std::optional<Tile> bestTile(const codegen::Isa &isa, std::string_view prefix, int64_t rows,
                             int64_t columns, bool isDeep);

} // namespace ingot::lower
