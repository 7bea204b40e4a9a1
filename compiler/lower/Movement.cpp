// Lowerings of data movement: looks at memory where strides can say it, copies where not.
#include "compiler/dialect/graph/infer/Movement.h"
#include "compiler/lower/RowMajor.h"
#include "kernels/movement/copy.h"

namespace ingot::lower {

bool isReversed(const Memory &memory) {
  return std::any_of(memory.strides.begin(), memory.strides.end(),
                     [](int64_t stride) { return stride < 0; });
}

bool canCopyReversed(const Memory &from) {
  return from.dims.size() <= kernels::movement::copyAxes && Moved(from.type).parts == 1;
}

void copyReversed(LowerContext &c, const Memory &from, const Memory &to) {
  auto sizes = kernels::movement::planCopy(from.dims.data(), from.strides.data(), to.strides.data(),
                                           static_cast<int>(from.dims.size()));
  // Strides of memory are not negative: the kernel is given the first element.
  Memory first = from;
  first.dims.assign(first.dims.size(), 1);
  first.strides.assign(first.strides.size(), 1);
  c.kernel(*Moved(from.type).kernel("copy_strided"), {first}, {to}, library::valuesOf(sizes));
}

bool lowerIdentity(LowerContext &c) {
  c.view(0, c.in(0));
  return true;
}

/// Also flatten, squeeze and unsqueeze: the result's type says it all.
bool lowerReshape(LowerContext &c) {
  Memory x = c.in(0);
  auto strides = reshapedStrides(x, c.results[0].dims);
  if (!strides) {
    x = c.in(0, rowMajor(x.dims.size()));
    strides = reshapedStrides(x, c.results[0].dims);
  }
  x.dims = c.results[0].dims;
  x.strides = *strides;
  c.view(0, x);
  return true;
}

bool lowerTranspose(LowerContext &c) {
  Memory x = c.in(0), y = x;
  const auto &perm = c.attributes.integers("perm");
  for (size_t i = 0; i < perm.size(); ++i) {
    y.dims[i] = x.dims[static_cast<size_t>(perm[i])];
    y.strides[i] = x.strides[static_cast<size_t>(perm[i])];
  }
  c.view(0, y);
  return true;
}

bool lowerExpand(LowerContext &c) {
  Memory x = c.in(0), y = x;
  y.dims = c.results[0].dims;
  y.strides.assign(y.dims.size(), 0);
  size_t shift = y.dims.size() - x.dims.size();
  for (size_t i = 0; i < x.dims.size(); ++i)
    if (x.dims[i] == y.dims[shift + i])
      y.strides[shift + i] = x.strides[i];
  c.view(0, y);
  return true;
}

/// Constant bounds; the shape function has checked them.
bool lowerSlice(LowerContext &c) {
  for (size_t i = 1; i < c.operands.size(); ++i)
    if (c.has(i) && !c.integers(i))
      return false;
  graph::InferContext infer = inferenceOf(c);
  auto ranges = graph::sliceRanges(infer);
  if (!ranges.ok())
    return false;
  Memory y = c.in(0);
  for (size_t axis = 0; axis < y.dims.size(); ++axis) {
    const graph::SliceRange &range = (*ranges)[axis];
    y.offset += range.start * y.strides[axis];
    y.strides[axis] *= range.step;
  }
  y.dims = c.results[0].dims;
  if (!isReversed(y)) {
    c.view(0, y);
    return true;
  }
  if (!canCopyReversed(y))
    return false;
  copyReversed(c, y, rowMajorOut(c));
  return true;
}

/// The same bits: a copy that does not look at them. Of a result that is smaller than a byte some
/// bits would not be its own.
bool lowerBitCast(LowerContext &c) {
  Memory x = c.in(0);
  if (elementBits(c.results[0].element) < 8 || !hasElements(c.results[0]) || !canCopyReversed(x))
    return false;
  copyReversed(c, x, rowMajorOut(c));
  return true;
}

bool lowerSplit(LowerContext &c) {
  Memory x = c.in(0);
  int64_t rank = static_cast<int64_t>(x.dims.size()), axis = c.attributes.integer("axis");
  auto at = static_cast<size_t>(axis < 0 ? axis + rank : axis);
  for (size_t i = 0; i < c.results.size(); ++i) {
    Memory part = x;
    part.dims = c.results[i].dims;
    c.view(i, part);
    x.offset += part.dims[at] * x.strides[at];
  }
  return true;
}

bool lowerConcat(LowerContext &c) {
  auto rank = c.results[0].dims.size();
  int64_t axis = c.attributes.integer("axis");
  auto at = static_cast<size_t>(axis < 0 ? axis + static_cast<int64_t>(rank) : axis);
  // In the layout of the first operand, so that what was channels-last stays so.
  bool last = rank > 2 && isDense(c.in(0), channelsLast(rank)) && !isDense(c.in(0), rowMajor(rank));
  Memory y = c.out(0, last ? channelsLast(rank) : rowMajor(rank));
  for (size_t i = 0; i < c.operands.size(); ++i) {
    Memory part = y;
    part.dims = c.operands[i].dims;
    c.copy(c.in(i), part);
    y.offset += part.dims[at] * y.strides[at];
  }
  return true;
}

} // namespace ingot::lower
