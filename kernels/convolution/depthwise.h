// Depthwise convolution of f32 images, or of 8-bit integers less their zero points: every output
// channel sees one input channel.
//
//   x  [batch, height, width, channels], pixels `xPitch` elements apart
//   w  [taps][channels * multiplier], taps `wPitch` elements apart (packWeights with panel =
//   wPitch) y  [batch, outHeight, outWidth, channels * multiplier], pixels `yPitch` elements apart
//
// Output channel c reads input channel c / multiplier. A vector of channels of up to `mostOutputs`
// neighbouring pixels is computed at a time, so that an input vector is loaded once for all outputs
// and taps of a kernel row that it counts for. A unit of work is one output row of one block of
// channels, in the order image → channel block → row: images that fit into the second-level cache
// are gone through in blocks whose rows stay in the first.
#pragma once

#include "kernels/contraction/blocking.h"
#include "kernels/contraction/integer_tile.h"
#include "kernels/convolution/contract.h"

namespace ingot::kernels::convolution {

/// Outputs of a row that are computed together: rows shorter than the least go one by one.
inline constexpr int mostOutputs = 8, leastOutputs = 4;

/// How a vector of input channels is loaded.
enum class Channels {
  Whole,    ///< all lanes are channels
  Part,     ///< only the first `count`
  Repeated, ///< lane i is channel (column + i) / multiplier
};

/// A vector of output channels, and what is read for it.
struct ChannelVector {
  int64_t column; ///< the first output channel
  int64_t count;  ///< lanes that are output channels, at most all
  int64_t multiplier;

  template <Channels C, typename Numbers>
  INGOT_INLINE auto input(const Numbers &numbers, const typename Numbers::Element *pixel) const {
    if constexpr (C == Channels::Whole)
      return numbers.get(pixel + column);
    else if constexpr (C == Channels::Part)
      return numbers.getPart(pixel + column, count);
    typename Numbers::Sums x = 0;
    INGOT_ROLLED
    for (int64_t i = 0; i < count; ++i)
      x[i] = numbers.getOne(pixel[(column + i) / multiplier]);
    return x;
  }
};

/// Images of f32: how their elements and weights are read and multiplied.
struct Floats {
  using Element = float;
  using Weight = float;
  using Sums = Vector;

  INGOT_INLINE Vector get(const float *x) const { return load(x); }
  INGOT_INLINE Vector getPart(const float *x, int64_t count) const { return loadPart(x, count); }
  INGOT_INLINE float getOne(float x) const { return x; }
  INGOT_INLINE static Vector weights(const float *w) { return load(w); }
  INGOT_INLINE static Vector add(Vector x, Vector w, Vector sums) {
    return multiplyAdd(x, w, sums);
  }
};

/// Images of 8-bit integers. Less their zero points they have 9 bits, as weights have that are
/// packed so, into the lower half of a word: products of 16 bits are exact.
template <bool Signed> struct Integers {
  using Element = uint8_t;
  using Weight = int32_t;
  using Sums = IntVector;
  int32_t zero;

  INGOT_INLINE IntVector get(const uint8_t *x) const { return getPart(x, lanes); }
  INGOT_INLINE IntVector getPart(const uint8_t *x, int64_t count) const {
    auto wide = __builtin_bit_cast(IntVector, loadBits(x, 1, count));
    return (Signed ? wide << 24 >> 24 : wide) - zero;
  }
  INGOT_INLINE int32_t getOne(uint8_t x) const {
    return (Signed ? static_cast<int8_t>(x) : int{x}) - zero;
  }
#if defined(__SSE2__)
  INGOT_INLINE static IntVector weights(const int32_t *w) {
    return __builtin_bit_cast(IntVector, loadBits(w, 4, lanes));
  }
  INGOT_INLINE static IntVector add(IntVector x, IntVector w, IntVector sums) {
#if defined(__AVX512VNNI__) && INGOT_VECTOR_BYTES == 64
    typedef int Native __attribute__((vector_size(64)));
    typedef short Shorts __attribute__((vector_size(64)));
    return __builtin_bit_cast(IntVector,
                              __builtin_ia32_vpdpwssd512(__builtin_bit_cast(Native, sums),
                                                         __builtin_bit_cast(Shorts, x),
                                                         __builtin_bit_cast(Shorts, w)));
#else
    using contraction::detail::Shorts;
    return sums + contraction::detail::multiplyPairs(__builtin_bit_cast(Shorts, x),
                                                     __builtin_bit_cast(Shorts, w));
#endif
  }
#else
  INGOT_INLINE static IntVector weights(const int32_t *w) {
    return __builtin_bit_cast(IntVector, loadBits(w, 4, lanes)) << 16 >> 16;
  }
  INGOT_INLINE static IntVector add(IntVector x, IntVector w, IntVector sums) {
    return sums + x * w;
  }
#endif
};

/// Outputs of one row from `outX` on.
template <typename Element> struct OutputRun {
  const Element *image; ///< of the input
  int64_t outX;
  int64_t top;               ///< input row of the first kernel row
  int64_t firstTap, lastTap; ///< kernel rows inside of the image
  int64_t row;               ///< of the product: the pixel of the first output
};

/// Adds the K taps of one kernel row, S pixels apart from output to output. Only the K - 1 first
/// and last columns can be outside of the image, and only where the run is not `Inside`.
template <int K, int S, int T, Channels C, bool Inside, typename Numbers>
INGOT_INLINE void addTaps(typename Numbers::Sums (&sums)[T], const Numbers &numbers,
                          const DepthwiseSizes &s, const ChannelVector &channel,
                          const typename Numbers::Element *line, int64_t left,
                          const typename Numbers::Weight *w) {
  constexpr int columns = (T - 1) * S + K;
  typename Numbers::Sums weights[K];
  INGOT_UNROLL
  for (int k = 0; k < K; ++k)
    weights[k] = Numbers::weights(w + k * s.wPitch);
  INGOT_UNROLL
  for (int i = 0; i < columns; ++i) {
    bool mayBeOutside = !Inside && (i < K - 1 || i > columns - K);
    if (mayBeOutside && (left + i < 0 || left + i >= s.width))
      continue;
    auto x = channel.input<C>(numbers, line + (left + i) * s.xPitch);
    INGOT_UNROLL
    for (int t = 0; t < T; ++t)
      if (i - t * S >= 0 && i - t * S < K)
        sums[t] = Numbers::add(x, weights[i - t * S], sums[t]);
  }
}

/// The same for a kernel row of any length, stride and dilation (K = 0).
template <int T, Channels C, bool Inside, typename Numbers>
INGOT_INLINE void addAnyTaps(typename Numbers::Sums (&sums)[T], const Numbers &numbers,
                             const DepthwiseSizes &s, const ChannelVector &channel,
                             const typename Numbers::Element *line, int64_t left,
                             const typename Numbers::Weight *w) {
  INGOT_ROLLED
  for (int64_t k = 0; k < s.kernelWidth; ++k) {
    auto weight = Numbers::weights(w + k * s.wPitch);
    INGOT_UNROLL
    for (int t = 0; t < T; ++t) {
      int64_t inX = left + t * s.strideWidth + k * s.dilationWidth;
      if (Inside || (inX >= 0 && inX < s.width))
        sums[t] = Numbers::add(channel.input<C>(numbers, line + inX * s.xPitch), weight, sums[t]);
    }
  }
}

/// T outputs of one vector of channels.
template <int K, int S, int T, Channels C, bool Inside, typename Numbers>
INGOT_INLINE void depthwiseVector(const Numbers &numbers, const typename Numbers::Weight *w,
                                  void *y, const void *context, const DepthwiseSizes &s,
                                  const OutputRun<typename Numbers::Element> &run,
                                  const ChannelVector &channel) {
  typename Numbers::Sums sums[T];
  INGOT_UNROLL
  for (int t = 0; t < T; ++t)
    sums[t] = 0;
  int64_t left = run.outX * s.strideWidth - s.padLeft;
  INGOT_ROLLED
  for (int64_t tap = run.firstTap; tap < run.lastTap; ++tap) {
    const auto *line = run.image + (run.top + tap * s.dilationHeight) * s.width * s.xPitch;
    const auto *weights = w + tap * s.kernelWidth * s.wPitch + channel.column;
    if constexpr (K > 0)
      addTaps<K, S, T, C, Inside>(sums, numbers, s, channel, line, left, weights);
    else
      addAnyTaps<T, C, Inside>(sums, numbers, s, channel, line, left, weights);
  }
  // Everything is read before anything is stored: what the epilogue loads for the column serves
  // all.
  Bits results[T];
  INGOT_UNROLL
  for (int t = 0; t < T; ++t)
    results[t] = epilogue(sums[t], run.row + t, channel.column, context);
  INGOT_UNROLL
  for (int t = 0; t < T; ++t)
    storeBits(at(y, (run.row + t) * s.yPitch + channel.column, s.yBytes), results[t], s.yBytes,
              C == Channels::Whole ? lanes : channel.count);
}

/// T outputs of output channels [begin, end). Those that are no whole vector are left out, unless
/// the machine has masks.
template <int K, int S, int T, bool Inside, typename Numbers>
INGOT_INLINE void depthwiseRun(const Numbers &numbers, const typename Numbers::Weight *w, void *y,
                               const void *context, const DepthwiseSizes &s,
                               const OutputRun<typename Numbers::Element> &run, int64_t begin,
                               int64_t end) {
  int64_t whole = begin + (end - begin) / lanes * lanes;
  INGOT_ROLLED
  for (int64_t c = begin; c < whole; c += lanes)
    depthwiseVector<K, S, T, Channels::Whole, Inside>(numbers, w, y, context, s, run,
                                                      {c, lanes, 1});
  if constexpr (hasMasks)
    if (s.channels % lanes != 0 && whole < end)
      depthwiseVector<K, S, T, Channels::Part, Inside>(numbers, w, y, context, s, run,
                                                       {whole, s.channels % lanes, 1});
}

/// All outputs of a row, one by one, of output channels [begin, end), which may be no vectors.
template <typename Numbers>
INGOT_INLINE void depthwiseSingly(const Numbers &numbers, const typename Numbers::Weight *w,
                                  void *y, const void *context, const DepthwiseSizes &s,
                                  OutputRun<typename Numbers::Element> run, int64_t begin,
                                  int64_t end) {
  INGOT_ROLLED
  for (int64_t x = 0; x < s.outWidth; ++x, ++run.outX, ++run.row) {
    INGOT_ROLLED
    for (int64_t c = begin; c < end; c += lanes) {
      ChannelVector channel = {c, least(end - c, lanes), s.multiplier};
      if (s.multiplier == 1)
        depthwiseVector<0, 0, 1, Channels::Part, false>(numbers, w, y, context, s, run, channel);
      else
        depthwiseVector<0, 0, 1, Channels::Repeated, false>(numbers, w, y, context, s, run,
                                                            channel);
    }
  }
}

/// Units [begin, end). K and S are kernelWidth and strideWidth where they are known (then
/// dilationWidth is 1 and there are less than K pixels of padding on either side), else 0.
template <int K, int S, typename Numbers>
INGOT_INLINE void depthwiseOf(const Numbers &numbers, const typename Numbers::Element *x,
                              const typename Numbers::Weight *w, void *y, const void *context,
                              const DepthwiseSizes &given, int64_t begin, int64_t end) {
  DepthwiseSizes s = given;
  if constexpr (K > 0)
    s.kernelWidth = K, s.strideWidth = S, s.dilationWidth = 1;
  const int64_t block = s.block(), blocks = ceilDiv(s.columns(), block);
  const contraction::RowSplit split(s.outWidth, mostOutputs);
  // Outputs whose taps are all inside of the image.
  const int64_t span = (s.kernelWidth - 1) * s.dilationWidth + 1;
  const int64_t firstInside = ceilDiv(s.padLeft, s.strideWidth);
  const int64_t lastInside =
      s.width + s.padLeft < span ? 0 : (s.width + s.padLeft - span) / s.strideWidth + 1;
  INGOT_ROLLED
  for (int64_t unit = begin; unit < end; ++unit) {
    int64_t outY = unit % s.outHeight, part = unit / s.outHeight % blocks;
    int64_t image = unit / s.outHeight / blocks;
    OutputRun<typename Numbers::Element> run;
    run.image = x + image * s.height * s.width * s.xPitch;
    run.top = outY * s.strideHeight - s.padTop;
    run.firstTap = run.top >= 0 ? 0 : ceilDiv(-run.top, s.dilationHeight);
    run.lastTap = run.top >= s.height
                      ? 0
                      : least(s.kernelHeight, ceilDiv(s.height - run.top, s.dilationHeight));
    run.outX = 0;
    run.row = (image * s.outHeight + outY) * s.outWidth;
    int64_t from = part * block, to = least(from + block, s.columns()), rest = from;
    if (s.multiplier == 1 && s.outWidth >= leastOutputs) {
      rest = hasMasks ? to : from + (to - from) / lanes * lanes;
      int64_t firstRow = run.row;
      contraction::forEachTile<mostOutputs, leastOutputs>(
          split, 0, split.tiles, [=](auto width, int64_t, int64_t outX) INGOT_INLINED {
            constexpr int T = decltype(width)::rows;
            auto tile = run;
            tile.outX = outX;
            tile.row = firstRow + outX;
            if (outX >= firstInside && outX + T <= lastInside)
              depthwiseRun<K, S, T, true>(numbers, w, y, context, s, tile, from, to);
            else
              depthwiseRun<K, S, T, false>(numbers, w, y, context, s, tile, from, to);
          });
    }
    bool noRest =
        s.multiplier == 1 && s.outWidth >= leastOutputs && (hasMasks || s.channels % lanes == 0);
    if (!noRest && rest < to)
      depthwiseSingly(numbers, w, y, context, s, run, rest, to);
  }
}

template <int K, int S>
INGOT_INLINE void depthwise(const float *x, const float *w, void *y, const void *context,
                            const DepthwiseSizes &s, int64_t begin, int64_t end) {
  depthwiseOf<K, S>(Floats{}, x, w, y, context, s, begin, end);
}

/// Of 8-bit integers; `xZero` is of the type of x, and w less its zero point: see integer_pack.h.
template <bool Signed, int K, int S>
INGOT_INLINE void integerDepthwise(const uint8_t *x, const int32_t *w, const uint8_t *xZero,
                                   void *y, const void *context, const DepthwiseSizes &s,
                                   int64_t begin, int64_t end) {
  depthwiseOf<K, S>(Integers<Signed>{contraction::zeroPoint(xZero, Signed)}, x, w, y, context, s,
                    begin, end);
}

} // namespace ingot::kernels::convolution
