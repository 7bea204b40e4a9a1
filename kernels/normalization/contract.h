// What callers of the tuned normalization kernels must know: see base/contract.h.
#pragma once

#include "kernels/base/contract.h"

namespace ingot::kernels::normalization {

#define INGOT_NORM_SIZES(X)                                                                        \
  X(rows)                                                                                          \
  X(n)                                                                                             \
  X(xPitch)                                                                                        \
  X(yPitch)                                                                                        \
  X(prepares)                                                                                      \
  X(xBytes)                                                                                        \
  X(yBytes)                                                                                        \
  X(epsilonBits)

/// x [rows, n], y likewise. `prepares`: whether there is a prologue, without which x is f32.
/// `epsilonBits`: those of an f32, which softmax does without.
struct NormSizes {
  INGOT_SIZES(INGOT_NORM_SIZES)
  INGOT_INLINE constexpr float epsilon() const {
    return __builtin_bit_cast(float, static_cast<uint32_t>(epsilonBits));
  }
};

constexpr void normFootprint(const NormSizes &s, int64_t begin, int64_t end, int parameters,
                             Extent *extents) {
  extents[0] = rowsExtent(begin, end - begin, s.n, s.xPitch, s.xBytes);
  for (int i = 1; i <= parameters; ++i)
    extents[i] = {0, s.n * 4};
  extents[parameters + 1] = rowsExtent(begin, end - begin, s.n, s.yPitch, s.yBytes);
}

/// Unit: a row.
struct Softmax {
  using Sizes = NormSizes;
  static constexpr Operand operands[] = {{"x", Role::In}, {"y", Role::Out}};
  static constexpr int64_t units(const Sizes &s, Tile) { return s.rows; }
  static constexpr void footprint(const Sizes &s, Tile, int64_t begin, int64_t end,
                                  Extent *extents) {
    normFootprint(s, begin, end, 0, extents);
  }
};

/// Unit: a row. `scale` has n elements.
struct RmsNorm {
  using Sizes = NormSizes;
  static constexpr Operand operands[] = {{"x", Role::In}, {"scale", Role::In}, {"y", Role::Out}};
  static constexpr int64_t units(const Sizes &s, Tile) { return s.rows; }
  static constexpr void footprint(const Sizes &s, Tile, int64_t begin, int64_t end,
                                  Extent *extents) {
    normFootprint(s, begin, end, 1, extents);
  }
};

/// Unit: a row. `scale` and `bias` have n elements.
struct LayerNorm {
  using Sizes = NormSizes;
  static constexpr Operand operands[] = {
      {"x", Role::In}, {"scale", Role::In}, {"bias", Role::In}, {"y", Role::Out}};
  static constexpr int64_t units(const Sizes &s, Tile) { return s.rows; }
  static constexpr void footprint(const Sizes &s, Tile, int64_t begin, int64_t end,
                                  Extent *extents) {
    normFootprint(s, begin, end, 2, extents);
  }
};

} // namespace ingot::kernels::normalization
