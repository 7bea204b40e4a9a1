// What a slice takes of each axis.
#include "compiler/transforms/graph/Cuts.h"

#include "compiler/dialect/graph/Movement.h"
#include "compiler/transforms/graph/Support.h"

using namespace mlir;

namespace ingot::graph {
namespace {

/// The axes that a slice names, without axes the first ones.
std::optional<std::vector<int64_t>> axesOf(SliceOp op, size_t count, int64_t rank) {
  std::vector<int64_t> axes;
  if (isNone(op.getAxes())) {
    for (size_t i = 0; i < count; ++i)
      axes.push_back(static_cast<int64_t>(i));
  } else {
    auto given = constantIntegers(op.getAxes());
    if (!given)
      return std::nullopt;
    axes = std::move(*given);
  }
  return axes.size() == count ? normalizeAxes(axes, rank) : std::nullopt;
}

std::optional<Cut> cutOfSlice(SliceOp op) {
  auto dims = dimsOf(op.getX());
  auto starts = constantIntegers(op.getStarts()), ends = constantIntegers(op.getEnds());
  if (!dims || !starts || !ends || starts->size() != ends->size())
    return std::nullopt;
  auto steps = isNone(op.getSteps()) ? std::vector<int64_t>(starts->size(), 1)
                                     : constantIntegers(op.getSteps()).value_or(Shape());
  auto axes = axesOf(op, starts->size(), static_cast<int64_t>(dims->size()));
  if (!axes || steps.size() != starts->size())
    return std::nullopt;
  Cut cut(dims->size());
  for (size_t i = 0; i < axes->size(); ++i) {
    auto axis = static_cast<size_t>((*axes)[i]);
    int64_t dim = (*dims)[axis];
    if (ShapedType::isDynamic(dim) || steps[i] == 0)
      return std::nullopt;
    SliceRange range = sliceRange((*starts)[i], (*ends)[i], steps[i], dim);
    if (range.count != dim || range.step != 1)
      cut.axes[axis] = range;
  }
  return cut;
}

std::optional<Cut> cutOfPart(SplitOp op, unsigned part) {
  auto dims = dimsOf(op.getX());
  auto axis = dims ? normalizeAxis(op.getAxis(), static_cast<int64_t>(dims->size())) : std::nullopt;
  if (!axis || ShapedType::isDynamic((*dims)[static_cast<size_t>(*axis)]))
    return std::nullopt;
  int64_t start = 0;
  for (unsigned i = 0; i <= part; ++i) {
    auto partDims = dimsOf(op.getYs()[i]);
    int64_t size = partDims ? (*partDims)[static_cast<size_t>(*axis)] : ShapedType::kDynamic;
    if (ShapedType::isDynamic(size))
      return std::nullopt;
    if (i == part) {
      Cut cut(dims->size());
      if (size != (*dims)[static_cast<size_t>(*axis)])
        cut.axes[static_cast<size_t>(*axis)] = SliceRange{start, 1, size};
      return cut;
    }
    start += size;
  }
  return std::nullopt;
}

} // namespace

bool Cut::isWhole() const {
  return llvm::none_of(axes, [](const auto &range) { return range.has_value(); });
}

std::optional<CutOf> cutOf(mlir::Value value) {
  if (auto slice = value.getDefiningOp<SliceOp>())
    if (auto cut = cutOfSlice(slice))
      return CutOf{slice.getX(), std::move(*cut)};
  if (auto split = value.getDefiningOp<SplitOp>())
    if (auto cut = cutOfPart(split, cast<OpResult>(value).getResultNumber()))
      return CutOf{split.getX(), std::move(*cut)};
  return std::nullopt;
}

Cut compose(const Cut &first, const Cut &second) {
  Cut both = first;
  for (size_t i = 0; i < both.axes.size(); ++i) {
    if (!second.axes[i])
      continue;
    SliceRange outer = first.axes[i].value_or(SliceRange{0, 1, 0}), inner = *second.axes[i];
    SliceRange range{outer.start + inner.start * outer.step, outer.step * inner.step, inner.count};
    if (range.count <= 1)
      range.step = 1;
    if (range.count == 0)
      range.start = 0;
    both.axes[i] = range;
  }
  return both;
}

mlir::Value makeCut(OpBuilder &builder, Location loc, mlir::Value x, const Cut &cut) {
  if (cut.isWhole())
    return x;
  std::vector<int64_t> starts, ends, axes, steps;
  for (size_t i = 0; i < cut.axes.size(); ++i) {
    if (!cut.axes[i])
      continue;
    const SliceRange &range = *cut.axes[i];
    int64_t end = range.start + range.count * range.step;
    axes.push_back(static_cast<int64_t>(i));
    starts.push_back(range.start);
    // Going down past the first element: -1 would mean the last one.
    ends.push_back(end < 0 ? INT64_MIN : end);
    steps.push_back(range.step);
  }
  bool dense = llvm::all_of(steps, [](int64_t step) { return step == 1; });
  SmallVector<mlir::Value> operands = {
      x, createIntegers(builder, loc, starts), createIntegers(builder, loc, ends),
      createIntegers(builder, loc, axes),
      dense ? createNone(builder, loc) : createIntegers(builder, loc, steps)};
  return make<SliceOp>(builder, loc, operands);
}

} // namespace ingot::graph
