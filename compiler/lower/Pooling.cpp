// Lowerings of pools of f32 images and signals, channels last.
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

} // namespace ingot::lower
