// Shape functions of quantization.
#include "compiler/dialect/graph/infer/Quantization.h"

namespace ingot::graph {
namespace {
bool isComputeFloat(ElementType type) {
  return type == ElementType::F32 || type == ElementType::F64 || type == ElementType::F16 ||
         type == ElementType::BF16;
}

bool isNumber(ElementType type) { return isFloat(type) || isInteger(type); }

/// The scale's shape belongs to x's in one of the three ways.
bool scaleFits(const Shape &x, const Shape &scale, int64_t axis, int64_t block) {
  auto at = static_cast<size_t>(axis);
  if (block > 0) {
    if (scale.size() != x.size() || x.empty())
      return false;
    Shape wanted = x;
    if (wanted[at] >= 0)
      wanted[at] = wanted[at] / block + (wanted[at] % block != 0);
    return compatibleDims(scale, wanted);
  }
  if (scale.empty() || (scale.size() == 1 && compatible(scale[0], 1)))
    return true;
  return scale.size() == 1 && !x.empty() && compatible(scale[0], x[at]);
}

/// Constraints 2 to 4 of quantize_linear and dequantize_linear.
Status requireGranularity(InferContext &c) {
  const ValueType &x = c.operand(0), &scale = c.operand(1);
  int64_t axis = c.attributes.integer("axis"), block = c.attributes.integer("block_size");
  bool known = x.ranked && scale.ranked;
  // The axis says nothing when one scale is for all; it may be, as long as its size is not known.
  bool whole = block == 0 && (!scale.ranked || elementCount(scale.dims).value_or(1) == 1);
  auto normal = x.ranked ? normalizeAxis(axis, x.rank()) : std::optional<int64_t>(0);
  INGOT_TRY(c.require(2, block >= 0 && (whole || normal), "axis ", axis, ", block_size ", block,
                      " for x ", x.text()));
  if (known && normal)
    INGOT_TRY(c.require(3, whole || scaleFits(x.dims, scale.dims, *normal, block), "scale ",
                        shapeText(scale.dims), " for x ", shapeText(x.dims), ", axis ", axis,
                        ", block_size ", block));
  if (c.has(2) && c.operand(2).ranked && scale.ranked) {
    const Shape &zero = c.operand(2).dims;
    INGOT_TRY(c.require(4, elementCount(zero) == 1 || compatibleDims(zero, scale.dims),
                        "zero_point ", shapeText(zero), ", scale ", shapeText(scale.dims)));
  }
  return success();
}
} // namespace

ScaleLayout scaleLayout(const Attributes &attributes, const Shape &x, const Shape &scale) {
  int64_t block = attributes.integer("block_size");
  ScaleLayout layout;
  if (block == 0 && elementCount(scale) == 1)
    return layout;
  auto axis = static_cast<size_t>(
      *normalizeAxis(attributes.integer("axis"), static_cast<int64_t>(x.size())));
  layout.size = x[axis];
  layout.inner = productOf(x, axis + 1, x.size());
  layout.block = block > 0 ? block : 1;
  layout.axisStride = block > 0 ? layout.inner : 1;
  layout.innerStride = block > 0 ? 1 : 0;
  layout.outerStride = block > 0 ? productOf(scale, axis, scale.size()) : 0;
  return layout;
}

namespace {
/// The rest of C1, that the types fit, and the granularity; the result is x with other elements.
Status yieldScaled(InferContext &c, bool typesFit, ElementType to) {
  ValueType type = c.operand(0);
  INGOT_TRY(c.require(1, typesFit, "x ", type.text(), ", scale ", c.operand(1).text(), " to ",
                      elementName(to), c.has(2) ? str(", zero_point ", c.operand(2).text()) : ""));
  INGOT_TRY(requireGranularity(c));
  type.element = to;
  return c.yield(std::move(type));
}
} // namespace

Status inferQuantizeLinear(InferContext &c) {
  INGOT_TRY(c.requireTensors(2, 3));
  const ValueType &x = c.operand(0);
  ElementType to = c.attributes.type("to");
  bool types = isNumber(x.element) && isNumber(c.operand(1).element) && isNumber(to) &&
               elementBits(to) <= 16 && (!c.has(2) || c.operand(2).element == to);
  if (c.attributes.has("precision"))
    types &= isComputeFloat(c.attributes.type("precision"));
  return yieldScaled(c, types, to);
}

Status inferDequantizeLinear(InferContext &c) {
  INGOT_TRY(c.requireTensors(2, 3));
  const ValueType &x = c.operand(0);
  ElementType to = c.attributes.type("to");
  bool types = isNumber(x.element) && elementBits(x.element) <= 32 &&
               isFloat(c.operand(1).element) && isComputeFloat(to) &&
               (!c.has(2) || c.operand(2).element == x.element);
  return yieldScaled(c, types, to);
}

Status inferDynamicQuantizeLinear(InferContext &c) {
  INGOT_TRY(c.requireTensors(1, 1));
  ValueType y = c.operand(0);
  INGOT_TRY(c.require(1, y.element == ElementType::F32, "x is ", y.text()));
  y.element = ElementType::U8;
  INGOT_TRY(c.yield(std::move(y)));
  INGOT_TRY(c.yield(ValueType::tensor(ElementType::F32, {})));
  return c.yield(ValueType::tensor(ElementType::U8, {}));
}

Status inferUnpackBits(InferContext &c) {
  INGOT_TRY(c.requireTensors(1, 1));
  ValueType type = c.operand(0);
  int64_t bits = c.attributes.integer("bits");
  bool fits = type.element == ElementType::U8 && (bits == 2 || bits == 4) &&
              (!type.ranked || !type.dims.empty());
  INGOT_TRY(c.require(1, fits, "x is ", type.text(), ", bits ", bits));
  type.element = bits == 2 ? ElementType::U2 : ElementType::U4;
  if (type.ranked && type.dims.back() >= 0 &&
      __builtin_mul_overflow(type.dims.back(), 8 / bits, &type.dims.back()))
    return badModel(str(c.op, ": the last axis of ", c.operand(0).text(), " is too long"));
  return c.yield(std::move(type));
}

} // namespace ingot::graph
