// Packing the weights of an integer convolution: [groups][columns][channels][taps] in any order of
// strides → [groups][panels][1 + taps * channels / 4][panel columns] words; see
// contraction/integer_pack.h; words are paired within a tap. Those of a depthwise one:
// [taps][columns] words.
#pragma once

#include "kernels/contraction/integer_pack.h"
#include "kernels/convolution/contract.h"

namespace ingot::kernels::convolution {

/// Panels [begin, end), counted over all groups.
template <bool Signed, bool Paired = false>
INGOT_INLINE void packIntegerWeights(const uint8_t *w, int32_t *packed, const void *,
                                     const IntegerWeightSizes &s, int64_t begin, int64_t end) {
  const int64_t panels = ceilDiv(s.columns, s.panel), taps = s.taps / s.mergedTaps;
  const int64_t channels = s.channels * s.mergedTaps, tapWords = ceilDiv(channels, 4);
  const uint8_t flip = (s.wSigned != 0) == Signed ? 0 : 0x80;
  for (int64_t unit = begin; unit < end; ++unit) {
    int64_t group = unit / panels, first = (unit - group * panels) * s.panel;
    int32_t *out = packed + unit * (1 + taps * tapWords) * s.panel;
    for (int64_t c = 0; c < s.panel; ++c) {
      const uint8_t *from = w + (group * s.columns + first + c) * s.columnStride;
      bool isColumn = first + c < s.columns;
      int32_t sum = 0;
      for (int64_t tap = 0; tap < taps; ++tap)
        for (int64_t k = 0; k < tapWords; ++k) {
          uint32_t word = 0;
          // Channels of merged taps are those of one tap after those of another.
          for (int64_t i = 4 * k; isColumn && i < least(4 * k + 4, channels); ++i) {
            int64_t inside = i / s.channels, channel = i - inside * s.channels;
            uint8_t byte =
                from[(tap * s.mergedTaps + inside) * s.tapStride + channel * s.channelStride];
            word |= static_cast<uint32_t>(byte ^ flip) << (8 * (i - 4 * k));
          }
          int64_t place = contraction::placeOf<Paired>(k, c, tapWords, s.panel);
          out[(1 + tap * tapWords) * s.panel + place] = static_cast<int32_t>(word);
          sum += contraction::packedSum<Signed>(word);
        }
      out[c] = sum;
    }
  }
}

/// Depthwise: 16 bits in the lower half of a word, the upper one is 0.
INGOT_INLINE void packIntegerDepthwise(const uint8_t *w, const uint8_t *wZero, int32_t *packed,
                                       const void *, const IntegerWeightSizes &s, int64_t begin,
                                       int64_t end) {
  auto number = [&](uint8_t byte) { return s.wSigned ? static_cast<int8_t>(byte) : int{byte}; };
  for (int64_t unit = begin; unit < end; ++unit)
    for (int64_t tap = 0; tap < s.taps; ++tap)
      for (int64_t i = 0; i < s.panel; ++i) {
        int64_t column = unit * s.panel + i;
        int32_t weight = 0;
        if (column < s.columns)
          weight = number(w[column * s.columnStride + tap * s.tapStride]) - number(*wZero);
        packed[(unit * s.taps + tap) * s.panel + i] = weight & 0xffff;
      }
}

} // namespace ingot::kernels::convolution
