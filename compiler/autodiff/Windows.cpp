// Derivatives of convolutions and pooling.
#include "compiler/autodiff/ChainRule.h"

#include <numeric>

namespace ingot::autodiff {
namespace {

using Sizes = std::vector<int64_t>;

/// A window sliding over the spatial axes of x, (batch, channels, spatial axes…).
struct Window {
  Sizes kernel, strides, dilations, pads;
  Sizes from, to; ///< sizes of the spatial axes of x and of y
};

Sizes spatialDims(const ValueType &type) { return {type.dims.begin() + 2, type.dims.end()}; }

bool isKnown(const ValueType &type) {
  return type.rank() > 2 &&
         std::all_of(type.dims.begin() + 1, type.dims.end(), [](int64_t dim) { return dim >= 0; });
}

/// Nothing, and an error, where not all sizes but the batch are known.
std::optional<Window> windowOf(ChainRule &c, Sizes kernel) {
  const ValueType &x = c.emitter.typeOf(c.x().handle), &y = c.emitter.typeOf(c.y().handle);
  const Attributes &attributes = c.attributes();
  if (!isKnown(x) || !isKnown(y) || attributes.text("auto_pad") != "explicit") {
    c.fail(c.unsupported("the gradient of ", c.emission.op, " of ", x.text(),
                         ": give the shapes of the inputs"));
    return std::nullopt;
  }
  size_t axes = kernel.size();
  auto listed = [&](std::string_view name, size_t count, int64_t otherwise) {
    const Sizes &values = attributes.integers(name);
    return values.empty() ? Sizes(count, otherwise) : values;
  };
  return Window{std::move(kernel),
                listed("strides", axes, 1),
                listed("dilations", axes, 1),
                listed("pads", 2 * axes, 0),
                spatialDims(x),
                spatialDims(y)};
}

/// Spreads the gradient of a convolution with `w` over the elements that it came from.
Term spread(ChainRule &c, Term g, Term w, const Window &window, int64_t groups) {
  Sizes missing;
  for (size_t i = 0; i < window.kernel.size(); ++i) {
    int64_t covered =
        window.strides[i] * (window.to[i] - 1) + window.dilations[i] * (window.kernel[i] - 1) + 1;
    int64_t padded = window.from[i] + window.pads[i] + window.pads[i + window.kernel.size()];
    missing.push_back(padded - covered);
  }
  return c.emit("conv_transpose", {g, w, c.term(c.emitter.none())},
                {{"strides", window.strides},
                 {"dilations", window.dilations},
                 {"pads", window.pads},
                 {"group", groups},
                 {"output_padding", missing}});
}

//===--------------------------------------------------------------------------------------------===//
// Convolution
//===--------------------------------------------------------------------------------------------===//

Sizes joined(Sizes first, const Sizes &second) {
  first.insert(first.end(), second.begin(), second.end());
  return first;
}

/// [N, groups * C, spatial…] as [N, groups, C, spatial…] with the first three axes in this order,
/// and then with sizes `outer` in their place.
Term regrouped(ChainRule &c, Term x, const Sizes &spatial, int64_t groups, const Sizes &order,
               const Sizes &outer) {
  Term parted = c.emit("reshape", {x, c.integers(joined({0, groups, -1}, spatial))});
  Sizes perm(spatial.size());
  std::iota(perm.begin(), perm.end(), 3);
  Term moved = c.emit("transpose", {parted}, {{"perm", joined(order, perm)}});
  return c.emit("reshape", {moved, c.integers(joined(outer, spatial))});
}

/// The gradient of the weights is a convolution of x with dy, in which batch and channels change
/// places, and strides and dilations, too.
Term weightGradient(ChainRule &c, const Window &window) {
  Shape weights = c.emitter.typeOf(c.x(1).handle).dims;
  int64_t groups = c.attributes().integer("group");
  Term x = regrouped(c, c.x(), window.from, groups, {2, 1, 0}, {weights[1], -1});
  Term g = regrouped(c, c.g(), window.to, groups, {1, 2, 0}, {weights[0], -1});
  Term sums = c.emit("conv", {x, g, c.term(c.emitter.none())},
                     {{"strides", window.dilations},
                      {"dilations", window.strides},
                      {"pads", window.pads},
                      {"group", groups}});
  // What the last window leaves over of x looks like more places of the kernel.
  size_t axes = window.kernel.size();
  Sizes perm(axes + 2), starts(axes, 0);
  std::iota(perm.begin(), perm.end(), 0);
  Sizes spatial(perm.begin() + 2, perm.end());
  std::swap(perm[0], perm[1]);
  Term cut = c.emit("slice", {sums, c.integers(starts), c.integers(window.kernel),
                              c.integers(spatial), c.term(c.emitter.none())});
  return c.emit("transpose", {cut}, {{"perm", perm}});
}

void deriveConv(ChainRule &c) {
  const ValueType &weights = c.emitter.typeOf(c.x(1).handle);
  if (weights.rank() < 3 || !weights.isStatic())
    return c.fail(c.unsupported("the gradient of conv with weights ", weights.text(),
                                ": give the shapes of the inputs"));
  auto window = windowOf(c, spatialDims(weights));
  if (!window)
    return;
  if (c.wants(0))
    c.pass(0, spread(c, c.g(), c.x(1), *window, c.attributes().integer("group")));
  if (c.wants(1))
    c.pass(1, weightGradient(c, *window));
  if (c.wants(2)) {
    Sizes axes(window->kernel.size() + 1, 0);
    std::iota(axes.begin() + 1, axes.end(), 2);
    c.pass(2, c.emit("reduce_sum", {c.g(), c.integers(axes)}, {{"keepdims", false}}));
  }
}

//===--------------------------------------------------------------------------------------------===//
// Pooling
//===--------------------------------------------------------------------------------------------===//

/// To the element that was the largest: the first one of several.
void deriveMaxPool(ChainRule &c) {
  Attributes attributes;
  for (const auto &[name, value] : c.attributes())
    attributes.set(name, name == "indices" ? std::string("row_major") : value);
  Term places = c.emitAll("max_pool", {c.x()}, std::move(attributes), 2)[1];
  c.pass(0, scatteredLike(c.g(), places, c.x()));
}

Term ones(ChainRule &c, const Sizes &outer, const Sizes &spatial) {
  return c.emit("expand", {c.scalarLike(c.x(), 1), c.integers(joined(outer, spatial))});
}

/// Evenly to the elements of each window.
void deriveAveragePool(ChainRule &c) {
  if (c.attributes().flag("ceil_mode"))
    return c.fail(c.unsupported("the gradient of average_pool with ceil_mode"));
  auto window = windowOf(c, c.attributes().integers("kernel_shape"));
  if (!window)
    return;
  int64_t channels = c.emitter.typeOf(c.x().handle).dims[1];
  Term kernel = ones(c, {1, 1}, window->kernel);
  Term counts =
      c.attributes().flag("count_include_pad")
          ? c.emit("reduce_sum", {kernel, c.term(c.emitter.none())}, {{"keepdims", false}})
          : c.emit("conv", {ones(c, {1, 1}, window->from), kernel, c.term(c.emitter.none())},
                   {{"strides", window->strides},
                    {"dilations", window->dilations},
                    {"pads", window->pads}});
  c.pass(0, spread(c, c.g() / counts, ones(c, {channels, 1}, window->kernel), *window, channels));
}

constexpr DerivativeEntry derivatives[] = {
    {"conv", deriveConv},
    {"max_pool", deriveMaxPool},
    {"average_pool", deriveAveragePool},
};
} // namespace

std::span<const DerivativeEntry> windowDerivatives() { return derivatives; }

} // namespace ingot::autodiff
