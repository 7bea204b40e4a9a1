// Between which numbers the elements of a value certainly lie.
#include "compiler/transforms/graph/Ranges.h"

#include "compiler/dialect/graph/Facts.h"
#include "compiler/transforms/graph/Support.h"

#include <algorithm>
#include <cmath>

using namespace mlir;

namespace ingot::graph {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr int farthest = 6;               ///< operators to look through
constexpr unsigned mostOperands = 16;     ///< of an operator to look through
constexpr int64_t mostElements = 1 << 12; ///< of a constant to look at

Range within(int depth, mlir::Value value);

/// All numbers of an element type.
Range rangeOfType(ElementType type) {
  unsigned bits = elementBits(type);
  switch (elementClass(type)) {
  case ElementClass::Unsigned:
  case ElementClass::Boolean:
    return {0, std::ldexp(1.0, static_cast<int>(bits)) - (bits < 53 ? 1 : 0), false};
  case ElementClass::Signed:
    return {-std::ldexp(1.0, static_cast<int>(bits) - 1),
            std::ldexp(1.0, static_cast<int>(bits) - 1) - (bits < 53 ? 1 : 0), false};
  default:
    return {};
  }
}

Range rangeOfConstant(const Tensor &tensor) {
  Range range{infinity, -infinity, false};
  for (int64_t i = 0; i < tensor.elements(); ++i) {
    double x = tensor.numberAt(i);
    if (std::isnan(x))
      continue;
    range = join(range, {x, x, x == 0 && std::signbit(x)});
  }
  return range;
}

/// Of an operator that only moves elements: the range of what it moves.
Range moved(int depth, Operation *op, int dataOperands) {
  unsigned count = dataOperands < 0 ? op->getNumOperands() : static_cast<unsigned>(dataOperands);
  if (count > mostOperands)
    return {};
  Range all{infinity, -infinity, false};
  for (unsigned i = 0; i < count; ++i)
    all = join(all, within(depth, op->getOperand(i)));
  return all;
}

Range rangeOfOperator(int depth, Operation *op, const OperatorInfo &info) {
  RangeFunction range = factsOf(info).range;
  if (!range)
    return info.category == Category::Injective ? moved(depth, op, info.dataOperands) : Range();
  auto operand = [op](size_t i) { return op->getOperand(static_cast<unsigned>(i)); };
  return range({isFloatValue(op->getResult(0)), [&](size_t i) { return within(depth, operand(i)); },
                [&](size_t i) { return !isNone(operand(i)); },
                [&](size_t i, size_t j) { return operand(i) == operand(j); }});
}

Range within(int depth, mlir::Value value) {
  if (!isa<TensorType>(value.getType()))
    return {};
  Range byType = rangeOfType(elementOf(value));
  if (isConstant(value)) {
    auto shape = staticShape(value);
    bool small = shape && elementCount(*shape).value_or(mostElements + 1) <= mostElements;
    ElementClass kind = elementClass(elementOf(value));
    bool isNumber = kind != ElementClass::Text && kind != ElementClass::Complex;
    auto tensor = small && isNumber ? constantTensor(value) : std::nullopt;
    return tensor ? rangeOfConstant(*tensor) : byType;
  }
  Operation *op = value.getDefiningOp();
  const OperatorInfo *info = op ? infoOf(op) : nullptr;
  if (!info || depth >= farthest)
    return byType;
  Range found = rangeOfOperator(depth + 1, op, *info);
  return {std::max(found.low, byType.low), std::min(found.high, byType.high),
          found.negativeZero && byType.negativeZero};
}

} // namespace

Range rangeOf(mlir::Value value) { return within(0, value); }

} // namespace ingot::graph
