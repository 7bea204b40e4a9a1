// Lowerings of pools: of f32 signals, images and volumes channels last, of all others as they are.
#include "compiler/lower/RowMajor.h"
#include "compiler/lower/Windows.h"

#include "compiler/codegen/Steps.h"
#include "compiler/dialect/graph/infer/Windows.h"
#include "kernels/pooling/contract.h"

#include <bit>

namespace ingot::lower {
namespace {

bool pool(LowerContext &c, const char *operation, bool countPadding) {
  if (!isImageOperator(c, ElementType::F32, 3))
    return false;
  const library::Kernel *kernel = kernelFor(c, operation, ElementType::F32, c.stored(0));
  if (!kernel)
    return false;
  Window w = windowOf(c, c.attributes.integers("kernel_shape"));
  const WindowAxis &planes = w.planes, &rows = w.rows, &columns = w.columns;
  size_t rank = c.results[0].dims.size();
  Memory x = c.in(0, channelsLast(rank));
  Memory y = c.out(0, channelsLast(rank));
  kernels::pooling::PoolSizes sizes{.batch = w.batch,
                                    .depth = planes.size,
                                    .height = rows.size,
                                    .width = columns.size,
                                    .channels = w.channels,
                                    .outDepth = planes.out,
                                    .outHeight = rows.out,
                                    .outWidth = columns.out,
                                    .kernelDepth = planes.kernel,
                                    .kernelHeight = rows.kernel,
                                    .kernelWidth = columns.kernel,
                                    .strideDepth = planes.stride,
                                    .strideHeight = rows.stride,
                                    .strideWidth = columns.stride,
                                    .dilationDepth = planes.dilation,
                                    .dilationHeight = rows.dilation,
                                    .dilationWidth = columns.dilation,
                                    .padFront = planes.before,
                                    .padTop = rows.before,
                                    .padLeft = columns.before,
                                    .padBack = planes.after,
                                    .padBottom = rows.after,
                                    .padRight = columns.after,
                                    .xPitch = w.channels,
                                    .yPitch = w.channels,
                                    .yBytes = static_cast<int64_t>(elementBytes(y.type)),
                                    .countPadding = countPadding};
  c.kernel(*kernel, {x}, y, {channelsLast(rank), 1}, std::nullopt, library::valuesOf(sizes));
  return true;
}

/// The sizes of a pool as it lies; nothing where it has more axes than kernels do.
std::optional<kernels::pooling::PlainPoolSizes> plainSizes(const LowerContext &c) {
  constexpr size_t most = kernels::pooling::plainAxes;
  auto axes = graph::poolWindows(c.attributes, c.operands[0].dims);
  if (axes.size() > most)
    return std::nullopt;
  axes.insert(axes.begin(), most - axes.size(), {.in = 1, .kernel = 1, .out = 1});
  kernels::pooling::PlainPoolSizes s{};
  s.planes = c.operands[0].dims[0] * c.operands[0].dims[1];
  s.bytes = static_cast<int64_t>(elementBytes(c.operands[0].element));
  for (size_t i = 0; i < most; ++i) {
    s.in[i] = axes[i].in, s.out[i] = axes[i].out, s.taps[i] = axes[i].kernel;
    s.stride[i] = axes[i].stride, s.dilation[i] = axes[i].dilation;
    s.before[i] = axes[i].before, s.after[i] = axes[i].after;
  }
  return s;
}

/// The kernel of these types is named for what they compute in; f32 is exact in f64.
bool plainPool(LowerContext &c, std::string_view name,
               std::optional<kernels::pooling::PlainPoolSizes> sizes) {
  ElementType type = c.operands[0].element;
  const library::Kernel *kernel = library::findKernel(
      str(name, "_", codegen::computeName(type == ElementType::F32 ? ElementType::F64 : type)));
  bool isNumber = type != ElementType::Bool && (!isFloat(type) || elementBytes(type) >= 4);
  if (!kernel || !sizes || !isNumber || elementCount(c.operands[0].dims).value_or(0) == 0 ||
      elementCount(c.results[0].dims).value_or(0) == 0)
    return false;
  Order order = rowMajor(c.operands[0].dims.size());
  Memory x = c.in(0, order);
  std::vector<Memory> writes{c.out(0, order)};
  if (kernel->operands.size() > 2)
    writes.push_back(c.out(1, order));
  c.kernel(*kernel, {x}, writes, library::valuesOf(*sizes));
  return true;
}

} // namespace

bool lowerMaxPool(LowerContext &c) {
  const std::string &indices = c.attributes.text("indices");
  if (indices == "none")
    return pool(c, "max_pool", false) || plainPool(c, "max_pool", plainSizes(c));
  auto sizes = plainSizes(c);
  if (sizes)
    sizes->byColumn = indices == "column_major";
  return plainPool(c, "max_pool_indices", sizes);
}

bool lowerAveragePool(LowerContext &c) {
  bool countPadding = c.attributes.flag("count_include_pad");
  auto sizes = plainSizes(c);
  if (sizes)
    sizes->countPadding = countPadding;
  return pool(c, "average_pool", countPadding) || plainPool(c, "average_pool", sizes);
}

bool lowerLpPool(LowerContext &c) {
  auto sizes = plainSizes(c);
  if (sizes)
    sizes->order = std::bit_cast<int64_t>(double{c.attributes.number("p")});
  return plainPool(c, "lp_pool", sizes);
}

bool lowerMaxUnpool(LowerContext &c) {
  kernels::pooling::MaxUnpoolSizes sizes = {};
  const Shape &to = c.results[0].dims;
  auto from = graph::unpooledShape(c.attributes, c.operands[0].dims);
  Moved moved(c.operands[0].element);
  const library::Kernel *kernel = moved.kernel("max_unpool");
  if (!kernel || !from || moved.parts != 1 || to.size() > std::size(sizes.to) ||
      !hasElements(c.operands[0]) || !hasElements(c.results[0]))
    return false;
  std::fill(std::begin(sizes.from), std::end(sizes.from), 1);
  std::fill(std::begin(sizes.to), std::end(sizes.to), 1);
  std::copy(from->begin(), from->end(), std::end(sizes.from) - from->size());
  std::copy(to.begin(), to.end(), std::end(sizes.to) - to.size());
  sizes.count = *elementCount(c.operands[0].dims);
  sizes.slabs = graph::productOf(to, 0, 2);
  sizes.slab = graph::productOf(to, 2, to.size());
  Memory x = rowMajorIn(c, 0), indices = rowMajorIn(c, 1);
  c.kernel(*kernel, {x, indices}, {rowMajorOut(c)}, library::valuesOf(sizes),
           str(c.op.name, ": the index of element % is outside ", shapeText(*from)));
  return true;
}

} // namespace ingot::lower
