// Decoding of image files from untrusted bytes: PNG, JPEG, BMP and PNM, and TIFF, WebP and JPEG
// 2000 where the build found their libraries.
//
//   auto image = INGOT_TRY(image::decodeImage(bytes, {}));
//   Tensor rgb = INGOT_TRY(image::convertPixels(image, image::PixelFormat::Rgb, {}));
#pragma once

#include "ingot/Tensor.h"

namespace ingot::image {

/// What a decoder may use for one image.
struct Limits {
  int64_t pixels = int64_t{1} << 26;
  std::shared_ptr<MemoryBudget> budget; ///< may be null
};

/// A decoded image: ui8 elements, (height, width, channels), the first row at the top. One channel
/// is grey, two grey and alpha, three RGB, four RGBA; alpha is not multiplied into the colours.
struct Image {
  Tensor pixels;

  int64_t height() const { return pixels.dim(0); }
  int64_t width() const { return pixels.dim(1); }
  int64_t channels() const { return pixels.dim(2); }
};

/// Decodes an image of any known format. Fails with ErrorKind::Runtime when the bytes are no image
/// or a damaged one, with ErrorKind::Unsupported when the image is of a kind this build does not
/// decode or larger than the limits.
Expected<Image> decodeImage(std::string_view bytes, const Limits &limits);

enum class PixelFormat { Rgb, Bgr, Grey };

/// The image with three channels, or one; alpha is dropped. Grey is 0.299 R + 0.587 G + 0.114 B.
Expected<Tensor> convertPixels(const Image &image, PixelFormat format, const Limits &limits);

} // namespace ingot::image
