// Lowerings of resampling: where outputs come from is computed now and becomes tables.
#include "compiler/dialect/graph/infer/Sampling.h"
#include "compiler/lower/RowMajor.h"
#include "kernels/resampling/contract.h"

#include <cstring>
#include <numeric>

namespace ingot::lower {
namespace {

using graph::ResizeSampling;
using kernels::resampling::pickAxes;

/// The axes of a resize whose scales, sizes and region are constant.
std::optional<std::vector<graph::ResizeAxis>> constantAxes(const LowerContext &c) {
  for (size_t i = 1; i < c.operands.size(); ++i)
    if (c.has(i) && !c.constant(i))
      return std::nullopt;
  graph::InferContext infer = inferenceOf(c);
  auto axes = graph::resizeAxes(infer);
  return axes.ok() ? std::optional(axes.take()) : std::nullopt;
}

/// The operand's layout where it is one that the result can have, too.
Order orderFor(LowerContext &c) {
  size_t rank = c.operands[0].dims.size();
  Memory x = c.in(0);
  bool isLast = rank > 2 && isDense(x, channelsLast(rank)) && !isDense(x, rowMajor(rank));
  return isLast ? channelsLast(rank) : rowMajor(rank);
}

/// A number as an element of any type, as the evaluator stores it.
Tensor fillOf(ElementType type, double number) {
  Tensor fill = Tensor::allocate(type, {1}).take();
  dispatchNumeric(type, [&]<typename T> {
    T value = kernels::resampling::fromReal<T>(number);
    std::memcpy(fill.mutableBytes(), &value, sizeof value);
  });
  return fill;
}

/// For each axis, in the order of memory, where its outputs come from.
struct Picks {
  kernels::resampling::PickSizes sizes = {};
  std::vector<int64_t> table;

  Picks(const ResizeSampling &sampling, const std::vector<graph::ResizeAxis> &axes,
        const Order &order, int64_t parts) {
    // Axes behind the last that is resized move as one.
    size_t kept = order.size();
    for (sizes.inner = parts; kept > 0 && !axes[static_cast<size_t>(order[kept - 1])].resized;
         --kept)
      sizes.inner *= axes[static_cast<size_t>(order[kept - 1])].in;
    std::vector<std::vector<int64_t>> tables;
    sizes.size = sizes.inner;
    for (size_t i = kept; i-- > 0;) {
      const graph::ResizeAxis &axis = axes[static_cast<size_t>(order[i])];
      std::vector<int64_t> offsets;
      for (int64_t j = 0; j < axis.out; ++j) {
        int64_t from = sampling.nearest(axis, j);
        sizes.fills |= from < 0;
        offsets.push_back(from < 0 ? -1 : from * sizes.size);
      }
      tables.push_back(std::move(offsets));
      sizes.size *= axis.in;
    }
    // Axes that are not there have one place, at offset 0.
    tables.resize(std::max<size_t>(tables.size(), pickAxes), {0});
    for (size_t i = 0; i < tables.size(); ++i) {
      const auto &offsets = tables[tables.size() - 1 - i];
      if (i < pickAxes)
        sizes.dims[i] = static_cast<int64_t>(offsets.size());
      table.insert(table.end(), offsets.begin(), offsets.end());
    }
  }
};

bool lowerNearest(LowerContext &c, const ResizeSampling &sampling,
                  const std::vector<graph::ResizeAxis> &axes) {
  ElementType type = c.operands[0].element;
  Moved moved(type);
  const library::Kernel *kernel = moved.kernel("pick");
  Order order = orderFor(c);
  Picks picks(sampling, axes, order, moved.parts);
  bool canFill = elementClass(type) != ElementClass::Complex;
  if (!kernel || axes.size() > pickAxes || (picks.sizes.fills && !canFill))
    return false;
  Memory x = c.in(0, order);
  Memory table = c.weight(c.name() + ".table", Tensor::ofInts(picks.table));
  Memory fill = c.weight(c.name() + ".fill", fillOf(type, sampling.extrapolation()));
  c.kernel(*kernel, {x, table, fill}, {c.out(0, order)}, library::valuesOf(picks.sizes));
  return true;
}

/// Which elements of an axis are weighed how: [taps, out].
struct Taps {
  int64_t count, out;
  bool fills = false;
  std::vector<int64_t> places;
  std::vector<double> weights;

  Taps(int64_t count, int64_t out) : count(count), out(out) {
    places.resize(static_cast<size_t>(count * out));
    weights.resize(places.size());
  }

  void set(int64_t j, const ResizeSampling::Output &output, std::vector<double> from, int64_t in) {
    // An element without weight must not count even if it is infinite: it gives way to half of one
    // that has weight.
    int64_t heaviest = std::max_element(from.begin(), from.end()) - from.begin();
    for (int64_t t = 0; t < count; ++t) {
      int64_t tap = t;
      if (from[static_cast<size_t>(t)] == 0) {
        from[static_cast<size_t>(heaviest)] /= 2;
        from[static_cast<size_t>(t)] = from[static_cast<size_t>(heaviest)];
        tap = heaviest;
      }
      places[static_cast<size_t>(t * out + j)] =
          output.isOutside ? -1 : kernels::resampling::clampIndex(output.first + tap, in);
    }
    for (int64_t t = 0; t < count; ++t)
      weights[static_cast<size_t>(t * out + j)] = from[static_cast<size_t>(t)];
    fills |= output.isOutside;
  }
};

/// Nothing where there would be more weights than fit into memory.
std::optional<Taps> tapsOf(const ResizeSampling &sampling, const graph::ResizeAxis &axis) {
  constexpr int64_t mostWeights = 1 << 24;
  auto count = sampling.taps(axis);
  if (!count || *count > mostWeights / std::max<int64_t>(axis.out, 1))
    return std::nullopt;
  Taps taps(*count, axis.out);
  std::vector<double> weights(static_cast<size_t>(*count));
  for (int64_t j = 0; j < axis.out; ++j) {
    auto output = sampling.weigh(axis, j, *count, weights.data());
    taps.set(j, output, weights, axis.in);
  }
  return taps;
}

/// Every element of an axis is its own.
Taps identityTaps(int64_t size) {
  Taps taps(1, size);
  std::iota(taps.places.begin(), taps.places.end(), int64_t{0});
  std::fill(taps.weights.begin(), taps.weights.end(), 1);
  return taps;
}

Memory numbers(LowerContext &c, const std::string &name, ElementType type, const Shape &dims,
               const std::vector<double> &values) {
  if (type == ElementType::F64)
    return c.weight(name, Tensor::of(dims, values));
  return c.weight(name, Tensor::of(dims, std::vector<float>(values.begin(), values.end())));
}

/// One axis after the other; integers are f64 in between.
class Resizing {
public:
  struct Step {
    size_t axis;
    Taps taps;
  };

  Resizing(LowerContext &c, const ResizeSampling &sampling, std::vector<Step> all)
      : c(c), sampling(sampling), steps(std::move(all)), order(orderFor(c)),
        type(c.operands[0].element), sum(isInteger(type) ? ElementType::F64 : type) {
    // From an integer to f64 and back takes two kernels.
    if (isInteger(type) && steps.size() == 1)
      steps.push_back({steps[0].axis, identityTaps(steps[0].taps.out)});
  }

  bool fits() const {
    return kernelFor(c, "resize_axis", type, sum) && kernelFor(c, "resize_axis", sum, type);
  }

  void lower() {
    Memory x = c.in(0, order);
    for (size_t i = 0; i < steps.size(); ++i) {
      bool isLast = i + 1 == steps.size();
      Memory y = isLast ? c.out(0, order) : between(x, steps[i]);
      resize(x, y, steps[i], str(c.name(), ".", i));
      x = y;
    }
  }

private:
  /// Memory for what an axis makes of x.
  Memory between(const Memory &x, const Step &step) {
    Shape dims = x.dims, inOrder;
    dims[step.axis] = step.taps.out;
    for (int axis : order)
      inOrder.push_back(dims[static_cast<size_t>(axis)]);
    Memory y = c.scratch(sum, inOrder);
    y.dims = dims;
    y.strides = denseStrides(dims, order);
    return y;
  }

  void resize(const Memory &x, const Memory &y, const Step &step, const std::string &name) {
    const Taps &taps = step.taps;
    int64_t inner = x.strides[step.axis], in = x.dims[step.axis];
    kernels::resampling::ResizeAxisSizes sizes{.outer = *elementCount(x.dims) / (in * inner),
                                               .in = in,
                                               .out = taps.out,
                                               .inner = inner,
                                               .taps = taps.count,
                                               .fills = taps.fills};
    Memory places = c.weight(name + ".places", Tensor::of({taps.count, taps.out}, taps.places));
    Memory weights = numbers(c, name + ".weights", sum, {taps.count, taps.out}, taps.weights);
    Memory fill = numbers(c, name + ".fill", sum, {1}, {sampling.extrapolation()});
    c.kernel(*kernelFor(c, "resize_axis", x.type, y.type), {x, places, weights, fill}, {y},
             library::valuesOf(sizes));
  }

  LowerContext &c;
  const ResizeSampling &sampling;
  std::vector<Step> steps;
  Order order;
  ElementType type, sum;
};

bool lowerWeighted(LowerContext &c, const ResizeSampling &sampling,
                   const std::vector<graph::ResizeAxis> &axes) {
  std::vector<Resizing::Step> steps;
  for (size_t i = 0; i < axes.size(); ++i) {
    if (!axes[i].resized)
      continue;
    auto taps = tapsOf(sampling, axes[i]);
    if (!taps)
      return false;
    steps.push_back({i, std::move(*taps)});
  }
  Resizing resizing(c, sampling, std::move(steps));
  if (!resizing.fits())
    return false;
  resizing.lower();
  return true;
}

} // namespace

bool lowerResize(LowerContext &c) {
  auto axes = constantAxes(c);
  if (!axes || !hasElements(c.results[0]) || !hasElements(c.operands[0]))
    return false;
  if (std::none_of(axes->begin(), axes->end(), [](const auto &axis) { return axis.resized; })) {
    c.view(0, c.in(0));
    return true;
  }
  ResizeSampling sampling(c.attributes);
  return sampling.isNearest() ? lowerNearest(c, sampling, *axes)
                              : lowerWeighted(c, sampling, *axes);
}

bool lowerGridSample(LowerContext &c) {
  ElementType type = c.operands[0].element;
  const library::Kernel *kernel = kernelFor(c, "grid_sample", type, type);
  const Shape &x = c.operands[0].dims, &y = c.results[0].dims;
  if (!kernel || c.operands[1].element != type || !hasElements(c.results[0]) ||
      !hasElements(c.operands[0]))
    return false;
  using namespace kernels::resampling;
  graph::GridSampling sampling(c.attributes);
  auto dim = [&](size_t i) { return i < x.size() ? x[i] : 1; };
  GridSampleSizes sizes{.batch = x[0],
                        .channels = x[1],
                        .points = graph::productOf(y, 2, y.size()),
                        .rank = static_cast<int64_t>(x.size()) - 2,
                        .dim0 = dim(2),
                        .dim1 = dim(3),
                        .dim2 = dim(4),
                        .dim3 = dim(5),
                        .dim4 = dim(6),
                        .dim5 = dim(7),
                        .filter = static_cast<int64_t>(sampling.filter),
                        .padding = static_cast<int64_t>(sampling.padding),
                        .alignCorners = c.attributes.flag("align_corners")};
  Memory from = rowMajorIn(c, 0), grid = rowMajorIn(c, 1);
  c.kernel(*kernel, {from, grid}, {rowMajorOut(c)}, library::valuesOf(sizes));
  return true;
}

} // namespace ingot::lower
