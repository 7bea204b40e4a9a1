// Lowerings of operators that take or put elements where an index says.
#include "compiler/lower/RowMajor.h"
#include "kernels/movement/contract.h"

namespace ingot::lower {
namespace {

/// What is said of an index that is none.
std::string outOfRange(const LowerContext &c, int64_t size) {
  return str(c.op.name, ": element % of the indices is out of range for a dimension of ", size);
}

using kernels::movement::copyAxes;
using kernels::movement::Lookup;

/// One axis of the places of tuples.
struct Places {
  int64_t count, stride;
};

/// Axes that are walked as one become one.
std::vector<Places> merged(const std::vector<Places> &axes) {
  std::vector<Places> result;
  for (const Places &axis : axes) {
    if (axis.count == 1)
      continue;
    if (!result.empty() && result.back().stride == axis.stride * axis.count)
      result.back() = {result.back().count * axis.count, axis.stride};
    else
      result.push_back(axis);
  }
  return result;
}

/// Tuples of indices into an array, in elements that kernels move.
struct Tuples {
  std::vector<Places> places;
  std::vector<Places> indices; ///< the bound of each index of a tuple, and its stride
  int64_t inner;

  bool fits() const { return places.size() < copyAxes && indices.size() <= copyAxes; }

  /// Where the first axis of places alone says which part of the array a tuple points into, it
  /// stays the first of the lookup.
  bool isSplit() const {
    return !places.empty() && places.front().stride > 0 &&
           std::all_of(indices.begin(), indices.end(), [&](const Places &index) {
             return index.stride * index.count <= places.front().stride;
           });
  }

  void fill(Lookup &lookup, ElementType indexType, bool splits) const {
    std::fill_n(lookup.dims, copyAxes, 1);
    std::fill_n(lookup.bounds, copyAxes, 1);
    size_t next = copyAxes - places.size();
    for (size_t i = 0; i < places.size(); ++i, ++next) {
      size_t at = i == 0 && splits ? 0 : next;
      lookup.dims[at] = places[i].count;
      lookup.strides[at] = places[i].stride;
    }
    for (size_t i = 0; i < indices.size(); ++i) {
      lookup.bounds[i] = indices[i].count;
      lookup.steps[i] = indices[i].stride;
    }
    lookup.length = static_cast<int64_t>(indices.size());
    lookup.inner = inner;
    lookup.indexBytes = static_cast<int64_t>(elementBytes(indexType));
  }
};

/// Of gather_elements and scatter_elements: an index for each place, along one axis.
Tuples elementTuples(const LowerContext &c, const Moved &moved) {
  const Shape &x = c.operands[0].dims;
  auto strides = graph::denseStrides(x);
  size_t along = axisOf(c);
  std::vector<Places> places;
  for (size_t axis = 0; axis < x.size(); ++axis)
    places.push_back({c.operands[1].dims[axis], axis == along ? 0 : strides[axis] * moved.parts});
  return {merged(places), {{x[along], strides[along] * moved.parts}}, moved.parts};
}

/// Of gather_nd and scatter_nd: the last axis of the indices are tuples, for the axes of x after
/// those that both share.
Tuples sliceTuples(const LowerContext &c, const Moved &moved, size_t shared) {
  const Shape &x = c.operands[0].dims, &indices = c.operands[1].dims;
  auto strides = graph::denseStrides(x);
  auto length = static_cast<size_t>(indices.back());
  std::vector<Places> places, tuple;
  for (size_t axis = 0; axis + 1 < indices.size(); ++axis)
    places.push_back({indices[axis], axis < shared ? strides[axis] * moved.parts : 0});
  for (size_t axis = shared; axis < shared + length; ++axis)
    tuple.push_back({x[axis], strides[axis] * moved.parts});
  return {merged(places), tuple, graph::productOf(x, shared + length, x.size()) * moved.parts};
}

/// What is said of a tuple that points nowhere.
std::string outOfRange(const LowerContext &c, const Tuples &tuples) {
  if (tuples.indices.size() == 1)
    return outOfRange(c, tuples.indices[0].count);
  Shape bounds;
  for (const Places &index : tuples.indices)
    bounds.push_back(index.count);
  return str(c.op.name, ": element % of the indices is out of range for ", shapeText(bounds));
}

bool lowerGatherAt(LowerContext &c, const Moved &moved, const Tuples &tuples) {
  const library::Kernel *kernel = moved.kernel("gather_at");
  if (!kernel || !isIndex(c.operands[1].element) || !tuples.fits() || !hasElements(c.operands[0]) ||
      !hasElements(c.results[0]))
    return false;
  kernels::movement::GatherAtSizes sizes = {};
  tuples.fill(sizes, c.operands[1].element, false);
  Memory x = rowMajorIn(c, 0), indices = rowMajorIn(c, 1), y = rowMajorOut(c);
  c.kernel(*kernel, {x, indices}, {y}, library::valuesOf(sizes), outOfRange(c, tuples));
  return true;
}

kernels::movement::Combine combineOf(const std::string &reduction) {
  using kernels::movement::Combine;
  return reduction == "add"   ? Combine::Add
         : reduction == "mul" ? Combine::Mul
         : reduction == "max" ? Combine::Max
         : reduction == "min" ? Combine::Min
                              : Combine::None;
}

bool lowerScatterAt(LowerContext &c, const Moved &moved, const Tuples &tuples) {
  ElementType type = c.operands[0].element;
  auto combine = combineOf(c.attributes.text("reduction"));
  const library::Kernel *kernel = combine == kernels::movement::Combine::None
                                      ? moved.kernel("scatter_at")
                                      : kernelFor(c, "scatter_combined", type, type);
  if (!kernel || !isIndex(c.operands[1].element) || !tuples.fits() || !hasElements(c.operands[0]) ||
      !hasElements(c.operands[2]))
    return false;
  kernels::movement::ScatterAtSizes sizes = {};
  bool splits = tuples.isSplit();
  tuples.fill(sizes, c.operands[1].element, splits);
  sizes.slab = splits ? tuples.places.front().stride : tuples.inner;
  sizes.slabs = *elementCount(c.operands[0].dims) * moved.parts / sizes.slab;
  sizes.combine = static_cast<int64_t>(combine);
  Memory x = rowMajorIn(c, 0), indices = rowMajorIn(c, 1), updates = rowMajorIn(c, 2);
  Memory y = rowMajorOut(c);
  c.kernel(*kernel, {x, indices, updates}, {y}, library::valuesOf(sizes), outOfRange(c, tuples));
  return true;
}

} // namespace

bool lowerGather(LowerContext &c) {
  Moved moved(c.operands[0].element);
  const library::Kernel *kernel = moved.kernel("gather");
  if (!kernel || !isIndex(c.operands[1].element) || !hasElements(c.results[0]))
    return false;
  Around x(c.operands[0].dims, axisOf(c));
  kernels::movement::GatherSizes sizes{
      .outer = x.outer,
      .size = x.n,
      .count = *elementCount(c.operands[1].dims),
      .inner = x.inner * moved.parts,
      .indexBytes = static_cast<int64_t>(elementBytes(c.operands[1].element))};
  Memory from = rowMajorIn(c, 0), indices = rowMajorIn(c, 1), y = rowMajorOut(c);
  c.kernel(*kernel, {from, indices}, {y}, library::valuesOf(sizes), outOfRange(c, sizes.size));
  return true;
}

bool lowerGatherElements(LowerContext &c) {
  Moved moved(c.operands[0].element);
  return lowerGatherAt(c, moved, elementTuples(c, moved));
}

bool lowerGatherNd(LowerContext &c) {
  Moved moved(c.operands[0].element);
  auto shared = static_cast<size_t>(c.attributes.integer("batch_dims"));
  return lowerGatherAt(c, moved, sliceTuples(c, moved, shared));
}

bool lowerScatterElements(LowerContext &c) {
  Moved moved(c.operands[0].element);
  return lowerScatterAt(c, moved, elementTuples(c, moved));
}

bool lowerScatterNd(LowerContext &c) {
  Moved moved(c.operands[0].element);
  return lowerScatterAt(c, moved, sliceTuples(c, moved, 0));
}

bool lowerTensorScatter(LowerContext &c) {
  Moved moved(c.operands[0].element);
  const library::Kernel *kernel = moved.kernel("tensor_scatter");
  if (!kernel || (c.has(2) && !isIndex(c.operands[2].element)) || !hasElements(c.operands[1]))
    return false;
  const Shape &dims = c.operands[0].dims;
  size_t axis = axisOf(c);
  kernels::movement::TensorScatterSizes sizes{
      .outer = graph::productOf(dims, 0, axis),
      .perPosition = graph::productOf(dims, 1, axis),
      .size = dims[axis],
      .steps = c.operands[1].dims[axis],
      .inner = graph::productOf(dims, axis + 1, dims.size()) * moved.parts,
      .circular = c.attributes.text("mode") == "circular",
      .indexBytes = c.has(2) ? static_cast<int64_t>(elementBytes(c.operands[2].element)) : 8};
  Memory x = rowMajorIn(c, 0), updates = rowMajorIn(c, 1);
  Memory positions =
      c.has(2) ? rowMajorIn(c, 2)
               : c.weight(c.name() + ".positions",
                          Tensor::ofInts(std::vector<int64_t>(static_cast<size_t>(dims[0]), 0)));
  c.kernel(*kernel, {x, updates, positions}, {rowMajorOut(c)}, library::valuesOf(sizes),
           str(c.op.name, ": position % leaves no room for ", sizes.steps, " of ", sizes.size));
  return true;
}

} // namespace ingot::lower
