// Which of the tuned kernels of an operation suits a product.
#include "compiler/lower/Tiles.h"

#include <algorithm>

namespace ingot::lower {
namespace {

/// What a tile loads for what it computes, and what it computes for nothing.
double costOf(const kernels::Tile &tile, int64_t rows, int64_t columns, bool isDeep,
              bool isNarrow) {
  auto up = [](int64_t n, int64_t to) { return static_cast<double>((n + to - 1) / to * to); };
  // Rows are split evenly over tiles of at most their height: there is little to waste.
  double padded = up(columns, tile.columns) / static_cast<double>(columns);
  double height = static_cast<double>(std::min(rows, tile.rows));
  // The left side is read once for each panel; of a deep product it comes from farther away.
  double loads = 1 / height + (isDeep ? 1.5 : 1) / static_cast<double>(tile.columns);
  // A panel of one vector has a load for every multiplication, which is all that a machine can do.
  constexpr double narrowPanel = 1.25;
  return padded * (1 + loads) * (isNarrow ? narrowPanel : 1);
}

} // namespace

const library::Kernel *bestTile(const LowerContext &c, std::string_view operation, ElementType in,
                                ElementType out, int64_t rows, int64_t columns, bool isDeep) {
  const library::Kernel *best = nullptr;
  auto cost = [&](const library::Kernel &kernel) {
    return std::pair(c.machine.isa->stepsTo(kernel.needs),
                     costOf(kernel.tile, rows, columns, isDeep,
                            kernel.tile.columns * 4 <= c.machine.isa->vectorBytes));
  };
  for (const library::Kernel *kernel : library::kernelsOf(operation, *c.machine.isa))
    if (kernel->reads(in) && kernel->writes(out) && (!best || cost(*kernel) < cost(*best)))
      best = kernel;
  return best;
}

} // namespace ingot::lower
