// Lowerings of pools of f32 images and signals, channels last.
#include "compiler/lower/Windows.h"

namespace ingot::lower {
namespace {

void pool(LowerContext &c, const char *kernel, std::vector<int64_t> more) {
  Window w = windowOf(c, c.attributes.integers("kernel_shape"));
  const WindowAxis &rows = w.rows, &columns = w.columns;
  size_t rank = c.results[0].dims.size();
  Memory x = c.in(0, channelsLast(rank));
  Memory y = c.out(0, channelsLast(rank));
  std::vector<int64_t> sizes{
      w.batch,     rows.size,      columns.size, w.channels,     rows.out,      columns.out,
      rows.kernel, columns.kernel, rows.stride,  columns.stride, rows.dilation, columns.dilation,
      rows.before, columns.before, rows.after,   columns.after,  w.channels,    w.channels};
  sizes.insert(sizes.end(), more.begin(), more.end());
  c.kernel(kernel, {x}, y, {channelsLast(rank), 1}, std::nullopt, sizes, w.batch * rows.out);
}

} // namespace

bool lowerMaxPool(LowerContext &c) {
  if (!isImageOperator(c) || c.attributes.text("indices") != "none")
    return false;
  pool(c, "max_pool_f32", {});
  return true;
}

bool lowerAveragePool(LowerContext &c) {
  if (!isImageOperator(c))
    return false;
  pool(c, "average_pool_f32", {c.attributes.flag("count_include_pad")});
  return true;
}

} // namespace ingot::lower
