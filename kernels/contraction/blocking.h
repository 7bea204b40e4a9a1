// How the tiles of an output matrix are visited: the blocking of all f32 contractions.
//
// The output of every batch entry is cut into tiles of R rows and panels of C columns. One tile of
// one panel is one unit of work. Units are numbered in the order in which they are computed:
//
//   batch entry → column block → row group → panel → tile
//
// A column block is as many panels as fit into the second-level cache, one block of the depth long;
// a row group is as many rows of the left side as fit into the first, or all rows if they are few.
// Inside of a column block comes the loop over the blocks of the depth. A range of units touches a
// piece of this order, so that whoever computes it has the locality of the whole, and no unit
// depends on another.
//
// Rows are split evenly: 49 rows in tiles of at most 12 are 9 + 4 * 10. There are two heights, both
// known once the number of rows is, and no slow remainder.
#pragma once

#include "kernels/contraction/tile.h"

namespace ingot::kernels::contraction {

/// A matrix of tiles, and the blocks it is visited in.
struct Blocking {
  RowSplit split;
  int64_t panels;       ///< of one batch entry
  int64_t blockPanels;  ///< panels in a column block, the last of which may have fewer
  int64_t groupTiles;   ///< tiles in a row group, the last of which may have fewer
  int64_t columnBlocks; ///< in one batch entry
  int64_t depthBlocks;  ///< at least 1: an empty depth has an empty block
  int64_t unitsPerEntry;

  /// `block` is the longest block of the depth, of which there are `depthBlocks`.
  INGOT_INLINE constexpr Blocking(int64_t rows, int64_t columns, int64_t block, int64_t depthBlocks,
                                  int64_t tileRows, int64_t panelColumns, CacheSizes caches)
      : split(rows, tileRows), panels(ceilDiv(columns, panelColumns)), blockPanels(1),
        groupTiles(1), columnBlocks(0), depthBlocks(depthBlocks),
        unitsPerEntry(split.tiles * panels) {
    int64_t bytes = (block > 0 ? block : 1) * 4;
    int64_t fitting = caches.second / 2 / (bytes * panelColumns);
    columnBlocks = ceilDiv(panels, fitting > 1 ? fitting : 1);
    blockPanels = columnBlocks ? ceilDiv(panels, columnBlocks) : 1;
    int64_t tiles = caches.first / 2 / (bytes * tileRows);
    groupTiles = tiles > 1 ? tiles : 1;
    // A right side that no cache holds is read once, when few rows wait in the second for it.
    int64_t right = depthBlocks * bytes * panels * panelColumns;
    if (right > caches.second && rows * bytes <= caches.second / 4 && split.tiles > 0)
      groupTiles = split.tiles;
  }

  /// For groups of which something is kept that has no room for more tiles.
  INGOT_INLINE constexpr void limitGroup(int64_t most) {
    if (groupTiles > most)
      groupTiles = most;
  }
};

/// A run of tiles of one panel, in one block of the depth.
struct TileRun {
  int64_t entry, panel, begin, end, depthBlock;
  int64_t groupBegin, groupEnd; ///< all tiles of the row group
  bool first, last;             ///< the depth block
  bool newGroup;                ///< the run before was in another group, depth block or entry
};

/// Units [begin, end) of a column block of `panels` panels: f(run), where what the column block and
/// the depth block say has been filled in, and the panel counts in the block.
template <typename F>
INGOT_INLINE void forEachRunInBlock(const Blocking &b, int64_t panels, int64_t begin, int64_t end,
                                    TileRun run, F &&f) {
  int64_t perGroup = b.groupTiles * panels, before = -1;
  INGOT_ROLLED
  for (int64_t at = begin; at < end;) {
    int64_t group = at / perGroup;
    run.groupBegin = group * b.groupTiles;
    run.groupEnd = least(run.groupBegin + b.groupTiles, b.split.tiles);
    run.newGroup = group != before;
    int64_t tiles = run.groupEnd - run.groupBegin, within = at - group * perGroup;
    run.panel = within / tiles;
    run.begin = run.groupBegin + (within - run.panel * tiles);
    run.end = least(run.groupEnd, run.begin + end - at);
    f(run);
    before = group;
    at += run.end - run.begin;
  }
}

/// Calls f(TileRun) for everything in units [begin, end), in their order.
template <typename F>
INGOT_INLINE void forEachRun(const Blocking &b, int64_t begin, int64_t end, F &&f) {
  int64_t unitsPerBlock = b.split.tiles * b.blockPanels;
  INGOT_ROLLED
  for (int64_t at = begin; at < end;) {
    int64_t entry = at / b.unitsPerEntry, inEntry = at - entry * b.unitsPerEntry;
    int64_t block = inEntry / unitsPerBlock, firstPanel = block * b.blockPanels;
    int64_t panels = least(b.blockPanels, b.panels - firstPanel);
    int64_t from = inEntry - block * unitsPerBlock;
    int64_t to = least(b.split.tiles * panels, from + end - at);
    INGOT_ROLLED
    for (int64_t k = 0; k < b.depthBlocks; ++k) {
      TileRun run = {};
      run.entry = entry;
      run.depthBlock = k;
      // Said so that a single block is known to be both without looking at the loop.
      run.first = b.depthBlocks == 1 || k == 0;
      run.last = b.depthBlocks == 1 || k == b.depthBlocks - 1;
      forEachRunInBlock(b, panels, from, to, run, [&](TileRun &run) INGOT_INLINED {
        run.panel += firstPanel;
        f(run);
      });
    }
    at += to - from;
  }
}

template <int R> struct Height {
  static constexpr int rows = R;
};

/// f(Height<R>) as a function of its own, which has all that it needs from its copy of f: where the
/// height is known the compiler inlines it, and never reads those of the other heights.
template <int R, typename F> INGOT_APART void atHeight(F f) { f(Height<R>()); }

/// Calls f(Height<height>) for a height from Least to Most. What f needs it has captured by value,
/// and no arrays.
template <int Most, int Least = 1, typename F>
INGOT_INLINE void withHeight(int64_t height, const F &f) {
  if constexpr (Most > Least) {
    if (height != Most)
      return withHeight<Most - 1, Least>(height, f);
  }
  atHeight<Most>(f);
}

/// Calls f(Height, tile, its first row) for tiles [begin, end), which have Least to Most rows; f as
/// for withHeight.
template <int Most, int Least = 1, typename F>
INGOT_INLINE void forEachTile(const RowSplit &split, int64_t begin, int64_t end, const F &f) {
  auto tiles = [=](int64_t from, int64_t to) INGOT_INLINED {
    return [=, firstRow = split.start(from)](auto height) INGOT_INLINED {
      INGOT_ROLLED
      for (int64_t tile = from; tile < to; ++tile)
        f(height, tile, firstRow + (tile - from) * decltype(height)::rows);
    };
  };
  if (split.taller > 0)
    withHeight<Most, Least>(split.height + 1, tiles(begin, least(end, split.taller)));
  withHeight<Most, Least>(split.height, tiles(greatest(begin, split.taller), end));
}

} // namespace ingot::kernels::contraction
