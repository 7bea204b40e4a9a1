// What callers of the tuned contraction kernels must know: see base/contract.h.
#pragma once

#include "kernels/base/contract.h"

namespace ingot::kernels::contraction {

/// Rows in tiles of nearly equal height: the first `taller` have one row more than `height`.
struct RowSplit {
  int64_t tiles, height, taller;

  INGOT_INLINE constexpr RowSplit(int64_t rows, int64_t most)
      : tiles(ceilDiv(rows, most)), height(tiles ? rows / tiles : 0),
        taller(tiles ? rows % tiles : 0) {}
  INGOT_INLINE constexpr int64_t start(int64_t tile) const {
    return tile * height + least(tile, taller);
  }
  /// The tile that a row is in.
  INGOT_INLINE constexpr int64_t tileOf(int64_t row) const {
    int64_t inTaller = taller * (height + 1);
    return row < inTaller ? row / (height + 1) : taller + (row - inTaller) / height;
  }
};

/// Bytes of the machine's first and second-level caches, which blocks are made to fit.
struct CacheSizes {
  int64_t first, second;
};

#define INGOT_PRODUCT_SIZES(X)                                                                     \
  X(rows)                                                                                          \
  X(columns)                                                                                       \
  X(depth)                                                                                         \
  X(batches)                                                                                       \
  X(aPitch)                                                                                        \
  X(yPitch)                                                                                        \
  X(aBatch)                                                                                        \
  X(bBatch)                                                                                        \
  X(yBatch)                                                                                        \
  X(yBytes)                                                                                        \
  X(firstCache)                                                                                    \
  X(secondCache)

/// y[i] = epilogue(a[i] · b[i]): a [rows, depth], b packed, y [rows, columns] of `yBytes` each.
struct ProductSizes {
  INGOT_SIZES(INGOT_PRODUCT_SIZES)
  INGOT_INLINE constexpr CacheSizes caches() const { return {firstCache, secondCache}; }
};

/// Elements of a packed right side: [batches][panels][depth][panel columns].
INGOT_INLINE constexpr int64_t packedElements(int64_t depth, int64_t columns, int64_t batches,
                                              int64_t panel) {
  return ceilDiv(columns, panel) * panel * depth * batches;
}

/// What batch entries [first, last] of a product touch; their units may be in any order inside. An
/// element of the right side has `bBytes`.
constexpr void productFootprint(const ProductSizes &s, Tile tile, int64_t bBytes, int64_t first,
                                int64_t last, Extent *extents) {
  auto entries = [&](int64_t distance, int64_t rows, int64_t length, int64_t pitch, int64_t bytes) {
    Extent one = rowsExtent(0, rows, length, pitch, bytes);
    return Extent{first * distance * bytes + one.begin, last * distance * bytes + one.end};
  };
  extents[0] = entries(s.aBatch, s.rows, s.depth, s.aPitch, 4);
  extents[1] = entries(s.bBatch, 1, packedElements(s.depth, s.columns, 1, tile.columns), 0, bBytes);
  extents[2] = entries(s.yBatch, s.rows, s.columns, s.yPitch, s.yBytes);
}

/// A right side of elements of `Bytes`. Unit: a tile of a panel, in the order of blocking.h.
template <int Bytes> struct GemmOf {
  using Sizes = ProductSizes;
  static constexpr Operand operands[] = {{"a", Role::In}, {"b", Role::In}, {"y", Role::Out}};
  static constexpr Pitch pitches[] = {{"a", "aPitch", "batches"}, {"y", "yPitch", "batches"}};

  static constexpr int64_t perEntry(const Sizes &s, Tile tile) {
    return RowSplit(s.rows, tile.rows).tiles * ceilDiv(s.columns, tile.columns);
  }
  static constexpr int64_t units(const Sizes &s, Tile tile) {
    return perEntry(s, tile) * s.batches;
  }
  static constexpr void footprint(const Sizes &s, Tile tile, int64_t begin, int64_t end,
                                  Extent *extents) {
    int64_t entry = perEntry(s, tile);
    productFootprint(s, tile, Bytes, begin / entry, (end - 1) / entry, extents);
  }
};

/// The same of at most `tile.rows` rows. Unit: a panel.
template <int Bytes> struct GemvOf {
  using Sizes = ProductSizes;
  static constexpr Operand operands[] = {{"a", Role::In}, {"b", Role::In}, {"y", Role::Out}};
  static constexpr Pitch pitches[] = {{"a", "aPitch", "batches"}, {"y", "yPitch", "batches"}};

  static constexpr int64_t units(const Sizes &s, Tile tile) {
    return ceilDiv(s.columns, tile.columns) * s.batches;
  }
  static constexpr void footprint(const Sizes &s, Tile tile, int64_t begin, int64_t end,
                                  Extent *extents) {
    int64_t panels = ceilDiv(s.columns, tile.columns);
    productFootprint(s, tile, Bytes, begin / panels, (end - 1) / panels, extents);
  }
};

using Gemm = GemmOf<4>;
using Gemv = GemvOf<4>;
using HalfGemm = GemmOf<2>;
using HalfGemv = GemvOf<2>;

/// Products that are added in f16 before their sum is rounded once more, and how many such sums are
/// added in f16 before they are added in f32. The norm of the error over that of the sums, of
/// normally distributed numbers and any depth; 2.1e-4 of it are the rounding of the left side:
///
///   products  16      16      32      32      32      64
///   sums       1       8       1       4       8       1
///   error     6.5e-4  7.9e-4  8.8e-4  9.4e-4  1.0e-3  1.2e-3
inline constexpr int64_t longestHalfSum = 32, mostHalfSums = 4;
/// What a number of a packed row is at most, and what one of the right side must be less than: no
/// sum of f16 goes beyond it.
inline constexpr float mostLeft = 4;
inline constexpr float mostRight = 65504 / (mostLeft * longestHalfSum * mostHalfSums);

/// Rows of a tile of a left side that is packed in f16, and what is in front of them: a factor of
/// f32 for each, in as many halves.
inline constexpr int64_t halfRows = 8, halfFactors = 2 * halfRows;

/// Halves of a left side of this many rows: [tiles][factors, [depth][halfRows]].
INGOT_INLINE constexpr int64_t packedHalfTile(int64_t depth) {
  return halfFactors + depth * halfRows;
}
INGOT_INLINE constexpr int64_t packedHalfRows(int64_t rows, int64_t depth) {
  return RowSplit(rows, halfRows).tiles * packedHalfTile(depth);
}

/// A product in f16, both sides packed; `aBatch` is in halves, and there is no aPitch. Unit: as of
/// Product, which is HalfGemm or HalfGemv.
template <typename Product> struct ProductInHalves {
  using Sizes = ProductSizes;
  static constexpr Operand operands[] = {{"a", Role::In}, {"b", Role::In}, {"y", Role::Out}};
  static constexpr Pitch pitches[] = {{"y", "yPitch", "batches"}};

  static constexpr int64_t units(const Sizes &s, Tile tile) { return Product::units(s, tile); }
  static constexpr void footprint(const Sizes &s, Tile tile, int64_t begin, int64_t end,
                                  Extent *extents) {
    Product::footprint(s, tile, begin, end, extents);
    int64_t entry = units(s, tile) / s.batches;
    int64_t first = begin / entry, last = (end - 1) / entry;
    extents[0] = {first * s.aBatch * 2, (last * s.aBatch + packedHalfRows(s.rows, s.depth)) * 2};
  }
};

using GemmInHalves = ProductInHalves<HalfGemm>;
using GemvInHalves = ProductInHalves<HalfGemv>;

#define INGOT_PACK_LEFT_SIZES(X)                                                                   \
  X(rows)                                                                                          \
  X(depth)                                                                                         \
  X(batches)                                                                                       \
  X(pitch)                                                                                         \
  X(batchStride)

/// The left side of a batch of products as it lies in memory.
struct LeftSizes {
  INGOT_SIZES(INGOT_PACK_LEFT_SIZES)
};

/// From f32 to halves. Unit: a tile.
struct PackLeft {
  using Sizes = LeftSizes;
  static constexpr Operand operands[] = {{"a", Role::In}, {"packed", Role::Out}};
  static constexpr Pitch pitches[] = {{"a", "pitch", "batches"}};

  static constexpr int64_t units(const Sizes &s, Tile) {
    return RowSplit(s.rows, halfRows).tiles * s.batches;
  }
  static constexpr void footprint(const Sizes &s, Tile, int64_t begin, int64_t end,
                                  Extent *extents) {
    int64_t tiles = RowSplit(s.rows, halfRows).tiles, bytes = packedHalfTile(s.depth) * 2;
    Extent a = rowsExtent(0, s.rows, s.depth, s.pitch, 4);
    extents[0] = {begin / tiles * s.batchStride * 4 + a.begin,
                  (end - 1) / tiles * s.batchStride * 4 + a.end};
    extents[1] = {begin * bytes, end * bytes};
  }
};

#define INGOT_PLAIN_PRODUCT_SIZES(X)                                                               \
  X(rows)                                                                                          \
  X(columns)                                                                                       \
  X(depth)                                                                                         \
  X(batches)                                                                                       \
  X(aPitch)                                                                                        \
  X(aBatch)                                                                                        \
  X(bRow)                                                                                          \
  X(bColumn)                                                                                       \
  X(bBatch)

/// a [batches, rows, depth], b [batches, depth, columns] anywhere in memory, y dense. Distances are
/// in elements, none is negative.
struct PlainProductSizes {
  INGOT_SIZES(INGOT_PLAIN_PRODUCT_SIZES)
};

/// Elements of `Bytes`. Unit: a tile.
template <int Bytes> struct PlainProduct {
  using Sizes = PlainProductSizes;
  static constexpr Operand operands[] = {{"a", Role::In}, {"b", Role::In}, {"y", Role::Out}};

  static constexpr int64_t units(const Sizes &s, Tile tile) {
    return s.batches * ceilDiv(s.rows, tile.rows) * ceilDiv(s.columns, tile.columns);
  }
  static constexpr void footprint(const Sizes &s, Tile, int64_t, int64_t, Extent *extents) {
    int64_t last = s.batches - 1;
    extents[0] = {0, (last * s.aBatch + (s.rows - 1) * s.aPitch + s.depth) * Bytes};
    int64_t b = last * s.bBatch + (s.depth - 1) * s.bRow + (s.columns - 1) * s.bColumn + 1;
    extents[1] = {0, b * Bytes};
    extents[2] = {0, s.batches * s.rows * s.columns * Bytes};
  }
};

#define INGOT_PACK_SIZES(X)                                                                        \
  X(depth)                                                                                         \
  X(columns)                                                                                       \
  X(rowStride)                                                                                     \
  X(columnStride)                                                                                  \
  X(batches)                                                                                       \
  X(batchStride)                                                                                   \
  X(panel)

/// The right side of a batch of products as it lies in memory. Strides are in elements, so that a
/// transposed matrix is one with its strides swapped; the packed entries are dense.
struct RightSizes {
  INGOT_SIZES(INGOT_PACK_SIZES)
};

/// From f32 to elements of `Bytes`. Unit: a panel.
template <int Bytes> struct PackRightTo {
  using Sizes = RightSizes;
  static constexpr Operand operands[] = {{"b", Role::In}, {"packed", Role::Out}};

  static constexpr int64_t units(const Sizes &s, Tile) {
    return ceilDiv(s.columns, s.panel) * s.batches;
  }
  static constexpr void footprint(const Sizes &s, Tile, int64_t begin, int64_t end,
                                  Extent *extents) {
    int64_t panels = ceilDiv(s.columns, s.panel);
    int64_t last = (end - 1) / panels * s.batchStride;
    if (s.depth > 0)
      last += (s.depth - 1) * s.rowStride + (s.columns - 1) * s.columnStride + 1;
    extents[0] = {begin / panels * s.batchStride * 4, last * 4};
    extents[1] = {begin * s.depth * s.panel * Bytes, end * s.depth * s.panel * Bytes};
  }
};

using PackRight = PackRightTo<4>;
using PackHalves = PackRightTo<2>;

#define INGOT_INTEGER_PRODUCT_SIZES(X)                                                             \
  INGOT_PRODUCT_SIZES(X)                                                                           \
  X(bSigned)                                                                                       \
  X(rowSums)

/// A product of 8-bit integers. `bSigned`: b is, before it is packed; `rowSums`: its zero point, as
/// it is packed, may be other than 0.
struct IntegerProductSizes {
  INGOT_SIZES(INGOT_INTEGER_PRODUCT_SIZES)
  INGOT_INLINE constexpr CacheSizes caches() const { return {firstCache, secondCache}; }
};

/// Words of a packed right side: [batches][panels][1 + depth / 4][panel columns].
INGOT_INLINE constexpr int64_t packedWords(int64_t depth, int64_t columns, int64_t batches,
                                           int64_t panel) {
  return ceilDiv(columns, panel) * panel * (1 + ceilDiv(depth, 4)) * batches;
}

constexpr void integerFootprint(const IntegerProductSizes &s, Tile tile, int64_t first,
                                int64_t last, Extent *extents) {
  Extent a = rowsExtent(0, s.rows, s.depth, s.aPitch, 1);
  Extent y = rowsExtent(0, s.rows, s.columns, s.yPitch, s.yBytes);
  int64_t b = packedWords(s.depth, s.columns, 1, tile.columns);
  extents[0] = {first * s.aBatch + a.begin, last * s.aBatch + a.end};
  extents[1] = {first * s.bBatch * 4, (last * s.bBatch + b) * 4};
  extents[2] = extents[3] = {0, 1};
  extents[4] = {first * s.yBatch * s.yBytes + y.begin, last * s.yBatch * s.yBytes + y.end};
}

/// Unit: a tile of a panel, in the order of blocking.h.
struct IntegerGemm {
  using Sizes = IntegerProductSizes;
  static constexpr Operand operands[] = {
      {"a", Role::In}, {"b", Role::In}, {"aZero", Role::In}, {"bZero", Role::In}, {"y", Role::Out}};
  static constexpr Pitch pitches[] = {{"a", "aPitch", "batches"}, {"y", "yPitch", "batches"}};

  static constexpr int64_t perEntry(const Sizes &s, Tile tile) {
    return RowSplit(s.rows, tile.rows).tiles * ceilDiv(s.columns, tile.columns);
  }
  static constexpr int64_t units(const Sizes &s, Tile tile) {
    return perEntry(s, tile) * s.batches;
  }
  static constexpr void footprint(const Sizes &s, Tile tile, int64_t begin, int64_t end,
                                  Extent *extents) {
    int64_t entry = perEntry(s, tile);
    integerFootprint(s, tile, begin / entry, (end - 1) / entry, extents);
  }
};

/// At most `tile.rows` rows. Unit: a panel.
struct IntegerGemv : IntegerGemm {
  static constexpr int64_t units(const Sizes &s, Tile tile) {
    return ceilDiv(s.columns, tile.columns) * s.batches;
  }
  static constexpr void footprint(const Sizes &s, Tile tile, int64_t begin, int64_t end,
                                  Extent *extents) {
    int64_t panels = ceilDiv(s.columns, tile.columns);
    integerFootprint(s, tile, begin / panels, (end - 1) / panels, extents);
  }
};

#define INGOT_PACK_INTEGER_SIZES(X)                                                                \
  INGOT_PACK_SIZES(X)                                                                              \
  X(bSigned)

/// As RightSizes, of 8-bit integers; `bSigned`: they are.
struct IntegerRightSizes {
  INGOT_SIZES(INGOT_PACK_INTEGER_SIZES)
};

/// Unit: a panel.
struct PackIntegerRight {
  using Sizes = IntegerRightSizes;
  static constexpr Operand operands[] = {{"b", Role::In}, {"packed", Role::Out}};

  static constexpr int64_t units(const Sizes &s, Tile) {
    return ceilDiv(s.columns, s.panel) * s.batches;
  }
  static constexpr void footprint(const Sizes &s, Tile, int64_t begin, int64_t end,
                                  Extent *extents) {
    int64_t panels = ceilDiv(s.columns, s.panel), panel = (1 + ceilDiv(s.depth, 4)) * s.panel * 4;
    int64_t last = (end - 1) / panels * s.batchStride;
    if (s.depth > 0)
      last += (s.depth - 1) * s.rowStride + (s.columns - 1) * s.columnStride + 1;
    extents[0] = {begin / panels * s.batchStride, last};
    extents[1] = {begin * panel, end * panel};
  }
};

#define INGOT_BLOCK_PRODUCT_SIZES(X)                                                               \
  INGOT_PRODUCT_SIZES(X)                                                                           \
  X(block)                                                                                         \
  X(centered)

/// A product with a right side of codes, `block` neighbours along the depth of which have one scale
/// and one zero point; `centered`: all zero points are the middle of the codes. The right side is
/// the same for all entries of a batch: bBatch is 0.
struct BlockProductSizes {
  INGOT_SIZES(INGOT_BLOCK_PRODUCT_SIZES)
  INGOT_INLINE constexpr CacheSizes caches() const { return {firstCache, secondCache}; }
};

/// Bytes of a block of a panel of codes: scales, zero points where they are needed, and words.
INGOT_INLINE constexpr int64_t blockBytes(int64_t block, int64_t panel, int bits,
                                          int64_t centered) {
  return panel * 4 * ((centered ? 1 : 2) + ceilDiv(block, 32 / bits));
}
INGOT_INLINE constexpr int64_t codedPanelBytes(int64_t depth, int64_t block, int64_t panel,
                                               int bits, int64_t centered) {
  return ceilDiv(depth, block) * blockBytes(block, panel, bits, centered);
}

/// Codes of `Bits`. Unit: as of Product, which is Gemm or Gemv.
template <typename Product, int Bits> struct BlockProduct {
  using Sizes = BlockProductSizes;
  static constexpr Operand operands[] = {{"a", Role::In}, {"b", Role::In}, {"y", Role::Out}};
  static constexpr Pitch pitches[] = {{"a", "aPitch", "batches"}, {"y", "yPitch", "batches"}};

  static constexpr int64_t units(const Sizes &s, Tile tile) {
    return Product::units(plain(s), tile);
  }
  static constexpr void footprint(const Sizes &s, Tile tile, int64_t begin, int64_t end,
                                  Extent *extents) {
    Product::footprint(plain(s), tile, begin, end, extents);
    extents[1] = {0, ceilDiv(s.columns, tile.columns) *
                         codedPanelBytes(s.depth, s.block, tile.columns, Bits, s.centered)};
  }

private:
  static constexpr ProductSizes plain(const Sizes &s) {
#define INGOT_COPY(name) .name = s.name,
    return {INGOT_PRODUCT_SIZES(INGOT_COPY)};
#undef INGOT_COPY
  }
};

template <int Bits> using BlockGemm = BlockProduct<Gemm, Bits>;
template <int Bits> using BlockGemv = BlockProduct<Gemv, Bits>;

#define INGOT_PACK_BLOCKS_SIZES(X)                                                                 \
  X(depth)                                                                                         \
  X(columns)                                                                                       \
  X(block)                                                                                         \
  X(rowBytes)                                                                                      \
  X(bits)                                                                                          \
  X(zeros)                                                                                         \
  X(centered)                                                                                      \
  X(panel)

/// b [columns, rowBytes], where the numbers of `bits` bits of a column of the right side are packed
/// from the low bits up; scale [columns, blocks] and zero, as many or one (`zeros`).
struct PackBlocksSizes {
  INGOT_SIZES(INGOT_PACK_BLOCKS_SIZES)
};

/// To codes of `Bits`. Unit: a panel.
template <int Bits> struct PackBlocks {
  using Sizes = PackBlocksSizes;
  static constexpr Operand operands[] = {
      {"b", Role::In}, {"scale", Role::In}, {"zero", Role::In}, {"packed", Role::Out}};

  static constexpr int64_t units(const Sizes &s, Tile) { return ceilDiv(s.columns, s.panel); }
  static constexpr void footprint(const Sizes &s, Tile, int64_t begin, int64_t end,
                                  Extent *extents) {
    int64_t bytes = codedPanelBytes(s.depth, s.block, s.panel, Bits, s.centered);
    extents[0] = {0, s.columns * s.rowBytes};
    extents[1] = {0, s.columns * ceilDiv(s.depth, s.block) * 4};
    extents[2] = {0, s.zeros * 4};
    extents[3] = {begin * bytes, end * bytes};
  }
};

#define INGOT_DETERMINANT_SIZES(X)                                                                 \
  X(count)                                                                                         \
  X(n)                                                                                             \
  X(bytes)

/// x [count, n, n] → y [count], with a matrix of f64 as scratch for each.
struct DeterminantSizes {
  INGOT_SIZES(INGOT_DETERMINANT_SIZES)
};

/// Unit: a matrix.
struct Determinant {
  using Sizes = DeterminantSizes;
  static constexpr Operand operands[] = {{"x", Role::In}, {"scratch", Role::Out}, {"y", Role::Out}};

  static constexpr int64_t units(const Sizes &s, Tile) { return s.count; }
  static constexpr void footprint(const Sizes &s, Tile, int64_t begin, int64_t end,
                                  Extent *extents) {
    int64_t size = s.n * s.n;
    extents[0] = {begin * size * s.bytes, end * size * s.bytes};
    extents[1] = {begin * size * 8, end * size * 8};
    extents[2] = {begin * s.bytes, end * s.bytes};
  }
};

} // namespace ingot::kernels::contraction
