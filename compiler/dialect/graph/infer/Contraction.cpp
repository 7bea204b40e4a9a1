// Shape functions of matrix products.
#include "compiler/dialect/graph/infer/Shapes.h"

#include <algorithm>

namespace ingot::graph {
namespace {
bool isByte(ElementType type) { return type == ElementType::I8 || type == ElementType::U8; }

/// The dims of a matrix operand with the last two swapped if asked.
Shape oriented(const ValueType &type, bool transposed) {
  Shape dims = type.dims;
  if (transposed)
    std::swap(dims[dims.size() - 1], dims[dims.size() - 2]);
  return dims;
}

/// The shape of the product; unranked when an operand is. Constraints 2 to 4.
Expected<ValueType> productType(InferContext &c, ElementType element, bool transposeA,
                                bool transposeB) {
  const ValueType &a = c.operand(0), &b = c.operand(1);
  if (!a.ranked || !b.ranked)
    return ValueType::unranked(element);
  INGOT_TRY(c.require(2, a.rank() >= 1 + transposeA && b.rank() >= 1 + transposeB, "shapes ",
                      shapeText(a.dims), " and ", shapeText(b.dims)));
  Shape left = oriented(a, transposeA), right = oriented(b, transposeB);
  bool row = left.size() == 1, column = right.size() == 1;
  int64_t depthA = left.back(), depthB = column ? right[0] : right[right.size() - 2];
  INGOT_TRY(c.require(3, compatible(depthA, depthB), "shapes ", shapeText(left), " and ",
                      shapeText(right), " have inner sizes ", depthA, " and ", depthB));
  Shape batchA(left.begin(), left.end() - (row ? 1 : 2));
  Shape batchB(right.begin(), right.end() - (column ? 1 : 2));
  auto dims = broadcastShapes(batchA, batchB);
  INGOT_TRY(c.require(4, dims.has_value(), "shapes ", shapeText(left), " and ", shapeText(right)));
  if (!row)
    dims->push_back(left[left.size() - 2]);
  if (!column)
    dims->push_back(right.back());
  return ValueType::tensor(element, std::move(*dims));
}
} // namespace

Status inferMatmul(InferContext &c) {
  INGOT_TRY(c.requireTensors(2, 2));
  ElementType element = c.operand(0).element;
  INGOT_TRY(c.require(1, c.operand(1).element == element, "element types ", elementName(element),
                      " and ", elementName(c.operand(1).element)));
  return c.yield(INGOT_TRY(
      productType(c, element, c.attributes.flag("transpose_a"), c.attributes.flag("transpose_b"))));
}

Status inferMatmulInteger(InferContext &c) {
  INGOT_TRY(c.requireTensors(2, 4));
  for (size_t i = 0; i < c.operandCount(); ++i) {
    if (!c.has(i))
      continue;
    ElementType element = c.operand(i).element;
    INGOT_TRY(c.require(1, isByte(element) && element == c.operand(i % 2).element, "operand ", i,
                        " is ", elementName(element)));
  }
  ValueType type = INGOT_TRY(productType(c, ElementType::I32, false, false));
  for (size_t i = 2; i < c.operandCount(); ++i) {
    const ValueType &zero = c.operand(i), &x = c.operand(i - 2);
    if (!c.has(i) || !zero.ranked || !x.ranked)
      continue;
    auto together = broadcastShapes(zero.dims, x.dims);
    bool fits = together && together->size() == x.dims.size();
    for (size_t axis = 0; fits && axis < x.dims.size(); ++axis)
      fits = compatible((*together)[axis], x.dims[axis]);
    INGOT_TRY(c.require(5, fits, "zero point ", shapeText(zero.dims), " for ", shapeText(x.dims)));
  }
  return c.yield(std::move(type));
}

Status inferMatmulCodes(InferContext &c) {
  INGOT_TRY(c.requireTensors(3, 4));
  const ValueType &a = c.operand(0), &b = c.operand(1), &scale = c.operand(2);
  bool haveOneType = scale.element == a.element && b.element == ElementType::U8 &&
                     a.element != ElementType::F64 &&
                     (!c.has(3) || c.operand(3).element == a.element);
  INGOT_TRY(c.require(1, haveOneType, "element types ", elementName(a.element), ", ",
                      elementName(b.element), " and ", elementName(scale.element)));
  int64_t bits = c.attributes.integer("bits"), block = c.attributes.integer("block_size");
  INGOT_TRY(c.require(2, (bits == 2 || bits == 4 || bits == 8) && block > 0, "bits ", bits,
                      ", block_size ", block));
  if (!a.ranked || !b.ranked)
    return c.yield(ValueType::unranked(a.element));
  INGOT_TRY(c.require(3, a.rank() >= 1 && b.rank() == 2, "shapes ", shapeText(a.dims), " and ",
                      shapeText(b.dims)));
  int64_t depth = a.dims.back(), bytes = b.dims[1];
  if (depth >= 0) {
    constexpr int64_t limit = int64_t{1} << 40; // of what memory holds; no product overflows
    bool fits = depth < limit && (bytes < 0 || bytes >= (depth * bits + 7) / 8);
    INGOT_TRY(c.require(3, fits, bytes, " bytes for ", depth, " numbers of ", bits, " bits"));
    Shape wanted{b.dims[0], depth / block + (depth % block != 0)};
    bool areAll = !scale.ranked || (scale.rank() == 2 && compatible(scale.dims[0], wanted[0]) &&
                                    compatible(scale.dims[1], wanted[1]));
    INGOT_TRY(
        c.require(4, areAll, "shape ", shapeText(scale.dims), ", wanted ", shapeText(wanted)));
  }
  if (c.has(3) && c.operand(3).isStatic() && scale.isStatic())
    INGOT_TRY(c.require(5, c.operand(3).dims == scale.dims || elementCount(c.operand(3).dims) == 1,
                        "shape ", shapeText(c.operand(3).dims)));
  Shape dims = a.dims;
  dims.back() = b.dims[0];
  return c.yield(ValueType::tensor(a.element, std::move(dims)));
}

Status inferDet(InferContext &c) {
  INGOT_TRY(c.requireTensors(1, 1));
  const ValueType &x = c.operand(0);
  if (!x.ranked)
    return c.yield(ValueType::unranked(x.element));
  size_t rank = x.dims.size();
  INGOT_TRY(c.require(1, rank >= 2 && compatible(x.dims[rank - 1], x.dims[rank - 2]), "shape ",
                      shapeText(x.dims)));
  return c.yield(tensorLike(x, Shape(x.dims.begin(), x.dims.end() - 2)));
}

} // namespace ingot::graph
