// Lowerings of reductions: over the innermost axes, or over axes before them.
#include "compiler/codegen/Steps.h"
#include "compiler/lower/LowerContext.h"

#include "kernels/reduction/contract.h"

#include <algorithm>

namespace ingot::lower {
namespace {

/// Which axes are reduced, perhaps none; nothing when a model computes them.
std::optional<std::vector<bool>> reducedAxes(const LowerContext &c) {
  size_t rank = c.operands[0].dims.size();
  std::vector<int64_t> axes;
  if (c.has(1)) {
    auto given = c.integers(1);
    if (!given)
      return std::nullopt;
    axes = *given;
  }
  bool all = !c.has(1) || (axes.empty() && c.attributes.flag("all_if_empty"));
  std::vector<bool> reduced(rank, all);
  for (int64_t axis : axes)
    reduced[static_cast<size_t>(axis < 0 ? axis + static_cast<int64_t>(rank) : axis)] = true;
  return reduced;
}

/// The operand as [outer, n, inner], of which n is reduced.
struct Blocks {
  int64_t outer = 1, n = 1, inner = 1;
};

/// Nothing where the reduced axes are not neighbours in this order.
std::optional<Blocks> blocksOf(const Shape &dims, const Order &order,
                               const std::vector<bool> &reduced) {
  Blocks blocks;
  bool isBehind = false; // the reduced axes
  for (int i : order) {
    auto axis = static_cast<size_t>(i);
    if (dims[axis] == 1)
      continue;
    if (reduced[axis] && isBehind)
      return std::nullopt;
    if (reduced[axis])
      blocks.n *= dims[axis];
    else if (blocks.n == 1)
      blocks.outer *= dims[axis];
    else
      blocks.inner *= dims[axis], isBehind = true;
  }
  return blocks;
}

/// The order of the result's axes that keeps those of the operand in theirs.
Order resultOrder(const LowerContext &c, const Order &order, const std::vector<bool> &reduced) {
  if (c.attributes.flag("keepdims"))
    return order;
  std::vector<int> place(reduced.size());
  int next = 0;
  for (size_t i = 0; i < reduced.size(); ++i)
    place[i] = reduced[i] ? -1 : next++;
  Order result;
  for (int axis : order)
    if (!reduced[static_cast<size_t>(axis)])
      result.push_back(place[static_cast<size_t>(axis)]);
  return result;
}

/// How many axes of the operand lie behind those that are reduced, and how many of the result.
struct AxesBehind {
  size_t operand = 0, result = 0;
};

AxesBehind axesBehind(const LowerContext &c, const Order &order, const std::vector<bool> &reduced) {
  AxesBehind behind;
  for (size_t i = order.size(); i-- > 0; ++behind.operand) {
    auto axis = static_cast<size_t>(order[i]);
    if (reduced[axis] && c.operands[0].dims[axis] != 1)
      break;
    behind.result += !reduced[axis] || c.attributes.flag("keepdims");
  }
  return behind;
}

/// How many axes are innermost so that all that are reduced are among them, and no other but those
/// of size 1.
size_t axesFromReduced(const LowerContext &c, const Order &order,
                       const std::vector<bool> &reduced) {
  size_t first = order.size();
  for (size_t i = 0; i < order.size(); ++i)
    if (auto axis = static_cast<size_t>(order[i]); reduced[axis] && c.operands[0].dims[axis] != 1)
      first = std::min(first, i);
  return order.size() - first;
}

/// How the operand is to lie, and what it is then.
struct Layout {
  Order order;
  Blocks blocks;
};

Layout layoutOf(const Memory &x, const std::vector<bool> &reduced) {
  Order order = orderOf(x);
  if (auto blocks = blocksOf(x.dims, order, reduced))
    return {order, *blocks};
  std::vector<int> axes;
  for (size_t i = 0; i < reduced.size(); ++i)
    if (reduced[i])
      axes.push_back(static_cast<int>(i));
  order = innermost(order, axes);
  return {order, *blocksOf(x.dims, order, reduced)};
}

kernels::reduction::ColumnReductionSizes columnSizes(const Blocks &blocks, const Memory &x,
                                                     const Memory &y) {
  return {.outer = blocks.outer,
          .n = blocks.n,
          .inner = blocks.inner,
          .pitch = blocks.inner,
          .xBytes = static_cast<int64_t>(elementBytes(x.type)),
          .yBytes = static_cast<int64_t>(elementBytes(y.type))};
}

/// Floats in f32. The kernels' operations are named for the operators: reduce_sum runs
/// reduce_sum_rows or reduce_sum_columns.
bool lowerVectors(LowerContext &c, const std::vector<bool> &reduced) {
  auto [order, blocks] = layoutOf(c.in(0), reduced);
  bool isRows = blocks.inner == 1;
  const library::Kernel *kernel = kernelFor(c, str(c.op.name, isRows ? "_rows" : "_columns"),
                                            c.operands[0].element, c.stored(0));
  if (!kernel)
    return false;
  Memory x = c.in(0, order);
  Order kept = resultOrder(c, order, reduced);
  Memory y = c.out(0, kept);
  kernels::reduction::ColumnReductionSizes sizes = columnSizes(blocks, x, y);
  if (isRows) {
    kernels::reduction::RowReductionSizes rows{.rows = blocks.outer,
                                               .n = blocks.n,
                                               .pitch = blocks.n,
                                               .xBytes = sizes.xBytes,
                                               .yBytes = sizes.yBytes};
    c.kernel(*kernel, {x}, {order, axesFromReduced(c, order, reduced)}, y, {kept, 0},
             library::valuesOf(rows));
    return true;
  }
  AxesBehind behind = axesBehind(c, order, reduced);
  c.kernel(*kernel, {x}, {order, behind.operand}, y, {kept, behind.result},
           library::valuesOf(sizes));
  return true;
}

/// f64 and integers, whose kernels are named for the operator and what it computes in. A sum of
/// truth values is none.
bool lowerPlain(LowerContext &c, const std::vector<bool> &reduced) {
  ElementType type = c.operands[0].element;
  bool isExtreme = c.op.name == "reduce_max" || c.op.name == "reduce_min";
  const library::Kernel *kernel =
      library::findKernel(str(c.op.name, "_", codegen::computeName(type)));
  if (!kernel || (type == ElementType::Bool && !isExtreme))
    return false;
  auto [order, blocks] = layoutOf(c.in(0), reduced);
  Memory x = c.in(0, order), y = c.out(0, resultOrder(c, order, reduced));
  c.kernel(*kernel, {x}, {y}, library::valuesOf(columnSizes(blocks, x, y)));
  return true;
}

} // namespace

bool lowerReduction(LowerContext &c) {
  auto reduced = reducedAxes(c);
  ElementType type = c.results[0].element;
  if (!reduced || c.operands[0].element != type ||
      elementCount(c.operands[0].dims).value_or(0) == 0)
    return false;
  return isComputedInF32(type) ? lowerVectors(c, *reduced) : lowerPlain(c, *reduced);
}

} // namespace ingot::lower
