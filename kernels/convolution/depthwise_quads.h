// Depthwise convolution of unsigned 8-bit integers with rows of three signed taps, four products an
// instruction: the bytes of four neighbouring pixels come together in the words of their channels.
//
//   x      [batch, height, width, channels], pixels `xPitch` elements apart
//   w      [1 + kernelHeight][wPitch] words, packed by packIntegerWeights as one panel with the
//   taps
//          of a row merged: the sums of a channel's taps, then those of each kernel row
//   xZero  the zero point of x; that of w is 0
//   y      [batch, outHeight, outWidth, channels], pixels `yPitch` elements apart
//
// With a stride of 1 four pixels serve two outputs: the second has the taps a byte further up.
// Units are those of depthwise.h, and pixels outside of the image count as x's zero point.
#pragma once

#include "kernels/contraction/dots.h"
#include "kernels/convolution/depthwise.h"

namespace ingot::kernels::convolution {

/// Channels that are computed together: a vector of bytes.
inline constexpr int quadChannels = 4 * lanes;

namespace detail {
using contraction::detail::NaturalBytes;
using kernels::detail::Indices;
using kernels::detail::IndicesTo;

typedef uint16_t Halves __attribute__((ext_vector_type(2 * lanes)));

/// Words in the order in which zipping bytes, and then halves, in each 16 bytes makes the channels
/// of the first, second, third and fourth vector of words neighbours.
template <int... I> INGOT_INLINE Bits dealt(Bits words, Indices<int, I...>) {
  return __builtin_shufflevector(words, words, (I % 4 * (lanes / 4) + I / 4)...);
}
/// The lower (High 0) or upper halves of each 16 bytes of two vectors of elements, N in 16 bytes,
/// in turns.
template <int N, int High, typename V, int... I>
INGOT_INLINE V zipped(V a, V b, Indices<int, I...>) {
  constexpr int all = sizeof...(I);
  return __builtin_shufflevector(a, b, (I / N * N + High * (N / 2) + I % N / 2 + I % 2 * all)...);
}

/// Bytes of pixels a and b in turns.
template <int High> INGOT_INLINE Bits pairOf(Bits a, Bits b) {
  return __builtin_bit_cast(Bits, zipped<16, High>(__builtin_bit_cast(NaturalBytes, a),
                                                   __builtin_bit_cast(NaturalBytes, b),
                                                   IndicesTo<4 * lanes>()));
}
/// Pairs of bytes a and b in turns.
template <int High> INGOT_INLINE Bits quadOf(Bits a, Bits b) {
  return __builtin_bit_cast(Bits,
                            zipped<8, High>(__builtin_bit_cast(Halves, a),
                                            __builtin_bit_cast(Halves, b), IndicesTo<2 * lanes>()));
}
} // namespace detail

/// A row of the image, or one of zero points: then all pixels are the same.
struct QuadLine {
  const uint8_t *pixels; ///< the first channel of pixel 0
  int64_t pitch, width;
  const uint8_t *zeros;

  /// `count` channels of a pixel.
  template <bool Inside> INGOT_INLINE Bits at(int64_t x, int64_t count) const {
    const uint8_t *from = Inside || (x >= 0 && x < width) ? pixels + x * pitch : zeros;
    if (count >= quadChannels)
      return loadBits(from, 4, lanes);
    using detail::NaturalBytes;
    typedef bool Mask __attribute__((ext_vector_type(quadChannels)));
    NaturalBytes numbers;
    INGOT_UNROLL
    for (int i = 0; i < quadChannels; ++i)
      numbers[i] = static_cast<uint8_t>(i);
    Mask mask = __builtin_convertvector(numbers < static_cast<uint8_t>(count), Mask);
    return __builtin_bit_cast(Bits, __builtin_masked_load(mask, from, NaturalBytes(0)));
  }
};

/// Adds one kernel row to T outputs, S pixels apart from output to output, from pixel `left` on.
template <int S, int T, bool Inside>
INGOT_INLINE void addQuadRow(IntVector (&sums)[4][T][1], const QuadLine &line, int64_t left,
                             int64_t count, const int32_t *w) {
  using Dot = contraction::Quads<false, true>;
  constexpr int pixels = (T - 1) * S + 3, pairs = (pixels + 1) / 2;
  Bits pair[pairs][2], taps[4];
  INGOT_UNROLL
  for (int v = 0; v < 4; ++v)
    taps[v] = loadBits(w + v * lanes, 4, lanes);
  INGOT_UNROLL
  for (int i = 0; i < pairs; ++i) {
    // Where there is no second pixel its bytes meet taps of 0.
    Bits a = detail::dealt(line.at<Inside>(left + 2 * i, count), detail::IndicesTo<lanes>());
    Bits b = a;
    if (2 * i + 1 < pixels)
      b = detail::dealt(line.at<Inside>(left + 2 * i + 1, count), detail::IndicesTo<lanes>());
    pair[i][0] = detail::pairOf<0>(a, b);
    pair[i][1] = detail::pairOf<1>(a, b);
  }
  INGOT_UNROLL
  for (int i = 0; i + 1 < pairs; ++i) {
    INGOT_UNROLL
    for (int v = 0; v < 4; ++v) {
      Bits quad = v % 2 == 0 ? detail::quadOf<0>(pair[i][v / 2], pair[i + 1][v / 2])
                             : detail::quadOf<1>(pair[i][v / 2], pair[i + 1][v / 2]);
      constexpr int outputs = 2 / S;
      if (i * outputs < T)
        Dot::add(sums[v][i * outputs], quad, taps[v]);
      if (S == 1 && i * outputs + 1 < T)
        Dot::add(sums[v][i * outputs + 1], quad, taps[v] << 8);
    }
  }
}

/// T outputs of output channels from `channel` on, at most quadChannels and none beyond `end`.
template <int S, int T, bool Inside>
INGOT_INLINE void depthwiseQuadTile(const int32_t *w, int32_t zero, const uint8_t *zeros, void *y,
                                    const void *context, const DepthwiseSizes &s,
                                    const OutputRun<uint8_t> &run, int64_t channel, int64_t end) {
  const int64_t left = run.outX * S - s.padLeft, count = least(end - channel, quadChannels);
  IntVector sums[4][T][1];
  INGOT_UNROLL
  for (int v = 0; v < 4; ++v) {
    IntVector ofTaps = __builtin_bit_cast(IntVector, loadBits(w + channel + v * lanes, 4, lanes));
    INGOT_UNROLL
    for (int t = 0; t < T; ++t)
      sums[v][t][0] = ofTaps * -zero;
  }
  INGOT_ROLLED
  for (int64_t tap = 0; tap < s.kernelHeight; ++tap) {
    int64_t row = run.top + tap * s.dilationHeight;
    bool isInside = row >= 0 && row < s.height;
    QuadLine line = {isInside ? run.image + row * s.width * s.xPitch + channel : zeros,
                     isInside ? s.xPitch : 0, s.width, zeros};
    addQuadRow<S, T, Inside>(sums, line, left, count, w + (1 + tap) * s.wPitch + channel);
  }
  INGOT_UNROLL
  for (int v = 0; v < 4; ++v) {
    if (v * lanes >= count)
      return;
    Bits results[T];
    INGOT_UNROLL
    for (int t = 0; t < T; ++t)
      results[t] = epilogue(sums[v][t][0], run.row + t, channel + v * lanes, context);
    INGOT_UNROLL
    for (int t = 0; t < T; ++t)
      storeBits(at(y, (run.row + t) * s.yPitch + channel + v * lanes, s.yBytes), results[t],
                s.yBytes, s.channels % lanes == 0 ? lanes : count - v * lanes);
  }
}

/// Units [begin, end) of images with a multiplier of 1, and less than 3 pixels of padding on either
/// side. S is strideWidth; kernelWidth is 3, dilationWidth 1.
template <int S>
INGOT_INLINE void depthwiseQuads(const uint8_t *x, const int32_t *w, const uint8_t *xZero, void *y,
                                 const void *context, const DepthwiseSizes &s, int64_t begin,
                                 int64_t end) {
  constexpr int most = 4;
  const int64_t block = s.block(), blocks = ceilDiv(s.columns(), block);
  const contraction::RowSplit split(s.outWidth, most);
  const int64_t firstInside = ceilDiv(s.padLeft, S);
  const int64_t lastInside = s.width + s.padLeft < 3 ? 0 : (s.width + s.padLeft - 3) / S + 1;
  uint8_t zeroRoom[quadChannels];
  uint8_t *const zeros = zeroRoom;
  INGOT_ROLLED
  for (int i = 0; i < quadChannels; ++i)
    zeros[i] = *xZero;
  const int32_t zero = *xZero;
  INGOT_ROLLED
  for (int64_t unit = begin; unit < end; ++unit) {
    int64_t outY = unit % s.outHeight, part = unit / s.outHeight % blocks;
    int64_t image = unit / s.outHeight / blocks;
    OutputRun<uint8_t> run = {};
    run.image = x + image * s.height * s.width * s.xPitch;
    run.top = outY * s.strideHeight - s.padTop;
    int64_t firstRow = (image * s.outHeight + outY) * s.outWidth;
    int64_t from = part * block, to = least(from + block, s.columns());
    contraction::forEachTile<most>(
        split, 0, split.tiles, [=](auto width, int64_t, int64_t outX) INGOT_INLINED {
          constexpr int T = decltype(width)::rows;
          auto tile = run;
          tile.outX = outX;
          tile.row = firstRow + outX;
          bool isInside = outX >= firstInside && outX + T <= lastInside;
          INGOT_ROLLED
          for (int64_t channel = from; channel < to; channel += quadChannels)
            if (isInside)
              depthwiseQuadTile<S, T, true>(w, zero, zeros, y, context, s, tile, channel, to);
            else
              depthwiseQuadTile<S, T, false>(w, zero, zeros, y, context, s, tile, channel, to);
        });
  }
}

} // namespace ingot::kernels::convolution
