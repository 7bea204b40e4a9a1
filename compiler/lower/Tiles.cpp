// Which of a family's tuned kernels suits a product.
#include "compiler/lower/Tiles.h"

#include "compiler/codegen/KernelTable.h"

#include <charconv>

namespace ingot::lower {
namespace {

std::optional<Tile> tileOf(std::string_view kernel, std::string_view prefix) {
  if (!kernel.starts_with(prefix))
    return std::nullopt;
  std::string_view text = kernel.substr(prefix.size());
  Tile tile{std::string(kernel), 0, 0};
  auto rows = std::from_chars(text.data(), text.data() + text.size(), tile.rows);
  if (rows.ec != std::errc() || rows.ptr == text.data() + text.size() || *rows.ptr != 'x')
    return std::nullopt;
  auto columns = std::from_chars(rows.ptr + 1, text.data() + text.size(), tile.columns);
  return columns.ec == std::errc() ? std::optional(tile) : std::nullopt;
}

/// What a tile loads for what it computes, and what it computes for nothing.
double costOf(const Tile &tile, int64_t rows, int64_t columns, bool isDeep) {
  auto up = [](int64_t n, int64_t to) { return static_cast<double>((n + to - 1) / to * to); };
  // Rows are split evenly over tiles of at most their height: there is little to waste.
  double padded = up(columns, tile.columns) / static_cast<double>(columns);
  double height = static_cast<double>(std::min(rows, tile.rows));
  // The left side is read once for each panel; of a deep product it comes from farther away.
  double loads = 1 / height + (isDeep ? 1.5 : 1) / static_cast<double>(tile.columns);
  return padded * (1 + loads);
}

} // namespace

std::optional<Tile> bestTile(const codegen::Isa &isa, std::string_view prefix, int64_t rows,
                             int64_t columns, bool isDeep) {
  std::optional<Tile> best;
  auto cost = [&](const Tile &tile) { return costOf(tile, rows, columns, isDeep); };
  for (const codegen::KernelInfo &info : codegen::kernels()) {
    auto tile = info.isWrittenFor(isa.name) ? tileOf(info.name, prefix) : std::nullopt;
    if (tile && (!best || cost(*tile) < cost(*best)))
      best = tile;
  }
  return best;
}

} // namespace ingot::lower
