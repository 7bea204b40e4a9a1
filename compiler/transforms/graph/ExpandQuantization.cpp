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

bool isCommonFloat(ElementType type) {
  return type == ElementType::F64 || type == ElementType::F32 || type == ElementType::F16 ||
         type == ElementType::BF16;
}

bool isNumber(mlir::Value value) {
  return isFloat(elementOf(value)) || isInteger(elementOf(value));
}

/// Whether all sizes are known. An empty tensor has no scales: to reshape a size of 0 means
/// another.
bool hasKnownScales(Operation *op) {
  auto x = staticShape(op->getOperand(0));
  return x && elementCount(*x).value_or(0) > 0 && staticShape(op->getOperand(1)) &&
         (!isGiven(op->getOperand(2)) || staticShape(op->getOperand(2)));
}

/// Numbers [outer…, blocks, inner…], one for each block of x along the axis, written out.
mlir::Value writtenOut(mlir::Value numbers, size_t axis, int64_t block, const Shape &x,
                       Emitter &e) {
  Shape split = *staticShape(numbers), joined = split;
  split.insert(split.begin() + static_cast<int64_t>(axis) + 1, 1);
  Shape repeated = split;
  repeated[axis + 1] = block;
  joined[axis] *= block;
  mlir::Value all = e.value("expand", {e.reshape(numbers, split), e.integers(repeated)});
  all = e.reshape(all, joined);
  if (joined[axis] == x[axis])
    return all;
  auto last = static_cast<int64_t>(axis);
  return e.value("slice",
                 {all, e.integers({0}), e.integers({x[axis]}), e.integers({last}), e.none()});
}

/// Scales or zero points so that they broadcast to x.
mlir::Value alongAxis(mlir::Value numbers, Operation *op, Emitter &e) {
  Shape x = *staticShape(op->getOperand(0)), own = *staticShape(numbers);
  if (elementCount(own) == 1)
    return own.empty() ? numbers : e.reshape(numbers, {});
  Attributes attributes = attributesOf(op);
  auto rank = static_cast<int64_t>(x.size());
  auto axis = static_cast<size_t>(*normalizeAxis(attributes.integer("axis"), rank));
  if (int64_t block = attributes.integer("block_size"))
    return writtenOut(numbers, axis, block, x, e);
  Shape shape(x.size(), 1);
  shape[axis] = own[0];
  return e.reshape(numbers, shape);
}

/// The type that a quotient is computed in: as asked, else the scale's where it is a common float.
ElementType precisionOf(Operation *op) {
  Attributes attributes = attributesOf(op);
  if (attributes.has("precision"))
    return attributes.type("precision");
  ElementType scale = elementOf(op->getOperand(1));
  bool isLong = scale == ElementType::I32 || scale == ElementType::I64;
  return isLong ? ElementType::F64 : isCommonFloat(scale) ? scale : ElementType::F32;
}

/// A quotient and its zero point as integers, from the least on, which is what NaN becomes.
mlir::Value asInteger(mlir::Value quotient, mlir::Value zero, ElementType to, Emitter &e) {
  ElementType wide = elementOf(quotient) == ElementType::F64 ? ElementType::F64 : ElementType::F32;
  mlir::Value sum = e.value("round", {e.cast(quotient, wide)});
  unsigned bits = elementBits(to);
  bool isSigned = elementClass(to) == ElementClass::Signed;
  double offset = isSigned ? 1 << (bits - 1) : 0;
  if (zero)
    sum = e.add(sum, e.add(e.cast(zero, wide), offset));
  else if (isSigned)
    sum = e.add(sum, offset);
  mlir::Value bounded =
      e.value("min", {e.value("max", {sum, e.number(0, sum)}), e.number((1 << bits) - 1, sum)});
  mlir::Value integer = e.cast(bounded, bits <= 8 ? ElementType::U8 : ElementType::U16);
  if (isSigned)
    integer = e.sub(integer, e.number(offset, integer));
  return e.cast(integer, to);
}

/// The same as small floats: the sum is exact in f64, so that it rounds once.
mlir::Value asSmallFloat(mlir::Value quotient, mlir::Value zero, ElementType to, bool saturate,
                         Emitter &e) {
  mlir::Value sum = quotient;
  if (zero)
    sum = e.add(e.cast(quotient, ElementType::F64), e.cast(zero, ElementType::F64));
  return e.value("cast", {sum}, {{"to", to}, {"saturate", saturate}});
}

Values expandQuantize(Operation *op, Emitter &e) {
  Attributes attributes = attributesOf(op);
  mlir::Value x = op->getOperand(0), scale = op->getOperand(1), zero = op->getOperand(2);
  ElementType to = attributes.type("to");
  bool isSmall = isFloat(to) ? elementBits(to) <= 8 && to != ElementType::F8E8M0
                             : isInteger(to) && elementBits(to) <= 16;
  if (!isSmall || !isNumber(x) || !isNumber(scale) || !hasKnownScales(op))
    return std::nullopt;
  ElementType precision = precisionOf(op);
  mlir::Value quotient = e.div(e.cast(x, precision), e.cast(alongAxis(scale, op, e), precision));
  mlir::Value point = isGiven(zero) ? alongAxis(zero, op, e) : mlir::Value();
  return SmallVector<mlir::Value>{
      isFloat(to) ? asSmallFloat(quotient, point, to, attributes.flag("saturate"), e)
                  : asInteger(quotient, point, to, e)};
}

/// The type in which a difference of such numbers is exact.
ElementType exactFor(ElementType type) {
  if (isFloat(type))
    return ElementType::F64;
  return elementBits(type) <= 16 ? ElementType::F32 : ElementType::I64;
}

Values expandDequantize(Operation *op, Emitter &e) {
  mlir::Value x = op->getOperand(0), scale = op->getOperand(1), zero = op->getOperand(2);
  ElementType to = attributesOf(op).type("to"), exact = exactFor(elementOf(x));
  ElementType wide = to == ElementType::F64 ? ElementType::F64 : ElementType::F32;
  if (!isNumber(x) || !isCommonFloat(to) || !hasKnownScales(op))
    return std::nullopt;
  if (isGiven(zero))
    x = e.sub(e.cast(x, exact), e.cast(alongAxis(zero, op, e), exact));
  mlir::Value product = e.mul(e.cast(x, wide), e.cast(alongAxis(scale, op, e), wide));
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
