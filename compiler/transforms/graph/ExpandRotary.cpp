// Expansion of rotary embedding: the halves of each row, or its even and odd elements, are rotated.
//
//   a, b = halves of x;   concat(a * cos - b * sin, a * sin + b * cos)
#include "compiler/dialect/graph/Bridge.h"
#include "compiler/transforms/graph/Expansions.h"

#include <numeric>

using namespace mlir;

namespace ingot::graph {
namespace {

using Values = std::optional<SmallVector<mlir::Value>>;

/// Elements [from, to) of the last axis.
mlir::Value part(mlir::Value x, int64_t from, int64_t to, Emitter &e) {
  return e.value("slice", {x, e.integers({from}), e.integers({to}), e.integers({-1}), e.none()});
}

mlir::Value joined(mlir::ValueRange parts, Emitter &e) {
  return e.value("concat", parts, {{"axis", int64_t{-1}}});
}

/// Where x lies: [batch, heads, rows, size], or [batch, rows, heads, size] where it was packed.
struct Heads {
  int64_t batch, rows, size;
  bool isPacked;

  /// Of one number for each row, so that it broadcasts to x.
  Shape perRow(int64_t numbers) const {
    return isPacked ? Shape{batch, rows, 1, numbers} : Shape{batch, 1, rows, numbers};
  }
};

/// The row of the tables for each row of x: [batch, rows], or [1, rows].
mlir::Value positionsOf(mlir::Value positions, const Heads &heads, int64_t table, Emitter &e) {
  Shape shape = *staticShape(positions);
  mlir::Value rows = e.cast(positions, ElementType::I64);
  if (shape.size() == 1) {
    std::vector<int64_t> places(static_cast<size_t>(heads.rows));
    std::iota(places.begin(), places.end(), int64_t{0});
    rows = e.add(e.reshape(rows, {shape[0], 1}), e.integers(places));
  }
  // A position below 0 is an error, and not counted from the end.
  mlir::Value none = e.constant(Tensor::scalar(table));
  return e.value("where", {e.value("less", {rows, e.number(0, rows)}), none, rows});
}

/// Cosines or sines that broadcast to half of x.
mlir::Value anglesOf(mlir::Value table, mlir::Value positions, const Heads &heads, int64_t half,
                     Emitter &e) {
  Shape shape = heads.perRow(half);
  if (positions) {
    table = e.value("gather", {table, positions}, {{"axis", int64_t{0}}});
    shape[0] = (*staticShape(positions))[0];
  }
  return e.reshape(table, shape);
}

struct Pair {
  mlir::Value first, second;
};

/// The first and second elements of all pairs.
Pair pairsOf(mlir::Value x, Shape shape, int64_t half, bool interleaved, Emitter &e) {
  if (!interleaved)
    return {part(x, 0, half, e), part(x, half, 2 * half, e)};
  shape.back() = half;
  Shape split = shape;
  split.push_back(2);
  mlir::Value pairs = e.reshape(part(x, 0, 2 * half, e), split);
  return {e.reshape(part(pairs, 0, 1, e), shape), e.reshape(part(pairs, 1, 2, e), shape)};
}

mlir::Value fromPairs(const Pair &pairs, Shape shape, int64_t half, bool interleaved, Emitter &e) {
  if (!interleaved)
    return joined({pairs.first, pairs.second}, e);
  Shape single = shape, whole = shape;
  single.back() = half;
  single.push_back(1);
  whole.back() = 2 * half;
  return e.reshape(joined({e.reshape(pairs.first, single), e.reshape(pairs.second, single)}, e),
                   whole);
}

Values expandRotary(Operation *op, Emitter &e) {
  mlir::Value x = op->getOperand(0), positions = op->getOperand(3);
  auto shape = staticShape(x), table = staticShape(op->getOperand(1));
  if (!shape || !table || elementCount(*shape).value_or(0) == 0 ||
      elementCount(*table).value_or(0) == 0 || (!isNone(positions) && !staticShape(positions)))
    return std::nullopt;
  Attributes attributes = attributesOf(op);
  bool isPacked = shape->size() == 3, interleaved = attributes.flag("interleaved");
  Shape split = *shape;
  if (isPacked)
    split = {split[0], split[1], attributes.integer("heads"),
             split[2] / attributes.integer("heads")};
  Heads heads{split[0], isPacked ? split[1] : split[2], split[3], isPacked};
  int64_t rotated = attributes.integer("rotary_size");
  int64_t half = (rotated == 0 ? heads.size : rotated) / 2;
  mlir::Value rows = isNone(positions) ? nullptr : positionsOf(positions, heads, (*table)[0], e);
  mlir::Value cosine = anglesOf(op->getOperand(1), rows, heads, half, e);
  mlir::Value sine = anglesOf(op->getOperand(2), rows, heads, half, e);
  x = e.reshape(x, split);
  auto [a, b] = pairsOf(x, split, half, interleaved, e);
  Pair turned = {e.sub(e.mul(a, cosine), e.mul(b, sine)), e.add(e.mul(a, sine), e.mul(b, cosine))};
  mlir::Value y = fromPairs(turned, split, half, interleaved, e);
  if (2 * half < heads.size)
    y = joined({y, part(x, 2 * half, heads.size, e)}, e);
  return SmallVector<mlir::Value>{e.reshape(y, *shape)};
}

constexpr ExpansionRow rows[] = {{"rotary_embedding", expandRotary}};

} // namespace

ArrayRef<ExpansionRow> rotaryExpansions() { return rows; }

} // namespace ingot::graph
