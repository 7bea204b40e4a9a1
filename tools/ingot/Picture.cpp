// Pictures as block characters, two to a pixel so that pixels are square.
#include "tools/ingot/Picture.h"

#include "ingot/Io.h"

#include <algorithm>
#include <cmath>

namespace ingot::tool {
namespace {

constexpr const char *shades[] = {"  ", "░░", "▒▒", "▓▓", "██"};
constexpr int64_t widest = 56;

struct Geometry {
  int64_t height, width, channels;
  int64_t rowStep, columnStep, channelStep;
};

std::optional<Geometry> geometryOf(const Tensor &tensor) {
  Shape dims = tensor.shape();
  if (dims.size() == 4)
    dims.erase(dims.begin());
  if (dims.size() == 2)
    dims.insert(dims.begin(), 1);
  if (dims.size() != 3)
    return std::nullopt;
  auto isChannels = [](int64_t dim) { return dim == 1 || dim == 3; };
  Geometry g;
  if (isChannels(dims[0]))
    g = {dims[1], dims[2], dims[0], dims[2], 1, dims[1] * dims[2]};
  else if (isChannels(dims[2]))
    g = {dims[0], dims[1], dims[2], dims[1] * dims[2], dims[2], 1};
  else
    return std::nullopt;
  bool drawable = g.height > 0 && g.width > 0 && tensor.elements() > 0;
  return drawable ? std::optional(g) : std::nullopt;
}

/// The mean over a block of pixels and all channels.
double blockMean(const Tensor &tensor, const Geometry &g, int64_t y0, int64_t y1, int64_t x0,
                 int64_t x1) {
  double sum = 0;
  int64_t count = 0;
  for (int64_t y = y0; y < y1; ++y)
    for (int64_t x = x0; x < x1; ++x)
      for (int64_t c = 0; c < g.channels; ++c, ++count)
        sum += tensor.numberAt(y * g.rowStep + x * g.columnStep + c * g.channelStep);
  return count ? sum / static_cast<double>(count) : 0;
}

} // namespace

std::string picture(const Tensor &tensor) {
  auto g = geometryOf(tensor);
  if (!g)
    return "";
  TensorStatistics range = statistics(tensor);
  double span = range.greatest - range.least;
  int64_t columns = std::min(g->width, widest);
  int64_t rows = std::max<int64_t>(1, g->height * columns / g->width);
  rows = std::min({rows, g->height, widest});
  std::string text;
  for (int64_t r = 0; r < rows; ++r) {
    for (int64_t c = 0; c < columns; ++c) {
      double mean = blockMean(tensor, *g, r * g->height / rows, (r + 1) * g->height / rows,
                              c * g->width / columns, (c + 1) * g->width / columns);
      double level = span > 0 ? (mean - range.least) / span : 0;
      auto shade = static_cast<size_t>(std::clamp(std::lround(level * 4), 0L, 4L));
      text += shades[std::isfinite(level) ? shade : 0];
    }
    text += "\n";
  }
  return text;
}

} // namespace ingot::tool
