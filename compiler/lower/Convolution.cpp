// Lowering of convolutions of images and signals, of f32 and of 8-bit integers: channels last, no
// copy of the image.
#include "compiler/lower/Halves.h"
#include "compiler/lower/Products.h"
#include "compiler/lower/Tiles.h"
#include "compiler/lower/Winograd.h"

#include "kernels/convolution/integer_pack.h"
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
  ElementType kept = *elementFromName(packing.out);
  if (c.isConstant(1)) {
    auto sizes = library::valuesOf(s);
    auto weights =
        c.made(c.name() + ".packed", Recipe::of({1}, packing, sizes), kept, dims,
               [&](const std::vector<Tensor> &constants, void *memory) {
                 packInto(memory, kept, [&](auto *packed) {
                   kernels::convolution::packWeights(constants[0].data<float>(), packed, nullptr, s,
                                                     0, packing.units(sizes));
                 });
               });
    if (weights)
      return *weights;
  }
  Memory panels = c.scratch(kept, dims);
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

/// A convolution of single pixels is a product with weights [columns, channels].
Product pointwise(const Problem &p, const Memory &x, const Memory &y) {
  Product product;
  product.rows = p.pixels();
  product.depth = p.window.channels;
  product.columns = p.columns;
  product.a = x;
  product.aPitch = p.window.channels;
  product.y = y;
  product.walk = {channelsLast(y.dims.size()), 1};
  product.bRow = 1;
  product.bColumn = p.window.channels;
  return product;
}

/// Sets what the sizes of all kernels have in common.
template <typename Sizes> void setImage(Sizes &s, const LowerContext &c, const Window &w) {
  s.batch = w.batch;
  s.height = w.rows.size, s.width = w.columns.size;
  s.outHeight = w.rows.out, s.outWidth = w.columns.out;
  s.kernelHeight = w.rows.kernel, s.kernelWidth = w.columns.kernel;
  s.strideHeight = w.rows.stride, s.strideWidth = w.columns.stride;
  s.dilationHeight = w.rows.dilation;
  s.padTop = w.rows.before, s.padLeft = w.columns.before;
  s.yPitch = c.results[0].dims[1];
}

/// The same of those that read channels last.
template <typename Sizes>
void setWindow(Sizes &s, const LowerContext &c, const Window &w, const Memory &y) {
  setImage(s, c, w);
  s.dilationWidth = w.columns.dilation;
  s.xPitch = w.channels;
  s.yBytes = static_cast<int64_t>(elementBytes(y.type));
  s.secondCache = c.machine.cache(1);
}

/// Rows of some numbers of taps have kernels of their own, if no window of a row is all padding.
const library::Kernel *depthwiseKernel(const LowerContext &c, std::string_view operation,
                                       const WindowAxis &a, ElementType in, ElementType out) {
  int64_t after = (a.out - 1) * a.stride + a.kernel - a.before - a.size;
  bool isPlain = a.dilation == 1 && a.before < a.kernel && after < a.kernel;
  const library::Kernel *any = nullptr;
  for (const library::Kernel *kernel : library::kernelsOf(operation, *c.machine.isa)) {
    if (!kernel->reads(in) || !kernel->writes(out))
      continue;
    if (isPlain && kernel->tile.rows == a.kernel && kernel->tile.columns == a.stride)
      return kernel;
    if (kernel->tile.rows == 0)
      any = kernel;
  }
  return any;
}

kernels::convolution::DepthwiseSizes depthwiseSizes(const LowerContext &c, const Problem &p,
                                                    const Memory &x, const Memory &y) {
  kernels::convolution::DepthwiseSizes sizes{};
  setWindow(sizes, c, p.window, y);
  sizes.channels = p.window.channels;
  sizes.multiplier = p.columns / p.window.channels;
  sizes.wPitch = p.columns;
  sizes.xBytes = static_cast<int64_t>(elementBytes(x.type));
  return sizes;
}

bool lowerDepthwise(LowerContext &c, const Problem &p, const Memory &x, const Memory &y) {
  const Window &w = p.window;
  const library::Kernel *kernel =
      depthwiseKernel(c, "depthwise", w.columns, ElementType::F32, y.type);
  if (!kernel)
    return false;
  auto sizes = depthwiseSizes(c, p, x, y);
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

/// An image that lies in few planes, as inputs of models do, is read as it lies.
bool lowerPlanes(LowerContext &c, const Problem &p) {
  const Window &w = p.window;
  size_t rank = c.results[0].dims.size();
  Memory x = c.in(0);
  const library::Kernel *kernel =
      bestTile(c, "conv_planes", ElementType::F32, c.stored(0), w.columns.out, p.columns, false);
  if (!kernel || p.group != 1 || w.columns.dilation != 1 || !isDense(x, rowMajor(rank)))
    return false;
  kernels::convolution::PlanesSizes sizes{};
  setImage(sizes, c, w);
  sizes.channels = w.channels, sizes.columns = p.columns;
  // Tiles do not cross the ends of rows, and would be low where rows are short.
  if (!sizes.fits(kernel->tile) || 2 * w.columns.out < kernel->tile.rows)
    return false;
  Memory y = c.out(0, channelsLast(rank));
  sizes.yBytes = static_cast<int64_t>(elementBytes(y.type));
  Memory weights = packed(c,
                          {.columns = p.columns,
                           .channels = w.columns.kernel,
                           .taps = w.channels * w.rows.kernel,
                           .groups = 1,
                           .columnStride = sizes.depth(),
                           .channelStride = 1,
                           .tapStride = w.columns.kernel,
                           .panel = kernel->tile.columns},
                          *kernel);
  c.kernel(*kernel, {x, weights}, y, {channelsLast(rank), 1}, biasOf(c), library::valuesOf(sizes));
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
  auto kernelOn = [&](ElementType kept) {
    return bestTile(c, operationOn("conv", kept), ElementType::F32, out, p.pixels(), columns,
                    channels * w.taps() > deepConvolution);
  };
  const library::Kernel *kernel = kernelOn(ElementType::F32);
  if (!kernel)
    return false;
  if (!p.isPointwise() && lowerPlanes(c, p))
    return true;
  Memory x = c.in(0, channelsLast(rank));
  Memory y = c.out(0, channelsLast(rank));
  if (p.isPointwise())
    return lowerProduct(c, pointwise(p, x, y), 1, c.in(1, rowMajor(rank)), biasOf(c));
  if (p.isDepthwise())
    return lowerDepthwise(c, p, x, y);
  if (p.group == 1 && lowerWinograd(c, w, columns, x, y, biasOf(c)))
    return true;
  if (const library::Kernel *half = kernelOn(keptType(c, 1)))
    kernel = half;
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

namespace {

using kernels::convolution::IntegerWeightSizes;

bool isSigned(ElementType type) { return elementClass(type) == ElementClass::Signed; }

/// Integer weights in words: packed by `pack` now if they are constant, else by a kernel, which
/// reads `zero`, too, where there is one.
template <typename Pack>
Memory packedIntegers(LowerContext &c, const IntegerWeightSizes &s, const library::Kernel &packing,
                      const Shape &dims, const std::optional<ZeroPoint> &zero, Pack &&pack) {
  if ((!zero || zero->value) && c.isConstant(1)) {
    auto sizes = library::valuesOf(s);
    int64_t known = zero ? *zero->value : 0;
    auto weights =
        c.made(c.name() + ".packed", Recipe::of({1}, packing, sizes, known), ElementType::I32, dims,
               [&](const std::vector<Tensor> &constants, void *packed) {
                 pack(static_cast<const uint8_t *>(constants[0].bytes()),
                      static_cast<int32_t *>(packed), packing.units(sizes));
               });
    if (weights)
      return *weights;
  }
  Memory panels = packedScratch(c, packing, dims[0]);
  std::vector<Memory> reads{c.in(1, rowMajor(c.operands[1].dims.size()))};
  if (zero)
    reads.push_back(zero->memory);
  c.kernel(packing, reads, {panels}, library::valuesOf(s));
  return panels;
}

/// The same of all but depthwise kernels of single taps.
Memory packedIntegers(LowerContext &c, const IntegerWeightSizes &s, const library::Kernel &packing,
                      const Shape &dims) {
  using namespace kernels::convolution;
  auto pack =
      packing.writes(ElementType::I8) ? packIntegerWeights<true> : packIntegerWeights<false>;
  return packedIntegers(c, s, packing, dims, std::nullopt,
                        [&](const uint8_t *from, int32_t *to, int64_t units) {
                          pack(from, to, nullptr, s, 0, units);
                        });
}

/// Filters of `type`, `merged` taps of which are neighbours in a word.
IntegerWeightSizes depthwiseWeights(const Problem &p, ElementType type, int64_t panel,
                                    int64_t merged) {
  int64_t taps = p.window.taps();
  return {.columns = p.columns,
          .channels = 1,
          .taps = taps,
          .groups = 1,
          .columnStride = taps,
          .channelStride = taps,
          .tapStride = 1,
          .panel = panel,
          .mergedTaps = merged,
          .wSigned = isSigned(type)};
}

/// Four pixels at a time; only where weights have no zero point.
bool lowerQuadDepthwise(LowerContext &c, const Problem &p, const Memory &x, const Memory &y,
                        const ZeroPoint &xZero, const ZeroPoint &wZero) {
  const Window &w = p.window;
  ElementType type = c.operands[1].element;
  const library::Kernel *kernel = depthwiseKernel(c, "depthwise_quads", w.columns, x.type, y.type);
  if (!kernel || p.columns != w.channels || needsRowSums(*kernel, type, wZero))
    return false;
  constexpr int64_t together = 64;
  auto sizes = depthwiseSizes(c, p, x, y);
  sizes.wPitch = (p.columns + together - 1) / together * together;
  auto side = depthwiseWeights(p, type, sizes.wPitch, w.columns.kernel);
  Memory weights = packedIntegers(c, side, *library::findKernel(kernel->packing),
                                  {(1 + w.rows.kernel) * sizes.wPitch});
  c.kernel(*kernel, {x, weights, xZero.memory}, y, {channelsLast(y.dims.size()), 1}, std::nullopt,
           library::valuesOf(sizes));
  return true;
}

bool lowerIntegerDepthwise(LowerContext &c, const Problem &p, const Memory &x, const Memory &y,
                           const ZeroPoint &xZero, const ZeroPoint &wZero) {
  if (lowerQuadDepthwise(c, p, x, y, xZero, wZero))
    return true;
  const Window &w = p.window;
  const library::Kernel *kernel =
      depthwiseKernel(c, "depthwise_integer", w.columns, x.type, y.type);
  if (!kernel)
    return false;
  auto sizes = depthwiseSizes(c, p, x, y);
  auto side = depthwiseWeights(p, c.operands[1].element, sizes.wPitch, 1);
  Memory weights = packedIntegers(
      c, side, *library::findKernel(kernel->packing), {w.taps() * sizes.wPitch}, wZero,
      [&](const uint8_t *from, int32_t *to, int64_t units) {
        auto zero = static_cast<uint8_t>(*wZero.value);
        kernels::convolution::packIntegerDepthwise(from, &zero, to, nullptr, side, 0, units);
      });
  c.kernel(*kernel, {x, weights, xZero.memory}, y, {channelsLast(y.dims.size()), 1}, std::nullopt,
           library::valuesOf(sizes));
  return true;
}

} // namespace

bool lowerConvInteger(LowerContext &c) {
  using namespace kernels::convolution;
  if (!isImageOperator(c, ElementType::I32))
    return false;
  size_t rank = c.results[0].dims.size();
  Problem p(c);
  const Window &w = p.window;
  int64_t channels = w.channels / p.group, columns = p.columns / p.group;
  auto isSingle = [&](size_t i) { return !c.has(i) || elementCount(c.operands[i].dims) == 1; };
  const library::Kernel *kernel =
      bestTile(c, "conv_integer", c.operands[0].element, c.stored(0), p.pixels(), columns,
               channels * w.taps() > 4 * deepConvolution);
  if (!kernel || channels > mostZeroPoints || !isSingle(2) || !isSingle(3))
    return false;
  Memory x = c.in(0, channelsLast(rank));
  Memory y = c.out(0, channelsLast(rank));
  if (p.isPointwise())
    return lowerIntegerProduct(c, pointwise(p, x, y), 1, c.in(1, rowMajor(rank)));
  auto xZero = zeroPoint(c, 2, x.type), wZero = zeroPoint(c, 3, c.operands[1].element);
  if (!xZero || !wZero)
    return false;
  if (p.isDepthwise())
    return lowerIntegerDepthwise(c, p, x, y, *xZero, *wZero);
  IntegerConvSizes sizes{};
  setWindow(sizes, c, w, y);
  sizes.channels = channels, sizes.columns = columns, sizes.groups = p.group;
  sizes.firstCache = c.machine.cache(0);
  sizes.wSigned = isSigned(c.operands[1].element);
  sizes.rowSums = needsRowSums(*kernel, c.operands[1].element, *wZero);
  IntegerWeightSizes side{.columns = columns,
                          .channels = channels,
                          .taps = w.taps(),
                          .groups = p.group,
                          .columnStride = channels * w.taps(),
                          .channelStride = w.taps(),
                          .tapStride = 1,
                          .panel = kernel->tile.columns,
                          .mergedTaps = sizes.isMerged() ? w.columns.kernel : 1,
                          .wSigned = sizes.wSigned};
  const library::Kernel &packing = *library::findKernel(kernel->packing);
  Shape dims{packedConvWords(columns, sizes.tapChannels(), sizes.taps(), p.group, side.panel)};
  Memory weights = packedIntegers(c, side, packing, dims);
  c.kernel(*kernel, {x, weights, xZero->memory, wZero->memory}, y, {channelsLast(rank), 1, columns},
           std::nullopt, library::valuesOf(sizes));
  return true;
}

} // namespace ingot::lower
