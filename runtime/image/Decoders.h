// The decoders behind decodeImage, one per format, and what they share.
#pragma once

#include "runtime/image/Image.h"

namespace ingot::image {

Expected<Image> decodeBmp(std::string_view bytes, const Limits &limits);
Expected<Image> decodePnm(std::string_view bytes, const Limits &limits);
Expected<Image> decodePng(std::string_view bytes, const Limits &limits);
Expected<Image> decodeJpeg(std::string_view bytes, const Limits &limits);
Expected<Image> decodeTiff(std::string_view bytes, const Limits &limits);
Expected<Image> decodeWebP(std::string_view bytes, const Limits &limits);
Expected<Image> decodeJpeg2000(std::string_view bytes, const Limits &limits);

/// The error for bytes that are no image of the format they claim to be.
inline Status damaged(std::string_view format, std::string_view what) {
  return failure(str(format, " image: ", what));
}

/// The error for a format whose library the build did not find.
inline Status notBuilt(std::string_view format) {
  return unsupported(str("this build has no decoder for ", format, " images"));
}

/// Memory for pixels, all zero; ErrorKind::Unsupported when there is not enough.
Expected<Tensor> allocatePixels(ElementType type, Shape shape, const Limits &limits);

/// An image of this size, all zero, if the limits allow it.
Expected<Image> allocateImage(int64_t height, int64_t width, int64_t channels,
                              const Limits &limits);

/// A byte of the file; the caller has checked that it is there.
inline uint8_t byteAt(std::string_view bytes, size_t i) { return static_cast<uint8_t>(bytes[i]); }

/// Little-endian numbers at an offset; nothing beyond the end.
inline std::optional<uint32_t> little(std::string_view bytes, size_t offset, size_t width) {
  if (offset > bytes.size() || bytes.size() - offset < width)
    return std::nullopt;
  uint32_t value = 0;
  for (size_t i = 0; i < width; ++i)
    value |= static_cast<uint32_t>(byteAt(bytes, offset + i)) << (8 * i);
  return value;
}

} // namespace ingot::image
