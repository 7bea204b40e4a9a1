// Products of f32 with a right side of a few bits: y[i] = epilogue(a[i] · b), where
//
//   b[k][j] = (code[k][j] - zero[k / block][j]) * scale[k / block][j]
//
// Codes are unsigned, of 4 or 8 bits, and become f32 in registers, so that what is read of b is an
// eighth or a quarter. A panel is packed block by block:
//
//   scales [panel columns], f32
//   zeros  [panel columns], f32; left out where all are the middle of the codes (`centered`)
//   words  [ceil(block / codes in a word)][panel columns]: neighbours along the depth of a column,
//          from the low bits up
//
// With many rows a block of the depth of a panel is unpacked once for all tiles of a run. With few,
// the time is that of reading b: every block is summed without its scale, which its sum is
// multiplied with.
#pragma once

#include "kernels/contraction/gemv.h"

namespace ingot::kernels::contraction {

/// What becomes of codes of `Bits` bits in the lanes of a vector.
template <int Bits> struct Code {
  static constexpr int perWord = 32 / Bits;
  static constexpr float middle = 1 << (Bits - 1);

  Vector zero; ///< what is taken off

  INGOT_INLINE static Code centered() { return {Vector(middle)}; }

  /// Code `i` of each word less the zero point.
  INGOT_INLINE Vector number(kernels::Bits words, int64_t i, bool isCentered) const {
#if defined(__AVX512F__) && INGOT_VECTOR_BYTES == 64
    if constexpr (Bits == 4) { // a table of all: only the low four bits choose
      const Vector table = {-8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7};
      auto places = __builtin_bit_cast(IntVector, words >> static_cast<uint32_t>(Bits * i));
      Vector difference = permuted(table, places);
      return isCentered ? difference : difference - (zero - Vector(middle));
    }
#endif
    kernels::Bits code = words >> static_cast<uint32_t>(Bits * i) & ((1u << Bits) - 1);
    // As signed ones, which every machine converts.
    Vector number = __builtin_convertvector(__builtin_bit_cast(IntVector, code), Vector);
    return number - (isCentered ? Vector(middle) : zero);
  }

private:
#if defined(__AVX512F__) && INGOT_VECTOR_BYTES == 64
  INGOT_INLINE static Vector permuted(Vector table, IntVector places) {
    typedef float Floats __attribute__((vector_size(64)));
    typedef int Integers __attribute__((vector_size(64)));
    return __builtin_bit_cast(Vector,
                              __builtin_ia32_permvarsf512(__builtin_bit_cast(Floats, table),
                                                          __builtin_bit_cast(Integers, places)));
  }
#endif
};

/// A panel of codes of `Bits` bits and V vectors.
template <int Bits, int V> struct CodedPanel {
  static constexpr int64_t columns = V * lanes;
  const char *panel;
  int64_t block;
  bool isCentered;

  INGOT_INLINE CodedPanel(const char *b, int64_t panel, const BlockProductSizes &s)
      : panel(b + panel * codedPanelBytes(s.depth, s.block, columns, Bits, s.centered)),
        block(s.block), isCentered(s.centered != 0) {}

  INGOT_INLINE const float *at(int64_t i) const {
    return reinterpret_cast<const float *>(panel +
                                           i * blockBytes(block, columns, Bits, isCentered));
  }
  INGOT_INLINE Vector scale(int64_t i, int v) const { return load(at(i) + v * lanes); }
  INGOT_INLINE Code<Bits> code(int64_t i, int v) const {
    return isCentered ? Code<Bits>::centered() : Code<Bits>{load(at(i) + columns + v * lanes)};
  }
  /// Word `word` of block `i`.
  INGOT_INLINE kernels::Bits words(int64_t i, int64_t word, int v) const {
    const float *first = at(i) + (isCentered ? 1 : 2) * columns;
    return __builtin_bit_cast(kernels::Bits, load(first + word * columns + v * lanes));
  }
};

/// A right side whose panels are unpacked, a block of the depth at a time, for multiply().
template <int Bits, int V> struct CodedPanels {
  static constexpr int64_t columns = V * lanes;
  const char *b;
  BlockProductSizes s;
  float *unpacked; ///< [longestSum, columns]

  static constexpr bool isReadInPlace = false;
  INGOT_INLINE static constexpr CacheSizes caches(CacheSizes caches) { return caches; }

  INGOT_INLINE const float *rows(int64_t, int64_t panel, int64_t k, int64_t count) const {
    constexpr int perWord = Code<Bits>::perWord;
    const CodedPanel<Bits, V> from(b, panel, s);
    float *to = unpacked;
    INGOT_ROLLED
    for (int64_t end = k + count; k < end;) {
      int64_t i = k / s.block, first = i * s.block, stop = least(end, first + s.block);
      INGOT_UNROLL
      for (int v = 0; v < V; ++v) {
        const Code<Bits> code = from.code(i, v);
        const Vector scale = from.scale(i, v);
        auto unpack = [&](kernels::Bits words, int64_t row, int64_t place) INGOT_INLINED {
          store(to + (row - k) * columns + v * lanes,
                code.number(words, place, from.isCentered) * scale);
        };
        int64_t row = k;
        auto single = [&](int64_t last) INGOT_INLINED {
          INGOT_ROLLED
          for (; row < last; ++row)
            unpack(from.words(i, (row - first) / perWord, v), row, (row - first) % perWord);
        };
        single(least(stop, first + ceilDiv(k - first, perWord) * perWord));
        INGOT_ROLLED
        for (; row + perWord <= stop; row += perWord) {
          kernels::Bits words = from.words(i, (row - first) / perWord, v);
          INGOT_UNROLL
          for (int place = 0; place < perWord; ++place)
            unpack(words, row + place, place);
        }
        single(stop);
      }
      to += (stop - k) * columns;
      k = stop;
    }
    return unpacked;
  }
};

/// Units [begin, end) with tiles of at most R rows and panels of V vectors.
template <int Bits, int R, int V>
INGOT_INLINE void blockGemm(const float *a, const char *b, void *y, const void *context,
                            const BlockProductSizes &s, int64_t begin, int64_t end) {
  float unpacked[longestSum * V * lanes];
  CodedPanels<Bits, V> right{b, s, unpacked};
  multiply<R, V>(a, right, y, context, s, begin, end);
}

/// sums[r] += rows[r][k] * b[k] over places [k, end) of block `i`; `k` begins a word.
template <int Bits, int R, int V>
INGOT_INLINE void addBlock(Vector (&sums)[R][V], const float *const (&rows)[R],
                           const CodedPanel<Bits, V> &panel, int64_t i, int64_t k, int64_t end) {
  constexpr int perWord = Code<Bits>::perWord;
  // Sums of even and odd places: a multiplication need not wait for the one before.
  Vector even[R][V], odd[R][V];
  clear(even);
  clear(odd);
  Code<Bits> code[V];
  INGOT_UNROLL
  for (int v = 0; v < V; ++v)
    code[v] = panel.code(i, v);
  auto add = [&](kernels::Bits words, int64_t k, int place, int v) INGOT_INLINED {
    Vector number = code[v].number(words, place, panel.isCentered);
    INGOT_UNROLL
    for (int r = 0; r < R; ++r) {
      Vector &sum = place % 2 == 0 ? even[r][v] : odd[r][v];
      sum = multiplyAdd(Vector(rows[r][i * panel.block + k + place]), number, sum);
    }
  };
  INGOT_ROLLED
  for (; k + perWord <= end; k += perWord) {
    INGOT_UNROLL
    for (int v = 0; v < V; ++v) {
      kernels::Bits words = panel.words(i, k / perWord, v);
      INGOT_UNROLL
      for (int place = 0; place < perWord; ++place)
        add(words, k, place, v);
    }
  }
  INGOT_UNROLL
  for (int v = 0; v < V && k < end; ++v) {
    kernels::Bits words = panel.words(i, k / perWord, v);
    INGOT_UNROLL
    for (int place = 0; place < perWord - 1; ++place)
      if (k + place < end)
        add(words, k, place, v);
  }
  INGOT_UNROLL
  for (int j = 0; j < R * V; ++j) {
    int r = j / V, v = j % V;
    sums[r][v] = multiplyAdd(even[r][v] + odd[r][v], panel.scale(i, v), sums[r][v]);
  }
}

/// Units [begin, end) of a product of at most R rows: a panel each.
template <int Bits, int R, int V>
INGOT_INLINE void blockGemv(const float *a, const char *b, void *y, const void *context,
                            const BlockProductSizes &s, int64_t begin, int64_t end) {
  constexpr int64_t panelColumns = V * lanes;
  const int64_t panels = ceilDiv(s.columns, panelColumns), blocks = ceilDiv(s.depth, s.block);
  withHeight<R>(s.rows, [=](auto height) INGOT_INLINED {
    constexpr int count = decltype(height)::rows;
    INGOT_ROLLED
    for (int64_t unit = begin; unit < end; ++unit) {
      int64_t entry = unit / panels, panel = unit - entry * panels;
      const CodedPanel<Bits, V> from(b, panel, s);
      const float *rows[count];
      INGOT_UNROLL
      for (int r = 0; r < count; ++r)
        rows[r] = a + entry * s.aBatch + r * s.aPitch;
      Vector sums[count][V];
      clear(sums);
      INGOT_ROLLED
      for (int64_t i = 0; i < blocks; ++i) {
        const int64_t count =
            s.depth % s.block == 0 ? s.block : least(s.block, s.depth - i * s.block);
        if (s.block <= longestSum) { // said so that no loop is left
          addBlock<Bits>(sums, rows, from, i, 0, count);
          continue;
        }
        INGOT_ROLLED
        for (int64_t k = 0; k < count; k += longestSum)
          addBlock<Bits>(sums, rows, from, i, k, least(k + longestSum, count));
      }
      finish(sums, destinationOf(y, context, s, panelColumns, entry, 0, panel * panelColumns));
    }
  });
}

/// Number `k` of a column, as it is packed outside.
INGOT_INLINE uint32_t codeAt(const uint8_t *column, int64_t k, int64_t bits) {
  int64_t bit = k * bits;
  return column[bit / 8] >> (bit % 8) & ((1u << bits) - 1);
}

/// Panels [begin, end). Columns and numbers beyond the last are 0, and so is their scale.
template <int Bits>
INGOT_INLINE void packBlocks(const uint8_t *b, const float *scale, const float *zero, char *packed,
                             const void *, const PackBlocksSizes &s, int64_t begin, int64_t end) {
  constexpr int64_t perWord = Code<Bits>::perWord;
  const int64_t blocks = ceilDiv(s.depth, s.block), inPanel = blocks * s.panel;
  INGOT_ROLLED
  for (int64_t piece = begin * inPanel; piece < end * inPanel; ++piece) {
    int64_t panel = piece / inPanel, i = piece / s.panel % blocks, c = piece % s.panel;
    int64_t column = panel * s.panel + c, count = least(s.block, s.depth - i * s.block);
    bool isInside = column < s.columns;
    char *to = packed + (panel * blocks + i) * blockBytes(s.block, s.panel, Bits, s.centered);
    auto *numbers = reinterpret_cast<float *>(to);
    numbers[c] = isInside ? scale[column * blocks + i] : 0;
    if (!s.centered)
      numbers[s.panel + c] = isInside ? zero[s.zeros == 1 ? 0 : column * blocks + i] : 0;
    auto *words = reinterpret_cast<uint32_t *>(numbers + (s.centered ? 1 : 2) * s.panel);
    INGOT_ROLLED
    for (int64_t k = 0; k < s.block; k += perWord) {
      uint32_t word = 0;
      INGOT_ROLLED
      for (int64_t n = 0; n < perWord && isInside && k + n < count; ++n)
        word |= codeAt(b + column * s.rowBytes, i * s.block + k + n, s.bits) << (n * Bits);
      words[k / perWord * s.panel + c] = word;
    }
  }
}

} // namespace ingot::kernels::contraction
