// Windows that slide over images, from the attributes of an operator.
#include "compiler/lower/Windows.h"

#include <algorithm>

namespace ingot::lower {
namespace {

WindowAxis axisOf(const LowerContext &c, const Shape &kernel, size_t axis) {
  auto of = [&](const char *name) {
    const auto &values = c.attributes.integers(name);
    return values.empty() ? int64_t{1} : values[axis];
  };
  WindowAxis a;
  a.size = c.operands[0].dims[axis + 2], a.out = c.results[0].dims[axis + 2];
  a.kernel = kernel[axis], a.stride = of("strides"), a.dilation = of("dilations");
  const std::string &mode = c.attributes.text("auto_pad");
  const auto &pads = c.attributes.integers("pads");
  if (mode == "explicit") {
    if (pads.size() == 2 * kernel.size())
      a.before = pads[axis], a.after = pads[axis + kernel.size()];
    return a;
  }
  int64_t reach = (a.out - 1) * a.stride + (a.kernel - 1) * a.dilation + 1;
  int64_t total = std::max<int64_t>(0, reach - a.size);
  a.before = mode == "same_upper" ? total / 2 : (total + 1) / 2;
  a.after = total - a.before;
  return a;
}

} // namespace

bool isImageOperator(const LowerContext &c, ElementType result, size_t mostAxes) {
  size_t rank = c.results[0].dims.size();
  return c.results[0].element == result && rank >= 3 && rank <= 2 + mostAxes &&
         elementCount(c.results[0].dims).value_or(0) > 0 &&
         elementCount(c.operands[0].dims).value_or(0) > 0;
}

Window windowOf(const LowerContext &c, const Shape &kernel) {
  Window w;
  w.batch = c.operands[0].dims[0], w.channels = c.operands[0].dims[1];
  w.columns = axisOf(c, kernel, kernel.size() - 1);
  if (kernel.size() > 1)
    w.rows = axisOf(c, kernel, kernel.size() - 2);
  if (kernel.size() > 2)
    w.planes = axisOf(c, kernel, 0);
  return w;
}

} // namespace ingot::lower
