// Evaluator of col2im.
#include "compiler/interp/EvalContext.h"

#include "kernels/movement/columns.h"

namespace ingot::interp {
namespace {

std::vector<kernels::movement::ColumnAxis> columnAxes(const EvalContext &c) {
  const auto &strides = c.attributes.integers("strides"), &pads = c.attributes.integers("pads");
  const auto &dilations = c.attributes.integers("dilations");
  auto image = c.in(1).integers(), block = c.in(2).integers();
  std::vector<kernels::movement::ColumnAxis> axes;
  for (size_t i = 0; i < strides.size(); ++i) {
    int64_t free = image[i] + pads[i] + pads[strides.size() + i] - dilations[i] * (block[i] - 1);
    int64_t places = free > 0 ? (free - 1) / strides[i] + 1 : 0;
    axes.push_back({image[i], block[i], strides[i], dilations[i], pads[i], places});
  }
  return axes;
}

} // namespace

Status evalCol2im(EvalContext &c) {
  const Tensor &x = c.in(0);
  Tensor &out = c.out(0);
  // Without a column nothing is summed, and the sizes of blocks mean nothing.
  if (x.elements() == 0 || out.elements() == 0)
    return success();
  auto axes = columnAxes(c);
  auto rank = static_cast<int64_t>(axes.size());
  int64_t channels = out.dim(0) * out.dim(1), places = x.dim(2);
  int64_t blockElements = x.dim(1) / out.dim(1), pixels = out.elements() / channels;
  std::vector<int64_t> pixel(axes.size()), offset(axes.size());
  return c.dispatchOn<float, double, int64_t, int32_t, int16_t, int8_t, uint64_t, uint32_t,
                      uint16_t, uint8_t>(0, [&]<typename T> {
    for (int64_t channel = 0; channel < channels; ++channel)
      kernels::movement::col2im(c.in<T>(0) + channel * blockElements * places, axes.data(), rank,
                                blockElements, places, pixels, pixel.data(), offset.data(),
                                c.out<T>(0) + channel * pixels);
  });
}

} // namespace ingot::interp
