// Expansions of operators that compare places: along an axis one is chosen, or a diagonal divides.
//
//   one_hot(i, 3, [off, on])   →   where(i == [0, 1, 2], on, off)
//   trilu(x [r, c], k)         →   where([0 … c] >= [[0], …, [r]] + k, x, 0)
#include "compiler/dialect/graph/Bridge.h"
#include "compiler/dialect/graph/infer/Shapes.h"
#include "compiler/transforms/graph/Expansions.h"

#include <algorithm>
#include <numeric>

using namespace mlir;

namespace ingot::graph {
namespace {

using Values = std::optional<SmallVector<mlir::Value>>;

Values one(mlir::Value value) { return SmallVector<mlir::Value>{value}; }

/// Numbers that loops compute with; others would be compared by nobody.
bool isPlain(ElementType type) {
  return elementBits(type) >= 8 ? elementClass(type) != ElementClass::Complex
                                : type == ElementType::Bool;
}

/// 0, 1, …, along the axis of this size of an array of this shape.
mlir::Value placesAlong(size_t axis, size_t rank, int64_t size, Emitter &e) {
  std::vector<int64_t> places(static_cast<size_t>(size));
  std::iota(places.begin(), places.end(), int64_t{0});
  Shape shape(rank, 1);
  shape[axis] = size;
  return e.constant(Tensor::of(shape, places));
}

/// The `count` axes of a hardmax from `axis` on are one.
Values expandHardmax(Operation *op, Emitter &e) {
  auto shape = staticShape(op->getOperand(0));
  if (!shape || elementCount(*shape).value_or(0) == 0)
    return std::nullopt;
  Attributes attributes = attributesOf(op);
  auto axis = static_cast<size_t>(
      *normalizeAxis(attributes.integer("axis"), static_cast<int64_t>(shape->size())));
  auto count = static_cast<size_t>(attributes.integer("count"));
  size_t end = count == 0 ? shape->size() : axis + count;
  int64_t n = productOf(*shape, axis, end);
  mlir::Value x = e.reshape(op->getOperand(0),
                            {productOf(*shape, 0, axis), n, productOf(*shape, end, shape->size())});
  mlir::Value best = e.value("arg_max", {x}, {{"axis", int64_t{1}}});
  mlir::Value isBest = e.value("equal", {best, placesAlong(1, 3, n, e)});
  return one(e.reshape(e.cast(isBest, elementOf(op->getResult(0))), *shape));
}

Values expandOneHot(Operation *op, Emitter &e) {
  auto indices = staticShape(op->getOperand(0)), result = staticShape(op->getResult(0));
  mlir::Value values = op->getOperand(2);
  if (!indices || !result || !isPlain(elementOf(op->getOperand(0))) ||
      !isPlain(elementOf(values)) || elementCount(*result).value_or(0) == 0)
    return std::nullopt;
  Attributes attributes = attributesOf(op);
  auto axis = static_cast<size_t>(
      *normalizeAxis(attributes.integer("axis"), static_cast<int64_t>(result->size())));
  int64_t depth = (*result)[axis];
  indices->insert(indices->begin() + static_cast<int64_t>(axis), 1);
  mlir::Value index = e.reshape(e.cast(op->getOperand(0), ElementType::I64), *indices);
  if (attributes.flag("wrap"))
    index = e.value("where", {e.value("less", {index, e.number(0, index)}),
                              e.add(index, static_cast<double>(depth)), index});
  auto valueAt = [&](int64_t i) {
    return e.value("gather", {values, e.constant(Tensor::scalar(i))}, {{"axis", int64_t{0}}});
  };
  mlir::Value isOn = e.value("equal", {index, placesAlong(axis, result->size(), depth, e)});
  return one(e.value("where", {isOn, valueAt(1), valueAt(0)}));
}

/// Where element [row, column] lies on or above diagonal k, or on or below it.
mlir::Value besideDiagonal(StringRef comparison, const Shape &shape, mlir::Value k, Emitter &e) {
  size_t rank = shape.size();
  mlir::Value rows = placesAlong(0, 2, shape[rank - 2], e);
  mlir::Value columns = placesAlong(1, 2, shape[rank - 1], e);
  return e.value(comparison, {columns, e.add(rows, k)});
}

/// A diagonal that the matrix has, or the first one beyond it.
int64_t clampedDiagonal(int64_t k, const Shape &shape) {
  return std::clamp(k, -shape[shape.size() - 2], shape.back());
}

/// The same of an operand, which may not be there.
mlir::Value clampedDiagonal(mlir::Value k, const Shape &shape, Emitter &e) {
  auto given = isNone(k) ? std::vector<int64_t>{0} : constantIntegers(k);
  if (given)
    return e.constant(Tensor::scalar(clampedDiagonal(given->front(), shape)));
  mlir::Value low = e.constant(Tensor::scalar(-shape[shape.size() - 2]));
  mlir::Value high = e.constant(Tensor::scalar(shape.back()));
  k = e.reshape(e.cast(k, ElementType::I64), {});
  return e.value("max", {e.value("min", {k, high}), low});
}

Values expandTrilu(Operation *op, Emitter &e) {
  mlir::Value x = op->getOperand(0), k = op->getOperand(1);
  auto shape = staticShape(x);
  if (!shape || !isPlain(elementOf(x)) || !elementCount(*shape))
    return std::nullopt;
  bool upper = attributesOf(op).flag("upper");
  mlir::Value isKept = besideDiagonal(upper ? "greater_or_equal" : "less_or_equal", *shape,
                                      clampedDiagonal(k, *shape, e), e);
  return one(e.value("where", {isKept, x, e.number(0, x)}));
}

Values expandEyeLike(Operation *op, Emitter &e) {
  auto shape = staticShape(op->getResult(0));
  ElementType type = elementOf(op->getResult(0));
  if (!shape || !isPlain(type) || elementCount(*shape).value_or(0) == 0)
    return std::nullopt;
  int64_t k = clampedDiagonal(attributesOf(op).integer("k"), *shape);
  mlir::Value isOn = besideDiagonal("equal", *shape, e.constant(Tensor::scalar(k)), e);
  return one(e.cast(isOn, type));
}

/// Read as a boolean, a byte is whether it is not 0.
Values expandBitCast(Operation *op, Emitter &e) {
  ElementType from = elementOf(op->getOperand(0));
  bool isByte = from == ElementType::I8 || from == ElementType::U8;
  if (!isByte || elementOf(op->getResult(0)) != ElementType::Bool)
    return std::nullopt;
  return one(e.cast(op->getOperand(0), ElementType::Bool));
}

/// tile(x [a, b]) to [2a, b] → expand of [1, a, b] to [2, a, b], with the first two axes joined.
Values expandTile(Operation *op, Emitter &e) {
  constexpr size_t mostAxes = 8; // that a copy takes
  auto from = staticShape(op->getOperand(0)), to = staticShape(op->getResult(0));
  if (!from || !to || elementCount(*to).value_or(0) == 0)
    return std::nullopt;
  Shape split, repeated;
  for (size_t i = 0; i < from->size(); ++i) {
    if (int64_t times = (*to)[i] / (*from)[i]; times != 1) {
      split.push_back(1);
      repeated.push_back(times);
    }
    split.push_back((*from)[i]);
    repeated.push_back((*from)[i]);
  }
  if (split.size() > mostAxes)
    return std::nullopt;
  mlir::Value parts = e.reshape(op->getOperand(0), split);
  return one(e.reshape(e.value("expand", {parts, e.integers(repeated)}), *to));
}

constexpr ExpansionRow rows[] = {
    {"bit_cast", expandBitCast}, {"eye_like", expandEyeLike}, {"hardmax", expandHardmax},
    {"one_hot", expandOneHot},   {"tile", expandTile},        {"trilu", expandTrilu},
};

} // namespace

ArrayRef<ExpansionRow> selectionExpansions() { return rows; }

} // namespace ingot::graph
