// What callers of the kernels of random numbers must know: see base/contract.h.
#pragma once

#include "kernels/base/contract.h"

namespace ingot::kernels::random {

/// Elements of a unit: every element is drawn on its own.
inline constexpr int64_t drawsOfUnit = 1024;

#define INGOT_DROPOUT_SIZES(X)                                                                     \
  X(n)                                                                                             \
  X(seed)                                                                                          \
  X(ratioBytes)                                                                                    \
  X(hasTraining)

/// `ratioBytes` is 0 where the ratio is 0.5, and nothing is dropped where nobody says that this is
/// training.
struct DropoutSizes {
  INGOT_SIZES(INGOT_DROPOUT_SIZES)
};

/// Elements of `Bytes`. Unit: drawsOfUnit elements. Faults at a ratio that is none.
template <int Bytes> struct Dropout {
  using Sizes = DropoutSizes;
  static constexpr Operand operands[] = {{"x", Role::In},
                                         {"ratio", Role::In},
                                         {"training", Role::In},
                                         {"y", Role::Out},
                                         {"mask", Role::Out}};

  static constexpr int64_t units(const Sizes &s, Tile) { return ceilDiv(s.n, drawsOfUnit); }
  static constexpr void footprint(const Sizes &s, Tile, int64_t begin, int64_t end,
                                  Extent *extents) {
    int64_t first = begin * drawsOfUnit, last = least(end * drawsOfUnit, s.n);
    extents[0] = extents[3] = {first * Bytes, last * Bytes};
    extents[1] = {0, s.ratioBytes};
    extents[2] = {0, s.hasTraining};
    extents[4] = {first, last};
  }
};

#define INGOT_UNIFORM_SIZES(X)                                                                     \
  X(n)                                                                                             \
  X(seed)                                                                                          \
  X(lowBits)                                                                                       \
  X(highBits)                                                                                      \
  X(precision)

/// Numbers from low to high, given by the bits of f64, with `precision` random bits.
struct UniformSizes {
  INGOT_SIZES(INGOT_UNIFORM_SIZES)
};

/// Elements of `Bytes`. Unit: drawsOfUnit elements.
template <int Bytes> struct Uniform {
  using Sizes = UniformSizes;
  static constexpr Operand operands[] = {{"y", Role::Out}};

  static constexpr int64_t units(const Sizes &s, Tile) { return ceilDiv(s.n, drawsOfUnit); }
  static constexpr void footprint(const Sizes &s, Tile, int64_t begin, int64_t end,
                                  Extent *extents) {
    extents[0] = {begin * drawsOfUnit * Bytes, least(end * drawsOfUnit, s.n) * Bytes};
  }
};

#define INGOT_BERNOULLI_SIZES(X)                                                                   \
  X(n)                                                                                             \
  X(seed)                                                                                          \
  X(xBytes)                                                                                        \
  X(yBytes)                                                                                        \
  X(isFloat)

/// Probabilities in f32 or f64 to 0 or 1, in floats or integers of `yBytes`.
struct BernoulliSizes {
  INGOT_SIZES(INGOT_BERNOULLI_SIZES)
};

/// Unit: drawsOfUnit elements.
struct Bernoulli {
  using Sizes = BernoulliSizes;
  static constexpr Operand operands[] = {{"x", Role::In}, {"y", Role::Out}};

  static constexpr int64_t units(const Sizes &s, Tile) { return ceilDiv(s.n, drawsOfUnit); }
  static constexpr void footprint(const Sizes &s, Tile, int64_t begin, int64_t end,
                                  Extent *extents) {
    int64_t first = begin * drawsOfUnit, last = least(end * drawsOfUnit, s.n);
    extents[0] = {first * s.xBytes, last * s.xBytes};
    extents[1] = {first * s.yBytes, last * s.yBytes};
  }
};

} // namespace ingot::kernels::random
