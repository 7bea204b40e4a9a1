// Ranges of floats and sets of integers.
#include "tests/differential/Possible.h"

#include "tests/differential/Bounds.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ingot::differential {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

/// The distance of a number to the next one of f16 or bf16; 0 for other types.
double unitAt(double number, ElementType type) {
  bool isF16 = type == ElementType::F16;
  if (!isF16 && type != ElementType::BF16)
    return 0;
  int exponent = std::max(number == 0 ? -1000 : std::ilogb(number), isF16 ? -14 : -126);
  return std::ldexp(1, exponent - (isF16 ? 10 : 7));
}

/// Whether a sum of this type may have been beyond the largest number on the way. f16 is summed in
/// f32, far from its end.
bool mayOverflow(double number, ElementType type) {
  return (type == ElementType::F32 || type == ElementType::BF16) &&
         number >= bounds::overflowsOnTheWay;
}

} // namespace

void Possible::Range::add(double value) {
  if (std::isnan(value)) {
    isNan = true;
  } else if (std::isinf(value)) {
    infinite[value > 0] = true;
  } else {
    low = std::min(low, value);
    high = std::max(high, value);
  }
}

Possible::Possible(const Tensor &first, bool rounds) : first(first), rounds(rounds) {
  if (isFloat(type()))
    ranges.assign(static_cast<size_t>(elements()), {infinity, -infinity, {false, false}, false});
  add(first);
}

void Possible::add(const Tensor &drawn) {
  if (drawn.isString() || elementClass(type()) == ElementClass::Complex)
    return;
  for (int64_t i = 0; i < elements(); ++i) {
    if (isFloat(type())) {
      ranges[static_cast<size_t>(i)].add(drawn.numberAt(i));
      continue;
    }
    int64_t value = drawn.integerAt(i);
    if (value == first.integerAt(i))
      continue;
    Integers &others = choices[i];
    if (!llvm::is_contained(others, value))
      others.push_back(value);
  }
}

//===--------------------------------------------------------------------------------------------===//
// Judging
//===--------------------------------------------------------------------------------------------===//

double Possible::marginOf(const Range &range) const {
  if (!rounds || !range.isFinite())
    return 0;
  // Where a number near the middle of two of 16 bits is rounded to either, that is all: one unit
  // of the width is no sign of more.
  double unit = unitAt(std::max(-range.low, range.high), type());
  return std::max(range.high - range.low - unit, 0.0) * bounds::widening + bounds::lostToUnderflow;
}

bool Possible::explainsFloat(const Range &range, double value) const {
  bool overflows =
      rounds && range.isFinite() && mayOverflow(std::max(-range.low, range.high), type());
  // The sign of an infinity was decided by rounding, so its factor may as well have been zero.
  bool infinityTimesZero = rounds && range.infinite[0] && range.infinite[1];
  if (std::isnan(value))
    return range.isNan || overflows || infinityTimesZero;
  if (std::isinf(value))
    return range.infinite[value > 0] || overflows;
  double margin = marginOf(range);
  return range.low - margin <= value && value <= range.high + margin;
}

bool Possible::explains(const Tensor &found, int64_t i) const {
  if (isFloat(type()))
    return explainsFloat(ranges[static_cast<size_t>(i)], found.numberAt(i));
  if (found.isString())
    return found.strings()[i] == first.strings()[i];
  if (elementClass(type()) == ElementClass::Complex) {
    size_t width = elementBytes(type()), at = static_cast<size_t>(i) * width;
    return std::memcmp(static_cast<const char *>(found.bytes()) + at,
                       static_cast<const char *>(first.bytes()) + at, width) == 0;
  }
  int64_t value = found.integerAt(i);
  auto others = choices.find(i);
  if (value == first.integerAt(i) || others == choices.end())
    return value == first.integerAt(i);
  if (others->second.size() <= bounds::mostIntegers)
    return llvm::is_contained(others->second, value);
  auto [low, high] = std::minmax_element(others->second.begin(), others->second.end());
  return *low <= value && value <= *high;
}

double Possible::excessAt(const Tensor &found, int64_t i) const {
  if (!isFloat(type()))
    return -0.5;
  const Range &range = ranges[static_cast<size_t>(i)];
  double value = found.numberAt(i), width = range.high - range.low;
  double outside = std::max(range.low - value, value - range.high);
  return range.isFinite() && std::isfinite(value) && width > 0 ? outside / width : -0.5;
}

std::string Possible::textAt(int64_t i) const {
  if (isFloat(type())) {
    const Range &range = ranges[static_cast<size_t>(i)];
    std::string text = range.isFinite() ? str(range.low, " to ", range.high) : "";
    for (auto [is, name] :
         {std::pair(range.infinite[0], "-inf"), {range.infinite[1], "inf"}, {range.isNan, "NaN"}})
      text += is ? (text.empty() ? "" : ", ") + std::string(name) : "";
    return text;
  }
  if (first.isString())
    return "'" + first.strings()[i] + "'";
  std::string text = str(first.integerAt(i));
  if (auto others = choices.find(i); others != choices.end())
    for (int64_t value : others->second)
      text += str(" or ", value);
  return text;
}

bool Possible::isOneValue(int64_t i) const {
  if (!isFloat(type()))
    return !choices.contains(i);
  const Range &range = ranges[static_cast<size_t>(i)];
  return range.isFinite() + range.infinite[0] + range.infinite[1] + range.isNan == 1 &&
         !(range.low < range.high);
}

double Possible::widthAt(int64_t i) const {
  if (!isFloat(type())) {
    auto others = choices.find(i);
    return others == choices.end()                         ? 0
           : others->second.size() <= bounds::mostIntegers ? 1
                                                           : infinity;
  }
  const Range &range = ranges[static_cast<size_t>(i)];
  if (range.infinite[0] || range.infinite[1] || range.isNan)
    return infinity;
  return range.high - range.low + 2 * marginOf(range);
}

} // namespace ingot::differential
