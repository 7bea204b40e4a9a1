// Lowering of convolutions of f32 images and signals: channels last, no copy of the image.
#include "compiler/lower/Products.h"
#include "compiler/lower/Tiles.h"
#include "compiler/lower/Windows.h"

#include "kernels/convolution/pack.h"
#include "kernels/convolution/units.h"

namespace ingot::lower {
namespace {

using kernels::ceilDiv;

/// As of a product, but neighbouring windows share most of what they read; measured.
constexpr int64_t deepConvolution = 2048;

/// A convolution; `columns` are its output channels.
struct Problem {
  Window window;
  int64_t columns, group;

  explicit Problem(const LowerContext &c)
      : window(windowOf(c, {c.operands[1].dims.begin() + 2, c.operands[1].dims.end()})),
        columns(c.results[0].dims[1]), group(c.attributes.integer("group")) {}

  bool isPointwise() const {
    auto isPlain = [](const WindowAxis &a) {
      return a.kernel == 1 && a.stride == 1 && a.out == a.size && a.before == 0;
    };
    return isPlain(window.rows) && isPlain(window.columns) && group == 1;
  }
  bool isDepthwise() const { return group == window.channels && group > 1; }
  int64_t pixels() const { return window.batch * window.rows.out * window.columns.out; }
};

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

bool lowerPointwise(LowerContext &c, const Problem &p, const Memory &x, const Memory &y) {
  Product product;
  product.rows = p.pixels();
  product.depth = p.window.channels;
  product.columns = p.columns;
  product.a = x;
  product.aPitch = p.window.channels;
  product.y = y;
  product.walk = {channelsLast(y.dims.size()), 1};
  Memory weights = c.in(1, rowMajor(c.operands[1].dims.size()));
  product.bRow = 1;
  product.bColumn = p.window.channels;
  return lowerProduct(c, product, 1, weights, biasOf(c));
}

/// The sizes of both kernels' windows, in the order of their rows in the table.
std::vector<int64_t> windowSizes(const Window &w) {
  return {w.rows.kernel,   w.columns.kernel,   w.rows.stride, w.columns.stride,
          w.rows.dilation, w.columns.dilation, w.rows.before, w.columns.before};
}

/// Rows of 3 or 5 taps have kernels of their own, if no window of a row is all padding.
std::string depthwiseKernel(const WindowAxis &a) {
  int64_t after = (a.out - 1) * a.stride + a.kernel - a.before - a.size;
  bool isTuned = (a.kernel == 3 || a.kernel == 5) && a.dilation == 1 &&
                 (a.stride == 1 || a.stride == 2) && a.before < a.kernel && after < a.kernel;
  return isTuned ? str("depthwise_f32_k", a.kernel, "s", a.stride) : "depthwise_f32";
}

void lowerDepthwise(LowerContext &c, const Problem &p, const Memory &x, const Memory &y) {
  const Window &w = p.window;
  int64_t wPitch = p.columns;
  Memory weights = packed(c, {.columns = p.columns,
                              .channels = 1,
                              .taps = w.taps(),
                              .groups = 1,
                              .columnStride = w.taps(),
                              .channelStride = w.taps(),
                              .tapStride = 1,
                              .panel = wPitch});
  kernels::convolution::DepthwiseShape shape{};
  shape.batch = w.batch, shape.height = w.rows.size, shape.width = w.columns.size;
  shape.channels = w.channels, shape.outHeight = w.rows.out, shape.outWidth = w.columns.out;
  shape.multiplier = p.columns / w.channels, shape.xPitch = w.channels, shape.yPitch = p.columns;
  std::vector<int64_t> sizes{shape.batch,     shape.height,   shape.width,     shape.channels,
                             shape.outHeight, shape.outWidth, shape.multiplier};
  auto window = windowSizes(w);
  sizes.insert(sizes.end(), window.begin(), window.end());
  sizes.insert(sizes.end(), {w.channels, p.columns, wPitch});
  c.kernel(depthwiseKernel(w.columns), {x, weights}, y, {channelsLast(y.dims.size()), 1}, biasOf(c),
           sizes, kernels::convolution::depthwiseUnits(shape));
}

} // namespace

bool lowerConv(LowerContext &c) {
  if (!isImageOperator(c))
    return false;
  size_t rank = c.results[0].dims.size();
  Problem p(c);
  const Window &w = p.window;
  auto tile = bestTile(c.isa, "conv_f32_", p.pixels(), p.columns / p.group,
                       w.channels / p.group * w.taps() > deepConvolution);
  if (!tile)
    return false;
  Memory x = c.in(0, channelsLast(rank));
  Memory y = c.out(0, channelsLast(rank));
  if (p.isPointwise())
    return lowerPointwise(c, p, x, y);
  if (p.isDepthwise()) {
    lowerDepthwise(c, p, x, y);
    return true;
  }
  int64_t channels = w.channels / p.group, columns = p.columns / p.group;
  Memory weights = packed(c, {.columns = columns,
                              .channels = channels,
                              .taps = w.taps(),
                              .groups = p.group,
                              .columnStride = channels * w.taps(),
                              .channelStride = w.taps(),
                              .tapStride = 1,
                              .panel = tile->columns});
  std::vector<int64_t> sizes{w.batch,    w.rows.size,   w.columns.size, channels,
                             w.rows.out, w.columns.out, columns,        p.group};
  auto window = windowSizes(w);
  sizes.insert(sizes.end(), window.begin(), window.end());
  sizes.insert(sizes.end(), {w.channels, p.columns});
  int64_t units = kernels::contraction::RowSplit(p.pixels(), tile->rows).tiles *
                  ceilDiv(columns, tile->columns) * p.group;
  c.kernel(tile->kernel, {x, weights}, y, {channelsLast(rank), 1, columns}, biasOf(c), sizes,
           units);
  return true;
}

} // namespace ingot::lower
