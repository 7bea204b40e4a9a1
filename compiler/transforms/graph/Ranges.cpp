// Between which numbers the elements of a value certainly lie.
#include "compiler/transforms/graph/Ranges.h"

#include "compiler/transforms/graph/Support.h"

#include "llvm/ADT/StringSwitch.h"

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

Range join(const Range &a, const Range &b) {
  return {std::min(a.low, b.low), std::max(a.high, b.high), a.negativeZero || b.negativeZero};
}

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

/// Of operators whose results lie in the same range whatever their operands are.
std::optional<Range> fixedRange(StringRef name) {
  return llvm::StringSwitch<std::optional<Range>>(name)
      .Cases({"sigmoid", "hard_sigmoid", "softmax", "hardmax"}, Range{0, 1, false})
      .Cases({"exp", "abs", "softplus", "reduce_l1", "reduce_l2", "reduce_sum_square"},
             Range{0, infinity, false})
      .Case("sqrt", Range{0, infinity, true})
      .Cases({"tanh", "erf", "sin", "cos", "softsign"}, Range{-1, 1, true})
      .Default(std::nullopt);
}

/// Sums and products of numbers that are not negative are not, however they are rounded.
Range keepsSign(int depth, Operation *op, unsigned operands) {
  Range all{infinity, -infinity, false};
  for (unsigned i = 0; i < operands; ++i)
    all = join(all, within(depth, op->getOperand(i)));
  return all.low >= 0 ? Range{0, infinity, all.negativeZero} : Range{};
}

/// Of an operator that only moves elements: the range of what it moves.
Range moved(int depth, Operation *op, int dataOperands) {
  unsigned count = dataOperands < 0 ? op->getNumOperands() : static_cast<unsigned>(dataOperands);
  if (count > mostOperands)
    return {};
  Range all{infinity, -infinity, false};
  for (unsigned i = 0; i < count; ++i)
    all = join(all, within(depth, op->getOperand(i)));
  if (op->getName().getStringRef() == "graph.pad") {
    mlir::Value fill = op->getOperand(2);
    all = join(all, isNone(fill) ? Range{0, 0, false} : within(depth, fill));
  }
  return all;
}

Range rangeOfOperator(int depth, Operation *op, const OperatorInfo &info) {
  StringRef name(info.name.data(), info.name.size());
  bool isFloatResult = isFloatValue(op->getResult(0));
  if (isFloatResult)
    if (auto fixed = fixedRange(name))
      return *fixed;
  if (info.category == Category::Injective)
    return moved(depth, op, info.dataOperands);
  if (name == "relu") {
    Range x = within(depth, op->getOperand(0));
    return {std::max(x.low, 0.0), std::max(x.high, 0.0), x.negativeZero};
  }
  if (name == "max" || name == "min") {
    Range x = within(depth, op->getOperand(0)), y = within(depth, op->getOperand(1));
    bool zero = x.negativeZero || y.negativeZero;
    return name == "max" ? Range{std::max(x.low, y.low), std::max(x.high, y.high), zero}
                         : Range{std::min(x.low, y.low), std::min(x.high, y.high), zero};
  }
  if (name == "where")
    return join(within(depth, op->getOperand(1)), within(depth, op->getOperand(2)));
  if (!isFloatResult)
    return {}; // integers wrap
  if (name == "mul" && op->getOperand(0) == op->getOperand(1))
    return {0, infinity, false};
  if (name == "add" || name == "mul")
    return keepsSign(depth, op, 2);
  if (name == "reduce_sum" || name == "reduce_mean" || name == "reduce_prod" ||
      name == "average_pool")
    return keepsSign(depth, op, 1);
  if (name == "cast" && rangeOfType(elementOf(op->getOperand(0))).low == 0)
    return {0, infinity, false};
  return {};
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
