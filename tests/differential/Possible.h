// Possible: what draws have shown that the elements of an output may be.
#pragma once

#include "ingot/Ingot.h"

#include "llvm/ADT/SmallVector.h"

#include <unordered_map>

namespace ingot::differential {

/// Floats have a range, integers and truth values a set; what is neither has only its first value.
class Possible {
public:
  /// `rounds`: whether anything in the graph does.
  Possible(const Tensor &first, bool rounds);

  void add(const Tensor &drawn);
  /// Whether an element of a tensor of this type and shape is explained.
  bool explains(const Tensor &found, int64_t i) const;
  /// How far a float lies outside of what the draws gave, in parts of the width of that: -1/2 in
  /// the middle, and for all that is exact or not a number.
  double excessAt(const Tensor &found, int64_t i) const;
  /// "1 or 2", "0.5 to 0.51": what is allowed.
  std::string textAt(int64_t i) const;

  ElementType type() const { return first.type(); }
  int64_t elements() const { return first.elements(); }
  double numberAt(int64_t i) const { return first.numberAt(i); }
  /// Just one value is allowed, NaN and infinities counting as one.
  bool isOneValue(int64_t i) const;
  /// How far apart the allowed numbers are: infinite where an infinity or NaN is among them.
  double widthAt(int64_t i) const;

private:
  /// The floats that an element was.
  struct Range {
    double low, high;        ///< of finite ones; low > high when there are none
    bool infinite[2], isNan; ///< negative, positive; NaN
    bool isFinite() const { return low <= high; }
    void add(double value);
  };
  using Integers = llvm::SmallVector<int64_t, 4>;

  /// What is allowed beyond a range, each way.
  double marginOf(const Range &range) const;
  bool explainsFloat(const Range &range, double value) const;

  Tensor first;
  bool rounds;
  std::vector<Range> ranges;                     ///< of floats
  std::unordered_map<int64_t, Integers> choices; ///< of integers that were not always the first
};

} // namespace ingot::differential
