// Convolution of f32 images without copying them: a product whose left rows are found by pointers.
//
//   x  [batch, height, width, groups * channels], pixels `xPitch` elements apart
//   w  [groups][panels][taps][channels][panel columns]: packed by packWeights, of f32, or of 16
//      bits where that loses nothing
//   y  [batch, outHeight, outWidth, groups * columns], pixels `yPitch` elements apart
//
// Row r of the product is output pixel r, counted over all images; a tile may cross the ends of
// image rows and of images, so that images of any width fill their tiles. For every kernel tap a
// row has a pointer to the channels of its input pixel, or to zeros where the tap is in the
// padding. The pointers of a row group are worked out once and used for all panels. A unit of work
// is one tile of one panel of one group; `column` of the epilogue counts over all groups.
//
// Where the taps of a kernel row lie side by side in memory (few channels, no gaps) they are taken
// as one tap with more channels; what the padding cuts off of it is copied to a patch.
#pragma once

#include "kernels/contraction/blocking.h"
#include "kernels/convolution/contract.h"

namespace ingot::kernels::convolution {

/// Pointers of one row group, at most; it has mostPatches of patch elements, too.
inline constexpr int64_t mostPointers = 2048;
/// Channels of a kernel row that is taken as one tap, at most.
inline constexpr int64_t mostMerged = 64;

/// How many taps of one tile, all tiles together, table and patches have room for. Taps that are
/// not merged need no patches; merged ones of few channels run out of pointers first.
INGOT_INLINE constexpr int64_t roomForTaps(bool merged, int64_t channels, int64_t tileRows) {
  int64_t pointers = mostPointers / tileRows;
  int64_t patches = merged && channels > 0 ? mostPatches / (tileRows * channels) : pointers;
  return patches < pointers ? patches : pointers;
}

/// How the depth of the product, taps times channels, is cut into blocks.
struct DepthSplit {
  bool merged;                         ///< a kernel row is one tap
  int64_t taps, channels;              ///< of the product
  int64_t tapBlock, tapBlocks;         ///< taps in a block, and how many blocks of them
  int64_t channelBlock, channelBlocks; ///< the same for channels; one of the two is split
  int64_t mostTiles; ///< tiles in a row group that table and patches have room for

  INGOT_INLINE constexpr DepthSplit(const ConvSizes &s, int64_t tileRows)
      : merged(s.dilationWidth == 1 && s.groups == 1 && s.xPitch == s.channels &&
               s.kernelWidth > 1 && s.kernelWidth * s.channels <= mostMerged),
        taps(merged ? s.kernelHeight : s.kernelHeight * s.kernelWidth),
        channels(merged ? s.kernelWidth * s.channels : s.channels), tapBlock(1), tapBlocks(taps),
        channelBlock(contraction::depthBlock(channels)),
        channelBlocks(channelBlock ? ceilDiv(channels, channelBlock) : 1), mostTiles(1) {
    int64_t room = roomForTaps(merged, channels, tileRows);
    int64_t fitting = channelBlocks > 1 || channels == 0 ? 1 : contraction::longestSum / channels;
    fitting = fitting < 32 ? fitting : 32;
    fitting = fitting < room ? fitting : room;
    tapBlocks = ceilDiv(taps, fitting > 1 ? fitting : 1);
    tapBlock = tapBlocks ? ceilDiv(taps, tapBlocks) : 1;
    mostTiles = room / (tapBlock > 0 ? tapBlock : 1);
  }
};

/// `waits`: unfinished sums wait in the output; if not, a tile takes all blocks of the depth at
/// once.
INGOT_INLINE constexpr contraction::Blocking convBlocking(const ConvSizes &s, const DepthSplit &d,
                                                          bool waits, int64_t tileRows,
                                                          int64_t panelColumns) {
  int64_t depthBlocks = d.tapBlocks * d.channelBlocks;
  contraction::Blocking blocking(s.pixels(), s.columns, d.tapBlock * d.channelBlock,
                                 waits && depthBlocks ? depthBlocks : 1, tileRows, panelColumns,
                                 s.caches());
  blocking.limitGroup(d.mostTiles);
  return blocking;
}

/// A block of the depth: some taps, some channels.
struct DepthBlock {
  int64_t tap, taps, channel, channels;

  INGOT_INLINE DepthBlock(const DepthSplit &d, int64_t block) {
    int64_t tapPart = d.channelBlocks == 1 ? block : block / d.channelBlocks;
    channel = (block - tapPart * d.channelBlocks) * d.channelBlock;
    channels = least(d.channelBlock, d.channels - channel);
    tap = tapPart * d.tapBlock;
    taps = least(d.tapBlock, d.taps - tap);
  }
};

/// What one kernel call keeps on its stack: three arrays, since one that is not used disappears.
struct Table {
  const float **rows; ///< [tile of the group][tap of the block][row]
  float *patches;     ///< the same with channels, where taps are merged
  float *zeros;
};

/// An output pixel.
struct Pixel {
  int64_t image, y, x;

  INGOT_INLINE Pixel(const ConvSizes &s, int64_t row) {
    int64_t line = row / s.outWidth;
    x = row - line * s.outWidth;
    image = line / s.outHeight;
    y = line - image * s.outHeight;
  }
  INGOT_INLINE void next(const ConvSizes &s) {
    if (++x < s.outWidth)
      return;
    x = 0;
    if (++y < s.outHeight)
      return;
    y = 0;
    ++image;
  }
};

/// A merged tap that begins at column `left` of an image row: in place when all of it is inside of
/// the image, else as a copy in `patch`, `outside` where it is not.
template <typename Sizes, typename T>
INGOT_INLINE const T *mergedTap(const Sizes &s, const T *line, int64_t left, T *patch, T outside) {
  if (left >= 0 && left + s.kernelWidth <= s.width)
    return line + left * s.channels;
  int64_t size = s.kernelWidth * s.channels, end = s.width * s.channels;
  INGOT_ROLLED
  for (int64_t i = 0; i < size; ++i) {
    int64_t at = left * s.channels + i;
    patch[i] = at >= 0 && at < end ? line[at] : outside;
  }
  return patch;
}

/// Fills the table for the rows of tiles [begin, end) and a block of the depth; `x` points to the
/// first channel of the group.
template <int R>
INGOT_INLINE void fillTable(const Table &table, const float *x, const ConvSizes &s,
                            const DepthSplit &d, const contraction::RowSplit &split, int64_t begin,
                            int64_t end, const DepthBlock &block) {
  const int64_t firstTap = block.tap, taps = block.taps;
  x += block.channel;
  Pixel pixel(s, split.start(begin));
  INGOT_ROLLED
  for (int64_t tile = begin; tile < end; ++tile) {
    const float **rows = table.rows + (tile - begin) * d.tapBlock * R;
    float *patches = table.patches + (tile - begin) * d.tapBlock * R * d.channels;
    int64_t height = split.height + (tile < split.taller);
    INGOT_ROLLED
    for (int64_t r = 0; r < height; ++r, pixel.next(s)) {
      int64_t top = pixel.y * s.strideHeight - s.padTop;
      int64_t left = pixel.x * s.strideWidth - s.padLeft;
      int64_t kernelX = d.merged ? 0 : firstTap % s.kernelWidth;
      int64_t kernelY = d.merged ? firstTap : firstTap / s.kernelWidth;
      INGOT_ROLLED
      for (int64_t tap = 0; tap < taps; ++tap) {
        int64_t inY = top + kernelY * s.dilationHeight, inX = left + kernelX * s.dilationWidth;
        const float *at = table.zeros;
        if (inY >= 0 && inY < s.height) {
          const float *line = x + (pixel.image * s.height + inY) * s.width * s.xPitch;
          if (d.merged)
            at = mergedTap(s, line, inX, patches + (tap * R + r) * d.channels, 0.0f);
          else if (inX >= 0 && inX < s.width)
            at = line + inX * s.xPitch;
        }
        rows[tap * R + r] = at;
        bool nextLine = d.merged || ++kernelX == s.kernelWidth;
        kernelX = nextLine ? 0 : kernelX;
        kernelY += nextLine;
      }
    }
  }
}

/// Units [begin, end) with tiles of at most R pixels and panels of V vectors of `Number`.
template <typename Number, int R, int V>
INGOT_INLINE void conv(const float *x, const Number *w, void *y, const void *context,
                       const ConvSizes &s, int64_t begin, int64_t end) {
  constexpr int64_t panelColumns = V * lanes;
  const DepthSplit d(s, R);
  const bool waits = s.yBytes == 4;
  const int64_t depthBlocks = d.tapBlocks * d.channelBlocks;
  const int64_t together = waits || depthBlocks == 0 ? 1 : depthBlocks;
  const contraction::Blocking blocking = convBlocking(s, d, waits, R, panelColumns);
  const int64_t panelSize = d.taps * d.channels * panelColumns;
  const float *rowTable[mostPointers];
  float patches[mostPatches], zeros[contraction::longestSum];
  INGOT_ROLLED
  for (int64_t c = 0; c < d.channelBlock; c += lanes)
    store(zeros + c, Vector(0));
  const Table table = {rowTable, patches, zeros};
  contraction::forEachRun(blocking, begin, end, [&](const contraction::TileRun &run) INGOT_INLINED {
    const float *image = x + run.entry * s.channels;
    if (waits && run.newGroup)
      fillTable<R>(table, image, s, d, blocking.split, run.groupBegin, run.groupEnd,
                   DepthBlock(d, run.depthBlock));
    int64_t column = run.panel * panelColumns, columns = s.columns - column;
    const Number *panel = w + (run.entry * blocking.panels + run.panel) * panelSize;
    bool isWhole = s.columns % panelColumns == 0 || columns >= panelColumns;
    column += run.entry * s.columns;
    contraction::forEachTile<R>(
        blocking.split, run.begin, run.end,
        [=](auto height, int64_t tile, int64_t row) INGOT_INLINED {
          constexpr int rows = decltype(height)::rows;
          Output to = {at(y, row * s.yPitch + column, s.yBytes), s.yBytes, row, column, context};
          float waiting[rows * panelColumns];
          INGOT_ROLLED
          for (int64_t i = 0; i < together; ++i) {
            const DepthBlock block(d, waits ? run.depthBlock : i);
            if (!waits)
              fillTable<R>(table, image, s, d, blocking.split, tile, tile + 1, block);
            const float *const *pointers =
                table.rows + (waits ? tile - run.groupBegin : 0) * d.tapBlock * R;
            const Number *right = panel + (block.tap * d.channels + block.channel) * panelColumns;
            Vector sums[rows][V];
            contraction::clear(sums);
            INGOT_ROLLED
            for (int64_t t = 0; t < block.taps; ++t) {
              const float *rowAt[rows];
              INGOT_UNROLL
              for (int r = 0; r < rows; ++r)
                rowAt[r] = pointers[t * R + r];
              contraction::addProducts(sums, rowAt, right + t * d.channels * panelColumns,
                                       block.channels);
            }
            contraction::finish(
                sums, contraction::Destination{
                          to, s.yPitch, columns, s.columns % panelColumns, isWhole,
                          waits ? run.first : i == 0, waits ? run.last : i == together - 1,
                          waits ? to.sums() : waiting, waits ? s.yPitch : panelColumns});
            if (together == 1) // said so that no loop is left
              break;
          }
        });
  });
}

} // namespace ingot::kernels::convolution
