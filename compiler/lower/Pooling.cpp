// Lowerings of pools of f32 images and signals, channels last.
#include "compiler/dialect/graph/infer/Windows.h"
#include "compiler/lower/RowMajor.h"
#include "compiler/lower/Windows.h"
#include "kernels/pooling/contract.h"

namespace ingot::lower {
namespace {

bool pool(LowerContext &c, const char *operation, bool countPadding) {
  if (!isImageOperator(c))
    return false;
  const library::Kernel *kernel = kernelFor(c, operation, ElementType::F32, c.stored(0));
  if (!kernel)
    return false;
  Window w = windowOf(c, c.attributes.integers("kernel_shape"));
  const WindowAxis &rows = w.rows, &columns = w.columns;
  size_t rank = c.results[0].dims.size();
  Memory x = c.in(0, channelsLast(rank));
  Memory y = c.out(0, channelsLast(rank));
  kernels::pooling::PoolSizes sizes{.batch = w.batch,
                                    .height = rows.size,
                                    .width = columns.size,
                                    .channels = w.channels,
                                    .outHeight = rows.out,
                                    .outWidth = columns.out,
                                    .kernelHeight = rows.kernel,
                                    .kernelWidth = columns.kernel,
                                    .strideHeight = rows.stride,
                                    .strideWidth = columns.stride,
                                    .dilationHeight = rows.dilation,
                                    .dilationWidth = columns.dilation,
                                    .padTop = rows.before,
                                    .padLeft = columns.before,
                                    .padBottom = rows.after,
                                    .padRight = columns.after,
                                    .xPitch = w.channels,
                                    .yPitch = w.channels,
                                    .yBytes = static_cast<int64_t>(elementBytes(y.type)),
                                    .countPadding = countPadding};
  c.kernel(*kernel, {x}, y, {channelsLast(rank), 1}, std::nullopt, library::valuesOf(sizes));
  return true;
}

} // namespace

bool lowerMaxPool(LowerContext &c) {
  return c.attributes.text("indices") == "none" && pool(c, "max_pool", false);
}

bool lowerAveragePool(LowerContext &c) {
  return pool(c, "average_pool", c.attributes.flag("count_include_pad"));
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
