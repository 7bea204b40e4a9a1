// Expansions of linear quantization: a chain of elementwise operators, so that the kernel before it
// stores integers and the one behind it reads them.
//
//   quantize_linear(x, scale, zero_point) to si8
//   cast(min(max(round(x / scale) + (zero_point + 128), 0), 255)) to ui8, - 128, as si8
//
// Both ways are exact: the same integers as the operator gives, for infinities and NaN, too. So is
// dynamic quantization, whose range is found by reductions.
#include "compiler/dialect/graph/Bridge.h"
#include "compiler/dialect/graph/infer/Shapes.h"
#include "compiler/transforms/graph/Expansions.h"

using namespace mlir;

namespace ingot::graph {
namespace {

using Values = std::optional<SmallVector<mlir::Value>>;

bool isGiven(mlir::Value value) { return value && !isa<NoneType>(value.getType()); }

bool isShort(ElementType type) {
  return type == ElementType::I8 || type == ElementType::U8 || type == ElementType::I16 ||
         type == ElementType::U16;
}

bool isCommonFloat(ElementType type) {
  return type == ElementType::F32 || type == ElementType::F16 || type == ElementType::BF16;
}

/// Whether there is one scale for all, or one for each index of the axis. An empty tensor has
/// neither: to reshape a size of 0 means another.
bool hasPlainScales(Operation *op) {
  auto x = staticShape(op->getOperand(0));
  return attributesOf(op).integer("block_size") == 0 && x && elementCount(*x).value_or(0) > 0 &&
         staticShape(op->getOperand(1)) &&
         (!isGiven(op->getOperand(2)) || staticShape(op->getOperand(2)));
}

/// Scales or zero points so that they broadcast to x.
mlir::Value alongAxis(mlir::Value numbers, Operation *op, Emitter &e) {
  Shape x = *staticShape(op->getOperand(0)), own = *staticShape(numbers);
  if (elementCount(own) == 1)
    return own.empty() ? numbers : e.reshape(numbers, {});
  auto rank = static_cast<int64_t>(x.size());
  Shape shape(x.size(), 1);
  shape[static_cast<size_t>(*normalizeAxis(attributesOf(op).integer("axis"), rank))] = own[0];
  return e.reshape(numbers, shape);
}

Values expandQuantize(Operation *op, Emitter &e) {
  Attributes attributes = attributesOf(op);
  mlir::Value x = op->getOperand(0), scale = op->getOperand(1), zero = op->getOperand(2);
  ElementType to = attributes.type("to");
  ElementType precision =
      attributes.has("precision") ? attributes.type("precision") : elementOf(scale);
  bool takesX = isCommonFloat(elementOf(x)) || elementOf(x) == ElementType::I32;
  if (!isShort(to) || !takesX || !isCommonFloat(elementOf(scale)) || !isCommonFloat(precision) ||
      !hasPlainScales(op))
    return std::nullopt;
  mlir::Value quotient = e.div(e.cast(x, precision), e.cast(alongAxis(scale, op, e), precision));
  mlir::Value sum = e.value("round", {e.cast(quotient, ElementType::F32)});
  // From the least integer on, which is what NaN becomes.
  unsigned bits = elementBits(to);
  bool isSigned = elementClass(to) == ElementClass::Signed;
  double offset = isSigned ? 1 << (bits - 1) : 0;
  if (isGiven(zero))
    sum = e.add(sum, e.add(e.cast(alongAxis(zero, op, e), ElementType::F32), offset));
  else if (isSigned)
    sum = e.add(sum, offset);
  mlir::Value bounded =
      e.value("min", {e.value("max", {sum, e.number(0, sum)}), e.number((1 << bits) - 1, sum)});
  ElementType natural = bits == 8 ? ElementType::U8 : ElementType::U16;
  mlir::Value integer = e.cast(bounded, natural);
  if (isSigned)
    integer = e.cast(e.sub(integer, e.number(offset, integer)), to);
  return SmallVector<mlir::Value>{integer};
}

Values expandDequantize(Operation *op, Emitter &e) {
  mlir::Value x = op->getOperand(0), scale = op->getOperand(1), zero = op->getOperand(2);
  ElementType to = attributesOf(op).type("to");
  bool takesX = isShort(elementOf(x)) || elementOf(x) == ElementType::I32;
  if (!takesX || !isCommonFloat(elementOf(scale)) || !isCommonFloat(to) || !hasPlainScales(op))
    return std::nullopt;
  if (isGiven(zero)) {
    // A difference of short integers is exact in f32.
    ElementType exact = isShort(elementOf(x)) ? ElementType::F32 : ElementType::I64;
    x = e.sub(e.cast(x, exact), e.cast(alongAxis(zero, op, e), exact));
  }
  mlir::Value product =
      e.mul(e.cast(x, ElementType::F32), e.cast(alongAxis(scale, op, e), ElementType::F32));
  return SmallVector<mlir::Value>{e.cast(product, to)};
}

/// The greatest (or least) of 0 and the elements of x that are numbers: over the rows first, of
/// which there are enough for threads.
mlir::Value boundOf(mlir::Value x, StringRef beyond, StringRef reduction, Emitter &e) {
  mlir::Value zero = e.number(0, x);
  x = e.value("where", {e.value(beyond, {x, zero}), x, zero});
  while (!staticShape(x)->empty()) {
    bool isLast = staticShape(x)->size() == 1;
    x = e.value(reduction, {x, isLast ? e.none() : e.integers({-1})}, {{"keepdims", false}});
    if (!isLast)
      x = e.reshape(x, {-1});
  }
  return x;
}

Values expandDynamicQuantize(Operation *op, Emitter &e) {
  mlir::Value x = op->getOperand(0);
  auto shape = staticShape(x);
  if (!shape || shape->empty() || elementCount(*shape).value_or(0) == 0)
    return std::nullopt;
  mlir::Value low = boundOf(x, "less", "reduce_min", e);
  mlir::Value high = boundOf(x, "greater", "reduce_max", e);
  mlir::Value one = e.number(1, x), length = e.div(e.sub(high, low), e.number(255, x));
  mlir::Value scale = e.value("where", {e.value("equal", {high, low}), one, length});
  mlir::Value place = e.sub(e.number(0, x), e.div(low, scale));
  place = e.value("min", {e.value("max", {place, e.number(0, x)}), e.number(255, x)});
  mlir::Value zero = e.cast(e.value("round", {place}), ElementType::U8);
  mlir::Value y = e.value("quantize_linear", {x, scale, zero}, {{"to", ElementType::U8}});
  return SmallVector<mlir::Value>{y, scale, zero};
}

constexpr ExpansionRow rows[] = {
    {"dynamic_quantize_linear", expandDynamicQuantize},
    {"quantize_linear", expandQuantize},
    {"dequantize_linear", expandDequantize},
};

} // namespace

ArrayRef<ExpansionRow> quantizationExpansions() { return rows; }

} // namespace ingot::graph
