// Picture files as inputs of a model: size, channels, layout, scale.
#include "ingot/Io.h"
#include "runtime/base/File.h"
#include "runtime/image/Image.h"

#include <algorithm>
#include <cmath>

namespace ingot {
namespace {

/// Where the axes of a picture are in a type; -1 where the type has no such axis.
struct Axes {
  int batch = -1, channels = -1, height = -1, width = -1;
};

Status usage(std::string message) { return failure(std::move(message), ErrorKind::Usage); }

bool isChannels(int64_t dim) { return dim == 1 || dim == 3; }

Expected<Axes> axesOf(const ValueType &type, ImageOptions::Layout layout) {
  auto rank = static_cast<int>(type.dims.size());
  if (!type.isTensor() || !type.ranked || rank < 2 || rank > 4 ||
      type.element == ElementType::String || elementClass(type.element) == ElementClass::Complex)
    return usage(str("a picture cannot become ", type.text(), "; wanted numbers of rank 2 to 4"));
  if (rank == 2)
    return Axes{-1, -1, 0, 1};
  int first = rank - 3;
  bool last = layout == ImageOptions::Layout::ChannelsLast;
  if (layout == ImageOptions::Layout::Auto)
    last = isChannels(type.dims.back()) && !isChannels(type.dims[static_cast<size_t>(first)]);
  return last ? Axes{first - 1, rank - 1, first, first + 1}
              : Axes{first - 1, first, first + 1, first + 2};
}

int64_t dimOr(const ValueType &type, int axis, int64_t otherwise) {
  int64_t dim = axis < 0 ? otherwise : type.dims[static_cast<size_t>(axis)];
  return dim < 0 ? otherwise : dim;
}

/// What one element of the resized axis is made of.
struct Tap {
  int64_t first = 0;
  std::vector<float> weights;
};

/// The triangle filter: linear between pixels, and as wide as a new pixel when the picture shrinks.
void tapFor(int64_t i, int64_t from, int64_t to, Tap &tap) {
  double ratio = static_cast<double>(from) / static_cast<double>(to);
  double support = std::max(1.0, ratio);
  double centre = (static_cast<double>(i) + 0.5) * ratio;
  tap.first = std::max<int64_t>(0, static_cast<int64_t>(std::floor(centre - support)));
  auto last = std::min<int64_t>(from, static_cast<int64_t>(std::ceil(centre + support)));
  tap.weights.clear();
  double sum = 0;
  for (int64_t k = tap.first; k < last; ++k) {
    double weight = std::max(0.0, 1 - std::fabs((static_cast<double>(k) + 0.5 - centre) / support));
    tap.weights.push_back(static_cast<float>(weight));
    sum += weight;
  }
  for (float &weight : tap.weights)
    weight = static_cast<float>(weight / sum);
}

using Budget = std::shared_ptr<MemoryBudget>;

/// [height, width, channels] with `axis` 0 or 1 resized.
Expected<Tensor> resizeAxis(const Tensor &image, size_t axis, int64_t size, const Budget &budget) {
  Shape shape = image.shape();
  if (shape[axis] == size)
    return image;
  int64_t from = shape[axis], inner = axis == 0 ? shape[1] * shape[2] : shape[2];
  int64_t outer = axis == 0 ? 1 : shape[0];
  shape[axis] = size;
  Tensor out = INGOT_TRY(Tensor::allocate(ElementType::F32, shape, budget));
  const auto *in = image.data<float>();
  auto *to = out.mutableData<float>();
  Tap tap;
  for (int64_t i = 0; i < size; ++i) {
    tapFor(i, from, size, tap);
    for (int64_t o = 0; o < outer; ++o) {
      float *row = to + (o * size + i) * inner;
      for (size_t k = 0; k < tap.weights.size(); ++k) {
        const float *source = in + (o * from + tap.first + static_cast<int64_t>(k)) * inner;
        for (int64_t j = 0; j < inner; ++j)
          row[j] += tap.weights[k] * source[j];
      }
    }
  }
  return out;
}

/// Both axes, in the order that keeps the picture between them no larger than the larger of the
/// two.
Expected<Tensor> resized(const Tensor &image, int64_t height, int64_t width, const Budget &budget) {
  size_t first = height * image.dim(1) <= image.dim(0) * width ? 0 : 1;
  int64_t sizes[] = {height, width};
  Tensor between = INGOT_TRY(resizeAxis(image, first, sizes[first], budget));
  return resizeAxis(between, 1 - first, sizes[1 - first], budget);
}

/// The size comes from the model, which may ask for anything.
Status checkSize(int64_t height, int64_t width, const image::Limits &limits) {
  auto pixels = elementCount({height, width});
  if (height < 1 || width < 1)
    return usage(str("a picture cannot have the size ", height, "x", width));
  if (!pixels || *pixels > limits.pixels)
    return usage(str("the input wants ", width, " by ", height, " pixels, over the limit of ",
                     limits.pixels, " pixels; set LoadOptions::shapes (--shapes)"));
  return success();
}

Status checkPerChannel(const std::vector<double> &numbers, int64_t channels, const char *what) {
  if (numbers.size() <= 1 || static_cast<int64_t>(numbers.size()) == channels)
    return success();
  return usage(
      str(numbers.size(), " numbers for the ", what, ", the input has ", channels, " channels"));
}

double perChannel(const std::vector<double> &numbers, int64_t channel, double otherwise) {
  return numbers.empty() ? otherwise
                         : numbers[numbers.size() == 1 ? 0 : static_cast<size_t>(channel)];
}

/// The decoded picture as f32 [height, width, channels] of this size.
Expected<Tensor> decoded(const std::string &path, const ValueType &type, const Axes &axes,
                         const ImageOptions &options, const Budget &budget) {
  image::Limits limits;
  limits.budget = budget;
  auto file = INGOT_TRY(MappedFile::open(path));
  image::Image picture = INGOT_TRY(image::decodeImage(file->bytes(), limits));
  int64_t channels =
      dimOr(type, axes.channels, axes.channels < 0 || picture.channels() < 3 ? 1 : 3);
  if (!isChannels(channels))
    return usage(str("the input has ", channels, " channels; a picture has 1 or 3"));
  auto format = channels == 1 ? image::PixelFormat::Grey
                : options.bgr ? image::PixelFormat::Bgr
                              : image::PixelFormat::Rgb;
  int64_t height = dimOr(type, axes.height, picture.height());
  int64_t width = dimOr(type, axes.width, picture.width());
  INGOT_TRY(checkSize(height, width, limits));
  Tensor pixels = INGOT_TRY(image::convertPixels(picture, format, limits));
  pixels = INGOT_TRY(converted(pixels, ElementType::F32, budget));
  return resized(pixels.reshaped({picture.height(), picture.width(), channels}), height, width,
                 budget);
}

} // namespace

Expected<Tensor> readImage(const std::string &path, const ValueType &type,
                           const ImageOptions &options,
                           const std::shared_ptr<MemoryBudget> &budget) {
  Axes axes = INGOT_TRY(axesOf(type, options.layout));
  if (dimOr(type, axes.batch, 1) != 1)
    return usage(str("'", path, "' is one picture, the input wants ",
                     type.dims[static_cast<size_t>(axes.batch)]));
  auto read = decoded(path, type, axes, options, budget);
  if (!read.ok())
    return read.takeStatus().within(path);
  const Tensor &pixels = *read;
  int64_t height = pixels.dim(0), width = pixels.dim(1), channels = pixels.dim(2);
  INGOT_TRY(checkPerChannel(options.mean, channels, "mean"));
  INGOT_TRY(checkPerChannel(options.deviation, channels, "standard deviation"));
  Shape shape(type.dims.size(), 1);
  shape[static_cast<size_t>(axes.height)] = height;
  shape[static_cast<size_t>(axes.width)] = width;
  if (axes.channels >= 0)
    shape[static_cast<size_t>(axes.channels)] = channels;
  Tensor out = INGOT_TRY(Tensor::allocate(ElementType::F32, shape, budget));
  double scale = options.scale.value_or(isFloat(type.element) ? 1.0 / 255 : 1.0);
  bool first = axes.channels >= 0 && axes.channels < axes.height;
  for (int64_t y = 0; y < height; ++y)
    for (int64_t x = 0; x < width; ++x)
      for (int64_t c = 0; c < channels; ++c) {
        double value = pixels.data<float>()[(y * width + x) * channels + c] * scale;
        value = (value - perChannel(options.mean, c, 0)) / perChannel(options.deviation, c, 1);
        int64_t place = first ? (c * height + y) * width + x : (y * width + x) * channels + c;
        out.mutableData<float>()[place] = static_cast<float>(value);
      }
  return converted(out, type.element, budget);
}

} // namespace ingot
