// Copies of tiles of a left side in which the numbers of a step of the depth lie side by side.
//
// Rows that lie a large power of two apart share few lines of the first-level cache, fewer than a
// high tile has, and a machine follows one stream of memory better than one for each row. Where
// several panels read a tile, a copy of it on the stack takes less time than it saves.
#pragma once

#include "kernels/base/transpose.h"
#include "kernels/contraction/blocking.h"

namespace ingot::kernels::contraction {

/// Whether tiles of R rows are so high that copies may pay: rows share cache lines, and a register
/// has 64 bytes.
template <int R> inline constexpr bool copiesLeft = INGOT_VECTOR_BYTES == 64 && R > 8;
/// Panels that must read a copy for it to pay, and tiles: the right side is read again for each of
/// them, where without copies all tiles of few rows take a panel while it is there. Measured.
inline constexpr int64_t panelsOfCopies = 3, tilesOfCopies = 4;

namespace detail {
using kernels::detail::Indices, kernels::detail::IndicesTo;

typedef float Quad __attribute__((ext_vector_type(4)));
typedef Quad QuadInMemory __attribute__((aligned(4)));

/// Of each group of four lanes: two lanes of a, each with that of b behind it, from lane First on.
template <int First, int... I>
INGOT_INLINE Vector zipPairs(Vector a, Vector b, Indices<int, I...>) {
  return __builtin_shufflevector(a, b, (I / 4 * 4 + First + I % 4 / 2 + I % 2 * lanes)...);
}
/// Of each group of four lanes: two lanes of a, then two of b, from lane First on.
template <int First, int... I>
INGOT_INLINE Vector joinPairs(Vector a, Vector b, Indices<int, I...>) {
  return __builtin_shufflevector(a, b, (I / 4 * 4 + First + I % 2 + I % 4 / 2 * lanes)...);
}
/// Group number `group` of four lanes.
template <int Group, int... I> INGOT_INLINE Quad quadOf(Vector x, Indices<int, I...>) {
  return __builtin_shufflevector(x, x, (4 * Group + I)...);
}

/// What one vector has of a row in lanes 4 g + i becomes lane number `row` of group g of vector i.
INGOT_INLINE void transposeQuads(Vector (&x)[4]) {
  constexpr IndicesTo<lanes> all;
  Vector low[2] = {zipPairs<0>(x[0], x[1], all), zipPairs<0>(x[2], x[3], all)};
  Vector high[2] = {zipPairs<2>(x[0], x[1], all), zipPairs<2>(x[2], x[3], all)};
  x[0] = joinPairs<0>(low[0], low[1], all);
  x[1] = joinPairs<2>(low[0], low[1], all);
  x[2] = joinPairs<0>(high[0], high[1], all);
  x[3] = joinPairs<2>(high[0], high[1], all);
}

/// The groups of x, each four steps further than the one before.
template <int... Group>
INGOT_INLINE void storeQuads(Vector x, float *copy, int64_t pitch, Indices<int, Group...>) {
  constexpr IndicesTo<4> four;
  ((*reinterpret_cast<QuadInMemory *>(copy + 4 * Group * pitch) = quadOf<Group>(x, four)), ...);
}
} // namespace detail

/// Tiles [begin, end) of at most R rows, one behind the other, all of `pitch` numbers a step.
template <int R> struct TileCopies {
  /// A block of the depth. Four rows are stored at a time, into the step behind or beyond the last.
  static constexpr int64_t elements = R * longestSum + 4;

  int64_t pitch;

  INGOT_INLINE explicit TileCopies(const RowSplit &split)
      : pitch(split.height + (split.taller > 0)) {}

  /// As many steps as a vector has lanes. Rows that a tile does not have are its last one again,
  /// and are written over: by what the next step has of the first rows, which come last.
  INGOT_INLINE void copyBlock(const float *a, int64_t aPitch, int64_t rows, float *copy) const {
    INGOT_ROLLED
    for (int64_t row = (rows - 1) / 4 * 4; row >= 0; row -= 4) {
      Vector block[4];
      INGOT_UNROLL
      for (int i = 0; i < 4; ++i)
        block[i] = load(a + least(row + i, rows - 1) * aPitch);
      detail::transposeQuads(block);
      INGOT_UNROLL
      for (int i = 0; i < 4; ++i)
        detail::storeQuads(block[i], copy + row + i * pitch, pitch,
                           kernels::detail::IndicesTo<lanes / 4>());
    }
  }

  INGOT_INLINE void copyTile(const float *a, int64_t aPitch, int64_t rows, int64_t depth,
                             float *copy) const {
    int64_t k = 0;
    INGOT_ROLLED
    for (; k + lanes <= depth; k += lanes)
      copyBlock(a + k, aPitch, rows, copy + k * pitch);
    INGOT_ROLLED
    for (; k < depth; ++k) {
      INGOT_ROLLED
      for (int64_t r = 0; r < rows; ++r)
        copy[k * pitch + r] = a[r * aPitch + k];
    }
  }

  INGOT_INLINE void copyTiles(const float *a, int64_t aPitch, int64_t depth, const RowSplit &split,
                              int64_t begin, int64_t end, float *copies) const {
    INGOT_ROLLED
    for (int64_t tile = begin; tile < end; ++tile)
      copyTile(a + split.start(tile) * aPitch, aPitch, split.height + (tile < split.taller), depth,
               copies + (tile - begin) * pitch * depth);
  }
};

} // namespace ingot::kernels::contraction
