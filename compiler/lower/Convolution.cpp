// Lowering of convolutions of f32 images and signals: channels last, no copy of the image.
#include "compiler/lower/Products.h"
#include "compiler/lower/Tiles.h"
#include "compiler/lower/Windows.h"

#include "kernels/convolution/pack.h"

namespace ingot::lower {
namespace {

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
Memory packed(LowerContext &c, const kernels::convolution::WeightSizes &s,
              const library::Kernel &kernel) {
  const library::Kernel &packing = *library::findKernel(kernel.packing);
  Shape dims{kernels::convolution::packedWeights(s.columns, s.channels, s.taps, s.groups, s.panel)};
  if (auto constant = c.constant(1)) {
    auto weights = packedNow(dims, [&](float *packed) {
      kernels::convolution::packWeights(constant->data<float>(), packed, nullptr, s, 0,
                                        packing.units(library::valuesOf(s)));
    });
    if (weights)
      return c.weight(c.name() + ".packed", *weights);
  }
  Memory panels = c.scratch(ElementType::F32, dims);
  c.kernel(packing, {c.in(1, rowMajor(c.operands[1].dims.size()))}, {panels}, library::valuesOf(s));
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

/// Sets what the sizes of both kernels have in common.
template <typename Sizes>
void setWindow(Sizes &s, const LowerContext &c, const Window &w, const Memory &y) {
  s.batch = w.batch;
  s.height = w.rows.size, s.width = w.columns.size;
  s.outHeight = w.rows.out, s.outWidth = w.columns.out;
  s.kernelHeight = w.rows.kernel, s.kernelWidth = w.columns.kernel;
  s.strideHeight = w.rows.stride, s.strideWidth = w.columns.stride;
  s.dilationHeight = w.rows.dilation, s.dilationWidth = w.columns.dilation;
  s.padTop = w.rows.before, s.padLeft = w.columns.before;
  s.xPitch = w.channels, s.yPitch = c.results[0].dims[1];
  s.yBytes = static_cast<int64_t>(elementBytes(y.type));
  s.secondCache = c.machine.cache(1);
}

/// Rows of some numbers of taps have kernels of their own, if no window of a row is all padding.
const library::Kernel *depthwiseKernel(const LowerContext &c, const WindowAxis &a,
                                       ElementType out) {
  int64_t after = (a.out - 1) * a.stride + a.kernel - a.before - a.size;
  bool isPlain = a.dilation == 1 && a.before < a.kernel && after < a.kernel;
  const library::Kernel *any = nullptr;
  for (const library::Kernel *kernel : library::kernelsOf("depthwise", *c.machine.isa)) {
    if (!kernel->writes(out))
      continue;
    if (isPlain && kernel->tile.rows == a.kernel && kernel->tile.columns == a.stride)
      return kernel;
    if (kernel->tile.rows == 0)
      any = kernel;
  }
  return any;
}

bool lowerDepthwise(LowerContext &c, const Problem &p, const Memory &x, const Memory &y) {
  const Window &w = p.window;
  const library::Kernel *kernel = depthwiseKernel(c, w.columns, y.type);
  if (!kernel)
    return false;
  kernels::convolution::DepthwiseSizes sizes{};
  setWindow(sizes, c, w, y);
  sizes.channels = w.channels;
  sizes.multiplier = p.columns / w.channels;
  sizes.wPitch = p.columns;
  Memory weights = packed(c,
                          {.columns = p.columns,
                           .channels = 1,
                           .taps = w.taps(),
                           .groups = 1,
                           .columnStride = w.taps(),
                           .channelStride = w.taps(),
                           .tapStride = 1,
                           .panel = sizes.wPitch},
                          *kernel);
  c.kernel(*kernel, {x, weights}, y, {channelsLast(y.dims.size()), 1}, biasOf(c),
           library::valuesOf(sizes));
  return true;
}

} // namespace

bool lowerConv(LowerContext &c) {
  if (!isImageOperator(c))
    return lowerPlainConv(c);
  size_t rank = c.results[0].dims.size();
  Problem p(c);
  const Window &w = p.window;
  int64_t channels = w.channels / p.group, columns = p.columns / p.group;
  ElementType out = c.stored(0);
  const library::Kernel *kernel =
      bestTile(c, "conv", out, p.pixels(), columns, channels * w.taps() > deepConvolution);
  if (!kernel)
    return false;
  Memory x = c.in(0, channelsLast(rank));
  Memory y = c.out(0, channelsLast(rank));
  if (p.isPointwise())
    return lowerPointwise(c, p, x, y);
  if (p.isDepthwise())
    return lowerDepthwise(c, p, x, y);
  Memory weights = packed(c,
                          {.columns = columns,
                           .channels = channels,
                           .taps = w.taps(),
                           .groups = p.group,
                           .columnStride = channels * w.taps(),
                           .channelStride = w.taps(),
                           .tapStride = 1,
                           .panel = kernel->tile.columns},
                          *kernel);
  kernels::convolution::ConvSizes sizes{};
  setWindow(sizes, c, w, y);
  sizes.channels = channels, sizes.columns = columns, sizes.groups = p.group;
  sizes.firstCache = c.machine.cache(0);
  c.kernel(*kernel, {x, weights}, y, {channelsLast(rank), 1, columns}, biasOf(c),
           library::valuesOf(sizes));
  return true;
}

} // namespace ingot::lower
