// What operators make of the ranges of their operands.
#include "compiler/dialect/graph/infer/Range.h"

#include <algorithm>

namespace ingot::graph {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

/// The same whatever the operands are; of integers nothing is said.
Range fixed(const RangeContext &c, const Range &range) { return c.isFloat ? range : Range(); }

/// Sums and products of numbers that are not negative are not, however they are rounded.
Range keepsSign(const RangeContext &c, const Range &all) {
  return c.isFloat && all.low >= 0 ? Range{0, infinity, all.negativeZero} : Range();
}

} // namespace

Range join(const Range &a, const Range &b) {
  return {std::min(a.low, b.low), std::max(a.high, b.high), a.negativeZero || b.negativeZero};
}

/// 0 to 1.
Range rangeUnit(const RangeContext &c) { return fixed(c, {0, 1, false}); }
/// 0 or more.
Range rangeNotNegative(const RangeContext &c) { return fixed(c, {0, infinity, false}); }
/// 0 or more; the root of -0 is -0.
Range rangeRoot(const RangeContext &c) { return fixed(c, {0, infinity, true}); }
/// -1 to 1.
Range rangeUpToOne(const RangeContext &c) { return fixed(c, {-1, 1, true}); }

Range rangeRelu(const RangeContext &c) {
  Range x = c.operand(0);
  return {std::max(x.low, 0.0), std::max(x.high, 0.0), x.negativeZero};
}

Range rangeMax(const RangeContext &c) {
  Range x = c.operand(0), y = c.operand(1);
  return {std::max(x.low, y.low), std::max(x.high, y.high), x.negativeZero || y.negativeZero};
}

Range rangeMin(const RangeContext &c) {
  Range x = c.operand(0), y = c.operand(1);
  return {std::min(x.low, y.low), std::min(x.high, y.high), x.negativeZero || y.negativeZero};
}

/// One of the two behind the condition.
Range rangeWhere(const RangeContext &c) { return join(c.operand(1), c.operand(2)); }

/// What is padded, and what it is padded with: 0 if nothing else is given.
Range rangePad(const RangeContext &c) {
  return join(c.operand(0), c.has(2) ? c.operand(2) : Range{0, 0, false});
}

/// Of two operands.
Range rangeSum(const RangeContext &c) {
  return c.isFloat ? keepsSign(c, join(c.operand(0), c.operand(1))) : Range();
}

/// A square is not negative.
Range rangeProduct(const RangeContext &c) {
  return c.isFloat && c.same(0, 1) ? Range{0, infinity, false} : rangeSum(c);
}

/// Of the elements of one operand, summed, multiplied or converted.
Range rangeKeepsSign(const RangeContext &c) {
  return c.isFloat ? keepsSign(c, c.operand(0)) : Range();
}

} // namespace ingot::graph
