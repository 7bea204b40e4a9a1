// The register tile of all integer contractions: R rows by V vectors of 32-bit sums that wrap.
//
//   sum over k of (a[k] - za) * (b[k] - zb)
//     = sum of a[k] * b[k]  -  za * (sum of b[k])  -  zb * (sum of a[k])  +  depth * za * zb
//
// The first is what the tile computes. The sums of b stand before each panel, where packing has put
// them; those of a row of a are computed where zb is not 0 (`rowSums`), which for weights it mostly
// is. Both are of the sign that `Dot` says: what packing adds to b it adds to zb, too.
#pragma once

#include "kernels/contraction/contract.h"
#include "kernels/contraction/dots.h"

namespace ingot::kernels::contraction {

typedef uint32_t WordInMemory __attribute__((aligned(1), may_alias));
typedef uint64_t TwoWordsInMemory __attribute__((aligned(1), may_alias));
typedef Bits WordsInMemory __attribute__((aligned(4), may_alias));

/// Reads the last `count` bytes of a row, 1 to 3, as a word whose other bytes are 0; without a
/// branch, since every row of a tile has one.
struct LastWord {
  int64_t second, third;
  uint32_t secondBits, thirdBits;

  INGOT_INLINE explicit LastWord(int64_t count)
      : second(count > 1 ? 1 : 0), third(count > 2 ? 2 : 0), secondBits(count > 1 ? 0xff00 : 0),
        thirdBits(count > 2 ? 0xff0000 : 0) {}
  INGOT_INLINE uint32_t operator()(const uint8_t *p) const {
    return p[0] | (static_cast<uint32_t>(p[second]) << 8 & secondBits) |
           (static_cast<uint32_t>(p[third]) << 16 & thirdBits);
  }
};
struct WholeWord {
  INGOT_INLINE uint32_t operator()(const uint8_t *p) const {
    return *reinterpret_cast<const WordInMemory *>(p);
  }
};

template <int R, int V, int P> INGOT_INLINE void clear(IntVector (&sums)[R][V][P]) {
  INGOT_UNROLL
  for (int i = 0; i < R * V * P; ++i)
    sums[i / (V * P)][i / P % V][i % P] = IntVector(0);
}

/// One step of the depth, a word of every row: wordAt(rows[r] + k) times the V vectors of words at
/// b.
template <typename Dot, int R, int V, typename Read>
INGOT_INLINE void addStep(IntVector (&sums)[R][V][Dot::parts], const uint8_t *const (&rows)[R],
                          int64_t k, const int32_t *b, const Read &wordAt) {
  Bits right[V];
  INGOT_UNROLL
  for (int v = 0; v < V; ++v)
    right[v] = *reinterpret_cast<const WordsInMemory *>(b + v * lanes);
  INGOT_UNROLL
  for (int r = 0; r < R; ++r) {
    Bits left = Bits(wordAt(rows[r] + k));
    INGOT_UNROLL
    for (int v = 0; v < V; ++v)
      Dot::add(sums[r][v], left, right[v]);
  }
}

/// As addProducts, word by word.
template <typename Dot, int R, int V>
INGOT_INLINE void addDots(IntVector (&sums)[R][V][Dot::parts], const uint8_t *const (&rows)[R],
                          const int32_t *b, int64_t depth) {
  const int64_t whole = depth / 4 * 4;
  INGOT_ROLLED
  for (int64_t k = 0; k < whole; k += 4)
    addStep<Dot>(sums, rows, k, b + k / 4 * V * lanes, WholeWord());
  if (whole < depth)
    addStep<Dot>(sums, rows, whole, b + whole / 4 * V * lanes, LastWord(depth - whole));
}

/// Two words of a row.
struct TwoWords {
  INGOT_INLINE uint64_t operator()(const uint8_t *p) const {
    return *reinterpret_cast<const TwoWordsInMemory *>(p);
  }
};
/// The last `count` bytes of a row, 1 to 7.
struct LastTwoWords {
  int64_t count;

  INGOT_INLINE uint64_t operator()(const uint8_t *p) const {
    uint64_t low = count < 4 ? LastWord(count)(p) : WholeWord()(p);
    return count <= 4 ? low : low | static_cast<uint64_t>(LastWord(count - 4)(p + 4)) << 32;
  }
};

/// Two words of every row times those of 2 V pairs of columns, of which `right` gives one at a
/// time: with all sums, and the rows, there are not many registers left.
template <typename Dot, int R, int S, int V, typename Read, typename Right>
INGOT_INLINE void addMatrixStep(IntVector (&sums)[S][V][1], const uint8_t *const (&rows)[R],
                                int64_t k, const Read &wordsAt, const Right &right) {
  Bits left[S / 2];
  INGOT_UNROLL
  for (int r = 0; r < S; r += 2) {
    const int other = r + 1 < R ? r + 1 : r;
    left[r / 2] = Dot::ofTwoRows(wordsAt(rows[r] + k), wordsAt(rows[other] + k));
  }
  INGOT_UNROLL
  for (int i = 0; i < 2 * V; ++i) {
    const Bits columns = right(i);
    INGOT_UNROLL
    for (int r = 0; r < S; r += 2)
      Dot::addMatrix(sums[r + i % 2][i / 2][0], left[r / 2], columns);
  }
}

/// As addProducts, by matrices. The last row of an odd number is multiplied twice.
template <typename Dot, int R, int S, int V>
INGOT_INLINE void addMatrices(IntVector (&sums)[S][V][1], const uint8_t *const (&rows)[R],
                              const int32_t *b, int64_t depth) {
  const int64_t whole = depth / 8 * 8, rest = depth - whole;
  auto vectorAt = [=](int64_t k, int i) INGOT_INLINED {
    return *reinterpret_cast<const WordsInMemory *>(b + k / 4 * V * lanes + i * lanes);
  };
  INGOT_ROLLED
  for (int64_t k = 0; k < whole; k += 8)
    addMatrixStep<Dot>(sums, rows, k, TwoWords(),
                       [=](int i) INGOT_INLINED { return vectorAt(k, i); });
  if (rest > 0)
    addMatrixStep<Dot>(sums, rows, whole, LastTwoWords{rest}, [=](int i) INGOT_INLINED {
      return rest > 4 ? vectorAt(whole, i) : Dot::ofTwoColumns(vectorAt(whole, i / 2), i % 2 != 0);
    });
}

/// sums[r] += sum over k < depth of rows[r][k] * b[k], b being [words][V vectors], in the order
/// that `Dot` wants.
template <typename Dot, int R, int S, int V>
INGOT_INLINE void addProducts(IntVector (&sums)[S][V][Dot::parts], const uint8_t *const (&rows)[R],
                              const int32_t *b, int64_t depth) {
  if constexpr (Dot::rowsOfSums(1) > 1)
    addMatrices<Dot>(sums, rows, b, depth);
  else
    addDots<Dot>(sums, rows, b, depth);
}

/// The sum of `depth` bytes of the left side.
template <typename Dot> INGOT_INLINE int32_t sumOfRow(const uint8_t *row, int64_t depth) {
  // Ones are the same in either sign.
  const Bits ones = Bits(0x01010101);
  IntVector sums[Dot::parts];
  INGOT_UNROLL
  for (int i = 0; i < Dot::parts; ++i)
    sums[i] = IntVector(0);
  int64_t k = 0;
  INGOT_ROLLED
  for (; k + 4 * lanes <= depth; k += 4 * lanes)
    Dot::add(sums, loadBits(row + k, 4, lanes), ones);
  uint32_t rest = static_cast<uint32_t>(__builtin_reduce_add(Dot::total(sums)));
  INGOT_ROLLED
  for (; k < depth; ++k)
    rest += static_cast<uint32_t>(Dot::leftSigned ? static_cast<int8_t>(row[k]) : int{row[k]});
  return static_cast<int32_t>(rest);
}

/// The zero points of both sides; that of the right one as it is packed.
struct ZeroPoints {
  int32_t left, right;
};

INGOT_INLINE int32_t zeroPoint(const uint8_t *zero, bool isSigned) {
  return isSigned ? static_cast<int8_t>(*zero) : int{*zero};
}

/// `bSigned`: the right side before it was packed. Its zero point is not looked at where row sums
/// are not asked for.
template <typename Dot>
INGOT_INLINE ZeroPoints zeroPoints(const uint8_t *aZero, const uint8_t *bZero, bool bSigned,
                                   bool rowSums) {
  int32_t shift = bSigned == Dot::rightSigned ? 0 : Dot::rightSigned ? -128 : 128;
  return {zeroPoint(aZero, Dot::leftSigned), rowSums ? zeroPoint(bZero, bSigned) + shift : 0};
}

/// What zero points add to the sums of a panel's columns; `panel` begins with the sums of b.
template <int V>
INGOT_INLINE void columnTerms(IntVector (&terms)[V], const int32_t *panel, ZeroPoints zero,
                              int64_t depth) {
  const auto all = static_cast<int32_t>(depth) * zero.right;
  INGOT_UNROLL
  for (int v = 0; v < V; ++v) {
    auto sums =
        __builtin_bit_cast(IntVector, *reinterpret_cast<const WordsInMemory *>(panel + v * lanes));
    terms[v] = (IntVector(all) - sums) * zero.left;
  }
}

/// Whether a tile of panels of `panel` columns, `left` of which are left, is stored without a look
/// at its columns. With masks that is the same for all tiles, so that there is code for one kind.
INGOT_INLINE bool isWholeTile(int64_t columns, int64_t panel, int64_t left) {
  return columns % panel == 0 || (!hasMasks && left >= panel);
}

/// Where a tile of sums goes.
struct IntegerDestination {
  Output to;       ///< its first element
  int64_t pitch;   ///< elements from row to row
  int64_t columns; ///< how many are left in the output, from the first of the tile
  bool isWhole;    ///< all columns of the tile are in the output: see isWholeTile
  /// What zero points add to the sums of rows; null where that is nothing.
  const int32_t *rowTerms;
};

/// Stores the tile vector by vector of columns, each of all rows: what the epilogue loads for a
/// column, such as a scale, serves all rows, and is read before anything of the vector is stored.
/// `Part`: some columns may be beyond the output.
template <typename Element, bool Part, int R, int V>
INGOT_INLINE void finishRows(const IntVector (&sums)[R][V], const IntegerDestination &d) {
  constexpr int64_t bytes = sizeof(Element);
  const Output &to = d.to;
  INGOT_UNROLL
  for (int v = 0; v < V; ++v) {
    const int64_t count = Part ? d.columns - v * lanes : lanes;
    if (count <= 0)
      return;
    Bits results[R];
    INGOT_UNROLL
    for (int r = 0; r < R; ++r)
      results[r] = epilogue(sums[r][v], to.row + r, to.column + v * lanes, to.context);
    INGOT_UNROLL
    for (int r = 0; r < R; ++r) {
      void *place = at(to.y, r * d.pitch + v * lanes, bytes);
      if constexpr (Part)
        kernels::detail::storeFirst<Element>(place, results[r], count);
      else
        storeBits(place, results[r], bytes, lanes);
    }
  }
}

/// As finishRows, one vector of `sums` after the other.
template <int V>
INGOT_CALLED inline void finishEach(const IntVector *sums, int64_t rows,
                                    const IntegerDestination &d) {
  INGOT_ROLLED
  for (int64_t r = 0; r < rows; ++r) {
    Output row = d.to;
    row.y = at(row.y, r * d.pitch, row.bytes);
    row.row += r;
    INGOT_ROLLED
    for (int64_t column = 0; column < d.columns && column < V * lanes; column += lanes)
      row.put(column, sums[r * V + column / lanes], d.columns - column);
  }
}

/// As finishRows, for an epilogue that is long, or where the last columns of the tile are beyond
/// the output and the machine has no masks.
template <int R, int V>
INGOT_INLINE void finishSingly(const IntVector (&sums)[R][V], const IntegerDestination &d) {
  IntVector buffer[R * V];
  INGOT_UNROLL
  for (int i = 0; i < R * V; ++i)
    buffer[i] = sums[i / V][i % V];
  finishEach<V>(buffer, R, d);
}

/// The sums of vector v of row r.
template <typename Dot, int S, int V>
INGOT_INLINE IntVector totalOf(const IntVector (&sums)[S][V][Dot::parts], int r, int v) {
  if constexpr (Dot::rowsOfSums(1) > 1) {
    return Dot::rowOf(sums[r / 2 * 2][v][0], sums[r / 2 * 2 + 1][v][0], r % 2 != 0);
  } else {
    return Dot::total(sums[r][v]);
  }
}

/// Adds what zero points make of the sums of R rows, and has the epilogue store them.
template <typename Dot, int R, int S, int V>
INGOT_INLINE void finish(const IntVector (&sums)[S][V][Dot::parts], const IntVector (&terms)[V],
                         const IntegerDestination &d) {
  IntVector totals[R][V];
  INGOT_UNROLL
  for (int i = 0; i < R * V; ++i)
    totals[i / V][i % V] = totalOf<Dot>(sums, i / V, i % V) + terms[i % V];
  if (d.rowTerms) {
    INGOT_UNROLL
    for (int i = 0; i < R * V; ++i)
      totals[i / V][i % V] += IntVector(d.rowTerms[i / V]);
  }
  const bool isUnrolled = !ingot_has_long_epilogue();
  if (isUnrolled && d.isWhole && d.to.bytes == 1)
    return finishRows<uint8_t, false>(totals, d);
  if (isUnrolled && d.isWhole && d.to.bytes == 4)
    return finishRows<uint32_t, false>(totals, d);
  if constexpr (hasMasks) {
    if (isUnrolled && d.to.bytes == 1)
      return finishRows<uint8_t, true>(totals, d);
    if (isUnrolled && d.to.bytes == 4)
      return finishRows<uint32_t, true>(totals, d);
  }
  finishSingly(totals, d);
}

} // namespace ingot::kernels::contraction
