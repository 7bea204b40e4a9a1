// The expansion of affine grids: a sum of products that broadcast, one for each axis.
//
//   affine_grid(theta [n, 2, 3], [n, c, h, w])  →  grid [n, h, w, 2]
//     theta[:, :, 2] + theta[:, :, 1] * places along h + theta[:, :, 0] * places along w
#include "compiler/dialect/graph/Bridge.h"
#include "compiler/transforms/graph/Expansions.h"

#include "kernels/resampling/reference.h"

using namespace mlir;

namespace ingot::graph {
namespace {

/// Column `column` of theta, [n, 1 …, rank].
mlir::Value columnOf(mlir::Value theta, int64_t column, int64_t rank, Emitter &e) {
  mlir::Value part = e.value(
      "slice", {theta, e.integers({column}), e.integers({column + 1}), e.integers({2}), e.none()});
  Shape shape(static_cast<size_t>(rank) + 2, 1);
  shape.front() = (*staticShape(theta))[0];
  shape.back() = rank;
  return e.reshape(part, shape);
}

/// Coordinates from -1 to 1 along an axis of the grid.
mlir::Value placesAlong(size_t axis, const Shape &grid, bool alignCorners, ElementType type,
                        Emitter &e) {
  Shape shape(grid.size(), 1);
  shape[axis] = grid[axis];
  std::vector<double> places;
  for (int64_t i = 0; i < grid[axis]; ++i)
    places.push_back(kernels::resampling::normalized(i, grid[axis], alignCorners));
  return e.numbers(shape, places, type);
}

std::optional<SmallVector<mlir::Value>> expandAffineGrid(Operation *op, Emitter &e) {
  mlir::Value theta = op->getOperand(0);
  auto shape = staticShape(theta), grid = staticShape(op->getResult(0));
  ElementType type = elementOf(theta);
  if (!shape || !grid || elementCount(*grid).value_or(0) == 0 || (*shape)[0] != grid->front() ||
      (type != ElementType::F32 && type != ElementType::F64))
    return std::nullopt;
  bool alignCorners = attributesOf(op).flag("align_corners");
  int64_t rank = grid->back();
  mlir::Value sum = columnOf(theta, rank, rank, e);
  for (int64_t axis = 0; axis < rank; ++axis) {
    mlir::Value places = placesAlong(static_cast<size_t>(axis) + 1, *grid, alignCorners, type, e);
    sum = e.add(sum, e.mul(columnOf(theta, rank - 1 - axis, rank, e), places));
  }
  return SmallVector<mlir::Value>{sum};
}

constexpr ExpansionRow rows[] = {{"affine_grid", expandAffineGrid}};

} // namespace

ArrayRef<ExpansionRow> samplingExpansions() { return rows; }

} // namespace ingot::graph
