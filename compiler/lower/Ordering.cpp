// Lowerings of operators that depend on the order of elements along an axis.
#include "compiler/lower/RowMajor.h"
#include "kernels/movement/contract.h"
#include "kernels/reduction/contract.h"

namespace ingot::lower {

/// arg_max and arg_min: their kernels are named for them.
bool lowerArgExtreme(LowerContext &c) {
  const library::Kernel *kernel = kernelFor(c, c.op.name, c.operands[0].element, ElementType::I64);
  if (!kernel || !hasElements(c.operands[0]))
    return false;
  Around around(c.operands[0].dims, axisOf(c));
  kernels::reduction::ArgExtremeSizes sizes{.outer = around.outer,
                                            .n = around.n,
                                            .inner = around.inner,
                                            .last = c.attributes.flag("select_last_index")};
  Memory x = rowMajorIn(c, 0);
  c.kernel(*kernel, {x}, {rowMajorOut(c, 0)}, library::valuesOf(sizes));
  return true;
}

bool lowerTopK(LowerContext &c) {
  const library::Kernel *kernel = kernelFor(c, "top_k", c.operands[0].element, ElementType::I64);
  if (!kernel || !hasElements(c.results[1]))
    return false;
  size_t axis = axisOf(c);
  Around x(c.operands[0].dims, axis);
  kernels::movement::TopKSizes sizes{.outer = x.outer,
                                     .n = x.n,
                                     .inner = x.inner,
                                     .k = c.results[1].dims[axis],
                                     .largest = c.attributes.flag("largest")};
  Memory from = rowMajorIn(c, 0), values = rowMajorOut(c, 0), indices = rowMajorOut(c, 1);
  c.kernel(*kernel, {from}, {values, indices}, library::valuesOf(sizes));
  return true;
}

namespace {

/// Along an axis that is only known when it runs.
bool lowerCumulativeAlong(LowerContext &c) {
  ElementType type = c.operands[0].element;
  const library::Kernel *kernel = kernelFor(c, "cumulate_along", type, type);
  const Shape &dims = c.operands[0].dims;
  constexpr size_t most = kernels::movement::copyAxes;
  if (!kernel || !isIndex(c.operands[1].element) || !hasElements(c.operands[0]) ||
      dims.size() > most)
    return false;
  kernels::movement::CumulateAlongSizes sizes{
      .dims = {1, 1, 1, 1, 1, 1, 1, 1},
      .rank = static_cast<int64_t>(dims.size()),
      .exclusive = c.attributes.flag("exclusive"),
      .reverse = c.attributes.flag("reverse"),
      .product = c.op.name == "cum_prod",
      .indexBytes = static_cast<int64_t>(elementBytes(c.operands[1].element))};
  std::copy(dims.begin(), dims.end(), sizes.dims + most - dims.size());
  Memory x = rowMajorIn(c, 0), axis = rowMajorIn(c, 1);
  c.kernel(*kernel, {x, axis}, {rowMajorOut(c)}, library::valuesOf(sizes),
           str(c.op.name, ": the axis is out of range for rank ", dims.size()));
  return true;
}

} // namespace

/// cum_sum and cum_prod.
bool lowerCumulative(LowerContext &c) {
  ElementType type = c.operands[0].element;
  const library::Kernel *kernel = kernelFor(c, "cumulate", type, type);
  auto axis = c.integers(1);
  if (!axis)
    return lowerCumulativeAlong(c);
  if (!kernel || !hasElements(c.operands[0]))
    return false;
  const Shape &dims = c.operands[0].dims;
  auto rank = static_cast<int64_t>(dims.size());
  Around around(dims, static_cast<size_t>(*graph::normalizeAxis(axis->front(), rank)));
  kernels::movement::CumulateSizes sizes{.outer = around.outer,
                                         .n = around.n,
                                         .inner = around.inner,
                                         .exclusive = c.attributes.flag("exclusive"),
                                         .reverse = c.attributes.flag("reverse"),
                                         .product = c.op.name == "cum_prod"};
  Memory x = rowMajorIn(c, 0);
  c.kernel(*kernel, {x}, {rowMajorOut(c, 0)}, library::valuesOf(sizes));
  return true;
}

bool lowerTruePlaces(LowerContext &c) {
  const library::Kernel *kernel =
      kernelFor(c, "true_places", c.operands[0].element, ElementType::I64);
  if (!kernel || !hasElements(c.operands[0]))
    return false;
  kernels::movement::TruePlacesSizes sizes{.n = c.operands[0].dims[0]};
  Memory condition = rowMajorIn(c, 0), places = rowMajorOut(c, 0), count = rowMajorOut(c, 1);
  c.kernel(*kernel, {condition}, {places, count}, library::valuesOf(sizes));
  return true;
}

bool lowerDistinct(LowerContext &c) {
  const library::Kernel *kernel = kernelFor(c, "distinct", c.operands[0].element, ElementType::I64);
  if (!kernel || !hasElements(c.operands[0]))
    return false;
  bool hasAxis = c.attributes.has("axis");
  Shape whole{*elementCount(c.operands[0].dims)};
  Around x(hasAxis ? c.operands[0].dims : whole, hasAxis ? axisOf(c) : 0);
  kernels::movement::DistinctSizes sizes{
      .outer = x.outer, .n = x.n, .inner = x.inner, .sorted = c.attributes.flag("sorted")};
  std::vector<Memory> writes = {c.scratch(ElementType::I64, {2, x.n})};
  Memory from = rowMajorIn(c, 0);
  for (size_t i = 0; i < c.results.size(); ++i)
    writes.push_back(rowMajorOut(c, i));
  c.kernel(*kernel, {from}, writes, library::valuesOf(sizes));
  return true;
}

} // namespace ingot::lower
