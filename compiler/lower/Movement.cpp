// Lowerings of data movement: looks at memory where strides can say it, copies where not.
#include "compiler/lower/LowerContext.h"

#include <algorithm>

namespace ingot::lower {

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

/// Constant bounds with steps forward; the shape function has checked the rest.
bool lowerSlice(LowerContext &c) {
  auto starts = c.integers(1);
  if (!starts || !c.integers(2))
    return false;
  std::vector<int64_t> axes(starts->size()), steps(starts->size(), 1);
  for (size_t i = 0; i < axes.size(); ++i)
    axes[i] = static_cast<int64_t>(i);
  if (c.has(3)) {
    auto given = c.integers(3);
    if (!given)
      return false;
    axes = *given;
  }
  if (c.has(4)) {
    auto given = c.integers(4);
    if (!given || std::any_of(given->begin(), given->end(), [](int64_t step) { return step < 0; }))
      return false;
    steps = *given;
  }
  Memory y = c.in(0);
  auto rank = static_cast<int64_t>(y.dims.size());
  for (size_t i = 0; i < axes.size(); ++i) {
    auto axis = static_cast<size_t>(axes[i] < 0 ? axes[i] + rank : axes[i]);
    int64_t size = y.dims[axis], start = (*starts)[i];
    start = std::clamp<int64_t>(start < 0 ? start + size : start, 0, size);
    y.offset += start * y.strides[axis];
    y.strides[axis] *= steps[i];
  }
  y.dims = c.results[0].dims;
  c.view(0, y);
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
