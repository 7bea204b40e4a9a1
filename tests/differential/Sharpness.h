// Sharpness: how little the judge lets pass. A range as wide as its value proves nothing.
#pragma once

#include "tests/differential/Possible.h"

namespace ingot::differential {

/// Plain numbers, so that processes can send it.
struct Sharpness {
  static constexpr int powers = 80;
  int64_t floats = 0;                   ///< finite ones of f32 and f64
  int64_t widths[powers] = {};          ///< of them, those allowed a relative width of up to 2^-n
  int64_t halves = 0, oneHalf = 0;      ///< finite ones of f16 and bf16; of one allowed value
  int64_t integers = 0, oneInteger = 0; ///< and truth values; of one allowed value
  int64_t elements = 0, judged = 0;     ///< all; those judged by their value

  void count(const Possible &output);
  void add(const Sharpness &other);

  /// The width, relative to the value, that this share of the floats does not exceed.
  double widthOf(double share) const;
  /// The figures, for people.
  std::string text() const;
  /// The bounds that are not kept by a run of so many graphs (Bounds.h); "" when all are.
  std::string brokenBounds(int64_t graphs) const;
};

/// A tensor with one element changed by a little: a float of 32 or 64 bits by so many units in the
/// last place, one of 16 bits and an integer by one, a truth value to the other.
Tensor withError(const Tensor &tensor, int64_t i, int64_t units);

} // namespace ingot::differential
