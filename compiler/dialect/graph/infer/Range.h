// Range: between which numbers elements lie, and what operators make of the ranges of their
// operands.
//
//   sigmoid(x)         0 … 1
//   max(x, 2)          2 … infinity
//
// NaN is never excluded: operators that pick the larger or smaller number let it pass. Records name
// the functions below in their field `range`.
#pragma once

#include <cstddef>
#include <functional>
#include <limits>

namespace ingot::graph {

struct Range {
  double low = -std::numeric_limits<double>::infinity();
  double high = std::numeric_limits<double>::infinity();
  bool negativeZero = true; ///< an element may be -0
};

/// The smallest range that both lie in.
Range join(const Range &a, const Range &b);

/// What a range function sees of an operator.
struct RangeContext {
  bool isFloat; ///< the result's elements are floats; integers wrap
  std::function<Range(size_t)> operand;
  std::function<bool(size_t)> has;          ///< the operand was given
  std::function<bool(size_t, size_t)> same; ///< two operands are one value
};

using RangeFunction = Range (*)(const RangeContext &);

Range rangeUnit(const RangeContext &c);
Range rangeNotNegative(const RangeContext &c);
Range rangeRoot(const RangeContext &c);
Range rangeUpToOne(const RangeContext &c);
Range rangeRelu(const RangeContext &c);
Range rangeMax(const RangeContext &c);
Range rangeMin(const RangeContext &c);
Range rangeWhere(const RangeContext &c);
Range rangePad(const RangeContext &c);
Range rangeSum(const RangeContext &c);
Range rangeProduct(const RangeContext &c);
Range rangeKeepsSign(const RangeContext &c);

} // namespace ingot::graph
