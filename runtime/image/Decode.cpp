// Finds the format of an image by its first bytes, and converts between pixel formats.
#include "runtime/image/Decoders.h"

namespace ingot::image {
namespace {

using namespace std::string_view_literals;

using Decoder = Expected<Image> (*)(std::string_view, const Limits &);

/// A format begins with `magic`, and has `inner` at `offset`.
struct Format {
  std::string_view magic;
  size_t offset;
  std::string_view inner;
  Decoder decode;
};

constexpr Format formats[] = {
    {"\x89PNG\r\n\x1a\n"sv, 0, ""sv, decodePng},
    {"\xff\xd8\xff"sv, 0, ""sv, decodeJpeg},
    {"BM"sv, 0, ""sv, decodeBmp},
    {"RIFF"sv, 8, "WEBP"sv, decodeWebP},
    {"II*\0"sv, 0, ""sv, decodeTiff},
    {"MM\0*"sv, 0, ""sv, decodeTiff},
    {"II+\0"sv, 0, ""sv, decodeTiff},
    {"MM\0+"sv, 0, ""sv, decodeTiff},
    {"\0\0\0\x0cjP  \r\n\x87\n"sv, 0, ""sv, decodeJpeg2000},
    {"\xff\x4f\xff\x51"sv, 0, ""sv, decodeJpeg2000},
    {"P1"sv, 0, ""sv, decodePnm},
    {"P2"sv, 0, ""sv, decodePnm},
    {"P3"sv, 0, ""sv, decodePnm},
    {"P4"sv, 0, ""sv, decodePnm},
    {"P5"sv, 0, ""sv, decodePnm},
    {"P6"sv, 0, ""sv, decodePnm},
    {"P7"sv, 0, ""sv, decodePnm},
};

bool hasAt(std::string_view bytes, size_t offset, std::string_view text) {
  return bytes.size() >= offset + text.size() && bytes.substr(offset, text.size()) == text;
}

/// The grey of a colour, in 16-bit fractions that add up to 1.
uint8_t greyOf(const uint8_t *rgb) {
  return static_cast<uint8_t>((rgb[0] * 19595u + rgb[1] * 38470u + rgb[2] * 7471u + 0x8000u) >> 16);
}

} // namespace

Expected<Image> decodeImage(std::string_view bytes, const Limits &limits) {
  for (const Format &format : formats)
    if (hasAt(bytes, 0, format.magic) && hasAt(bytes, format.offset, format.inner))
      return format.decode(bytes, limits);
  return failure("the bytes are no image of a known format (PNG, JPEG, BMP, PNM, TIFF, WebP, "
                 "JPEG 2000)");
}

Expected<Tensor> allocatePixels(ElementType type, Shape shape, const Limits &limits) {
  auto tensor = Tensor::allocate(type, std::move(shape), limits.budget);
  if (!tensor.ok())
    return unsupported(tensor.status().message());
  return tensor;
}

Expected<Image> allocateImage(int64_t height, int64_t width, int64_t channels,
                              const Limits &limits) {
  int64_t pixels = 0;
  if (height < 1 || width < 1)
    return failure(str("an image of ", width, " by ", height, " pixels"));
  if (__builtin_mul_overflow(height, width, &pixels) || pixels > limits.pixels)
    return unsupported(str("an image of ", width, " by ", height, " pixels is over the limit of ",
                           limits.pixels, " pixels"));
  Image image;
  image.pixels = INGOT_TRY(allocatePixels(ElementType::U8, {height, width, channels}, limits));
  return image;
}

Expected<Tensor> convertPixels(const Image &image, PixelFormat format, const Limits &limits) {
  int64_t from = image.channels(), to = format == PixelFormat::Grey ? 1 : 3;
  if (from == to && format != PixelFormat::Bgr)
    return image.pixels;
  Tensor out =
      INGOT_TRY(allocatePixels(ElementType::U8, {image.height(), image.width(), to}, limits));
  const uint8_t *x = image.pixels.data<uint8_t>();
  uint8_t *y = out.mutableData<uint8_t>();
  for (int64_t i = 0; i < image.height() * image.width(); ++i, x += from, y += to) {
    bool isGrey = from < 3;
    uint8_t rgb[3] = {x[0], isGrey ? x[0] : x[1], isGrey ? x[0] : x[2]};
    if (to == 1)
      y[0] = isGrey ? x[0] : greyOf(rgb);
    for (int64_t c = 0; to == 3 && c < 3; ++c)
      y[c] = rgb[format == PixelFormat::Bgr ? 2 - c : c];
  }
  return out;
}

} // namespace ingot::image
