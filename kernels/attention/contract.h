// What callers of the tuned attention kernels must know: see base/contract.h.
#pragma once

#include "kernels/base/contract.h"

namespace ingot::kernels::attention {

#define INGOT_ATTENTION_SIZES(X)                                                                   \
  X(batch)                                                                                         \
  X(heads)                                                                                         \
  X(keyHeads)                                                                                      \
  X(queries)                                                                                       \
  X(keys)                                                                                          \
  X(size)                                                                                          \
  X(valueSize)                                                                                     \
  X(qBatch)                                                                                        \
  X(qHead)                                                                                         \
  X(qRow)                                                                                          \
  X(kBatch)                                                                                        \
  X(kHead)                                                                                         \
  X(kRow)                                                                                          \
  X(vBatch)                                                                                        \
  X(vHead)                                                                                         \
  X(vRow)                                                                                          \
  X(yBatch)                                                                                        \
  X(yHead)                                                                                         \
  X(yRow)                                                                                          \
  X(hasMask)                                                                                       \
  X(maskBatch)                                                                                     \
  X(maskHead)                                                                                      \
  X(maskRow)                                                                                       \
  X(causal)                                                                                        \
  X(past)                                                                                          \
  X(scaleBits)

/// Strides are in elements. Without a mask nothing of that operand is read. `causal`: whether query
/// i sees keys up to i + `past` only. `scaleBits`: those of an f32.
struct AttentionSizes {
  INGOT_SIZES(INGOT_ATTENTION_SIZES)
  INGOT_INLINE constexpr float scale() const {
    return __builtin_bit_cast(float, static_cast<uint32_t>(scaleBits));
  }
};

/// Unit: a panel of queries of a head, or one query for a kernel that has no panels. There is at
/// least one key.
struct Attention {
  using Sizes = AttentionSizes;
  static constexpr Operand operands[] = {
      {"q", Role::In}, {"k", Role::In}, {"v", Role::In}, {"mask", Role::In}, {"y", Role::Out}};

  static constexpr int64_t units(const Sizes &s, Tile tile) {
    return s.batch * s.heads * ceilDiv(s.queries, greatest(tile.columns, 1));
  }
  static constexpr void footprint(const Sizes &s, Tile, int64_t, int64_t, Extent *extents) {
    auto whole = [&](int64_t batch, int64_t head, int64_t heads, int64_t row, int64_t rows,
                     int64_t length) {
      int64_t last = (s.batch - 1) * batch + (heads - 1) * head + (rows - 1) * row;
      return Extent{0, (last + length) * 4};
    };
    extents[0] = whole(s.qBatch, s.qHead, s.heads, s.qRow, s.queries, s.size);
    extents[1] = whole(s.kBatch, s.kHead, s.keyHeads, s.kRow, s.keys, s.size);
    extents[2] = whole(s.vBatch, s.vHead, s.keyHeads, s.vRow, s.keys, s.valueSize);
    extents[3] = {};
    if (s.hasMask != 0)
      extents[3] = whole(s.maskBatch, s.maskHead, s.heads, s.maskRow, s.queries, s.keys);
    extents[4] = whole(s.yBatch, s.yHead, s.heads, s.yRow, s.queries, s.valueSize);
  }
};

#define INGOT_LINEAR_ATTENTION_SIZES(X)                                                            \
  X(batch)                                                                                         \
  X(rows)                                                                                          \
  X(queryHeads)                                                                                    \
  X(keyHeads)                                                                                      \
  X(size)                                                                                          \
  X(valueSize)                                                                                     \
  X(hasPast)                                                                                       \
  X(decaySize)                                                                                     \
  X(betaHeads)                                                                                     \
  X(scaleBits)

/// As Linear in linear.h; `decaySize` and `betaHeads` are 0 without them. `scaleBits`: those of an
/// f64.
struct LinearAttentionSizes {
  INGOT_SIZES(INGOT_LINEAR_ATTENTION_SIZES)
  INGOT_INLINE constexpr int64_t blocks() const { return ceilDiv(valueSize, 8); }
  /// Doubles of scratch for a unit: its columns of the state, and a factor for each of their rows.
  INGOT_INLINE constexpr int64_t scratch() const { return size * 8 + ceilDiv(size, 8) * 8; }
};

/// Elements of `Bytes`. Unit: eight columns of the state of a head, which no other columns change.
template <int Bytes> struct LinearAttention {
  using Sizes = LinearAttentionSizes;
  static constexpr Operand operands[] = {
      {"q", Role::In},        {"k", Role::In},     {"v", Role::In},
      {"past", Role::In},     {"decay", Role::In}, {"beta", Role::In},
      {"scratch", Role::Out}, {"y", Role::Out},    {"last", Role::Out}};

  static constexpr int64_t units(const Sizes &s, Tile) { return s.batch * s.keyHeads * s.blocks(); }
  static constexpr void footprint(const Sizes &s, Tile, int64_t begin, int64_t end,
                                  Extent *extents) {
    int64_t lines = s.batch * s.rows * Bytes, state = s.batch * s.keyHeads * s.size * s.valueSize;
    extents[0] = {0, lines * s.queryHeads * s.size};
    extents[1] = {0, lines * s.keyHeads * s.size};
    extents[2] = {0, lines * s.keyHeads * s.valueSize};
    extents[3] = {0, s.hasPast != 0 ? state * Bytes : 0};
    extents[4] = {0, lines * s.keyHeads * s.decaySize};
    extents[5] = {0, lines * s.betaHeads};
    extents[6] = {begin * s.scratch() * 8, end * s.scratch() * 8};
    extents[7] = {0, lines * s.queryHeads * s.valueSize};
    extents[8] = {0, state * Bytes};
  }
};

} // namespace ingot::kernels::attention
