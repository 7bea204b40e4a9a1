// Lowering of convolutions of f32 images and signals: channels last, no copy of the image.
#include "compiler/lower/Products.h"
#include "compiler/lower/Tiles.h"

#include "kernels/convolution/pack.h"
#include "kernels/convolution/units.h"

#include <algorithm>

namespace ingot::lower {
namespace {

using kernels::ceilDiv;

/// A convolution over two spatial axes; one axis counts as an image of height 1.
struct Window {
  int64_t batch, channels, height = 1, width, outHeight = 1, outWidth, columns;
  int64_t group, kernelHeight = 1, kernelWidth;
  int64_t strideHeight = 1, strideWidth = 1, dilationHeight = 1, dilationWidth = 1;
  int64_t padTop = 0, padLeft = 0;

  explicit Window(const LowerContext &c);

  bool isPointwise() const {
    return kernelHeight == 1 && kernelWidth == 1 && strideHeight == 1 && strideWidth == 1 &&
           outHeight == height && outWidth == width && padTop == 0 && padLeft == 0 && group == 1;
  }
  bool isDepthwise() const { return group == channels && group > 1; }
  int64_t taps() const { return kernelHeight * kernelWidth; }
  int64_t pixels() const { return batch * outHeight * outWidth; }
};

/// Padding before the first element, also where auto_pad says it.
int64_t padBefore(const LowerContext &c, size_t axis, size_t count, int64_t size, int64_t out,
                  int64_t kernel, int64_t stride, int64_t dilation) {
  const std::string &mode = c.attributes.text("auto_pad");
  if (mode == "explicit") {
    const auto &pads = c.attributes.integers("pads");
    return pads.size() == 2 * count ? pads[axis] : 0;
  }
  int64_t total = std::max<int64_t>(0, (out - 1) * stride + (kernel - 1) * dilation + 1 - size);
  return mode == "same_upper" ? total / 2 : (total + 1) / 2;
}

Window::Window(const LowerContext &c) {
  const Shape &x = c.operands[0].dims, &w = c.operands[1].dims, &y = c.results[0].dims;
  size_t count = x.size() - 2;
  auto of = [&](const char *name, size_t axis) {
    const auto &values = c.attributes.integers(name);
    return values.empty() ? int64_t{1} : values[axis];
  };
  auto pad = [&](size_t axis) {
    return padBefore(c, axis, count, x[axis + 2], y[axis + 2], w[axis + 2], of("strides", axis),
                     of("dilations", axis));
  };
  batch = x[0], channels = x[1], columns = y[1], group = c.attributes.integer("group");
  size_t last = count - 1;
  width = x[last + 2], outWidth = y[last + 2], kernelWidth = w[last + 2];
  strideWidth = of("strides", last), dilationWidth = of("dilations", last), padLeft = pad(last);
  if (count == 2) {
    height = x[2], outHeight = y[2], kernelHeight = w[2];
    strideHeight = of("strides", 0), dilationHeight = of("dilations", 0), padTop = pad(0);
  }
}

/// The weights in panels: packed now if they are constant, else by a kernel before.
Memory packed(LowerContext &c, const kernels::convolution::WeightShape &s) {
  Shape dims{kernels::convolution::packedWeights(s.columns, s.channels, s.taps, s.groups, s.panel)};
  int64_t units = ceilDiv(s.columns, s.panel) * s.groups;
  if (auto constant = c.constant(1)) {
    auto memory = Tensor::allocate(ElementType::F32, dims);
    if (memory.ok()) {
      Tensor weights = memory.take();
      kernels::convolution::packWeights(constant->data<float>(), weights.mutableData<float>(), s, 0,
                                        units);
      return c.weight(c.name() + ".packed", weights);
    }
  }
  Memory panels = c.scratch(ElementType::F32, dims);
  c.kernel("pack_conv_f32", {c.in(1, rowMajor(c.operands[1].dims.size()))}, {panels},
           {s.columns, s.channels, s.taps, s.groups, s.columnStride, s.channelStride, s.tapStride,
            s.panel},
           units);
  return panels;
}

/// One element per channel of the result, along its axis 1.
std::optional<Memory> biasOf(LowerContext &c) {
  if (!c.has(2))
    return std::nullopt;
  Memory bias = c.in(2);
  for (size_t i = 2; i < c.results[0].dims.size(); ++i)
    bias.dims.push_back(1), bias.strides.push_back(0);
  return bias;
}

bool lowerPointwise(LowerContext &c, const Window &w, const Memory &x, const Memory &y) {
  Product product;
  product.rows = w.pixels();
  product.depth = w.channels;
  product.columns = w.columns;
  product.a = x;
  product.aPitch = w.channels;
  product.y = y;
  product.columnAxis = 1;
  Memory weights = c.in(1, rowMajor(c.operands[1].dims.size()));
  product.bRow = 1;
  product.bColumn = w.channels;
  return lowerProduct(c, product, 1, weights, biasOf(c));
}

void lowerDepthwise(LowerContext &c, const Window &w, const Memory &x, const Memory &y) {
  int64_t wPitch = w.columns;
  Memory weights = packed(c, {.columns = w.columns,
                              .channels = 1,
                              .taps = w.taps(),
                              .groups = 1,
                              .columnStride = w.taps(),
                              .channelStride = w.taps(),
                              .tapStride = 1,
                              .panel = wPitch});
  std::vector<int64_t> sizes{w.batch,
                             w.height,
                             w.width,
                             w.channels,
                             w.outHeight,
                             w.outWidth,
                             w.columns / w.channels,
                             w.kernelHeight,
                             w.kernelWidth,
                             w.strideHeight,
                             w.strideWidth,
                             w.dilationHeight,
                             w.dilationWidth,
                             w.padTop,
                             w.padLeft,
                             w.channels,
                             w.columns,
                             wPitch};
  int64_t padRight = (w.outWidth - 1) * w.strideWidth + w.kernelWidth - w.padLeft - w.width;
  bool isTuned = (w.kernelWidth == 3 || w.kernelWidth == 5) && w.dilationWidth == 1 &&
                 (w.strideWidth == 1 || w.strideWidth == 2) && w.padLeft < w.kernelWidth &&
                 padRight < w.kernelWidth;
  std::string kernel = "depthwise_f32";
  if (isTuned)
    kernel += str("_k", w.kernelWidth, "s", w.strideWidth);
  kernels::convolution::DepthwiseShape shape{};
  shape.batch = w.batch, shape.height = w.height, shape.width = w.width;
  shape.channels = w.channels, shape.outHeight = w.outHeight, shape.outWidth = w.outWidth;
  shape.multiplier = w.columns / w.channels, shape.xPitch = w.channels, shape.yPitch = w.columns;
  c.kernel(kernel, {x, weights}, y, 1, biasOf(c), sizes,
           kernels::convolution::depthwiseUnits(shape));
}

} // namespace

bool lowerConv(LowerContext &c) {
  size_t rank = c.results[0].dims.size();
  bool fits = c.results[0].element == ElementType::F32 && (rank == 3 || rank == 4) &&
              elementCount(c.results[0].dims).value_or(0) > 0 &&
              elementCount(c.operands[0].dims).value_or(0) > 0;
  if (!fits)
    return false;
  Window w(c);
  auto tile = bestTile(c.isa, "conv_f32_", w.pixels(), w.columns / w.group);
  if (!tile)
    return false;
  Memory x = c.in(0, channelsLast(rank));
  Memory y = c.out(0, channelsLast(rank));
  if (w.isPointwise())
    return lowerPointwise(c, w, x, y);
  if (w.isDepthwise()) {
    lowerDepthwise(c, w, x, y);
    return true;
  }
  int64_t channels = w.channels / w.group, columns = w.columns / w.group;
  Memory weights = packed(c, {.columns = columns,
                              .channels = channels,
                              .taps = w.taps(),
                              .groups = w.group,
                              .columnStride = channels * w.taps(),
                              .channelStride = w.taps(),
                              .tapStride = 1,
                              .panel = tile->columns});
  std::vector<int64_t> sizes{w.batch,          w.height,        w.width,        channels,
                             w.outHeight,      w.outWidth,      columns,        w.group,
                             w.kernelHeight,   w.kernelWidth,   w.strideHeight, w.strideWidth,
                             w.dilationHeight, w.dilationWidth, w.padTop,       w.padLeft,
                             w.channels,       w.columns};
  int64_t units = kernels::contraction::RowSplit(w.pixels(), tile->rows).tiles *
                  ceilDiv(columns, tile->columns) * w.group;
  c.kernel(tile->kernel, {x, weights}, y, 1, biasOf(c), sizes, units);
  return true;
}

} // namespace ingot::lower
