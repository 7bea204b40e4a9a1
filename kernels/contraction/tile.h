// The register tile of all f32 contractions: R rows by V vectors of sums.
//
// Per step of the depth a tile loads V vectors of the right side, which lie one behind the other in
// a panel, and one number per row of the left side, which is read as it lies in memory, or as
// a copy in which the numbers of a step lie side by side. The right side is of f32, or of 16 bits
// and becomes f32 in the registers it is loaded into.
#pragma once

#include "kernels/base/halves.h"
#include "kernels/contraction/contract.h"

namespace ingot::kernels::contraction {

/// Sums of more products than this are split, and every block starts from zero: the rounding error
/// of a long f32 sum is that of its blocks. Longer blocks wait less often for unfinished sums,
/// where panels of them are read from the second-level cache as fast as from the first. Measured.
inline constexpr int64_t longestSum = INGOT_VECTOR_BYTES == 64 ? 512 : 256;

/// The length of the blocks that a depth is split into: equal, and even for the sake of pairs.
INGOT_INLINE constexpr int64_t depthBlock(int64_t depth) {
  int64_t blocks = ceilDiv(depth > 0 ? depth : 1, longestSum);
  return ceilDiv(ceilDiv(depth, blocks), 2) * 2;
}

template <int R, int V> INGOT_INLINE void clear(Vector (&sums)[R][V]) {
  INGOT_UNROLL
  for (int r = 0; r < R; ++r) {
    INGOT_UNROLL
    for (int v = 0; v < V; ++v)
      sums[r][v] = Vector(0);
  }
}

/// sums[r] += factor * b for the V vectors of one row.
template <int V> INGOT_INLINE void addRow(Vector (&sums)[V], Vector factor, const Vector (&b)[V]) {
  INGOT_UNROLL
  for (int v = 0; v < V; ++v)
    sums[v] = multiplyAdd(factor, b[v], sums[v]);
}

/// The rows of a tile of which the numbers of a step lie side by side, steps `pitch` apart.
struct RowsBySteps {
  const float *first;
  int64_t pitch;
};

/// What row `r` of a left side has at step `k` of the depth.
template <int R> INGOT_INLINE float factorOf(const float *const (&rows)[R], int r, int64_t k) {
  return rows[r][k];
}
INGOT_INLINE float factorOf(const RowsBySteps &rows, int r, int64_t k) {
  return rows.first[k * rows.pitch + r];
}

/// One step of the depth: what the rows have at `k` times the V vectors at b.
template <int R, int V, typename Rows, typename Number>
INGOT_INLINE void addStep(Vector (&sums)[R][V], const Rows &rows, int64_t k, const Number *b) {
  Vector right[V];
  INGOT_UNROLL
  for (int v = 0; v < V; ++v)
    right[v] = load(b + v * lanes);
  INGOT_UNROLL
  for (int r = 0; r < R; ++r)
    addRow(sums[r], Vector(factorOf(rows, r, k)), right);
}

#if defined(__aarch64__) && INGOT_VECTOR_BYTES == 16
/// Two steps at once: a multiplication takes its factor from any lane of a register, so that a pair
/// is loaded without the broadcast that would occupy a multiplier.
template <int R, int V, typename Number>
INGOT_INLINE void addTwoSteps(Vector (&sums)[R][V], const float *const (&rows)[R], int64_t k,
                              const Number *b) {
  Vector right[2][V];
  INGOT_UNROLL
  for (int v = 0; v < 2 * V; ++v)
    right[v / V][v % V] = load(b + v * lanes);
  INGOT_UNROLL
  for (int r = 0; r < R; ++r) {
    Pair pair = *reinterpret_cast<const PairInMemory *>(rows[r] + k);
    addRow(sums[r], __builtin_shufflevector(pair, pair, 0, 0, 0, 0), right[0]);
    addRow(sums[r], __builtin_shufflevector(pair, pair, 1, 1, 1, 1), right[1]);
  }
}

/// sums[r] += sum over k < depth of rows[r][k] * b[k], b being [depth, V vectors] that the
/// first-level cache holds.
template <int R, int V, typename Number>
INGOT_INLINE void addProductsNear(Vector (&sums)[R][V], const float *const (&rows)[R],
                                  const Number *b, int64_t depth) {
  int64_t k = 0;
  INGOT_ROLLED
  for (; k + 2 <= depth; k += 2)
    addTwoSteps(sums, rows, k, b + k * V * lanes);
  if (k < depth)
    addStep(sums, rows, k, b + k * V * lanes);
}

/// One step of the depth, with a lane of a register as the factor here, too.
template <int R, int V, typename Number>
INGOT_INLINE void addStep(Vector (&sums)[R][V], const RowsBySteps &rows, int64_t k,
                          const Number *b) {
  const float *step = rows.first + k * rows.pitch;
  Vector right[V];
  INGOT_UNROLL
  for (int v = 0; v < V; ++v)
    right[v] = load(b + v * lanes);
  INGOT_UNROLL
  for (int r = 0; r + 4 <= R; r += 4) {
    Vector quad = load(step + r);
    addRow(sums[r], __builtin_shufflevector(quad, quad, 0, 0, 0, 0), right);
    addRow(sums[r + 1], __builtin_shufflevector(quad, quad, 1, 1, 1, 1), right);
    addRow(sums[r + 2], __builtin_shufflevector(quad, quad, 2, 2, 2, 2), right);
    addRow(sums[r + 3], __builtin_shufflevector(quad, quad, 3, 3, 3, 3), right);
  }
  INGOT_UNROLL
  for (int r = R / 4 * 4; r < R; ++r)
    addRow(sums[r], Vector(step[r]), right);
}

/// The same of a right side that may be anywhere: machines of this kind look ahead far enough.
template <int R, int V, typename Rows, typename Number>
INGOT_INLINE void addProducts(Vector (&sums)[R][V], const Rows &rows, const Number *b,
                              int64_t depth) {
  addProductsNear(sums, rows, b, depth);
}
#else
/// sums[r] += sum over k < depth of what rows have at k times b[k], b being [depth, V vectors] that
/// the first-level cache holds.
template <int R, int V, typename Rows, typename Number>
INGOT_INLINE void addProductsNear(Vector (&sums)[R][V], const Rows &rows, const Number *b,
                                  int64_t depth) {
  INGOT_ROLLED
  for (int64_t k = 0; k < depth; ++k)
    addStep(sums, rows, k, b + k * V * lanes);
}

/// Asks for what a panel has some steps further on, in the first-level cache. Weights that no cache
/// holds come one behind the other, but a machine looks ahead no further than to the end of a page.
template <int V, typename Number> INGOT_INLINE void fetchAhead(const Number *b) {
  constexpr int stepsAhead = 24, lines = static_cast<int>((V * lanes * sizeof(Number) + 63) / 64);
  if constexpr (INGOT_VECTOR_BYTES == 64) {
    INGOT_UNROLL
    for (int line = 0; line < lines; ++line)
      __builtin_prefetch(reinterpret_cast<const char *>(b + stepsAhead * V * lanes) + 64 * line, 0,
                         3);
  }
}

/// The same of a right side that may be anywhere.
template <int R, int V, typename Rows, typename Number>
INGOT_INLINE void addProducts(Vector (&sums)[R][V], const Rows &rows, const Number *b,
                              int64_t depth) {
  INGOT_ROLLED
  for (int64_t k = 0; k < depth; ++k) {
    fetchAhead<V>(b + k * V * lanes);
    addStep(sums, rows, k, b + k * V * lanes);
  }
}
#endif

/// Where a tile of sums goes.
struct Destination {
  Output to;        ///< its first element
  int64_t pitch;    ///< elements from row to row
  int64_t columns;  ///< how many are left in the output, from the first of the tile
  int64_t part;     ///< how many that are of the last tile of a row, if it is not whole; a constant
  bool isWhole;     ///< all columns of the tile are in the output
  bool first, last; ///< the first and the last block of the depth
  /// Where sums wait for the next block: in the output, or elsewhere if that has no room for them.
  float *waiting;
  int64_t waitingPitch;
};

/// Where the sums of a tile go, from `row` and `column` of a batch entry on: in one block, unless
/// said otherwise, and waiting in the output.
template <typename Sizes>
INGOT_INLINE Destination destinationOf(void *y, const void *context, const Sizes &s,
                                       int64_t panelColumns, int64_t entry, int64_t row,
                                       int64_t column) {
  const Output to = {at(y, entry * s.yBatch + row * s.yPitch + column, s.yBytes), s.yBytes,
                     entry * s.rows + row, column, context};
  const int64_t columns = s.columns - column;
  const bool isWhole = s.columns % panelColumns == 0 || columns >= panelColumns;
  return {.to = to,
          .pitch = s.yPitch,
          .columns = columns,
          .part = s.columns % panelColumns,
          .isWhole = isWhole,
          .first = true,
          .last = true,
          .waiting = to.sums(),
          .waitingPitch = s.yPitch};
}

/// Everything is read before anything is stored: what the epilogue loads for a column, such as a
/// bias, then serves all rows. Only the first `columns`.
template <int R, int V>
INGOT_INLINE void finishTogether(Vector (&sums)[R][V], const Destination &d, int64_t columns) {
  const Output &to = d.to;
  INGOT_UNROLL
  for (int i = 0; i < R * V; ++i) {
    int r = i / V, v = i % V;
    if (v * lanes >= columns)
      continue;
    if (!d.first)
      sums[r][v] += loadPart(d.waiting + r * d.waitingPitch + v * lanes, columns - v * lanes);
    if (d.last)
      sums[r][v] = __builtin_bit_cast(
          Vector, epilogue(sums[r][v], to.row + r, to.column + v * lanes, to.context));
  }
  INGOT_UNROLL
  for (int i = 0; i < R * V; ++i)
    if (i % V * lanes < columns)
      storePart(to.sums() + i / V * d.pitch + i % V * lanes, sums[i / V][i % V],
                columns - i % V * lanes);
}

/// As finishTogether, one row of `sums` after the other.
template <int V>
INGOT_CALLED inline void finishEach(const Vector *sums, int64_t rows, const Destination &d,
                                    int64_t columns) {
  INGOT_ROLLED
  for (int64_t r = 0; r < rows; ++r) {
    Vector row[1][V];
    INGOT_UNROLL
    for (int v = 0; v < V; ++v)
      row[0][v] = sums[r * V + v];
    Destination to = d;
    to.to.y = at(d.to.y, r * d.pitch, d.to.bytes);
    to.to.row += r;
    to.waiting += r * d.waitingPitch;
    finishTogether(row, to, columns);
  }
}

/// As finishTogether, for an epilogue that is long.
template <int R, int V>
INGOT_INLINE void finishRows(const Vector (&sums)[R][V], const Destination &d, int64_t columns) {
  Vector buffer[R * V];
  INGOT_UNROLL
  for (int i = 0; i < R * V; ++i)
    buffer[i] = sums[i / V][i % V];
  finishEach<V>(buffer, R, d, columns);
}

/// The sums of a tile of which `columns` are in the output, of as many bytes as a sum has.
template <int R, int V>
INGOT_INLINE void finishSums(Vector (&sums)[R][V], const Destination &d, int64_t columns) {
  if (ingot_has_long_epilogue())
    finishRows(sums, d, columns);
  else
    finishTogether(sums, d, columns);
}

/// As finishEach, where elements of the output have fewer bytes than a sum, or the last columns are
/// beyond it and the machine has no masks.
template <int V>
INGOT_INLINE void finishVectors(const Vector *sums, int64_t rows, const Destination &d) {
  INGOT_ROLLED
  for (int64_t r = 0; r < rows; ++r) {
    Output row = d.to;
    row.y = at(row.y, r * d.pitch, row.bytes);
    row.row += r;
    INGOT_ROLLED
    for (int64_t column = 0; column < d.columns && column < V * lanes; column += lanes) {
      float *waiting = d.waiting + r * d.waitingPitch + column;
      Vector sum = sums[r * V + column / lanes];
      if (!d.first)
        sum += loadPart(waiting, d.columns - column);
      if (d.last)
        row.put(column, sum, d.columns - column);
      else
        storePart(waiting, sum, d.columns - column);
    }
  }
}

/// As finishVectors, of sums in registers.
template <int R, int V>
INGOT_INLINE void finishPart(const Vector (&sums)[R][V], const Destination &d) {
  Vector buffer[R * V];
  INGOT_UNROLL
  for (int i = 0; i < R * V; ++i)
    buffer[i] = sums[i / V][i % V];
  finishVectors<V>(buffer, R, d);
}

/// Adds the block's sums to those of the blocks before; the last block goes through the epilogue.
template <int R, int V> INGOT_INLINE void finish(Vector (&sums)[R][V], const Destination &d) {
  if (d.isWhole && d.to.holdsSums())
    return finishSums(sums, d, V * lanes);
  if constexpr (hasMasks)
    if (d.to.holdsSums())
      return finishSums(sums, d, d.part);
  finishPart(sums, d);
}

} // namespace ingot::kernels::contraction
