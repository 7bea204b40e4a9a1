// What callers of the tuned convolution kernels must know: see base/contract.h.
#pragma once

#include "kernels/contraction/contract.h"

namespace ingot::kernels::convolution {

#define INGOT_WINDOW_SIZES(X)                                                                      \
  X(kernelHeight)                                                                                  \
  X(kernelWidth)                                                                                   \
  X(strideHeight)                                                                                  \
  X(strideWidth)                                                                                   \
  X(dilationHeight)                                                                                \
  X(dilationWidth)                                                                                 \
  X(padTop)                                                                                        \
  X(padLeft)

#define INGOT_CONV_SIZES(X)                                                                        \
  X(batch)                                                                                         \
  X(height)                                                                                        \
  X(width)                                                                                         \
  X(channels)                                                                                      \
  X(outHeight)                                                                                     \
  X(outWidth)                                                                                      \
  X(columns)                                                                                       \
  X(groups)                                                                                        \
  INGOT_WINDOW_SIZES(X)                                                                            \
  X(xPitch)                                                                                        \
  X(yPitch)                                                                                        \
  X(yBytes)                                                                                        \
  X(firstCache)                                                                                    \
  X(secondCache)

/// `channels` and `columns` (output channels) are those of one group.
struct ConvSizes {
  INGOT_SIZES(INGOT_CONV_SIZES)
  INGOT_INLINE constexpr int64_t pixels() const { return batch * outHeight * outWidth; }
  INGOT_INLINE constexpr contraction::CacheSizes caches() const {
    return {firstCache, secondCache};
  }
};

/// Elements of packed weights: [groups][panels][taps][channels][panel columns].
INGOT_INLINE constexpr int64_t packedWeights(int64_t columns, int64_t channels, int64_t taps,
                                             int64_t groups, int64_t panel) {
  return ceilDiv(columns, panel) * panel * channels * taps * groups;
}

/// Weights of elements of `Bytes`. Unit: a tile of output pixels and a panel of output channels of
/// one group.
template <int Bytes> struct ConvOf {
  using Sizes = ConvSizes;
  static constexpr Operand operands[] = {{"x", Role::In}, {"w", Role::In}, {"y", Role::Out}};
  static constexpr Pitch pitches[] = {{"x", "xPitch"}, {"y", "yPitch"}};

  static constexpr int64_t perGroup(const Sizes &s, Tile tile) {
    return contraction::RowSplit(s.pixels(), tile.rows).tiles * ceilDiv(s.columns, tile.columns);
  }
  static constexpr int64_t units(const Sizes &s, Tile tile) { return perGroup(s, tile) * s.groups; }
  static constexpr void footprint(const Sizes &s, Tile tile, int64_t begin, int64_t end,
                                  Extent *extents) {
    int64_t first = begin / perGroup(s, tile), last = (end - 1) / perGroup(s, tile);
    int64_t pixels = s.batch * s.height * s.width, taps = s.kernelHeight * s.kernelWidth;
    Extent x = rowsExtent(0, pixels, (last - first + 1) * s.channels, s.xPitch, 4);
    int64_t skipped = first * s.channels * 4;
    extents[0] = {x.begin + (x.end ? skipped : 0), x.end + (x.end ? skipped : 0)};
    int64_t group = packedWeights(s.columns, s.channels, taps, 1, tile.columns) * Bytes;
    extents[1] = {first * group, (last + 1) * group};
    Extent y = rowsExtent(0, s.pixels(), (last - first + 1) * s.columns, s.yPitch, s.yBytes);
    extents[2] = {y.begin + first * s.columns * s.yBytes, y.end + first * s.columns * s.yBytes};
  }
};

using Conv = ConvOf<4>;
using HalfConv = ConvOf<2>;

#define INGOT_PLANES_SIZES(X)                                                                      \
  X(batch)                                                                                         \
  X(height)                                                                                        \
  X(width)                                                                                         \
  X(channels)                                                                                      \
  X(outHeight)                                                                                     \
  X(outWidth)                                                                                      \
  X(columns)                                                                                       \
  X(kernelHeight)                                                                                  \
  X(kernelWidth)                                                                                   \
  X(strideHeight)                                                                                  \
  X(strideWidth)                                                                                   \
  X(dilationHeight)                                                                                \
  X(padTop)                                                                                        \
  X(padLeft)                                                                                       \
  X(yPitch)                                                                                        \
  X(yBytes)

/// Numbers that a tile reads are copied where the padding is: at most so many.
inline constexpr int64_t mostPatches = 8192;

/// Without dilation along the row, and without groups.
struct PlanesSizes {
  INGOT_SIZES(INGOT_PLANES_SIZES)
  INGOT_INLINE constexpr int64_t depth() const { return channels * kernelHeight * kernelWidth; }
  /// Whether one f32 sum and one copy are enough.
  constexpr bool fits(Tile tile) const {
    constexpr int64_t longest = 256;
    int64_t span = (tile.rows - 1) * strideWidth + kernelWidth;
    return depth() <= longest && channels * kernelHeight * span <= mostPatches;
  }
};

/// Unit: an output row.
struct ConvPlanes {
  using Sizes = PlanesSizes;
  static constexpr Operand operands[] = {{"x", Role::In}, {"w", Role::In}, {"y", Role::Out}};
  static constexpr Pitch pitches[] = {{"y", "yPitch"}};

  static constexpr int64_t units(const Sizes &s, Tile) { return s.batch * s.outHeight; }
  static constexpr void footprint(const Sizes &s, Tile tile, int64_t begin, int64_t end,
                                  Extent *extents) {
    int64_t first = begin / s.outHeight, images = (end - 1) / s.outHeight + 1 - first;
    int64_t in = s.channels * s.height * s.width;
    extents[0] = rowsExtent(0, 1, images * in, 0, 4);
    extents[0] = {extents[0].begin + first * in * 4, extents[0].end + first * in * 4};
    extents[1] = {
        0,
        packedWeights(s.columns, s.kernelWidth, s.channels * s.kernelHeight, 1, tile.columns) * 4};
    extents[2] =
        rowsExtent(begin * s.outWidth, (end - begin) * s.outWidth, s.columns, s.yPitch, s.yBytes);
  }
};

#define INGOT_DEPTHWISE_SIZES(X)                                                                   \
  X(batch)                                                                                         \
  X(height)                                                                                        \
  X(width)                                                                                         \
  X(channels)                                                                                      \
  X(outHeight)                                                                                     \
  X(outWidth)                                                                                      \
  X(multiplier)                                                                                    \
  INGOT_WINDOW_SIZES(X)                                                                            \
  X(xPitch)                                                                                        \
  X(yPitch)                                                                                        \
  X(wPitch)                                                                                        \
  X(xBytes)                                                                                        \
  X(yBytes)                                                                                        \
  X(secondCache)

/// Every input channel makes `multiplier` output channels.
struct DepthwiseSizes {
  INGOT_SIZES(INGOT_DEPTHWISE_SIZES)
  INGOT_INLINE constexpr int64_t columns() const { return channels * multiplier; }
  INGOT_INLINE constexpr int64_t pixels() const { return batch * outHeight * outWidth; }

  /// Output channels of a block: all, unless an image and what becomes of it fit into the
  /// second-level cache. Does not depend on the vector size, for the sake of the units.
  INGOT_INLINE constexpr int64_t block() const {
    int64_t bytes = height * width * xPitch * xBytes + outHeight * outWidth * yPitch * yBytes;
    return bytes <= secondCache && columns() > 64 ? 64 : columns();
  }
};

/// Unit: an output row of a block of channels. The tile of a row of the table is the number of taps
/// of a kernel row and their stride that the kernel is written for, 0 for any.
struct Depthwise {
  using Sizes = DepthwiseSizes;
  static constexpr Operand operands[] = {{"x", Role::In}, {"w", Role::In}, {"y", Role::Out}};
  static constexpr Pitch pitches[] = {{"x", "xPitch"}, {"y", "yPitch"}};

  static constexpr int64_t units(const Sizes &s, Tile) {
    return s.columns() == 0 ? 0 : s.batch * s.outHeight * ceilDiv(s.columns(), s.block());
  }
  static constexpr void footprint(const Sizes &s, Tile, int64_t begin, int64_t end,
                                  Extent *extents) {
    int64_t perImage = s.outHeight * ceilDiv(s.columns(), s.block());
    int64_t first = begin / perImage, images = (end - 1) / perImage + 1 - first;
    int64_t in = s.height * s.width, out = s.outHeight * s.outWidth;
    extents[0] = rowsExtent(first * in, images * in, s.channels, s.xPitch, s.xBytes);
    extents[1] = rowsExtent(0, s.kernelHeight * s.kernelWidth, s.columns(), s.wPitch, 4);
    extents[2] = rowsExtent(first * out, images * out, s.columns(), s.yPitch, s.yBytes);
  }
};

#define INGOT_PACK_CONV_SIZES(X)                                                                   \
  X(columns)                                                                                       \
  X(channels)                                                                                      \
  X(taps)                                                                                          \
  X(groups)                                                                                        \
  X(columnStride)                                                                                  \
  X(channelStride)                                                                                 \
  X(tapStride)                                                                                     \
  X(panel)

/// Weights as they lie in memory; strides are in elements, `columns` and `channels` are those of
/// one group. ONNX has columnStride channels * taps, channelStride taps, tapStride 1.
struct WeightSizes {
  INGOT_SIZES(INGOT_PACK_CONV_SIZES)
};

/// From f32 to elements of `Bytes`. Unit: a panel.
template <int Bytes> struct PackWeightsTo {
  using Sizes = WeightSizes;
  static constexpr Operand operands[] = {{"w", Role::In}, {"packed", Role::Out}};

  static constexpr int64_t units(const Sizes &s, Tile) {
    return ceilDiv(s.columns, s.panel) * s.groups;
  }
  static constexpr void footprint(const Sizes &s, Tile, int64_t begin, int64_t end,
                                  Extent *extents) {
    int64_t panels = ceilDiv(s.columns, s.panel), size = s.taps * s.channels;
    int64_t from = begin / panels * s.columns, to = ((end - 1) / panels + 1) * s.columns - 1;
    int64_t within = (s.channels - 1) * s.channelStride + (s.taps - 1) * s.tapStride + 1;
    extents[0] = {0, 0};
    if (size > 0)
      extents[0] = {from * s.columnStride * 4, (to * s.columnStride + within) * 4};
    extents[1] = {begin * size * s.panel * Bytes, end * size * s.panel * Bytes};
  }
};

using PackWeights = PackWeightsTo<4>;
using PackHalfWeights = PackWeightsTo<2>;

#define INGOT_WINOGRAD_SIZES(X)                                                                    \
  X(batch)                                                                                         \
  X(height)                                                                                        \
  X(width)                                                                                         \
  X(channels)                                                                                      \
  X(outHeight)                                                                                     \
  X(outWidth)                                                                                      \
  X(columns)                                                                                       \
  X(padTop)                                                                                        \
  X(padLeft)                                                                                       \
  X(xPitch)                                                                                        \
  X(yPitch)                                                                                        \
  X(yBytes)

/// A convolution of 3 by 3 taps, computed in squares of `side` by `side` outputs, the tile of the
/// kernels: see winograd.h.
struct WinogradSizes {
  INGOT_SIZES(INGOT_WINOGRAD_SIZES)
  INGOT_INLINE constexpr int64_t rowsPerImage(int64_t side) const {
    return ceilDiv(outHeight, side);
  }
  INGOT_INLINE constexpr int64_t squareRows(int64_t side) const {
    return batch * rowsPerImage(side);
  }
  INGOT_INLINE constexpr int64_t perRow(int64_t side) const { return ceilDiv(outWidth, side); }
  INGOT_INLINE constexpr int64_t squares(int64_t side) const {
    return squareRows(side) * perRow(side);
  }
  /// The bytes of the parts that a range of units reads or writes, of so many numbers a square.
  constexpr Extent partsExtent(int64_t side, int64_t begin, int64_t end, int64_t numbers) const {
    int64_t parts = (side + 2) * (side + 2);
    return {begin * perRow(side) * numbers * 4,
            ((parts - 1) * squares(side) + end * perRow(side)) * numbers * 4};
  }
};

/// x [batch, height, width, channels] → parts [parts][squares][channels]. Unit: a row of squares.
struct WinogradInput {
  using Sizes = WinogradSizes;
  static constexpr Operand operands[] = {{"x", Role::In}, {"parts", Role::Out}};
  static constexpr Pitch pitches[] = {{"x", "xPitch"}};

  static constexpr int64_t units(const Sizes &s, Tile tile) { return s.squareRows(tile.rows); }
  static constexpr void footprint(const Sizes &s, Tile tile, int64_t begin, int64_t end,
                                  Extent *extents) {
    extents[0] = rowsExtent(0, s.batch * s.height * s.width, s.channels, s.xPitch, 4);
    extents[1] = s.partsExtent(tile.rows, begin, end, s.channels);
  }
};

/// sums [parts][squares][columns] → y [batch, outHeight, outWidth, columns]. Unit: a row of
/// squares.
struct WinogradOutput {
  using Sizes = WinogradSizes;
  static constexpr Operand operands[] = {{"sums", Role::In}, {"y", Role::Out}};
  static constexpr Pitch pitches[] = {{"y", "yPitch"}};

  static constexpr int64_t units(const Sizes &s, Tile tile) { return s.squareRows(tile.rows); }
  static constexpr void footprint(const Sizes &s, Tile tile, int64_t begin, int64_t end,
                                  Extent *extents) {
    extents[0] = s.partsExtent(tile.rows, begin, end, s.columns);
    int64_t perImage = s.rowsPerImage(tile.rows), image = s.outHeight * s.outWidth;
    int64_t first = begin / perImage, images = (end - 1) / perImage + 1 - first;
    extents[1] = rowsExtent(first * image, images * image, s.columns, s.yPitch, s.yBytes);
  }
};

#define INGOT_INTEGER_CONV_SIZES(X)                                                                \
  INGOT_CONV_SIZES(X)                                                                              \
  X(wSigned)                                                                                       \
  X(rowSums)

/// Channels of a group of an integer convolution, at most: padding is a row of zero points.
inline constexpr int64_t mostZeroPoints = 8192;

/// A convolution of 8-bit integers. `wSigned`: w is, before it is packed; `rowSums`: its zero
/// point, as it is packed, may be other than 0.
struct IntegerConvSizes {
  INGOT_SIZES(INGOT_INTEGER_CONV_SIZES)
  INGOT_INLINE constexpr int64_t pixels() const { return batch * outHeight * outWidth; }
  INGOT_INLINE constexpr contraction::CacheSizes caches() const {
    return {firstCache, secondCache};
  }
  /// Where the taps of a kernel row lie side by side in memory, and are few, they are one tap with
  /// more channels.
  INGOT_INLINE constexpr bool isMerged() const {
    return dilationWidth == 1 && groups == 1 && xPitch == channels && kernelWidth > 1 &&
           kernelWidth * channels <= 64;
  }
  INGOT_INLINE constexpr int64_t taps() const {
    return isMerged() ? kernelHeight : kernelHeight * kernelWidth;
  }
  INGOT_INLINE constexpr int64_t tapChannels() const {
    return isMerged() ? kernelWidth * channels : channels;
  }
  INGOT_INLINE constexpr int64_t tapWords() const { return ceilDiv(tapChannels(), 4); }
};

/// Words of packed weights: [groups][panels][1 + taps * channels / 4][panel columns].
INGOT_INLINE constexpr int64_t packedConvWords(int64_t columns, int64_t channels, int64_t taps,
                                               int64_t groups, int64_t panel) {
  return ceilDiv(columns, panel) * panel * (1 + taps * ceilDiv(channels, 4)) * groups;
}

/// Unit: a tile of output pixels and a panel of output channels of one group.
struct IntegerConv {
  using Sizes = IntegerConvSizes;
  static constexpr Operand operands[] = {
      {"x", Role::In}, {"w", Role::In}, {"xZero", Role::In}, {"wZero", Role::In}, {"y", Role::Out}};
  // How weights are packed depends on the pitch of x.
  static constexpr Pitch pitches[] = {{"y", "yPitch"}};

  static constexpr int64_t perGroup(const Sizes &s, Tile tile) {
    return contraction::RowSplit(s.pixels(), tile.rows).tiles * ceilDiv(s.columns, tile.columns);
  }
  static constexpr int64_t units(const Sizes &s, Tile tile) { return perGroup(s, tile) * s.groups; }
  static constexpr void footprint(const Sizes &s, Tile tile, int64_t begin, int64_t end,
                                  Extent *extents) {
    int64_t first = begin / perGroup(s, tile), last = (end - 1) / perGroup(s, tile);
    int64_t pixels = s.batch * s.height * s.width, skipped = first * s.channels;
    Extent x = rowsExtent(0, pixels, (last - first + 1) * s.channels, s.xPitch, 1);
    extents[0] = {x.begin + (x.end ? skipped : 0), x.end + (x.end ? skipped : 0)};
    int64_t group = packedConvWords(s.columns, s.tapChannels(), s.taps(), 1, tile.columns) * 4;
    extents[1] = {first * group, (last + 1) * group};
    extents[2] = extents[3] = {0, 1};
    Extent y = rowsExtent(0, s.pixels(), (last - first + 1) * s.columns, s.yPitch, s.yBytes);
    extents[4] = {y.begin + first * s.columns * s.yBytes, y.end + first * s.columns * s.yBytes};
  }
};

/// As Depthwise, with the zero point of x.
struct IntegerDepthwise : Depthwise {
  static constexpr Operand operands[] = {
      {"x", Role::In}, {"w", Role::In}, {"xZero", Role::In}, {"y", Role::Out}};

  static constexpr void footprint(const Sizes &s, Tile tile, int64_t begin, int64_t end,
                                  Extent *extents) {
    Extent plain[3] = {};
    Depthwise::footprint(s, tile, begin, end, plain);
    extents[0] = plain[0], extents[1] = plain[1], extents[2] = {0, 1}, extents[3] = plain[2];
  }
};

/// The same with the three taps of a kernel row in one word, and their sums in front: see
/// depthwise_quads.h.
struct QuadDepthwise : IntegerDepthwise {
  static constexpr void footprint(const Sizes &s, Tile tile, int64_t begin, int64_t end,
                                  Extent *extents) {
    IntegerDepthwise::footprint(s, tile, begin, end, extents);
    extents[1] = rowsExtent(0, 1 + s.kernelHeight, s.wPitch, s.wPitch, 4);
  }
};

#define INGOT_PACK_INTEGER_CONV_SIZES(X)                                                           \
  INGOT_PACK_CONV_SIZES(X)                                                                         \
  X(mergedTaps)                                                                                    \
  X(wSigned)

/// As WeightSizes, of 8-bit integers; `wSigned`: they are. `mergedTaps` neighbours are one tap with
/// more channels, 1 where none are.
struct IntegerWeightSizes {
  INGOT_SIZES(INGOT_PACK_INTEGER_CONV_SIZES)
};

/// Unit: a panel.
struct PackIntegerWeights {
  using Sizes = IntegerWeightSizes;
  static constexpr Operand operands[] = {{"w", Role::In}, {"packed", Role::Out}};

  static constexpr int64_t units(const Sizes &s, Tile) {
    return ceilDiv(s.columns, s.panel) * s.groups;
  }
  /// What panels [begin, end) read.
  static constexpr Extent source(const Sizes &s, int64_t begin, int64_t end) {
    int64_t panels = ceilDiv(s.columns, s.panel);
    int64_t from = begin / panels * s.columns, to = ((end - 1) / panels + 1) * s.columns - 1;
    int64_t within = (s.channels - 1) * s.channelStride + (s.taps - 1) * s.tapStride + 1;
    if (s.taps * s.channels == 0)
      return {0, 0};
    return {from * s.columnStride, to * s.columnStride + within};
  }
  static constexpr void footprint(const Sizes &s, Tile, int64_t begin, int64_t end,
                                  Extent *extents) {
    int64_t taps = s.taps / s.mergedTaps, channels = s.channels * s.mergedTaps;
    int64_t panel = (1 + taps * ceilDiv(channels, 4)) * s.panel * 4;
    extents[0] = source(s, begin, end);
    extents[1] = {begin * panel, end * panel};
  }
};

/// The weights of a depthwise convolution, less their zero point: [taps][columns], a word each.
/// Unit: a panel.
struct PackIntegerDepthwise : PackIntegerWeights {
  static constexpr Operand operands[] = {
      {"w", Role::In}, {"wZero", Role::In}, {"packed", Role::Out}};

  static constexpr void footprint(const Sizes &s, Tile, int64_t begin, int64_t end,
                                  Extent *extents) {
    extents[0] = source(s, begin, end);
    extents[1] = {0, 1};
    extents[2] = {begin * s.taps * s.panel * 4, end * s.taps * s.panel * 4};
  }
};

inline constexpr int plainAxes = 3;

/// A convolution of x [batch, in…, groups * channels] to y [batch, out…, groups * columns] by
/// w [groups, taps…, channels, columns], all dense; axes are 1 where there are fewer.
struct PlainConvSizes {
  int64_t batch, groups, channels, columns;
  int64_t in[plainAxes], out[plainAxes], taps[plainAxes], stride[plainAxes], dilation[plainAxes];
  int64_t pad[plainAxes];
  static constexpr const char *names[] = {
      "batch",     "groups",    "channels",  "columns", "in0",   "in1",     "in2",     "out0",
      "out1",      "out2",      "taps0",     "taps1",   "taps2", "stride0", "stride1", "stride2",
      "dilation0", "dilation1", "dilation2", "pad0",    "pad1",  "pad2"};

  static constexpr int64_t product(const int64_t (&sizes)[plainAxes]) {
    return sizes[0] * sizes[1] * sizes[2];
  }
};

/// Elements of `Bytes`. Unit: a row of output pixels of one group.
template <int Bytes> struct PlainConv {
  using Sizes = PlainConvSizes;
  static constexpr Operand operands[] = {
      {"x", Role::In}, {"w", Role::In}, {"bias", Role::In}, {"y", Role::Out}};

  static constexpr int64_t units(const Sizes &s, Tile) {
    return s.groups * s.batch * s.out[0] * s.out[1];
  }
  static constexpr void footprint(const Sizes &s, Tile, int64_t, int64_t, Extent *extents) {
    int64_t all = s.groups * s.columns;
    extents[0] = {0, s.batch * Sizes::product(s.in) * s.groups * s.channels * Bytes};
    extents[1] = {0, Sizes::product(s.taps) * s.channels * all * Bytes};
    extents[2] = {0, all * Bytes};
    extents[3] = {0, s.batch * Sizes::product(s.out) * all * Bytes};
  }
};

/// y [channels, image…], the sum of blocks that lie at `places` along each axis, given as columns
/// x [channels, taps…, places…]. The bytes are those of an element.
struct ColumnSizes {
  int64_t channels, bytes;
  int64_t image[plainAxes], taps[plainAxes], stride[plainAxes], dilation[plainAxes];
  int64_t pad[plainAxes], places[plainAxes];
  static constexpr const char *names[] = {
      "channels", "bytes",   "image0",  "image1",  "image2",    "taps0",     "taps1",
      "taps2",    "stride0", "stride1", "stride2", "dilation0", "dilation1", "dilation2",
      "pad0",     "pad1",    "pad2",    "places0", "places1",   "places2"};

  static constexpr int64_t product(const int64_t (&sizes)[plainAxes]) {
    return sizes[0] * sizes[1] * sizes[2];
  }
};

/// Unit: a row of the image of one channel.
struct SumColumns {
  using Sizes = ColumnSizes;
  static constexpr Operand operands[] = {{"x", Role::In}, {"y", Role::Out}};

  static constexpr int64_t units(const Sizes &s, Tile) {
    return s.channels * s.image[0] * s.image[1];
  }
  static constexpr void footprint(const Sizes &s, Tile, int64_t begin, int64_t end,
                                  Extent *extents) {
    int64_t rows = s.image[0] * s.image[1];
    int64_t first = begin / rows, last = (end - 1) / rows + 1;
    int64_t column = Sizes::product(s.taps) * Sizes::product(s.places);
    extents[0] = {first * column * s.bytes, last * column * s.bytes};
    extents[1] = {begin * s.image[2] * s.bytes, end * s.image[2] * s.bytes};
  }
};

} // namespace ingot::kernels::convolution
