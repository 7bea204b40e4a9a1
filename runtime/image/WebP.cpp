// WebP through libwebp.
#include "runtime/image/Decoders.h"

#ifdef INGOT_HAS_WEBP
#include <webp/decode.h>

namespace ingot::image {

Expected<Image> decodeWebP(std::string_view bytes, const Limits &limits) {
  const auto *data = reinterpret_cast<const uint8_t *>(bytes.data());
  WebPBitstreamFeatures features;
  if (WebPGetFeatures(data, bytes.size(), &features) != VP8_STATUS_OK)
    return damaged("WebP", "header is damaged");
  if (features.has_animation)
    return unsupported("animated WebP image");
  int channels = features.has_alpha ? 4 : 3;
  Image image = INGOT_TRY(allocateImage(features.height, features.width, channels, limits));
  auto decode = features.has_alpha ? WebPDecodeRGBAInto : WebPDecodeRGBInto;
  if (!decode(data, bytes.size(), image.pixels.mutableData<uint8_t>(), image.pixels.byteSize(),
              features.width * channels))
    return damaged("WebP", "pixels are damaged or cut off");
  return image;
}

} // namespace ingot::image

#else

namespace ingot::image {
Expected<Image> decodeWebP(std::string_view, const Limits &) { return notBuilt("WebP"); }
} // namespace ingot::image

#endif
